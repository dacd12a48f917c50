"""Lines that a person could type in ``belote play``, and sessions that are played with them, for tests."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from belettre_lexicon.cli.belote.board import typed_text
from belettre_lexicon.cli.belote.play import BelotePlaySession
from belettre_lexicon.cli.kit.play import make_bots
from belettre_lexicon.cli.kit.session import GameBot
from belettre_lexicon.games.belote.actions import (
    Announce,
    Bid,
    Claim,
    Direct,
    Double,
    Lay,
    Pass,
    Redouble,
    SayCards,
    Swap,
    Take,
    TakeChien,
)
from belettre_lexicon.games.belote.bots.simulation import BotKind, make_bot
from belettre_lexicon.games.belote.partie import Partie
from belettre_lexicon.games.belote.records import Journal
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.seats import SEATS, Seat
from belettre_lexicon.games.belote.view import View
from belettre_lexicon.referee.belote import load_belote

FR = load_belote("fr")
SUD, EST, NORD, OUEST = SEATS
#: Every card as it is typed, in French.
CARDS = [f"{rank}{suit}" for suit in "tkcp" for rank in ("7", "8", "9", "10", "v", "d", "r", "a")]
#: Lines that play a deal to its end, whatever the hand: what is not legal at the time is refused.
DEAL = ["prends", "passe", "passe", *CARDS * 8]


def line_of(action: object) -> str:
    """Return the line that a person types for an action."""
    match action:
        case Pass():
            return "passe"
        case Take():
            return f"prends {action.contract}"
        case Lay():
            return f"{typed_text(action.card, FR)}{'' if action.says else ' muet'}"
        case Announce():
            return f"annonce {' '.join(action.kinds)}"
        case Claim():
            return "oui" if action.claims else "non"
        case Bid():
            return f"{action.value} {action.colour or ''}"
        case Double():
            return "je coinche"
        case Redouble():
            return "surcoinche !"
        case SayCards():
            return f"{action.cards} cartes"
        case Direct():
            return "direct"
        case TakeChien():
            return "je prends le chien"
        case Swap():
            taken, put = (" ".join(typed_text(card, FR) for card in cards) for cards in (action.taken, action.put))
            return f"{taken} contre {put}"
    raise TypeError(f"{action!r} is not an action")


class Person:
    """A person who plays by a random rule, and looks at their own view alone.

    choose  picks one of the legal actions of a view
    """

    def __init__(self, seed: int, choose: Callable[[View, random.Random], object] | None = None) -> None:
        self._rng = random.Random(seed)
        self._choose = choose or (lambda view, rng: rng.choice(view.actions))
        self.partie: Partie | None = None

    def lines(self, seat: Seat) -> Iterator[str]:
        """Yield what the person in a seat types, until the game is over."""
        assert self.partie is not None
        while True:
            yield line_of(self._choose(self.partie.view(seat), self._rng))


def bots_of(journal: Journal, person: Seat, level: BotKind) -> dict[Seat, GameBot]:
    """The bots in all seats but that of the person."""
    rules = journal.partie.rules
    return make_bots(journal, rules.variant.table.seats, person, lambda chance: make_bot(level, chance, rules.game))


def play_session(
    person: Person | Iterator[str],
    *,
    rules: BeloteRules | None = None,
    seed: int = 7,
    seat: Seat = SUD,
    level: BotKind = "easy",
    lang: str = "fr",
    journal: Journal | None = None,
    keep: Callable[[str], None] = lambda line: None,
) -> Journal:
    """Play a session without a file and return its journal. *person* types the lines."""
    if journal is None:
        journal = Journal(Partie.new(rules or BeloteRules(deals=1), seed=seed), {})
    if isinstance(person, Person):
        person.partie = journal.partie
        lines = person.lines(seat)
    else:
        lines = person
    BelotePlaySession(journal, bots_of(journal, seat, level), seat, lines, load_belote(lang), keep).play()
    return journal
