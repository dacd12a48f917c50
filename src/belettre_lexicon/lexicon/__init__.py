"""Readers of the compiled lexicon: readings, word families, search and suggestions.

Start reading at ``lexicon``, whose class ``Lexicon`` is the public interface. ``container`` specifies the file format.
"""
