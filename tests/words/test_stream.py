"""W10 for streams: many words judged at once get what each would get alone."""

from __future__ import annotations

import itertools
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import REASONS, ArgumentError, History, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.letters import fold, fold_many
from belettre_lexicon.words.stream import CHUNK
from tests.words.test_model import rules

LEXICON = Lexicon.open()
#: Every 211th word of the lexicon in each of its spellings, as written and in capitals, and words with a slip.
SAMPLE = sorted({r.spelling for i in range(0, len(LEXICON), 211) for r in LEXICON.store.readings(i)})
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


@settings(max_examples=150, deadline=None)
@given(st.lists(words, max_size=30), rules, st.sampled_from(["", "c", "É"]), st.sampled_from(["", "e", "ae?", "a??"]))
def test_many_is_the_judge_word_by_word(said: list[str], house: HouseRules, initial: str, letters: str) -> None:
    """Verdicts, reasons and evidence of a stream are those of single calls, whatever the words and the options."""
    judge = Judge(LEXICON, house)
    alone = [judge(word, initial=initial, letters=letters) for word in said]
    together = list(judge.many(said, initial=initial, letters=letters))
    assert [(v.word, v.key, v.valid, v.refusals) for v in together] == [
        (v.word, v.key, v.valid, v.refusals) for v in alone
    ]
    order = list(REASONS).index
    assert list(judge.reasons(said, initial=initial, letters=letters)) == [
        tuple(sorted(verdict.reasons, key=order)) for verdict in alone
    ]


def test_many_on_every_spelling_of_a_sample() -> None:
    """The same on thousands of real spellings, where accents decide among others (W4)."""
    judge = Judge(LEXICON)
    said = [*SAMPLE, *map(fold, SAMPLE), *STRANGE]
    random.Random(5).shuffle(said)
    assert len(said) > 5 * CHUNK
    for verdict, reasons, word in zip(judge.many(said), judge.reasons(said), said, strict=True):
        alone = judge(word)
        assert (verdict.valid, verdict.reasons) == (alone.valid, alone.reasons), word
        assert set(reasons) == set(alone.reasons)


def test_w7_w8_many_with_earlier_words_and_a_list_of_the_table() -> None:
    """Earlier words and a table's own list hold for every word of a stream; near kin are remarked upon."""
    judge = Judge(LEXICON, house=HouseList.parse(["+ zzzzy", "- wagon trop facile"]))
    history = History(["joueur", "hôtel"])
    jouet, hopital, zzzzy, wagon, facile = judge.many(["jouet", "hôpital", "zzzzy", "wagon", "facile"], played=history)
    assert jouet.reasons == ("same_family",)
    assert hopital.valid and hopital.remarks
    assert zzzzy.valid and facile.valid and wagon.reasons == ("house_list",)


def test_refusals_are_those_of_the_time_of_judging() -> None:
    """A history that grows while a stream is read counts from the next word on; verdicts given do not change."""
    judge = Judge(LEXICON)
    for history in (History(["volonté"]), History()):
        stream = judge.many(["raclette", "raclette"], played=history)
        first = next(stream)
        history.add("raclette")
        assert first.valid and first.refusals == ()
        assert next(stream).reasons == ("repeated",)


def test_streams_are_read_as_they_come() -> None:
    """An endless stream is judged without waiting for its end."""
    endless = itertools.cycle(["raclette", "portes"])
    assert [v.valid for v in itertools.islice(Judge(LEXICON).many(endless), 3)] == [True, False, True]


def test_a_word_that_is_no_text_is_named() -> None:
    """What is no text is an error that names its type, as in a single call."""
    with pytest.raises(ArgumentError, match="expected text, got int"):
        list(Judge(LEXICON).many(["raclette", 5]))  # type: ignore[list-item]
    with pytest.raises(ArgumentError, match="expected text, got bytes"):
        list(Judge(LEXICON).reasons([b"raclette"]))  # type: ignore[list-item]


@given(st.lists(st.one_of(st.text(max_size=80), words), max_size=20))
def test_w4_fold_many_is_fold(said: list[str]) -> None:
    """Folding many words at once gives plain letters only where folding each gives the same ones."""
    for word, together in zip(said, fold_many(said), strict=True):
        if together.isascii() and together.isalpha():
            assert together == fold(word)
        together.encode("latin-1")  # whatever came in, it can be looked up


def test_w4_fold_many_folds_french_at_once() -> None:
    """Every letter that French has is folded in one go, ligatures, capitals and both apostrophes."""
    said = ["École", "CŒUR", "ex æquo", "aujourd’hui", "aujourd'hui", "arc-en-ciel", "Ÿ", "e\u0301te\u0301"]
    assert fold_many(said)[:2] == ["ecole", "coeur"]
    assert fold_many(said)[3:] == ["aujourdhui", "aujourdhui", "arcenciel", "y", "ete"]


def test_find_with_a_list_of_the_table() -> None:
    """The table's own words are found where they fit, its refused ones are not, and count agrees."""
    judge = Judge(LEXICON, house=HouseList.parse(["+ wägonnet-chef", "- wagon", "+ portes", "+ wagonnier"]))
    found = judge.find("W", "gon")
    spellings = [word.spelling for word in found]
    assert "wägonnet-chef" in spellings and "wagon" not in spellings and "wagonnet" in spellings
    assert judge.count("W", "gon") == len(found)
    assert judge.find("W", "gon", limit=1) == found[:1]
    own = next(word for word in found if word.spelling == "wägonnet-chef")
    assert (own.zipf, own.labels, own.length) == (0.0, (), 12)
    (portes,) = [word for word in judge.find("P", "tes", min_length=6) if word.spelling == "portes"]
    assert portes.zipf == LEXICON.readings("portes")[0].zipf > 4
    with pytest.raises(ArgumentError, match="limit: -3"):
        judge.find("P", limit=-3)
    assert "portes" not in {word.spelling for word in judge.find("P", "tes", min_length=7)}
    assert "wägonnet-chef" not in {word.spelling for word in judge.find("W", "gon", played=["Wägonnet-Chef"])}
