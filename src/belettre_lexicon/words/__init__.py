"""Judges words by the rules W1 to W10. Start reading at ``single_word``.

Nothing in this package deals with seats or turns of a game.
"""
