"""Belote of this library: whole deals with random cards, each checked, logged and undoable."""

from __future__ import annotations

import random
from collections.abc import Callable

from belettre_lexicon.belote.partie import Partie
from belettre_lexicon.belote.rules import BeloteRules


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Return the task. A question is a number, from which the deal and its cards are drawn."""
    rules = BeloteRules()

    def deal(question: str) -> object:
        rng = random.Random(question)
        draw = rng.random
        partie = Partie.new(rules, seed=int(question))
        sheet = partie.state.donne.sheet
        while partie.state.donne.sheet is sheet and not partie.over:
            actions = partie.legal_actions()
            partie.apply(actions[int(draw() * len(actions))])
        return None

    return {"belettre: deal of belote": deal}
