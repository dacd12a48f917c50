"""Verdicts and refusals as values (W10): what makes them equal, and what they say of themselves."""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import pytest

from belettre_lexicon import ArgumentError, Judge
from belettre_lexicon.words.decode import decode_verdict, encode_record
from belettre_lexicon.words.verdicts import REASONS, Refusal, Verdict

if TYPE_CHECKING:
    from belettre_lexicon.words.verdicts import Proof

SHORT = Refusal("too_short", {"letters": 3, "minimum": 5})
NEAR = Refusal("same_family", {"earlier": "hôtel", "turn": 1, "kinship": None})


def verdict(word: str = "chat", refusals: list[Refusal] | None = None, **others: Any) -> Verdict:
    """A verdict; valid if *refusals* is None."""
    proof: Proof | None = None if refusals is None else (refusals, None, [])
    return Verdict(word, word, proof, lambda _: (), others.get("house"), others.get("remarks", ()))


#: Verdicts that differ from each other in one thing: word, decision, refusals, remarks or note.
DIFFERENT = [
    verdict(),
    verdict("chien"),
    verdict(refusals=[SHORT]),
    verdict(refusals=[Refusal("too_short", {"letters": 4, "minimum": 5})]),
    verdict(refusals=[Refusal("unknown", {})]),
    verdict(refusals=[SHORT, Refusal("unknown", {})]),
    verdict(house=""),
    verdict(house="note"),
    verdict(remarks=(NEAR,)),
    verdict(remarks=(NEAR, NEAR)),
    verdict(remarks=(NEAR,), house="note"),
    verdict(refusals=[SHORT], remarks=(NEAR,)),
]


@pytest.mark.parametrize(("first", "second"), list(itertools.product(range(len(DIFFERENT)), repeat=2)))
def test_verdicts_are_equal_if_nothing_differs(first: int, second: int) -> None:
    """Word, decision, refusals with their evidence, remarks and the note count."""
    assert (DIFFERENT[first] == DIFFERENT[second]) is (first == second)


def test_equal_verdicts_are_equal_objects_or_not() -> None:
    """A copy is equal with an equal hash; another type is not."""
    for ours in (verdict(), verdict(refusals=[SHORT]), verdict(remarks=(NEAR,))):
        copy = Verdict(ours.word, "other", ours._proof, lambda _: (), None, ours.remarks)
        assert ours == copy
        assert hash(ours) == hash(copy)
        assert ours != ours.word
        assert ours != ours.as_dict()


def test_a_verdict_is_true_if_the_word_is_valid(judge: Judge) -> None:
    """Its text has the reasons in order, each once."""
    good, bad = judge("raclette"), judge("portes", initial="F")

    assert bool(good) is good.valid is True
    assert bool(bad) is bad.valid is False
    assert repr(good) == "Verdict('raclette', valid)"
    assert repr(bad) == "Verdict('portes', wrong_initial, plural, conjugated)"
    assert (good.refusals, good.reasons) == ((), ())
    assert verdict(refusals=[SHORT, SHORT]).reasons == ("too_short",)


def test_refusals_are_worked_out_once() -> None:
    """They are those before W5, those of the word, those after W6, and the same object when read again."""
    asked = []

    def lexical(word: str, key: str) -> list[Refusal]:
        asked.append((word, key))
        return [Refusal("unknown", {})]

    late = Refusal("house_list", {"note": ""})
    one = Verdict("Chat", "chat", ([SHORT], lexical, [late]), lambda _: (), None)
    assert asked == []

    refusals = one.refusals

    assert [refusal.reason for refusal in refusals] == ["too_short", "unknown", "house_list"]
    assert one.refusals is refusals
    assert asked == [("Chat", "chat")]


def test_a_verdict_in_a_record_has_what_it_needs() -> None:
    """Refusals, remarks and the note are left out if there are none; an empty note is one."""
    assert encode_record(verdict()) == {"word": "chat", "valid": True}
    assert encode_record(verdict(house="")) == {"word": "chat", "valid": True, "house": ""}
    assert encode_record(verdict(refusals=[SHORT])) == {
        "word": "chat",
        "valid": False,
        "refusals": [{"rule": "W1", "reason": "too_short", "evidence": {"letters": 3, "minimum": 5}}],
    }
    assert list(encode_record(verdict(remarks=(NEAR,)))) == ["word", "valid", "remarks"]


def test_refusals_are_equal_by_reason_and_evidence() -> None:
    """Their hash goes by the reason, their rule by the table of rules."""
    assert Refusal("too_short", {"letters": 3, "minimum": 5}) == SHORT
    assert hash(Refusal("too_short", {})) == hash(SHORT)
    assert Refusal("too_short", {"letters": 3, "minimum": 6}) != SHORT
    assert Refusal("unknown", dict(SHORT.evidence)) != SHORT
    assert SHORT != "too_short"
    assert repr(SHORT) == "Refusal('too_short', {'letters': 3, 'minimum': 5})"
    assert [Refusal(reason, {}).rule for reason in REASONS] == list(REASONS.values())


def test_a_recorded_verdict_has_200_refusals_at_most() -> None:
    """No judge gives more."""
    described = verdict(refusals=[SHORT] * 200).as_dict()

    assert decode_verdict(described).refusals == (SHORT,) * 200
    with pytest.raises(ArgumentError, match="is not a recorded verdict"):
        decode_verdict(verdict(refusals=[SHORT] * 201).as_dict())
