"""Belote, the second game, which knows no words (RULES-BELOTE.md). Start reading at ``partie``."""
