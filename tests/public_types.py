"""The public names as type checkers see them; mypy and pyright (strict) read this file, and ``test_literals`` runs it.

A type checker accepts each line only if the type matches exactly.
"""

from __future__ import annotations

from typing import Literal, assert_type

from belettre_lexicon import (
    REASONS,
    AnyRefusal,
    History,
    HouseList,
    HouseRules,
    Judge,
    Kinship,
    Lexicon,
    Link,
    OwnReason,
    OwnRefusal,
    Reading,
    Refusal,
    Remark,
    Verdict,
    WordQuestion,
    decode_verdict,
)
from belettre_lexicon.literals import (
    Accents,
    Gender,
    Label,
    LabelGroup,
    LinkEvidence,
    LinkTier,
    Memory,
    Number,
    Participles,
    PartOfSpeech,
    Reason,
    Relation,
    Source,
    Status,
    Tier,
)
from belettre_lexicon.words.evidence import LettersEvidence, ProvedKinship, UnknownEvidence
from belettre_lexicon.words.objects import QuestionObject, VerdictObject


def check_refusal(refusal: AnyRefusal) -> None:
    """The reason says which facts the evidence has, in a chain of comparisons and in a match statement."""
    if refusal.reason == "too_short":
        assert_type(refusal.evidence["minimum"], int)
    elif refusal.reason == "missing_letters":
        assert_type(refusal.evidence, LettersEvidence)
        assert_type(refusal.evidence.get("initial"), str | None)
    elif refusal.reason == "plural" or refusal.reason == "conjugated":
        assert_type(refusal.evidence["reading"], Reading)
    elif refusal.reason == "same_family":
        assert_type(refusal.evidence["kinship"], ProvedKinship)
        assert_type(refusal.evidence["kinship"].chain, tuple[Link, ...])
    elif refusal.reason == "participle" and "listed" in refusal.evidence:
        assert_type(refusal.evidence["listed"], Reading | None)
    match refusal.reason:
        case "unknown":
            assert_type(refusal.evidence, UnknownEvidence)
        case "repeated" | "same_spelling":
            assert_type(refusal.evidence["turn"], int)
        case _:
            pass
    check_any_refusal(refusal)


def check_any_refusal(refusal: Refusal) -> None:
    """A function may take any refusal or remark."""
    assert_type(refusal.reason, Reason)
    assert_type(refusal.rule, str)


def check_own_refusal(refusal: AnyRefusal) -> None:
    """A refusal by a table's own check is one of another class, with texts and numbers as evidence."""
    if isinstance(refusal, OwnRefusal):
        assert_type(refusal.own, OwnReason)
        assert_type(refusal.reason, str)
        assert_type(refusal.evidence, dict[str, str | int])


def check_remark(remark: Remark) -> None:
    """A remark is about kin or about another spelling."""
    assert_type(remark.reason, Literal["same_family", "other_spelling"])
    if remark.reason == "other_spelling":
        assert_type(remark.evidence["reading"].spelling, str)


def check_reading(reading: Reading, link: Link) -> None:
    """Closed sets are literals."""
    assert_type(reading.pos, PartOfSpeech)
    assert_type(reading.gender, Gender | None)
    assert_type(reading.number, Number | None)
    assert_type(reading.status, Status)
    assert_type(reading.labels, tuple[Label, ...])
    assert_type(reading.sources, tuple[Source, ...])
    assert_type(link.relation, Relation)
    assert_type(link.tier, LinkTier)
    assert_type(link.sources, tuple[LinkEvidence, ...])
    assert_type(link.lexeme.pos, PartOfSpeech)


def check_rules(rules: HouseRules) -> None:
    """So are the values of options."""
    assert_type(rules.accents, Accents)
    assert_type(rules.participles, Participles)
    assert_type(rules.memory, Memory)
    assert_type(rules.refuse_labels, tuple[LabelGroup, ...])


def check_verdict(verdict: Verdict) -> None:
    """A verdict, its question and its JSON object."""
    assert_type(verdict.refusals, tuple[AnyRefusal, ...])
    assert_type(verdict.remarks, tuple[Remark, ...])
    assert_type(verdict.readings, tuple[Reading, ...])
    assert_type(verdict.reasons, tuple[str, ...])
    assert_type(verdict.question, WordQuestion | None)
    described = verdict.as_dict()
    assert_type(described, VerdictObject)
    assert_type(described["question"], QuestionObject | None)
    assert_type(decode_verdict(described), Verdict)
    for refusal in described["refusals"]:
        if "sentences" not in refusal and refusal["reason"] == "too_short":
            assert_type(refusal["evidence"]["letters"], int)


def check(lexicon: Lexicon) -> None:
    """Run every check on real values."""
    house = HouseList.parse(["- wagon trop facile"])
    judge = Judge(lexicon, HouseRules(), house)
    history = History(["joueur"], judge.rules)
    for word in ("chat", "raclette", "portes", "jouet", "wagon", "parle", "considéré", "raclate"):
        verdict = judge(word, initial="r", letters="c", played=history)
        check_verdict(verdict)
        for refusal in verdict.refusals:
            check_refusal(refusal)
            check_own_refusal(refusal)
            assert REASONS[refusal.reason] == refusal.rule
        for remark in judge(word).remarks:
            check_remark(remark)
        kinship = lexicon.kinship("jouet", "joueur")
        assert_type(kinship, Kinship | None)
        if kinship is not None:
            assert_type(kinship.tier, Tier)
            check_reading(lexicon.readings("jouet")[0], kinship.chain[0])
    check_rules(judge.rules)
