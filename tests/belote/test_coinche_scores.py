"""What the teams score at coinche (VC19 to VC34), with sums that were worked out by hand. Pairs are takers, defence."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.cards import ALL_CARDS, PACK, mask_of, points_in
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.coinche import needs_points, score_coinche, score_coinche_renonce
from belettre_lexicon.games.belote.scoring.scores import DealResult
from belettre_lexicon.games.belote.scoring.totals import (
    DealTotals,
    count_plis,
    possible_points,
    proportional,
    rounded,
)


def coinche(**options: Any) -> BeloteRules:
    """Return house rules of coinche."""
    return BeloteRules(game="coinche", **options)


def scored(
    value: Any,
    takers: int,
    mult: int = 1,
    *,
    belote: tuple[int, int] = (0, 0),
    annonces: tuple[int, int] = (0, 0),
    won: int = 5,
    colour: Any = "♥",
    taker_plis: int | None = None,
    **options: Any,
) -> DealResult:
    """Return the score of a contract of team 0, whose plis have *takers* points; *won* are its plis."""
    rules = coinche(**options)
    whole = {"SA": 130, "TA": 258}.get(colour, 162) if rules.ta_values == "plain" else 162
    plis_won = None if won == 5 else (won, 8 - won)
    totals = DealTotals(0, (takers, whole - takers), plis_won, belote, annonces, colour)
    return score_coinche(totals, value, mult, rules, taker_plis=taker_plis)


@pytest.mark.parametrize(
    ("takers", "belote", "options", "outcome"),
    [
        (110, (0, 0), {}, "made"),
        (109, (0, 0), {}, "chute"),
        (90, (20, 0), {}, "made"),
        (90, (20, 0), {"make": "plis"}, "chute"),
        (90, (20, 0), {"make": "belote"}, "made"),
        (110, (0, 20), {"must_beat": True}, "made"),
    ],
)
def test_vc22_a_contract_is_made_with_the_points_that_were_bid(
    takers: int, belote: tuple[int, int], options: dict[str, Any], outcome: str
) -> None:
    """A contract of 110 needs 110 points, of those that the option *make* counts (VC23)."""
    assert scored(110, takers, belote=belote, **options).outcome == outcome


def test_vc22_equal_points_are_the_bidders() -> None:
    """80 is made with 81-81 or with fewer points than the defence, unless the table asks for more (must_beat)."""
    assert scored(80, 81).points == (161, 81)
    assert scored(80, 80).points == (160, 82)
    assert scored(80, 81, must_beat=True).points == (0, 240)
    assert scored(80, 81, must_beat=True).option == "must_beat"
    assert scored(80, 82, must_beat=True).points == (162, 80)
    # The defence's belote counts for it.
    assert scored(80, 84, belote=(0, 20), must_beat=True).points == (0, 260)


@pytest.mark.parametrize(
    ("value", "takers", "mult", "options", "points"),
    [
        (110, 121, 1, {}, (121 + 110, 41)),
        (110, 99, 1, {}, (0, 160 + 110)),
        (110, 99, 1, {"fall": 162}, (0, 162 + 110)),
        (110, 121, 2, {}, ((160 + 110) * 2, 0)),
        (110, 99, 2, {}, (0, (160 + 110) * 2)),
        (110, 99, 4, {}, (0, (160 + 110) * 4)),
        (110, 121, 3, {"surcoinche": 3}, ((160 + 110) * 3, 0)),
        (110, 121, 2, {"doubles": "bid"}, (160 + 110 * 2, 0)),
        (110, 99, 1, {"doubles": "bid"}, (0, 160 + 110)),
        (110, 121, 1, {"coinche_score": "bid"}, (110, 0)),
        (110, 99, 2, {"coinche_score": "bid"}, (0, 220)),
        (110, 121, 1, {"coinche_score": "made"}, (121, 41)),
        (110, 99, 1, {"coinche_score": "made"}, (0, 160)),
        (110, 99, 4, {"coinche_score": "made", "doubles": "bid"}, (0, 640)),
    ],
)
def test_vc27_vc29_vc30_what_is_written(
    value: int, takers: int, mult: int, options: dict[str, Any], points: tuple[int, int]
) -> None:
    """Points made and bid, the bid alone, or points made, for a contract made, missed, coinched and surcoinched."""
    result = scored(value, takers, mult, **options)

    assert result.points == points
    assert result.waiting == 0  # VC26
    assert result.won_by == (0 if takers >= value else 1)


def test_vc25_all_plis_without_having_bid_them() -> None:
    """The dix de der is 100, for the contract too; an option leaves it at 10. The defence's eight plis are a chute."""
    assert scored(140, 162, won=8).points == (252 + 140, 0)
    assert scored(200, 162, won=8, bid_max=250).points == (252 + 200, 0)
    assert scored(200, 162, won=8, bid_max=250, capot_unasked=False).points == (0, 160 + 200)
    assert scored(140, 162, won=8, capot_unasked=False).points == (162 + 140, 0)
    assert scored(90, 0, won=0).points == (0, 160 + 90)
    assert scored(140, 162, won=8).lines[0].rule == "VC25"


def test_vc24_a_capot_and_a_generale_are_made_with_all_plis() -> None:
    """Points do not matter: 162 points in seven plis miss a capot, and the partner's pli a générale."""
    assert scored("capot", 162, won=8).points == (500, 0)
    assert scored("capot", 162, won=7).points == (0, 500)
    assert scored("generale", 162, won=8, taker_plis=8, generale=True).points == (1000, 0)
    assert scored("generale", 162, won=8, taker_plis=7, generale=True).points == (0, 1000)
    assert scored("generale", 162, won=8, taker_plis=8, generale=True).rule == "VC24"
    with pytest.raises(ArgumentError, match=r"plis of the taker None: expected 0 to 8 \(VC24\)"):
        scored("generale", 162, won=8)


@pytest.mark.parametrize(
    ("value", "won", "mult", "options", "points"),
    [
        ("capot", 8, 1, {}, (500 + 20 + 50, 0)),
        ("capot", 8, 2, {}, (1000 + 20 + 50, 0)),
        ("capot", 6, 1, {}, (0, 500 + 20 + 50)),
        ("capot", 8, 1, {"capot_score": "bid"}, (252 + 250 + 20 + 50, 0)),
        ("capot", 6, 1, {"capot_score": "bid"}, (0, 160 + 250 + 20 + 50)),
        ("capot", 6, 2, {"capot_score": "bid"}, (0, (160 + 250) * 2 + 20 + 50)),
        ("capot", 8, 1, {"coinche_score": "bid"}, (250, 0)),
        ("capot", 8, 1, {"coinche_score": "made"}, (250 + 20 + 50, 0)),
        ("capot", 6, 4, {"coinche_score": "made"}, (0, 250 * 4 + 20 + 50)),
        ("generale", 6, 1, {"capot_score": "bid"}, (0, 160 + 500 + 20 + 50)),
        ("generale", 8, 1, {"coinche_score": "made"}, (500 + 20 + 50, 0)),
    ],
)
def test_vc28_the_scores_of_a_capot_that_was_bid(
    value: str, won: int, mult: int, options: dict[str, Any], points: tuple[int, int]
) -> None:
    """The takers' belote and the defence's annonces of 50 go to the winner of the deal, and are never multiplied."""
    takers = 162 if won == 8 else 120
    options = {"generale": True, **options}

    result = scored(value, takers, mult, belote=(20, 0), annonces=(0, 50), won=won, taker_plis=won, **options)

    assert result.points == points


@pytest.mark.parametrize(
    ("takers", "mult", "option", "points"),
    [
        (70, 1, "winner", (0, 160 + 100 + 20 + 40)),
        (70, 1, "own", (20, 160 + 100 + 40)),
        (120, 2, "winner", ((160 + 100) * 2 + 20 + 40, 0)),
        (120, 2, "own", ((160 + 100) * 2 + 20, 40)),
        (120, 1, "winner", (120 + 20 + 100, 42 + 40)),
    ],
)
def test_vc31_belotes_of_a_missed_or_doubled_contract(
    takers: int, mult: int, option: str, points: tuple[int, int]
) -> None:
    """All belotes go to the winner of the deal, or each team keeps its own; a plain made contract keeps them apart."""
    result = scored(100, takers, mult, belote=(20, 40), colour="TA", sa_ta=True, coinche_belote=option)

    assert result.points == points


def test_vc28_the_defence_has_a_line_for_its_0_of_a_capot_that_was_bid() -> None:
    """Each team has a line, so that the sheet explains both numbers."""
    result = scored("capot", 162, won=8)

    assert [(line.team, line.points, line.rule, line.kind) for line in result.lines] == [
        (0, 500, "VC28", "capot"),
        (1, 0, "VC28", "nothing"),
    ]


def test_vc32_a_made_contract_with_all_plis_takes_the_annonces() -> None:
    """The defence's annonces go to the takers, its belote stays; with BN13 a team without a pli keeps its annonces."""
    both: dict[str, Any] = {"belote": (0, 20), "annonces": (0, 50), "won": 8}

    assert scored(90, 162, **both).points == (252 + 90 + 50, 20)
    assert scored(90, 162, **both, capot_scores_annonces=True).points == (252 + 90, 20 + 50)
    assert scored(90, 162, **both, capot_scores_annonces=True).scored_plis == (True, False)
    assert scored(90, 0, annonces=(50, 0), won=0, make="plis").points == (0, 160 + 90 + 50)
    assert scored(90, 0, annonces=(50, 0), won=0, make="plis", capot_scores_annonces=True).points == (50, 160 + 90)


@pytest.mark.parametrize(
    ("takers", "rounding", "points"),
    [
        (95, "nearest", (100 + 90, 70)),
        (94, "nearest", (90 + 90, 70)),
        (96, "ten", (100 + 90, 70)),
        (95, "ten", (90 + 90, 70)),
        (96, "ten160", (100 + 90, 60)),
        (119, "five", (120 + 90, 40)),
        (88, "nearest", (0, 160 + 90)),
    ],
)
def test_vc33_points_are_rounded_after_the_contract_is_decided(
    takers: int, rounding: str, points: tuple[int, int]
) -> None:
    """Only the points of plis are rounded, never the bid; 88 does not make 90 though it is written 90."""
    assert scored(90, takers, rounding=rounding).points == points


def test_vc33_the_points_of_all_plis_are_written_as_the_ten_below() -> None:
    """162 is written 160, 252 is 250 and 258 is 250; without rounding they stay."""
    plain: dict[str, Any] = {"colour": "TA", "sa_ta": True, "ta_values": "plain"}

    assert scored(90, 60, rounding="nearest", fall=162).points == (0, 250)
    assert scored(90, 162, won=8, rounding="nearest").points == (250 + 90, 0)
    assert scored(90, 60, **plain).points == (0, 258 + 90)
    assert scored(90, 60, **plain, rounding="nearest").points == (0, 250 + 90)
    assert scored(90, 60, 2, **plain, rounding="ten").points == (0, (250 + 90) * 2)
    assert scored(90, 60, **plain, rounding="ten").exact == (0, 258 + 90)
    assert rounded((85, 77), "nearest") == (90, 80)


def test_vc27_all_plis_of_a_plain_colour_stand_for_160() -> None:
    """With plain values F is 130 at sans atout and 258 at tout atout, whatever the option *fall* says."""
    plain: dict[str, Any] = {"sa_ta": True, "ta_values": "plain", "fall": 162}

    assert scored(90, 80, colour="SA", **plain).points == (0, 130 + 90)
    assert scored(90, 90, colour="SA", **plain).points == (90 + 90, 40)
    assert scored(120, 258, colour="TA", won=8, **plain).points == (348 + 120, 0)


def test_vc19_proportional_points_become_152() -> None:
    """Plain cards are counted, then brought to 152; the takers' to the nearest whole, the defence has the rest."""
    rules = coinche(sa_ta=True, ta_values="proportional")

    assert proportional((50, 70), "SA", rules) == (63, 89)  # 63.3
    assert proportional((100, 148), "TA", rules) == (61, 91)  # 61.3
    assert proportional((80, 72), "♥", rules) == (80, 72)
    assert proportional((50, 70), "SA", coinche()) == (50, 70)
    for raw in range(121):
        one, other = proportional((raw, 120 - raw), "SA", rules), proportional((120 - raw, raw), "SA", rules)
        assert one == other[::-1]
    assert {0, 162, 10, 152} <= possible_points("TA", rules) <= set(range(163))


@given(st.permutations(range(32)), st.lists(st.integers(0, 1), min_size=8, max_size=8), st.sampled_from(["SA", "TA"]))
def test_vc19_counted_plis_have_162_points(order: list[int], winners: list[int], contract: str) -> None:
    """Whoever wins the plis, both teams together have 162, and each has points that are possible."""
    rules = coinche(sa_ta=True, ta_values="proportional")
    plis = [mask_of(PACK[index] for index in order[start : start + 4]) for start in range(0, 32, 4)]

    points, won = count_plis(zip(winners, plis, strict=True), contract, rules)

    assert sum(points) == 162 and sum(won) == 8
    assert set(points) <= possible_points(contract, rules)
    assert points_in(ALL_CARDS, contract, "proportional") in (120, 248)


@pytest.mark.parametrize(
    ("at_fault", "value", "mult", "options", "points"),
    [
        (0, 120, 1, {}, (0, 160 + 120 + 20)),
        (1, 120, 1, {}, (160 + 120 + 20, 0)),
        (0, 120, 2, {"coinche_belote": "own"}, (20, (160 + 120) * 2)),
        (1, "capot", 4, {}, (2000 + 20, 0)),
        (1, 120, 2, {"coinche_score": "bid"}, (240, 0)),
        (0, 120, 1, {"coinche_score": "made"}, (0, 160 + 20)),
    ],
)
def test_vc34_a_renonce_scores_as_a_missed_contract(
    at_fault: int, value: Any, mult: int, options: dict[str, Any], points: tuple[int, int]
) -> None:
    """The other team scores what the winner of a missed contract would, whichever team is at fault."""
    result = score_coinche_renonce(at_fault, 0, value, mult, coinche(**options), belote=(20, 0))

    assert (result.points, result.won_by, result.rule) == (points, 1 - at_fault, "VC34")


@given(
    st.integers(0, 162).filter(lambda points: points not in (1, 161)),
    st.sampled_from([80, 100, 160]),
    st.sampled_from([1, 2, 4]),
    st.sampled_from([(0, 0), (20, 0), (0, 20)]),
    st.sampled_from(["made+bid", "bid", "made"]),
    st.sampled_from(["exact", "nearest", "ten", "five"]),
)
def test_vc_both_teams_score_the_same_as_takers(
    takers: int, value: int, mult: int, belote: tuple[int, int], style: str, rounding: str
) -> None:
    """Exchanging the teams exchanges the scores, and every number has a rule; a loser has nothing but a belote."""
    rules = coinche(coinche_score=style, rounding=rounding)
    result = score_coinche(DealTotals(0, (takers, 162 - takers), None, belote), value, mult, rules)
    turned = score_coinche(DealTotals(1, (162 - takers, takers), None, belote[::-1]), value, mult, rules)

    assert turned.points == result.points[::-1]
    assert turned.exact == result.exact[::-1]
    assert all(line.rule for line in result.lines)
    if mult > 1 or result.outcome == "chute":
        assert result.points[1 - (result.won_by or 0)] == 0


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"value": 0}, r"bid 0: expected a number of points, 'capot' or 'generale' \(VC5\)"),
        ({"value": "tout"}, r"bid 'tout'"),
        ({"mult": 5}, r"factor 5: expected 1, 2, or 3 or 4 after a surcoinche \(VC14\)"),
        ({"takers": 100, "colour": "SA", "ta_values": "plain", "sa_ta": True, "whole": 162}, "expected 130 together"),
    ],
)
def test_vc_impossible_values_are_refused(change: dict[str, Any], message: str) -> None:
    """The error names the value, what was expected and the rule."""
    asked: dict[str, Any] = {"value": 100, "mult": 1, "takers": 100, "colour": "♥", **change}
    rules = coinche(**{name: asked[name] for name in ("ta_values", "sa_ta") if name in asked})
    totals = DealTotals(0, (asked["takers"], 62), None, contract=asked["colour"])

    with pytest.raises(ArgumentError, match=message):
        score_coinche(totals, asked["value"], asked["mult"], rules)


#: A score, its rule and option, and its lines: team, points, rule, option, kind.
REASONS: list[tuple[DealResult, tuple[str, str | None], list[tuple[Any, ...]]]] = [
    (
        scored(100, 110, belote=(20, 0), annonces=(50, 0)),
        ("VC22", None),
        [
            (0, 110, "VC27", None, "plis"),
            (1, 52, "VC27", None, "plis"),
            (0, 100, "VC27", None, "bid"),
            (0, 20, "VC20", None, "belote"),
            (0, 50, "VC21", None, "annonces"),
        ],
    ),
    (
        scored(100, 106, rounding="ten"),
        ("VC22", None),
        [
            (0, 110, "VC27", "rounding", "plis"),
            (1, 60, "VC27", "rounding", "plis"),
            (0, 100, "VC27", None, "bid"),
        ],
    ),
    (
        scored(100, 162, won=8, annonces=(0, 20)),
        ("VC22", None),
        [
            (0, 252, "VC25", None, "capot"),
            (1, 0, "VC27", None, "plis"),
            (0, 100, "VC27", None, "bid"),
            (0, 20, "VC32", None, "annonces_taken"),
        ],
    ),
    (
        scored(100, 162, won=8, rounding="ten"),
        ("VC22", None),
        [
            (0, 250, "VC25", "rounding", "capot"),
            (1, 0, "VC27", "rounding", "plis"),
            (0, 100, "VC27", None, "bid"),
        ],
    ),
    (
        scored(100, 60, belote=(20, 0), annonces=(0, 50)),
        ("VC22", None),
        [
            (1, 160, "VC27", None, "chute"),
            (1, 100, "VC27", None, "bid"),
            (0, 0, "VC27", None, "nothing"),
            (1, 20, "VC31", None, "belote_taken"),
            (1, 50, "VC31", None, "annonces"),
        ],
    ),
    (
        scored(100, 60, belote=(20, 40), annonces=(50, 0), colour="TA", coinche_belote="own", fall=162, make="plis"),
        ("VC23", "make"),
        [
            (1, 162, "VC27", "fall", "chute"),
            (1, 100, "VC27", None, "bid"),
            (0, 0, "VC27", None, "nothing"),
            (1, 40, "VC31", None, "belote"),
            (0, 20, "VC31", "coinche_belote", "belote"),
            (1, 50, "VC31", None, "annonces_taken"),
        ],
    ),
    (
        scored(100, 60, rounding="ten", fall=162),
        ("VC22", None),
        [(1, 160, "VC27", "rounding", "chute"), (1, 100, "VC27", None, "bid"), (0, 0, "VC27", None, "nothing")],
    ),
    (
        scored(100, 110, 2, doubles="bid"),
        ("VC22", None),
        [(0, 160, "VC27", "doubles", "doubled"), (0, 200, "VC27", None, "bid"), (1, 0, "VC27", None, "nothing")],
    ),
    (
        scored(100, 60, doubles="bid"),
        ("VC22", None),
        [(1, 160, "VC27", None, "chute"), (1, 100, "VC27", None, "bid"), (0, 0, "VC27", None, "nothing")],
    ),
    (
        scored(90, 60, 2, colour="TA", sa_ta=True, ta_values="plain"),
        ("VC22", None),
        [(1, 516, "VC27", "ta_values", "chute"), (1, 180, "VC27", None, "bid"), (0, 0, "VC27", None, "nothing")],
    ),
    (
        scored(100, 60, coinche_score="bid"),
        ("VC22", None),
        [(1, 100, "VC29", "coinche_score", "bid"), (0, 0, "VC29", "coinche_score", "nothing")],
    ),
    (
        scored(100, 60, coinche_score="made"),
        ("VC22", None),
        [(1, 160, "VC30", "coinche_score", "chute"), (0, 0, "VC30", None, "nothing")],
    ),
    (
        scored(100, 110, coinche_score="made"),
        ("VC22", None),
        [(0, 110, "VC30", "coinche_score", "plis"), (1, 52, "VC30", "coinche_score", "plis")],
    ),
    (
        scored("capot", 162, won=8, coinche_score="made"),
        ("VC24", None),
        [(0, 250, "VC30", "coinche_score", "capot"), (1, 0, "VC30", None, "nothing")],
    ),
    (
        scored("capot", 100, coinche_score="made"),
        ("VC24", None),
        [(1, 250, "VC30", "coinche_score", "capot"), (0, 0, "VC30", None, "nothing")],
    ),
    (
        scored("generale", 162, 2, won=8, taker_plis=8),
        ("VC24", None),
        [(0, 2000, "VC28", None, "generale"), (1, 0, "VC28", None, "nothing")],
    ),
    (
        scored("capot", 162, won=8, capot_score="bid"),
        ("VC24", None),
        [
            (0, 252, "VC28", "capot_score", "capot"),
            (0, 250, "VC28", "capot_score", "bid"),
            (1, 0, "VC28", None, "nothing"),
        ],
    ),
    (
        scored("capot", 100, capot_score="bid"),
        ("VC24", None),
        [
            (1, 160, "VC27", None, "chute"),
            (1, 250, "VC28", "capot_score", "bid"),
            (0, 0, "VC27", None, "nothing"),
        ],
    ),
    (
        scored(100, 90, belote=(20, 0), make="plis"),
        ("VC23", "make"),
        [
            (1, 160, "VC27", None, "chute"),
            (1, 100, "VC27", None, "bid"),
            (0, 0, "VC27", None, "nothing"),
            (1, 20, "VC31", None, "belote_taken"),
        ],
    ),
]


@pytest.mark.parametrize(("result", "proof", "lines"), REASONS)
def test_vc_every_number_has_its_rule_and_option(
    result: DealResult, proof: tuple[str, str | None], lines: list[tuple[Any, ...]]
) -> None:
    """The rule of the outcome, and of each number, and the option that changed it."""
    found = [(line.team, line.points, line.rule, line.option, line.kind) for line in result.lines]

    assert found == lines
    assert (result.rule, result.option) == proof


def test_vc22_what_was_compared() -> None:
    """The totals that make the contract, by team; nothing is compared for a capot, or where nobody counted."""
    rules = coinche()

    assert scored(100, 90, belote=(20, 0), annonces=(0, 50)).compared == (110, 122)
    assert scored(100, 90, belote=(20, 0), annonces=(0, 50), make="belote").compared == (110, 72)
    assert scored(100, 162, won=8).compared == (252, 0)
    assert scored("capot", 100).compared is None
    unknown = score_coinche(DealTotals(1, (0, 0)), 100, 2, rules, made=True)
    assert (unknown.compared, unknown.rule, unknown.points) == (None, "VC22", (0, 520))
    assert score_coinche(DealTotals(1, (0, 0)), "capot", 1, rules, made=False).rule == "VC24"
    assert score_coinche(DealTotals(1, (0, 0)), 100, 1, rules, made=False).points == (260, 0)


@pytest.mark.parametrize(
    ("value", "mult", "options", "needed"),
    [
        (100, 1, {}, True),
        (100, 1, {"coinche_score": "made"}, True),
        (100, 1, {"coinche_score": "bid"}, False),
        (100, 2, {}, False),
        ("capot", 1, {}, False),
    ],
)
def test_vc27_a_contract_that_was_made_may_need_its_points(
    value: Any, mult: int, options: dict[str, Any], needed: bool
) -> None:
    """Only a plain made contract whose points are written."""
    assert needs_points(value, mult, coinche(**options)) is needed
    if needed:
        with pytest.raises(ArgumentError, match=r"points of the plis: missing.*\(VC27\)"):
            score_coinche(DealTotals(0, (0, 0)), value, mult, coinche(**options), made=True)
