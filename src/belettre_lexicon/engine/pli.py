"""Floor 3. One pli: what lies on the table, whose turn it is, and to whom it goes (P, T)."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from ..cards import Card, Case
from .hands import Hand
from .seats import SEATS, Seat, in_order

_MAJ, _MIN = Case.MAJ, Case.MIN
#: Minuscules of a complete pli (P3, T5); the fourth card is a majuscule.
MINUSCULES = 3


class Laid(msgspec.Struct, frozen=True):
    """A card on the table.

    card    the card, or its back where the table does not know it
    up      whether it lies face up, which means that its player's word holds
    word    what he announced, valid or not; None when he announced nothing
    letter  what the JOKER was named (J3)
    forced  whether it was laid face down because nothing but jokers was left (J4): then it is one
    """

    seat: Seat
    card: Card
    up: bool
    word: str | None = None
    letter: str = ""
    forced: bool = False


class Pli(msgspec.Struct, frozen=True):
    """The cards of a pli in playing order, and what follows from them.

    initial     letter of the face-up majuscule (W2), "" when none lies so
    letters     the face-up minuscules, ``?`` for the joker (W3)
    wild        whether a joker or the JOKER lies face up (J1)
    majuscules, minuscules  cards of each pack, face-down ones included (P3)
    holder      who announced the last valid word (P8); None after a swap, which sends the pli elsewhere
    lost_by     who passed in position 1 or 2 (P9)
    swapped     who made the trap's swap good (T2 to T4)
    fault       who is at fault for the trap, once it is sprung (T2 to T4): one seat, or those it may be
    taker       who was named to pick up where a team may choose (P9, P11)
    """

    opener: Seat
    laid: tuple[Laid, ...] = ()
    initial: str = ""
    letters: str = ""
    wild: bool = False
    majuscules: int = 0
    minuscules: int = 0
    holder: Seat | None = None
    lost_by: Seat | None = None
    swapped: Seat | None = None
    fault: tuple[Seat, ...] = ()
    taker: Seat | None = None

    @property
    def full(self) -> bool:
        """Whether all four cards lie."""
        return len(self.laid) == 4

    def position(self, seat: Seat) -> int:
        """1 for the opener, to 4."""
        return (seat.index - self.opener.index) % 4 + 1

    def at(self, position: int) -> Seat:
        """The seat in a position, 1 to 4."""
        return SEATS[(self.opener.index + position - 1) % 4]

    def laid_by(self, seat: Seat) -> Laid:
        """What a seat has laid. Raises IndexError when it has not."""
        return self.laid[self.position(seat) - 1]

    def allows(self, case: Case) -> bool:
        """P3: whether a card of this pack may come next, face-down cards counted.

        Cards whose pack is not known count for neither, so that both may come after them.
        """
        return self.majuscules == 0 if case is _MAJ else self.minuscules < MINUSCULES

    @property
    def trapping(self) -> bool:
        """T1: whether three minuscules lie, so that position 4 needs a majuscule."""
        return self.minuscules == MINUSCULES and len(self.laid) == MINUSCULES

    @property
    def sprung(self) -> bool:
        """T1: whether four minuscules lie, so that somebody has to swap."""
        return self.minuscules > MINUSCULES

    def with_word(self, seat: Seat, card: Card, word: str, letter: str, valid: bool) -> Pli:
        """The pli after a card was laid with a word (P4, P6)."""
        laid = (*self.laid, Laid(seat, card, valid, word, letter))
        maj = card.case is _MAJ
        majuscules, minuscules = self.majuscules + maj, self.minuscules + (not maj)
        if not valid:
            return replace(self, laid=laid, majuscules=majuscules, minuscules=minuscules)
        initial, letters = self.asking(card, letter)
        return replace(
            self,
            laid=laid,
            initial=initial,
            letters=letters,
            wild=self.wild or card.wild,
            majuscules=majuscules,
            minuscules=minuscules,
            holder=seat,
        )

    def asking(self, card: Card, letter: str = "") -> tuple[str, str]:
        """What a word must fit once *card* lies face up as well (P4): initial and letters, as ``Judge`` takes them.

        *letter* is what a JOKER is named (J3).
        """
        if card.case is _MAJ:
            return letter or card.letter, self.letters
        return self.initial, self.letters + card.letter

    def with_card_down(self, seat: Seat, card: Card, fault: bool = False, forced: bool = False) -> Pli:
        """The pli after a card was laid face down without a word; *fault* loses it (P9), *forced* is J4."""
        return replace(
            self,
            laid=(*self.laid, Laid(seat, card, up=False, forced=forced)),
            majuscules=self.majuscules + (card.case is _MAJ),
            minuscules=self.minuscules + (card.case is _MIN),
            lost_by=seat if fault else self.lost_by,
        )

    def with_swap(self, seat: Seat, card: Card) -> Pli:
        """The pli after the player at fault laid a majuscule for his minuscule; his word is lost with it (T2)."""
        place = self.position(seat) - 1
        laid = (*self.laid[:place], Laid(seat, card, up=False), *self.laid[place + 1 :])
        return replace(
            self,
            laid=laid,
            majuscules=self.majuscules + 1,
            minuscules=self.minuscules - 1,
            holder=None,
            swapped=seat,
        )

    def with_revealed(self, seat: Seat, card: Card) -> Pli:
        """The pli after the card that *seat* laid face down is seen (P7)."""
        place = self.position(seat) - 1
        before = self.laid[place]
        told = before.card.case is None
        return replace(
            self,
            laid=(*self.laid[:place], replace(before, card=card), *self.laid[place + 1 :]),
            majuscules=self.majuscules + (told and card.case is _MAJ),
            minuscules=self.minuscules + (told and card.case is _MIN),
        )

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """Who laid a card that the table does not know yet (P7)."""
        return tuple(laid.seat for laid in self.laid if not laid.card.known)

    def takers(self) -> tuple[Seat, ...]:
        """Who may pick up a full pli, in playing order: one seat, or the two of a team that may choose."""
        if self.taker is not None:
            return (self.taker,)
        first, second, third, fourth = in_order(self.opener)
        if self.lost_by is not None:  # P9: lost at once, whatever comes after
            return self._team_against(self.lost_by)
        if self.swapped is second:  # T2: the last valid word of the other team
            valid = [laid.seat for laid in self.laid if laid.up and laid.seat in (first, third)]
            return (valid[-1],) if valid else (first, third)
        if self.swapped is not None:  # T3, T4
            return (second,) if self.laid[1].up else (second, fourth)
        if self.holder is not None:  # P8
            return (self.holder,)
        return self._team_against(first)  # P11

    def _team_against(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in in_order(self.opener) if other.team is not seat.team)


def at_fault(pli: Pli, hands: tuple[Hand, ...]) -> tuple[Seat, ...]:
    """T2 to T4: who has to swap when position 4 is trapped: the first of positions 2, 3 and 1 with a majuscule in hand.

    Where it is not known whether somebody holds one, he is named and the search goes on behind him.
    """
    found = []
    for position in (2, 3, 1):
        seat = pli.at(position)
        holds = hands[seat.index].has(_MAJ)
        if holds is not False:
            found.append(seat)
        if holds:
            break
    return tuple(found)
