"""The compiler: it turns the text layers (sorted text files of readings, frequencies and links) into the compiled lexicon.

Start at ``lexicon``.
"""
