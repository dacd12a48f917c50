"""Whole manches as their arbiter enters them: bots play with words of the lexicon, and every card and word is known."""

from __future__ import annotations

import json
import random
from functools import cache
from typing import Any

from belettre_lexicon import Judge, Lexicon, Partie, Seat
from belettre_lexicon.engine.bots import AmateurBot
from belettre_lexicon.games.belettre.events import action_of
from belettre_lexicon.games.belettre.records.json_lines import to_json

#: A manche with both parts of a Belettre, a pass and a discard; one in which a player falls into the trap (P5); and one
#: with everything that players enter: announcements, words, passes, a discard and a swap.
WITH_BELETTRE = 1
WITH_TRAP = 3
WITH_EVERYTHING = 16


@cache
def manche_actions(seed: int) -> tuple[dict[str, Any], ...]:
    """The actions of a whole manche between four bots, as the API takes them."""
    judge = Judge(Lexicon.open())
    rng = random.Random(seed)
    partie = Partie.new(judge, rng, manches=1, seed=seed)
    bots = {seat: AmateurBot(judge, rng) for seat in Seat}
    while not partie.over:
        seat = partie.acting_seats()[0]
        partie.apply(bots[seat].choose(partie.view(seat)))
    done = (action_of(event) for event in partie.log)
    return tuple(json.loads(to_json(action)) for action in done if action is not None)
