"""The package of the command ``belettre``; start reading at ``main``."""
