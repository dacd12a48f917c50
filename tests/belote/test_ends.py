"""BE: when a partie is over, and who has won it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.ends import end_of_totals, partie_end, partie_winner
from belettre_lexicon.games.belote.scoring.scores import DealResult, score
from belettre_lexicon.games.belote.scoring.totals import DealTotals

DEFAULT = BeloteRules()


def dealt(points: int, belote: tuple[int, int] = (0, 0), taker: int = 0, **options: Any) -> DealResult:
    """Return the result of a deal whose takers have these points of plis; -1 means that they won no pli, 252 all."""
    takers = {-1: 0, 252: 162}.get(points, points)
    plis_won = {-1: (0, 8), 252: (8, 0)}.get(points)
    pair = (takers, 162 - takers) if taker == 0 else (162 - takers, takers)
    won = plis_won if taker == 0 or plis_won is None else plis_won[::-1]
    annonces = options.pop("annonces", (0, 0))
    return score(DealTotals(taker, pair, won, belote, annonces), BeloteRules(**options))


def ended(before: tuple[int, int], result: DealResult | None, deals: int = 0, **options: Any) -> tuple[Any, str, str]:
    """Return the winner, the rule and the reason."""
    end = partie_end(before, result, BeloteRules(**options), deals=deals)
    assert partie_winner(before, result, BeloteRules(**options), deals=deals) == end.winner
    return end.winner, end.rule, end.reason


@pytest.mark.parametrize(
    ("before", "points", "expected"),
    [
        ((900, 900), 99, (None, "BE1", "short")),
        ((900, 900), 100, (0, "BE2", "target")),
        ((900, 900), 61, (1, "BE2", "target")),
        ((980, 937), 99, (0, "BE2", "higher")),
        ((920, 990), 99, (1, "BE2", "higher")),
        ((920, 956), 99, (None, "BE3", "equal")),
    ],
)
def test_be1_be2_be3_the_target(before: tuple[int, int], points: int, expected: tuple[Any, str, str]) -> None:
    """A team at the target has won; both over, the higher; equal, another deal."""
    assert ended(before, dealt(points)) == expected


def test_be1_the_target_is_an_option() -> None:
    """1001 is not reached by 1000."""
    assert ended((900, 0), dealt(100), target=1001)[0] is None
    assert ended((901, 0), dealt(100), target=1001)[0] == 0
    assert ended((0, 0), dealt(100), target=100)[0] == 0


def test_be1_a_number_of_deals_by_the_option() -> None:
    """The higher total wins after that number, whatever the target; equal totals bring another deal."""
    for number, before, expected in (
        (11, (2000, 0), (None, "BE1", "deals_left")),
        (12, (300, 0), (0, "BE1", "deals")),
        (12, (0, 100), (1, "BE1", "deals")),
        (12, (0, 38), (None, "BE3", "equal")),
        (13, (10, 38), (0, "BE1", "deals")),
    ):
        end = partie_end(before, dealt(100), BeloteRules(deals=12), deals=number)
        assert (end.winner, end.rule, end.reason, end.option) == (*expected, "deals")


def test_be1_a_deal_that_nobody_took_ends_a_partie_by_number_alone() -> None:
    """It changes no totals, but it is one of the deals."""
    assert ended((990, 100), None) == (None, "BE1", "short")
    assert ended((1010, 100), None) == (None, "BE4", "belote_alone")
    assert ended((1010, 1010), None) == (None, "BE3", "equal")
    assert partie_winner((500, 100), None, BeloteRules(deals=12), deals=12) == 0


def test_be2_the_winner_of_the_last_deal_by_the_option() -> None:
    """It wins with the lower total; in litige nobody won the deal, and the higher total decides."""
    last: dict[str, Any] = {"both_over": "last_deal"}

    assert ended((990, 930), dealt(90), **last) == (0, "BE2", "last_deal")
    assert ended((930, 990), dealt(90), **last) == (0, "BE2", "last_deal")
    assert ended((930, 990), dealt(90)) == (1, "BE2", "higher")
    assert ended((930, 900), dealt(90), **last) == (0, "BE2", "target")
    assert end_of_totals((1100, 1050), (True, True), None, BeloteRules(**last)).reason == "higher"
    assert partie_end((990, 930), dealt(90), BeloteRules(**last)).option == "both_over"
    assert partie_end((990, 930), dealt(90), DEFAULT).option is None


@pytest.mark.parametrize("points", [60, -1, 71])
def test_be4_nobody_wins_by_a_belote_alone(points: int) -> None:
    """A team that fell, won no pli or is in litige, and scores its belote, does not end the partie."""
    assert ended((985, 100), dealt(points, (20, 0))) == (None, "BE4", "belote_alone")


def test_be4_a_capot_team_of_the_defence_does_not_win_either() -> None:
    """Its belote is all that it scores."""
    assert ended((100, 990), dealt(252, (0, 20))) == (None, "BE4", "belote_alone")


def test_be4_the_other_team_may_win_with_that_deal() -> None:
    """Even with a lower or an equal total: the belote alone cannot win."""
    fallen = dealt(60, (20, 0))

    assert ended((985, 850), fallen) == (1, "BE2", "target")
    assert ended((999, 838), fallen) == (1, "BE2", "target")
    assert ended((980, 838), fallen) == (1, "BE2", "target")
    assert ended((985, 850), fallen, both_over="last_deal") == (1, "BE2", "target")


def test_be4_a_later_deal_with_points_of_plis_wins() -> None:
    """A team over the target by a belote wins once it scores points of plis, and not before."""
    assert ended((1005, 800), dealt(90)) == (0, "BE2", "target")
    assert ended((1005, 800), dealt(30, taker=1)) == (0, "BE2", "target")
    assert ended((1005, 800), dealt(60)) == (None, "BE4", "belote_alone")
    assert ended((1005, 800), dealt(60, (20, 0))) == (None, "BE4", "belote_alone")
    assert ended((1005, 860), dealt(60)) == (1, "BE2", "target")
    assert ended((1005, 962), dealt(90)) == (0, "BE2", "higher")


def test_be4_points_of_plis_beside_the_belote_do_win() -> None:
    """A belote that carries a team over the target together with its plis is no belote alone."""
    assert ended((900, 100), dealt(90, (20, 0))) == (0, "BE2", "target")
    assert ended((100, 917), dealt(100, (0, 20))) == (None, "BE1", "short")
    assert ended((100, 918), dealt(100, (0, 20))) == (1, "BE2", "target")


def test_be4_a_pli_without_points_does_not_win() -> None:
    """A defence with plis of 0 points scores its belote alone."""
    assert ended((100, 990), dealt(162, (0, 20))) == (None, "BE4", "belote_alone")


def test_be4_holds_for_points_not_for_a_number_of_deals() -> None:
    """After the agreed number of deals all points count."""
    assert partie_winner((985, 842), dealt(60, (20, 0)), BeloteRules(deals=12), deals=12) == 0
    assert partie_winner((985, 841), dealt(60, (20, 0)), BeloteRules(deals=12), deals=12) == 0


def test_bn13_nobody_wins_by_the_annonces_of_a_capot() -> None:
    """They are scored by the option, but do not end the partie; another deal does."""
    options: dict[str, Any] = {"capot_scores_annonces": True}
    result = dealt(252, annonces=(0, 100), **options)

    assert result.points == (252, 100)
    assert ended((100, 950), result, **options) == (None, "BE4", "belote_alone")
    assert ended((800, 950), result, **options) == (0, "BE2", "target")


def test_be5_exact_totals_decide_by_the_option() -> None:
    """They stand in place of the written ones where scores are rounded."""
    options: dict[str, Any] = {"rounding": "ten", "target": 1000}
    result = dealt(87, rounding="ten")
    assert (result.points, result.exact) == ((90, 70), (87, 75))

    written = partie_end((910, 930), result, BeloteRules(**options), exact_before=(915, 926))
    exact = partie_end((910, 930), result, BeloteRules(exact_end=True, **options), exact_before=(915, 926))

    assert (written.winner, written.reason, written.totals) == (None, "equal", (1000, 1000))
    assert (exact.winner, exact.reason, exact.totals) == (0, "higher", (1002, 1001))
    assert partie_end((910, 930), result, BeloteRules(exact_end=True, **options)).totals == (997, 1005)


def test_be5_means_nothing_where_scores_are_exact() -> None:
    """The written totals are the exact ones."""
    end = partie_end((900, 0), dealt(100), BeloteRules(exact_end=True), exact_before=(0, 0))

    assert (end.winner, end.totals) == (0, (1000, 62))


@given(
    st.tuples(st.integers(0, 1200), st.integers(0, 1200)),
    st.tuples(st.booleans(), st.booleans()),
    st.sampled_from([None, 0, 1]),
    st.sampled_from([DEFAULT, BeloteRules(both_over="last_deal"), BeloteRules(deals=3), BeloteRules(target=500)]),
    st.integers(0, 6),
)
def test_be_ends_are_the_same_for_both_teams(
    totals: tuple[int, int], scored: tuple[bool, bool], won_by: int | None, rules: BeloteRules, deals: int
) -> None:
    """Exchanging the teams exchanges the winner, and a winner by points has the target."""
    end = end_of_totals(totals, scored, won_by, rules, deals=deals)
    other = None if won_by is None else 1 - won_by
    turned = end_of_totals(totals[::-1], scored[::-1], other, rules, deals=deals)

    assert turned.winner == (None if end.winner is None else 1 - end.winner)
    assert (turned.rule, turned.reason) == (end.rule, end.reason)
    if end.winner is not None and rules.deals is None:
        assert totals[end.winner] >= rules.target
        assert scored[end.winner]
    assert repr(end).startswith(f"PartieEnd({end.winner}, ")


def test_be1_without_a_number_of_deals_none_was_dealt() -> None:
    """A table that plays a number of deals goes on until it is told that so many were dealt."""
    made = score(DealTotals(0, plis=(100, 62)), BeloteRules())

    assert partie_end((0, 0), made, BeloteRules(deals=1)).reason == "deals_left"
    assert partie_end((0, 0), made, BeloteRules(deals=1), deals=1).reason == "deals"


def test_ve4_the_winner_of_the_deal_may_be_one_side() -> None:
    """One side is the same as a tuple of it."""
    rules = BeloteRules(game="coinche", both_over="last_deal")

    for won_by in (0, (0,)):
        assert end_of_totals((1000, 1200), (True, True), won_by, rules).winner == 0
    assert end_of_totals((1000, 1200), (True, True), None, rules).winner == 1
