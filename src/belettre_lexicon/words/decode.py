"""Floor 2. Decodes verdicts from the JSON objects that ``Verdict.as_dict`` returns.

The records of games keep verdicts and their proofs in this form. A decoded verdict is the decision that was made
during the game, even if the current lexicon would lead to another one.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..grammar import EVIDENCE, LABELS, LINK_TIERS, POS, RELATIONS, SOURCES, STATUSES, TIERS
from ..letters import MAX_WORD, fold
from ..lexicon.families import Lexeme, Link
from ..lexicon.readings import Reading
from .verdicts import REASONS, Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any, TypeVar

    from ..grammar import Tier

    _Text = TypeVar("_Text", bound=str)

#: The largest number of refusals in a recorded verdict. A JSON object with more of them was not written by a judge.
_MOST_REFUSALS = 200


class RecordedKinship:
    """The kinship of two words as stored in a recorded refusal (W8).

    tier   "core" or "near" (``grammar.Tier``)
    chain  the links that proved the kinship when the word was judged
    common_spelling  the spelling of the common base of both words
    """

    __slots__ = ("chain", "common_spelling", "tier")

    def __init__(self, tier: Tier, common_spelling: str, chain: tuple[Link, ...]) -> None:
        self.tier = tier
        self.chain = chain
        self.common_spelling = common_spelling

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, RecordedKinship):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.tier, self.common_spelling))

    def __reduce__(self) -> tuple[type[RecordedKinship], tuple[object, ...]]:
        return RecordedKinship, (self.tier, self.common_spelling, self.chain)

    def as_dict(self) -> dict[str, Any]:
        """Return the JSON object from which this kinship was decoded."""
        chain = [link.as_dict() for link in self.chain]
        return {"tier": self.tier, "common": self.common_spelling, "chain": chain}


def decode_verdict(described: Mapping[str, Any]) -> Verdict:
    """Return the verdict that a JSON object describes. Raises ArgumentError if it is malformed or contradicts itself.

    >>> decode_verdict({"word": "abc", "valid": False, "refusals": [
    ...     {"rule": "W1", "reason": "too_short", "evidence": {"letters": 3, "minimum": 5}}]}).reasons
    ('too_short',)
    """
    try:
        word, valid = described["word"], described["valid"]
        refusals = [_decode_refusal(refusal) for refusal in described.get("refusals", ())]
        remarks = tuple(_decode_refusal(remark) for remark in described.get("remarks", ()))
        if any(refusal.reason in _ONLY_REMARKS for refusal in refusals):
            raise ValueError
        if any(remark.reason not in _ONLY_REMARKS and remark.reason != "same_family" for remark in remarks):
            raise ValueError
        house = described.get("house")
        well_typed = isinstance(word, str) and isinstance(valid, bool) and (house is None or isinstance(house, str))
        if not well_typed or valid is bool(refusals) or len(refusals) > _MOST_REFUSALS:
            raise ValueError
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise ArgumentError(f"verdict: {described!r:.120} is not a recorded verdict") from error
    return Verdict(word, fold(word), None if valid else (refusals, None, []), (), house, remarks)


def with_readings(verdict: Verdict, lookup: Callable[[str], tuple[Reading, ...]]) -> Verdict:
    """Return a copy of a decoded verdict whose ``readings`` are those that *lookup* returns for the word.

    Records do not keep readings, so a decoded verdict has none. *lookup* is usually ``Lexicon.readings``.
    """
    refusals = list(verdict.refusals)
    return Verdict(
        verdict.word,
        verdict.key,
        None if verdict.valid else (refusals, None, []),
        lookup,
        verdict.house,
        verdict.remarks,
    )


#: The forms of evidence that each reason allows (``Refusal``). Each form maps the names in the evidence to their
#: types. The key "*" stands for all reasons that are not listed.
_EVIDENCE: dict[str, tuple[dict[str, type], ...]] = {
    "too_short": ({"letters": int, "minimum": int},),
    "wrong_initial": ({"found": str, "expected": str},),
    "missing_letters": ({"missing": str, "letters": str}, {"missing": str, "letters": str, "initial": str}),
    "too_many_jokers": ({"jokers": int},),
    "unknown": ({}, {"character": str}, {"space": str}, {"length": int}, {"apostrophe": str}),
    "repeated": ({"earlier": str, "turn": int},),
    "same_spelling": ({"earlier": str, "turn": int},),
    "same_family": ({"earlier": str, "turn": int, "kinship": RecordedKinship},),
    "house_list": ({"note": str}, {"reading": Reading}),
    "participle": (
        {"reading": Reading},
        {"reading": Reading, "listed": Reading},
        {"reading": Reading, "listed": type(None)},
    ),
    "*": ({"reading": Reading},),
}

#: The reasons of remarks that no refusal has. A remark about distant kin has the reason of a refusal, "same_family".
_ONLY_REMARKS = ("other_spelling",)


def _decode_refusal(described: Mapping[str, Any]) -> Refusal:
    """Return the refusal that a JSON object describes.

    Raises ValueError, KeyError or TypeError if the reason is unknown, or if the rule or the evidence does not fit the
    reason.
    """
    reason, evidence = described["reason"], dict(described["evidence"])
    for name in ("reading", "listed"):
        if evidence.get(name) is not None:
            evidence[name] = _decode_reading(evidence[name])
    if "kinship" in evidence:
        kinship = evidence["kinship"]
        evidence["kinship"] = RecordedKinship(
            _one_of(TIERS, kinship["tier"]), _safe_text(kinship["common"]), tuple(map(_decode_link, kinship["chain"]))
        )
    types = {name: type(value) for name, value in evidence.items()}
    if REASONS[reason] != described["rule"] or types not in _EVIDENCE.get(reason, _EVIDENCE["*"]):
        raise ValueError(reason)
    for name in ("expected", "initial", "letters", "missing"):
        if isinstance(evidence.get(name), str):
            _safe_text(evidence[name])
    # A participle may be read as an adjective or a noun that too few dictionaries list, or that the table refuses.
    if reason == "conjugated" and not evidence["reading"].forms:
        raise ValueError(reason)
    if reason == "participle" and not (evidence["reading"].forms or evidence["reading"].tag[0] in "AN"):
        raise ValueError(reason)
    return Refusal(reason, evidence)


def _decode_reading(described: Mapping[str, Any]) -> Reading:
    """Return the reading that a JSON object describes.

    Raises ValueError, KeyError or TypeError if the object is not one that ``Reading.as_dict`` returns.
    """
    reading = Reading(
        _safe_text(described["spelling"]),
        _safe_text(described["lemma"]),
        _safe_text(described["tag"]),
        _one_of(STATUSES.values(), described["status"]),
        tuple(_one_of(LABELS, label) for label in described["labels"]),
        tuple(_one_of(SOURCES, source) for source in described["sources"]),
        float(described["zipf"]),
        _safe_text(described.get("gloss", "")),
        tuple(map(_safe_text, described.get("dictionaries", ()))),
    )
    # Earlier versions recorded neither a gloss nor dictionaries.
    if reading.as_dict() != {"gloss": "", "dictionaries": [], **described}:
        raise ValueError(reading.spelling)
    return reading


def _decode_link(described: Mapping[str, Any]) -> Link:
    """Return the link that a JSON object describes.

    Raises ValueError, KeyError or TypeError if the object is not one that ``Link.as_dict`` returns.
    """
    link = Link(
        _decode_lexeme(described),
        tuple(map(_decode_lexeme, described["bases"])),
        _one_of(RELATIONS, described["relation"]),
        _safe_text(described["affix"]),
        _one_of(LINK_TIERS, described["tier"]),
        tuple(_one_of(EVIDENCE.values(), source) for source in described["sources"]),
    )
    if not link.bases or link.as_dict() != described:
        raise ValueError(described["word"])
    return link


def _decode_lexeme(described: Mapping[str, Any]) -> Lexeme:
    """Return the lexeme that a JSON object describes.

    Records keep only its spelling, part of speech and homograph number: the other attributes are placeholders.
    Raises ValueError, KeyError or TypeError if the object is malformed.
    """
    pos, homograph = _one_of(POS.values(), described["pos"]), described["homograph"]
    if type(homograph) is not int:
        raise TypeError(homograph)
    return Lexeme(-1, _safe_text(described["word"]), pos, homograph, 0.0, ())


def _safe_text(value: object) -> str:
    """Return *value* unchanged. Raises ValueError unless it is printable text of at most MAX_WORD characters."""
    if not isinstance(value, str) or len(value) > MAX_WORD or not value.isprintable():
        raise ValueError(value)
    return value


def _one_of(known: Collection[_Text], value: Any) -> _Text:
    """Return *value* unchanged. Raises ValueError unless it is one of the *known* names."""
    if value not in known:
        raise ValueError(value)
    name: _Text = value
    return name
