"""Floor 5. Games at the keyboard: ``belettre play``, and what ``belettre table`` shares with it. Start at ``play``."""
