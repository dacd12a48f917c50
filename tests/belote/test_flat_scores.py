"""What each of three or two players scores (V3.8 to V3.11, V2.12), and options of the classic game beside it.

The sums were worked out by hand. In tests of three players, player 2 took unless a test says otherwise.
"""

from __future__ import annotations

from typing import Any

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.ends import end_of_totals
from belettre_lexicon.games.belote.scoring.flat import score_flat, spread
from belettre_lexicon.games.belote.scoring.scores import DealResult, score, score_misdeal, score_renonce
from belettre_lexicon.games.belote.scoring.totals import DealTotals, count_plis, possible_points, whole_deal


def three(**options: Any) -> BeloteRules:
    """Return house rules of the game of three."""
    return BeloteRules(game="three", **options)


def dealt(
    points: int,
    *,
    belote: int | None = None,
    won: int | None = None,
    annonces: tuple[int, int] = (0, 0),
    waiting: int = 0,
    contract: Any = "♥",
    taker: int = 2,
    rules: BeloteRules | None = None,
) -> DealResult:
    """Return the score of a deal in which the taker's plis have *points*, and player *belote* said a belote."""
    rules = rules or three()
    whole, plis = whole_deal(contract, rules), rules.variant.plis
    belotes = tuple(20 * (player == belote) for player in range(rules.variant.players))
    totals = DealTotals(
        0,
        (points, whole - points),
        None if won is None else (won, plis - won),
        (belotes[taker], sum(belotes) - belotes[taker]),
        annonces,
        contract,
        waiting,
        all_plis=plis,
    )
    return score_flat(totals, taker, belotes, rules)


@pytest.mark.parametrize(
    ("points", "more", "scores", "waiting"),
    [
        (95, {}, (67, 67, 95), 0),
        (60, {}, (162, 162, 0), 0),
        (60, {"belote": 2}, (162, 162, 20), 0),
        (60, {"belote": 0}, (182, 182, 0), 0),
        (81, {}, (81, 81, 0), 81),
        (95, {"waiting": 40}, (67, 67, 135), 0),
        (60, {"waiting": 40}, (202, 202, 0), 0),
        (162, {"won": 8}, (0, 0, 252), 0),
        (0, {"won": 0, "belote": 2}, (252, 252, 20), 0),
    ],
)
def test_v3_9_each_defender_scores_the_whole_of_the_defence(
    points: int, more: dict[str, Any], scores: tuple[int, ...], waiting: int
) -> None:
    """Made, fallen, litige, with points that waited, and a capot of either side (V3.10)."""
    result = dealt(points, **more)

    assert (result.points, result.waiting) == (scores, waiting)


@pytest.mark.parametrize(
    ("points", "more", "scores"),
    [
        (95, {}, (33, 33, 95)),
        (60, {"belote": 0}, (81 + 20, 81, 0)),
        (60, {"waiting": 41}, (101, 101, 0)),
        (60, {"annonces": (50, 0)}, (106, 106, 0)),
        (95, {"belote": 1}, (33, 33 + 20, 95)),
    ],
)
def test_v3_9_or_half_of_it_and_the_belote_alone(points: int, more: dict[str, Any], scores: tuple[int, ...]) -> None:
    """Half of the sum, rounded down; who said the belote scores all of it."""
    result = dealt(points, **more, rules=three(defence_scores="half", annonces=True, make="plis"))

    assert result.points == scores
    assert {line.option for line in result.lines if line.team != 2 and line.kind == "half"} == {"defence_scores"}


def test_be5_the_half_is_kept_without_rounding_too() -> None:
    """Half of 67, rounded to 70, is 35 on the sheet and 33 where exact totals decide the end."""
    result = dealt(95, rules=three(defence_scores="half", rounding="ten"))

    assert (result.points, result.exact) == ((35, 35, 90), (33, 33, 95))


def test_bs9_both_defenders_win_a_deal_together() -> None:
    """A deal that the taker loses is won by all others; a litige by nobody."""
    assert dealt(60).winners == (0, 1)
    assert dealt(60, taker=0).winners == (1, 2)
    assert dealt(95).winners == (2,)
    assert dealt(81).winners == ()


def test_v3_15_a_deal_of_belote_moderne_has_plain_values() -> None:
    """All plis are 130 at sans atout and 258 at tout atout, a capot 90 more; 129 each is a litige."""
    moderne = three(moderne=True)

    assert dealt(140, contract="TA", rules=moderne).points == (118, 118, 140)
    assert dealt(100, contract="TA", rules=moderne).points == (258, 258, 0)
    assert dealt(65, contract="SA", rules=moderne).waiting == 65
    assert dealt(258, contract="TA", won=8, rules=moderne).points == (0, 0, 348)
    assert dealt(140, rules=moderne).points == (22, 22, 140)


def test_v3_5_the_plis_of_the_pack_decide_a_capot() -> None:
    """With 30 cards ten plis are a capot; nine with all points are not, and a pli has three cards."""
    rules = three(deck="30")
    pack = rules.variant.pack

    assert dealt(162, won=10, rules=rules).points == (0, 0, 252)
    assert dealt(162, won=9, rules=rules).points == (0, 0, 162)
    cards = sorted(card.bit for card in pack)
    plis = [(0, sum(cards[start : start + 3])) for start in range(0, 30, 3)]
    assert count_plis(plis, "♥", rules) == ((162, 0), (10, 0))
    assert {0, 162} <= possible_points("♥", rules) and 161 not in possible_points("♥", rules)
    with pytest.raises(ArgumentError, match=r"expected 10 with 30 \(BP10\)"):
        count_plis(plis[:-1], "♥", rules)


@pytest.mark.parametrize("game", ["decouverte", "bis"])
def test_v2_12_two_players_score_one_against_one(game: Any) -> None:
    """As two teams do, with sixteen plis; the litige waits."""
    rules = BeloteRules(game=game)

    assert dealt(95, taker=1, rules=rules).points == (67, 95)
    assert dealt(60, taker=1, belote=0, rules=rules).points == (182, 0)
    assert dealt(81, taker=1, rules=rules).waiting == 81
    assert dealt(162, taker=0, won=16, rules=rules).points == (252, 0)
    assert dealt(162, taker=0, won=15, rules=rules).points == (162, 0)


def test_bf1_a_renonce_at_three_is_lost_to_the_other_side() -> None:
    """The taker's gives 162 to each defender; a defender's gives it to the taker."""
    rules = three()

    by_taker = spread(score_renonce(0, 0, rules, belote=(20, 0)), 1, (0, 20, 0), rules)
    by_defender = spread(score_renonce(1, 0, rules), 1, (0, 0, 0), rules)

    assert by_taker.points == (162, 20, 162)
    assert by_defender.points == (0, 162, 0)


def test_bd9_a_misdeal_is_worth_162_to_all_others() -> None:
    """By the option; points that wait go on waiting, and nobody has won the deal."""
    result = score_misdeal(1, BeloteRules(misdeal="162"), waiting=81)

    assert (result.points, result.waiting, result.winners) == ((162, 0), 81, ())
    assert score_misdeal(1, three(misdeal="162")).points == (162, 0, 162)
    assert score_misdeal(0, BeloteRules(misdeal="162", rounding="ten")).points == (0, 160)
    assert result.scored_plis == (True, False)
    with pytest.raises(ArgumentError, match=r"misdeal: 'again' \(BD9\), expected '162'"):
        score_misdeal(0, BeloteRules())
    with pytest.raises(ArgumentError, match=r"side 2: expected a number from 0 to 1 \(BD9\)"):
        score_misdeal(2, BeloteRules(misdeal="162"))


def test_bs6_equal_points_bring_the_takers_down_by_the_option() -> None:
    """81-81 is a chute with ``litige="chute"``: nothing waits, and what waited goes to the defence."""
    rules = BeloteRules(litige="chute")

    result = score(DealTotals(0, (81, 81), waiting=30), rules)
    with_belote = score(DealTotals(0, (71, 91), belote=(20, 0)), rules)

    assert (result.outcome, result.points, result.waiting) == ("chute", (0, 162 + 30), 0)
    assert (result.rule, result.option) == ("BS6", "litige")
    assert with_belote.points == (20, 162)
    assert score(DealTotals(0, (82, 80)), rules).outcome == "made"


def test_bv6_a_capot_that_was_asked_for_is_worth_500() -> None:
    """500 and the belote when it is made, 500 for the defence when it is missed; not asked for, it is the usual 252."""
    rules = BeloteRules(capot_asked=True)

    made = score(DealTotals(0, (162, 0), (8, 0), (20, 0), asked=True), rules)
    missed = score(DealTotals(0, (150, 12), (7, 1), (20, 0), waiting=10, asked=True), rules)
    unasked = score(DealTotals(0, (162, 0), (8, 0), (20, 0)), rules)

    assert (made.outcome, made.points) == ("capot", (520, 0))
    assert (missed.outcome, missed.points, missed.won_by) == ("chute", (20, 510), 1)
    assert unasked.points == (272, 0)
    by_others = score(DealTotals(1, (12, 150), (1, 7), (0, 20), asked=True), rules)
    assert (by_others.points, by_others.won_by) == ((500, 20), 0)
    assert [(line.team, line.kind) for line in by_others.lines] == [(0, "capot"), (1, "nothing"), (1, "belote")]
    assert score(DealTotals(1, (0, 162), (0, 8), asked=True), rules).points == (0, 500)
    assert {line.rule for line in made.lines} == {"BV6", "BB4"}
    with pytest.raises(ArgumentError, match=r"without the option capot_asked \(BV6\)"):
        score(DealTotals(0, (162, 0), (8, 0), asked=True), BeloteRules())


ALL = (True, True, True)


@pytest.mark.parametrize(
    ("totals", "scored", "won_by", "options", "winner", "reason"),
    [
        ((1010, 990, 400), ALL, (0, 1), {}, 0, "target"),
        ((1010, 1030, 400), ALL, 1, {}, 1, "higher"),
        ((1010, 1010, 400), ALL, (0, 1), {}, None, "equal"),
        ((1010, 1010, 1050), ALL, 2, {}, 2, "higher"),
        ((1010, 1040, 400), (True, False, True), 0, {}, 0, "target"),
        ((1010, 400, 400), (False, True, True), (1, 2), {}, None, "belote_alone"),
        ((990, 400, 400), ALL, 0, {}, None, "short"),
        ((1010, 1040, 1200), (True, True, True), (0, 1), {"both_over": "last_deal"}, 1, "last_deal"),
        ((1010, 1010, 1200), (True, True, True), (0, 1), {"both_over": "last_deal"}, None, "equal"),
        ((1010, 1040, 900), (True, True, True), 2, {"both_over": "last_deal"}, 1, "higher"),
        ((500, 700, 600), ALL, 0, {"deals": 9}, 1, "deals"),
        ((700, 700, 600), ALL, 0, {"deals": 9}, None, "equal"),
    ],
)
def test_ve_the_end_of_a_partie_of_three(
    totals: tuple[int, ...],
    scored: tuple[bool, ...],
    won_by: Any,
    options: dict[str, Any],
    winner: int | None,
    reason: str,
) -> None:
    """Each for himself: the highest of those that may win; equal at the top, another deal (VE1 to VE4)."""
    end = end_of_totals(totals, scored, won_by, three(**options), deals=9)

    assert (end.winner, end.reason) == (winner, reason)


def test_be2_the_winner_of_the_deal_may_be_one_side_or_none() -> None:
    """With ``both_over="last_deal"`` it wins with the lower total; where nobody won the deal, the higher total does."""
    rules = BeloteRules(both_over="last_deal")

    assert end_of_totals((1100, 1050), (True, True), 1, rules).winner == 1
    assert end_of_totals((1100, 1050), (True, True), 0, rules).reason == "last_deal"
    assert end_of_totals((1100, 1050), (True, True), None, rules).reason == "higher"
    assert end_of_totals((1100, 1050), (True, True), None, BeloteRules(deals=1)).reason == "deals_left"


def test_bd9_what_waits_after_a_misdeal_waits_on_without_rounding_too() -> None:
    """Without another number the exact points are those that are written."""
    rules = BeloteRules(misdeal="162")

    assert score_misdeal(1, rules, waiting=81).exact_waiting == 81
    assert score_misdeal(1, rules, waiting=80, exact_waiting=81).exact_waiting == 81


def test_bv6_each_team_has_a_line_of_a_capot_that_was_asked_for() -> None:
    """The 500 of one team and the 0 of the other, whoever wins."""
    for taker in (0, 1):
        totals = DealTotals(taker, (100, 62), (5, 3), asked=True)

        lines = score(totals, BeloteRules(capot_asked=True)).lines

        assert [(line.team, line.points) for line in lines] == [(1 - taker, 500), (taker, 0)]
