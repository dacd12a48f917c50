"""Worlds: what the players of a game with real cards can hold, all hands taken together.

A *world* says how many majuscules each player holds and who laid the majuscule of the pli. ``worlds`` yields those that
fit everything that was laid and said:

- D2, T5: each player was dealt two majuscules, and every pli takes one: as many are left as there are plis to play;
- P3: a pli has at most one majuscule;
- T1: if a pli has four minuscules, the player in position 4 holds no majuscule;
- J4: while a joker lies face up, a player who discards a joker can lay only jokers; a player who passes can lay another
  card;
- D1: the deck has enough wild cards and enough others.

An entry of the arbiter is legal only if a world remains after it. In every world the game can be played to its end, so
the arbiter always has a legal entry. Start reading at ``worlds``.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from ...french.cards import Card, Case
from ...french.decks import JOKER, Deck
from .hands import Packs, UnknownHand
from .pli import MINUSCULES, Laid, Pli
from .seats import SEATS, Seat

_MAJ, _MIN = Case.MAJ, Case.MIN
_WILD_MAJ, _WILD_MIN = Card(_MAJ, JOKER), Card(_MIN, JOKER)
_NO_PACK: Packs = frozenset()
_ONLY_MAJ: Packs = frozenset({_MAJ})
_ONLY_MIN: Packs = frozenset({_MIN})
_BOTH: Packs = frozenset(Case)

Hands = tuple[UnknownHand, ...]


class World(NamedTuple):
    """One possibility that fits what was laid and said.

    majuscules  how many majuscules each seat holds, by ``Seat.index``
    author      the seat whose card of unknown pack is assumed to be the majuscule of the pli; None if no such card is
    """

    majuscules: tuple[int, ...]
    author: Seat | None


class Stock(NamedTuple):
    """The cards of one pack that nobody has seen since the last shuffle, in hands, face down or not dealt.

    wild, others  how many of them are wild, and how many are not
    lost_sight    how many of them were laid before the arbiter began to watch
    """

    wild: int
    others: int
    lost_sight: int


class _Told(NamedTuple):
    """What a card laid face down beside a joker tells (J4): packs that are all wild, or packs that are not."""

    all_wild: Packs = _NO_PACK
    not_wild: Packs = _NO_PACK


_NOTHING = _Told()


class _Count(NamedTuple):
    """The unknown cards of one pack that a player holds or has laid face down, and how many of them can be wild."""

    cards: int
    fewest_wild: int
    most_wild: int


def worlds(pli: Pli, hands: Hands, plis_left: int, stock: Callable[[], tuple[Stock, Stock]]) -> Iterator[World]:
    """Yield every world that fits the cards laid and the words said in a manche with unknown hands.

    pli        the pli on the table
    hands      what is known about the four hands
    plis_left  the number of plis of the manche that have not been picked up, including the one on the table
    stock      a function that returns the majuscules and the minuscules that nobody has seen, as ``stock_of`` does
    """
    nothing_told = not pli.wild and not any(hand.taken_back or hand.all_wild or hand.not_wild for hand in hands)
    in_hands = plis_left - pli.majuscules  # D2, T5: in the hands, or hidden in this pli with an unknown pack
    authors: list[Seat | None] = [None]
    if not pli.majuscules:
        authors += [laid.seat for laid in pli.laid if laid.card.case is None]
    for held in product(*(range(hand.majuscules[0], hand.majuscules[1] + 1) for hand in hands)):
        if sum(held) == in_hands:
            for author in authors:
                left = tuple(count - (seat is author) for seat, count in zip(SEATS, held, strict=True))
                world = World(left, author)
                if _packs_fit(world, pli, hands) and (nothing_told or _cards_fit(world, pli, hands, stock())):
                    yield world


def stock_of(deck: Deck, seen: Sequence[Card], lost_sight: int) -> tuple[Stock, Stock]:
    """Return the majuscules and the minuscules of a deck that nobody has seen since the last shuffle (D1, D3).

    seen        the cards that were seen, backs excluded
    lost_sight  how many plis were laid since the last shuffle, before the arbiter began to watch
    """
    majuscules = [card for card in seen if card.case is _MAJ]
    minuscules = [card for card in seen if card.case is _MIN]
    return (
        _stock_of_pack(deck.majuscules, majuscules, _WILD_MAJ, lost_sight),
        _stock_of_pack(deck.minuscules, minuscules, _WILD_MIN, lost_sight * MINUSCULES),
    )


def _stock_of_pack(counts: Mapping[str, int], seen: list[Card], wild: Card, lost_sight: int) -> Stock:
    wild_left = counts.get(JOKER, 0) - seen.count(wild)
    return Stock(wild_left, sum(counts.values()) - len(seen) - wild_left, lost_sight)


def narrowed(hands: Hands, possible: Sequence[World]) -> Hands:
    """Return *hands* with the fewest and the most majuscules that they have in *possible*, one world or more."""
    narrow = []
    for seat, hand in zip(SEATS, hands, strict=True):
        left = [world.majuscules[seat.index] for world in possible]
        with_hidden = [world.majuscules[seat.index] + (world.author is seat) for world in possible]
        bounds = (min(with_hidden), max(with_hidden)), (min(left), max(left))
        if (hand.majuscules, hand.majuscules_left) != bounds:
            hand = replace(hand, majuscules=bounds[0], majuscules_left=bounds[1])
        narrow.append(hand)
    return tuple(narrow)


def remembering(hands: Hands, pli: Pli) -> Hands:
    """Return *hands* with what the cards of *pli* tell about who holds only wild cards, and who does not (J4).

    Call it before these cards leave the table. The pack of every card must be known.
    """
    if not pli.wild:
        return hands
    after = list(hands)
    for place, laid in enumerate(pli.laid):
        told = _told_by(pli, place, None)
        if told is None or told is _NOTHING:
            continue
        hand = after[laid.seat.index]
        not_wild = hand.not_wild
        if told.not_wild and not (_MIN in told.not_wild and not hand.taken_back_is_wild):
            not_wild = not_wild | {told.not_wild}
        after[laid.seat.index] = replace(hand, all_wild=hand.all_wild | told.all_wild, not_wild=not_wild)
    return tuple(after)


def _packs_fit(world: World, pli: Pli, hands: Hands) -> bool:
    """Return whether the hands are large enough for *world*, and position 4 is trapped where T1 says so."""
    for count, hand in zip(world.majuscules, hands, strict=True):
        if not 0 <= count <= hand.size:
            return False
    if len(pli.laid) < len(SEATS) or pli.majuscules or world.author is not None:
        return True
    return not world.majuscules[pli.at(len(SEATS)).index]


def _cards_fit(world: World, pli: Pli, hands: Hands, stock: tuple[Stock, Stock]) -> bool:
    """Return whether the wild cards and the others that were laid, told or taken back fit *world* (J4, T2, D1)."""
    hidden: list[Case | None] = [None] * len(SEATS)
    for laid in pli.laid:
        if not laid.card.known:
            hidden[laid.seat.index] = _pack(laid, world.author)
    counts: list[tuple[_Count, _Count]] = []
    choices = []  # for each player who has a card that is not wild, in either pack: their unknown cards
    for seat, hand in zip(SEATS, hands, strict=True):
        majuscules = world.majuscules[seat.index]
        place = pli.position(seat) - 1
        told = _told_by(pli, place, world.author) if pli.wild and place < len(pli.laid) else _NOTHING
        if told is None:
            return False
        counted = _counted(hand, majuscules, hidden[seat.index], told)
        if counted is None:
            return False
        counts.append(counted[0])
        if counted[1]:
            choices.append(counted[0])
    return _deck_suffices(counts, choices, stock)


def _counted(
    hand: UnknownHand, majuscules: int, hidden: Case | None, told: _Told
) -> tuple[tuple[_Count, _Count], bool] | None:
    """Return the unknown cards of a player: majuscules, then minuscules; None if they cannot fit what was told.

    The second value says whether one of them is not wild, a majuscule or a minuscule.

    majuscules  how many majuscules the player holds
    hidden      the pack of the unknown card that the player laid in this pli; None if there is none
    told        what the card that the player laid in this pli tells
    """
    all_wild = hand.all_wild | told.all_wild
    knows_other = not hand.taken_back_is_wild
    if _MIN in told.all_wild and knows_other:
        return None
    cards = majuscules + (hidden is _MAJ), hand.size - majuscules + (hidden is _MIN) - len(hand.taken_back)
    if cards[1] < 0:
        return None
    most = list(cards)
    either = False
    for packs in (*hand.not_wild, told.not_wild):
        if not packs or (_MIN in packs and knows_other):
            continue
        if packs == _BOTH:
            either = True
        else:
            place = 0 if packs == _ONLY_MAJ else 1
            most[place] = cards[place] - 1
    either = either and tuple(most) == cards
    fewest = [count if case in all_wild else 0 for case, count in zip(Case, cards, strict=True)]
    if fewest[0] > most[0] or fewest[1] > most[1]:
        return None
    return (_Count(cards[0], fewest[0], most[0]), _Count(cards[1], fewest[1], most[1])), either


def _deck_suffices(
    counts: list[tuple[_Count, _Count]], choices: list[tuple[_Count, _Count]], stock: tuple[Stock, Stock]
) -> bool:
    """Return whether the deck has enough wild cards and others (D1). Of *choices* one is not wild, of either pack."""
    ranges = []
    for place, pack in enumerate(stock):
        of_pack = [count[place] for count in counts]
        cards = sum(count.cards for count in of_pack) + pack.lost_sight
        fewest = max(sum(count.fewest_wild for count in of_pack), cards - pack.others)
        ranges.append((fewest, sum(count.most_wild for count in of_pack) + pack.lost_sight, pack.wild))
    if not choices:
        return all(fewest <= min(most, wild) for fewest, most, wild in ranges)
    options = [[place for place in (0, 1) if pair[place].most_wild > pair[place].fewest_wild] for pair in choices]
    for chosen in product(*options):
        if all(fewest <= min(most - chosen.count(place), wild) for place, (fewest, most, wild) in enumerate(ranges)):
            return True
    return False


def _told_by(pli: Pli, place: int, author: Seat | None) -> _Told | None:
    """Return what the card at *place*, from 0, tells about its player's hand (J4); None if it may not be laid so."""
    laid = pli.laid[place]
    lost = pli.lost_by is not None and pli.position(pli.lost_by) <= place
    if laid.word is not None or lost or pli.swapper is not None:
        return _NOTHING
    before = pli.laid[:place]
    if not any(earlier.up and earlier.card.wild for earlier in before):
        return _NOTHING
    if any(_pack(earlier, author) is _MAJ for earlier in before):
        packs = _ONLY_MIN
    else:
        packs = _ONLY_MAJ if place == MINUSCULES else _BOTH
    fits = _pack(laid, author) in packs  # False only for the minuscule of a trapped player (T1)
    if laid.forced:
        return _Told(all_wild=packs) if fits else None
    if not fits or (laid.card.known and not laid.card.wild):
        return _NOTHING
    return _Told(not_wild=packs)


def _pack(laid: Laid, author: Seat | None) -> Case:
    """Return the pack of a card on the table in a world with this *author*."""
    return laid.card.case or (_MAJ if laid.seat is author else _MIN)
