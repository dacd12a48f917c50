"""W4: the word that was announced. The judge, streams and searches against a slow model that knows readings only."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, Any

import pytest

from belettre_lexicon import History, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.french.letters import announced, fold
from belettre_lexicon.french.rules import ACCENTS
from belettre_lexicon.words.decode import decode_verdict
from tests.exhaustive import EXHAUSTIVE

if TYPE_CHECKING:
    from belettre_lexicon.lexicon.readings import Reading

LEXICON = Lexicon.open()
FREE = HouseRules(accents="free")


@cache
def keys_with_spellings() -> list[str]:
    """The keys with more than one spelling: all in an exhaustive run, otherwise 600 drawn at random."""
    store = LEXICON.store
    ids = list(range(store.key_count))
    random.Random(4).shuffle(ids)
    keys = (store.key(key_id) for key_id in ids if len({*store.masks_of_spellings(key_id)}) > 1)
    return sorted(islice(keys, None if EXHAUSTIVE else 600))


def counted(word: str, readings: tuple[Reading, ...], accents: str) -> list[Reading]:
    """Return the readings that count for a word as typed (W4), by the text of the rule."""
    known = [reading for reading in readings if reading.spelling.lower() == word.lower()]
    in_capitals = word == word.upper() and word.isascii()
    meant = [reading for reading in known if reading.status != "proper_noun" and "ghost" not in reading.labels]
    headwords = any(reading.status in ("playable", "plural_only") for reading in readings)
    unmeant = word.isascii() and not meant and headwords
    return list(readings) if accents == "free" or in_capitals or not known or unmeant else known


@pytest.mark.sampled
@pytest.mark.parametrize("accents", ACCENTS)
def test_w4_judge_streams_and_search_agree_with_the_readings(accents: Any) -> None:
    """Every spelling of a key, as spelled, stripped of its accents and in capitals, is valid if a reading counts."""
    judge = Judge(LEXICON, HouseRules(accents=accents, min_letters=1))
    typed: dict[str, bool] = {}
    for key in keys_with_spellings():
        readings = LEXICON.readings(key)
        spellings = {reading.spelling for reading in readings}
        for word in {*spellings, *map(fold, spellings), *map(str.upper, spellings), key.upper(), key.capitalize()}:
            typed[word] = any(reading.status == "playable" for reading in counted(word, readings, accents))
        found = {word.spelling for word in judge.find(key[0], key[1:], min_length=len(key)) if word.key == key}
        assert found == {reading.spelling for reading in readings if reading.status == "playable"}

    singles = {word: judge(word) for word in typed}

    assert {word: verdict.valid for word, verdict in singles.items()} == typed
    assert [verdict.valid for verdict in judge.many(typed)] == [*typed.values()]
    assert [not reasons for reasons in judge.reasons(typed)] == [*typed.values()]
    assert [verdict.refusals for verdict in judge.many(typed)] == [verdict.refusals for verdict in singles.values()]
    assert [verdict.remarks for verdict in judge.many(typed)] == [verdict.remarks for verdict in singles.values()]
    assert [{*reasons} for reasons in judge.reasons(typed)] == [{*verdict.reasons} for verdict in singles.values()]


@pytest.mark.sampled
@pytest.mark.parametrize("accents", ACCENTS)
def test_w4_w8_search_and_judge_agree_after_a_word_in_any_writing(accents: Any) -> None:
    """After a word in any writing, a search finds the spellings that the judge accepts, as they are spelled."""
    rules = HouseRules(accents=accents)
    judge = Judge(LEXICON, rules)
    for key in random.Random(8).sample(keys_with_spellings(), 60 if EXHAUSTIVE else 25):
        for word in {*(reading.spelling for reading in LEXICON.readings(key)), key, key.upper()}:
            history = History([word], rules)
            expected = {
                other.spelling for other in judge.find(key[0], key[1:4]) if judge(other.spelling, played=history).valid
            }
            assert {other.spelling for other in judge.find(key[0], key[1:4], played=history)} == expected


@pytest.mark.parametrize(
    ("word", "reasons", "others"),
    [
        ("parle", ("conjugated",), ["parlé"]),
        ("Parle", ("conjugated",), ["parlé"]),
        ("gratuite", ("feminine_adjective",), ["gratuité"]),
        ("PARLE", (), []),
        ("parlé", (), []),
        ("Ecole", (), []),
        ("ECOLE", (), []),
        ("diplome", (), []),
        ("danse", (), []),
        ("pêché", ("participle",), ["péché", "pêche"]),
        ("porte", (), []),
        ("mange", ("conjugated",), []),
        ("mangé", ("participle",), []),
        ("grace", (), ["Grace"]),
        ("Grace", (), ["Grace"]),
        ("detroit", (), ["Detroit"]),
        ("congres", (), ["congres"]),
        ("rebus", (), ["rebus"]),
        ("termine", ("conjugated",), []),
        ("rebut", (), []),
    ],
)
def test_w4_the_announced_word_counts(judge: Judge, word: str, reasons: tuple[str, ...], others: list[str]) -> None:
    """A word in a known spelling is that word; the other spellings that would be valid, or that it was, are named."""
    verdict = judge(word)

    assert verdict.reasons == reasons
    assert [remark.evidence["reading"].spelling for remark in verdict.remarks] == others
    assert {(remark.rule, remark.reason) for remark in verdict.remarks} <= {("W4", "other_spelling")}


@pytest.mark.parametrize("word", ["parle", "gratuite", "Utilise", "pêché", "dansé", "PARLE"])
def test_w4_with_free_accents_every_spelling_counts(word: str) -> None:
    """With or without accents typed, a word is valid if a spelling of its letters is; there is nothing to remark."""
    judge = Judge(LEXICON, FREE)

    verdict = judge(word)

    assert verdict.valid
    assert verdict.remarks == ()
    assert list(judge.reasons([word])) == [()]


@pytest.mark.parametrize(
    ("word", "spelling"),
    [
        ("Parle", "parle"),
        ("pARLE", "parle"),
        (" parle ", "parle"),
        ("PARLE", ""),
        ("PARLE\u00a0", ""),
        ("PARLÉ", "parlé"),
        ("PARLE\u0301", "parlé"),
        ("ＰＡＲＬＥ", ""),
        ("CŒUR", "cœur"),
        ("COEUR", ""),
        ("AUJOURD’HUI", ""),
        ("Aujourd’hui", "aujourd'hui"),
        ("", ""),
    ],
)
def test_w4_capitals_without_accents_announce_no_spelling(word: str, spelling: str) -> None:
    """Capitals with an accent or a ligature do; so does any word with a small letter, however it is encoded."""
    assert announced(word) == spelling


def test_w4_a_sibling_that_is_refused_for_another_reason_is_not_named(judge: Judge) -> None:
    """The cards, the earlier words and the house list count for the other spelling too."""
    refusing = Judge(LEXICON, house=HouseList.parse(["- parlé"]))
    current = Judge(LEXICON, HouseRules(min_letters=6))

    assert judge("parle", initial="P", letters="r").remarks
    assert judge("parle", initial="M").remarks == ()
    assert judge("parle", letters="z").remarks == ()
    assert judge("parle", played=["parlé"]).remarks == ()
    assert judge("parle", played=["parler"]).remarks == ()
    assert refusing("parle").remarks == ()
    assert current("parle").remarks == ()


def test_w4_w8_a_sibling_of_another_family_is_named(judge: Judge) -> None:
    """« pécher » is kin of « péché », « pêcher » is not: a refusal for kinship names it too, whatever was typed."""
    for word in ("pécher", "pecher", "PECHER"):
        (remark,) = judge(word, played=["péché"]).remarks
        assert remark.evidence["reading"].spelling == "pêcher"


def test_w4_a_remark_is_about_the_moment_of_the_verdict(judge: Judge) -> None:
    """Words that are added to the history later do not change it."""
    history = History(["école"])
    verdict = judge("parle", played=history)

    history.add("parlé")

    assert [remark.reason for remark in verdict.remarks] == ["other_spelling"]


def test_w4_w8_an_accepted_form_has_its_own_lemma(judge: Judge) -> None:
    """« parle », accepted by an arbiter, is a form of « parler »; « gratuite » is « gratuit », not « gratuité »."""
    families = LEXICON.family_index
    key_id = LEXICON.store.key_id("parle")
    assert key_id is not None

    assert families.headwords("parle", key_id)[0][0] == "parler"
    assert families.headwords("PARLE", key_id) == (("PARLE", key_id),)
    assert families.headwords("parle", key_id, free=True) == (("parle", key_id),)
    assert judge("gratuitement", played=["gratuite"]).reasons == ("same_family",)


def test_w4_a_history_of_other_accents_is_an_error(judge: Judge) -> None:
    """The option decides what earlier words stand for, so a history and a judge must have the same."""
    with pytest.raises(ValueError, match="accents='free'"):
        judge("facile", played=History([], FREE))


@pytest.mark.parametrize("options", [{}, {"accents": "free"}])
def test_w4_the_option_is_left_out_of_records_while_it_is_the_default(options: dict[str, Any]) -> None:
    """Old records keep their header, and the option survives reading and writing."""
    rules = HouseRules(**options)

    described = rules.as_dict()

    assert ("accents" in described) == bool(options)
    assert HouseRules.from_dict(described) == rules
    assert (rules == HouseRules()) != bool(options)


@pytest.mark.parametrize("accents", ["none", "", None, ["free"], 1, "FREE"])
def test_w4_an_unknown_value_of_the_option_is_an_error(accents: Any) -> None:
    """It names the value and what is expected."""
    with pytest.raises(ValueError, match=r"accents: .* is not one of announced, free"):
        HouseRules(accents=accents)


def test_w4_a_remark_survives_a_record(judge: Judge) -> None:
    """A verdict with a remark is written and read as the same verdict."""
    verdict = judge("parle")

    decoded = decode_verdict(verdict.as_dict())

    assert decoded == verdict
    assert decoded.remarks == verdict.remarks


def test_w4_a_recorded_refusal_is_no_remark_and_a_remark_is_no_refusal(judge: Judge) -> None:
    """A record that exchanges them was not written by a judge."""
    described = judge("parle").as_dict()
    refusals, remarks = described["refusals"], described["remarks"]

    for forged in ({"refusals": remarks}, {"remarks": refusals}):
        with pytest.raises(ValueError, match="is not a recorded verdict"):
            decode_verdict({**described, **forged})
