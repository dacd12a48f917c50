"""Words with anything but letters, hyphens and apostrophes are unknown (W5), and all look-ups agree on every text."""

from __future__ import annotations

import os
import unicodedata
from itertools import islice

import pytest

from belettre_lexicon import HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.french.letters import APOSTROPHES, HYPHENS
from tests.words.hostile_words import KINDS, faults, hostile_words

#: How many hostile words are compared. A run of a million takes some minutes:
#: ``python -m tests.words.hostile_words 1000000``.
COUNT = int(os.environ.get("BELETTRE_HOSTILE_WORDS", "2000"))


def test_w5_all_look_ups_agree_on_hostile_words(lexicon: Lexicon) -> None:
    """Judge, streams, histories, ``in``, readings, kinship, find and the API agree with each other and the oracle."""
    words = list(islice(hostile_words(lexicon, 14), COUNT))

    assert list(faults(lexicon, words)) == []


@pytest.mark.parametrize("strange", [*KINDS["control"], "\u2028", "\ufeff", "\u200d", "\u202e", "\ud800", "\u0301"])
def test_w5_letters_behind_a_strange_character_do_not_count(judge: Judge, strange: str) -> None:
    """« abbé » with a strange character and four letters behind it is unknown, whatever cards the letters would fit."""
    word = f"abbé{strange}qwxz"

    verdict = judge(word, initial="A", letters="qwxz")

    assert verdict.reasons == ("unknown",)
    assert [streamed.reasons for streamed in judge.many([word], initial="A", letters="qwxz")] == [("unknown",)]
    assert list(judge.reasons([word], initial="A", letters="qwxz")) == [("unknown",)]
    assert word not in judge.lexicon
    assert judge.lexicon.readings(word) == ()
    assert judge.lexicon.suggest(word) == []
    assert judge.lexicon.kinship(word, "abbesse") is None
    assert judge.lexicon.family(word) == ()
    assert judge.lexicon.store.key_id(word) is None
    assert judge.lexicon.store.key_id("abbe\0qwxz") is None


@pytest.mark.parametrize("strange", KINDS["control"])
def test_w7_w8_a_played_text_with_a_control_character_has_no_kin(judge: Judge, strange: str) -> None:
    """An earlier text that is no word refuses nothing and hides nothing; a house list does not take it."""
    played = [f"joueur{strange}x"]

    assert judge("jouet", played=played).valid
    assert judge.count("J", played=played) == judge.count("J")
    if strange not in "\t\r\n":
        with pytest.raises(Exception, match="list:1"):
            HouseList.parse([f"+ joueur{strange}"], "list")


@pytest.mark.parametrize("around", ["\x0b", "\x0c", "\x1c", "\x1d", "\x1e", "\x1f", "\x85", "\u2028", "\u2029", "\0"])
def test_w5_control_characters_around_a_word_are_not_white_space(judge: Judge, around: str) -> None:
    """Spaces, tabs and line ends around a word are left out; other control characters make it unknown."""
    assert judge(" \tfacile\r\n\u00a0\u202f").valid
    assert not judge(f"facile{around}").valid
    assert not judge(f"{around}facile").valid
    assert f"facile{around}" not in judge.lexicon


def test_w1_white_space_around_a_word_is_not_counted(judge: Judge) -> None:
    """Seventy spaces around a word change nothing, for the judge as for ``in``."""
    spaced = " " * 70 + "facile" + " " * 70

    assert judge(spaced).valid
    assert spaced in judge.lexicon
    assert list(judge.reasons([spaced])) == [()]


@pytest.mark.parametrize("sign", [*HYPHENS, "\u00ad"])
def test_w4_a_hyphen_of_any_kind_is_a_hyphen(judge: Judge, sign: str) -> None:
    """« pique-niqué » is a participle, whichever hyphen is typed; « pique-nique » is a noun."""
    assert judge(f"pique{sign}niqué").reasons == ("participle",)
    assert judge(f"pique{sign}nique").valid
    assert list(judge.reasons([f"pique{sign}niqué", f"pique{sign}nique"])) == [("participle",), ()]


@pytest.mark.parametrize("word", ["pêché", "péché", "pêcheur", "parle", "mure", "mûre", "aujourd'hui", "pique-niqué"])
def test_w4_one_spelling_has_one_verdict(lexicon: Lexicon, word: str) -> None:
    """Decomposed, full-width and capital letters, soft hyphens and other apostrophes change no verdict."""
    judge = Judge(lexicon, HouseRules(accents_differ=True))
    wide = "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in word)
    variants = [unicodedata.normalize("NFD", word), wide, word.capitalize(), f"{word[:2]}\u00ad{word[2:]}"]
    variants += [] if word.isascii() else [word.upper()]  # without accents, capitals stand for every spelling
    variants += [word.replace("'", sign) for sign in APOSTROPHES] + [word.replace("-", sign) for sign in HYPHENS]

    for variant in variants:
        assert judge(variant).reasons == judge(word).reasons
        assert lexicon.spelling_of(variant) == lexicon.spelling_of(word)
        assert judge(variant, played=["pêcher"]).reasons == judge(word, played=["pêcher"]).reasons
        assert "repeated" in judge(variant, played=[word]).reasons
        assert "repeated" in judge(word, played=[variant]).reasons
        assert judge.count("P", played=[variant]) == judge.count("P", played=[word])
