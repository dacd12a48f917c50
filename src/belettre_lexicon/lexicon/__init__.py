"""Floor 1. The compiled lexicon: start reading at ``lexicon``, the façade; ``container`` specifies the file format."""
