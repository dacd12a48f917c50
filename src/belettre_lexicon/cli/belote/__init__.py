"""The command ``belote``: check a card, keep the score, play, replay and simulate (start in ``main``)."""
