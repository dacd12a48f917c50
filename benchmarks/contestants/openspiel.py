"""OpenSpiel: whole deals of two other trick-taking games, driven move by move from Python."""

from __future__ import annotations

import random
from collections.abc import Callable

import pyspiel


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Return the tasks. A question is a number, from which the deal and its moves are drawn."""

    def play(game: pyspiel.Game) -> Callable[[str], object]:
        def deal(question: str) -> object:
            draw = random.Random(int(question)).random
            state = game.new_initial_state()
            while not state.is_terminal():
                actions = state.legal_actions()
                state.apply_action(actions[int(draw() * len(actions))])
            return None

        return deal

    return {
        "OpenSpiel: deal of euchre": play(pyspiel.load_game("euchre")),
        "OpenSpiel: deal of skat": play(pyspiel.load_game("skat")),
    }
