"""Finding words: those that fit the cards, near words, and the atlas of all combinations."""
