"""Iterating over a lexicon: its playable words, their number, the lemmas of words, and all families."""

from __future__ import annotations

import itertools
import random
from typing import Literal

import pytest

from belettre_lexicon import ArgumentError, HouseRules, Judge, Lexicon, Word
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.readings import participial_spellings, refusal_reasons
from tests.exhaustive import EXHAUSTIVE
from tests.lexicon.toy_lexicon import opened, toy

TOY = Lexicon(opened(toy()))


@pytest.fixture(scope="module")
def words(lexicon: Lexicon) -> list[str]:
    """All words that iterating yields."""
    return list(lexicon)


def spelled_words(lexicon: Lexicon, rules: HouseRules, step: int = 1) -> list[str]:
    """Every spelling with an accepted reading and enough letters, in the documented order: a naive model.

    Of every *step*-th key.
    """
    words = set()
    for key_id in range(0, lexicon.store.key_count, step):
        readings = lexicon.store.readings(key_id)
        participial = participial_spellings(readings)
        words |= {
            reading.spelling
            for reading in readings
            if len(lexicon.store.key(key_id)) >= rules.min_letters and not refusal_reasons(reading, rules, participial)
        }
    return sorted(words, key=lambda word: (fold(word), word))


@pytest.mark.sampled
def test_iterating_yields_every_playable_spelling_in_order(lexicon: Lexicon, words: list[str]) -> None:
    """A naive model over all readings, or a part of them, finds the same words, sorted by letters, then as spelled."""
    step = 1 if EXHAUSTIVE else 25
    keys = {lexicon.store.key(key_id) for key_id in range(0, lexicon.store.key_count, step)}

    assert [word for word in words if fold(word) in keys] == spelled_words(lexicon, HouseRules(), step)
    assert words == sorted(words, key=lambda word: (fold(word), word))
    assert len(words) == len(lexicon) == lexicon.count()
    assert words == [word.spelling for word in lexicon.find(order="alpha")]


def test_a_toy_lexicon_yields_its_words() -> None:
    """« Paris » is a name, « paris » a plural, « huis » too short, « marche » a noun though a verb form, too."""
    assert list(TOY) == ["arc-en-ciel", "cœur", "marche", "marché"]
    assert len(TOY) == 4
    assert spelled_words(TOY, HouseRules()) == list(TOY)


def test_every_word_of_an_iteration_is_in_the_lexicon_and_valid(judge: Judge, words: list[str]) -> None:
    """``in`` knows all of them, and the judge accepts all of them without cards."""
    some = random.Random(16).sample(words, 3_000)

    assert all(word in judge.lexicon for word in some)
    assert all(judge(word).valid for word in some)


@pytest.mark.parametrize("word", ["portes", "Paris", "or"])
def test_in_knows_more_words_than_the_iteration(lexicon: Lexicon, words: list[str], word: str) -> None:
    """A plural, a name and a short word are in the lexicon, though they are not played."""
    assert word in lexicon
    assert word not in words


def test_two_iterations_are_independent(lexicon: Lexicon) -> None:
    """An iteration does not move another one, and may be left in its middle."""
    first, second = iter(lexicon), iter(lexicon)
    begun = list(itertools.islice(first, 3))

    assert list(itertools.islice(second, 5))[:3] == begun


def test_an_empty_lexicon_is_still_true() -> None:
    """``if lexicon`` asks whether there is one, not whether it has words."""
    from belettre_lexicon.lexicon.compile.lexicon import compile_readings

    empty = Lexicon(opened(compile_readings([], {}, {"edition": "2026.11"})))

    assert len(empty) == 0
    assert list(empty) == []
    assert list(empty.families()) == []
    assert bool(empty)


@pytest.mark.parametrize(
    ("word", "lemmas"),
    [
        ("parlais", ("parler",)),
        ("Parlais", ("parler",)),
        ("portes", ("porte", "porter")),
        ("école", ("école",)),
        ("PECHER", ("pécher", "pêcher")),
        ("raclete", ()),
        ("", ()),
        ("a\0b", ()),
        ("\ud800", ()),
    ],
)
def test_w4_lemmas_are_those_of_the_word_as_written(lexicon: Lexicon, word: str, lemmas: tuple[str, ...]) -> None:
    """A known spelling has its own lemmas; capitals without accents stand for every spelling of their letters."""
    assert sorted(lexicon.lemmas(word)) == sorted(lemmas)


def test_w4_lemmas_agree_with_the_readings(lexicon: Lexicon) -> None:
    """A naive model: the lemmas of the readings of the meant spelling, without repetitions, in their order."""
    chooser = random.Random(4)
    for key_id in chooser.sample(range(lexicon.store.key_count), 1_000):
        for reading in lexicon.store.readings(key_id):
            word = chooser.choice([reading.spelling, reading.spelling.upper(), fold(reading.spelling)])
            meant = lexicon.spelling_of(word)
            expected = [r.lemma for r in lexicon.readings(word) if not meant or r.spelling.lower() == meant]
            assert lexicon.lemmas(word) == tuple(dict.fromkeys(expected))


@pytest.mark.parametrize("word", [None, 3, b"mot", ["mot"]])
def test_lemmas_of_what_is_no_text_is_an_error(lexicon: Lexicon, word: object) -> None:
    """The error names the type."""
    with pytest.raises(ArgumentError, match=f"expected text, got {type(word).__name__}"):
        lexicon.lemmas(word)  # type: ignore[arg-type]  # on purpose


def test_the_toy_has_its_families() -> None:
    """Each root with something built on it is a tree; a compound is in the tree of each part."""
    trees = {
        (tree.root.spelling, tree.root.homograph): {lexeme.spelling for lexeme in tree.members}
        for tree in TOY.families()
    }

    assert trees == {
        ("cœur", 1): {"cœur", "arc-en-ciel"},
        ("marche", 1): {"marche", "arc-en-ciel"},
        ("marche", 2): {"marche", "marché"},
    }


def test_families_are_sorted_by_the_letters_of_their_roots(lexicon: Lexicon) -> None:
    """The order is the same for each iteration, and no root comes twice."""
    trees = list(itertools.islice(lexicon.families(), 100))
    letters = [fold(tree.root.spelling) for tree in trees]

    assert letters == sorted(letters)
    assert len({tree.root for tree in trees}) == len(trees)


def test_families_are_the_trees_of_their_members(lexicon: Lexicon) -> None:
    """``family`` of a root returns the tree that ``families`` yields, with the same links."""
    chooser = random.Random(16)
    for tree in itertools.islice(lexicon.families(), 200):
        if chooser.random() < 0.2:
            assert tree in lexicon.family(tree.root.spelling)


def test_every_linked_lexeme_is_in_a_family() -> None:
    """The numbers of roots and of links agree with the index: nothing is left out and nothing is invented."""
    index = TOY.family_index
    linked = {number for number in range(index.lexeme_count) if index.bases(number)}
    bases = {base for number in linked for base in index.bases(number)}

    trees = list(TOY.families())

    assert {lexeme.number for tree in trees for lexeme in tree.members} == linked | bases
    assert {tree.root.number for tree in trees} == bases - linked


def test_iterating_holds_one_initial_at_a_time(lexicon: Lexicon, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words of an initial are looked up when the iteration comes to it, not before."""
    initials: list[str] = []
    find = Lexicon.find

    def noted(self: Lexicon, initial: str, *, order: Literal["alpha"]) -> list[Word]:
        initials.append(initial)
        return find(self, initial, order=order)

    monkeypatch.setattr(Lexicon, "find", noted)

    words = iter(lexicon)
    next(words)

    assert initials == ["a"]
    assert next(word for word in words if fold(word) >= "b")
    assert initials == ["a", "b"]
