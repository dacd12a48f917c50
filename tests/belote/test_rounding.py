"""BR1 to BR4: how the points of the plis are rounded when they are written down."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.rules import OPTION_OF
from belettre_lexicon.games.belote.scoring.totals import ROUNDING_RULES, rounded, rounded_alone


@given(st.integers(0, 162))
def test_br2_br3_br4_sums_of_rounded_points(points: int) -> None:
    """By tens they make 160, or 170 if both end in 6; the other two ways always make 160."""
    pair = points, 162 - points

    assert sum(rounded(pair, "exact")) == 162
    assert sum(rounded(pair, "ten")) == (170 if points % 10 == 6 else 160)
    assert sum(rounded(pair, "ten160")) == sum(rounded(pair, "five")) == 160
    for rounding, step in (("ten", 10), ("ten160", 10), ("five", 5)):
        assert all(written % step == 0 for written in rounded(pair, rounding))
        assert all(abs(written - exact) <= 6 for written, exact in zip(rounded(pair, rounding), pair, strict=True))
        assert rounded(pair[::-1], rounding) == rounded(pair, rounding)[::-1]


@pytest.mark.parametrize(
    ("rounding", "points", "written"),
    [
        ("ten", (75, 87), (70, 90)),
        ("ten", (126, 36), (130, 40)),
        ("ten", (5, 157), (0, 160)),
        ("ten160", (126, 36), (130, 30)),
        ("ten160", (36, 126), (30, 130)),
        ("ten160", (6, 156), (0, 160)),
        ("ten160", (125, 37), (120, 40)),
        ("five", (126, 36), (125, 35)),
        ("five", (4, 158), (5, 155)),
        ("five", (3, 159), (0, 160)),
        ("five", (162, 0), (160, 0)),
        ("exact", (75, 87), (75, 87)),
    ],
)
def test_br2_br3_br4_examples(rounding: str, points: tuple[int, int], written: tuple[int, int]) -> None:
    """The two last digits that are special: 5 goes down, and 6 with 6."""
    assert rounded(points, rounding) == written


def test_br1_chute_and_capot_alone() -> None:
    """The points of a whole deal are rounded by themselves."""
    for rounding in ("ten", "ten160", "five"):
        assert [rounded_alone(points, rounding) for points in (162, 252, 160, 250, 0)] == [160, 250, 160, 250, 0]
    assert [rounded_alone(points, "exact") for points in (162, 252)] == [162, 252]


@pytest.mark.parametrize("values", [((1, 2), "twenty"), ((-1, 163), "ten"), ((1.5, 2), "ten")])
def test_br_bad_input_is_refused(values: tuple[Any, str]) -> None:
    """Unknown ways of rounding and points that are no numbers raise ArgumentError."""
    with pytest.raises(ArgumentError, match="expected"):
        rounded(*values)


def test_br_every_way_of_rounding_has_its_rule() -> None:
    """The values of the option, in order."""
    assert tuple(ROUNDING_RULES) == OPTION_OF["rounding"].values
    assert list(ROUNDING_RULES.values()) == ["BR1", "BR2", "BR3", "BR4", "VC33"]
