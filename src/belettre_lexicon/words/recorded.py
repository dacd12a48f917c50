"""Floor 2. Verdicts read back from what ``Verdict.as_dict`` wrote: a record keeps the proofs it was made with.

They say what was said then, by whatever edition of the lexicon; with that edition at hand the judge may be asked again.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..letters import fold
from ..lexicon.families import Lexeme, Link
from ..lexicon.readings import Reading
from .verdicts import REASONS, Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
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
    """The verdict of a description. Raises ArgumentError when it is none.

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


def _refusal(described: Mapping[str, Any]) -> Refusal:
    reason, evidence = described["reason"], dict(described["evidence"])
    if REASONS[reason] != described["rule"]:
        raise ValueError(reason)
    for name, value in evidence.items():
        if name == "reading":
            evidence[name] = _reading(value)
        elif name == "kinship":
            evidence[name] = RecordedKinship(value["tier"], value["common"], tuple(map(_link, value["chain"])))
        elif not isinstance(value, str | int):
            raise TypeError(name)
    return Refusal(reason, evidence)


def _reading(described: Mapping[str, Any]) -> Reading:
    reading = Reading(
        described["spelling"],
        described["lemma"],
        described["tag"],
        described["status"],
        tuple(described["labels"]),
        tuple(described["sources"]),
        described["zipf"],
    )
    if reading.as_dict() != described:
        raise ValueError(reading.spelling)
    return reading


def _link(described: Mapping[str, Any]) -> Link:
    link = Link(
        _lexeme(described),
        tuple(map(_lexeme, described["bases"])),
        described["relation"],
        described["affix"],
        described["tier"],
        tuple(described["sources"]),
    )
    if link.as_dict() != described:
        raise ValueError(described["word"])
    return link


def _lexeme(described: Mapping[str, Any]) -> Lexeme:
    return Lexeme(-1, described["word"], described["pos"], described["homograph"], 0.0, ())
