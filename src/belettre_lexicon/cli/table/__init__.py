"""Floor 5. The command ``belettre table``, which referees a game with real cards; start reading at ``session``."""
