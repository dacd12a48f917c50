"""Floor 3. Bots: players that are programs.

amateur     the interface of all bots, a bot that plays sensible cards, and a fuzzer: start reading here
strong      a bot that plays to win
playout     plays the rest of a pli on hands that the other players may hold; used by ``strong``
simulation  plays matches between bots and computes statistics
"""
