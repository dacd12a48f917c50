"""Floor 5. The package of the command ``belettre``; start reading at ``main``."""
