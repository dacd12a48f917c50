"""The engine of this library: single steps of a game, and whole games from their records."""

from __future__ import annotations

import random
from collections.abc import Callable

from belettre_lexicon import HouseRules, Judge, Lexicon
from belettre_lexicon.games.belettre.actions import Action
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot
from belettre_lexicon.games.belettre.bots.simulation import play_out
from belettre_lexicon.games.belettre.events import Event, WordRefused, action_of
from belettre_lexicon.games.belettre.partie import HistoryCache, Partie, WordJudge
from belettre_lexicon.games.belettre.records.json_lines import format_record, parse_record, partie_of, record_of
from belettre_lexicon.games.belettre.seats import SEATS
from belettre_lexicon.games.belettre.setup import Setup
from belettre_lexicon.words.history import History
from belettre_lexicon.words.verdicts import Verdict

#: The number of games that questions are taken from.
GAMES = 4


class NoJudge:
    """A judge that accepts every word without a look-up, so that the engine alone is measured."""

    rules = HouseRules()
    _valid = Verdict("mot", "mot", None, lambda _: (), None)

    def __call__(self, word: str, *, initial: str | None, letters: str, played: History) -> Verdict:
        """Return the same verdict for every word."""
        return self._valid


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Play some games. A question is a number, the index of a position or of a game (modulo their count)."""
    judge = Judge(Lexicon.open())
    games = [game(judge, seed) for seed in range(GAMES)]
    records = [record_of(partie) for partie in games]
    texts = [format_record(record) for record in records]
    judged = [position for record in records for position in positions(judge, record.setup, record.events)]
    plain = [position for record in records for position in positions(NoJudge(), record.setup, record.events)]

    def step(at: list[tuple[Partie, Action]]) -> Callable[[str], object]:
        def apply_and_undo(question: str) -> object:
            partie, action = at[int(question) % len(at)]
            partie.apply(action)
            partie.undo()
            return None

        return apply_and_undo

    def partie(question: str) -> Partie:
        return plain[int(question) % len(plain)][0]

    return {
        "belettre: step, apply and undo without the judge": step(plain),
        "belettre: step, apply and undo with the judge": step(judged),
        "belettre: moves, all legal actions": lambda question: partie(question).legal_actions(),
        "belettre: moves, what a seat may see": lambda question: partie(question).view(SEATS[0]),
        "belettre: record, replay of 4 manches": lambda question: partie_of(records[int(question) % GAMES], judge),
        "belettre: record, read and replay 4 manches": lambda question: partie_of(
            parse_record(texts[int(question) % GAMES]), judge
        ),
        "belettre: record, write": lambda question: format_record(records[int(question) % GAMES]),
    }


def game(judge: Judge, seed: int) -> Partie:
    """Play a whole game with four amateur bots."""
    partie = Partie.new(judge, random.Random(seed), seed=seed)
    history_cache = HistoryCache(judge.rules)
    play_out(partie, {seat: AmateurBot(judge, random.Random(seed), history_cache) for seat in SEATS})
    return partie


def positions(judge: WordJudge, setup: Setup, events: tuple[Event, ...]) -> list[tuple[Partie, Action]]:
    """Return a partie at every moment of a game, each with the action that follows.

    Refused words are left out, because the game would continue differently with a judge that accepts all words.
    """
    pairs = [
        (Partie.replay(judge, setup, events[:done]), action)
        for done, event in enumerate(events)
        if (action := action_of(event)) is not None and not isinstance(event, WordRefused)
    ]
    for partie, action in pairs:  # as in a game in play, where the earlier words are known to the judge
        partie.apply(action)
        partie.undo()
    return pairs
