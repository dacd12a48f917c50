"""BS1, BS2 and BV3: what plis count, which points a team can have, and totals that no deal can give."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.cards import ALL_CARDS, CONTRACTS, PACK, cards_of, mask_of, points_in
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.scores import score
from belettre_lexicon.games.belote.scoring.totals import DealTotals, count_plis, possible_points, whole_deal

DEFAULT = BeloteRules()

ta_values = st.sampled_from([DEFAULT, BeloteRules(ta_values="plain")])


def test_bs1_bs2_plis_are_counted() -> None:
    """The points of the cards, and ten for the last pli."""
    suits = [mask_of(PACK[first : first + 8]) for first in range(0, 32, 8)]
    halves = [mask for suit in suits for mask in (mask_of(cards_of(suit)[:4]), mask_of(cards_of(suit)[4:]))]

    points, won = count_plis([(place % 2, half) for place, half in enumerate(halves)], "♣", DEFAULT)

    # Trumps: 7 8 9 10 are 24, V D R A are 38. Each plain suit: 10 and 20.
    assert points == (24 + 3 * 10, 38 + 3 * 20 + 10)
    assert won == (4, 4)
    assert count_plis([(1, half) for half in halves], "♣", DEFAULT) == ((0, 162), (0, 8))


@given(
    st.permutations(PACK), st.lists(st.integers(0, 1), min_size=8, max_size=8), st.sampled_from(CONTRACTS), ta_values
)
def test_bs2_however_the_plis_fall_the_sum_is_that_of_the_deal(
    cards: list[Any], winners: list[int], contract: Any, rules: BeloteRules
) -> None:
    """152 in cards, 162 with the dix de der, and the points of each team are possible."""
    plis = [mask_of(cards[first : first + 4]) for first in range(0, 32, 4)]

    points, won = count_plis(zip(winners, plis, strict=True), contract, rules)

    assert sum(points) == whole_deal(contract, rules) == points_in(ALL_CARDS, contract, rules.ta_values) + 10
    assert won == (winners.count(0), winners.count(1))
    assert set(points) <= possible_points(contract, rules)
    result = score(DealTotals(0, points, won, contract=contract), rules)
    assert (result.rule == "BS7") is (8 in won)


def test_bs1_points_that_no_deal_can_have() -> None:
    """1 and 161 at a suit; at tout atout and sans atout other ones."""
    assert possible_points("♠", DEFAULT) == set(range(163)) - {1, 161}
    for contract in ("SA", "TA"):
        for rules in (DEFAULT, BeloteRules(ta_values="plain")):
            whole = whole_deal(contract, rules)
            possible = possible_points(contract, rules)
            assert {0, whole} <= possible
            assert {whole - points for points in possible} == possible
            assert 1 not in possible


#: How an error names each value of ``DealTotals``, and its rule.
NAMES = {
    "taker": ("team", ""),
    "plis": ("points of the plis", "BS1"),
    "plis_won": ("plis won", "BP10"),
    "belote": ("belote", "BB1"),
    "annonces": ("annonces", "BN2"),
    "contract": ("contract", ""),
    "waiting": ("waiting points", "BS6"),
    "exact_waiting": ("exact waiting points", "BE5"),
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("taker", 2),
        ("taker", True),
        ("taker", "N+S"),
        ("plis", (81, -81)),
        ("plis", (81,)),
        ("plis", 81),
        ("plis", (81.0, 81.0)),
        ("plis", (259, 0)),
        ("plis_won", (4, 5)),
        ("plis_won", (9, -1)),
        ("belote", (20, 20)),
        ("belote", (10, 0)),
        ("belote", (40, 0)),
        ("annonces", (0, -20)),
        ("annonces", (25, 0)),
        ("annonces", (2010, 0)),
        ("annonces", None),
        ("contract", "♥♥"),
        ("contract", ["♥"]),
        ("waiting", -1),
        ("waiting", "81"),
        ("exact_waiting", -1),
    ],
)
def test_bs_impossible_totals_are_refused(name: str, value: Any) -> None:
    """Bad input raises ArgumentError with the value and what was expected."""
    values: dict[str, Any] = {"taker": 0, "plis": (81, 81), name: value}
    called, rule = NAMES[name]

    with pytest.raises(ArgumentError, match=rf"^{called} .*expected.*{rule}"):
        DealTotals(**values)


def test_bs1_points_without_a_pli_are_refused() -> None:
    """A team that won no pli has no points."""
    with pytest.raises(ArgumentError, match="expected none without a pli"):
        DealTotals(0, (81, 81), (8, 0))
    assert DealTotals(0, (162, 0), (7, 1)).capot is None


def test_bs2_points_that_do_not_make_162_are_refused() -> None:
    """The sum is asked for by the contract and the option ta_values."""
    for points in ((81, 80), (0, 0), (162, 90)):
        with pytest.raises(ArgumentError, match="162"):
            score(DealTotals(0, points), DEFAULT)
    with pytest.raises(ArgumentError, match="258"):
        score(DealTotals(0, (81, 81), contract="TA"), BeloteRules(ta_values="plain"))


def test_bv2_there_is_no_belote_at_sans_atout() -> None:
    """And at most four at tout atout."""
    with pytest.raises(ArgumentError, match="BV2"):
        DealTotals(0, (81, 81), belote=(20, 0), contract="SA")
    with pytest.raises(ArgumentError, match="BV3"):
        DealTotals(0, (81, 81), belote=(60, 40), contract="TA")


def test_bp10_plis_that_are_not_eight_are_refused() -> None:
    """All cards of the pack, four in each pli."""
    plis = [(0, mask_of(PACK[first : first + 4])) for first in range(0, 32, 4)]
    for wrong in (plis[:7], [*plis, plis[0]], [*plis[:7], plis[0]], [(0, 15), (1, ALL_CARDS & ~15)], []):
        with pytest.raises(ArgumentError, match="BP10"):
            count_plis(wrong, "♥", DEFAULT)


def test_br6_annonces_were_said_if_some_count_unless_told() -> None:
    """Annonces that do not count may have been said."""
    assert not DealTotals(0, (81, 81)).annonces_said
    assert DealTotals(0, (81, 81), annonces=(0, 20)).annonces_said
    assert DealTotals(0, (81, 81), annonces_said=True).annonces_said


def test_be5_exact_waiting_points_are_the_waiting_points_unless_told() -> None:
    """Without rounding they are the same."""
    assert DealTotals(0, (81, 81), waiting=80).exact_waiting == 80
    assert DealTotals(0, (81, 81), waiting=80, exact_waiting=81).exact_waiting == 81


def test_bv3_tout_atout_has_up_to_four_belotes() -> None:
    """80 points together."""
    assert DealTotals(0, (81, 81), belote=(60, 20), contract="TA").belote == (60, 20)


@pytest.mark.parametrize("contract", CONTRACTS)
@pytest.mark.parametrize("rules", [DEFAULT, BeloteRules(ta_values="plain")], ids=repr)
def test_bs2_the_whole_deal_is_the_points_of_all_cards_and_the_dix_de_der(contract: str, rules: BeloteRules) -> None:
    """At every contract, with both scales of values; an unknown contract is refused."""
    assert whole_deal(contract, rules) == points_in(ALL_CARDS, contract, rules.ta_values) + 10
    with pytest.raises(ArgumentError, match="contract"):
        whole_deal("♥♥", rules)


def test_numbers_out_of_bounds_are_named_with_their_bounds() -> None:
    """The largest number of each kind is accepted, the next one refused; steps are named only where there are any."""
    DealTotals(0, (162, 0), waiting=1_000_000)
    DealTotals(0, (162, 0), annonces=(2000, 0))

    wrong: dict[str, Any]
    for wrong, message in (
        ({"waiting": 1_000_001}, r"waiting points 1000001: expected a number from 0 to 1000000 \(BS6\)"),
        ({"annonces": (2010, 0)}, r"annonces 2010: expected a number from 0 to 2000, a multiple of 10 \(BN2\)"),
        ({"annonces": (25, 0)}, r"annonces 25: expected a number from 0 to 2000, a multiple of 10 \(BN2\)"),
    ):
        with pytest.raises(ArgumentError, match=message):
            DealTotals(0, (162, 0), **wrong)


@pytest.mark.parametrize(("contract", "whole"), [("SA", 120), ("TA", 248)])
def test_vc19_possible_proportional_points_are_those_of_whole_plis(contract: Any, whole: int) -> None:
    """Every sum of the plain points of whole plis, made proportional, with the dix de der if the last pli is there."""
    rules = BeloteRules(game="coinche", sa_ta=True, ta_values="proportional")
    reached = {(0, 0)}
    for card in PACK:
        points = points_in(card.bit, contract, "plain")
        reached |= {(number + 1, total + points) for number, total in reached}
    expected = set()
    for number, total in reached:
        if number % 4 == 0:
            own = int(total * 152 / whole + 0.5)
            expected |= {own} if number < 32 else set()
            expected |= {own + 10} if number else set()

    assert possible_points(contract, rules) == expected
