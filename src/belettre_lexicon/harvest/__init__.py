"""Collects the words of texts that the lexicon does not know. Start reading at ``tally``."""
