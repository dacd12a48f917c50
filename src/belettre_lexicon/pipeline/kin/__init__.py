"""Word families (W8): candidate links, decisions by hand, and the layer of families they make; start at ``build``."""
