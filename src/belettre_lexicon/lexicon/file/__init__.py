"""The file of the compiled lexicon: its container, its encodings, and the store that reads it."""
