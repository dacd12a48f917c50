"""Whether one reading may be played under the options of a table (W6), and if not, why.

A *reading* is one thing that a spelling can be, such as a noun or a verb form. The judge, its streams and the search
all decide by ``reading_reasons`` wherever the mask of a word leaves the decision open (``HouseRules.undecided``).
"""

from __future__ import annotations

from ..french.grammar import BASE_PARTICIPLES, is_participle, refused_as

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable

    from ..french.rules import HouseRules
    from ..literals import LexicalReason, Status
    from .readings import Reading


def reading_reasons(
    status: Status, tag: str, labels: Collection[str], compound: bool, participial: bool, rules: HouseRules
) -> tuple[LexicalReason, ...]:
    """Return the reasons for refusing a reading under the options of a table; () if the reading is accepted.

    The first four arguments are the attributes of the reading. *participial* is whether its spelling is a participle
    too (``participial_spellings``), which matters for ``participles="never"`` (W6a).
    """
    if status == "participle" and rules.participles == "always" and tag in BASE_PARTICIPLES:
        status = "playable"
    if status != "playable" and status != "plural_only":
        return refused_as(status, tag)
    if status == "plural_only" and not rules.plural_only:
        return ("plural_only",)
    reasons: list[LexicalReason] = []
    if participial and rules.participles == "never" and tag[0] == "A" and status == "playable":
        reasons.append("participle")
    if compound and not rules.compounds:
        reasons.append("compound")
    if not rules.refused_labels.isdisjoint(labels):
        reasons.append("house_list")
    return tuple(reasons)


def refusal_reasons(
    reading: Reading, rules: HouseRules, participial: Collection[str] = ()
) -> tuple[LexicalReason, ...]:
    """Return the result of ``reading_reasons`` for a ``Reading``.

    *participial* are the spellings, in lower case, that are participles too (``participial_spellings``).
    """
    is_participial = bool(participial) and reading.spelling.lower() in participial
    return reading_reasons(reading.status, reading.tag, reading.labels, reading.compound, is_participial, rules)


def participial_spellings(readings: Iterable[Reading]) -> frozenset[str]:
    """Return the spellings, in lower case, of the readings that are participles of verbs."""
    return frozenset(reading.spelling.lower() for reading in readings if is_participle(reading.status, reading.tag))
