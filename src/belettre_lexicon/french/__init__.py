"""French and its cards: letters, grammar, letter cards, decks, and the house rules of Belettre."""
