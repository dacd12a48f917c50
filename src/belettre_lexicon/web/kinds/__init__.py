"""Kinds of games: what a table asks of a game."""
