"""From the text layers to the compiled lexicon: start at ``lexicon``."""
