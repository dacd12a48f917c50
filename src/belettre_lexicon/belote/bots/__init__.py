"""Floor 3. Bots: players that are programs.

player    the interface of all bots, and one that chooses at random: start reading here
easy      a bot that plays by a rule of thumb
strong    a bot that plays to win
playout   plays deals to their end by a quick rule of thumb; used by ``strong``

``simulation``, beside this folder, lets them play each other.
"""
