"""Letters at the ends of the alphabet, demands at their limits, and the error handler of the folding (W2 to W4)."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.base.values import Cache
from belettre_lexicon.french import letters
from belettre_lexicon.french.letters import (
    ALPHABET,
    JOINERS,
    MAX_WORD,
    first_non_letter,
    fold,
    fold_many,
    missing,
    neighbours,
    parse_demand,
    parse_initial,
    parse_pli,
    spelled,
)


@pytest.mark.parametrize("other", ["2", " ", "`", "{", "é", "?", "\0"])
def test_every_letter_is_one_and_nothing_else_is(other: str) -> None:
    """The first character that is no letter is found behind each letter, a and z included."""
    assert first_non_letter(ALPHABET) == ""
    assert first_non_letter("") == ""
    for letter in ALPHABET:
        assert first_non_letter(letter + other + "-") == other


@pytest.mark.parametrize("jokers", [0, 1, 2])
def test_w3_j2_what_is_missing_is_the_difference_of_the_letters(jokers: int) -> None:
    """Each card takes a letter away; jokers take what is left, and those without a letter are told."""
    for cards in itertools.chain.from_iterable(itertools.combinations_with_replacement("abz", n) for n in range(4)):
        for pool in ("", "a", "ab", "aab", "zzz", "abcz"):
            lacking = Counter(cards) - Counter(pool)
            spare = len(pool) - (Counter(cards) & Counter(pool)).total()
            expected = "".join(sorted(lacking.elements())) + "?" * max(0, jokers - spare)

            assert missing(pool, parse_demand("".join(cards) + "?" * jokers)) == expected


def test_demands_are_sorted_and_counted() -> None:
    """Commas and accents do not count; size is the number of cards, jokers included."""
    demand = parse_demand("z,é,a,e?")

    assert demand.counts == (("a", 1), ("e", 2), ("z", 1))
    assert (demand.jokers, demand.size) == (1, 5)


def test_a_demand_is_as_long_as_a_word_at_most() -> None:
    """One character more is refused with their number."""
    assert parse_demand("e" * MAX_WORD).size == MAX_WORD
    with pytest.raises(ArgumentError, match=f"letters: {MAX_WORD + 1} characters, expected {MAX_WORD} at most"):
        parse_demand("e" * (MAX_WORD + 1))


def test_p3_a_pli_has_three_minuscules_at_most() -> None:
    """Jokers are counted; one card more is refused, although a demand may be longer."""
    for minuscules in ("", "e", "le?", "e,e,e"):
        assert parse_pli(minuscules) is parse_demand(minuscules)
    for minuscules, size in (("lec?", 4), ("é,é,é,é", 4), ("eeeee", 5)):
        assert parse_demand(minuscules).size == size
        with pytest.raises(ArgumentError, match=rf": {size} minuscules, a pli has 3 at most \(P3\)"):
            parse_pli(minuscules)


def test_demands_that_are_remembered_do_not_fill_the_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    """As many as the limit allows are remembered; each is parsed once as long as it is."""
    monkeypatch.setattr(letters, "_DEMANDS", Cache(letters._parse_new_demand, 2))
    sizes = []

    for minuscules in ("a", "b", "c", "d", "e"):
        demand = parse_demand(minuscules)
        assert demand.counts == ((minuscules, 1),)
        assert parse_demand(minuscules) is demand
        sizes.append(len(letters._DEMANDS))
    assert sizes == [1, 2, 1, 2, 1]


@pytest.mark.parametrize("joiner", JOINERS)
def test_w1_w4_the_first_words_fold_as_all_others(monkeypatch: pytest.MonkeyPatch, joiner: str) -> None:
    """Tables are filled on first use: signs that join words are left out of the first word that needs a table."""
    word, many = f"cœur{joiner}à{joiner}cœur", f"œuf{joiner}"
    for name in ("_TABLE", "_RARE_TABLE", "_SIGNS"):
        monkeypatch.setattr(letters, name, {})

    assert fold(word) == "coeuracoeur"
    monkeypatch.setattr(letters, "_TABLE", {})
    assert fold_many([many]) == ["oeuf"]
    assert spelled(word) in ("cœur-à-cœur", "cœur'à'cœur", "cœuràcœur")


@pytest.mark.parametrize("letter", ALPHABET)
def test_w2_s3_every_letter_is_an_initial_with_two_neighbours(letter: str) -> None:
    """In either case; the neighbour of a neighbour is the letter, and Z and A are neighbours."""
    before, after = neighbours(letter)

    assert parse_initial(letter) == parse_initial(letter.upper()) == letter
    assert neighbours(letter.upper()) == (before, after)
    assert neighbours(before)[1] == neighbours(after)[0] == letter
    assert ord(after) - ord(letter) == (1 if letter != "z" else -25)


@pytest.mark.parametrize("initial", ["aa", "?", "1", " ", "œ", 5, ["a"]])
def test_w2_an_initial_is_one_letter(initial: str) -> None:
    """Anything else is named in the error."""
    with pytest.raises(ArgumentError, match="expected one letter; a JOKER is given as the letter it was named"):
        parse_initial(initial)


def test_w2_no_initial_is_no_majuscule() -> None:
    """None and the empty text both mean that."""
    assert parse_initial(None) == parse_initial("") == ""


def test_w4_the_error_handler_of_folding_leaves_other_errors_alone() -> None:
    """It is registered for all of Python, so that a decoder which names it by mistake gets its own error."""
    assert fold_many(["œuf", "ŵ"]) == [fold("œuf"), fold("ŵ")]

    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("ascii", errors="belettre.fold")
