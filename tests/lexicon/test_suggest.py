"""Near words: those that one or two small mistakes turn into playable words, against a naive model."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import Lexicon
from belettre_lexicon.lexicon.find.suggest import INFINITE, as_number, cost_between
from tests.lexicon.naive_suggest import suggested, two_edits

#: Few letters, so that words often have letters in common, double letters and swapped letters.
LETTERS = "abc"
#: Misspellings with few and with many words nearby, and a word of the lexicon.
MISSPELT = ("bellete", "valkonner", "arciel", "matiere", "aglo", "fautuielle", "zz")


def edit_cost(word: str, other: str) -> float:
    """The lowest cost of two edits between two words; infinite where they do not get there."""
    return cost_between(as_number(word), as_number(other))


@given(st.text(LETTERS, max_size=6))
def test_the_cost_of_two_edits_is_that_of_the_cheapest_ones(word: str) -> None:
    """Every word that two edits reach has the cost of the cheapest way there."""
    expected = two_edits(word, LETTERS)

    found = {other: edit_cost(word, other) for other in expected}

    assert found == expected


@given(st.text(LETTERS, max_size=7), st.text(LETTERS, max_size=7))
def test_more_than_two_edits_have_no_cost(word: str, other: str) -> None:
    """The cost of any pair of words is that of the naive model, and infinite where it does not get there."""
    expected = two_edits(word, LETTERS).get(other, INFINITE)

    assert edit_cost(word, other) == expected


@given(st.text(LETTERS, max_size=7), st.text(LETTERS, max_size=7))
def test_edits_cost_the_same_in_both_directions(word: str, other: str) -> None:
    """What turns one word into another, turned round, turns it back at the same cost."""
    assert edit_cost(word, other) == edit_cost(other, word)


@pytest.mark.parametrize("word", MISSPELT)
def test_near_words_are_those_of_the_naive_model(lexicon: Lexicon, word: str) -> None:
    """Every playable word within two edits is found, the best first: few edits, then frequent words."""
    limit = 200

    assert lexicon.suggest(word, limit) == suggested(lexicon, word, limit, deep=True)


@pytest.mark.parametrize("word", MISSPELT)
@pytest.mark.parametrize("deep", [False, True])
def test_words_two_edits_away_are_searched_only_if_few_are_closer(lexicon: Lexicon, word: str, deep: bool) -> None:
    """If enough words are one edit away, or if the search is not deep, no others are listed."""
    assert lexicon.suggest(word, 3, deep=deep) == suggested(lexicon, word, 3, deep=deep)


def test_a_deep_search_contains_a_shallow_one(lexicon: Lexicon) -> None:
    """Whatever is one edit away is two edits away at most, for words of any kind."""
    chance = random.Random(16)
    keys = [lexicon.store.key(chance.randrange(lexicon.store.key_count)) for _ in range(60)]

    for key in keys:
        word = key.replace(chance.choice(key), chance.choice("aekz"), 1)
        close, all_near = lexicon.suggest(word, 900, deep=False), lexicon.suggest(word, 900)
        assert set(close) <= set(all_near)


@pytest.mark.parametrize("swapped", ["arbirte", "abritre", "rabitre", "arbiter", "arbtri", "abrtire"])
def test_swapped_letters_are_found_wherever_they_are(lexicon: Lexicon, swapped: str) -> None:
    """Two swaps, or a swap and another mistake, at the beginning, in the middle and at the end: « arbitre »."""
    assert "arbitre" in lexicon.suggest(swapped, 100)


@pytest.mark.parametrize("word", ["", "a" * 33, "a" * 100_000, "bel\0ette", "bel\ud800te", "белетт", "belette1"])
def test_no_word_is_near_what_cannot_be_a_misspelt_one(lexicon: Lexicon, word: str) -> None:
    """Nothing is suggested for an empty or too long word, or for one with anything but letters."""
    assert lexicon.suggest(word) == []


def test_no_more_words_are_suggested_than_wanted(lexicon: Lexicon) -> None:
    """The limit is kept, down to no word at all."""
    assert [len(lexicon.suggest("bellete", limit)) for limit in (0, 1, 2)] == [0, 1, 2]
