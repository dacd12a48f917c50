"""The rules for words (W). Start reading at ``single_word``.

Nothing in this package deals with seats or turns.
"""
