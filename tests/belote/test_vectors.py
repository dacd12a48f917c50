"""The vectors of Belote: those of this file and of the rule book hold, and the runner reports every other one."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from tests.belote import vectors
from tests.conftest import ROOT

#: Vectors that stand beside the repository where it is developed.
DEVELOPMENT = ROOT.parent / "shared" / "rules" / "belote-vectors.json"

#: Vectors of every group.
OWN: dict[str, Any] = {
    "legal": [
        {"id": "open", "trump": "♦", "pli": [], "hand": ["7♣", "V♦"], "legal": ["7♣", "V♦"], "rule": "BP1"},
        {"id": "follow", "trump": "♦", "pli": "D♣", "hand": "7♣ A♦", "legal": "7♣", "rule": "BP3"},
        {"id": "go up", "trump": "♦", "pli": "R♦", "hand": "D♦ A♦ A♣", "legal": "A♦", "rule": "BP4"},
        {"id": "go up on the partner", "trump": "♣", "pli": "9♣ D♣", "hand": "V♣ 7♣", "legal": "V♣", "rule": "BP4"},
        {"id": "trump", "trump": "♣", "pli": "8♠", "hand": "7♣ A♦", "legal": "7♣", "rule": "BP6"},
        {"id": "partner", "trump": "♣", "pli": "A♠ 8♠", "hand": "7♣ A♦", "legal": "7♣ A♦", "rule": "BP5"},
        {"id": "undertrump", "trump": "♠", "pli": "A♥ V♠", "hand": "7♠ A♦", "legal": "7♠", "rule": "BP7"},
        {
            "id": "undertrump free",
            "trump": "♠",
            "pli": "A♥ V♠",
            "hand": "7♠ A♦",
            "legal": "7♠ A♦",
            "rule": "BP7",
            "options": {"undertrump": "free"},
        },
        {
            "id": "over the partner's trump",
            "trump": "♠",
            "pli": "A♥ 8♠ 7♥",
            "hand": "7♠ 9♠ A♦",
            "legal": "9♠ A♦",
            "rule": "BP9",
            "options": {"on_partners_trump": "over"},
        },
        {"id": "sans atout", "trump": "SA", "pli": "9♥", "hand": "V♣ A♠", "legal": "A♠ V♣", "rule": "BV2"},
        {"id": "tout atout", "trump": "TA", "pli": "R♦ D♦", "hand": "9♦ 8♦ V♣", "legal": "9♦", "rule": "BV3"},
    ],
    "plis": [
        {"id": "last trump", "trump": "♣", "pli": "A♦ 10♦ 7♣ 8♣", "winner": 4, "points": 21},
        {"id": "tout atout", "trump": "TA", "pli": "D♥ V♠ 9♥ A♥", "winner": 3, "points": 30},
        {
            "id": "plain",
            "trump": "TA",
            "pli": "D♥ V♠ 9♥ A♥",
            "winner": 3,
            "points": 48,
            "options": {"ta_values": "plain"},
        },
    ],
    "annonces": [
        {
            "id": "tierce and carré",
            "trump": "♣",
            "hand": "D♣ D♦ D♥ D♠ R♠ A♠ 7♣ 8♦",
            "annonces": [["suite", 20, "A♠", 3], ["carré", 100, "D", 4]],
        },
        {
            "id": "tierce of 30",
            "trump": "♣",
            "hand": "7♣ 8♣ 9♣",
            "annonces": [["tierce", 30, "9♣", 3]],
            "options": {"tierce": 30},
        },
        {
            "id": "by strength in plis",
            "trump": "♣",
            "hand": "R♥ 10♥ A♥ 10♦ V♦ D♦",
            "annonces": [["suite", 20, "A♥", 3]],
            "options": {"order": "trick"},
        },
    ],
    "comparisons": [
        {"id": "carré first", "trump": "♠", "hands": [["V♠ D♠ R♠ A♠ 10♠"], ["R♣ R♦ R♥ R♠"]], "team": 1, "points": 100},
        {"id": "equal", "trump": "♠", "hands": [["7♣ 8♣ 9♣", "7♥ 8♥ 9♥"], ["7♦ 8♦ 9♦"]], "team": None, "points": 0},
    ],
    "scores": [
        {
            "id": "two belotes",
            "trump": "TA",
            "takers_plis": 60,
            "belote": ["D", "T"],
            "annonces": [0, 0],
            "plis_won": 3,
            "held": 10,
            "result": "chute",
            "takers": 20,
            "defence": 192,
            "held_after": 0,
        },
        {
            "id": "a hundred for the last",
            "takers_plis": 252,
            "belote": None,
            "annonces": [20, 0],
            "plis_won": 8,
            "held": 0,
            "result": "capot",
            "takers": 270,
            "defence": 0,
            "held_after": 0,
            "options": {"capot": 250},
        },
    ],
    "rounding": [
        {"id": "five", "rounding": "five", "points": [88, 74], "written": [85, 75]},
        {"id": "ten", "rounding": "ten", "points": [76, 86], "written": [80, 90]},
    ],
    "ends": [
        {"id": "target", "target": 500, "before": [450, 480], "deal": [80, 0], "plis": [5, 3], "winner": 0},
        {
            "id": "belote alone",
            "target": 500,
            "before": [490, 100],
            "deal": [20, 162],
            "plis": [3, 5],
            "says": ["fell, belote", None],
            "winner": None,
        },
        {
            "id": "last deal",
            "before": [950, 990],
            "deal": [82, 80],
            "plis": [4, 4],
            "options": {"both_over": "last_deal"},
            "won_deal": 0,
            "winner": 0,
        },
        {
            "id": "deals",
            "before": [1200, 900],
            "deal": [80, 82],
            "plis": [4, 4],
            "options": {"deals": 12},
            "deals": 12,
            "winner": 0,
        },
    ],
    "coinche": [
        {"id": "made", "bid": 110, "made": 112, "belote": "D", "doubled": 1, "takers": 222, "defence": 70},
        {"id": "coinched", "bid": 110, "made": 80, "belote": "T", "doubled": 2, "takers": 0, "defence": 560},
        {"id": "capot", "bid": "capot", "made": 252, "doubled": 1, "capot": True, "takers": 500, "defence": 0},
    ],
    "endgames": [
        {"id": "one card each", "trump": "♠", "opener": 2, "hands": ["7♣", "8♣", "9♣", "10♣"], "count": 1},
        # Two leads, two trumps, two higher trumps, two discards; then everybody has one card.
        {"id": "two", "trump": "♣", "opener": 0, "hands": ["7♦ 8♦", "7♣ 8♣", "9♣ V♣", "7♥ 8♥"], "count": 16},
    ],
    "sequences": [{"id": "suits", "trump": "♣", "opener": 3, "hands": ["♣", "♦", "♥", "♠"], "counts": [8, 64, 512]}],
    "full_deal_by_program": {"id": "ranks", "trump": "♦", "hands": ["7 8", "9 10", "V D", "R A"], "counts": [8, 16]},
    "auctions": [
        {"id": "first", "round": 1, "retourne": "D♠", "passed": 2, "takes": ["♠"], "may_pass": True},
        {
            "id": "ladder",
            "round": 1,
            "retourne": "D♥",
            "passed": 0,
            "taken": "♥",
            "takes": ["♠", "SA", "TA"],
            "may_pass": True,
            "options": {"contracts": "ladder"},
        },
    ],
    "disputes": [
        {"id": "not followed", "trump": "♥", "plis": ["A♣ 7♦ 8♣ 9♣", "R♣ 10♣ 7♣ V♣"], "renonces": [[1, 1, "7♦"]]},
        {"id": "none", "trump": "♥", "opener": 3, "plis": ["A♣ 7♦ 8♣ 9♣", "R♣ 10♦ 7♣ V♣"], "renonces": []},
    ],
    "endgames_by_program": [
        {
            # Two leads, one trump, two clubs; the last player may lay either trump, or must go over the 10.
            "id": "options",
            "trump": "♦",
            "opener": 1,
            "hands": ["8♦ V♦", "A♣ 10♣", "10♦ 7♠", "7♣ 8♣"],
            "must/free": 8,
            "must/over": 4,
            "must/trump": 4,
        }
    ],
}


def test_vectors_of_every_group_hold() -> None:
    """Each group of vectors is run through the public functions, and all of this file hold."""
    assert set(OWN) == set(vectors.GROUPS)
    for group, rows in OWN.items():
        outcome = vectors.run_group(group, rows)

        assert (outcome.wrong, outcome.remarks) == ([], []), group
        assert outcome.held == (1 if isinstance(rows, dict) else len(rows)), group


#: For each group, the key of what a vector expects.
EXPECTED = {
    "legal": "legal",
    "plis": "winner",
    "annonces": "annonces",
    "comparisons": "points",
    "scores": "defence",
    "rounding": "written",
    "ends": "winner",
    "endgames": "count",
    "sequences": "counts",
    "full_deal_by_program": "counts",
    "auctions": "takes",
    "disputes": "renonces",
    "endgames_by_program": "must/free",
    "coinche": "defence",
}
#: For each kind of expected value, another one.
OTHER = {"legal": ["8♣"], "annonces": [["suite", 50, "A♠", 4]], "takes": ["♦"], "renonces": [[2, 0, "R♣"]]}


@pytest.mark.parametrize("group", EXPECTED)
def test_a_vector_that_does_not_hold_is_named(group: str) -> None:
    """A vector with any other expectation is reported with what was found, whatever the group."""
    rows = OWN[group] if isinstance(OWN[group], list) else [OWN[group]]
    key = EXPECTED[group]
    for vector in rows:
        was = vector[key]
        number = [1, 2] if isinstance(was, list) else 77
        outcome = vectors.run_group(group, [{**vector, key: OTHER.get(key, number)}])

        assert outcome.held == 0, vector
        assert len(outcome.wrong) == 1
        assert outcome.wrong[0].startswith(f"{vector['id']}: found "), outcome.wrong


#: Who won the deal must be said where it decides.
LAST_DEAL = "target: malformed: 'won_deal' is missing"


@pytest.mark.parametrize(
    ("group", "vector", "report"),
    [
        ("legal", {"id": "L", "trump": "♥", "pli": []}, "L: malformed: 'hand' is missing"),
        ("legal", {"id": "L", "trump": "♥", "pli": "", "hand": "1♥", "legal": ""}, "L: malformed: card '1♥'"),
        ("plis", 7, "vector 1: malformed: expected an object, found 7"),
        ("plis", {"id": "W", "trump": "X", "pli": "7♥", "winner": 1}, "W: malformed: contract 'X'"),
        ("scores", {"id": "S", "takers_plis": 170, "plis_won": 4, "result": "réussi"}, "S: malformed: "),
        ("scores", {**OWN["scores"][0], "id": "S", "belote": "X"}, "S: malformed: belote ['X']: expected T or D"),
        ("ends", {**OWN["ends"][0], "options": {"both_over": "last_deal"}, "before": [450, 500]}, LAST_DEAL),
        ("endgames", {"id": "F", "hands": ["7♥", "7♥", "8♥", "9♥"], "count": 1}, "F: malformed: expected four hands"),
        ("endgames_by_program", {"id": "G", "hands": ["7♥", "8♥", "9♥", "V♥"]}, "G: malformed: no count"),
        ("legal", {**OWN["legal"][0], "id": "L", "options": {"sloth": 1}}, "L: malformed: option 'sloth': unknown"),
    ],
)
def test_a_malformed_vector_is_named(group: str, vector: Any, report: str) -> None:
    """A vector that cannot be read does not hold, and its report says what is wrong with it."""
    outcome = vectors.run_group(group, [vector])

    assert outcome.held == 0
    assert outcome.wrong[0].startswith(report), outcome.wrong


#: Other forms of a vector of each group, with which it says the same.
FORMS: list[tuple[str, dict[str, Any]]] = [
    ("legal", {"trump": "TA", "pli": "V♣", "hand": "A♥ 7♦", "legal": "A♥ 7♦", "rule": "BP8"}),
    ("legal", {"trump": "SA", "pli": "V♣", "hand": "A♥ 7♦", "legal": "A♥ 7♦", "rule": "BP8"}),
    (
        "legal",
        {
            "trump": "♣",
            "pli": "9♦ R♣ 7♦",
            "hand": "D♣ A♠",
            "legal": "D♣",
            "rule": "BP7",
            "options": {"on_partners_trump": "trump"},
        },
    ),
    ("legal", {"trump": "♣", "pli": None, "hand": "8♣ 7♦", "legal": "8♣ 7♦", "options": None}),
    ("annonces", {"trump": "♣", "hand": "R♣ R♦ R♥ R♠", "annonces": [["carre", 100, "R♠", 4]]}),
    ("annonces", {"trump": "♣", "hand": "9♣ 10♣ V♣", "annonces": [], "options": {"annonce_order": "trick"}}),
    ("comparisons", {"trump": "♣", "hands": [["9♦", "10♦", "V♦"], ["8♠", "9♠", "10♠"]], "team": 0, "points": 20}),
    ("comparisons", {"trump": "♣", "hands": [[None, "9♦ 10♦ V♦"], None], "team": 0, "points": 20}),
    (
        "scores",
        {
            "takers_plis": 0,
            "plis_won": 0,
            "result": "capot de la défense",
            "takers": 0,
            "defence": 162,
            "options": {"capot_defence": "chute"},
        },
    ),
    ("scores", {"takers_plis": 58, "plis_won": 3, "result": "dedans", "takers": 0, "defence": 162, "belote": []}),
    (
        "scores",
        {
            "takers_plis": 77,
            "plis_won": 4,
            "result": "litige",
            "takers": 0,
            "defence": 80,
            "held_after": 80,
            "options": {"rounding": "ten", "ballotage": "yes", "deals": "none", "chute": None},
        },
    ),
    ("rounding", {"options": {"rounding": "ten160"}, "points": [66, 96], "written": [60, 100]}),
    (
        "ends",
        {
            "target": 700,
            "before": [500, 620],
            "deal": [252, 0],
            "plis": [8, 0],
            "says": ["capot", None],
            "winner": 0,
        },
    ),
    (
        "ends",
        {
            "target": None,
            "before": [500, 620],
            "deal": [62, 100],
            "plis": [3, 5],
            "winner": 1,
            "options": {"deals": 12},
        },
    ),
    (
        "ends",
        {
            "target": 700,
            "before": [600, 680],
            "deal": [91, 20],
            "plis": [4, 4],
            "says": ["litige", "litige, belote"],
            "winner": None,
        },
    ),
    (
        "auctions",
        {"round": 2, "retourne": "D♠", "taken": ["♣", "SA"], "takes": ["TA"], "options": {"contracts": "ladder"}},
    ),
    (
        "disputes",
        {"trump": "♥", "plis": ["A♣ 7♦ 8♣ 9♣", "R♣ 10♣ 7♣ V♣"], "renonces": [[1, 1, "7♦", "BP3"]]},
    ),
]


@pytest.mark.parametrize(("group", "vector"), FORMS)
def test_a_vector_may_be_written_in_several_forms(group: str, vector: dict[str, Any]) -> None:
    """What may be left out, be null, or have another name does not change what is tested."""
    outcome = vectors.run_group(group, vector)

    assert (outcome.held, outcome.wrong, outcome.remarks) == (1, [], [])


def test_a_group_may_be_an_object_of_vectors_by_id() -> None:
    """The vectors are those of a list, named by their keys."""
    by_id = {f"P{place}": {**vector, "winner": 1} for place, vector in enumerate(OWN["plis"])}
    for vector in by_id.values():
        del vector["id"]

    outcome = vectors.run_group("plis", by_id)

    assert [line.split(":")[0] for line in outcome.wrong] == ["P0", "P1", "P2"]


@pytest.mark.parametrize("group", EXPECTED)
def test_any_value_in_any_place_is_reported_and_never_raises(group: str) -> None:
    """A vector with a key removed, or with another kind of value, holds or is reported by its id."""
    rows = OWN[group] if isinstance(OWN[group], list) else [OWN[group]]
    others: list[Any] = [None, True, -1, 0.5, "", "♥", "x", [], [[]], [None], {}, {"a": 1}, [[1, 2], [3]], ["7♥"] * 3]
    for row in rows[:4]:
        given: dict[str, Any] = {"options": {}, **row}
        changed = [{key: value for key, value in given.items() if key != left} for left in given]
        changed += [{**given, key: other} for key in given for other in others]
        for vector in changed:
            outcome = vectors.run_group(group, [vector])

            assert outcome.held + len(outcome.wrong) == 1, vector


def test_keys_that_no_test_looks_at_are_named() -> None:
    """A vector with a key that is not understood is run, and the key is reported."""
    outcome = vectors.run_group("plis", [{**OWN["plis"][0], "weather": "rain", "why": "x"}])

    assert outcome.held == 1
    assert outcome.remarks == ["last trump: not tested: weather"]


def test_the_exit_status_tells_whether_all_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The status is 0 if all vectors hold, 1 if one does not or none was run, 2 if a file cannot be read."""
    good, bad, none, broken = (tmp_path / name for name in ("good.json", "bad.json", "none.json", "broken.json"))
    good.write_text(json.dumps(OWN), encoding="utf-8")
    bad.write_text(json.dumps({"plis": [{**OWN["plis"][0], "winner": 1}]}), encoding="utf-8")
    unknown = tmp_path / "unknown.json"
    unknown.write_text(json.dumps({**OWN, "tarot": [{"id": "T1"}]}), encoding="utf-8")
    noted = tmp_path / "noted.json"
    noted.write_text(json.dumps({**OWN, "note": "of a summer", "later": []}), encoding="utf-8")
    none.write_text(json.dumps({"tarot": [{"id": "T1"}]}), encoding="utf-8")
    broken.write_text("[1", encoding="utf-8")

    assert vectors.main([str(good)]) == 0
    assert vectors.main([str(good), str(bad)]) == 1
    assert vectors.main([str(none)]) == 1
    assert vectors.main([str(unknown)]) == 1
    assert vectors.main([str(noted)]) == 0
    assert vectors.main([str(broken)]) == 2
    assert vectors.main([str(tmp_path / "missing.json")]) == 2
    assert vectors.main([]) == 2

    printed = capsys.readouterr().out
    assert "plis: 0 of 1 hold\n  last trump: found (4, 21), expected (1, 21)" in printed
    assert "tarot: unknown group, not tested" in printed


def test_the_development_vectors_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """All vectors that stand beside the repository hold, and none has a key that is not tested."""
    if not DEVELOPMENT.exists():
        pytest.skip("the vectors are not part of this repository")

    assert vectors.main([str(DEVELOPMENT)]) == 0
    assert "not tested" not in capsys.readouterr().out


RULE_BOOK = (ROOT / "RULES-BELOTE.md").read_text(encoding="utf-8")


def rows_of(head: str) -> list[list[str]]:
    """Return the cells of the rows of every table of the rule book that has a head."""
    found: list[list[str]] = []
    for table in re.findall(rf"^{re.escape(head)}\n\|[-|]+\|\n((?:\|.*\n)+)", RULE_BOOK, re.MULTILINE):
        found += [[cell.strip() for cell in row.strip("|").split("|")] for row in table.splitlines()]
    return found


def test_bp_examples_of_the_rule_book_hold() -> None:
    """The hands of the table under BP12 may lay the cards that it says, by the rule that it names."""
    rows = [
        {
            "id": pli,
            "trump": "♥",
            "pli": pli,
            "hand": hand,
            "legal": hand if allowed == "all" else allowed,
            "rule": why[:3],
        }
        for pli, hand, allowed, why in rows_of("| pli so far | hand | allowed | rule |")
    ]

    outcome = vectors.run_group("legal", rows)

    assert (outcome.held, outcome.wrong) == (len(rows), [])
    assert len(rows) >= 10


def score_vector(cells: list[str], held: int, **options: Any) -> dict[str, Any]:
    """Return a row of the tables under BS as a vector."""
    plis, belote, annonces, _, result, takers, defence, waits = cells
    points = int(plis.partition("–")[0])
    capot = "capot" in result or plis == "0–252"
    named = "capot de la défense" if "capot of the defence" in result else re.split(r"[ ,]", result)[0]
    return {
        "id": f"{plis} {result}",
        "takers_plis": points,
        "plis_won": (8 if points else 0) if capot else 4,
        "belote": {"none": None, "takers": "T", "defence": "D"}[belote],
        "annonces": [int(part) for part in annonces.split("–")],
        "held": held,
        "result": {"made": "réussi", "scored": "chute"}.get(named, named),
        "takers": int(takers),
        "defence": int(defence),
        "held_after": int(waits),
        "options": options,
    }


def test_bs_examples_of_the_rule_book_hold() -> None:
    """The deals of the table under BS9 score what it says; 81 points wait before the last three."""
    cells = rows_of("| plis | belote | annonces | totals | result | takers | defence | waits |")
    rows = [score_vector(row, 0 if place < len(cells) - 3 else 81) for place, row in enumerate(cells)]

    outcome = vectors.run_group("scores", rows)

    assert (outcome.held, outcome.wrong) == (len(rows), [])
    assert len(rows) >= 12


def test_bs_examples_of_options_hold() -> None:
    """The deals of the table of options score what it says."""
    cells = rows_of("| plis | belote | annonces | option | result | takers | defence | waits |")
    rows = []
    for row in cells:
        name, _, value = row[3].strip("`").partition("=")
        rows.append(score_vector(row, 0, **{name: json.loads(value.lower()) if value else True}))

    outcome = vectors.run_group("scores", rows)

    assert (outcome.held, outcome.wrong) == (len(rows), [])
    assert len(rows) >= 6


def test_br_examples_of_the_rule_book_hold() -> None:
    """The points of the table under BR are rounded as it says."""
    rows = [
        {
            "id": f"{points} {name}",
            "rounding": name,
            "points": [int(part) for part in points.split("–")],
            "written": [int(part) for part in written.split("–")],
        }
        for points, *columns in rows_of('| points of plis | `"ten"` | `"ten160"` | `"five"` |')
        for name, written in zip(("ten", "ten160", "five"), columns, strict=True)
    ]

    outcome = vectors.run_group("rounding", rows)

    assert (outcome.held, outcome.wrong) == (len(rows), [])
    assert len(rows) >= 15
