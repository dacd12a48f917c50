"""Floor 5. The command ``belettre``; start reading at ``main``."""
