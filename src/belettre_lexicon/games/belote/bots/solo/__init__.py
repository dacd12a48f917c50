"""Bots for games in which somebody plays alone: three players, two players, de comptoir and the lyonnaise."""
