"""The runner of vectors of the family says of each kind which hold, and those beside the repository hold."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.belote import variant_vectors, vectors
from tests.conftest import ROOT

DEVELOPMENT = ROOT.parent / "shared" / "rules" / "belote-variants-vectors.json"


def cards(text: str) -> list[str]:
    """Return the cards of a text as a list."""
    return text.split()


#: Three hands of three and a chien of two, in the order in which they are dealt.
DECK = cards("9♠ V♠ 7♦ A♥ 10♥ 8♦ R♣ D♣ 7♣ 8♣ 9♣")

#: Vectors of every kind, worked out by hand from the rules.
OWN: dict[str, list[dict[str, Any]]] = {
    "deals": [
        {
            "id": "coinche 3-2-3, the last player deals",
            "game": "coinche",
            "dealer": 3,
            "taker": None,
            "result": {
                "hands": [
                    [0, 1, 2, 12, 13, 20, 21, 22],
                    [3, 4, 5, 14, 15, 23, 24, 25],
                    [6, 7, 8, 16, 17, 26, 27, 28],
                    [9, 10, 11, 18, 19, 29, 30, 31],
                ]
            },
        },
        {
            "id": "three with 30 cards, the first to speak takes",
            "game": "three",
            "dealer": 2,
            "taker": 0,
            "options": {"deck": "30"},
            "result": {
                "hands": [
                    [0, 1, 2, 9, 10, 15, 16, 17, 18, 19],
                    [3, 4, 5, 11, 12, 20, 21, 22, 23, 24],
                    [6, 7, 8, 13, 14, 25, 26, 27, 28, 29],
                ],
                "retourne": 15,
            },
        },
        {
            "id": "bis before the prise: both rows lie",
            "game": "bis",
            "dealer": 1,
            "taker": None,
            "result": {
                "hands": [[0, 1, 2, 6, 7], [3, 4, 5, 8, 9]],
                "down": [[10, 12, 14, 16], [11, 13, 15, 17]],
                "up": [[18, 20, 22, 24], [19, 21, 23, 25]],
                "retourne": 26,
            },
        },
        {
            "id": "lyonnaise: four as three and one, a chien of three",
            "game": "lyonnaise",
            "dealer": 1,
            "taker": None,
            "options": {"players": [0, 1], "cards": 4, "chien": 3},
            "result": {"hands": [[0, 1, 2, 6], [3, 4, 5, 7]], "chien": [8, 9, 10]},
        },
    ],
    "coinche_auctions": [
        {
            "id": "a coinche and three passes",
            "dealer": 3,
            "words": [[0, "100 ♣"], [1, "coinche"], [2, "pass"], [3, "pass"], [0, "pass"]],
            "result": {
                "over": True,
                "next": None,
                "contract": {"value": 100, "colour": "♣", "taker": 0, "mult": 2},
                "illegal": None,
            },
        },
        {
            "id": "a surcoinche of three, à la volée",
            "dealer": 1,
            "options": {"volley": True, "surcoinche": 3, "sa_ta": True},
            "words": [[2, "capot SA"], [1, "coinche"], [0, "surcoinche"]],
            "result": {
                "over": True,
                "next": None,
                "contract": {"value": "capot", "colour": "SA", "taker": 2, "mult": 3},
                "illegal": None,
            },
        },
    ],
    "coinche_scores": [
        {
            "id": "nearest, each keeps its belote: 160 + 110 + 20 against 20",
            "value": 110,
            "colour": "♦",
            "said": "no",
            "p": [64, 98],
            "plis": [3, 5],
            "belote": [20, 0],
            "annonces": [0, 20],
            "options": {"rounding": "nearest", "coinche_belote": "own"},
            "result": "missed",
            "score": [20, 290],
        },
        {
            "id": "a générale that the partner spoilt: 1000 all the same",
            "value": "generale",
            "colour": "♦",
            "said": "coinche",
            "p": [162, 0],
            "plis": [8, 0],
            "taker_plis": 7,
            "belote": [0, 0],
            "annonces": [0, 0],
            "options": {"generale": True},
            "result": "missed",
            "score": [0, 2000],
        },
    ],
    "renonces": [
        {
            "id": "surcoinched, only what was asked",
            "value": 120,
            "colour": "♠",
            "said": "surcoinche",
            "fault": "T",
            "belote": [20, 0],
            "annonces": [0, 0],
            "options": {"coinche_score": "bid"},
            "score": [0, 480],
        },
    ],
    "openers": [
        {"id": "the dealer's right", "game": "coinche", "dealer": 1, "taker": 0, "value": "capot", "opener": 2},
        {"id": "the bidder", "game": "lyonnaise", "dealer": 1, "taker": 3, "value": None, "opener": 3},
    ],
    "packs": [
        {
            "id": "24",
            "game": "three",
            "missing": cards("7♣ 8♣ 7♦ 8♦ 7♥ 8♥ 7♠ 8♠"),
            "hand": 8,
            "plis": 8,
            "card_points": 152,
        },
    ],
    # 50 * 152 / 248 = 30.6
    "proportional": [{"id": "TA", "colour": "TA", "raw_takers": 50, "der_takers": True, "p": [41, 121]}],
    "plis": [{"id": "TA", "trump": "TA", "pli": ["10♣", "A♣", "V♦"], "winner": 2, "points": 24}],
    "legal": [
        {
            "id": "two: the open trump must go over the A",
            "trump": "♣",
            "pli": ["A♣"],
            "hand": ["7♣", "R♦"],
            "partner": [],
            "open": ["9♣"],
            "hidden": ["V♣"],
            "legal": ["9♣"],
        },
    ],
    "prises": [
        {
            "id": "moderne: a V must be taken, at anything",
            "players": 3,
            "dealer": 1,
            "retourne": "V♣",
            "words": [[2, "pass"]],
            "options": {"moderne": True},
            "result": {"over": False, "taker": None, "trump": None, "next": 2, "illegal": 0},
        },
    ],
    "flat_scores": [
        {
            "id": "half: 87 + 20 of annonces, (107) / 2, and the belote alone",
            "players": 3,
            "taker": 0,
            "trump": "♠",
            "p": 75,
            "plis_won": 4,
            "plis": 8,
            "belote": 2,
            "annonces": [50, 0],
            "held_before": 0,
            "options": {"defence_scores": "half"},
            "result": {"result": "made", "scores": [125, 43, 63], "held": 0},
        },
    ],
    "two_play": [
        {
            "id": "a column of the dealer is turned before the pli is over",
            "game": "bis",
            "dealer": 0,
            # Hands 0 and 1, then the rows face down and up, by turns; the retourne is A♠.
            "deck": cards(
                "7♣ 8♣ 9♣ 7♦ 8♦ 9♦ 10♣ V♣ 10♦ V♦ 7♥ 8♥ 9♥ 10♥ V♥ D♥ R♥ A♥ D♣ R♣ A♣ D♦ R♦ A♦ 7♠ 8♠ A♠ 9♠ 10♠ V♠ D♠ R♠"
            ),
            "words": [[1, "♠"]],
            "plays": [[1, "D♣"], [0, "R♣"]],
            "seat": 0,
            "sees": {
                "hand": cards("7♦ 8♦ 9♦ 10♦ V♦ V♠ D♠ R♠"),
                "own": ["8♥", "D♦/?", "A♦/?", "8♠/?"],
                "other": ["7♥", "A♣/?", "R♦/?", "7♠/?"],
                "retourne": "A♠",
            },
            "next": 0,
            "legal": cards("7♦ 8♦ 9♦ 10♦ V♦ V♠ D♠ R♠ 8♥ D♦ A♦ 8♠"),
            "plis": [1, 0],
            "points": [7, 0],
            "belotes": [],
            "illegal": None,
        },
    ],
    "comptoir_bids": [
        {
            "id": "multiples of five",
            "players": [0, 3, 5],
            "dealer": 3,
            "acts": [[5, 15], [0, 18]],
            "options": {"bid_step": 5},
            "result": {"phase": "bids", "taker": 5, "bid": 15, "next": 0, "illegal": 1},
        },
    ],
    "worth": [{"id": "71", "bid": 71, "value": 3}],
    "dice": [{"id": "seven", "sheet": 7, "die": [1, 2]}],
    "sheets": [
        {
            "id": "the winner deals",
            "sheets": [5, 0, 4],
            "taker": 2,
            "bid": 20,
            "points": 20,
            "dealer": 0,
            "options": {"next_dealer": "winner"},
            "result": {"made": True, "sheets": [5, 0, 3], "leave": [], "over": False, "loser": None, "dealer": 2},
        },
    ],
    "comptoir_points": [
        {"id": "no der", "players": 2, "opener": 1, "plis": [["9♦", "7♦"], ["A♣", "8♦"]], "points": [11, 14]},
    ],
    "comptoir_sees": [
        {
            "id": "one shown",
            "seat": 0,
            "hands": [["7♥", "8♥"], ["9♥", "10♥"]],
            "auction_over": True,
            "options": {"shown": 1},
            "sees": [["7♥", "8♥"], ["9♥"]],
        },
    ],
    "lyonnaise": [
        {
            "id": "an overbidder may not take what was left of the chien",
            "players": [0, 1, 2],
            "dealer": 2,
            "deck": DECK,
            "options": {"cards": 3},
            "acts": [
                *([0, 10], [1, "pass"], [2, "pass"], [0, "take"], [0, "swap", ["8♣"], ["7♦"]], [1, 20]),
                [1, "swap", ["9♣"], ["A♥"]],
            ],
            "result": {
                "phase": "swap",
                "taker": 1,
                "bid": 20,
                "next": 1,
                "illegal": 6,
                "chien": ["7♦", "9♣"],
                "hands": [["9♠", "V♠", "8♣"], ["A♥", "10♥", "8♦"], ["R♣", "D♣", "7♣"]],
            },
        },
    ],
    "ends": [
        {
            "id": "three, equal at the top",
            "target": 500,
            "before": [400, 400, 90],
            "deal": [162, 162, 0],
            "belote": [0, 0, 0],
            "won_deal": [0, 1],
            "options": {"both_over": "last_deal"},
            "winner": None,
        },
    ],
}


@pytest.mark.parametrize("kind", variant_vectors.GROUPS)
def test_vectors_of_every_kind_hold(kind: str) -> None:
    """Each kind of vectors is run through the public functions, and all of this file hold."""
    outcome = vectors.run_group(kind, OWN[kind], variant_vectors.GROUPS)

    assert (outcome.held, outcome.wrong, outcome.remarks) == (len(OWN[kind]), [], [])


#: The keys of what vectors expect.
EXPECTED = ("result", "score", "opener", "card_points", "p", "winner", "legal", "value", "die", "points", "sees")


@pytest.mark.parametrize("kind", variant_vectors.GROUPS)
def test_a_vector_that_does_not_hold_is_named(kind: str) -> None:
    """A vector that expects something else is reported with what was found, whatever the kind."""
    expected = next(
        key
        for key in (
            "result",
            "score",
            "opener",
            "card_points",
            "p",
            "winner",
            "legal",
            "value",
            "die",
            "points",
            "sees",
        )
        if key in OWN[kind][0]
    )
    for vector in OWN[kind]:
        other: Any = {**vector[expected], "other": 1} if isinstance(vector[expected], dict) else "other"
        other = ["8♣"] if expected == "legal" else [[]] if expected == "sees" else other

        outcome = vectors.run_group(kind, [{**vector, expected: other}], variant_vectors.GROUPS)

        assert outcome.held == 0
        assert outcome.wrong[0].startswith(f"{vector['id']}: "), outcome.wrong


def test_the_status_tells_whether_all_hold(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file of these vectors has status 0, with its notes; one with another value has status 1."""
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(json.dumps({"format": {"worth": "bid -> value"}, **OWN}), encoding="utf-8")
    bad.write_text(json.dumps({"worth": [{"id": "X", "bid": 71, "value": 4}]}), encoding="utf-8")

    assert vectors.main([str(good)], variant_vectors.GROUPS) == 0
    assert vectors.main([str(bad)], variant_vectors.GROUPS) == 1
    assert "X: found 3, expected 4" in capsys.readouterr().out


def test_the_development_vectors_hold(capsys: pytest.CaptureFixture[str]) -> None:
    """All vectors of all kinds that stand beside the repository hold, and none has a key that is not tested."""
    if not DEVELOPMENT.exists():
        pytest.skip("the vectors are not part of this repository")
    kinds = set(json.loads(DEVELOPMENT.read_text(encoding="utf-8"))) - {"format"}

    assert vectors.main([str(DEVELOPMENT)], variant_vectors.GROUPS) == 0
    assert kinds == set(variant_vectors.GROUPS)
    assert "not tested: " not in capsys.readouterr().out
