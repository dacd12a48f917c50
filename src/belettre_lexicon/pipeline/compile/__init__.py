"""Text layers to the compiled lexicon: start reading at ``lexicon``."""
