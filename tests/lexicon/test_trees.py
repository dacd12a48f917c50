"""Family trees and kinship, asked quickly: the same answers as the slow ways give."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon import ArgumentError, Lexicon
from belettre_lexicon.french.letters import fold
from belettre_lexicon.lexicon.file.family_packing import pack_bitmap, place_of_bit
from belettre_lexicon.lexicon.kin.families import Families, tier_of

#: Words of large and small families, with homographs, compounds, accents that matter, and without kin.
WORDS = ("joueur", "porter", "voler", "pêcher", "pecher", "thermomètre", "arc-en-ciel", "funérailles", "zythum", "eau")


def all_keys_with_kin(families: Families, key_count: int) -> dict[int, set[int]]:
    """The keys of each family, core and near, found by asking every key."""
    found: dict[int, set[int]] = {}
    for key_id in range(key_count):
        core, near = families.membership(families.number(key_id))
        for family in (*core, *near):
            found.setdefault(family, set()).add(key_id)
    return found


def test_w8_the_keys_of_a_family_contain_all_that_belong_to_it(lexicon: Lexicon) -> None:
    """The words by letters know every key of each family; beyond these, only participles of its verbs."""
    families = lexicon.family_index
    for family, keys in all_keys_with_kin(families, lexicon.store.key_count).items():
        found = lexicon.matrix.keys_of_family(family)

        assert found == sorted(set(found))
        assert keys.issubset(found)


@pytest.mark.parametrize("word", WORDS)
def test_w8_a_tree_has_every_lexeme_with_all_its_links(lexicon: Lexicon, word: str) -> None:
    """Each member but the root hangs on one of its bases, and every base in the tree has it as a child."""
    families = lexicon.family_index
    for family in lexicon.family(word):
        members = set(family.members)
        for lexeme in members - {family.root}:
            link = families.link(lexeme)
            assert link is not None
            assert family.links[lexeme].as_dict() == link.as_dict()
            assert members.intersection(link.bases)
            assert all(lexeme in family.children[base] for base in members.intersection(link.bases))


@pytest.mark.parametrize("word", WORDS)
def test_w8_the_lexemes_of_a_word_are_those_of_its_readings(lexicon: Lexicon, word: str) -> None:
    """Each spelling and part of speech that is playable or plural-only, with its frequency and labels."""
    key_id = _id(lexicon, word)
    readings = [reading for reading in lexicon.store.readings(key_id) if reading.status in ("playable", "plural_only")]
    expected = {(r.spelling, r.pos): (r.zipf, r.labels) for r in reversed(readings)}

    lexemes = lexicon.family_index.lexemes(key_id)

    assert {(x.spelling, x.pos): (x.zipf, x.labels) for x in lexemes} == expected
    assert [lexeme.number for lexeme in lexemes] == list(range(lexemes[0].number, lexemes[0].number + len(lexemes)))


def test_w8_homographs_are_counted_from_one(lexicon: Lexicon) -> None:
    """« voler » is two verbs: to fly and to steal."""
    key_id = _id(lexicon, "voler")

    verbs = [lexeme.homograph for lexeme in lexicon.family_index.lexemes(key_id) if lexeme.pos == "verb"]

    assert verbs == [1, 2]


def test_w8_a_quick_no_is_a_no(lexicon: Lexicon) -> None:
    """Of random pairs, many of one family: whatever is certainly apart has no kinship, and most strangers are."""
    families, chance = lexicon.family_index, random.Random(16)
    key_ids = (chance.randrange(lexicon.store.key_count) for _ in range(60))
    words = [chance.choice(lexicon.store.readings(key_id)).spelling for key_id in key_ids]
    words += [member.spelling for word in WORDS for family in lexicon.family(word) for member in family.members[:8]]
    apart = 0
    for first in words:
        for second in words:
            if families.quick_tier(first, second) == "apart":
                apart += 1
                sides = families.of_word(first, _id(lexicon, first)), families.of_word(second, _id(lexicon, second))
                assert tier_of(*sides) is None
                assert lexicon.kinship(first, second) is None
    assert apart > len(words) ** 2 / 4


@pytest.mark.parametrize("word", ["joueur", "zythum", "arbres", "pecher", "  joueur ", "ÉCOLE"])
def test_w8_a_word_is_never_apart_from_itself(lexicon: Lexicon, word: str) -> None:
    """With a family or without, as a form, in any spelling: the quick answer leaves it to the slow one."""
    assert lexicon.family_index.quick_tier(word, word) is None


@pytest.mark.parametrize("word", ["", "zzz", "jou\0eur", "\ud800", "x" * 65, " " * 100_000, "белетт"])
def test_w8_what_is_no_word_has_no_kin(lexicon: Lexicon, word: str) -> None:
    """Unknown, hostile and endless texts have no kinship, asked once or twice, and none of them is kept if long."""
    assert [lexicon.kinship(*pair) for pair in [(word, "joueur"), ("joueur", word), (word, word)] * 2] == [None] * 6
    assert all(len(known) <= 64 for known in lexicon.family_index._known)


@pytest.mark.parametrize(("first", "second"), [(None, "jeu"), ("jeu", 3), (["jeu"], "jeu"), (b"jeu", b"jeu")])
def test_w8_only_text_has_kin(lexicon: Lexicon, first: object, second: object) -> None:
    """Anything else is an error that names its type."""
    wrong = second if isinstance(first, str) else first
    with pytest.raises(ArgumentError, match=f"word: expected text, got {type(wrong).__name__}"):
        lexicon.kinship(first, second)  # type: ignore[arg-type]


def test_w8_kinship_is_right_after_very_many_words(lexicon: Lexicon) -> None:
    """More words than are kept: the answers stay the same, and no more words are kept than should be."""
    keys = [lexicon.store.key(key_id) for key_id in range(0, lexicon.store.key_count, 60)]

    for key in keys:
        lexicon.family_index.quick_tier(key, "jouet")

    assert len(keys) > 8192 >= len(lexicon.family_index._known)
    assert lexicon.kinship("joueur", "jouet") is not None


def test_places_of_bits_by_rank() -> None:
    """In random bitmaps, dense and sparse, the bit of each rank is where it was set."""
    chance = random.Random(16)
    for density in (0.001, 0.02, 0.5, 1.0):
        expected = [place for place in range(2000) if chance.random() <= density]
        blocks, ranks = pack_bitmap(2000, expected)

        assert [place_of_bit(blocks, ranks, rank) for rank in range(len(expected))] == expected


def _id(lexicon: Lexicon, word: str) -> int:
    """The key number of a word of the lexicon."""
    key_id = lexicon.store.key_id(fold(word))
    assert key_id is not None
    return key_id
