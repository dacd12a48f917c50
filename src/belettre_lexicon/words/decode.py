"""Floor 2. Verdicts read back from what ``Verdict.as_dict`` wrote: a record keeps the proofs it was made with.

They say what was said then, by whatever edition of the lexicon; with that edition at hand the judge may be asked again.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..grammar import EVIDENCE, LABELS, POS, RELATIONS, SOURCES, STATUSES, TIERS
from ..letters import MAX_WORD, fold
from ..lexicon.families import Lexeme, Link
from ..lexicon.readings import Reading
from .verdicts import REASONS, Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any

#: What a description may hold beside text and numbers: more nesting or length than this is no verdict.
_MOST_REFUSALS = 200


class RecordedKinship:
    """The kinship of a recorded refusal (W8): its tier and the chain of links, as they were proved then."""

    __slots__ = ("_common", "chain", "tier")

    def __init__(self, tier: str, common: str, chain: tuple[Link, ...]) -> None:
        self.tier = tier
        self.chain = chain
        self._common = common

    def as_dict(self) -> dict[str, Any]:
        """The description it was read from."""
        return {"tier": self.tier, "common": self._common, "chain": [link.as_dict() for link in self.chain]}


def verdict_of(described: Mapping[str, Any]) -> Verdict:
    """The verdict of a description. Raises ArgumentError when no judge can have given it.

    >>> verdict_of({"word": "abc", "valid": False, "refusals": [
    ...     {"rule": "W1", "reason": "too_short", "evidence": {"letters": 3, "minimum": 5}}]}).reasons
    ('too_short',)
    """
    try:
        word, valid = described["word"], described["valid"]
        found = [_refusal(refusal) for refusal in described.get("refusals", ())]
        remarks = tuple(_refusal(remark) for remark in described.get("remarks", ()))
        house = described.get("house")
        fits = isinstance(word, str) and isinstance(valid, bool) and (house is None or isinstance(house, str))
        if not fits or valid is bool(found) or len(found) > _MOST_REFUSALS:
            raise ValueError
    except (AttributeError, IndexError, KeyError, TypeError, ValueError) as error:
        raise ArgumentError(f"verdict: {described!r:.120} is not what a verdict is recorded as") from error
    return Verdict(word, fold(word), None if valid else (found, None, []), lambda _: (), house, remarks)


def with_readings(verdict: Verdict, lookup: Callable[[str], tuple[Reading, ...]]) -> Verdict:
    """A recorded verdict that knows what its word can be, as *lookup* has it; what it says is unchanged."""
    refusals = list(verdict.refusals)
    return Verdict(
        verdict.word,
        verdict.key,
        None if verdict.valid else (refusals, None, []),
        lookup,
        verdict.house,
        verdict.remarks,
    )


#: What proves each reason (``Refusal``): the names of its evidence, with what they hold. "*" stands for the readings.
_EVIDENCE: dict[str, tuple[dict[str, type], ...]] = {
    "too_short": ({"letters": int, "minimum": int},),
    "wrong_initial": ({"found": str, "expected": str},),
    "missing_letters": ({"missing": str, "letters": str},),
    "too_many_jokers": ({"jokers": int},),
    "unknown": ({}, {"character": str}, {"space": str}, {"length": int}),
    "repeated": ({"earlier": str, "turn": int},),
    "same_spelling": ({"earlier": str, "turn": int},),
    "same_family": ({"earlier": str, "turn": int, "kinship": RecordedKinship},),
    "house_list": ({"note": str}, {"reading": Reading}),
    "*": ({"reading": Reading},),
}

#: Reasons that say which form of a verb it is.
_OF_VERBS = ("conjugated", "participle")


def _refusal(described: Mapping[str, Any]) -> Refusal:
    reason, evidence = described["reason"], dict(described["evidence"])
    if "reading" in evidence:
        evidence["reading"] = _reading(evidence["reading"])
    if "kinship" in evidence:
        kinship = evidence["kinship"]
        evidence["kinship"] = RecordedKinship(
            _one_of(TIERS, kinship["tier"]), _word(kinship["common"]), tuple(map(_link, kinship["chain"]))
        )
    kinds = {name: type(value) for name, value in evidence.items()}
    if REASONS[reason] != described["rule"] or kinds not in _EVIDENCE.get(reason, _EVIDENCE["*"]):
        raise ValueError(reason)
    for name in ("expected", "letters", "missing"):
        if isinstance(evidence.get(name), str):
            _word(evidence[name])
    if reason in _OF_VERBS and not evidence["reading"].forms:
        raise ValueError(reason)
    return Refusal(reason, evidence)


def _reading(described: Mapping[str, Any]) -> Reading:
    reading = Reading(
        _word(described["spelling"]),
        _word(described["lemma"]),
        _word(described["tag"]),
        _one_of(STATUSES.values(), described["status"]),
        tuple(_one_of(LABELS, label) for label in described["labels"]),
        tuple(_one_of(SOURCES, source) for source in described["sources"]),
        float(described["zipf"]),
    )
    if reading.as_dict() != described:
        raise ValueError(reading.spelling)
    return reading


def _link(described: Mapping[str, Any]) -> Link:
    link = Link(
        _lexeme(described),
        tuple(map(_lexeme, described["bases"])),
        _one_of(RELATIONS, described["relation"]),
        _word(described["affix"]),
        _one_of(TIERS, described["tier"]),
        tuple(_one_of(EVIDENCE.values(), source) for source in described["sources"]),
    )
    if link.as_dict() != described:
        raise ValueError(described["word"])
    return link


def _lexeme(described: Mapping[str, Any]) -> Lexeme:
    pos, homograph = _one_of(POS.values(), described["pos"]), described["homograph"]
    if type(homograph) is not int:
        raise TypeError(homograph)
    return Lexeme(-1, _word(described["word"]), pos, homograph, 0.0, ())


def _word(value: object) -> str:
    """What a lexicon has written: short text that is safe on a terminal, unlike what players say."""
    if not isinstance(value, str) or len(value) > MAX_WORD or not value.isprintable():
        raise ValueError(value)
    return value


def _one_of(known: Collection[str], value: object) -> str:
    if not isinstance(value, str) or value not in known:
        raise ValueError(value)
    return value
