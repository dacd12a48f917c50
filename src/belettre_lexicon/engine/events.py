"""Floor 3. What happened: frozen values that make up the log of a partie, from which ``Partie.replay`` rebuilds it.

An event that a player or the arbiter caused knows its action (``action_of``); the others follow from the state. Where a
card changes its player's Belettre (S3), ``belettre`` says what it is now: one of the stages of ``manche``.
"""

from __future__ import annotations

import msgspec

from ..cards import Card
from ..words.verdicts import Verdict
from . import actions
from .seats import Seat, Team


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """What all events share: they are written as JSON objects that name their kind."""


class Dealt(_Event, frozen=True, tag="dealt"):
    """A manche begins (D2, D4). The cards are in ``Setup.deals``, where no log shows them by mistake."""

    manche: int
    dealer: Seat
    opener: Seat


class BelettreAnnounced(_Event, frozen=True, tag="belettre"):
    """S3: he has, or says he has, two majuscules that follow each other."""

    seat: Seat


class WordAccepted(_Event, frozen=True, tag="accepted"):
    """P1, P4: a card lies face up with a valid word. ``verdict`` may have remarks (W8, near kin)."""

    seat: Seat
    card: Card
    verdict: Verdict
    letter: str = ""
    says: bool = True
    belettre: str = ""


class WordRefused(_Event, frozen=True, tag="refused"):
    """P6: the word was refused for every reason of ``verdict`` (W10), and the card is turned face down."""

    seat: Seat
    card: Card
    verdict: Verdict
    letter: str = ""
    says: bool = True
    belettre: str = ""


class Passed(_Event, frozen=True, tag="passed"):
    """P5: « Passe ! ». ``fault``: he stood in position 1 or 2 and has lost the pli for his team (P9)."""

    seat: Seat
    card: Card
    fault: bool = False
    belettre: str = ""


class Discarded(_Event, frozen=True, tag="discarded"):
    """A card laid face down without a word: jokers only (``rule`` J4), or the pli was lost already (P9)."""

    seat: Seat
    card: Card
    rule: str
    belettre: str = ""


class Trapped(_Event, frozen=True, tag="trapped"):
    """T1: position 4 had no majuscule for three minuscules. One of ``fault`` must swap (T2 to T4): one seat, or those
    that may still hold a majuscule where hands are not known, the first who does."""

    seat: Seat
    fault: tuple[Seat, ...]


class Swapped(_Event, frozen=True, tag="swapped"):
    """T2 to T4: the player at fault took ``back`` his minuscule and laid a majuscule face down.

    seen  whether all know that minuscule: he had laid it with a word
    """

    seat: Seat
    card: Card
    back: Card
    seen: bool = False
    belettre: str = ""


class Revealed(_Event, frozen=True, tag="revealed"):
    """P7: what lay face down."""

    seat: Seat
    card: Card
    belettre: str = ""


class TakerNamed(_Event, frozen=True, tag="taker"):
    """P9, P11, T2, T3: the team chose who picks up."""

    seat: Seat


class PliTaken(_Event, frozen=True, tag="taken"):
    """P8, S1: *seat* picks the pli up and opens the next. ``cards`` in playing order, all known now (P7, P12)."""

    seat: Seat
    number: int
    cards: tuple[Card, ...]
    points: int


class MancheEnded(_Event, frozen=True, tag="manche"):
    """S5: the points of a manche by team: plis (S1), Belettres (S3), and who took the Dix de Der (S2)."""

    number: int
    plis: tuple[int, int]
    belettres: tuple[int, int]
    dix_de_der: Team

    @property
    def points(self) -> tuple[int, int]:
        """The sum for each team."""
        ten = [DIX_DE_DER if team is self.dix_de_der else 0 for team in Team]
        return self.plis[0] + self.belettres[0] + ten[0], self.plis[1] + self.belettres[1] + ten[1]


class PartieEnded(_Event, frozen=True, tag="over"):
    """S5: the final points by team; ``winner`` is None for a draw."""

    points: tuple[int, int]
    winner: Team | None = None


class Overruled(_Event, frozen=True, tag="overruled"):
    """The arbiter decided otherwise than the judge on *word*: the pli goes on from there as if the judge had."""

    seat: Seat
    word: str
    accept: bool
    reason: str


class Overran(_Event, frozen=True, tag="overran"):
    """P13: he thought for so many seconds."""

    seat: Seat
    seconds: int


WordSaid = WordAccepted | WordRefused
Event = (
    Dealt
    | BelettreAnnounced
    | WordAccepted
    | WordRefused
    | Passed
    | Discarded
    | Trapped
    | Swapped
    | Revealed
    | TakerNamed
    | PliTaken
    | MancheEnded
    | PartieEnded
    | Overruled
    | Overran
)

#: S2 and S3: points of the last pli of a manche, and of a Belettre.
DIX_DE_DER, BELETTRE = 10, 20


def action_of(event: Event) -> actions.Action | None:
    """The action that caused an event; None for what follows by itself.

    >>> action_of(Passed(Seat.MERIDIONAL, Card.of("k")))
    Passe(seat=<Seat.MERIDIONAL: 'MER'>, card=Card.of('k'))
    """
    match event:
        case WordAccepted() | WordRefused():
            return actions.Lay(event.seat, event.card, event.verdict.word, event.letter, event.says)
        case Passed():
            return actions.Passe(event.seat, event.card)
        case Discarded():
            return actions.Discard(event.seat, event.card)
        case BelettreAnnounced():
            return actions.AnnounceBelettre(event.seat)
        case Swapped():
            return actions.Swap(event.seat, event.card)
        case Revealed():
            return actions.Reveal(event.seat, event.card)
        case TakerNamed():
            return actions.PickUp(event.seat)
        case Overruled():
            return actions.Overrule(event.accept, event.reason)
        case Overran():
            return actions.Overtime(event.seat, event.seconds)
        case _:
            return None
