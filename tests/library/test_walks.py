"""Random walks over several parties that are copied, pickled, undone and played on: none disturbs another."""

from __future__ import annotations

import copy
import pickle
import random

import pytest

from belettre_lexicon import HouseRules, Judge, Lexicon, Partie
from belettre_lexicon.games.belettre.bots.amateur import Bot, FuzzerBot
from belettre_lexicon.games.belettre.partie import HistoryCache

#: The most parties that a walk keeps, and the number of its steps.
MOST_PARTIES, STEPS = 5, 150
JUDGES = [Judge(Lexicon.open(), HouseRules(memory=memory)) for memory in ("partie", "manche", "pli")]


def step(partie: Partie, bot: Bot, rng: random.Random) -> Partie:
    """Change a partie by a few actions or undos, or return a copy of it."""
    match rng.randrange(5):
        case 0:
            return copy.copy(partie)
        case 1:
            return copy.deepcopy(partie)
        case 2:
            return pickle.loads(pickle.dumps(partie, rng.randrange(6)))  # type: ignore[no-any-return]
        case 3:
            partie.undo(rng.randint(0, min(6, partie.actions_done)))
        case _:
            for _ in range(rng.randint(1, 8)):
                if seats := partie.acting_seats():
                    partie.apply(bot.choose(partie.view(rng.choice(seats))))
    return partie


@pytest.mark.parametrize("seed", range(6))
def test_w9_parties_that_were_copied_do_not_disturb_each_other(seed: int) -> None:
    """After each step, every other partie is as it was; at the end, each is what its log says."""
    rng = random.Random(seed)
    judge = JUDGES[seed % 3]
    bot = FuzzerBot(judge, rng, HistoryCache(judge.rules))
    parties = [Partie.watched(judge) if seed % 2 else Partie.new(judge, rng, manches=2)]
    for _ in range(STEPS):
        place = rng.randrange(len(parties))
        before = [(partie.state, len(partie.log), tuple(partie.history)) for partie in parties]

        moved = step(parties[place], bot, rng)

        for number, partie in enumerate(parties):
            if number != place or moved is not partie:
                assert (partie.state, len(partie.log), tuple(partie.history)) == before[number]
        if moved is not parties[place]:
            assert moved == parties[place]
            parties = [moved, *parties][:MOST_PARTIES]

    for partie in parties:
        replayed = Partie.replay(judge, partie.setup, partie.log)
        assert replayed.state == partie.state
        assert replayed.actions_done == partie.actions_done
        assert list(replayed.history) == list(partie.history)
