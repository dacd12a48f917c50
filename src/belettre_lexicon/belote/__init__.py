"""Floor 3. Belote, the card game that Belettre comes from, as a second rule set (RULES-BELOTE.md)."""
