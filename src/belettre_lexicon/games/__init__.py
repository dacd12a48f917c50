"""The games: ``kit`` has what card games share, ``belettre`` and ``belote`` are the games."""
