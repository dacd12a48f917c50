"""Build the layer of word families (W8) from candidate links and decisions by hand.

Start at ``build``.
"""
