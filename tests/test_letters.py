"""W1, W3, W4, S3: letters as the cards see them."""

from __future__ import annotations

import unicodedata
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st
from unidecode import unidecode

from belettre_lexicon import ArgumentError
from belettre_lexicon.letters import (
    _LATIN1,
    _LATIN1_JOINERS,
    ALPHABET,
    JOINERS,
    MAX_WORD,
    _table,
    demand,
    fold,
    missing,
    missing_shared,
    neighbours,
    stray,
)

LATIN = st.text("abcdefghijklmnopqrstuvwxyzéèêëàâçîïôûùœæÉÈÀÇŒ-'’", max_size=20)


@pytest.mark.parametrize(
    ("word", "letters"),
    [
        ("École", "ecole"),
        ("cœur", "coeur"),
        ("ex æquo"[3:], "aequo"),
        ("arc-en-ciel", "arcenciel"),
        ("aujourd’hui", "aujourdhui"),
        ("GARÇON", "garcon"),
        ("e\u0301cole", "ecole"),
        ("Ｆａｃｉｌｅ", "facile"),
    ],
)
def test_w4_folding(word: str, letters: str) -> None:
    """Accents, cedilla, ligatures, case, hyphens and apostrophes do not count."""
    assert fold(word) == letters


def test_w4_table_agrees_with_unidecode() -> None:
    """Every letter of the folding table folds as unidecode says, signs that join words apart."""
    for code, plain in _table().items():
        character = chr(code)
        if plain is not None and character != "ŉ":  # unidecode keeps the apostrophe of ŉ
            assert unidecode(character).lower() == plain, character


def test_w4_the_two_ways_of_folding_agree() -> None:
    """Latin-1 bytes fold as the table does; what they cannot fold stays no ASCII and takes the slow way."""
    for code in range(256):
        character = chr(code)
        slow = character.lower().translate(_table())
        fast = character.encode("latin-1").translate(_LATIN1, _LATIN1_JOINERS)
        assert fast.decode("latin-1") == slow or not fast.isascii(), character


@given(LATIN)
def test_w4_folding_is_idempotent(word: str) -> None:
    """Folding a folded word changes nothing, and leaves letters a-z only."""
    folded = fold(word)
    assert fold(folded) == folded
    assert stray(folded) == ""


@given(LATIN)
def test_w4_case_and_composition_do_not_matter(word: str) -> None:
    """Upper case and decomposed accents fold alike, as long as the word is of sane length."""
    decomposed = unicodedata.normalize("NFD", word)
    assert fold(word.upper()) == fold(word)
    if len(decomposed) <= MAX_WORD:
        assert fold(decomposed) == fold(word)


@given(st.text(max_size=80))
def test_folding_never_fails(text: str) -> None:
    """Any text folds to something, and stray says exactly whether letters a-z are all there is."""
    folded = fold(text)
    assert (stray(folded) == "") == all("a" <= c <= "z" for c in folded)


@pytest.mark.parametrize("text", ["Париж", "mot2", "a b", "\u202eelcaf", "\x00", "日本語"])
def test_w5_other_characters_stay(text: str) -> None:
    """What is no Latin letter is left in place, so that no lexicon can contain it."""
    assert stray(fold(text))


@given(st.text(ALPHABET, max_size=12), st.text(ALPHABET[:6] + "?", max_size=5))
def test_w3_containment_against_brute_force(pool: str, letters: str) -> None:
    """Each minuscule needs a letter of its own and each joker one more, as a multiset model says."""
    have, wanted = Counter(pool), Counter(letters)
    jokers = wanted.pop("?", 0)
    short = wanted - have
    spare = len(pool) - sum((wanted & have).values())
    found = missing(pool, demand(letters))
    assert Counter(found.replace("?", "")) == short
    assert found.count("?") == max(jokers - spare, 0)


@given(st.text(ALPHABET, max_size=12), st.text(ALPHABET[:6], max_size=5))
def test_w3_shared_letters_against_brute_force(word: str, letters: str) -> None:
    """Under the option that letters are shared, each distinct letter is needed once."""
    assert set(missing_shared(word, demand(letters))) == set(letters) - set(word)


@pytest.mark.parametrize("letters", ["l1", "l e", "é€", "l\n"])
def test_w3_bad_letters(letters: str) -> None:
    """A card that is no letter is named in the error."""
    with pytest.raises(ArgumentError, match="expected letters a-z"):
        demand(letters)


def test_w3_letters_in_any_dress() -> None:
    """Commas, capitals and accents on the cards are understood."""
    assert demand("L,É,c,?").counts == (("c", 1), ("e", 1), ("l", 1))
    assert demand("L,É,c,?").jokers == 1


def test_s3_neighbours_in_a_circle() -> None:
    """Z and A are neighbours."""
    assert neighbours("Z") == ("y", "a")
    assert neighbours("a") == ("z", "b")


def test_w1_joiners_are_no_letters() -> None:
    """Hyphens and apostrophes of every kind are not counted."""
    assert fold(f"a{JOINERS}b") == "ab"
