"""The command ``belettre serve``."""
