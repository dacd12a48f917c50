"""Decodes verdicts from JSON objects: those of ``Verdict.as_dict``, and the shorter ones in records of games.

A decoded verdict is the decision that was made when the word was judged, even if the current lexicon would lead to
another one. The short form for records (``encode_record``) omits empty values, the question, which follows from the
record, and the readings, which the lexicon that the record names has.
"""

from __future__ import annotations

from ..base.errors import ArgumentError
from ..french.grammar import EVIDENCE, LABELS, LINK_TIERS, POS, RELATIONS, SOURCES, STATUSES, TIERS
from ..french.letters import MAX_WORD, fold, parse_demand, parse_initial
from ..french.rules import HouseRules
from ..lexicon.kin.lexemes import Lexeme, Link
from ..lexicon.readings import Reading
from .evidence import ONLY_REMARKS, RecordedKinship, has_form
from .house_list import HouseList
from .own_rules import OwnReason
from .question import Told, WordQuestion
from .verdicts import REASONS, SCHEMA, Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Mapping
    from typing import Any, TypeVar

    from .objects import RecordedObject, VerdictObject
    from .verdicts import Proof

    _Text = TypeVar("_Text", bound=str)

#: The largest number of refusals in a recorded verdict. A JSON object with more of them was not written by a judge.
_MOST_REFUSALS = 200
#: The largest number of readings in a verdict: the lexicon has 40 for one spelling at most.
_MOST_READINGS = 1000
#: The largest frequency on the Zipf scale: a billion words of a billion.
_MOST_ZIPF = 9
#: The largest number of earlier words in a question: a partie has 128 at most, but programs may pass more.
_MOST_PLAYED = 100_000


def encode_record(verdict: Verdict) -> RecordedObject:
    """Return a verdict as the JSON object that records of games contain.

    The keys "word" and "valid" are always present; "refusals", "remarks" and "house" only if the verdict has refusals,
    remarks or a house note, which may be "".

    >>> from belettre_lexicon import Judge
    >>> encode_record(Judge(Lexicon.open())("raclette"))
    {'word': 'raclette', 'valid': True}
    """
    described: dict[str, Any] = {"word": verdict.word, "valid": verdict.valid}
    if not verdict.valid:
        described["refusals"] = [refusal.as_dict() for refusal in verdict.refusals]
    if verdict.remarks:
        described["remarks"] = [remark.as_dict() for remark in verdict.remarks]
    if verdict.house is not None:
        described["house"] = verdict.house
    return described


def decode_verdict(described: Mapping[str, Any] | VerdictObject) -> Verdict:
    """Return the verdict that a JSON object describes, in the form of ``Verdict.as_dict`` or of ``encode_record``.

    Sentences (« text ») are ignored. Raises ArgumentError if the object is malformed, contradicts itself or has another
    version ("schema") than ``verdicts.SCHEMA``.

    >>> decode_verdict({"word": "abc", "valid": False, "refusals": [
    ...     {"rule": "W1", "reason": "too_short", "evidence": {"letters": 3, "minimum": 5}}]}).reasons
    ('too_short',)
    """
    version = described.get("schema", SCHEMA) if isinstance(described, dict) else SCHEMA
    if type(version) is not int or version != SCHEMA:
        raise ArgumentError(f"verdict: schema {version!r:.40}, expected {SCHEMA}")
    try:
        word, valid = described["word"], described["valid"]
        refusals = [_decode_refusal(refusal) for refusal in described.get("refusals", ())]
        remarks = tuple(_decode_refusal(remark) for remark in described.get("remarks", ()))
        if any(refusal.reason in ONLY_REMARKS for refusal in refusals):
            raise ValueError
        if any(remark.reason not in ONLY_REMARKS and remark.reason != "same_family" for remark in remarks):
            raise ValueError
        house = described.get("house")
        well_typed = isinstance(word, str) and isinstance(valid, bool) and (house is None or isinstance(house, str))
        if not well_typed or valid is bool(refusals) or len(refusals) > _MOST_REFUSALS:
            raise ValueError
        readings = tuple(map(_decode_reading, described.get("readings", ())))
        if len(readings) > _MOST_READINGS:
            raise ValueError
        asked = described.get("question")
        question = None if asked is None else _decode_question(asked, described.get("lexicon"))
    except (AttributeError, IndexError, KeyError, OverflowError, TypeError, ValueError) as error:
        raise ArgumentError(f"verdict: {described!r:.120} is not a recorded verdict") from error
    proof: Proof | None = None if valid else (refusals, None, [])
    return Verdict(word, fold(word), proof, Told(readings, question), house, remarks)


def with_readings(verdict: Verdict, lookup: Callable[[str], tuple[Reading, ...]]) -> Verdict:
    """Return a copy of a verdict whose ``readings`` are those that *lookup* returns for its word when they are read.

    Records do not contain readings, so a verdict from a record has none. *lookup* is usually ``Lexicon.readings``.
    """
    refusals = list(verdict.refusals)
    return Verdict(
        verdict.word,
        verdict.key,
        None if verdict.valid else (refusals, None, []),
        Told(lookup, verdict.question),
        verdict.house,
        verdict.remarks,
    )


def _decode_question(described: Mapping[str, Any], lexicon: Mapping[str, Any] | None) -> WordQuestion:
    """Return the question that a JSON object describes; *lexicon* is the identity of the lexicon of the verdict."""
    initial, letters, house = described["initial"], described["letters"], described["house_list"]
    played = described["played"]
    if not isinstance(played, list) or len(played) > _MOST_PLAYED:
        raise ValueError(len(played))
    if not all(isinstance(word, str) and len(word) <= MAX_WORD for word in played):
        raise ValueError(played)
    if initial is not None and parse_initial(initial) != initial:
        raise ValueError(initial)
    if parse_demand(letters).size != len(letters):
        raise ValueError(letters)
    if house is not None:
        if not isinstance(house, list) or not all(isinstance(line, str) and line[:2] in ("+ ", "- ") for line in house):
            raise ValueError(house)
        HouseList.parse(house)
        house = tuple(house)
    if lexicon is not None:
        if set(lexicon) != {"edition", "hash"}:
            raise ValueError(lexicon)
        lexicon = {name: _safe_text(value) for name, value in lexicon.items()}
    rules = HouseRules.from_dict(described["rules"])
    return WordQuestion(initial, letters, tuple(played), rules, house, lexicon)


def _decode_refusal(described: Mapping[str, Any]) -> Refusal:
    """Return the refusal that a JSON object describes."""
    reason, evidence = described["reason"], dict(described["evidence"])
    if "sentences" in described:
        return OwnReason(reason, rule=described["rule"], **described["sentences"]).refusal_with(evidence)
    for name in ("reading", "listed"):
        if evidence.get(name) is not None:
            evidence[name] = _decode_reading(evidence[name])
    if "kinship" in evidence:
        kinship = evidence["kinship"]
        evidence["kinship"] = RecordedKinship(
            _one_of(TIERS, kinship["tier"]),
            _safe_text(kinship["common"]),
            tuple(map(_decode_link, kinship["chain"])),
            _safe_text(kinship.get("etymon", "")),
        )
    if REASONS[reason] != described["rule"] or not has_form(reason, evidence):
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
    """Return the reading that a JSON object describes."""
    zipf = float(described["zipf"])
    if not 0 <= zipf <= _MOST_ZIPF:  # also not a number (NaN)
        raise ValueError(zipf)
    reading = Reading(
        _safe_text(described["spelling"]),
        _safe_text(described["lemma"]),
        _safe_text(described["tag"]),
        _one_of(STATUSES.values(), described["status"]),
        tuple(_one_of(LABELS, label) for label in described["labels"]),
        tuple(_one_of(SOURCES, source) for source in described["sources"]),
        zipf,
        _safe_text(described.get("gloss", "")),
        tuple(map(_safe_text, described.get("dictionaries", ()))),
    )
    # Earlier versions recorded neither a gloss nor dictionaries.
    if reading.as_dict() != {"gloss": "", "dictionaries": [], **described}:
        raise ValueError(reading.spelling)
    return reading


def _decode_link(described: Mapping[str, Any]) -> Link:
    """Return the link that a JSON object describes."""
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
