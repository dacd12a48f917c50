"""Verdicts read back from what they wrote, and descriptions that no judge has written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from belettre_lexicon import ArgumentError, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.words.decode import decode_verdict

#: One word for every kind of proof (W10), with what was played before and the cards.
WORDS = [
    ("Facile", {"initial": "F", "letters": "lec"}),
    ("abc", {}),
    ("", {}),
    ("raclette", {"initial": "F"}),
    ("raclette", {"letters": "xyz"}),
    ("raclette", {"letters": "??"}),
    ("raclate", {}),
    ("a b c d e", {}),
    ("a" * 99, {}),
    ("Paris", {}),
    ("UNESCO", {}),
    ("portes", {}),
    ("funérailles", {}),
    ("grande", {}),
    ("jouions", {}),
    ("considéré", {}),
    ("mangeant", {}),
    ("arc-en-ciel", {}),
    ("école", {"played": ["École"]}),
    ("pecher", {"played": ["pêcher"]}),
    ("jouet", {"played": ["joueur"]}),
    ("hôpital", {"played": ["hôtel"]}),
    ("wagon", {}),
    ("chocolatine", {}),
    ("wagon\u202e", {}),
]


@pytest.fixture(scope="module")
def strict(lexicon: Lexicon) -> Judge:
    """A judge with every reason to refuse."""
    rules = HouseRules(compounds=False, current_only=True)
    return Judge(lexicon, rules, HouseList.parse(["- wagon trop facile", "+ chocolatine chez nous"]))


def test_w10_verdicts_read_back_as_they_were(judge: Judge, strict: Judge) -> None:
    """Word, reasons, every proof and every remark survive JSON; equal verdicts have equal hashes."""
    reasons = set()
    for word, cards in WORDS:
        for by in (judge, strict):
            verdict = by(word, **cards)  # type: ignore[arg-type]  # by name
            again = decode_verdict(json.loads(json.dumps(verdict.as_dict())))
            assert again == verdict and hash(again) == hash(verdict) and again.as_dict() == verdict.as_dict()
            assert (again.key, again.house) == (verdict.key, verdict.house)
            reasons |= set(verdict.reasons)
    assert len(reasons) >= 16


def test_w10_verdicts_differ_by_word_reason_and_proof(judge: Judge) -> None:
    """Another word, another reason, another proof and another remark make another verdict."""
    assert judge("Facile") == judge("Facile") != judge("facile")
    assert judge("portes") != judge("portes", initial="f")
    assert judge("hôpital", played=["hôtel"]) != judge("hôpital")
    assert judge("jouet", played=["joueur"]) != judge("jouet", played=["jouer"])
    assert judge("Facile") != "Facile"


def damaged() -> list[dict[str, Any]]:
    """Descriptions that no judge has written, each with one thing wrong."""
    judge = Judge(Lexicon.open())
    plural, kin = judge("portes").as_dict(), judge("jouet", played=["joueur"]).as_dict()

    def changed(described: dict[str, Any], *path: str | int, to: Any) -> dict[str, Any]:
        copy: dict[str, Any] = json.loads(json.dumps(described))
        place: Any = copy
        for step in path[:-1]:
            place = place[step]
        if to is KeyError:
            del place[path[-1]]
        else:
            place[path[-1]] = to
        return copy

    reading = ("refusals", 0, "evidence", "reading")
    link = ("refusals", 0, "evidence", "kinship", "chain", 0)
    return [
        {},
        {"word": "mot"},
        {"word": 1, "valid": True},
        {"word": "mot", "valid": 1},
        {"word": "mot", "valid": False},
        {"word": "mot", "valid": True, "refusals": plural["refusals"]},
        {"word": "mot", "valid": True, "house": 3},
        changed(plural, "refusals", to="all"),
        changed(plural, "refusals", to=[[]]),
        changed(plural, "refusals", to=plural["refusals"] * 200),
        changed(plural, "refusals", 0, "reason", to="ugly"),
        changed(plural, "refusals", 0, "rule", to="W1"),
        changed(plural, "refusals", 0, "evidence", to={}),
        changed(plural, "refusals", 0, "evidence", "more", to=1),
        changed(plural, *reading, to=[]),
        changed(plural, *reading, "status", to="fine"),
        changed(plural, *reading, "tag", to="Q"),
        changed(plural, *reading, "labels", to=["nice"]),
        changed(plural, *reading, "lemma", to="\x1b[2J"),
        changed(plural, *reading, "spelling", to="a" * 99),
        changed(plural, *reading, "zipf", to="much"),
        changed(plural, *reading, "sources", to=KeyError),
        changed(plural, *reading, "pos", to="verb"),
        changed(plural, "refusals", 1, "evidence", "reading", to=plural["refusals"][0]["evidence"]["reading"]),
        changed(kin, *link, "relation", to="friend"),
        changed(kin, *link, "tier", to="far"),
        changed(kin, *link, "sources", to=["hearsay"]),
        changed(kin, *link, "bases", to=["jouer"]),
        changed(kin, *link, "homograph", to="1"),
        changed(kin, *link, "pos", to="thing"),
        changed(kin, *link, "word", to="\u202e"),
        changed(kin, "refusals", 0, "evidence", "kinship", "tier", to="far"),
        changed(kin, "refusals", 0, "evidence", "turn", to="1"),
        {
            "word": "mot",
            "valid": False,
            "refusals": [{"rule": "W3", "reason": "missing_letters", "evidence": {"missing": "\x1b", "letters": "x"}}],
        },
    ]


@pytest.mark.parametrize("described", damaged(), ids=lambda described: json.dumps(described)[-40:])
def test_what_no_judge_has_written_is_refused(described: dict[str, Any]) -> None:
    """A description with one thing wrong is an error that shows it, never a verdict and never a traceback."""
    with pytest.raises(ArgumentError, match="verdict") as caught:
        decode_verdict(described)
    assert len(str(caught.value)) < 300
