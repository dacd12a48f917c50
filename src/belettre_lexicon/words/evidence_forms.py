"""The forms of evidence at run time: the facts that each reason needs, and their types (``evidence``).

``decode`` checks recorded verdicts with them, ``Verdict.refused`` the verdicts that other judges make.
"""

from __future__ import annotations

from ..lexicon.kin.families import Link
from ..lexicon.kin.kinship import Kinship
from ..lexicon.readings import Reading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from ..lexicon.objects import ChainObject
    from ..literals import Tier

#: The reasons of remarks that no refusal has. A remark about distant kin has the reason of a refusal, "same_family".
ONLY_REMARKS = ("other_spelling",)


class RecordedKinship:
    """The kinship of two words as stored in a recorded refusal (W8).

    tier   "core" or "near" (``literals.Tier``)
    chain  the links that proved the kinship when the word was judged
    common_spelling  the spelling of the common base of both words
    """

    __slots__ = ("chain", "common_spelling", "tier")

    def __init__(self, tier: Tier, common_spelling: str, chain: tuple[Link, ...]) -> None:
        self.tier: Tier = tier
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

    def as_dict(self) -> ChainObject:
        """Return the JSON object from which this kinship was decoded."""
        chain = [link.as_dict() for link in self.chain]
        return {"tier": self.tier, "common": self.common_spelling, "chain": chain}


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


def has_form(reason: str, evidence: Mapping[str, object]) -> bool:
    """Return whether the evidence of a refusal has a form that its reason, one of ``REASONS``, allows."""
    types = {name: RecordedKinship if isinstance(value, Kinship) else type(value) for name, value in evidence.items()}
    return types in forms_of(reason)


def forms_of(reason: str) -> tuple[dict[str, type], ...]:
    """Return the forms of evidence that a reason allows, each as the names of its facts with their types.

    >>> forms_of("too_many_jokers")
    ({'jokers': <class 'int'>},)
    """
    return _EVIDENCE.get(reason, _EVIDENCE["*"])
