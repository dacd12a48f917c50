"""Belote of this library: whole deals with random cards, each checked, logged and undoable."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count

from belettre_lexicon.games.belote.events import Dealt, PartieEnded
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.rules import BeloteRules


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Return the task: the next deal of a partie, which begins anew when it is over. A question draws the cards."""
    rules, parties = BeloteRules(), count()
    partie = Partie.new(rules, seed=next(parties))

    def deal(question: str) -> object:
        nonlocal partie
        if partie.over:
            partie = Partie.new(rules, seed=next(parties))
        draw = random.Random(int(question)).random
        while True:
            actions = partie.legal_actions()
            last = partie.apply(actions[int(draw() * len(actions))])[-1]
            if isinstance(last, (Dealt, PartieEnded)):  # the next deal, or none
                return last

    return {"belettre: deal of belote": deal}
