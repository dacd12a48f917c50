"""Streams (W10): words judged together get the same verdicts as words judged one by one."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import REASONS, ArgumentError, History, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.french.letters import fold, fold_many
from belettre_lexicon.words.stream import CHUNK
from tests.words.test_model import rules

LEXICON = Lexicon.open()
#: Every 211th word of the lexicon in each of its spellings.
SAMPLE = sorted({r.spelling for i in range(0, LEXICON.store.key_count, 211) for r in LEXICON.store.readings(i)})
#: Text that is hard to fold or no word at all: controls, other scripts, rare letters, lone surrogates, long words.
STRANGE = [
    "",
    " ",
    "  raclette\t",
    "a" * 200,
    "é" * 200,
    "l'école",
    "aujourd’hui",
    "Ｆacile",
    "правильный",
    "mot\nmot",
    "fac\ud800ile",
    "123",
    "ß",
    "straße",
    "œuvre",
    "ŒUVRE",
    "ligne\r",
    "e\u0301cole",
    "\u202eelcaf\u202c",
    "İstanbul",
    "arc-en-ciel",
    "ARC-EN-CIEL",
    "\x00",
    "?",
    "??????",
]

words = st.one_of(
    st.sampled_from(SAMPLE), st.sampled_from(STRANGE), st.text(max_size=12), st.sampled_from(SAMPLE).map(str.upper)
)


@pytest.mark.no_cover  # thousands of words: other tests run the same code on fewer
@settings(max_examples=150, deadline=None)
@given(st.lists(words, max_size=30), rules, st.sampled_from(["", "c", "É"]), st.sampled_from(["", "e", "ae?", "a??"]))
def test_a_stream_gives_the_verdicts_of_single_calls(
    stream: list[str], house: HouseRules, initial: str, letters: str
) -> None:
    """A stream gives the verdicts, reasons and evidence of single calls, whatever the words and the options."""
    judge = Judge(LEXICON, house)
    in_order: list[str] = list(REASONS)

    single = [judge(word, initial=initial, letters=letters) for word in stream]
    many = list(judge.many(stream, initial=initial, letters=letters))
    reasons = list(judge.reasons(stream, initial=initial, letters=letters))

    assert [verdict.word for verdict in many] == [verdict.word for verdict in single]
    assert [verdict.key for verdict in many] == [verdict.key for verdict in single]
    assert [verdict.valid for verdict in many] == [verdict.valid for verdict in single]
    assert [verdict.refusals for verdict in many] == [verdict.refusals for verdict in single]
    assert reasons == [tuple(sorted(verdict.reasons, key=in_order.index)) for verdict in single]


def test_w4_a_stream_of_real_spellings() -> None:
    """Thousands of real spellings, with and without their accents, get the verdicts of single calls."""
    judge = Judge(LEXICON)
    stream = [*SAMPLE, *map(fold, SAMPLE), *STRANGE]
    random.Random(5).shuffle(stream)
    assert len(stream) > 5 * CHUNK

    for verdict, reasons, word in zip(judge.many(stream), judge.reasons(stream), stream, strict=True):
        single = judge(word)
        assert verdict.valid == single.valid, word
        assert verdict.reasons == single.reasons, word
        assert set(reasons) == set(single.reasons), word


def test_w7_w8_a_stream_with_earlier_words_and_a_house_list() -> None:
    """Earlier words and a house list apply to every word of a stream; near kin get a remark."""
    judge = Judge(LEXICON, house=HouseList.parse(["+ zzzzy", "- wagon trop facile"]))
    history = History(["joueur", "hôtel"])

    jouet, hopital, zzzzy, wagon, facile = judge.many(["jouet", "hôpital", "zzzzy", "wagon", "facile"], played=history)

    assert jouet.reasons == ("same_family",)
    assert hopital.valid
    assert hopital.remarks
    assert zzzzy.valid
    assert wagon.reasons == ("house_list",)
    assert facile.valid


@pytest.mark.parametrize("earlier", [["volonté"], []])
def test_w7_a_history_may_grow_while_a_stream_is_read(earlier: list[str]) -> None:
    """A word added to the history counts from the next word of the stream on; earlier verdicts do not change."""
    judge = Judge(LEXICON)
    history = History(earlier)
    stream = judge.many(["raclette", "raclette"], played=history)

    first = next(stream)
    history.add("raclette")
    second = next(stream)

    assert first.valid
    assert first.refusals == ()
    assert second.reasons == ("repeated",)


def test_w4_accented_words_that_are_remembered_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the limit allows are remembered, and what was forgotten is worked out again."""
    monkeypatch.setattr("belettre_lexicon.words.stream._MOST_BY_WORD", 2)
    stream = Judge(LEXICON).stream()
    accented = ["pêché", "péché", "jeûné", "marché", "côté", "pêché"]
    sizes = set()

    for word in accented * 2:
        (reasons,) = stream.chunk_reasons([word])
        assert set(reasons) == set(Judge(LEXICON)(word).reasons)
        sizes.add(len(stream._by_word))
    assert sizes == {1, 2}


def test_an_endless_stream_gives_verdicts() -> None:
    """Verdicts come before the stream ends."""
    endless = itertools.cycle(["raclette", "portes"])

    assert [v.valid for v in itertools.islice(Judge(LEXICON).many(endless), 3)] == [True, False, True]


def test_a_value_in_a_stream_that_is_not_text_raises() -> None:
    """A value that is not text raises ArgumentError naming its type, as in a single call."""
    with pytest.raises(ArgumentError, match="expected text, got int"):
        list(Judge(LEXICON).many(["raclette", 5]))  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="expected text, got bytes"):
        list(Judge(LEXICON).reasons([b"raclette"]))  # type: ignore[list-item]


@given(st.lists(st.one_of(st.text(max_size=80), words), max_size=20))
def test_w4_fold_many_agrees_with_fold(texts: list[str]) -> None:
    """Where ``fold_many`` gives plain letters, ``fold`` gives the same; any result can be looked up in the trie."""
    for text, folded in zip(texts, fold_many(texts), strict=True):
        if folded.isascii() and folded.isalpha():
            assert folded == fold(text)
        folded.encode("latin-1")  # raises if the trie could not take it


def test_w4_fold_many_folds_all_french_letters() -> None:
    """Accents, ligatures, capitals and both apostrophes are folded to plain letters."""
    french = ["École", "CŒUR", "ex æquo", "aujourd’hui", "aujourd'hui", "arc-en-ciel", "Ÿ", "e\u0301te\u0301"]

    folded = fold_many(french)

    assert folded[:2] == ["ecole", "coeur"]
    assert folded[3:] == ["aujourdhui", "aujourdhui", "arcenciel", "y", "ete"]


@pytest.fixture
def house_judge() -> Judge:
    """A judge with a house list: two words that the lexicon lacks, a plural, and a refused word."""
    return Judge(LEXICON, house=HouseList.parse(["+ wägonnet-chef", "- wagon", "+ portes", "+ wagonnier"]))


def test_find_adds_and_leaves_out_words_of_the_house_list(house_judge: Judge) -> None:
    """Accepted words of the house list are found where they fit, refused ones are not; count and limit agree."""
    words = house_judge.find("W", "gon")

    spellings = [word.spelling for word in words]
    assert "wägonnet-chef" in spellings
    assert "wagonnet" in spellings
    assert "wagon" not in spellings
    assert house_judge.count("W", "gon") == len(words)
    assert house_judge.find("W", "gon", limit=1) == words[:1]


def test_words_of_the_house_list_have_the_frequency_of_the_lexicon(house_judge: Judge) -> None:
    """A word of the list has the frequency that the lexicon knows for its spelling, 0 if it knows none."""
    new_word = next(word for word in house_judge.find("W", "gon") if word.spelling == "wägonnet-chef")
    plural = next(word for word in house_judge.find("P", "tes", min_length=6) if word.spelling == "portes")

    assert new_word.zipf == 0.0
    assert new_word.labels == ()
    assert new_word.length == 12
    assert plural.zipf == LEXICON.readings("portes")[0].zipf
    assert plural.zipf > 4


def test_words_of_the_house_list_follow_the_arguments_of_find(house_judge: Judge) -> None:
    """Length, earlier words and limit are checked for words of the house list too."""
    long_words = house_judge.find("P", "tes", min_length=7)
    words_left = house_judge.find("W", "gon", played=["Wägonnet-Chef"])

    assert "portes" not in {word.spelling for word in long_words}
    assert "wägonnet-chef" not in {word.spelling for word in words_left}
    with pytest.raises(ArgumentError, match="limit: -3"):
        house_judge.find("P", limit=-3)
