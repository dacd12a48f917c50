"""Double-dummy search: exact values of all cards, compared with a search that knows no short cut."""

from __future__ import annotations

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon.games.belote.bots.search import SWEEP, CardOrders, DoubleDummy
from belettre_lexicon.games.belote.cards import SUITS, Card, cards_of, mask_of, read_cards, suit_mask, tables
from belettre_lexicon.games.belote.play import holder, legal
from belettre_lexicon.games.belote.rules import BeloteRules
from tests.belote.random_deals import contracts, houses, random_hands, seeds

DEFAULT = BeloteRules()


def plain_values(
    hands: list[tuple[Card, ...]],
    leader: int,
    pli: tuple[Card, ...],
    contract: str,
    rules: BeloteRules,
    sweeps: tuple[bool, bool] = (False, False),
) -> dict[Card, int]:
    """Return what each card makes for team 0, by trying all ways to play."""
    points = tables(contract).points if rules.ta_values == "rescaled" else tables(contract).plain
    player = (leader + len(pli)) % 4
    values = {}
    for card in legal(hands[player], pli, contract, rules):
        left = [*hands]
        left[player] = tuple(other for other in hands[player] if other is not card)
        after = (*pli, card)
        if len(after) < 4:
            further = plain_values(left, leader, after, contract, rules, sweeps)
            values[card] = best_for((player + 1) % 4, further)
            continue
        winner = (leader + holder(after, contract)) % 4
        value = sum(points[other.index] for other in after) if winner % 2 == 0 else 0
        alive = sweeps[0] and winner % 2 == 0, sweeps[1] and winner % 2 == 1
        if any(left):
            value += best_for(winner, plain_values(left, winner, (), contract, rules, alive))
        elif winner % 2 == 0:
            value += 10 + SWEEP * alive[0]
        else:
            value -= SWEEP * alive[1]
        values[card] = value
    return values


def best_for(player: int, values: dict[Card, int]) -> int:
    return min(values.values()) if player % 2 else max(values.values())


def searched(
    hands: list[tuple[Card, ...]],
    leader: int,
    pli: tuple[Card, ...],
    contract: str,
    rules: BeloteRules,
    sweeps: tuple[bool, bool] = (False, False),
) -> dict[Card, int]:
    """Return the same by ``DoubleDummy``."""
    masks = [mask_of(hand) for hand in hands]
    whole = sum(masks) | mask_of(pli)
    world = DoubleDummy(masks, contract, rules, sweeps=sweeps, orders=CardOrders(contract, rules, whole))
    values = world.card_values(leader, [card.index for card in pli])
    points = tables(contract).points if rules.ta_values == "rescaled" else tables(contract).plain
    rest = 10 + sum(points[card.index] for card in cards_of(whole))
    mine = (leader + len(pli)) % 2 == 0
    return {
        card: values[card.index] if mine else rest - values[card.index]
        for card in cards_of(sum(masks))
        if card.index in values
    }


@settings(max_examples=60)
@given(
    seeds,
    contracts,
    houses,
    st.integers(1, 3),
    st.integers(0, 3),
    st.integers(0, 3),
    st.tuples(st.booleans(), st.booleans()),
)
def test_values_are_exact(
    seed: int,
    contract: str,
    rules: BeloteRules,
    size: int,
    leader: int,
    laid: int,
    sweeps: tuple[bool, bool],
) -> None:
    """Each card has the value that a search of all ways to play finds, in the middle of a pli too."""
    rng = random.Random(seed)
    hands = [cards_of(hand) for hand in random_hands(rng, size)]
    pli: tuple[Card, ...] = ()
    for place in range(laid):
        player = (leader + place) % 4
        card = rng.choice(legal(hands[player], pli, contract, rules))
        hands[player] = tuple(other for other in hands[player] if other is not card)
        pli = (*pli, card)

    found = searched(hands, leader, pli, contract, rules, sweeps)

    assert found == plain_values(hands, leader, pli, contract, rules, sweeps)


@pytest.mark.parametrize("contract", ["♥", "SA", "TA"])
def test_bv3_points_of_the_table_count(contract: str) -> None:
    """With ``ta_values="plain"`` the values have the points of that option."""
    rules = BeloteRules(ta_values="plain")
    hands = [cards_of(hand) for hand in random_hands(random.Random(4), 2)]

    assert searched(hands, 0, (), contract, rules) == plain_values(hands, 0, (), contract, rules)


def test_bp6_a_lost_ace_is_known_to_be_lost() -> None:
    """Whoever has to cut takes the ace, so both leads make nothing."""
    hands = [read_cards(text) for text in ("A♠ 7♦", "7♥ 8♥", "8♠ 8♦", "9♠ 9♦")]

    assert searched(list(hands), 0, (), "♥", DEFAULT) == {Card.of("A♠"): 0, Card.of("7♦"): 0}


def test_the_lead_that_keeps_the_last_trump_is_found() -> None:
    """Seat 0 lays the plain ace first, and takes the last pli with the trump."""
    hands = [read_cards(text) for text in ("A♠ 7♥", "10♠ R♠", "8♠ 8♦", "9♠ 10♦")]

    values = searched(list(hands), 0, (), "♥", DEFAULT)

    assert values == {Card.of("A♠"): 45, Card.of("7♥"): 45}


def test_bs7_a_capot_counts_more() -> None:
    """A team that may still take all plis, and does, has ``SWEEP`` points more; the other team has them less."""
    hands = [read_cards(text) for text in ("V♥", "7♠", "8♠", "9♠")]

    assert searched(list(hands), 0, (), "♥", DEFAULT, (True, False)) == {Card.of("V♥"): 30 + SWEEP}
    assert searched(list(hands), 1, (), "♥", DEFAULT, (True, False)) == {Card.of("7♠"): 30 + SWEEP}
    assert searched(list(hands), 0, (), "♥", DEFAULT, (False, True)) == {Card.of("V♥"): 30}


def test_equal_cards_are_tried_once() -> None:
    """Neighbours without points are one set: 7 and 9 of a plain suit too, once the 8 is gone, or in the same hand."""
    pack = mask_of(read_cards("7♠ 8♠ 9♠ V♠ 7♥ 8♥ D♥"))

    def sets(cards: str, live: int) -> list[str]:
        groups = CardOrders("♥", DEFAULT, live).groups(mask_of(read_cards(cards)))
        return [" ".join(cards_of(1 << card)[0].text for card in group) for group in groups]

    assert sets("7♠ 9♠", pack) == ["7♠", "9♠"]
    assert sets("7♠ 8♠ 9♠", pack) == ["7♠ 8♠ 9♠"]
    assert sets("7♠ 9♠ V♠", pack & ~Card.of("8♠").bit) == ["7♠ 9♠", "V♠"]
    assert sets("7♥ 8♥ D♥ 7♠", pack) == ["7♥ 8♥", "D♥", "7♠"]


def test_orders_go_by_points() -> None:
    """The orders in which cards are tried go by points, one card of each set of equal ones."""
    cards = read_cards("7♠ 8♠ A♠ 9♥ D♥")
    orders = CardOrders("♥", DEFAULT, mask_of(cards))

    orders.add(mask_of(cards))

    rising = [cards_of(1 << card)[0].text for card in orders.rising[mask_of(cards)]]
    assert rising == ["7♠", "D♥", "A♠", "9♥"]
    assert orders.falling[mask_of(cards)] == orders.rising[mask_of(cards)][::-1]


def test_worlds_share_the_orders_of_a_decision() -> None:
    """Two worlds with the same unseen cards have the same values alone and with common orders."""
    rng = random.Random(11)
    hands = random_hands(rng, 3)
    orders = CardOrders("♦", DEFAULT, sum(hands))
    other = [hands[0], hands[2], hands[3], hands[1]]

    for world in (hands, other):
        shared = DoubleDummy(world, "♦", DEFAULT, orders=orders).card_values(1)
        assert shared == DoubleDummy(world, "♦", DEFAULT).card_values(1)


def test_a_whole_deal_of_one_suit_each_can_be_searched() -> None:
    """Whoever has all the trumps takes all plis: a capot."""
    hands = [suit_mask(suit) for suit in SUITS]

    values = DoubleDummy(hands, "♥", DEFAULT, sweeps=(True, True)).card_values(2)

    assert set(values.values()) == {162 + SWEEP}
