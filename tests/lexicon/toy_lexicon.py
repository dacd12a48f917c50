"""A compiled toy lexicon in memory, and ways to change its bytes with and without leaving a trace."""

from __future__ import annotations

import struct
import zlib
from hashlib import sha256

from belettre_lexicon.lexicon.compile.layers import Gloss, LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow
from belettre_lexicon.lexicon.file.container import PAGE, PAGED, read_container
from belettre_lexicon.lexicon.file.store import Store

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
#: Invented links that put something into every part of the families: two bases, a homograph, accents that matter,
#: an etymon of two families and one of a single word.
LINKS = {
    LexemeKey("marché", "N"): LinkRow((_MARCHE._replace(homograph=2),), "suffix", "-é", "R"),
    _MARCHE._replace(homograph=2): LinkRow((), "", "", "R"),
    LexemeKey("arc-en-ciel", "N"): LinkRow((_MARCHE, _COEUR), "compound", "", "R"),
    _COEUR: LinkRow((), "", "", "R", ("lat. cor",)),
    LexemeKey("huis", "N"): LinkRow((), "", "", "R", ("lat. cor", "lat. ostium")),
}
#: Glosses of the first and the last word, one of them with dictionaries.
GLOSSES = {("cœur", "N"): Gloss("organe du sang", (), 1), ("huis", "N"): Gloss("porte", ("Larousse", "Robert"), 2)}
#: The first byte of the table of parts, and the size of an entry.
TABLE, ENTRY = 72, 32


def toy() -> bytes:
    """The bytes of a compiled toy lexicon."""
    return compile_readings(READINGS, {"marche": 5.2, "cœur": 5.5}, ABOUT, LINKS, GLOSSES)


def opened(data: bytes) -> Store:
    """The store of a compiled lexicon in memory."""
    return Store(read_container(memoryview(data), "toy"))


def part_entry(data: bytes, name: str) -> int:
    """The offset of the header's entry for a part."""
    return data.index(name.encode().ljust(8, b"\0"), TABLE)


def place_of(data: bytes, name: str) -> tuple[int, int]:
    """The offset and the size of a part."""
    offset, size = struct.unpack_from("<QQ", data, part_entry(data, name) + 8)
    return offset, size


def changed(data: bytes, change: bytes, at: int) -> bytes:
    """*data* with some bytes replaced."""
    return data[:at] + change + data[at + len(change) :]


def resealed(data: bytes) -> bytes:
    """*data* with the size, the hash and all checksums of its header computed again, as a forger would do it."""
    sums = []
    for entry in range(TABLE, _end_of_table(data), ENTRY):
        name, offset, size = struct.unpack_from("<8sQQ", data, entry)
        page = PAGE if name.rstrip(b"\0").decode() in PAGED else max(size, 1)
        sums += [
            zlib.crc32(data[start : min(start + page, offset + size)]) for start in range(offset, offset + size, page)
        ]
    sealed = changed(data, struct.pack(f"<{len(sums)}I", *sums), _end_of_table(data))
    sealed = changed(sealed, struct.pack("<Q", len(sealed)), 64)
    return with_checksum(changed(sealed, sha256(sealed[48:]).digest(), 16), len(sums))


def with_checksum(data: bytes, pages: int) -> bytes:
    """*data* with the checksum of its header computed again, but neither its hash nor the checksums of its *pages*."""
    return changed(data, struct.pack("<I", zlib.crc32(data[16 : _end_of_table(data) + 4 * pages])), 12)


def _end_of_table(data: bytes) -> int:
    """The byte after the table of parts, where the checksums of the pages begin."""
    (count,) = struct.unpack_from("<H", data, 10)
    return TABLE + ENTRY * int(count)
