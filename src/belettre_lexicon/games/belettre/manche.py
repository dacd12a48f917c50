"""``Manche``: the hands, the pli on the table, the plis picked up, Belettres and points (rules S)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ...french.cards import Card, Case
from ...french.letters import neighbours
from ..kit.seats import Points
from .events import ANNOUNCED, BEGUN, BELETTRE, FORFEITED, NONE, SCORED, BelettreStage, MancheEnded, NewStage
from .hands import MAJUSCULES_DEALT, MINUSCULES_DEALT, Hand, KnownHand, without_one
from .pli import Laid, Pli
from .seats import SEATS, Seat

#: Bound once: reading a member from its enum is a function call in Python 3.11, and every step of a game asks.
_MAJ = Case.MAJ
#: Plis in a manche: as many as cards in a hand.
PLIS = MAJUSCULES_DEALT + MINUSCULES_DEALT


class Belettre(msgspec.Struct, frozen=True, gc=False):
    """The state of a seat's Belettre (S3, S4).

    stage  "none", "announced", "begun" (its first majuscule is laid), "scored" or "forfeited"
    first  the letter of its first majuscule if the Belettre was begun; otherwise ""
    """

    stage: BelettreStage = NONE
    first: str = ""

    def laying(self, letter: str, says: bool) -> Belettre:
        """Return the Belettre after its player laid a majuscule with a word, valid or refused.

        *letter* is the letter of the majuscule or, for a JOKER, the letter named (S4). *says* states whether the player
        said « Belettre » or « Re-belettre » with it.
        """
        if self.stage == ANNOUNCED:
            return Belettre(BEGUN, letter) if says else Belettre(FORFEITED)
        if self.stage == BEGUN:
            return Belettre(SCORED if says and letter in neighbours(self.first) else FORFEITED, self.first)
        return self

    def discarding(self) -> Belettre:
        """Return the Belettre after its player laid a majuscule without a word.

        A Belettre that was announced or begun is then forfeited.
        """
        return Belettre(FORFEITED, self.first) if self.stage in (ANNOUNCED, BEGUN) else self


_NO_BELETTRE = Belettre()
NO_BELETTRES = (_NO_BELETTRE,) * len(SEATS)
#: No cards for each of the seats, by ``Seat.index``.
NOTHING_SHOWN: tuple[tuple[Card, ...], ...] = ((),) * len(SEATS)


class Taken(msgspec.Struct, frozen=True, gc=False):
    """A pli that was picked up (P12).

    number  the number of the pli in its manche, 1 to 8
    laid    its cards in playing order, with the seats that laid them
    taker   the seat that picked it up
    points  the points of its cards (S1)
    """

    number: int
    laid: tuple[Laid, ...]
    taker: Seat
    points: int


class Manche(msgspec.Struct, frozen=True, gc=False):
    """A manche as far as it has been played.

    number     the number of the manche, 1 to 4
    opener     the seat that opened the manche or, if the arbiter began to watch later, the first pli that they watched
    hands      the hands, by ``Seat.index``
    pli        the pli on the table; empty before its first card
    taken      the plis picked up, in order
    before     how many plis were played before the arbiter began to watch; 0 if they watched the whole manche
    belettres  the Belettres, by ``Seat.index``
    taken_back the minuscules that were seen by all, were taken back in a swap (T2), and have not been seen again; by
               ``Seat.index``
    """

    number: int
    opener: Seat
    hands: tuple[Hand, ...]
    pli: Pli
    taken: tuple[Taken, ...] = ()
    before: int = 0
    belettres: tuple[Belettre, ...] = NO_BELETTRES
    taken_back: tuple[tuple[Card, ...], ...] = NOTHING_SHOWN

    @property
    def pli_number(self) -> int:
        """The number of the pli on the table, from 1; PLIS + 1 (9) once all plis are picked up."""
        return self.before + len(self.taken) + 1

    @property
    def hands_known(self) -> bool:
        """Whether the hands are known; False in a game with real cards."""
        return isinstance(self.hands[0], KnownHand)

    @property
    def plis_left(self) -> int:
        """How many plis have not been picked up, including the one on the table.

        This is also the number of cards that each hand had when the pli on the table began.
        """
        return PLIS + 1 - self.pli_number

    @property
    def begun(self) -> bool:
        """Whether a card of the manche was laid; from then on no Belettre can be announced (S3)."""
        return bool(self.pli.laid or self.taken or self.before)

    def with_play(self, seat: Seat, hand: Hand, belettre: Belettre, pli: Pli) -> Manche:
        """Return the manche after *seat* laid a card, with its new *hand* and *belettre*, and the new *pli*."""
        place, hands, belettres = seat.index, list(self.hands), self.belettres
        hands[place] = hand
        if belettre is not belettres[place]:
            belettres = self.belettres_with(seat, belettre)
        return replace(self, hands=tuple(hands), pli=pli, belettres=belettres)

    def belettres_with(self, seat: Seat, belettre: Belettre) -> tuple[Belettre, ...]:
        """Return the Belettres by ``Seat.index``, with the Belettre of *seat* replaced by *belettre*."""
        place = seat.index
        return (*self.belettres[:place], belettre, *self.belettres[place + 1 :])

    def belettre_saying(self, seat: Seat, card: Card, letter: str, says: bool, *, passed: bool) -> Belettre:
        """Return the Belettre of a seat after the seat laid a card with a word (S3).

        *letter* and *says* have the same meaning as in ``Lay``. If *passed* is True, the word counts as a pass (P9).
        """
        if passed:
            return self.belettre_discarding(seat, card)
        before = self.belettres[seat.index]
        return before if card.case is not _MAJ else before.laying(letter or card.letter, says)

    def belettre_discarding(self, seat: Seat, card: Card) -> Belettre:
        """Return the Belettre of a seat after the seat laid a card without a word (S3)."""
        before = self.belettres[seat.index]
        return before if card.case is not _MAJ else before.discarding()

    def new_stage(self, seat: Seat, belettre: Belettre) -> NewStage:
        """Return the stage of *belettre*, the new Belettre of *seat*; "" if its stage does not change."""
        return belettre.stage if belettre.stage != self.belettres[seat.index].stage else ""

    def with_taken(self, taker: Seat, points: int) -> Manche:
        """Return the manche after *taker* picked up the pli, with its *points*. *taker* opens the next pli (P8)."""
        pli = self.pli
        taken = Taken(self.pli_number, pli.laid, taker, points)
        taken_back = self.taken_back
        if taken_back is not NOTHING_SHOWN:
            taken_back = tuple(
                without_one(cards, pli.laid_by(seat).card) for seat, cards in zip(SEATS, taken_back, strict=True)
            )
        return replace(self, taken=(*self.taken, taken), pli=Pli(taker), taken_back=taken_back)

    def taken_back_by(self, seat: Seat, card: Card) -> tuple[tuple[Card, ...], ...]:
        """Return the new value of ``taken_back`` after *seat* took back *card*, a minuscule that all have seen."""
        place = seat.index
        cards = (*without_one(self.taken_back[place], card), card)
        return (*self.taken_back[:place], cards, *self.taken_back[place + 1 :])

    def ended(self) -> MancheEnded:
        """Return the event that ends the manche, with its points (S1, S2, S3). All plis must have been picked up."""
        return MancheEnded(self.number, self._plis(), self._belettres(), self.taken[-1].taker.team)

    def points(self) -> Points:
        """Return the points of each team so far, by ``Team.index``.

        They include the plis and Belettres, and after the last pli the Dix de Der.
        """
        if self.pli_number > PLIS:
            return self.ended().points
        plis, belettres = self._plis(), self._belettres()
        return plis[0] + belettres[0], plis[1] + belettres[1]

    def _plis(self) -> tuple[int, int]:
        points = [0, 0]
        for taken in self.taken:
            points[taken.taker.team.index] += taken.points
        return points[0], points[1]

    def _belettres(self) -> tuple[int, int]:
        points = [0, 0]
        for seat in SEATS:
            if self.belettres[seat.index].stage == SCORED:
                points[seat.team.index] += BELETTRE
        return points[0], points[1]
