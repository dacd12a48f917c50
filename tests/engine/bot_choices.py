"""What the bots choose in many positions, as the lines of ``bot_choices.txt``.

The positions come from random games, and the words from a ``MadeUpJudge``, so that a new lexicon changes nothing here.
Start reading at ``lines``. After a change that is meant to change what the bots do, write the file again and read what
changed in it:

    python -m tests.engine.bot_choices

A line has the following fields, separated by tabs:

    the game and the number of actions played, such as 3.17
    the seat, its position in the pli and its hand
    the cards on the table: ``e`` face up, ``e-`` face down, * for a card that the seat does not know
    the stage of the Belettre of the seat
    what the strong bot chooses, with the value of each candidate if there are several
    what the amateur and the fuzzer choose

A choice is written as in ``scripted_games``, with the word; ``mute`` is added if « Belettre » is not said. The last
lines are the statistics of matches between bots, as JSON.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast
from zlib import crc32

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import Card
from belettre_lexicon.french.decks import BOXED, Deck
from belettre_lexicon.games.belettre.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Swap
from belettre_lexicon.games.belettre.bots.amateur import NONSENSE, AmateurBot, FuzzerBot
from belettre_lexicon.games.belettre.bots.playout import Hands, PlayoutState
from belettre_lexicon.games.belettre.bots.simulation import BotFactory, MatchTerms, statistics
from belettre_lexicon.games.belettre.bots.strong import Candidate, StrongBot
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.games.belettre.view import View
from belettre_lexicon.lexicon.find.search import Word
from belettre_lexicon.words.history import History
from tests.engine.random_games import DECKS, play_randomly
from tests.engine.scripted_games import StubJudge

CHOICES = Path(__file__).with_name("bot_choices.txt")
#: The random games that positions are taken from; each has two manches.
GAMES = range(9)
#: The matches whose statistics are recorded.
MATCHES = (
    MatchTerms(9, ("strong", "random"), True, 2),
    MatchTerms(2, ("wild", "random"), False, 2),
    MatchTerms(5, ("wild", "wild"), True, 3),
)
#: The number of words that may fit 0, 1, 2 and 3 letters.
_MOST_WORDS = (400, 90, 30, 9)


class MadeUpJudge(StubJudge):
    """A judge and finder without a lexicon. Its words are made of the letters that they must contain.

    How many words fit depends only on the initial and the letters: many for few letters, and none for some.
    """

    def __init__(self) -> None:
        super().__init__(NONSENSE)

    def count(self, initial: str | None = None, letters: str = "", *, played: History = History()) -> int:  # noqa: B008  # never changed
        """Return how many words fit: every eighth earlier word excludes one."""
        text = f"{initial or ''}-{''.join(sorted(letters))}"
        most = _MOST_WORDS[min(len(letters), 3)]
        return max(0, crc32(text.encode()) % most - most // 4 - len(played) // 8)

    def find(
        self,
        initial: str | None = None,
        letters: str = "",
        *,
        limit: int | None = None,
        played: History = History(),  # noqa: B008  # never changed
    ) -> list[Word]:
        """Return the words that fit, at most *limit*."""
        count = self.count(initial, letters, played=played)
        stem = (initial or "e") + letters.replace("?", "")
        shown = range(count if limit is None else min(count, limit))
        return [Word.of(f"{stem}{chr(97 + number // 26)}{chr(97 + number % 26)}") for number in shown]


class RecordingBot(StrongBot):
    """A strong bot that records the value of each candidate."""

    __slots__ = ("values",)
    values: list[str]

    def _value(self, view: View, state: PlayoutState, samples: Sequence[Hands], candidate: Candidate) -> float:
        value = super()._value(view, state, samples, candidate)
        self.values.append(f"{describe(candidate)} {value:.3f}")
        return value


class Position(NamedTuple):
    """A position of a random game, before the action of a seat."""

    name: str
    view: View
    deck: Deck


def describe(action: Action) -> str:
    """Return an action in the notation of ``scripted_games``, with its word."""
    match action:
        case Lay(_, card, word, letter, says):
            parts = (f"{card}:{letter}" if letter else str(card), word, "" if says else "mute")
            return " ".join(part for part in parts if part)
        case Passe(_, card):
            return f"{card}-"
        case Discard(_, card):
            return f"{card}."
        case Swap(seat, card):
            return f"{seat.value}>{card}"
        case PickUp(seat):
            return f"{seat.value}^"
        case AnnounceBelettre():
            return "announces"
    raise ValueError(action)


def positions() -> Iterator[Position]:
    """Yield one position of each kind from the random games: by position in the pli, cards, stage and actions."""
    seen = set()
    for game in GAMES:
        deck = DECKS[game % 3 == 2]
        for step, (partie, _, _) in enumerate(play_randomly(game, manches=2, deck=deck)):
            view = partie.view(partie.acting_seats()[0])
            kind = (
                deck is BOXED,
                len(view.pli),
                view.manche,
                any(card.wild for card in view.hand),
                any(laid.up and laid.card.wild for laid in view.pli),
                sum(laid.card.case is Card.of("A").case for laid in view.pli),
                view.lost_by is None,
                view.belettres[view.seat.index].stage,
                frozenset(type(action) for action in view.actions),
                sum(isinstance(action, Swap) for action in view.actions),
            )
            if kind not in seen:
                seen.add(kind)
                yield Position(f"{game}.{step}", view, deck)


def line_of(position: Position) -> str:
    """Return the line of a position: its description, and the choices of the bots."""
    name, view, deck = position
    judge, history_cache = MadeUpJudge(), HistoryCache(MadeUpJudge().rules)
    strong = RecordingBot(judge, random.Random(name), history_cache, deck)
    strong.values = []
    choices = [describe(strong.choose(view))]
    choices[0] = ", ".join((choices[0], *strong.values))
    for wild in (False, True):
        bot = (FuzzerBot if wild else AmateurBot)(judge, random.Random(name), history_cache)
        choices.append(describe(bot.choose(view)))
    table = " ".join(f"{laid.card if laid.card.known else '*'}{'' if laid.up else '-'}" for laid in view.pli)
    place = (view.seat.index - view.opener.index) % 4 + 1
    hand = " ".join(map(str, view.hand))
    return "\t".join(
        (name, f"{view.seat.value} {place} {hand}", table, view.belettres[view.seat.index].stage, *choices)
    )


def match_line(terms: MatchTerms) -> str:
    """Return the statistics of a match of three games as a line of JSON."""
    factory = BotFactory(cast(Judge, MadeUpJudge()))
    played = [factory.play(terms, number) for number in range(3)]
    return json.dumps(statistics(played, terms).as_dict())


def lines() -> list[str]:
    """Return the lines of the file."""
    return [*map(line_of, positions()), *map(match_line, MATCHES)]


if __name__ == "__main__":
    CHOICES.write_text("".join(f"{line}\n" for line in lines()), encoding="utf-8")
