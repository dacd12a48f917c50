"""The screen and the story of a game of Belote: what ``belote play`` and ``belote replay`` print and read."""
