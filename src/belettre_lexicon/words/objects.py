"""The types of the JSON object of a verdict, as ``Verdict.as_dict`` returns it: start at ``VerdictObject``.

At run time these objects are plain dicts. ``docs/verdict-json.md`` describes the format for people, and
``verdict_schema`` returns it as JSON Schema (draft 2020-12), for programs that read or check verdicts; the web server
serves the schema at ``/api/verdict.schema.json``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, NotRequired, TypedDict, TypeVar

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

N = TypeVar("N")
U = TypeVar("U")
E = TypeVar("E")


def rules_object(rules: type[OptionSet]) -> Any:
    """Return a TypedDict class for the JSON object of house rules: a key for each option of *rules*.

    The class has a docstring that describes the keys, from which the JSON Schema takes their descriptions.
    """
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
    """The question to the judge about the word: the cards, the earlier words and the rules.

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
    """The base of the objects of reasons and remarks, with a key that all of them may have.

    text  the reason as part of a sentence, in the language that was asked for; absent from ``Verdict.as_dict``
    """

    text: NotRequired[str]


class ReasonObject(ReasonText, Generic[N, U, E]):
    """One reason of the library for refusing a word, or one remark, with its proof (W10).

    reason    the name of the reason, a key of ``verdicts.REASONS``, which tells the type of the evidence
    rule      the id of the rule behind it, as in RULES.md, or "house" for house rules without an id
    evidence  the facts that prove it, by name (``evidence``)
    """

    reason: N
    rule: U
    evidence: E


class SentencesObject(TypedDict):
    """The sentences of a rule of the table's own, with a placeholder for each fact of the evidence.

    fr  in French
    en  in English
    """

    fr: str
    en: str


class OwnReasonObject(ReasonText):
    """A reason for refusing a word under a rule of the table's own, with the sentences of this rule.

    reason     the name of the reason, which is not one of the library's reasons
    rule       the name of the rule, as the players know it
    evidence   the facts that the placeholders in the sentences name
    sentences  the sentences in both languages
    """

    reason: str
    rule: str
    evidence: dict[str, str | int]
    sentences: SentencesObject


SameFamilyObject = ReasonObject[Literal["same_family"], Literal["W8"], KinEvidence[ChainObject]]
#: A reason of the library for refusing a word. Its key "reason" tells which one it is.
RefusalObject = (
    ReasonObject[Literal["too_short"], Literal["W1"], LengthEvidence]
    | ReasonObject[Literal["wrong_initial"], Literal["W2"], InitialEvidence]
    | ReasonObject[Literal["missing_letters"], Literal["W3"], LettersEvidence]
    | ReasonObject[Literal["too_many_jokers"], Literal["J1"], JokersEvidence]
    | ReasonObject[Literal["unknown"], Literal["W5"], UnknownEvidence]
    | ReasonObject[Literal["proper_noun", "abbreviation"], Literal["W5"], ReadingEvidence[ReadingObject]]
    | ReasonObject[Literal["plural", "feminine_adjective", "conjugated"], Literal["W6"], ReadingEvidence[ReadingObject]]
    | ReasonObject[Literal["participle"], Literal["W6a"], ParticipleEvidence[ReadingObject]]
    | ReasonObject[Literal["plural_only"], Literal["W6b"], ReadingEvidence[ReadingObject]]
    | ReasonObject[Literal["compound"], Literal["W6c"], ReadingEvidence[ReadingObject]]
    | ReasonObject[Literal["repeated", "same_spelling"], Literal["W7"], EarlierEvidence]
    | SameFamilyObject
    | ReasonObject[Literal["house_list"], Literal["house"], HouseEvidence[ReadingObject]]
)
#: A remark about a word, which does not decide: near kin (W8), or another spelling that would be valid (W4).
RemarkObject = SameFamilyObject | ReasonObject[Literal["other_spelling"], Literal["W4"], ReadingEvidence[ReadingObject]]


class VerdictObject(TypedDict):
    """The verdict on a word, with the question that was asked.

    schema    the version of this format
    question  the question to the judge; null if the verdict does not have it
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
#: The file with the JSON Schema, which ``scripts/generated/verdict_schema.py`` writes from these types.
SCHEMA_FILE = Path(__file__).with_name("verdict.schema.json")


def verdict_schema() -> dict[str, Any]:
    """Return the JSON Schema of the object that ``Verdict.as_dict`` returns, as a dict.

    >>> verdict_schema()["$id"]
    'urn:belettre:verdict:1'
    """
    schema: dict[str, Any] = json.loads(SCHEMA_FILE.read_text(encoding="utf-8"))
    return schema
