"""A second model of a game with real cards: it keeps every deal that fits what the arbiter entered, and plays each.

The engine reasons about packs and wild cards (``games.belettre.worlds``); this model does not reason. A world is one
complete assignment of cards: the four hands, and the cards on the table. An action is possible if some world allows it.
Until the pli is picked up, a card laid face down tells nothing but its pack, whatever its player entered (P7).
Only decks of few different cards are small enough for this.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from belettre_lexicon.french.cards import FACES, Card, Case, back
from belettre_lexicon.french.decks import Deck
from belettre_lexicon.games.belettre.actions import Action, Discard, Lay, Passe, Reveal, Swap
from belettre_lexicon.games.belettre.events import Event, PliTaken
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import SEATS, Seat

#: The cards of a hand, sorted by ``Card.rank``.
Cards = tuple[Card, ...]
_MAJ, _MIN = Case.MAJ, Case.MIN


class DealWorld(NamedTuple):
    """One assignment: the hands by ``Seat.index``, and the cards on the table in playing order."""

    hands: tuple[Cards, ...]
    table: Cards


class ArbiterModel:
    """The worlds of one manche. It is told the actions and their events, and says which actions are possible.

    worlds  the worlds that fit everything so far
    """

    def __init__(self, deck: Deck, before: int, opener: Seat) -> None:
        self.worlds = frozenset(DealWorld(hands, ()) for hands in _deals(deck, 8 - before))
        self._opener = opener
        #: Whether a joker lies face up, whether the pli is lost, and how many cards of it are known minuscules.
        self._wild = self._lost = False
        self._minuscules = 0

    def possible(self, action: Action) -> bool:
        """Return whether some world allows an action that the engine may accept."""
        return any(True for world in self.worlds for _ in self._after(world, action))

    def follow(self, partie: Partie, action: Action, events: tuple[Event, ...]) -> None:
        """Take over an action that was carried out, with its events. *partie* is the game after it."""
        if isinstance(action, Passe | Discard | Swap):
            action = replace(action, card=back(action.card))
        self.worlds = frozenset(after for world in self.worlds for after in self._after(world, action))
        pli = partie.state.manche.pli
        taken = next((event for event in events if isinstance(event, PliTaken)), None)
        self._see(taken.cards if taken is not None else [laid.card for laid in pli.laid])
        if taken is not None:
            self.worlds = frozenset(DealWorld(world.hands, ()) for world in self.worlds)
        self._opener, self._wild, self._lost = pli.opener, pli.wild, pli.lost_by is not None
        self._minuscules = pli.minuscules

    def fits(self, cards: Sequence[Card]) -> bool:
        """Return whether in some world these cards lie on the table."""
        return any(world.table == tuple(cards) for world in self.worlds)

    def _see(self, cards: Sequence[Card]) -> None:
        """Keep the worlds in which these cards lie on the table; backs may be any card."""
        known = [(place, card) for place, card in enumerate(cards) if card.known]
        self.worlds = frozenset(
            world for world in self.worlds if all(world.table[place] is card for place, card in known)
        )

    def majuscules_left(self, seat: Seat) -> tuple[int, int]:
        """Return the fewest and the most majuscules that any world gives a seat."""
        counts = {sum(card.case is _MAJ for card in world.hands[seat.index]) for world in self.worlds}
        return min(counts), max(counts)

    def faults(self) -> set[Seat]:
        """Return the seats that have to swap in some world, in a trap (T2 to T4)."""
        return {seat for world in self.worlds if (seat := self._at_fault(world)) is not None}

    def _seat(self, place: int) -> Seat:
        return SEATS[(self._opener.index + place) % 4]

    def _at_fault(self, world: DealWorld) -> Seat | None:
        order = [self._seat(place) for place in (1, 2, 0)]
        return next((seat for seat in order if any(c.case is _MAJ for c in world.hands[seat.index])), None)

    def _after(self, world: DealWorld, action: Action) -> Iterator[DealWorld]:
        """Yield the worlds after an action in a world; none if the world forbids it."""
        hands, table = world
        if isinstance(action, Lay | Passe | Discard):
            for card in _candidates(action.card, hands[action.seat.index]):
                if self._may_lay(world, action, card):
                    yield DealWorld(_changed(hands, action.seat, card, None), (*table, card))
        elif isinstance(action, Reveal):
            place = (action.seat.index - self._opener.index) % 4
            if table[place] is action.card:
                yield world
        elif isinstance(action, Swap):
            place = (action.seat.index - self._opener.index) % 4
            if all(card.case is _MIN for card in table) and self._at_fault(world) is action.seat:
                for card in _candidates(action.card, hands[action.seat.index]):
                    if card.case is _MAJ:
                        after = _changed(hands, action.seat, card, table[place])
                        yield DealWorld(after, (*table[:place], card, *table[place + 1 :]))
        else:
            yield world

    def _may_lay(self, world: DealWorld, action: Lay | Passe | Discard, card: Card) -> bool:
        hand, table = world.hands[action.seat.index], world.table
        packs = {case for case, most in ((_MAJ, 1), (_MIN, 3)) if sum(c.case is case for c in table) < most}
        playable = [c for c in hand if c.case in packs]
        trapped = not playable  # T1: only a majuscule is allowed, and the hand has none
        must_discard = self._wild and bool(playable) and all(c.wild for c in playable)
        if card.case not in packs and not trapped:
            return False
        if isinstance(action, Lay) and any(map(str.isalpha, action.word)):
            seen_trap = trapped and self._minuscules == 3
            return not self._lost and not seen_trap and not (self._wild and card.wild)
        if self._lost:
            return isinstance(action, Discard)
        return must_discard if isinstance(action, Discard) else not must_discard


def _candidates(named: Card, hand: Cards) -> set[Card]:
    """Return the cards of a hand that may be meant by a card or a back."""
    if named.known:
        return {named} & set(hand)
    return {card for card in hand if named.case in (None, card.case)}


def _changed(hands: tuple[Cards, ...], seat: Seat, laid: Card, back: Card | None) -> tuple[Cards, ...]:
    cards = list(hands[seat.index])
    cards.remove(laid)
    if back is not None:
        cards.append(back)
    after = tuple(sorted(cards, key=lambda card: card.rank))
    return (*hands[: seat.index], after, *hands[seat.index + 1 :])


def _deals(deck: Deck, size: int) -> Iterator[tuple[Cards, ...]]:
    """Yield all hands of *size* cards that can be left after ``8 - size`` plis of a manche (D1, D2, T5)."""
    for counts in product(range(3), repeat=4):
        if sum(counts) == size and all(count <= size and size - count <= 6 for count in counts):
            packs = [
                list(_split({card: n for card in FACES if card.case is case and (n := of.get(card.letter, 0))}, sizes))
                for case, of, sizes in (
                    (_MAJ, deck.majuscules, counts),
                    (_MIN, deck.minuscules, tuple(size - count for count in counts)),
                )
            ]
            for majuscules, minuscules in product(*packs):
                yield tuple(one + other for one, other in zip(majuscules, minuscules, strict=True))


def _split(counts: dict[Card, int], sizes: tuple[int, ...]) -> Iterator[tuple[Cards, ...]]:
    """Yield every way to give each seat a number of cards out of *counts*."""
    if not sizes:
        yield ()
        return
    for first in set(_choose(tuple(counts.items()), sizes[0])):
        left = {card: number - first.count(card) for card, number in counts.items()}
        for others in _split(left, sizes[1:]):
            yield (first, *others)


def _choose(counts: tuple[tuple[Card, int], ...], size: int) -> Iterator[Cards]:
    if not counts:
        if not size:
            yield ()
        return
    (card, number), *others = counts
    for copies in range(min(number, size) + 1):
        for rest in _choose(tuple(others), size - copies):
            yield (card,) * copies + rest
