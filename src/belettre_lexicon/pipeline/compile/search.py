"""The words of a compiled lexicon → the parts that ``lexicon.bitsets`` and ``lexicon.search`` read.

::

    store, families ─ playable spellings ─ number columns ─► rows of bits ─► parts

They are made from the very store that the run time will open, so that what is found is what the judge accepts.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...errors import LayerError
from ...grammar import reading_mask
from ...letters import ALPHABET
from ...lexicon.bitsets import SPARSE, ZONE, ZONE_SIZE, row_code
from ...lexicon.container import PartData
from ...lexicon.families import Families
from ...lexicon.store import Store

_PLAYABLE = ("playable", "plural_only")


class _Entry(NamedTuple):
    """A playable spelling; the order of the fields is that of the columns, but for the initial."""

    rarity: float
    key: str
    spelling: str
    key_id: int
    ordinal: int
    mask: int


def compile_search(store: Store, families: Families) -> list[PartData]:
    """The parts. Raises LayerError when the lexicon outgrows the format."""
    by_initial: dict[str, list[_Entry]] = defaultdict(list)
    for entry in _entries(store):
        by_initial[entry.key[0]].append(entry)
    starts = array("I")
    columns: list[_Entry | None] = []
    for letter in ALPHABET:
        starts.append(len(columns))
        columns += sorted(by_initial[letter])
        columns += [None] * (-len(columns) % 8)
    starts.append(len(columns))
    # Equally frequent words of two initials stay in the order of their columns.
    by_frequency = sorted(
        (column for column, entry in enumerate(columns) if entry), key=lambda column: _filled(columns[column]).rarity
    )
    zone = by_frequency[:ZONE_SIZE]
    blocks = [columns[start:end] for start, end in pairwise(starts)]
    rows = _RowWriter()
    for number, block in enumerate(blocks):
        rows.add(number, block)
    rows.add(ZONE, [columns[column] for column in zone])
    masks = bytes(entry.mask if entry else 0 for entry in columns)
    sizes = bytes(min(len(entry.key), 255) if entry else 0 for entry in columns)
    packed = array("I", (entry.key_id | entry.ordinal << 24 if entry else 0 for entry in columns))
    return [
        ("findinit", starts.tobytes(), len(starts)),
        ("findcols", packed.tobytes(), len(packed)),
        ("findmask", masks, len(masks)),
        ("findsize", sizes, len(sizes)),
        ("findzone", array("I", zone).tobytes(), len(zone)),
        *rows.parts(),
        *_kin_parts(columns, families),
    ]


def _filled(entry: _Entry | None) -> _Entry:
    if entry is None:
        raise LayerError("a column without a word has a rank")
    return entry


def _entries(store: Store) -> Iterator[_Entry]:
    """Every spelling that some house rules let be played."""
    if store.key_count > 0xFFFFFF:
        raise LayerError(f"{store.key_count} keys: the columns of a search hold 16,777,216")
    for key_id in range(store.key_count):
        if not store.mask(key_id) & 0xFF:
            continue
        found: dict[str, _Entry] = {}
        for ordinal, reading in enumerate(store.readings(key_id)):
            if reading.status not in _PLAYABLE:
                continue
            bit = reading_mask(reading.status, reading.tag, reading.labels, reading.compound)
            first = found.get(reading.spelling)
            if first is None:
                first = _Entry(-reading.zipf, store.key(key_id), reading.spelling, key_id, ordinal, 0)
            found[reading.spelling] = first._replace(mask=first.mask | bit)
        yield from found.values()


class _RowWriter:
    """Rows of bits, written one after the other; those that are nearly empty as lists of places."""

    def __init__(self) -> None:
        self._codes, self._ends, self._bits = array("I"), array("I"), bytearray()

    def add(self, block: int, entries: Sequence[_Entry | None]) -> None:
        """The rows of a block, by letter and count."""
        if len(entries) > 0xFFFF:
            raise LayerError(f"{len(entries)} words in a block: the format holds 65,536")
        places: dict[tuple[str, int], list[int]] = defaultdict(list)
        for place, entry in enumerate(entries):
            if entry:
                for letter in set(entry.key):
                    for count in range(1, entry.key.count(letter) + 1):
                        places[letter, count].append(place)
        width = (len(entries) + 7) // 8
        for letter, count in sorted(places):
            found = places[letter, count]
            sparse = 2 * len(found) < width
            self._bits += array("H", found).tobytes() if sparse else _bits(found, width)
            self._codes.append(row_code(block, letter, count) | (SPARSE if sparse else 0))
            self._ends.append(len(self._bits))

    def parts(self) -> list[PartData]:
        return [
            ("findrows", self._codes.tobytes(), len(self._codes)),
            ("findends", self._ends.tobytes(), len(self._ends)),
            ("findbits", bytes(self._bits), len(self._codes)),
        ]


def _bits(places: Iterable[int], width: int) -> bytes:
    bits = bytearray(width)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


def _kin_parts(columns: Sequence[_Entry | None], families: Families) -> list[PartData]:
    """The columns of each family, core families first (W8)."""
    members: dict[int, list[int]] = defaultdict(list)
    for column, entry in enumerate(columns):
        if entry:
            core, near = families.of_word(entry.spelling, entry.key_id)
            for family in (*core, *near):
                members[family].append(column)
    ends, kin = array("I"), array("I")
    for family in range(max(members, default=-1) + 1):
        kin.extend(members.get(family, ()))
        ends.append(len(kin))
    return [("findfams", ends.tobytes(), len(ends)), ("findkin", kin.tobytes(), len(kin))]
