"""Word families: who is related to whom, and the links that prove it (W8)."""
