"""The harvest of texts: their words that the lexicon does not know. Start reading at ``tally``."""
