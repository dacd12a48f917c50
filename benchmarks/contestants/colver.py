"""colver: an engine of contrée in Rust, driven card by card from Python."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

import colver

SUITS = 4


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Return the task. A question is a number, from which the deal and its cards are drawn."""
    env_of: Any = colver.Env.deal

    def deal(question: str) -> object:
        rng = random.Random(int(question))
        draw = rng.random
        env = env_of(dealer=0, seed=int(question))
        env.set_contract(rng.randrange(SUITS), 80, 0, 0)
        env.set_phase_playing()
        while not env.is_terminal():
            actions = env.legal_actions()
            env.step(actions[int(draw() * len(actions))])
        return None

    return {"colver: deal of contrée, without its bids": deal}
