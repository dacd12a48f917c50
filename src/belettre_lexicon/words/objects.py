"""The types of the JSON object of a verdict, as ``Verdict.as_dict`` returns it: start at ``VerdictObject``.

At run time these objects are plain dicts. ``docs/verdict-json.md`` describes the format for its readers, and
``verdict_schema`` returns it as JSON Schema (draft 2020-12), for programs that read or check verdicts; the web server
has it at ``/api/verdict.schema.json``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NotRequired, TypedDict

from ..base.options import Option, OptionSet
from ..french.rules import HouseRules
from ..lexicon.objects import ChainObject, LexiconIdentity, ReadingObject
from .evidence import (
    EarlierEvidence,
    HouseEvidence,
    InitialEvidence,
    JokersEvidence,
    KinEvidence,
    LengthEvidence,
    LettersEvidence,
    ParticipleEvidence,
    ReadingEvidence,
    UnknownEvidence,
)


def rules_object(rules: type[OptionSet]) -> Any:
    """Return the type of the object with all options of a game, and their descriptions as its docstring."""
    lines = [f"    {option.name}  {option.rule and f'{option.rule}: '}{option.means}" for option in rules.OPTIONS]
    described = TypedDict("RulesObject", {option.name: _value_type(option) for option in rules.OPTIONS})  # type: ignore[misc]
    described.__doc__ = "\n".join(["All options of a table (``HouseRules``).", "", *lines])
    return described


def _value_type(option: Option) -> Any:
    if option.takes_number:
        return int
    return type(option.default) if option.members or option.switched is not None else Literal[option.values]


if TYPE_CHECKING:
    RulesObject = dict[str, bool | int | str]
else:
    RulesObject = rules_object(HouseRules)


class QuestionObject(TypedDict):
    """What the judge was asked about the word.

    initial     the letter of the face-up majuscule, in lower case (W2); null if there was none
    letters     the face-up minuscules in the order of the question, with ? for the joker (W3); "" if there were none
    played      the valid words played before, in order, as far back as the option memory says (W7 to W9)
    rules       the options of the table
    house_list  the lines of the house list about this word, as « + word note » or « - word note »; [] if the list does
                not have the word, null if the table has no list
    """

    initial: str | None
    letters: str
    played: list[str]
    rules: RulesObject
    house_list: list[str] | None


class ReasonText(TypedDict):
    """What every reason and remark may have.

    text  the reason as part of a sentence, in the language that was asked for; absent from ``Verdict.as_dict``
    """

    text: NotRequired[str]


class TooShortObject(ReasonText):
    """The word has too few letters (W1)."""

    reason: Literal["too_short"]
    rule: Literal["W1"]
    evidence: LengthEvidence


class WrongInitialObject(ReasonText):
    """The word does not start with the majuscule (W2)."""

    reason: Literal["wrong_initial"]
    rule: Literal["W2"]
    evidence: InitialEvidence


class MissingLettersObject(ReasonText):
    """The word lacks letters for the minuscules (W3)."""

    reason: Literal["missing_letters"]
    rule: Literal["W3"]
    evidence: LettersEvidence


class TooManyJokersObject(ReasonText):
    """More than one joker lies face up (J1)."""

    reason: Literal["too_many_jokers"]
    rule: Literal["J1"]
    evidence: JokersEvidence


class UnknownObject(ReasonText):
    """The word is not in the lexicon (W5)."""

    reason: Literal["unknown"]
    rule: Literal["W5"]
    evidence: UnknownEvidence


class NameObject(ReasonText):
    """The word is a proper name or an abbreviation (W5)."""

    reason: Literal["proper_noun", "abbreviation"]
    rule: Literal["W5"]
    evidence: ReadingEvidence[ReadingObject]


class FormObject(ReasonText):
    """The word is an inflected form (W6)."""

    reason: Literal["plural", "feminine_adjective", "conjugated"]
    rule: Literal["W6"]
    evidence: ReadingEvidence[ReadingObject]


class ParticipleObject(ReasonText):
    """The word is a participle that is not listed as a word of its own (W6a)."""

    reason: Literal["participle"]
    rule: Literal["W6a"]
    evidence: ParticipleEvidence[ReadingObject]


class PluralOnlyObject(ReasonText):
    """The word is a noun that exists in the plural only (W6b)."""

    reason: Literal["plural_only"]
    rule: Literal["W6b"]
    evidence: ReadingEvidence[ReadingObject]


class CompoundObject(ReasonText):
    """The word has a hyphen or an apostrophe (W6c)."""

    reason: Literal["compound"]
    rule: Literal["W6c"]
    evidence: ReadingEvidence[ReadingObject]


class RepeatedObject(ReasonText):
    """The word repeats an earlier word, or has the same letters (W7)."""

    reason: Literal["repeated", "same_spelling"]
    rule: Literal["W7"]
    evidence: EarlierEvidence


class SameFamilyObject(ReasonText):
    """The word is of the same family as an earlier word (W8)."""

    reason: Literal["same_family"]
    rule: Literal["W8"]
    evidence: KinEvidence[ChainObject]


class HouseObject(ReasonText):
    """The table refuses the word: by its house list, or by the option ``refuse_labels``."""

    reason: Literal["house_list"]
    rule: Literal["house"]
    evidence: HouseEvidence[ReadingObject]


class OtherSpellingObject(ReasonText):
    """A remark: another spelling of the letters of a refused word would be valid (W4)."""

    reason: Literal["other_spelling"]
    rule: Literal["W4"]
    evidence: ReadingEvidence[ReadingObject]


class SentencesObject(TypedDict):
    """The sentences of a rule of the table's own, with a placeholder for each fact of the evidence.

    fr  in French
    en  in English
    """

    fr: str
    en: str


class OwnReasonObject(ReasonText):
    """The word breaks a rule of the table's own, which has its own reason and sentences.

    reason     the name of the reason, none of those of the library
    rule       the name of the rule, as the players know it
    evidence   the facts that the sentences name
    sentences  the sentences
    """

    reason: str
    rule: str
    evidence: dict[str, str | int]
    sentences: SentencesObject


#: A reason of the library for refusing a word. Its key "reason" tells which one it is.
RefusalObject = (
    TooShortObject
    | WrongInitialObject
    | MissingLettersObject
    | TooManyJokersObject
    | UnknownObject
    | NameObject
    | FormObject
    | ParticipleObject
    | PluralOnlyObject
    | CompoundObject
    | RepeatedObject
    | SameFamilyObject
    | HouseObject
)
#: A remark about a word, which does not decide.
RemarkObject = SameFamilyObject | OtherSpellingObject


class VerdictObject(TypedDict):
    """The verdict on a word, with the question that was asked.

    schema    the version of this format
    question  what the judge was asked; null if the record of the verdict does not say
    word      the word as the player gave it, without leading and trailing spaces
    valid     whether the word may be played
    house     the note in the house list if the list accepts the word, "" if it gives no note; null otherwise
    refusals  all reasons for refusing the word, in the order of the rules; [] if it is valid
    remarks   remarks that do not decide: near kin (W8), other spellings that would be valid (W4)
    readings  all readings of the word, playable ones first; [] if it is unknown
    lexicon   the lexicon that was used; null if the verdict is from a judge without a lexicon
    """

    schema: Literal[1]
    question: QuestionObject | None
    word: str
    valid: bool
    house: str | None
    refusals: list[RefusalObject | OwnReasonObject]
    remarks: list[RemarkObject]
    readings: list[ReadingObject]
    lexicon: LexiconIdentity | None


#: A verdict as the records of games keep it: the word, the decision and its proof (``decode.encode_record``).
RecordedObject = dict[str, Any]
#: The file, which ``scripts/generated/verdict_schema.py`` writes from these types.
SCHEMA_FILE = Path(__file__).with_name("verdict.schema.json")


def verdict_schema() -> dict[str, Any]:
    """Return the schema of the JSON object that ``Verdict.as_dict`` returns.

    >>> verdict_schema()["$id"]
    'urn:belettre:verdict:1'
    """
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return schema
