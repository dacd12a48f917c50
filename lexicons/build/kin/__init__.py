"""Build the layer of word families (W8) from candidate links and manual decisions.

Start at ``build``.
"""
