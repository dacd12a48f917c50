"""Decoding verdicts: round trips of real verdicts, and descriptions that no judge can have written."""

from __future__ import annotations

import json
from typing import Any

import pytest

from belettre_lexicon import ArgumentError, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.words.decode import decode_verdict, encode_record, with_readings

#: Words with the arguments to judge them by: at least one for every kind of evidence (W10).
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
    """A judge with strict options and a house list, so that every reason occurs."""
    rules = HouseRules(compounds=False, current_only=True)
    return Judge(lexicon, rules, HouseList.parse(["- wagon trop facile", "+ chocolatine chez nous"]))


def test_w10_a_verdict_survives_json(judge: Judge, strict: Judge) -> None:
    """Encoded as JSON and decoded, a verdict is equal to the first one, with every reason, proof and remark."""
    reasons = set()
    for word, arguments in WORDS:
        for any_judge in (judge, strict):
            verdict = any_judge(word, **arguments)  # type: ignore[arg-type]  # given by name

            decoded = decode_verdict(json.loads(json.dumps(verdict.as_dict())))

            assert decoded == verdict
            assert hash(decoded) == hash(verdict)
            assert decoded.as_dict() == verdict.as_dict()
            assert decoded.key == verdict.key
            assert decoded.house == verdict.house
            reasons |= set(verdict.reasons)
    assert len(reasons) >= 16


@pytest.mark.parametrize(("word", "arguments"), WORDS)
def test_w10_a_verdict_from_a_record_is_given_its_readings(
    judge: Judge, lexicon: Lexicon, word: str, arguments: dict[str, Any]
) -> None:
    """It has none of its own; with those of the lexicon, it is the same verdict, valid or not."""
    verdict = judge(word, **arguments)
    decoded = decode_verdict(encode_record(verdict))

    completed = with_readings(decoded, lexicon.readings)

    assert decoded.readings == ()
    assert completed.readings == verdict.readings == lexicon.readings(word)
    assert completed == decoded == verdict
    assert (completed.valid, completed.refusals) == (decoded.valid, decoded.refusals)
    assert (completed.key, completed.house, completed.remarks) == (decoded.key, decoded.house, decoded.remarks)


def test_w10_the_words_of_a_recorded_chain_have_no_frequency(judge: Judge) -> None:
    """Nor a number or labels: a record keeps only what names them."""
    decoded = decode_verdict(judge("jouet", played=["joueur"]).as_dict())

    (link, *_) = decoded.refusals[0].evidence["kinship"].chain
    for lexeme in (link.lexeme, *link.bases):
        assert (lexeme.number, lexeme.zipf, lexeme.labels) == (-1, 0.0, ())


def test_w10_verdicts_differ_by_word_reason_and_proof(judge: Judge) -> None:
    """Verdicts with different words, reasons, proofs or remarks are not equal."""
    assert judge("Facile") == judge("Facile")
    assert judge("Facile") != judge("facile")
    assert judge("portes") != judge("portes", initial="f")
    assert judge("hôpital", played=["hôtel"]) != judge("hôpital")
    assert judge("jouet", played=["joueur"]) != judge("jouet", played=["jouer"])
    assert judge("Facile") != "Facile"


def damaged() -> list[dict[str, Any]]:
    """Return descriptions that no judge can have written, each with one fault."""
    judge = Judge(Lexicon.open())
    plural, kin = judge("portes").as_dict(), judge("jouet", played=["joueur"]).as_dict()

    def changed(described: Any, *path: str | int, to: Any) -> dict[str, Any]:
        """Return a copy with the value at *path* replaced by *to*, or removed if *to* is KeyError."""
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
        changed(plural, *reading, "zipf", to=float("nan")),
        changed(plural, *reading, "zipf", to=float("inf")),
        changed(plural, *reading, "zipf", to=-1),
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
def test_a_faulty_description_raises(described: dict[str, Any]) -> None:
    """A description with one fault raises ArgumentError with a short message."""
    with pytest.raises(ArgumentError, match="verdict") as caught:
        decode_verdict(described)

    assert len(str(caught.value)) < 300
