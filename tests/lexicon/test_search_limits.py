"""Orders, limits and bounds of a search, each told by words instead of by the code that is tested."""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest

from belettre_lexicon import ArgumentError, HouseRules, Lexicon
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.lexicon.find.search import Search, SearchQuery, Word

if TYPE_CHECKING:
    from belettre_lexicon.literals import SortOrder


def points(word: Word) -> int:
    """The points of a word, added letter by letter."""
    return sum(BOXED.minuscule_points[letter] for letter in word.key)


@pytest.mark.parametrize(
    ("order", "rank"),
    [
        ("zipf", lambda word: (-word.zipf, word.key, word.spelling)),
        ("alpha", lambda word: (word.key, word.spelling)),
        ("points", lambda word: (-points(word), -word.zipf, word.key)),
        ("length", lambda word: (-len(word.key), -word.zipf, word.key)),
    ],
)
@pytest.mark.parametrize(("initial", "letters"), [("k", ""), ("q", ""), (None, "kw")])
def test_each_order_sorts_as_it_says(
    lexicon: Lexicon, order: SortOrder, rank: Any, initial: str | None, letters: str
) -> None:
    """Frequent words, the alphabet, many points or long words first; then frequent words; then the alphabet."""
    found = lexicon.find(initial, letters, order=order)

    ranks = [rank(word) for word in found]
    assert len(found) > 60
    assert ranks == sorted(ranks)
    assert lexicon.find(initial, letters, order=order, limit=10) == found[:10]


@pytest.mark.parametrize("initial", ["k", "q"])
def test_a_label_that_one_reading_lacks_is_not_one_of_the_word(lexicon: Lexicon, initial: str) -> None:
    """The labels of each word are those of all its playable readings, and of no reading of its neighbours."""
    mixed = 0
    for word in lexicon.find(initial):
        readings = [r for r in lexicon.readings(word.spelling) if r.spelling == word.spelling and r.playable]
        labels = [set(reading.labels) for reading in readings]

        assert set(word.labels) == set.intersection(*labels), word.spelling
        mixed += labels[0] != set(word.labels)
    assert mixed > 0


def test_the_last_word_of_the_lexicon_has_its_labels(lexicon: Lexicon) -> None:
    """There is no key after its own."""
    last = lexicon.find("z", order="alpha")[-1]
    readings = [r for r in lexicon.readings(last.spelling) if r.spelling == last.spelling and r.playable]

    assert set(last.labels) == set.intersection(*(set(reading.labels) for reading in readings))


def test_a_word_of_a_house_list_is_like_a_found_one() -> None:
    """It has a spelling, the letters of that, no frequency unless one is given, and no labels."""
    word = Word.of("Cœur")

    assert (word.spelling, word.key, word.zipf, word.labels) == ("Cœur", "coeur", 0.0, ())
    assert Word.of("cœur", 4.5).zipf == 4.5
    assert (word.length, word.points) == (5, 3 + 2 + 1 + 2 + 2)
    assert word.as_dict() == {"spelling": "Cœur", "zipf": 0.0, "labels": [], "length": 5, "points": 10}
    assert repr(word) == "Word('Cœur', zipf=0.0)"


def test_words_are_equal_by_their_spelling(lexicon: Lexicon) -> None:
    """Frequency and origin do not count; a text is not a word."""
    (wagon,) = [word for word in lexicon.find("w", "gn") if word.spelling == "wagon"]

    assert wagon == Word.of("wagon")
    assert hash(wagon) == hash(Word.of("wagon", 1.0))
    assert wagon != Word.of("wagons")
    assert wagon != "wagon"


@pytest.mark.parametrize(
    ("initial", "letters", "jokers"),
    [("a", "eiknrst", 1), ("a", "eiknrst?", 0), (None, "aeiknrst", 1), (None, "aeiknrst?", 0), ("a", "eiknrst", 0)],
)
def test_j2_a_joker_needs_a_letter_of_its_own(lexicon: Lexicon, initial: str | None, letters: str, jokers: int) -> None:
    """With a joker a word has at least as many letters as cards lie; the number found is that of a scan."""
    wanted = Counter(letters.replace("?", "")) + Counter(initial or "")
    cards = len(letters) + jokers + (initial is not None)
    fitting = {
        word.spelling
        for word in lexicon.find(initial, "k")
        if not wanted - Counter(word.key) and len(word.key) >= (cards if jokers or "?" in letters else 5)
    }

    found = lexicon.find(initial, letters, jokers)

    assert {word.spelling for word in found} == fitting
    assert lexicon.count(initial, letters, jokers) == len(fitting) > 0


@pytest.mark.parametrize("letters", ["k", "w", "kw", "kk", "kkw", "ko", "a"])
def test_w2_w3_the_initial_serves_no_minuscule(lexicon: Lexicon, letters: str) -> None:
    """A minuscule of the letter of the majuscule needs another copy; other minuscules do not."""
    found = lexicon.find("k", letters)

    assert found == [word for word in lexicon.find("k") if not Counter(letters) - Counter(word.key[1:])]
    assert lexicon.count("k", letters) == len(found)


@pytest.mark.parametrize(("initial", "letters"), [("a", "brre"), (None, "abrre")])
def test_j2_a_word_without_a_letter_for_the_joker_is_not_found(
    lexicon: Lexicon, initial: str | None, letters: str
) -> None:
    """« arbre » has five letters: with five other cards none is left, with four one is."""
    for jokers, cards, fits in ((0, letters, True), (1, letters, False), (1, letters[:-1], True)):
        for found in (lexicon.find(initial, cards, jokers), lexicon.find(initial, cards + "?" * jokers)):
            assert ("arbre" in {word.spelling for word in found}) is fits


def test_j2_with_shared_letters_a_joker_needs_none(lexicon: Lexicon) -> None:
    """By this option each card may stand on the same letter as another, so that the shortest words are found."""
    shared = HouseRules(letters_shared=True)

    found = {word.spelling for word in lexicon.find("a", "aabb", 1, rules=shared)}

    assert found == {word.spelling for word in lexicon.find("a", "b")}
    assert any(len(spelling) == 5 for spelling in found)


@pytest.mark.parametrize("min_length", [0, 1, 5, None])
def test_w1_a_small_least_length_leaves_the_rule(lexicon: Lexicon, min_length: int | None) -> None:
    """Words of 5 letters remain the shortest."""
    found = lexicon.find("w", min_length=min_length)

    assert min(word.length for word in found) == 5
    assert found == lexicon.find("w")


def test_w1_the_least_length_is_met_exactly(lexicon: Lexicon) -> None:
    """Words of that many letters are found, shorter ones are not; the largest length finds nothing."""
    found = lexicon.find("w", min_length=9)

    assert found == [word for word in lexicon.find("w") if word.length >= 9]
    assert min(word.length for word in found) == 9
    assert lexicon.count(min_length=255) == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"min_length": 256}, "min_length: 256 is not a number of letters"),
        ({"min_length": -1}, "min_length: -1 is not a number of letters"),
        ({"min_length": "9"}, "min_length: '9' is not a number of letters"),
        ({"jokers": "1"}, "jokers: '1' is not a number of jokers"),
        ({"jokers": -1}, "jokers: -1 is not a number of jokers"),
        ({"jokers": 2}, "jokers: got 2, expected one at most (J1)"),
        ({"jokers": 1, "letters": "a?"}, "jokers: got 2, expected one at most (J1)"),
        ({"labels": ["rare", "vintage", "antique"]}, "labels: 'antique' is not one of "),
        ({"played": ["joueur"]}, "played: expected a History, got ['joueur']"),
        ({"played": []}, "played: expected a History, got []"),
    ],
)
def test_an_argument_out_of_bounds_is_named(lexicon: Lexicon, arguments: dict[str, Any], message: str) -> None:
    """The message names the argument, its value and what was expected."""
    for search in (lexicon.find, lexicon.count):
        with pytest.raises(ArgumentError, match=f"^{re.escape(message)}"):
            search(**arguments)


@pytest.mark.parametrize("limit", [-1, 1.0, "3"])
def test_a_limit_is_a_number_of_words(lexicon: Lexicon, limit: Any) -> None:
    """Other values are refused with their value, in every order; 0 finds nothing."""
    assert lexicon.find("k", limit=0) == []
    for order in ("zipf", "alpha"):
        with pytest.raises(ArgumentError, match=f"^limit: {limit!r} is not a number of words, 0 or more$"):
            lexicon.find("k", limit=limit, order=order)


def test_frequent_words_of_all_initials_are_complete(lexicon: Lexicon) -> None:
    """Whether the frequent words alone suffice or all words are needed, a limit gives the first of the whole list."""
    everything = lexicon.find(None, "w")

    for limit in (1, 5, 100, len(everything) - 1, len(everything), len(everything) + 1):
        assert lexicon.find(None, "w", limit=limit) == everything[:limit]


def test_j2_a_query_has_no_joker_unless_told(lexicon: Lexicon) -> None:
    """« arbre » has no letter for one beside five cards."""
    search = Search(lexicon.store, lambda: lexicon.family_index, lexicon.matrix)

    found = search.find(SearchQuery(search, "a", "brre"))

    assert "arbre" in {word.spelling for word in found}
    assert found == lexicon.find("a", "brre")
    assert search.count(SearchQuery(search, "a", "brre")) == lexicon.count("a", "brre") == len(found)
