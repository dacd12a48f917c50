"""Floor 1. The compiled lexicon: start reading at ``lexicon``; ``container`` specifies the file."""
