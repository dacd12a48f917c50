"""The compiler, which turns the text layers into the compiled lexicon. Start at ``lexicon``.

A *layer* is a sorted text file of readings, frequencies or links between words.
"""
