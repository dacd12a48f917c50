"""W1 to W9: finding and counting, against brute force and against the judge."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, History, HouseRules, Judge, Lexicon
from belettre_lexicon.decks import BOXED
from belettre_lexicon.letters import ALPHABET
from belettre_lexicon.lexicon.bitsets import places
from belettre_lexicon.lexicon.search import SORT_KEYS, Word

if TYPE_CHECKING:
    from belettre_lexicon.lexicon.search import SortOrder

WIDEST = HouseRules(plural_only=True, min_letters=1)
#: What the bitsets may take on disk (docs/benchmark.md).
MOST_BYTES = 2_000_000


@pytest.fixture(scope="module")
def words(lexicon: Lexicon) -> list[Word]:
    """Every word that some rules let be played, read from the lexicon itself and not from the bitsets."""
    found = {}
    for key_id in range(len(lexicon)):
        if lexicon.store.mask(key_id) & 0xFF:
            for reading in lexicon.store.readings(key_id):
                if reading.status in ("playable", "plural_only"):
                    found[reading.spelling] = reading
    return [Word.of(spelling) for spelling in found]


@pytest.fixture(scope="module")
def playable_keys(judge: Judge, words: list[Word]) -> dict[str, list[str]]:
    """Folded playable words by initial, one for each spelling; under "" all."""
    by_initial: dict[str, list[str]] = {letter: [] for letter in ("", *ALPHABET)}
    for word in words:
        readings = judge.lexicon.readings(word.spelling)
        if len(word.key) >= 5 and any(r.spelling == word.spelling and r.playable for r in readings):
            by_initial[word.key[0]].append(word.key)
            by_initial[""].append(word.key)
    return by_initial


def scan(keys: list[str], initial: str, letters: tuple[str, ...], joker: bool) -> int:
    """How many keys hold the letters, looked at one by one."""
    for letter, count in Counter(letters).items():
        count += letter == initial
        keys = [key for key in keys if letter in key] if count == 1 else [k for k in keys if k.count(letter) >= count]
    fewest = len(letters) + joker + bool(initial)
    return sum(len(key) >= fewest for key in keys)


def test_w2_w3_j2_counts_agree_with_a_scan(lexicon: Lexicon, playable_keys: dict[str, list[str]]) -> None:
    """Of all questions about an initial and up to three cards, jokers among them, 20,000 drawn at random agree."""
    cards = [(c, False) for n in range(4) for c in itertools.combinations_with_replacement(ALPHABET, n)]
    cards += [(c, True) for n in range(3) for c in itertools.combinations_with_replacement(ALPHABET, n)]
    questions = [(initial, *card) for initial in ("", *ALPHABET) for card in cards]
    assert len(questions) > 100_000
    for initial, letters, joker in random.Random(4).sample(questions, 20_000):
        expected = scan(playable_keys[initial], initial, letters, joker)
        assert lexicon.count(initial or None, "".join(letters), int(joker)) == expected, (initial, letters, joker)


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
    """Every word found is valid for the judge, and every valid word is found, in its own spelling or another of its
    letters (W4); count says how many."""
    history = History(random.Random(9).sample([word.spelling for word in words], 60), rules)
    judge = Judge(lexicon, rules)
    found = judge.find(initial, letters, jokers, played=history)
    cards = letters + "?" * jokers
    assert all(judge(word.spelling, initial=initial, letters=cards, played=history).valid for word in found)
    keys = {word.key for word in found}
    valid = [w for w in words if judge(w.spelling, initial=initial, letters=cards, played=history).valid]
    assert all(word.key in keys for word in valid)
    if rules == HouseRules():
        assert {word.spelling for word in found} == {word.spelling for word in valid}
    assert judge.count(initial, letters, jokers, played=history) == len(found) == len(set(found))


@pytest.mark.parametrize("order", SORT_KEYS)
@pytest.mark.parametrize(("initial", "letters"), [("F", "lec"), (None, "wz"), (None, "ai"), ("k", ""), (None, "qxz")])
def test_orders_and_limits(lexicon: Lexicon, order: SortOrder, initial: str | None, letters: str) -> None:
    """Each order sorts as it says, and a limit takes the first of it, whichever way the words are found."""
    found = lexicon.find(initial, letters, order=order)
    assert found == sorted(found, key=SORT_KEYS[order])
    for limit in (0, 1, 7, 20, 5000):
        assert lexicon.find(initial, letters, order=order, limit=limit) == found[:limit]


@settings(max_examples=60, deadline=None)
@given(
    initial=st.sampled_from(["", *ALPHABET]),
    letters=st.text(ALPHABET, max_size=6),
    joker=st.booleans(),
    fewest=st.integers(1, 12),
    rules=st.builds(HouseRules, letters_shared=st.booleans(), compounds=st.booleans(), current_only=st.booleans()),
)
def test_found_words_pass_the_judge(initial: str, letters: str, joker: bool, fewest: int, rules: HouseRules) -> None:
    """Whatever the cards and the options, what is found is valid, counted, and long enough."""
    judge = Judge(Lexicon.open(), rules)
    found = judge.find(initial or None, letters, int(joker), min_length=fewest)
    assert len(found) == judge.count(initial or None, letters, int(joker), min_length=fewest)
    for word in found[:40]:
        assert judge(word.spelling, initial=initial or None, letters=letters + "?" * joker).valid
        assert word.length >= max(fewest, rules.min_letters)


def test_words_tell_what_they_are(lexicon: Lexicon) -> None:
    """A found word has its spelling, letters, frequency, labels, length and points."""
    (word,) = [word for word in lexicon.find("w", "gn") if word.spelling == "wagon"]
    assert (word.key, word.length, word.labels) == ("wagon", 5, ())
    assert word.points == 5 + 1 + 3 + 2 + 2 == sum(BOXED.minuscule_points[letter] for letter in "wagon")
    assert word.zipf == lexicon.readings("wagon")[0].zipf > 3
    assert word.as_dict()["spelling"] == "wagon"
    assert "wagon" in repr(word) and word in {word}
    with pytest.raises(AttributeError, match="no attribute 'colour'"):
        word.colour  # noqa: B018


def test_labels_are_those_of_every_reading(lexicon: Lexicon, words: list[Word]) -> None:
    """A word is marked when all its playable readings of this spelling are; one plain reading is enough."""
    for word in random.Random(2).sample(lexicon.find(), 500):
        playable = [r for r in lexicon.readings(word.spelling) if r.spelling == word.spelling and r.playable]
        assert set(word.labels) == set.intersection(*(set(r.labels) for r in playable))


def test_labels_allowed(lexicon: Lexicon) -> None:
    """labels=() gives unmarked words only; a label that is allowed adds its words; count agrees."""
    every, plain = lexicon.find("Z"), lexicon.find("Z", labels=())
    assert plain == [word for word in every if not word.labels]
    rare = lexicon.find("Z", labels=["rare"])
    assert rare == [word for word in every if set(word.labels) <= {"rare"}]
    assert len(plain) < len(rare) < len(every)
    assert lexicon.count("Z", labels=["rare"]) == len(rare)
    assert lexicon.find(None, "k", labels=(), limit=9) == lexicon.find(None, "k", labels=())[:9]


def test_w7_w8_history_leaves_out_repeats_and_kin(lexicon: Lexicon) -> None:
    """Repeats and their families go; what the table forgets comes back (W9)."""
    history = History(rules=HouseRules(memory="manche"))
    before = lexicon.count("J", exclude=history)
    assert before == lexicon.count("J")
    history.add("joueur")
    spellings = {word.spelling for word in lexicon.find("J", exclude=history)}
    assert spellings.isdisjoint({"jouer", "joueur", "jouet", "joujou"}) and "jardin" in spellings
    after_one = lexicon.count("J", exclude=history)
    history.add("Jardin")
    assert lexicon.count("J", exclude=history) < after_one < before
    assert lexicon.count("J", exclude=History(["joueur", "jardin"])) == lexicon.count("J", exclude=history)
    history.start_manche()
    assert lexicon.count("J", exclude=history) == before


def test_w8_near_kin_are_left_out_by_option(lexicon: Lexicon) -> None:
    """« hôpital » after « hôtel » is found, unless the table refuses near kin."""
    history = History(["hôtel"])
    assert "hôpital" in {word.spelling for word in lexicon.find("H", "pl", exclude=history)}
    strict = HouseRules(refuse_near_kin=True)
    assert "hôpital" not in {word.spelling for word in lexicon.find("H", "pl", exclude=history, rules=strict)}
    # Asked again with the other answer, the history keeps neither for the other.
    assert "hôpital" in {word.spelling for word in lexicon.find("H", "pl", exclude=history)}


def test_history_of_two_lexicons(lexicon: Lexicon) -> None:
    """A history asked by two lexicons gives each its own answer."""
    history, other = History(["joueur"]), Lexicon.open()
    assert lexicon.count("J", exclude=history) == other.count("J", exclude=history) < lexicon.count("J")


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
        ({"exclude": ["joueur"]}, "History"),
    ],
)
def test_unusable_questions_are_named(lexicon: Lexicon, arguments: dict[str, Any], named: str) -> None:
    """A question that cannot be asked is refused with the value, by find and by count alike."""
    for ask in (lexicon.find, lexicon.count):
        with pytest.raises(ArgumentError, match=named.replace("?", r"\?")):
            ask(**arguments)
    with pytest.raises(ArgumentError, match="'random'"):
        lexicon.find("F", order="random")  # type: ignore[arg-type]  # what a caller without types may pass
    with pytest.raises(ArgumentError, match="-3"):
        lexicon.find("F", limit=-3)


def test_the_bitsets_are_small(lexicon: Lexicon) -> None:
    """All parts of the search together stay under two megabytes."""
    parts = [part for name, part in lexicon.store.container.parts.items() if name.startswith("find")]
    assert len(parts) == 10
    assert 500_000 < sum(part.size for part in parts) <= MOST_BYTES


@given(st.sets(st.integers(0, 20_000), max_size=50))
def test_places_of_bits(expected: set[int]) -> None:
    """The places of the set bits come back, lowest first, across chunks and pieces."""
    assert list(places(sum(1 << place for place in expected))) == sorted(expected)


def test_words_are_not_as_frequent_as_their_namesakes(lexicon: Lexicon) -> None:
    """« florence » is a rare word, though Florence is a frequent name; inhabitants, recent words keep their count."""
    zipf = {word: lexicon.readings(word)[0].zipf for word in ("florence", "macron", "parisien", "covid", "fiscalité")}
    assert 0 < zipf["florence"] < 2.5 and 0 < zipf["macron"] <= 2.0
    assert zipf["parisien"] > 3.5 and zipf["covid"] > 3 and zipf["fiscalité"] > 3.5
