"""BP: which cards may be laid, who holds the pli, and how many ways there are to play a deal to its end.

Hands and plis are cards with spaces, as ``read_cards`` reads them; the first card of a pli is the one led.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.cards import CONTRACTS, PACK, SUITS, Card, cards_of, mask_of, read_cards, tables
from belettre_lexicon.games.belote.play import holder, legal, legal_mask, obligation
from belettre_lexicon.games.belote.rules import BeloteRules

DEFAULT = BeloteRules()
#: Every pair of the options that change the obligations.
HOUSES = [
    BeloteRules(undertrump=undertrump, on_partners_trump=on_partners_trump)
    for undertrump in ("must", "free")
    for on_partners_trump in ("free", "over", "trump")
]
contracts = st.sampled_from(CONTRACTS)
houses = st.sampled_from(HOUSES)


@st.composite
def positions(draw: st.DrawFn) -> tuple[tuple[Card, ...], tuple[Card, ...]]:
    """Draw a hand of one to eight cards, and up to three other cards that lie in the pli: often of few suits."""
    suits = draw(st.sets(st.sampled_from(SUITS), min_size=1))
    pool = [card for card in PACK if card.suit in suits]
    cards = draw(st.lists(st.sampled_from(pool), min_size=4, max_size=11, unique=True))
    laid = draw(st.integers(0, 3))
    return tuple(cards[laid:])[:8], tuple(cards[:laid])


# One row for each phenomenon: contract, pli, hand, what may be laid, rule and reason.
OBLIGATIONS = [
    ("♦", "", "A♠ 8♦ 7♣", "A♠ 8♦ 7♣", "BP1", "lead"),
    ("♦", "9♣", "A♣ 7♣ V♦", "A♣ 7♣", "BP3", "follow"),
    ("♦", "9♣ V♦", "7♣ 9♦ A♠", "7♣", "BP3", "follow"),
    ("♦", "10♦", "R♦ A♦ 9♦ A♣", "A♦ 9♦", "BP4", "go_up"),
    ("♦", "A♦ 8♦", "9♦ 7♦ A♣", "9♦", "BP4", "go_up"),
    ("♦", "9♦", "A♦ 8♦ A♣", "A♦ 8♦", "BP4", "cannot_go_up"),
    ("♦", "7♦ A♦ 8♦", "10♦ R♦", "10♦ R♦", "BP4", "cannot_go_up"),
    ("♦", "V♦", "A♣ 7♠", "A♣ 7♠", "BP8", "free"),
    ("♦", "A♣ 7♣", "R♠ V♦ 7♦", "R♠ V♦ 7♦", "BP5", "partner_holds"),
    ("♦", "7♣ A♣ 8♣", "R♠ V♦ 7♦", "R♠ V♦ 7♦", "BP5", "partner_holds"),
    ("♦", "7♣ A♣", "R♠ V♦ 7♦", "V♦ 7♦", "BP6", "trump"),
    ("♦", "A♣", "R♠ 8♦", "8♦", "BP6", "trump"),
    ("♦", "A♣ 10♦", "R♠ 9♦ A♦ D♦", "9♦ A♦", "BP7", "overtrump"),
    ("♦", "A♣ 9♦", "R♠ A♦ 7♦", "A♦ 7♦", "BP7", "undertrump"),
    ("♦", "A♣ 9♦ V♦", "R♠ A♦ 7♦", "A♦ 7♦", "BP7", "undertrump"),
    ("♦", "A♣ 7♦", "R♠ A♠ 10♠", "R♠ A♠ 10♠", "BP8", "free"),
    ("♦", "A♣ 10♦ 8♣", "R♠ 9♦ 7♦", "R♠ 9♦ 7♦", "BP9", "partner_holds"),
    ("SA", "9♣", "A♣ 7♣ V♦", "A♣ 7♣", "BP3", "follow"),
    ("SA", "9♣", "V♦ A♠", "V♦ A♠", "BV2", "free"),
    ("TA", "10♣ R♣", "9♣ 7♣ V♦", "9♣", "BV3", "go_up"),
    ("TA", "9♣ R♣", "A♣ 7♣ V♦", "A♣ 7♣", "BV3", "cannot_go_up"),
    ("TA", "8♣ V♠", "7♣ D♣ V♦", "D♣", "BV3", "go_up"),
    ("TA", "9♣ R♣", "V♦ A♠", "V♦ A♠", "BV3", "free"),
]


@pytest.mark.parametrize(("contract", "pli", "hand", "expected", "rule", "reason"), OBLIGATIONS)
def test_bp1_bp3_bp4_bp5_bp6_bp7_bp8_bp9_what_must_be_laid(
    contract: str, pli: str, hand: str, expected: str, rule: str, reason: str
) -> None:
    """The cards that may be laid, with the rule and the reason."""
    found = obligation(mask_of(read_cards(hand)), read_cards(pli), contract, DEFAULT)

    assert legal(read_cards(hand), read_cards(pli), contract, DEFAULT) == read_cards(expected)
    assert (found.cards, found.rule, found.reason) == (mask_of(read_cards(expected)), rule, reason)
    assert rule in repr(found)


# The options where they differ from the default: undertrump/on_partners_trump, ♦ trump.
HOUSE_OBLIGATIONS = [
    ("free/free", "A♣ 9♦", "R♠ A♦ 7♦", "R♠ A♦ 7♦", "BP7", "free"),
    ("free/free", "A♣ 9♦", "R♠ V♦ 7♦", "V♦", "BP7", "overtrump"),
    ("free/free", "9♦", "R♠ A♦ 7♦", "A♦ 7♦", "BP4", "cannot_go_up"),
    ("must/over", "A♣ 10♦ 8♣", "R♠ 9♦ 7♦", "R♠ 9♦", "BP9", "over_partner"),
    ("must/over", "A♣ 10♦ 8♣", "R♠ R♦ 7♦", "R♠ R♦ 7♦", "BP9", "partner_holds"),
    ("must/over", "A♣ 7♣", "R♠ 9♦ 7♦", "R♠ 9♦ 7♦", "BP5", "partner_holds"),
    ("must/over", "A♣ 10♦", "R♠ R♦ 7♦", "R♦ 7♦", "BP7", "undertrump"),
    ("must/trump", "A♣ 10♦ 8♣", "R♠ 9♦ 7♦", "9♦", "BP9", "overtrump"),
    ("must/trump", "A♣ 10♦ 8♣", "R♠ R♦ 7♦", "R♦ 7♦", "BP9", "undertrump"),
    ("free/trump", "A♣ 10♦ 8♣", "R♠ R♦ 7♦", "R♠ R♦ 7♦", "BP7", "free"),
    ("must/trump", "A♣ 7♣", "R♠ 9♦ 7♦", "R♠ 9♦ 7♦", "BP5", "partner_holds"),
]


@pytest.mark.parametrize(("house", "pli", "hand", "expected", "rule", "reason"), HOUSE_OBLIGATIONS)
def test_bp7_bp9_what_house_rules_change(
    house: str, pli: str, hand: str, expected: str, rule: str, reason: str
) -> None:
    """Undertrumping, and trumping over the partner's trump, by the options."""
    undertrump, on_partners_trump = house.split("/")
    rules = BeloteRules.from_dict({"undertrump": undertrump, "on_partners_trump": on_partners_trump})

    found = obligation(mask_of(read_cards(hand)), read_cards(pli), "♦", rules)

    assert cards_of(found.cards) == tuple(sorted(read_cards(expected), key=lambda card: card.index))
    assert (found.rule, found.reason) == (rule, reason)


@pytest.mark.parametrize(
    ("contract", "pli", "place"),
    [
        ("♦", "9♣", 0),
        ("♦", "R♣ 10♣ A♣ 9♣", 2),
        ("♦", "7♣ A♠ A♥ 10♠", 0),
        ("♦", "A♣ 7♦ 10♣ 8♦", 3),
        ("♦", "A♣ 8♦ 7♦ 10♣", 1),
        ("♦", "A♦ 9♦ V♦ 10♦", 2),
        ("♦", "D♣ 8♦ A♣ R♣", 1),
        ("SA", "7♣ A♦ 8♣ V♦", 2),
        ("SA", "R♣ 10♣ A♣ 9♣", 2),
        ("TA", "A♣ V♦ 9♣ 10♣", 2),
        ("TA", "7♣ V♦ V♠ V♥", 0),
    ],
)
def test_bp2_bp10_who_holds_the_pli(contract: str, pli: str, place: int) -> None:
    """The highest trump holds, or else the highest card of the suit led; discards never do."""
    assert holder(read_cards(pli), contract) == place


@pytest.mark.parametrize("game", ["three", "bis", "comptoir", "lyonnaise"])
def test_v36_vk6_without_a_partner_the_card_two_before_binds_as_any_other(game: Any) -> None:
    """Games of other numbers have no partner unless the place of one is given: the player must trump."""
    hand, pli = mask_of(read_cards("7♥ A♦")), read_cards("A♠ 7♠")

    found = obligation(hand, pli, "♥", BeloteRules(game=game))

    assert (cards_of(found.cards), found.rule) == (read_cards("7♥"), "BP6")
    assert obligation(hand, pli, "♥", BeloteRules(game=game), partner_back=2).rule == "BP5"
    assert obligation(hand, pli[:1], "♥", BeloteRules(game=game)).rule == "BP6"


def test_bp12_an_unknown_contract_is_refused() -> None:
    """The rules of the play know six contracts."""
    with pytest.raises(ArgumentError, match="contract"):
        legal(read_cards("A♥"), read_cards("7♥"), "♥♥", DEFAULT)


#: The orders of a suit from its highest rank, written down once more for the slow judge.
TRUMP_ORDER = ["V", "9", "A", "10", "R", "D", "8", "7"]
PLAIN_ORDER = ["A", "10", "R", "D", "V", "9", "8", "7"]


def slow_holder(pli: Sequence[Card], contract: str) -> int:
    """Return the place of the card that holds, by comparing every card with the rules as they are written."""
    order = TRUMP_ORDER if contract == "TA" else PLAIN_ORDER
    trumps = [place for place, card in enumerate(pli) if card.suit == contract]
    if trumps:
        return min(trumps, key=lambda place: TRUMP_ORDER.index(pli[place].rank))
    return min(
        (place for place, card in enumerate(pli) if card.suit == pli[0].suit),
        key=lambda place: order.index(pli[place].rank),
    )


def slow_legal(hand: Sequence[Card], pli: Sequence[Card], contract: str, rules: BeloteRules) -> set[Card]:
    """Return the cards that may be laid, by the five steps of BP12 on plain sets of cards."""
    if not pli:
        return set(hand)
    place = slow_holder(pli, contract)
    best, led = pli[place], pli[0].suit
    follow = {card for card in hand if card.suit == led}
    trumps = {card for card in hand if card.suit == contract}

    def over(cards: set[Card]) -> set[Card]:
        return {card for card in cards if TRUMP_ORDER.index(card.rank) < TRUMP_ORDER.index(best.rank)}

    if follow:
        if contract == "TA" or (led == contract and contract in SUITS):
            return over(follow) or follow
        return follow
    if not trumps:
        return set(hand)
    partner_holds = place == len(pli) - 2
    if partner_holds and (best.suit != contract or rules.on_partners_trump == "free"):
        return set(hand)
    if partner_holds and rules.on_partners_trump == "over":
        return set(hand) - (trumps - over(trumps)) if over(trumps) else set(hand)
    if best.suit != contract:
        return trumps
    return over(trumps) or (trumps if rules.undertrump == "must" else set(hand))


@given(positions(), contracts, houses)
def test_bp12_legal_follows_the_steps_as_they_are_written(
    position: tuple[tuple[Card, ...], tuple[Card, ...]], contract: str, rules: BeloteRules
) -> None:
    """Masks and sets of cards lead to the same cards, in the order of the hand."""
    hand, pli = position

    found = legal(hand, pli, contract, rules)

    assert set(found) == slow_legal(hand, pli, contract, rules)
    assert list(found) == [card for card in hand if card in found]
    if pli:
        assert holder(pli, contract) == slow_holder(pli, contract)


@given(positions(), contracts, houses)
def test_bp12_there_is_always_a_card_to_lay(
    position: tuple[tuple[Card, ...], tuple[Card, ...]], contract: str, rules: BeloteRules
) -> None:
    """What may be laid is never empty and never outside of the hand."""
    hand, pli = position

    allowed = obligation(mask_of(hand), pli, contract, rules).cards

    assert allowed
    assert allowed & ~mask_of(hand) == 0


def mask_allowed(hand: Sequence[Card], pli: Sequence[Card], contract: str, rules: BeloteRules) -> int:
    """Return what ``legal_mask``, for searches, allows on a pli that is not empty."""
    place = holder(pli, contract)
    partner_holds = place == len(pli) - 2
    return legal_mask(mask_of(hand), pli[0].index, pli[place].index, partner_holds, tables(contract), rules)


@given(positions(), contracts, houses)
def test_bp12_both_ways_to_ask_have_one_answer(
    position: tuple[tuple[Card, ...], tuple[Card, ...]], contract: str, rules: BeloteRules
) -> None:
    """``legal_mask`` allows what ``obligation`` allows."""
    hand, pli = position
    if not pli:
        return

    assert mask_allowed(hand, pli, contract, rules) == obligation(mask_of(hand), pli, contract, rules).cards


@pytest.mark.parametrize("rules", HOUSES, ids=repr)
def test_bp12_both_ways_have_one_answer_in_every_example(rules: BeloteRules) -> None:
    """In each case of the tables above, under each pair of options."""
    cases = {(contract, pli, hand) for contract, pli, hand, *_ in OBLIGATIONS if pli}
    cases |= {("♦", pli, hand) for _, pli, hand, *_ in HOUSE_OBLIGATIONS}

    for contract, laid, held in cases:
        hand, pli = read_cards(held), read_cards(laid)
        allowed = obligation(mask_of(hand), pli, contract, rules).cards
        assert mask_allowed(hand, pli, contract, rules) == allowed == mask_of(slow_legal(hand, pli, contract, rules))


@given(positions(), contracts)
def test_bp7_bp9_options_only_loosen_or_bind(
    position: tuple[tuple[Card, ...], tuple[Card, ...]], contract: str
) -> None:
    """Free undertrumping allows no less, a binding trump of the partner no more than "over", and that than "free"."""
    hand, pli = position
    allowed = {
        (rules.undertrump, rules.on_partners_trump): obligation(mask_of(hand), pli, contract, rules).cards
        for rules in HOUSES
    }

    for on_partners_trump in ("free", "over", "trump"):
        assert allowed["must", on_partners_trump] & ~allowed["free", on_partners_trump] == 0
    assert allowed["must", "trump"] & ~allowed["must", "over"] == 0
    assert allowed["must", "over"] & ~allowed["must", "free"] == 0


def count_plays(hands: Sequence[int], turn: int, contract: str, rules: BeloteRules, depth: int = 32) -> int:
    """Return in how many ways the next *depth* cards may be laid, seat *turn* first, or all if there are fewer."""

    def count(hands: tuple[int, ...], turn: int, pli: tuple[Card, ...], depth: int) -> int:
        if len(pli) == 4:
            turn, pli = (turn + holder(pli, contract)) % 4, ()
        if not depth or not hands[turn]:
            return 1
        ways = 0
        for card in cards_of(obligation(hands[turn], pli, contract, rules).cards):
            rest = tuple(hand & ~card.bit if seat == turn else hand for seat, hand in enumerate(hands))
            ways += count(rest, (turn + 1) % 4, (*pli, card), depth - 1)
        return ways

    return count(tuple(hands), turn, (), depth)


def hands_of(*hands: str) -> list[int]:
    return [mask_of(read_cards(hand)) for hand in hands]


def test_bp10_counts_worked_out_by_hand() -> None:
    """The winner of a pli opens the next one."""
    # Seat 0 opens with either card. Seat 1 must trump with either; all others have one suit. Seat 1 takes the pli.
    assert count_plays(hands_of("A♣ 10♣", "7♦ 8♦", "7♠ 8♠", "7♥ 8♥"), 0, "♦", DEFAULT) == 16
    # SA: nobody follows, everybody is free, seat 0 keeps the lead: 2 · 2 · 2 · 2, then one card each.
    assert count_plays(hands_of("7♣ 8♣", "A♦ V♦", "A♠ V♠", "A♥ V♥"), 0, "SA", DEFAULT) == 16
    # TA: seat 1 must go up with the V; with the 7 led or the 8, seats 2 and 3 are free.
    assert count_plays(hands_of("8♣ D♣", "7♣ V♣", "A♠ V♠", "A♥ V♥"), 0, "TA", DEFAULT) == 8


@pytest.mark.parametrize(
    ("contract", "counts"),
    [("♣", "must/free"), ("♣", "free/free"), ("♣", "must/over"), ("♣", "must/trump"), ("SA", ""), ("TA", "")],
)
def test_bp12_the_slow_judge_counts_the_same_endgames(contract: str, counts: str) -> None:
    """An endgame with voids, trumps and sequences has as many plays by the steps of BP12 on sets of cards."""
    undertrump, on_partners_trump = counts.split("/") if counts else ("must", "free")
    rules = BeloteRules.from_dict({"undertrump": undertrump, "on_partners_trump": on_partners_trump})
    hands = ("9♣ D♣ A♦", "V♣ 7♦ R♥", "10♣ 8♥ 9♥", "A♣ 8♦ A♠")

    def count(hands: tuple[tuple[Card, ...], ...], turn: int, pli: tuple[Card, ...]) -> int:
        if len(pli) == 4:
            turn, pli = (turn + slow_holder(pli, contract)) % 4, ()
        if not hands[turn]:
            return 1
        ways = 0
        for card in slow_legal(hands[turn], pli, contract, rules):
            rest = tuple(tuple(other for other in hand if other is not card) for hand in hands)
            ways += count(rest, (turn + 1) % 4, (*pli, card))
        return ways

    assert count(tuple(map(read_cards, hands)), 0, ()) == count_plays(hands_of(*hands), 0, contract, rules)


#: Whole deals with the number of ways to lay 1, 2, … 7 cards; the slow judge gives the same numbers.
WHOLE_DEALS = [
    (
        "♠",
        (
            "V♣ 10♦ D♦ 8♥ 10♥ D♥ A♥ 8♠",
            "8♣ D♣ 8♦ R♦ A♦ V♥ 7♠ A♠",
            "7♣ 10♣ R♣ 7♦ V♦ 7♥ V♠ R♠",
            "9♣ A♣ 9♦ 9♥ R♥ 9♠ 10♠ D♠",
        ),
        [8, 16, 28, 40, 280, 507, 946],
    ),
    (
        "SA",
        (
            "9♣ V♣ 8♦ 9♦ D♦ 7♥ 10♥ A♠",
            "D♣ R♣ 7♦ V♦ A♦ R♥ 9♠ D♠",
            "8♣ 10♣ A♣ 10♦ 9♥ D♥ 8♠ 10♠",
            "7♣ R♦ 8♥ V♥ A♥ 7♠ V♠ R♠",
        ),
        [8, 15, 27, 45, 315, 788, 1574],
    ),
    (
        "TA",
        (
            "9♣ V♣ R♣ D♦ 8♥ A♥ 7♠ 8♠",
            "7♦ 10♦ A♦ V♥ R♥ 9♠ D♠ R♠",
            "7♣ 8♣ 10♣ R♦ 7♥ 9♥ 10♥ D♥",
            "D♣ A♣ 8♦ 9♦ V♦ 10♠ V♠ A♠",
        ),
        [8, 33, 110, 206, 1442, 3578, 10714],
    ),
]


@pytest.mark.parametrize(("contract", "hands", "counts"), WHOLE_DEALS, ids=[row[0] for row in WHOLE_DEALS])
def test_bp12_counts_of_whole_deals(contract: str, hands: tuple[str, ...], counts: list[int]) -> None:
    """The first plis of a deal can be played in as many ways as before, seat 1 opening."""
    found = [count_plays(hands_of(*hands), 1, contract, DEFAULT, depth) for depth in range(1, len(counts) + 1)]

    assert found == counts


@pytest.mark.parametrize(
    ("contract", "hands", "counts"),
    [
        ("♥", ("D♦ 7♥ 9♥ 9♠", "V♣ A♦ 10♥ D♥", "9♦ R♥ 10♠ A♠", "8♣ R♣ 8♥ V♥"), [1248, 984, 424, 1320, 1016, 560]),
        ("♦", ("9♣ 7♦ V♦ D♥", "7♣ 8♦ 10♥ V♥", "10♦ R♦ 9♥ 9♠", "V♣ A♦ 7♥ R♥"), [568, 552, 518, 610, 590, 566]),
    ],
)
def test_bp7_bp9_counts_tell_all_house_rules_apart(contract: str, hands: tuple[str, ...], counts: list[int]) -> None:
    """Endgames of four cards each, under every pair of options; the slow judge gives the same numbers."""
    found = [count_plays(hands_of(*hands), 0, contract, rules) for rules in HOUSES]

    assert found == counts
    assert len(set(counts)) == len(HOUSES)
