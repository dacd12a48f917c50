"""The data of the lexicon, and ``build``, which makes the text layers from the sources."""
