"""Floor 5. ``belettre table``, the referee of a game with real cards; start reading at ``session``."""
