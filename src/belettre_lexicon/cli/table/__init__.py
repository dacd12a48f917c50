"""Floor 5. The command ``belettre table``, which referees a game of real cards; start reading at ``session``."""
