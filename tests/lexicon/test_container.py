"""The compiled file: round trip, determinism, and every branch of the loader on damaged files."""

from __future__ import annotations

import random
import struct
import zlib
from pathlib import Path

import pytest

from belettre_lexicon import History, Judge, Lexicon, LexiconError, Reading
from belettre_lexicon.lexicon.container import read_container
from belettre_lexicon.lexicon.packing import Texts, pack_texts
from belettre_lexicon.lexicon.store import Store
from belettre_lexicon.pipeline.compile.lexicon import compile_readings
from belettre_lexicon.pipeline.kin.lexemes import LexemeKey
from belettre_lexicon.pipeline.kin.links import LinkRow
from belettre_lexicon.pipeline.layers import LayerReading

READINGS = [
    LayerReading("marche", "marche", "N.f.s", "+", (), "GLD"),
    LayerReading("marche", "marcher", "V.pres13s+subj13s+imp2s", "c", (), "GL"),
    LayerReading("marché", "marché", "N.m.s", "+", (), "G"),
    LayerReading("cœur", "cœur", "N.m.s", "+", (), "GLDXTW"),
    LayerReading("arc-en-ciel", "arc-en-ciel", "N.m.s", "+", (), "G"),
    LayerReading("Paris", "Paris", "P", "n", (), "GL"),
    LayerReading("paris", "pari", "N.m.p", "p", (), "G"),
    LayerReading("huis", "huis", "N.m.i", "+", ("old", "variant"), "GR"),
]
ABOUT = {"edition": "2026.11", "layers": "toy"}
_MARCHE, _COEUR = LexemeKey("marche", "N"), LexemeKey("cœur", "N")
#: Invented links that put something into every part of the families: two bases, a homograph, accents that matter, both
#: tiers.
LINKS = {
    LexemeKey("marché", "N"): LinkRow((_MARCHE._replace(homograph=2),), "suffix", "-é", "core", "R"),
    _MARCHE._replace(homograph=2): LinkRow((), "", "", "", "R"),
    LexemeKey("arc-en-ciel", "N"): LinkRow((_MARCHE, _COEUR), "compound", "", "core", "R"),
    LexemeKey("huis", "N"): LinkRow((_COEUR,), "origin", "", "near", "R"),
}


def toy() -> bytes:
    """The bytes of a compiled toy lexicon."""
    return compile_readings(READINGS, {"marche": 5.2, "cœur": 5.5}, ABOUT, LINKS)


def opened(data: bytes) -> Store:
    """The store of a compiled lexicon in memory."""
    return Store(read_container(memoryview(data), "toy"))


def readings_of(store: Store, key: str) -> tuple[Reading, ...]:
    key_id = store.key_id(key)
    assert key_id is not None
    return store.readings(key_id)


def reheaded(data: bytes, change: bytes, at: int) -> bytes:
    """*data* with bytes of the header replaced, and the checksum of the header corrected."""
    damaged = bytearray(data)
    damaged[at : at + len(change)] = change
    (count,) = struct.unpack_from("<H", damaged, 10)
    damaged[12:16] = struct.pack("<I", zlib.crc32(damaged[16 : 64 + 64 * count]))
    return bytes(damaged)


def part_entry(data: bytes, name: str) -> int:
    """The offset of the header's entry for a part."""
    return data.index(name.encode().ljust(8, b"\0"), 64)


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
    assert store.about() == {**ABOUT, "families.single": "3", "families.links": "3"}


def test_two_builds_are_equal_byte_for_byte() -> None:
    """The order in which readings arrive does not matter, and no clock enters."""
    assert toy() == compile_readings(READINGS[::-1], {"cœur": 5.5, "marche": 5.2}, ABOUT, dict(reversed(LINKS.items())))


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
    with pytest.raises(LexiconError, match="too few for a lexicon"):
        opened(b"BLTRLEX\n")


def test_not_a_lexicon() -> None:
    """A file that does not start with the magic bytes is refused."""
    with pytest.raises(LexiconError, match="not a compiled lexicon"):
        opened(b"PK\x03\x04" + b"\0" * 100)


def test_wrong_version() -> None:
    """A file of another format version is refused with both versions."""
    data = bytearray(toy())
    data[8:10] = struct.pack("<H", 99)
    with pytest.raises(LexiconError, match="format version 99, this library reads version 2"):
        opened(bytes(data))


def test_truncated_header() -> None:
    """A file cut inside its header is refused."""
    with pytest.raises(LexiconError, match="the header alone takes"):
        opened(toy()[:200])


@pytest.mark.parametrize("at", [17, 40, 70, 120])
def test_flipped_byte_in_the_header(at: int) -> None:
    """One changed byte of the header is noticed on opening."""
    data = bytearray(toy())
    data[at] ^= 1
    with pytest.raises(LexiconError, match="checksum does not match"):
        opened(bytes(data))


def test_truncated_body() -> None:
    """A file cut in a part names the part."""
    with pytest.raises(LexiconError, match="truncated: part b'findkin"):
        opened(toy()[:-4])


@pytest.mark.parametrize(
    "name", ["trie", "masks", "classes", "blocks", "starts", "analysis", "patches", "zipf", "kinds", "spells"]
)
def test_missing_part(name: str) -> None:
    """A part that is missing is named."""
    data = toy()
    with pytest.raises(LexiconError, match=f"part '{name}' is missing"):
        opened(reheaded(data, b"xxxx", part_entry(data, name)))


@pytest.mark.parametrize("name", ["masks", "classes", "blocks", "starts", "analysis", "patches", "sources", "zipf"])
def test_wrong_number_of_items(name: str) -> None:
    """An array that does not fit the others is named with both numbers."""
    data = toy()
    entry = part_entry(data, name)
    with pytest.raises(LexiconError, match="expected"):
        opened(reheaded(data, struct.pack("<Q", 3), entry + 24))


@pytest.mark.parametrize(
    ("first", "second"), [("masks", "starts"), ("classes", "starts"), ("kinds", "spells"), ("trie", "kinds")]
)
def test_swapped_parts(first: str, second: str) -> None:
    """Parts whose offsets are swapped are refused when opened, or found by verify."""
    data = toy()
    one, two = part_entry(data, first), part_entry(data, second)
    swapped = reheaded(data, data[two + 8 : two + 24], one + 8)
    swapped = reheaded(swapped, data[one + 8 : one + 24], two + 8)
    with pytest.raises(LexiconError):
        opened(swapped).container.verify()


def test_damaged_trie() -> None:
    """A trie whose own header is damaged is named."""
    data = bytearray(toy())
    (offset,) = struct.unpack_from("<Q", data, part_entry(bytes(data), "trie") + 8)
    data[offset : offset + 8] = b"not trie"
    with pytest.raises(LexiconError, match="part 'trie' is damaged"):
        opened(bytes(data))


def test_counts_that_disagree() -> None:
    """Starts that lead past the readings are noticed on opening."""
    data = bytearray(toy())
    entry = part_entry(bytes(data), "starts")
    offset, size = struct.unpack_from("<QQ", data, entry + 8)
    data[offset + size - 1] = 7
    with pytest.raises(LexiconError, match="the keys have 7 readings, the arrays 8"):
        opened(bytes(data))


def test_flipped_byte_in_any_part_is_found_by_verify() -> None:
    """verify finds one flipped byte in each part, and names the part."""
    data = toy()
    for name in read_container(memoryview(data), "toy").parts:
        offset, size = struct.unpack_from("<QQ", data, part_entry(data, name) + 8)
        damaged = bytearray(data)
        damaged[offset + size // 2] ^= 0x40
        with pytest.raises(LexiconError, match=f"part '{name}' is damaged"):
            read_container(memoryview(bytes(damaged)), "toy").verify()


def test_wrong_edition_hash() -> None:
    """A header whose edition hash is not that of its parts is found by verify."""
    data = toy()
    with pytest.raises(LexiconError, match="edition's hash"):
        read_container(memoryview(reheaded(data, b"\0" * 32, 32)), "toy").verify()


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


def test_missing_file(tmp_path: Path) -> None:
    """A missing file is named."""
    with pytest.raises(LexiconError, match="cannot be opened"):
        Lexicon.open(tmp_path / "none.lexicon")


def test_empty_file(tmp_path: Path) -> None:
    """An empty file is refused before it is mapped."""
    path = tmp_path / "empty.lexicon"
    path.touch()
    with pytest.raises(LexiconError, match="0 bytes are too few"):
        Lexicon.open(path)


def test_edition_and_hash(lexicon: Lexicon) -> None:
    """The bundled lexicon has an edition and a hash, and is undamaged."""
    assert lexicon.edition
    assert len(lexicon.hash) == 64
    lexicon.verify()


@pytest.mark.parametrize("seed", range(40))
def test_damaged_families_end_in_one_clear_error(seed: int) -> None:
    """Whatever bytes the parts of the families hold, a question gives an answer or a LexiconError of one line."""
    chooser = random.Random(seed)
    data = bytearray(toy())
    names = [
        name for name in read_container(memoryview(data), "toy").parts if name.startswith(("kin", "lex", "link", "hom"))
    ]
    name = chooser.choice([name for name in names if name != "kinds"])
    offset, size = struct.unpack_from("<QQ", data, part_entry(bytes(data), name) + 8)
    for place in range(offset, offset + size):
        if chooser.random() < 0.5:
            data[place] = chooser.randrange(256)
    try:
        lexicon = Lexicon(opened(bytes(data)))
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
    offset, size = struct.unpack_from("<QQ", data, part_entry(bytes(data), chooser.choice(names)) + 8)
    for place in range(offset, offset + size):
        if chooser.random() < 0.5:
            data[place] = chooser.randrange(256)
    try:
        lexicon = Lexicon(opened(bytes(data)))
        for initial, letters in ((None, ""), ("m", "ae"), ("c", "r"), (None, "ee")):
            for order in ("zipf", "alpha"):
                found = lexicon.find(initial, letters, limit=2, order=order, exclude=History(["marche", "huis"]))
                assert all(word.spelling and word.labels is not None and word.zipf >= 0 for word in found)
            assert lexicon.count(initial, letters, labels=()) >= 0
    except LexiconError as error:
        assert str(error)
        assert "\n" not in str(error)


def test_bitsets_that_do_not_fit_together_are_refused() -> None:
    """Initials out of order, and rows that end at the wrong byte, are errors when the search is opened."""
    for part, message in (("findinit", "out of order"), ("findends", "end at another byte")):
        data = bytearray(toy())
        offset, size = struct.unpack_from("<QQ", data, part_entry(bytes(data), part) + 8)
        data[offset + (4 if part == "findinit" else size - 4)] ^= 1
        with pytest.raises(LexiconError, match=message):
            Lexicon(opened(bytes(data))).count("m")


def test_families_that_do_not_fit_together_are_refused() -> None:
    """A number of lexemes that differs between two parts is an error when the families are opened."""
    opened_toy = Lexicon(opened(toy()))
    assert opened_toy.families.lexeme_count > 0
    damaged = toy()
    (offset,) = struct.unpack_from("<Q", damaged, part_entry(damaged, "lexkeys") + 8)
    changed = bytearray(damaged)
    changed[offset] ^= 2
    with pytest.raises(LexiconError, match="parts of the families do not fit together"):
        assert Lexicon(opened(bytes(changed))).families
