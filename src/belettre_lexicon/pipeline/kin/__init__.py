"""Word families (W8): candidate links and decisions by hand make the layer of families. Start at ``build``."""
