"""How the cards are dealt: packs, hands, the rows of two players, the chien, and the terms of a partie (BD)."""
