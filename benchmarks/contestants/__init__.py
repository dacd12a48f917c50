"""One module a contestant. Each has ``load(words)``, which gives its tasks: name → a call with one text argument.

A contestant runs in an environment of its own (``environments``), where nothing else of this project is installed:
its module imports the standard library and the peer, nothing more.
"""
