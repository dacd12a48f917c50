"""Verdicts by a table's own checks and by other judges, as JSON; and the two descriptions of evidence agree."""

from __future__ import annotations

import json
from types import NoneType, UnionType
from typing import Any, NotRequired, TypeVar, Union, get_args, get_origin, get_type_hints

import pytest

from belettre_lexicon import (
    REASONS,
    Announcement,
    Check,
    HouseList,
    Judge,
    Lexicon,
    OwnReason,
    OwnRefusal,
    Reading,
    Refusal,
    Verdict,
    decode_verdict,
)
from belettre_lexicon.words import evidence, verdicts
from belettre_lexicon.words.decode import encode_record
from belettre_lexicon.words.evidence import RecordedKinship, forms_of
from tests.words.verdict_schema import faults

RHYME = OwnReason("rhyme", rule="rhymes", fr="{said} ne rime pas en -ette", en="{said} does not rhyme")
#: The type of the evidence of each reason (``evidence``); that of all other reasons is the last one.
TYPES: dict[str, Any] = {
    "too_short": evidence.LengthEvidence,
    "wrong_initial": evidence.InitialEvidence,
    "missing_letters": evidence.LettersEvidence,
    "too_many_jokers": evidence.JokersEvidence,
    "unknown": evidence.UnknownEvidence,
    "participle": evidence.ParticipleEvidence,
    "repeated": evidence.EarlierEvidence,
    "same_spelling": evidence.EarlierEvidence,
    "same_family": evidence.KinEvidence,
    "house_list": evidence.HouseEvidence,
}
#: What stands for the parameters of those types in a refusal.
PARAMETERS: dict[Any, tuple[type, ...]] = {evidence.R: (Reading,), evidence.K: (RecordedKinship,)}


def said_before(said: Announcement) -> dict[str, str | int] | None:
    return {"said": said.word, "before": len(said.played)} if said.key.endswith("s") else None


BEFORE = Check("before", said_before, rule="maison", fr="{said} après {before} mots", en="{said} after {before} words")


@pytest.fixture(scope="module")
def own(lexicon: Lexicon) -> Judge:
    """A judge with a check and a house list."""
    return Judge(lexicon, None, HouseList.parse(["- jours trop facile"]), [BEFORE])


@pytest.mark.parametrize("word", ["volontés", "jours", "velours", "raclette", "zzzs", "mots vils"])
def test_a_verdict_by_a_check_is_the_whole_question_and_answer(own: Judge, word: str) -> None:
    """It fits the schema, and survives JSON with its question, its sentences and its readings."""
    verdict = own(word, initial="v", letters="l?", played=["volonté", "école"])
    text = json.dumps(verdict.as_dict())

    decoded = decode_verdict(json.loads(text))

    assert faults(json.loads(text)) == []
    assert decoded == verdict
    assert decoded.question == verdict.question
    assert [type(refusal) for refusal in decoded.refusals] == [type(refusal) for refusal in verdict.refusals]
    assert json.dumps(decoded.as_dict()) == text


def test_the_question_gives_the_verdict_again_with_the_checks(own: Judge, lexicon: Lexicon) -> None:
    """The program gives the checks, since the question does not have them."""
    verdict = own("jours", played=["volonté"])
    asked = verdict.question
    assert asked is not None
    house = HouseList.parse(asked.house_list or ())

    again = Judge(lexicon, asked.rules, house, [BEFORE])("jours", played=asked.played)
    without = Judge(lexicon, asked.rules, house)("jours", played=asked.played)

    assert again == verdict
    assert again.question == asked
    assert without.reasons == tuple(reason for reason in verdict.reasons if reason != "before")


def test_many_words_have_the_question_of_one(own: Judge) -> None:
    """A stream of a table with checks says what was asked, as single words do."""
    words = ["raclette", "velours", "jours", "zzz"]

    many = [verdict.as_dict() for verdict in own.many(words, initial="V", letters="l,?")]

    assert many == [own(word, initial="v", letters="l?").as_dict() for word in words]


@pytest.mark.parametrize(
    "verdict",
    [
        Verdict.accepted("Zugzwang"),
        Verdict.refused("Zug", ["unknown"]),
        Verdict.refused("Zug", [RHYME.refusal(said="Zug"), Refusal("too_short", {"letters": 3, "minimum": 5})]),
    ],
)
def test_a_verdict_of_another_judge_fits_the_schema(verdict: Verdict) -> None:
    """It has no question, no lexicon and no readings, and both forms give it back."""
    described = verdict.as_dict()

    assert faults(described) == []
    assert (described["question"], described["lexicon"], described["readings"]) == (None, None, [])
    assert decode_verdict(json.loads(json.dumps(described))) == verdict
    assert decode_verdict(json.loads(json.dumps(encode_record(verdict)))) == verdict


def test_an_own_refusal_is_told_by_its_class(own: Judge) -> None:
    """Among the refusals of a word, those by checks are ``OwnRefusal`` objects, and no others."""
    refusals = own("jours").refusals

    assert [refusal.reason for refusal in refusals if isinstance(refusal, OwnRefusal)] == ["before"]
    assert all(isinstance(refusal, OwnRefusal) or refusal.reason in REASONS for refusal in refusals)


def kinds_of(hint: Any) -> tuple[type, ...]:
    """Return the classes of a fact, given its type in the evidence."""
    if isinstance(hint, TypeVar):
        return PARAMETERS[hint]
    if get_origin(hint) in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in kinds_of(part))
    return (NoneType,) if hint is None else (hint,)


@pytest.mark.parametrize("reason", REASONS)
def test_the_forms_of_evidence_are_those_of_its_type(reason: str) -> None:
    """Run-time checks and type annotations agree on names, optional keys and types."""
    described = TYPES.get(reason, evidence.ReadingEvidence)
    hints = get_type_hints(described, include_extras=True)
    forms = forms_of(reason)

    for name, hint in hints.items():
        optional = get_origin(hint) is NotRequired or not described.__total__
        inner = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
        assert {form[name] for form in forms if name in form} == set(kinds_of(inner))
        assert optional or all(name in form for form in forms)
    assert {name for form in forms for name in form} == set(hints)


def test_every_type_of_evidence_is_one_of_a_reason() -> None:
    """No type is described that no refusal has."""
    described = {name for name in vars(evidence) if name.endswith("Evidence")}

    assert described == {kind.__name__ for kind in TYPES.values()} | {"ReadingEvidence"}
    assert set(TYPES) <= set(verdicts.REASONS)
