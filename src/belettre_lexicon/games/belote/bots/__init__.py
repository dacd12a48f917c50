"""Bots: players that are programs.

player    the interface of all bots, and one that chooses at random: start reading here
easy      a bot that plays by a rule of thumb
strong    a bot that plays to win
likely    draws worlds in which the taker had a reason to take; used by ``strong``
forecast  what would be written for a deal; used by ``strong``
playout   plays deals to their end by a quick rule of thumb; used by ``strong``

``simulation``, beside this folder, lets them play each other.
"""
