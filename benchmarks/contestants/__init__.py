"""One module per contestant. Its ``load(words)`` returns the tasks: name → a function of one text argument.

A contestant runs in an environment of its own (``environments``) where only the peer is installed, so its module
imports nothing but the standard library and the peer.
"""
