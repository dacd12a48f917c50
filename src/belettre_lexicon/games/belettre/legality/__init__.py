"""Which actions of a game of Belettre are legal, and which rules forbid the others."""
