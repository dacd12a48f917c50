"""The compiled file: round trip, determinism, and files whose checksums are right and whose contents are wrong."""

from __future__ import annotations

import random
import struct

import pytest

from belettre_lexicon import History, Judge, Lexicon, LexiconError, Reading
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.lexicon.file.container import read_container, write_container
from belettre_lexicon.lexicon.file.packing import Texts, pack_texts
from belettre_lexicon.lexicon.file.store import Store
from tests.lexicon.toy_lexicon import (
    ABOUT,
    GLOSSES,
    LINKS,
    READINGS,
    changed,
    opened,
    part_entry,
    place_of,
    resealed,
    toy,
)


def readings_of(store: Store, key: str) -> tuple[Reading, ...]:
    key_id = store.key_id(key)
    assert key_id is not None
    return store.readings(key_id)


def test_toy_lexicon_reads_back() -> None:
    """Every reading of a toy lexicon comes back with all its fields."""
    store = opened(toy())
    found = [r for key_id in range(store.key_count) for r in store.readings(key_id)]
    assert {(r.spelling, r.lemma, r.tag, r.labels) for r in found} == {
        (r.spelling, r.lemma, r.tag, r.labels) for r in READINGS
    }
    (coeur,) = readings_of(store, "coeur")
    assert coeur.sources == ("grammalecte", "lefff", "dela", "lexique", "littre", "wiktionary")
    assert coeur.zipf == pytest.approx(5.5, abs=0.03)
    assert store.about() == {**ABOUT, "families.single": "3", "families.links": "2"}


def test_two_builds_are_equal_byte_for_byte() -> None:
    """The order in which readings arrive does not matter, and no clock enters."""
    links, glosses = dict(reversed(LINKS.items())), dict(reversed(GLOSSES.items()))

    assert toy() == compile_readings(READINGS[::-1], {"cœur": 5.5, "marche": 5.2}, ABOUT, links, glosses)


def test_empty_lexicon() -> None:
    """A lexicon without words can be opened."""
    store = opened(compile_readings([], {}, ABOUT))
    assert store.key_count == 0
    assert store.key_id("marche") is None


@pytest.mark.parametrize("count", [15, 16, 17, 32, 512])
def test_block_boundaries(count: int) -> None:
    """Readings are found with any number of keys around the boundaries of the blocks."""
    names = [f"a{chr(97 + i // 26)}{chr(97 + i % 26)}" for i in range(count)]
    store = opened(compile_readings([LayerReading(n, n, "N.m.s", "+", (), "G") for n in names], {}, ABOUT))
    assert [readings_of(store, n)[0].spelling for n in names] == names


def test_file_too_small() -> None:
    """A file of a few bytes is refused."""
    with pytest.raises(LexiconError, match="8 bytes are too few for a lexicon"):
        opened(b"BLTRLEX\n")


def test_not_a_lexicon() -> None:
    """A file that does not start with the magic bytes is refused."""
    with pytest.raises(LexiconError, match="not a compiled lexicon"):
        opened(b"PK\x03\x04" + b"\0" * 100)


@pytest.mark.parametrize("version", [2, 99])
def test_wrong_version(version: int) -> None:
    """A file of an older or newer format is refused with both versions, and the error says to rebuild it."""
    data = changed(toy(), struct.pack("<H", version), 8)

    with pytest.raises(LexiconError, match=f"format version {version}, this library reads version 6; rebuild"):
        opened(data)


@pytest.mark.parametrize("size", [72, 200, -4, -1])
def test_truncated_file(size: int) -> None:
    """A file cut in its header or in a part is refused with both sizes."""
    data = toy()

    with pytest.raises(LexiconError, match=rf"bytes, but its header declares {len(data)}: truncated"):
        opened(data[:size])


def test_file_with_more_bytes() -> None:
    """A file that something was appended to is refused with both sizes."""
    data = toy()

    with pytest.raises(LexiconError, match=rf"{len(data) + 1} bytes, but its header declares {len(data)}"):
        opened(data + b"\0")


def test_more_parts_than_bytes() -> None:
    """A number of parts that the file has no room for is refused."""
    with pytest.raises(LexiconError, match="65535 parts do not fit"):
        opened(changed(toy(), b"\xff\xff", 10))


def test_edition_that_does_not_fit() -> None:
    """An edition that the header has no room for, or that is not ASCII, is refused when it is written."""
    for edition in ("2026.11 of our own", "édition"):
        with pytest.raises(LexiconError, match=f"edition '{edition}': expected 16 ASCII characters at most"):
            write_container(edition, [])


@pytest.mark.parametrize(
    "name", ["trie", "masks", "classes", "blocks", "starts", "analysis", "patches", "zipf", "kinds", "spells"]
)
def test_missing_part(name: str) -> None:
    """A part that is missing is named."""
    data = toy()

    with pytest.raises(LexiconError, match=f"part '{name}' is missing"):
        opened(resealed(changed(data, b"xxxx", part_entry(data, name))))


@pytest.mark.parametrize("name", ["masks", "classes", "blocks", "starts", "analysis", "patches", "sources", "zipf"])
def test_wrong_number_of_items(name: str) -> None:
    """An array that does not fit the others is named with both numbers."""
    data = toy()

    with pytest.raises(LexiconError, match="expected"):
        opened(resealed(changed(data, struct.pack("<Q", 3), part_entry(data, name) + 24)))


@pytest.mark.parametrize("offset", [0, 1 << 40])
def test_part_outside_the_file(offset: int) -> None:
    """A part that begins in the header or after the end of the file is named."""
    data = toy()

    with pytest.raises(LexiconError, match="part 'trie' lies outside the file"):
        opened(resealed(changed(data, struct.pack("<Q", offset), part_entry(data, "trie") + 8)))


@pytest.mark.parametrize(("first", "second"), [("masks", "starts"), ("classes", "starts"), ("trie", "kinds")])
def test_swapped_parts(first: str, second: str) -> None:
    """Parts whose offsets are swapped are refused, although every checksum is right."""
    data = toy()
    one, two = part_entry(data, first), part_entry(data, second)
    swapped = changed(changed(data, data[two + 8 : two + 24], one + 8), data[one + 8 : one + 24], two + 8)

    with pytest.raises(LexiconError):
        Lexicon(opened(resealed(swapped))).readings("marche")


def test_damaged_trie() -> None:
    """A trie whose own header is wrong is named, even if the checksums are right."""
    data = toy()

    with pytest.raises(LexiconError, match="part 'trie' is damaged"):
        opened(resealed(changed(data, b"not trie", place_of(data, "trie")[0])))


def test_counts_that_disagree() -> None:
    """Starts that lead past the readings are noticed on opening."""
    data = toy()
    offset, size = place_of(data, "starts")

    with pytest.raises(LexiconError, match="the keys have 7 readings, the arrays 8"):
        opened(resealed(changed(data, b"\7", offset + size - 1)))


@pytest.mark.parametrize(
    ("table", "message"),
    [
        (b"\1", "truncated"),
        (struct.pack("<I", 1000), "truncated"),
        (struct.pack("<II", 1, 9) + b"abc", "ends at another byte"),
    ],
)
def test_damaged_table_of_texts(table: bytes, message: str) -> None:
    """A table of texts that is cut, or has another length than it declares, is refused."""
    with pytest.raises(LexiconError, match=message):
        Texts(memoryview(table), "toy")


def test_text_out_of_range() -> None:
    """A reading that points past the table says that the lexicon is damaged."""
    with pytest.raises(LexiconError, match="run « belettre lexicon verify »"):
        Texts(memoryview(pack_texts(["a"])), "toy")[5]


@pytest.mark.parametrize("seed", range(40))
def test_damaged_families_end_in_one_clear_error(seed: int) -> None:
    """Whatever bytes the parts of the families hold, a question gives an answer or a LexiconError of one line."""
    chooser = random.Random(seed)
    data = bytearray(toy())
    names = [
        name for name in read_container(memoryview(data), "toy").parts if name.startswith(("kin", "lex", "link", "hom"))
    ]
    name = chooser.choice([name for name in names if name != "kinds"])
    offset, size = place_of(bytes(data), name)
    for place in range(offset, offset + size):
        if chooser.random() < 0.5:
            data[place] = chooser.randrange(256)
    try:
        lexicon = Lexicon(opened(resealed(bytes(data))))
        for a, b in (("marche", "marché"), ("arc-en-ciel", "cœur"), ("huis", "cœur"), ("marché", "arc-en-ciel")):
            kinship = lexicon.kinship(a, b)
            assert kinship is None or kinship.chain is not None
            lexicon.family(a)
            Judge(lexicon)(a, played=[b])
    except LexiconError as error:
        assert str(error)
        assert "\n" not in str(error)


@pytest.mark.parametrize("seed", range(60))
def test_damaged_bitsets_end_in_one_clear_error(seed: int) -> None:
    """Whatever bytes the parts of the search hold, a search gives an answer or a LexiconError of one line."""
    chooser = random.Random(seed)
    data = bytearray(toy())
    names = [name for name in read_container(memoryview(data), "toy").parts if name.startswith("find")]
    offset, size = place_of(bytes(data), chooser.choice(names))
    for place in range(offset, offset + size):
        if chooser.random() < 0.5:
            data[place] = chooser.randrange(256)
    try:
        lexicon = Lexicon(opened(resealed(bytes(data))))
        for initial, letters in ((None, ""), ("m", "ae"), ("c", "r"), (None, "ee")):
            for order in ("zipf", "alpha"):
                found = lexicon.find(initial, letters, limit=2, order=order, played=History(["marche", "huis"]))
                assert all(word.spelling and word.labels is not None and word.zipf >= 0 for word in found)
            assert lexicon.count(initial, letters, labels=()) >= 0
    except LexiconError as error:
        assert str(error)
        assert "\n" not in str(error)


def test_bitsets_that_do_not_fit_together_are_refused() -> None:
    """Initials out of order, and rows that end at the wrong byte, are errors when the search is opened."""
    for part, message in (("findinit", "out of order"), ("findends", "end at another byte")):
        data = bytearray(toy())
        offset, size = place_of(bytes(data), part)
        data[offset + (4 if part == "findinit" else size - 4)] ^= 1
        with pytest.raises(LexiconError, match=message):
            Lexicon(opened(resealed(bytes(data)))).count("m")


def test_families_that_do_not_fit_together_are_refused() -> None:
    """A number of lexemes that differs between two parts is an error when the families are opened."""
    opened_toy = Lexicon(opened(toy()))
    assert opened_toy.family_index.lexeme_count > 0
    damaged = bytearray(toy())
    damaged[place_of(bytes(damaged), "lexkeys")[0]] ^= 2
    with pytest.raises(LexiconError, match="parts of the families do not fit together"):
        assert Lexicon(opened(resealed(bytes(damaged)))).family_index
