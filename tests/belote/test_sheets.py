"""The sheets of Belote de comptoir and of the lyonnaise (VK7 to VK13), with falls that were worked out by hand."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.sheets import bid_worth, die_of, first_sheets, next_in, settle


def comptoir(players: int = 3, **options: Any) -> BeloteRules:
    """Return house rules of Belote de comptoir."""
    return BeloteRules(game="comptoir", seats=players, **options)


def test_vk8_what_a_bid_is_worth() -> None:
    """1 up to 50, and one more for each 20 above; with the other scale always 1."""
    worth = [bid_worth(bid, comptoir()) for bid in (1, 50, 51, 70, 71, 90, 91, 110, 130, 131, 152)]

    assert worth == [1, 1, 2, 2, 3, 3, 4, 4, 5, 6, 7]
    assert {bid_worth(bid, comptoir(scale="one")) for bid in range(1, 153)} == {1}


@pytest.mark.parametrize(
    ("sheets", "taker", "bid", "points", "after", "left"),
    [
        ((6, 6, 6), 0, 45, 45, (5, 6, 6), ()),
        ((6, 6, 6), 0, 45, 44, (6, 5, 5), ()),
        ((6, 6, 6), 2, 80, 95, (6, 6, 3), ()),
        ((6, 3, 2), 0, 80, 20, (6, 0, 0), (1, 2)),
        ((6, 1, 2), 1, 80, 90, (6, 0, 2), (1,)),
        ((6, 0, 2), 2, 60, 10, (4, 0, 2), ()),
    ],
)
def test_vk9_vk10_who_falls(
    sheets: tuple[int, ...], taker: int, bid: int, points: int, after: tuple[int, ...], left: tuple[int, ...]
) -> None:
    """Whoever makes their bid falls alone, otherwise all others who are still in; no sheet falls below 0."""
    result = settle(sheets, taker, bid, points, 0, comptoir())

    assert (result.sheets, result.left, result.made) == (after, left, points >= bid)
    assert result.fell == tuple(before - now for before, now in zip(sheets, after, strict=True))


def test_vk11_the_last_one_left_has_lost() -> None:
    """The game is over once one player is left; nobody deals then."""
    both = settle((2, 6, 1), 1, 60, 3, 0, comptoir())
    alone = settle((0, 6, 1), 2, 20, 30, 1, comptoir())
    going_on = settle((6, 6, 1), 2, 20, 30, 1, comptoir())

    assert (both.over, both.loser, both.dealer) == (True, 1, None)
    assert (alone.over, alone.loser) == (True, 1)
    assert (going_on.over, going_on.left) == (False, (2,))


def test_vk12_a_sheet_as_a_die() -> None:
    """6 shows the 6; of 12 the first six points are the second round from the end; at 0 the die is taken away."""
    assert [die_of(sheet) for sheet in (6, 3, 1, 0)] == [(6, 1), (3, 1), (1, 1), None]
    assert [die_of(sheet) for sheet in (12, 9, 7)] == [(6, 2), (3, 2), (1, 2)]
    assert first_sheets(comptoir(4, sheet=12)) == (12, 12, 12, 12)
    with pytest.raises(ArgumentError, match=r"sheet 13: expected a number from 0 to 12 \(VK12\)"):
        die_of(13)


def test_vk13_the_next_dealer_is_still_in() -> None:
    """The next of those still in; with the option the winner of the deal, or the first after them."""
    winner = comptoir(4, next_dealer="winner")

    assert settle((6, 1, 6, 6), 1, 20, 30, 0, comptoir(4)).dealer == 2
    assert settle((6, 6, 6, 6), 2, 20, 30, 0, winner).dealer == 2
    assert settle((6, 6, 1, 6), 2, 20, 30, 0, winner).dealer == 3
    assert settle((6, 6, 6, 1), 2, 20, 10, 0, winner).dealer == 0
    assert next_in((6, 0, 0, 2), 0) == 3
    assert next_in((6, 4, 0, 2), 0, clockwise=True) == 3
    assert next_in((6, 4, 0, 0), 0, clockwise=True) == 1


@given(
    st.lists(st.integers(0, 6), min_size=2, max_size=6).filter(lambda sheets: sum(map(bool, sheets)) > 1),
    st.integers(1, 152),
    st.integers(0, 152),
    st.data(),
)
def test_vk11_somebody_is_always_left(sheets: list[int], bid: int, points: int, data: st.DataObject) -> None:
    """Never can all leave at once, and every deal that counts lets a sheet fall."""
    taker = data.draw(st.sampled_from([player for player, sheet in enumerate(sheets) if sheet]))

    result = settle(tuple(sheets), taker, bid, points, 0, comptoir(len(sheets)))

    assert any(result.sheets) and any(result.fell)
    assert result.over == (sum(map(bool, result.sheets)) == 1)
    assert result.over or result.sheets[result.dealer or 0] > 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"taker": 1}, r"taker 1: expected a player who is still in \(VK11\)"),
        ({"taker": 3}, r"taker 3: expected a number from 0 to 2 \(VK1\)"),
        ({"bid": 153}, r"bid 153: expected a number from 1 to 152 \(VK3\)"),
        ({"points": -1}, r"points -1: expected a number from 0 to 152 \(VK7\)"),
        ({"dealer": True}, r"dealer True"),
    ],
)
def test_vk_impossible_values_are_refused(change: dict[str, Any], message: str) -> None:
    """The error names the value, what was expected and the rule."""
    values = {"sheets": (6, 0, 6), "taker": 0, "bid": 60, "points": 60, "dealer": 0, **change}

    with pytest.raises(ArgumentError, match=message):
        settle(**values, rules=comptoir())
