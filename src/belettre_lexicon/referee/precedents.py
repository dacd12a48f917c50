"""The rule behind a verdict about which tables quarrel, with words that it accepts and refuses.

A one-word ``belettre check`` imports this module, so this module must not import slow modules.
"""

from __future__ import annotations

from ..french.grammar import BASE_PARTICIPLES
from .sentences import announced_readings, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..lexicon.readings import Reading
    from ..words.verdicts import Refusal, Verdict
    from .catalogue import Catalogue

#: Reasons about which tables quarrel → the key of the rule behind them.
_REFUSED_KINDS = {"participle": "participle", "feminine_adjective": "feminine"}
#: The largest number of sources of a reading about which tables quarrel.
_MOST_CONTESTED = 3
#: The key of a rule → words that it accepts, and words that it refuses. A verdict on one of them names the other.
_CASES = {
    "participle": (("utilisé", "rappelé"), ("nettoyé", "vissé")),
    "plural": (("plusieurs",), ("fiançailles",)),
    "feminine": (("anxieuse", "nationale"), ("prudente", "grande")),
}


def rule_text(verdict: Verdict, say: Catalogue) -> str:
    """Return the rule behind the verdict on a participle, a feminine or a plural pronoun, with words for both sides.

    The rules are W6a, W6d and W6b. The text is a sentence that an arbiter reads aloud after the verdict. It is "" for
    other words, and if another reason refuses the word as well.
    """
    if verdict.valid:
        kinds = {_contested_kind(reading, verdict.readings) for reading in announced_readings(verdict)}
    else:
        kinds = {_refused_kind(refusal) for refusal in verdict.refusals if refusal.reason != "conjugated"}
    kind = kinds.pop() if len(kinds) == 1 else ""
    if not kind or _is_optional(kind, verdict):
        return ""
    word = printable(verdict.word.lower())
    valid, refused = (next((one for one in words if one != word), word) for words in _CASES[kind])
    return say(f"rule.{kind}_{'valid' if verdict.valid else 'refused'}", word=word, valid=valid, refused=refused)


def _is_optional(kind: str, verdict: Verdict) -> bool:
    """Return whether the table has an option in place of a rule, so that it judges the named words otherwise."""
    question = verdict.question
    if question is None:
        return False
    return {"participle": question.rules.participles != "listed", "plural": question.rules.plural_only}.get(kind, False)


def _refused_kind(refusal: Refusal) -> str:
    """Return the key of the rule by which a refusal is explained; "" if it needs no explanation."""
    reading = refusal.evidence.get("reading")
    if refusal.reason == "feminine_adjective" and reading.tag[0] != "A":
        return ""  # « cette », the feminine of a determiner
    if refusal.reason == "participle" and reading.tag[0] == "V" and reading.tag not in BASE_PARTICIPLES:
        return ""  # « vissée », whose masculine is what dictionaries would list
    return _REFUSED_KINDS.get(refusal.reason, "")


def _contested_kind(reading: Reading, readings: Iterable[Reading]) -> str:
    """Return the key of the rule for a playable reading; "" if many list it or nobody takes it for something else.

    *readings* are all readings of the word.
    """
    if reading.tag[0] in "DO" and reading.number == "plural":
        return "plural"
    if len({*reading.sources, *reading.dictionaries} - {"review"}) > _MOST_CONTESTED:
        return ""
    tags = {other.tag for other in readings if other.spelling == reading.spelling and not other.playable}
    if reading.tag[0] in "AN" and not tags.isdisjoint(BASE_PARTICIPLES):
        return "participle"
    is_noun = reading.tag.startswith("N.f") and "A.f.s" in tags and "gentile" not in reading.labels
    return "feminine" if is_noun else ""
