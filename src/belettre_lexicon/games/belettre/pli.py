"""``Pli``: the cards on the table, what may be laid next, and who may pick them up (rules P and T)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from typing import Literal

import msgspec
from msgspec.structs import replace

from ...french.cards import Card, Case
from .seats import PLAYERS, SEATS, Seat

_MAJ, _MIN = Case.MAJ, Case.MIN
#: Minuscules in a complete pli (P3, T5); the remaining card is a majuscule.
MINUSCULES = 3
#: The players in the first positions, as many as this, must announce a word: they may not pass (P9).
MUST_ANNOUNCE = 2
#: The positions that may have to swap in a trap: the first of them that holds a majuscule does (T2, T3, T4).
FAULT_ORDER = (2, 3, 1)
#: The ids of the rules that say who picks up a pli.
TakingRule = Literal["P8", "P9", "P11", "T2", "T3", "T4"]
#: The rule by which a pli with a swap is picked up, by the position that swapped.
_TRAP_RULES: dict[int, TakingRule] = {2: "T2", 3: "T3", 1: "T4"}


class TrapPhase(Enum):
    """The phases of the trap in a pli (T1 to T4).

    NONE     there is no trap
    SET      three minuscules lie on the table, and position 4 has to lay a majuscule
    SPRUNG   position 4 had no majuscule, so four minuscules lie on the table and a player has to swap
    SWAPPED  the swap was made
    """

    NONE = "none"
    SET = "set"
    SPRUNG = "sprung"
    SWAPPED = "swapped"


# Bound once: reading a member from its enum is a function call in Python 3.11.
_NO_TRAP, _SET, _SPRUNG, _SWAPPED = TrapPhase


# gc=False hides values from the garbage collector that refer to cards, seats, text and each other only: they cannot be
# in a cycle. States and events hold verdicts, which refer to whatever a judge refers to, so the collector sees them.
class Laid(msgspec.Struct, frozen=True, gc=False):
    """A card on the table.

    seat    the seat that laid it
    card    the card, or a back if it is not known
    up      whether it lies face up, which means that the word announced with it is valid
    word    the word announced with it, valid or not; None if it was laid without a word
    letter  the letter named for the JOKER (J3); "" for any other card
    forced  whether it is a joker laid face down because its player could lay only jokers (J4)
    told    the card that its player entered in a game with real cards; only they know it, and *card* is a back, until
            the pli is picked up (P7). None for any other card
    """

    seat: Seat
    card: Card
    up: bool
    word: str | None = None
    letter: str = ""
    forced: bool = False
    told: Card | None = None


class Pli(msgspec.Struct, frozen=True, gc=False):
    """A pli: its cards, and what follows from them for the next card and the pick-up.

    opener      the seat in position 1
    laid        the cards in playing order
    initial     the letter of the majuscule that lies face up (W2); "" if there is none
    letters     the letters of the minuscules that lie face up, ``?`` for the joker (W3)
    wild        whether a joker or the JOKER lies face up (J1)
    majuscules, minuscules  how many cards of each pack were laid, face-down cards included (P3)
    holder      the seat that announced the last valid word (P8); None if there is no such word or a swap was made
    lost_by     the seat that passed in position 1 or 2 and so lost the pli for its team (P9); None if no seat did
    swapper     the seat that swapped in the trap (T2 to T4); None if no seat did
    fault       the seats that may have to swap (T2 to T4), just one if hands are known; () until the trap is sprung
    taker       the seat named to pick up, if a team may choose who does (P9, P11); None until it is named
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
    swapper: Seat | None = None
    fault: tuple[Seat, ...] = ()
    taker: Seat | None = None

    @property
    def full(self) -> bool:
        """Whether all four cards were laid."""
        return len(self.laid) == 4

    def position(self, seat: Seat) -> int:
        """Return the position of a seat in this pli, from 1 for the opener to 4."""
        return (seat.index - self.opener.index) % PLAYERS + 1

    def at(self, position: int) -> Seat:
        """Return the seat in a position, 1 to 4."""
        return SEATS[(self.opener.index + position - 1) % PLAYERS]

    def laid_by(self, seat: Seat) -> Laid:
        """Return the card that a seat laid. Raises IndexError if it has not laid one."""
        return self.laid[self.position(seat) - 1]

    def allows(self, case: Case) -> bool:
        """Return whether a card of this pack may be laid next (P3).

        Face-down cards count too, but a card of unknown pack does not limit what may be laid next.
        """
        return self.majuscules == 0 if case is _MAJ else self.minuscules < MINUSCULES

    @property
    def trap(self) -> TrapPhase:
        """The phase of the trap (T1 to T4)."""
        if self.minuscules < MINUSCULES:
            return _NO_TRAP
        if self.minuscules > MINUSCULES:
            return _SPRUNG
        if self.swapper is not None:
            return _SWAPPED
        return _SET if len(self.laid) == MINUSCULES else _NO_TRAP

    def with_word(self, seat: Seat, card: Card, word: str, letter: str, valid: bool, fault: bool = False) -> Pli:
        """Return the pli after a card was laid with a word (P4). If *valid* is False, the card lies face down (P6).

        *fault* states whether a refused word counts as a pass in position 1 or 2, which loses the pli (P9).
        """
        laid = self.laid + (Laid(seat, card, valid, word, letter),)  # noqa: RUF005  # quicker than unpacking
        maj = card.case is _MAJ
        majuscules, minuscules = self.majuscules + maj, self.minuscules + (not maj)
        if not valid:
            lost_by = seat if fault else self.lost_by
            return replace(self, laid=laid, majuscules=majuscules, minuscules=minuscules, lost_by=lost_by)
        initial, letters = self.constraints(card, letter)
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

    def constraints(self, card: Card, letter: str = "") -> tuple[str, str]:
        """Return the initial and the letters that a word laid with *card* must have (P4).

        The initial is "" if the word may begin with any letter. *letter* is the letter named for a JOKER (J3); "" for
        any other card.
        """
        if card.case is _MAJ:
            return letter or card.letter, self.letters
        return self.initial, self.letters + card.letter

    def with_card_down(
        self, seat: Seat, card: Card, fault: bool = False, forced: bool = False, told: Card | None = None
    ) -> Pli:
        """Return the pli after a card was laid face down without a word.

        *fault* states whether the seat passed in position 1 or 2, which loses the pli (P9); *forced* states whether it
        could lay only jokers (J4); *told* is as in ``Laid``.
        """
        return replace(
            self,
            laid=(*self.laid, Laid(seat, card, up=False, forced=forced, told=told)),
            majuscules=self.majuscules + (card.case is _MAJ),
            minuscules=self.minuscules + (card.case is _MIN),
            lost_by=seat if fault else self.lost_by,
        )

    def with_swap(self, seat: Seat, card: Card, told: Card | None = None) -> Pli:
        """Return the pli after the player at fault laid a majuscule in place of their minuscule and its word (T2).

        *told* is as in ``Laid``.
        """
        place = self.position(seat) - 1
        laid = (*self.laid[:place], Laid(seat, card, up=False, told=told), *self.laid[place + 1 :])
        face_up = [other.card for other in laid if other.up]  # minuscules: in a trap, no majuscule lies face up
        return replace(
            self,
            laid=laid,
            letters="".join(card.letter for card in face_up),
            wild=any(card.wild for card in face_up),
            majuscules=self.majuscules + 1,
            minuscules=self.minuscules - 1,
            holder=None,
            swapper=seat,
        )

    def with_revealed(self, seat: Seat, card: Card) -> Pli:
        """Return the pli after the card that *seat* laid face down turned out to be *card* (P7)."""
        place = self.position(seat) - 1
        before = self.laid[place]
        pack_is_new = before.card.case is None
        return replace(
            self,
            laid=(*self.laid[:place], replace(before, card=card, told=None), *self.laid[place + 1 :]),
            majuscules=self.majuscules + (pack_is_new and card.case is _MAJ),
            minuscules=self.minuscules + (pack_is_new and card.case is _MIN),
        )

    @property
    def hidden(self) -> tuple[Seat, ...]:
        """The seats whose cards have to be revealed before the pli is picked up, in playing order (P7).

        These are the cards that nobody has entered. If every card of a full pli was entered, they are those that
        contradict the others, as two players may both have entered the only « k ».
        """
        hidden = [laid for laid in self.laid if not laid.card.known]
        return tuple(laid.seat for laid in [one for one in hidden if one.told is None] or hidden)

    @property
    def taking_rule(self) -> TakingRule:
        """The id of the rule by which a full pli goes to ``takers``."""
        if self.lost_by is not None:
            return "P9"
        if self.swapper is not None:
            return _TRAP_RULES[self.position(self.swapper)]
        return "P8" if self.holder is not None else "P11"

    def takers(self) -> tuple[Seat, ...]:
        """Return the seats that may pick up a full pli, in playing order: one seat, or two if a team may choose."""
        if self.taker is not None:
            return (self.taker,)
        if self.holder is not None and self.lost_by is None and self.swapper is None:  # P8
            return (self.holder,)
        first, second, third, fourth = self.opener.in_order
        if self.lost_by is not None:  # P9: the pli is lost whatever comes after, and a trapped player never gets it
            return tuple(
                seat for seat in self._opponents_of(self.lost_by) if self.swapper is None or seat is not fourth
            )
        if self.swapper is second:  # T2: the last valid word of the other team
            valid = [laid.seat for laid in self.laid if laid.up and laid.seat in (first, third)]
            return (valid[-1],) if valid else (first, third)
        if self.swapper is not None:  # T3, T4: whether the word of position 2 was valid or not
            return (second,)
        return self._opponents_of(first)  # P11

    def _opponents_of(self, seat: Seat) -> tuple[Seat, ...]:
        return tuple(other for other in self.opener.in_order if other.team is not seat.team)


def majuscules_of(laid: Iterable[Laid]) -> tuple[tuple[Card, ...], ...]:
    """Return the known majuscules that each seat laid, in playing order; the seats are by ``Seat.index`` (P12)."""
    seen: list[tuple[Card, ...]] = [()] * len(SEATS)
    for one in laid:
        if one.card.case is _MAJ and one.card.known:
            seen[one.seat.index] += (one.card,)
    return tuple(seen)


def seats_at_fault(pli: Pli, possible: Iterable[Sequence[int]]) -> tuple[Seat, ...]:
    """Return the seats that may have to swap a card if position 4 is trapped (T2 to T4).

    The first of positions 2, 3 and 1 that holds a majuscule has to swap. Each element of *possible* states how many
    majuscules each hand may hold, by ``Seat.index``; if the hands are known, there is only one. Return every seat that
    may have to swap, in that order; () if none of the three can hold a majuscule.
    """
    in_order_of_fault = [pli.at(position) for position in FAULT_ORDER]
    firsts = {next((seat for seat in in_order_of_fault if counts[seat.index]), None) for counts in possible}
    return tuple(seat for seat in in_order_of_fault if seat in firsts)
