"""BS, BB4, BN12, BN13 and BR: what the teams score for a deal, and which rule and option stand behind every number.

In the tables team 0 has taken; ``test_bs_both_teams_may_take`` turns every row round.
"""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.games.belote.cards import CONTRACTS
from belettre_lexicon.games.belote.rules import BeloteRules
from belettre_lexicon.games.belote.scoring.scores import ScoreLine, score, score_renonce
from belettre_lexicon.games.belote.scoring.totals import ROUNDING_RULES, DealTotals, whole_deal

DEFAULT = BeloteRules()

contracts = st.sampled_from(CONTRACTS)
tables_of_rules = st.builds(
    BeloteRules,
    belote_lost=st.booleans(),
    litige_belote=st.booleans(),
    make=st.sampled_from(["all", "belote", "plis"]),
    chute=st.sampled_from([162, 160, 250]),
    capot=st.sampled_from([252, 250]),
    capot_defence=st.sampled_from(["capot", "chute"]),
    rounding=st.sampled_from(list(ROUNDING_RULES)),
    ballotage=st.booleans(),
    capot_scores_annonces=st.booleans(),
    ta_values=st.sampled_from(["rescaled", "plain"]),
)


@st.composite
def totals_of(draw: st.DrawFn, rules: BeloteRules, most_waiting: int = 500) -> DealTotals:
    """Draw the totals of a deal, close ones and capots more often than by chance."""
    contract = draw(contracts)
    whole = whole_deal(contract, rules)
    taker = draw(st.integers(0, 1))
    kind = draw(st.sampled_from(["any", "any", "close", "capot"]))
    points = draw(st.integers(0, whole))
    plis_won = None
    if kind == "close":
        points = whole // 2 + draw(st.sampled_from([-60, -50, -20, -10, -6, -1, 0, 1, 10, 20, 50]))
    if kind == "capot":
        points, plis_won = draw(st.sampled_from([(0, (0, 8)), (whole, (8, 0))]))
    belote: list[int] = [0, 0]
    most = {"SA": 0, "TA": 4}.get(contract, 1)
    for _ in range(draw(st.integers(0, most))):
        belote[draw(st.integers(0, 1))] += 20
    annonces = [0, 0]
    annonces[draw(st.integers(0, 1))] = draw(st.sampled_from([0, 0, 20, 30, 50, 70, 100, 200]))
    return DealTotals(
        taker,
        (points, whole - points),
        plis_won,
        (belote[0], belote[1]),
        (annonces[0], annonces[1]),
        contract,
        draw(st.sampled_from([0, 81, 101, most_waiting])),
    )


@st.composite
def deals(draw: st.DrawFn) -> tuple[DealTotals, BeloteRules]:
    """Draw house rules and totals of a deal."""
    rules = draw(tables_of_rules)
    return draw(totals_of(rules)), rules


#: One deal a line: the points of the takers' plis (« all » and « none » are all plis and none), the belote and the
#: annonces of takers (T) and defence (D), the points that wait, the options → what is written: the outcome, the points
#: of takers and defence, the points that wait after.
DEALS = """
# BS4: made.
  93 -   -        0 -                                         made           93  69   0
  82 -   -        0 -                                         made           82  80   0
  72 T20 -        0 -                                         made           92  90   0
  92 D20 -        0 -                                         made           92  90   0
  42 T20 T100     0 -                                         made          162 120   0
 162 -   -        0 -                                         made          162   0   0
  97 -   -       70 -                                         made          167  65   0
# BS5: chute.
  80 -   -        0 -                                         chute           0 162   0
  70 T20 -        0 -                                         chute          20 162   0
  90 D20 -        0 -                                         chute           0 182   0
  30 T20 T50      0 -                                         chute          20 212   0
 131 -   D200     0 -                                         chute           0 362   0
  30 D20 T50     60 -                                         chute           0 292   0
   0 -   -        0 -                                         chute           0 162   0
  80 -   -        0 chute=160                                 chute           0 160   0
  70 T20 -        0 chute=250                                 chute          20 250   0
  70 T20 -        0 belote_lost                               chute           0 182   0
  90 D20 -        0 belote_lost                               chute           0 182   0
  72 T20 -        0 belote_lost                               made           92  90   0
  70 T20 -        0 belote_lost,chute=250                     chute           0 270   0
# BS6: litige.
  81 -   -        0 -                                         litige          0  81  81
  71 T20 -        0 -                                         litige         20  91  71
  91 D20 -        0 -                                         litige          0  91  91
  56 -   T50      0 -                                         litige          0 106 106
 106 -   D50      0 -                                         litige          0 106 106
  46 T20 T50     81 -                                         litige         20 116 177
  71 T20 -        0 litige_belote=False                       litige          0  91  91
  91 D20 -        0 litige_belote=False                       litige          0  91  91
  71 T20 -        0 belote_lost                               litige         20  91  71
# BS3: what is compared.
  72 T20 -        0 make=plis                                 chute          20 162   0
  72 T20 -        0 make=belote                               made           92  90   0
  70 -   T50      0 make=belote                               chute           0 212   0
  70 -   T50      0 make=all                                  made          120  92   0
  90 -   D50      0 make=belote                               made           90 122   0
  90 D20 D50      0 make=plis                                 made           90 142   0
  81 T20 -        0 make=plis                                 litige         20  81  81
  81 D20 T50      0 make=plis                                 litige          0 101 131
  71 T20 T50      0 make=belote                               litige         20  91 121
# BS7: capot.
 all -   -        0 -                                         capot         252   0   0
 all T20 T50      0 -                                         capot         322   0   0
 all D20 D100    81 -                                         capot         433  20   0
 all -   D200     0 -                                         capot         452   0   0
 all -   -        0 capot=250                                 capot         250   0   0
none -   -        0 -                                         capot_defence   0 252   0
none T20 T50     81 -                                         capot_defence  20 383   0
none D20 D50      0 -                                         capot_defence   0 322   0
none T20 -        0 belote_lost                               capot_defence   0 272   0
none -   -        0 capot=250                                 capot_defence   0 250   0
none T20 -        0 capot_defence=chute                       chute          20 162   0
none -   T50     81 capot_defence=chute                       chute           0 293   0
none -   -        0 capot_defence=chute,chute=250             chute           0 250   0
none T20 T200     0 capot_defence=chute,belote_lost           chute           0 382   0
 all -   -        0 capot_defence=chute                       capot         252   0   0
# BN13: the annonces of a team without a pli.
 all D20 D100     0 capot_scores_annonces                     capot         252 120   0
 all -   T50      0 capot_scores_annonces                     capot         302   0   0
 all -   D400     0 capot_scores_annonces                     capot         252 400   0
none -   T50      0 capot_scores_annonces                     capot_defence  50 252   0
none -   D50      0 capot_scores_annonces                     capot_defence   0 302   0
none T20 T200     0 capot_scores_annonces,capot_defence=chute chute         220 162   0
  30 -   T50      0 capot_scores_annonces                     chute           0 212   0
# BR: rounding.
  96 -   -        0 rounding=ten                              made          100  70   0
  96 -   -        0 rounding=ten160                           made          100  60   0
  96 -   -        0 rounding=five                             made           95  65   0
  83 T20 -        0 rounding=ten                              made          100  80   0
  82 -   -        0 rounding=five                             made           80  80   0
  80 -   -        0 rounding=ten                              chute           0 160   0
  80 -   -        0 rounding=five                             chute           0 160   0
  80 -   -        0 rounding=ten,chute=250                    chute           0 250   0
 all -   -        0 rounding=ten                              capot         250   0   0
 all T20 -        0 rounding=five                             capot         270   0   0
 162 -   -        0 rounding=five                             made          160   0   0
  81 -   -        0 rounding=ten                              litige          0  80  80
  81 -   -        0 rounding=five                             litige          0  80  80
  66 -   T50+D20  0 rounding=ten                              litige          0 120 120
  66 D20 T50      0 rounding=ten                              litige          0 120 120
  66 D20 T50      0 rounding=ten160                           litige          0 120 110
  71 T20 -       80 rounding=ten                              litige         20  90 150
# BR6: ballotage.
  76 -   -        0 rounding=ten,ballotage                    ballotage       0  80  80
  75 -   -       80 rounding=ten,ballotage                    ballotage       0  80 160
  80 -   -        0 rounding=ten,ballotage                    ballotage       0  80  80
  81 -   -        0 rounding=ten,ballotage                    litige          0  80  80
  74 -   -        0 rounding=ten,ballotage                    chute           0 160   0
  82 -   -        0 rounding=ten,ballotage                    made           80  80   0
  77 T20 -        0 rounding=ten,ballotage                    made          100  80   0
  77 D20 -        0 rounding=ten,ballotage                    chute           0 180   0
  77 -   T20      0 rounding=ten,ballotage                    made          100  80   0
  77 -   -        0 rounding=ten160,ballotage                 chute           0 160   0
  77 -   -        0 ballotage                                 chute           0 162   0
"""


CAPOT, NO_PLI = (162, 8), (0, 0)


def totals(plis: Any, belote: Any, annonces: Any, waiting: int, taker: int = 0, **more: Any) -> DealTotals:
    """Return the totals of takers and defence. *plis*: the takers' points, or those and how many plis they won."""
    points, won = plis if isinstance(plis, tuple) else (plis, None)
    whole = more.pop("whole", 162)

    def turn(takers: int, defence: int) -> tuple[int, int]:
        return (defence, takers) if taker else (takers, defence)

    plis_won = None if won is None else turn(won, 8 - won)
    return DealTotals(
        taker, turn(points, whole - points), plis_won, turn(*belote), turn(*annonces), waiting=waiting, **more
    )


def read_pair(text: str) -> tuple[int, int]:
    """Return what takers and defence have: T20+D50 is 20 and 50, - is nothing."""
    had = {part[0]: int(part[1:]) for part in text.split("+") if part != "-"}
    return had.get("T", 0), had.get("D", 0)


def read_options(text: str) -> BeloteRules:
    """Return the rules with options such as chute=250,belote_lost."""
    options: dict[str, Any] = {}
    for option in text.split(",") if text != "-" else ():
        name, _, value = option.partition("=")
        options[name] = int(value) if value.isdigit() else {"": True, "False": False}.get(value, value)
    return BeloteRules(**options)


@pytest.mark.parametrize("taker", [0, 1])
@pytest.mark.parametrize("row", [line for line in DEALS.splitlines() if line and line[0] != "#"])
def test_bs4_bs5_bs6_bs7_what_is_written(row: str, taker: int) -> None:
    """The outcome, the points of both teams and what waits, whichever team takes."""
    plis, belote, annonces, waiting, options, outcome, *numbers = row.split()
    takers, defence, held = map(int, numbers)
    points: Any = {"all": CAPOT, "none": NO_PLI}.get(plis) or int(plis)

    result = score(totals(points, read_pair(belote), read_pair(annonces), int(waiting), taker), read_options(options))

    assert result.outcome == outcome
    assert (result.points[taker], result.points[1 - taker]) == (takers, defence)
    assert result.waiting == held
    assert result.taker == taker


@pytest.mark.parametrize(
    ("plis", "options", "team"),
    [
        (90, {}, 0),
        (70, {}, 1),
        (81, {}, None),
        (CAPOT, {}, 0),
        (NO_PLI, {}, 1),
        (NO_PLI, {"capot_defence": "chute"}, 1),
    ],
)
def test_bs9_who_wins_the_deal(plis: Any, options: dict[str, Any], team: int | None) -> None:
    """Takers who make it or win all plis, or the defence of a chute or a capot; nobody in litige."""
    result = score(totals(plis, (0, 0), (0, 0), 0), BeloteRules(**options))

    assert result.won_by == team


@given(st.data())
def test_bs8_without_options_the_numbers_make_the_deal(data: st.DataObject) -> None:
    """Both scores and what waits after, less what waited before, are 162 or 252 with belotes and annonces."""
    found = data.draw(totals_of(DEFAULT))

    result = score(found, DEFAULT)

    whole = 252 if result.outcome in ("capot", "capot_defence") else 162
    expected = whole + sum(found.belote) + sum(found.annonces)
    assert sum(result.points) + result.waiting - found.waiting == expected


@given(deals())
def test_bs8_with_options_the_numbers_make_what_the_options_say(deal: tuple[DealTotals, BeloteRules]) -> None:
    """Belotes, annonces and waiting points are never lost; the plis make the whole, a chute or a capot."""
    found, rules = deal
    whole = whole_deal(found.contract, rules)

    result = score(found, rules)

    plis = sum(line.exact for line in (*result.lines, *result.held) if line.kind in ("plis", "chute", "capot"))
    chute = whole if rules.chute == 162 else rules.chute
    capot = whole + 90 if rules.capot == 252 else rules.capot
    assert plis == {"chute": chute, "capot": capot, "capot_defence": capot}.get(result.outcome, whole)
    for kind, expected in (
        ("belote", sum(found.belote)),
        ("annonces", sum(found.annonces)),
        ("waiting", found.waiting),
    ):
        kinds = (kind, f"{kind}_taken")
        assert sum(line.points for line in (*result.lines, *result.held) if line.kind in kinds) == expected


@given(deals())
def test_bs_every_number_has_its_rule(deal: tuple[DealTotals, BeloteRules]) -> None:
    """The lines of a team make its score, each with a rule, and with an option only where the table has switched it."""
    found, rules = deal

    result = score(found, rules)

    for team in (0, 1):
        assert result.points[team] == sum(line.points for line in result.lines if line.team == team)
        assert result.exact[team] == sum(line.exact for line in result.lines if line.team == team)
        assert any(line.team == team for line in result.lines)
    assert result.waiting == sum(line.points for line in result.held)
    for line in (*result.lines, *result.held):
        assert line.rule[:2] in ("BS", "BB", "BN", "BR")
        assert line.points >= 0
        assert line.option is None or line.option in rules.as_dict()
        assert line.exact == line.points or line.option in ("rounding", "ballotage") or line.kind == "waiting"
    assert result.option is None or result.option in rules.as_dict()
    assert (result.won_by is None) == (result.outcome in ("litige", "ballotage"))
    assert (result.won_by is None) or not result.held


@given(deals())
def test_bs_both_teams_may_take(deal: tuple[DealTotals, BeloteRules]) -> None:
    """A deal is worth the same if the teams exchange all that they have."""
    found, rules = deal
    turned = DealTotals(
        1 - found.taker,
        found.plis[::-1],
        None if found.plis_won is None else found.plis_won[::-1],
        found.belote[::-1],
        found.annonces[::-1],
        found.contract,
        found.waiting,
    )

    result, other = score(found, rules), score(turned, rules)

    assert (other.outcome, other.waiting, other.points[::-1]) == (result.outcome, result.waiting, result.points)
    assert other.won_by == (None if result.won_by is None else 1 - result.won_by)


@given(deals())
def test_br1_rounding_decides_nothing(deal: tuple[DealTotals, BeloteRules]) -> None:
    """Outcome and winner are those of the exact points, and the exact points stand beside the written ones."""
    found, rules = deal
    exact = BeloteRules(**{name: value for name, value in rules.as_dict().items() if name != "rounding"})

    result, other = score(found, rules), score(found, exact)

    if result.outcome != "ballotage":
        assert (result.outcome, result.won_by) == (other.outcome, other.won_by)
        assert (result.exact, result.exact_waiting) == (other.points, other.waiting)


def test_br6_a_ballotage_has_its_rule_and_option() -> None:
    """The points of the plis are what was compared."""
    result = score(totals(77, (0, 0), (0, 0), 0), BeloteRules(rounding="ten", ballotage=True))

    assert (result.rule, result.option, result.compared) == ("BR6", "ballotage", (77, 85))


def test_bn12_a_carre_of_jacks_in_defence_brings_the_takers_down() -> None:
    """Even with 162 points of plis and the belote; a capot alone is stronger."""
    assert score(totals(162, (20, 0), (0, 200), 0), DEFAULT).outcome == "chute"
    assert score(totals(CAPOT, (0, 0), (0, 200), 0), DEFAULT).outcome == "capot"


def test_br5_the_parts_of_a_litige_are_rounded() -> None:
    """Each by itself: 66 and 96 are 70 and 100, and annonces and belote stay."""
    result = score(totals(66, (0, 20), (50, 0), 0), BeloteRules(rounding="ten"))

    assert (result.points, result.waiting, result.exact, result.exact_waiting) == ((0, 120), 120, (0, 116), 116)


@given(deals())
def test_bb4_a_belote_stays_with_its_team(deal: tuple[DealTotals, BeloteRules]) -> None:
    """Whatever happens, unless an option takes it from takers who fell, or lets it wait in litige."""
    found, rules = deal

    result = score(found, rules)

    for team in (0, 1):
        kept = sum(line.points for line in result.lines if line.team == team and line.kind == "belote")
        lost = team == found.taker and (
            (result.outcome in ("chute", "capot_defence") and rules.belote_lost)
            or (result.outcome == "litige" and not rules.litige_belote)
        )
        assert kept == (0 if lost else found.belote[team])


def test_br6_any_annonce_that_was_said_prevents_the_ballotage() -> None:
    """Even if none counts, since both teams had equal ones."""
    rules = BeloteRules(rounding="ten", ballotage=True)

    assert score(totals(77, (0, 0), (0, 0), 0, annonces_said=True), rules).outcome == "chute"
    assert score(totals(77, (0, 0), (0, 0), 0), rules).outcome == "ballotage"


#: A deal as in DEALS, and below it the numbers of its score: for takers (T) and defence (D) the points, the rule, the
#: kind and the option; after | those that wait.
LINES = """
93 T20 D20 0 -
    T93 BS4 plis, T20 BB1 belote, D69 BS4 plis, D20 BN12 annonces
96 - - 81 rounding=ten
    T100 BS4 plis rounding, D70 BS4 plis rounding, T81 BS6 waiting
60 T20 T20 81 -
    D162 BS5 chute, T0 BS5 nothing, T20 BB4 belote, D20 BS5 annonces_taken, D81 BS6 waiting
60 T20 D20 0 belote_lost,rounding=ten
    D160 BS5 chute rounding, T0 BS5 nothing, D20 BB4 belote_taken belote_lost, D20 BS5 annonces
60 D20 - 0 belote_lost,rounding=ten,chute=250
    D250 BS5 chute chute, T0 BS5 nothing, D20 BB4 belote
71 D20 T40 10 -
    D91 BS6 plis, T0 BS6 nothing, D20 BB4 belote | T71 BS6 plis, T40 BS6 annonces, T10 BS6 waiting
96 T20 D50 0 litige_belote=False,rounding=ten
    D70 BS6 plis rounding, T0 BS6 nothing, D50 BS6 annonces | T100 BS6 plis rounding, T20 BB4 belote litige_belote
76 - - 9 rounding=ten,ballotage
    D80 BR6 plis ballotage, T0 BR6 nothing ballotage | T80 BR6 plis ballotage, T9 BS6 waiting
all D20 D50 81 -
    T252 BS7 capot, D0 BS7 nothing, D20 BB4 belote, T50 BS7 annonces_taken, T81 BS6 waiting
all - T50 0 capot=250
    T250 BS7 capot capot, D0 BS7 nothing, T50 BS7 annonces
all - D50 0 capot_scores_annonces,rounding=ten
    T250 BS7 capot rounding, D0 BS7 nothing, D50 BN13 annonces capot_scores_annonces
none T20 D50 0 -
    D252 BS7 capot, T0 BS7 nothing, T20 BB4 belote, D50 BS7 annonces
none - T50 0 capot_defence=chute
    D162 BS5 chute, T0 BS5 nothing, D50 BS5 annonces_taken
"""


def line_text(line: ScoreLine) -> str:
    """Return a line as it stands in LINES; team 0 has taken."""
    return f"{'TD'[line.team]}{line.points} {line.rule} {line.kind} {line.option or ''}".strip()


@pytest.mark.parametrize("row", LINES.strip().replace("\n    ", " ").splitlines())
def test_bs_every_number_says_why(row: str) -> None:
    """A sentence finds the rule, the kind and the option of every number."""
    plis, belote, annonces, waiting, options, lines = row.split(maxsplit=5)
    points: Any = {"all": CAPOT, "none": NO_PLI}.get(plis) or int(plis)
    scored, _, held = lines.partition(" | ")

    result = score(totals(points, read_pair(belote), read_pair(annonces), int(waiting)), read_options(options))

    assert sorted(map(line_text, result.lines)) == sorted(scored.split(", "))
    assert sorted(map(line_text, result.held)) == sorted(held.split(", ") if held else [])


def test_br_the_points_before_rounding_stand_in_the_line() -> None:
    """Of plis, chutes and capots, and of the whole."""
    rules = BeloteRules(rounding="ten")

    made, chute = score(totals(96, (0, 0), (0, 0), 0), rules), score(totals(60, (20, 0), (20, 0), 81), rules)

    assert [(line.points, line.exact) for line in made.lines] == [(100, 96), (70, 66)]
    assert (chute.lines[0].points, chute.lines[0].exact) == (160, 162)
    assert (chute.points, chute.exact) == ((20, 261), (20, 263))


@pytest.mark.parametrize(
    ("plis", "options", "rule", "option", "compared"),
    [
        (90, {}, "BS4", None, (110, 72)),
        (60, {"make": "plis"}, "BS5", "make", (60, 102)),
        (71, {}, "BS6", None, (91, 91)),
        (CAPOT, {}, "BS7", None, None),
        (NO_PLI, {}, "BS7", None, None),
        (NO_PLI, {"capot_defence": "chute"}, "BS7", "capot_defence", None),
        (71, {"make": "belote"}, "BS6", None, (91, 91)),
    ],
)
def test_bs3_the_outcome_has_its_rule_and_option(
    plis: Any, options: dict[str, Any], rule: str, option: str | None, compared: Any
) -> None:
    """The option is named where it left out points that were there."""
    result = score(totals(plis, (20, 0), (0, 0), 0), BeloteRules(**options))

    assert (result.rule, result.option, result.compared) == (rule, option, compared)


def test_be5_exact_waiting_points_stand_beside_the_written_ones() -> None:
    """81 wait exactly where 80 wait on the sheet, and go to the winner of the next deal as both."""
    rules = BeloteRules(rounding="ten")

    litige = score(totals(81, (0, 0), (0, 0), 0), rules)
    after = score(totals(97, (0, 0), (0, 0), litige.waiting, exact_waiting=litige.exact_waiting), rules)

    assert (litige.waiting, litige.exact_waiting) == (80, 81)
    assert (after.points, after.exact) == ((180, 60), (178, 65))


@pytest.mark.parametrize(
    ("contract", "points", "options", "outcome", "expected"),
    [
        ("TA", 130, {}, "made", (130, 128)),
        ("TA", 128, {}, "chute", (0, 258)),
        ("TA", 129, {}, "litige", (0, 129)),
        ("TA", (258, 8), {}, "capot", (348, 0)),
        ("TA", 100, {"chute": 250}, "chute", (0, 250)),
        ("SA", 66, {}, "made", (66, 64)),
        ("SA", 64, {}, "chute", (0, 130)),
        ("SA", 65, {}, "litige", (0, 65)),
        ("SA", (130, 8), {}, "capot", (220, 0)),
        ("SA", 77, {"ballotage": True, "rounding": "ten"}, "made", (80, 50)),
        ("♥", 77, {}, "chute", (0, 162)),
    ],
)
def test_bv3_with_plain_values_a_deal_has_other_sums(
    contract: Any, points: Any, options: dict[str, Any], outcome: str, expected: tuple[int, int]
) -> None:
    """At sans atout 130 and at tout atout 258 stand for the 162; a capot has 90 more."""
    rules = BeloteRules(ta_values="plain", **options)
    whole = {"TA": 258, "SA": 130}.get(contract, 162)

    result = score(totals(points, (0, 0), (0, 0), 0, contract=contract, whole=whole), rules)

    assert whole_deal(contract, rules) == whole
    assert (result.outcome, result.points) == (outcome, expected)


@pytest.mark.parametrize("contract", ["SA", "TA", "♥"])
def test_bv3_the_option_stands_behind_other_sums(contract: Any) -> None:
    """It is named at a chute and a capot of sans atout and tout atout, unless another option gives the number."""
    plain = BeloteRules(ta_values="plain")
    whole = whole_deal(contract, plain)
    chute, capot = (totals(plis, (0, 0), (0, 0), 0, contract=contract, whole=whole) for plis in (10, (whole, 8)))

    for found in (chute, capot):
        line = score(found, plain).lines[0]
        assert line.option == (None if contract == "♥" else "ta_values")
    assert score(chute, plain.replace(chute=250)).lines[0].option == "chute"
    assert score(capot, plain.replace(capot=250)).lines[0].option == "capot"


@pytest.mark.parametrize(
    ("plis", "belote", "scored"),
    [
        (90, (20, 0), (True, True)),
        (162, (0, 20), (True, False)),
        (60, (20, 0), (False, True)),
        (71, (20, 0), (False, True)),
        (CAPOT, (0, 20), (True, False)),
        (NO_PLI, (20, 0), (False, True)),
    ],
)
def test_be4_who_scored_points_of_plis(plis: Any, belote: tuple[int, int], scored: tuple[bool, bool]) -> None:
    """A belote and annonces are none, and neither are points that wait."""
    assert score(totals(plis, belote, (0, 0), 0), DEFAULT).scored_plis == scored


def test_be4_points_of_plis_that_are_written_as_0_are_points() -> None:
    """A defence with 4 points won a pli with points, although the sheet has 0."""
    result = score(totals(158, (0, 20), (0, 0), 0), BeloteRules(rounding="ten"))

    assert (result.points, result.scored_plis) == ((160, 20), (True, True))


def test_bv3_four_belotes_at_tout_atout() -> None:
    """Each counts 20 for its team and helps the contract."""
    result = score(totals(61, (60, 20), (0, 0), 0, contract="TA"), DEFAULT)

    assert (result.outcome, result.points) == ("litige", (60, 121))


def test_bf1_a_renonce_loses_the_deal() -> None:
    """162, all annonces and what waits to the other team; each keeps its belote."""
    result = score_renonce(0, 1, DEFAULT, belote=(20, 0), annonces=(50, 0), waiting=81)

    assert (result.outcome, result.points, result.won_by, result.rule) == ("renonce", (20, 293), 1, "BF1")
    assert score_renonce(1, 1, DEFAULT, belote=(20, 0), annonces=(50, 0)).points == (232, 0)
    assert score_renonce(1, 0, BeloteRules(rounding="ten")).points == (160, 0)
    assert score_renonce(1, 0, BeloteRules(ta_values="plain"), contract="TA").points == (258, 0)
    assert all(line.rule == "BF1" for line in result.lines)
    assert result.scored_plis == (False, True)


def test_results_say_what_they_are() -> None:
    """Their reprs have what a bug report needs."""
    found = totals(71, (20, 0), (0, 0), 0)

    assert repr(score(found, DEFAULT)) == "DealResult('litige', points=(20, 91), waiting=71, won_by=None)"
    assert "plis=(71, 91), belote=(20, 0)" in repr(found)
    assert repr(ScoreLine(0, 20, "BB4", None, "belote")) == "ScoreLine(0, 20, BB4, 'belote')"


def test_results_never_change() -> None:
    """A result and its lines are values: assigning raises AttributeError."""
    result = score(DealTotals(0, plis=(100, 62)), BeloteRules())

    for value, name in ((result, "outcome"), (result.lines[0], "points")):
        with pytest.raises(AttributeError):
            setattr(value, name, getattr(value, name))
