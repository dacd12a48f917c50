"""Events: immutable values that make up the log of a partie, from which ``Partie.replay`` rebuilds it.

An event is caused by an action of a player or the arbiter (``action_of``), or it follows automatically from the state.
"""

from __future__ import annotations

from typing import Final, Literal

import msgspec

from ...french.cards import Card
from ...words.verdicts import Verdict
from ..kit.seats import Points
from . import actions
from .seats import Seat, Team

#: How far a seat's Belettre is (S3): not announced; announced; begun, with its first majuscule laid and « Belettre »
#: said; scored; forfeited.
BelettreStage = Literal["none", "announced", "begun", "scored", "forfeited"]
NONE: Final = "none"
ANNOUNCED: Final = "announced"
BEGUN: Final = "begun"
SCORED: Final = "scored"
FORFEITED: Final = "forfeited"
#: The new stage of a Belettre in an event; "" when the event does not change it.
NewStage = BelettreStage | Literal[""]


class _Event(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, tag_field="event"):
    """The base class of all events. In JSON, the field ``event`` states the kind of event."""


class Dealt(_Event, frozen=True, tag="dealt"):
    """A manche begins (D2, D4). The log does not contain the cards that were dealt: they are in ``Setup.deals``."""

    manche: int
    dealer: Seat
    opener: Seat


class BelettreAnnounced(_Event, frozen=True, tag="belettre"):
    """S3, S4: a player announced a Belettre: two majuscules that are neighbours in the alphabet, or one and a JOKER."""

    seat: Seat


class WordAccepted(_Event, frozen=True, tag="accepted"):
    """P1, P4: a card was laid with a valid word and lies face up. ``verdict`` may contain remarks (near kin, W8).

    letter    the letter named for a JOKER (J3); "" for any other card
    says      whether a player who has announced a Belettre said « Belettre » or « Re-belettre » with the card (S3)
    belettre  the new stage of the player's Belettre, such as "begun"; "" if the card does not change it (S3)
    """

    seat: Seat
    card: Card
    verdict: Verdict
    letter: str = ""
    says: bool = True
    belettre: NewStage = ""


class WordRefused(_Event, frozen=True, tag="refused"):
    """P6: a card was laid with a refused word and turned face down. ``verdict`` contains every reason (W10).

    letter, says, belettre  as in ``WordAccepted``
    fault  whether the word counts as a pass in position 1 or 2, which loses the pli: only with the option
           ``nonsense_is_pass`` (P9), and only while no arbiter accepts the word
    """

    seat: Seat
    card: Card
    verdict: Verdict
    letter: str = ""
    says: bool = True
    belettre: NewStage = ""
    fault: bool = False


class Passed(_Event, frozen=True, tag="passed"):
    """P5, P9: a player said « Passe ! » or nothing, and laid a card face down.

    fault     whether the player was in position 1 or 2: a pass there loses the pli for their team (P9)
    belettre  "forfeited" if the card forfeits the player's Belettre (S3); otherwise ""
    """

    seat: Seat
    card: Card
    fault: bool = False
    belettre: NewStage = ""


class Discarded(_Event, frozen=True, tag="discarded"):
    """A card was laid face down without a word.

    rule      "J4" if the player could lay nothing but a second joker, "P9" if the pli was lost already
    belettre  "forfeited" if the card forfeits the player's Belettre (S3); otherwise ""
    """

    seat: Seat
    card: Card
    rule: str
    belettre: NewStage = ""


class Trapped(_Event, frozen=True, tag="trapped"):
    """T1: after three minuscules, position 4 had no majuscule and laid a fourth minuscule.

    seat   the seat in position 4
    fault  the seat that has to swap; if hands are not known, every seat that may have to, in the order of T2 to T4
    """

    seat: Seat
    fault: tuple[Seat, ...]


class Swapped(_Event, frozen=True, tag="swapped"):
    """T2 to T4: the player at fault took a minuscule back and laid a majuscule face down.

    card      the majuscule
    back      the minuscule that was taken back
    seen      whether all players know the minuscule, because it was laid with a word
    belettre  "forfeited" if the majuscule forfeits the player's Belettre (S3); otherwise ""
    """

    seat: Seat
    card: Card
    back: Card
    seen: bool = False
    belettre: NewStage = ""


class Revealed(_Event, frozen=True, tag="revealed"):
    """P7: *card*, which *seat* laid face down, was revealed at the pick-up. ``belettre`` is as in ``Passed``."""

    seat: Seat
    card: Card
    belettre: NewStage = ""


class TakerNamed(_Event, frozen=True, tag="taker"):
    """P9, P11, T2, T3: the team that may choose which of its players picks up the pli named *seat*."""

    seat: Seat


class PliTaken(_Event, frozen=True, tag="taken"):
    """P8, S1: *seat* picked up the pli and opens the next.

    number  the number of the pli in its manche, 1 to 8
    cards   its cards in playing order, all of which are now known (P7, P12)
    points  the points of the cards (S1)
    """

    seat: Seat
    number: int
    cards: tuple[Card, ...]
    points: int


class MancheEnded(_Event, frozen=True, tag="manche"):
    """S5: a manche is over.

    number      the number of the manche, 1 to 4
    plis        the points of the plis that each team picked up, by ``Team.index`` (S1)
    belettres   the points of each team for Belettres, by ``Team.index`` (S3)
    dix_de_der  the team that picked up the last pli (S2)
    """

    number: int
    plis: tuple[int, int]
    belettres: tuple[int, int]
    dix_de_der: Team

    @property
    def points(self) -> Points:
        """The points of each team in this manche, by ``Team.index``."""
        ten = [DIX_DE_DER if team is self.dix_de_der else 0 for team in Team]
        return self.plis[0] + self.belettres[0] + ten[0], self.plis[1] + self.belettres[1] + ten[1]


class PartieEnded(_Event, frozen=True, tag="over"):
    """S5: the partie is over.

    points  the points of each team, by ``Team.index``
    winner  the team that won; None for a draw
    """

    points: Points
    winner: Team | None = None


class Overruled(_Event, frozen=True, tag="overruled"):
    """The arbiter overruled the judge on *word*: the game goes on from that word as if the judge had decided so.

    seat    the seat of the player who said the word
    accept  whether the word now counts as valid
    reason  the reason that the arbiter gave
    """

    seat: Seat
    word: str
    accept: bool
    reason: str


class Overran(_Event, frozen=True, tag="overran"):
    """P13: a player thought for *seconds*, longer than allowed."""

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

#: Points for the last pli of a manche (S2) and for a Belettre (S3).
DIX_DE_DER, BELETTRE = 10, 20


def action_of(event: Event) -> actions.Action | None:
    """Return the action that caused an event; None if the event followed automatically from the state.

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
