"""Finding and counting words (W1 to W9), compared with brute force and with the judge."""

from __future__ import annotations

import itertools
import random
import re
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, History, HouseRules, Judge, Lexicon
from belettre_lexicon.french.decks import BOXED
from belettre_lexicon.french.letters import ALPHABET, fold
from belettre_lexicon.lexicon.find.bitsets import places
from belettre_lexicon.lexicon.find.search import SORT_KEYS, Word
from tests.exhaustive import EXHAUSTIVE

if TYPE_CHECKING:
    from belettre_lexicon.literals import SortOrder

#: How many random combinations of cards are counted, and of how many words each search is compared with the judge.
COMBINATIONS, JUDGED = (20_000, 1_000_000) if EXHAUSTIVE else (1_000, 6_000)
#: The most bytes of the bitsets in the file (docs/benchmark.md).
MOST_BYTES = 2_500_000
#: The bits of a mask (``grammar.mask_bit``) for playable and plural-only readings.
PLAYABLE_BITS = 0xFF


@pytest.fixture(scope="module")
def words(lexicon: Lexicon) -> list[Word]:
    """Every word that is playable under some options, read from the lexicon and not from the bitsets."""
    spellings: dict[str, None] = {}
    for key_id in range(lexicon.store.key_count):
        if lexicon.store.mask(key_id) & PLAYABLE_BITS:
            for reading in lexicon.store.readings(key_id):
                if reading.status in ("playable", "plural_only"):
                    spellings[reading.spelling] = None
    return [Word.of(spelling) for spelling in spellings]


@pytest.fixture(scope="module")
def playable_keys(judge: Judge, words: list[Word]) -> dict[str, list[str]]:
    """Folded words that are playable under the published rules, by initial, once per spelling; under "" all."""
    by_initial: dict[str, list[str]] = {letter: [] for letter in ("", *ALPHABET)}
    for word in words:
        readings = judge.lexicon.readings(word.spelling)
        if len(word.key) >= 5 and any(r.spelling == word.spelling and r.playable for r in readings):
            by_initial[word.key[0]].append(word.key)
            by_initial[""].append(word.key)
    return by_initial


def scan(keys: list[str], initial: str, letters: tuple[str, ...], joker: bool) -> int:
    """Return how many keys hold the letters, counted one by one; each card needs a letter of its own."""
    for letter, count in Counter(letters).items():
        needed = count + (letter == initial)
        keys = [key for key in keys if (letter in key if needed == 1 else key.count(letter) >= needed)]
    min_letters = len(letters) + joker + bool(initial)
    return sum(len(key) >= min_letters for key in keys)


@pytest.mark.sampled
@pytest.mark.no_cover  # up to 20,000 searches: other tests run the same code on fewer
def test_w2_w3_j2_counts_agree_with_a_scan(lexicon: Lexicon, playable_keys: dict[str, list[str]]) -> None:
    """Counts agree with a scan for random combinations of an initial and up to three cards with a joker."""
    cards = [(c, False) for n in range(4) for c in itertools.combinations_with_replacement(ALPHABET, n)]
    cards += [(c, True) for n in range(3) for c in itertools.combinations_with_replacement(ALPHABET, n)]
    combinations = [(initial, *card) for initial in ("", *ALPHABET) for card in cards]
    assert len(combinations) > 100_000

    for initial, letters, joker in random.Random(4).sample(combinations, COMBINATIONS):
        expected = scan(playable_keys[initial], initial, letters, joker)
        assert lexicon.count(initial or None, "".join(letters), int(joker)) == expected, (initial, letters, joker)


@pytest.mark.sampled
@pytest.mark.parametrize(
    "rules",
    [
        HouseRules(),
        HouseRules(refuse_near_kin=True, accents_differ=True, plural_only=True, min_letters=3),
        HouseRules(compounds=False, current_only=True, letters_shared=True, min_letters=7),
    ],
    ids=repr,
)
@pytest.mark.parametrize(
    ("initial", "letters", "jokers"),
    [("F", "lec", 0), ("p", "ae", 1), (None, "aab", 0), ("A", "aa", 0), ("É", "e?", 0)],
)
def test_w10_finds_what_the_judge_accepts(
    lexicon: Lexicon, words: list[Word], rules: HouseRules, initial: str | None, letters: str, jokers: int
) -> None:
    """Every word found is valid for the judge, and every valid word is found, at least in another spelling (W4).

    The valid words are sought among all words in an exhaustive run, otherwise among a sample of them.
    """
    history = History(random.Random(9).sample([word.spelling for word in words], 60), rules)
    judge = Judge(lexicon, rules)
    cards = letters + "?" * jokers

    found = judge.find(initial, letters, jokers, played=history)
    judged = random.Random(10).sample(words, min(JUDGED, len(words)))
    valid = [word for word in judged if judge(word.spelling, initial=initial, letters=cards, played=history).valid]

    assert all(judge(word.spelling, initial=initial, letters=cards, played=history).valid for word in found)
    assert {word.key for word in valid} <= {word.key for word in found}
    if rules == HouseRules():
        spellings = {word.spelling for word in judged}
        assert {word.spelling for word in found} & spellings == {word.spelling for word in valid}
    assert len(found) == len(set(found))
    assert judge.count(initial, letters, jokers, played=history) == len(found)


@pytest.mark.sampled
@pytest.mark.parametrize("order", SORT_KEYS)
@pytest.mark.parametrize(("initial", "letters"), [("F", "lec"), (None, "wz"), (None, "ai"), ("k", ""), (None, "qxz")])
def test_orders_and_limits(lexicon: Lexicon, order: SortOrder, initial: str | None, letters: str) -> None:
    """Words come in the order asked for, and a limit gives the first of them."""
    found = lexicon.find(initial, letters, order=order)

    assert found == sorted(found, key=SORT_KEYS[order])
    for limit in (0, 1, 7, 20, 5000) if EXHAUSTIVE else (7, 5000):
        assert lexicon.find(initial, letters, order=order, limit=limit) == found[:limit]


@settings(max_examples=60, deadline=None)
@given(
    initial=st.sampled_from(["", *ALPHABET]),
    letters=st.text(ALPHABET, max_size=6),
    joker=st.booleans(),
    min_length=st.integers(1, 12),
    rules=st.builds(HouseRules, letters_shared=st.booleans(), compounds=st.booleans(), current_only=st.booleans()),
)
def test_found_words_are_valid(initial: str, letters: str, joker: bool, min_length: int, rules: HouseRules) -> None:
    """Whatever the cards and the options, found words are valid and long enough, and count agrees."""
    judge = Judge(Lexicon.open(), rules)

    found = judge.find(initial or None, letters, int(joker), min_length=min_length)

    assert len(found) == judge.count(initial or None, letters, int(joker), min_length=min_length)
    for word in found[:40]:
        assert judge(word.spelling, initial=initial or None, letters=letters + "?" * joker).valid
        assert word.length >= max(min_length, rules.min_letters)


def test_attributes_of_a_found_word(lexicon: Lexicon) -> None:
    """A found word has its spelling, letters, frequency, labels, length and points; other attributes raise."""
    (word,) = [word for word in lexicon.find("w", "gn") if word.spelling == "wagon"]

    assert word.key == "wagon"
    assert word.length == 5
    assert word.labels == ()
    assert word.points == 5 + 1 + 3 + 2 + 2
    assert word.points == sum(BOXED.minuscule_points[letter] for letter in "wagon")
    assert word.zipf == lexicon.readings("wagon")[0].zipf
    assert word.zipf > 3
    assert word.as_dict()["spelling"] == "wagon"
    assert "wagon" in repr(word)
    assert word in {word}
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        word.colour  # noqa: B018


def test_labels_are_those_of_every_reading(lexicon: Lexicon, words: list[Word]) -> None:
    """The labels of a word are those that all playable readings of its spelling carry."""
    for word in random.Random(2).sample(lexicon.find(), 500):
        playable = [r for r in lexicon.readings(word.spelling) if r.spelling == word.spelling and r.playable]
        assert set(word.labels) == set.intersection(*(set(r.labels) for r in playable))


def test_labels_allowed(lexicon: Lexicon) -> None:
    """``labels=()`` gives unlabelled words only, an allowed label adds its words, and count agrees."""
    all_words = lexicon.find("Z")

    unlabelled = lexicon.find("Z", labels=())
    rare = lexicon.find("Z", labels=["rare"])

    assert unlabelled == [word for word in all_words if not word.labels]
    assert rare == [word for word in all_words if set(word.labels) <= {"rare"}]
    assert len(unlabelled) < len(rare) < len(all_words)
    assert lexicon.count("Z", labels=["rare"]) == len(rare)
    assert lexicon.find(None, "k", labels=(), limit=9) == lexicon.find(None, "k", labels=())[:9]


def test_w7_w8_history_leaves_out_repeats_and_kin(lexicon: Lexicon) -> None:
    """Earlier words and their families are not found; words that are forgotten (W9) are found again."""
    rules = HouseRules(memory="manche")
    history = History(rules=rules)
    count_of_all = lexicon.count("J")
    assert lexicon.count("J", played=history, rules=rules) == count_of_all

    history.add("joueur")
    spellings = {word.spelling for word in lexicon.find("J", played=history, rules=rules)}
    assert spellings.isdisjoint({"jouer", "joueur", "jouet", "joujou"})
    assert "jardin" in spellings
    count_after_one = lexicon.count("J", played=history, rules=rules)
    assert count_after_one < count_of_all

    history.add("Jardin")
    count_after_two = lexicon.count("J", played=history, rules=rules)
    assert count_after_two < count_after_one
    assert count_after_two == lexicon.count("J", played=History(["joueur", "jardin"]))

    history.start_manche()
    assert lexicon.count("J", played=history, rules=rules) == count_of_all


def test_w8_near_kin_are_left_out_by_option(lexicon: Lexicon) -> None:
    """« hôpital » after « hôtel » is found unless the options refuse near kin; a history serves both options."""
    history = History(["hôtel"])
    strict = HouseRules(refuse_near_kin=True)

    before = lexicon.find("H", "pl", played=history)
    without_near_kin = lexicon.find("H", "pl", played=history, rules=strict)
    after = lexicon.find("H", "pl", played=history)

    assert "hôpital" in {word.spelling for word in before}
    assert "hôpital" not in {word.spelling for word in without_near_kin}
    assert after == before


@pytest.mark.parametrize("word", ["kimono", "banquise", "recette"])
def test_w8_a_form_leaves_out_its_headword(lexicon: Lexicon, word: str) -> None:
    """A headword of near families alone, or of none, is refused after its plural, and not found."""
    history = History([f"{word}s"])

    found = {found.spelling for found in lexicon.find(word[0], word[1:4], played=history)}

    assert found
    assert word not in found
    assert Judge(lexicon)(word, played=history).reasons == ("same_family",)


def test_history_of_two_lexicons(lexicon: Lexicon) -> None:
    """One history can be used with two lexicons by turns."""
    history, other = History(["joueur"]), Lexicon.open()

    count = lexicon.count("J", played=history)
    count_of_other = other.count("J", played=history)

    assert count == count_of_other
    assert count < lexicon.count("J")


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        ({"initial": "?"}, "JOKER"),
        ({"initial": "fa"}, "'fa'"),
        ({"letters": "l3"}, "'3'"),
        ({"letters": 5}, "5"),
        ({"jokers": 2}, "2"),
        ({"jokers": -1}, "-1"),
        ({"letters": "l?", "jokers": 1}, "J1"),
        ({"min_length": "long"}, "'long'"),
        ({"labels": ["vintage"]}, "'vintage'"),
        ({"played": ["joueur"]}, "History"),
    ],
)
def test_invalid_arguments_raise(lexicon: Lexicon, arguments: dict[str, Any], named: str) -> None:
    """An invalid argument of find or count raises ArgumentError naming its value."""
    for search in (lexicon.find, lexicon.count):
        with pytest.raises(ArgumentError, match=re.escape(named)):
            search(**arguments)


def test_an_invalid_order_or_limit_raises(lexicon: Lexicon) -> None:
    """An unknown order and a negative limit raise ArgumentError naming their value."""
    with pytest.raises(ArgumentError, match="'random'"):
        lexicon.find("F", order="random")  # type: ignore[arg-type]  # what a caller without types may pass
    with pytest.raises(ArgumentError, match="-3"):
        lexicon.find("F", limit=-3)


def test_the_bitsets_are_small(lexicon: Lexicon) -> None:
    """All parts of the search together take at most 2.5 megabytes."""
    parts = [part for name, part in lexicon.store.container.parts.items() if name.startswith("find")]
    assert len(parts) == 9
    size = sum(part.size for part in parts)
    assert size > 500_000
    assert size <= MOST_BYTES


@given(st.sets(st.integers(0, 20_000), max_size=50))
def test_places_of_bits(expected: set[int]) -> None:
    """``places`` gives the places of the set bits, lowest first, in numbers of any size."""
    assert list(places(sum(1 << place for place in expected))) == sorted(expected)


def test_a_word_does_not_have_the_frequency_of_a_name(lexicon: Lexicon) -> None:
    """« florence » is a rare word though Florence is a frequent name; « parisien » and « covid » are frequent."""
    zipf = {word: lexicon.readings(word)[0].zipf for word in ("florence", "macron", "parisien", "covid", "fiscalité")}

    assert 0 < zipf["florence"] < 2.5
    assert 0 < zipf["macron"] <= 2.0
    assert zipf["parisien"] > 3.5
    assert zipf["covid"] > 3
    assert zipf["fiscalité"] > 3.5


def test_spellings_found_again_are_those_of_a_new_search(lexicon: Lexicon) -> None:
    """What is found again, with any limit, has the attributes of a word that is read for the first time."""
    first = [word.as_dict() for word in lexicon.find("f", "lec", limit=20)]
    again = [word.as_dict() for word in lexicon.find("f", "lec", limit=20)]
    new = [word.as_dict() for word in Lexicon.open().find("f", "lec")]

    assert first == new[:20]
    assert again == first


def test_not_too_many_spellings_are_kept(lexicon: Lexicon) -> None:
    """However many words are read, at most some 16,000 spellings are kept, and all are right."""
    words = lexicon.find(limit=40_000)

    assert len({word.spelling for word in words}) == len(words)
    assert 0 < len(lexicon.search.spellings) <= 1 << 14
    assert all(word.key == fold(word.spelling) for word in words)
