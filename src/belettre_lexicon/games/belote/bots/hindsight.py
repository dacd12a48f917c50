"""« Que fallait-il jouer ? »: what each card of a deal cost, once all hands are known. Start reading at ``best_cards``.

The answer is that of perfect play with open cards (``search``), so it is no reproach: a player who sees only their own
hand often cannot know better.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from ....base.errors import ArgumentError
from ..cards import ALL_CARDS, PACK, Card, Contract, mask_of
from ..deals.rows import Rows, full_rows
from ..events import DealEnded, Dealt, Event, PliTaken
from ..options import TWO_PLAYERS
from ..rules import BeloteRules
from ..scoring.totals import PLIS
from ..seats import SEATS, TEAMS, Seat
from .search import CardOrders, DoubleDummy
from .solo.table_of_two import PerfectPlay, table_of_two


class PlayedCard(msgspec.Struct, frozen=True):
    """A card that a player laid, and those that were best.

    pli     the number of the pli, from 1
    loss    the points that the card cost the player's team, compared with a best one, if all play as well as possible
            from then on; 90 of them stand for a capot. 0 if the card was a best one
    best    the best cards of those that could be laid, the cheapest first; *card* is among them if *loss* is 0
    """

    pli: int
    seat: Seat
    card: Card
    loss: int
    best: tuple[Card, ...]


def best_cards(plis: Sequence[PliTaken], contract: Contract, rules: BeloteRules) -> tuple[PlayedCard, ...]:
    """Return the 32 cards of a deal of four players in the order laid, with what each cost.

    It takes half a second, in rare deals some seconds. Raises ArgumentError if *plis* are not the eight of a deal.
    """
    if len(plis) != PLIS or mask_of(card for pli in plis for card in pli.cards) != ALL_CARDS:
        raise ArgumentError(f"plis: {len(plis)} plis, expected the {PLIS} plis of a deal of four players (BP10)")
    hands = [0] * len(SEATS)
    for pli in plis:
        for place, card in enumerate(pli.cards):
            hands[_player(pli, place)] |= card.bit
    orders = CardOrders(contract, rules, ALL_CARDS)
    world = DoubleDummy(hands, contract, rules, orders=orders)
    played, sweeps = [], (True, True)
    for number, pli in enumerate(plis, 1):
        for place, card in enumerate(pli.cards):
            world = world.later(hands, sweeps)
            values = world.card_values(pli.opener.index, [before.index for before in pli.cards[:place]])
            most = max(values.values())
            order = sorted((one for one, value in values.items() if value == most), key=lambda one: orders.points[one])
            best = tuple(PACK[one] for one in order)
            player = _player(pli, place)
            played.append(PlayedCard(number, SEATS[player], card, most - values[card.index], best))
            hands[player] ^= card.bit
        sweeps = sweeps[0] and pli.seat.index % 2 == 0, sweeps[1] and pli.seat.index % 2 == 1
    return tuple(played)


#: With two players, the plis at the end of a deal that are judged: those before take too long to compute.
PLIS_OF_TWO = 11


def best_cards_of_two(
    plis: Sequence[PliTaken], rows: Rows, contract: Contract, rules: BeloteRules
) -> tuple[PlayedCard, ...]:
    """Return the 22 cards of the last eleven plis of a deal of two players in the order laid, with what each cost.

    rows  the rows as they were dealt, with all open cards

    Raises ArgumentError if *plis* are not the sixteen of a deal.
    """
    if len(plis) != rules.variant.plis or mask_of(card for pli in plis for card in pli.cards) != ALL_CARDS:
        raise ArgumentError(f"plis: {len(plis)} plis, expected the 16 plis of a deal of two players (V2.9)")
    table = table_of_two(contract, rules)
    under, down = [0] * len(PACK), rows.covered
    for low, high in zip((*rows.down[0], *rows.down[1]), (*rows.up[0], *rows.up[1]), strict=True):
        under[table.places[high.index]] = table.ordered(low.bit)
    play = PerfectPlay(table, under)
    hands = [0, 0]
    for pli in plis:
        for place, card in enumerate(pli.cards):
            hands[pli.opener.index ^ place] |= card.bit & ~down
    ordered, played, alive = [table.ordered(hand) for hand in hands], [], [True, True]
    for pli in plis:
        led, leader = -1, pli.opener.index
        for place, card in enumerate(pli.cards):
            own, player = table.places[card.index], leader ^ place
            if pli.number > len(plis) - PLIS_OF_TWO:
                values = {
                    one: play.card_value(ordered, leader, table.places[one.index], led, alive=alive[leader])
                    for one in table.cards(ordered[player] if led < 0 else table.legal(ordered[player], led))
                }
                most = max(values.values())
                best = tuple(one for one, value in values.items() if value == most)
                played.append(PlayedCard(pli.number, SEATS[player], card, most - values[card], best))
            ordered[player] = ordered[player] ^ 1 << own | under[own]
            led = own
        alive[1 - pli.seat.index] = False
    return tuple(played)


def is_judged(rules: BeloteRules) -> bool:
    """Return whether ``best_in`` can judge the deals of a game: those of two teams and of two players."""
    return rules.variant.table.sides == TEAMS or rules.game in TWO_PLAYERS


def best_in(log: Sequence[Event], ended: DealEnded, rules: BeloteRules) -> tuple[PlayedCard, ...] | None:
    """Return what each card of a deal cost, by the log of its partie; None if nobody took, or in games of other tables.

    *ended* is the event of its end, which must be in the log.
    """
    if ended.contract is None or not is_judged(rules):
        return None
    plis = plis_of(log, ended.number)
    if rules.variant.table.sides == TEAMS:
        return best_cards(plis, ended.contract, rules)
    dealt = next(event for event in log if isinstance(event, Dealt) and event.number == ended.number)
    return best_cards_of_two(plis, full_rows(dealt.pack, rules.game, dealt.dealer.index), ended.contract, rules)


def plis_of(log: Iterable[Event], number: int) -> tuple[PliTaken, ...]:
    """Return the plis of the deal with this number in the log of a partie, in order."""
    deal, plis = 0, []
    for event in log:
        if isinstance(event, Dealt):
            deal = event.number
        elif isinstance(event, PliTaken) and deal == number:
            plis.append(event)
    return tuple(plis)


def _player(pli: PliTaken, place: int) -> int:
    return (pli.opener.index + place) % len(SEATS)
