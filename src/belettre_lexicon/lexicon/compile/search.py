"""Compiles the search: turns the playable words into the bitsets that ``lexicon.find.bitsets`` reads.

::

    store, families ─ playable spellings ─ number columns ─► rows of bits ─► parts

A *column* is the number of a playable spelling; a *row* has one bit per column of a *block*, a group of columns. The
parts are made from a ``Store``, the class that also reads the lexicon at run time, so that a search finds exactly the
words that the judge accepts.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from ...base.errors import LayerError
from ...french.grammar import BASE_PARTICIPLES, HEADWORD_BITS, PARTICIPLE_BIT, is_participle, reading_mask
from ...french.letters import ALPHABET
from ..file.container import PartData, array_part
from ..file.store import Store
from ..find.bitsets import (
    EMPTY,
    KEY_MASK,
    LENGTH,
    LENGTH_DIGITS,
    MOST_WORDS,
    SPARSE,
    ZONE,
    ZONE_SIZE,
    pack_column,
    pack_lists,
    pack_row,
    row_code,
)
from ..kin.families import Families

#: The statuses of readings that may be playable; plural-only readings are playable under an option (W6b).
_PLAYABLE = ("playable", "plural_only")
#: The largest number of letters that the rows of lengths hold.
_MOST_LETTERS = (1 << LENGTH_DIGITS) - 1


class _Entry(NamedTuple):
    """A playable spelling. The columns of each initial letter are sorted by these fields, in this order.

    rarity    the negative of the frequency on the Zipf scale (base-10 logarithm of occurrences per billion words)
    key       the folded spelling (W4)
    spelling  the spelling as in dictionaries
    key_id    the key number
    ordinal   the position, from 0, of the spelling's first playable reading among the readings of the key
    mask      the union of the masks (``grammar.reading_mask``) of its playable readings; 0 if it has none, but is a
              participle that an option accepts (W6a)
    """

    rarity: float
    key: str
    spelling: str
    key_id: int
    ordinal: int
    mask: int


def compile_search(store: Store, families: Families) -> list[PartData]:
    """Return the parts for the search (``lexicon.find.bitsets``) of a lexicon, given its keys and its families.

    Raises LayerError if the lexicon exceeds a limit of the file format.
    """
    by_initial: dict[str, list[_Entry]] = defaultdict(list)
    for entry in _entries(store):
        by_initial[entry.key[0]].append(entry)
    starts: list[int] = []
    columns: list[_Entry | None] = []
    for letter in ALPHABET:
        starts.append(len(columns))
        columns += sorted(by_initial[letter])
        columns += [None] * (-len(columns) % 8)
    starts.append(len(columns))
    # Equally frequent words of two initials stay in the order of their columns.
    by_frequency = sorted((entry.rarity, column) for column, entry in enumerate(columns) if entry and entry.mask)
    zone = [column for _, column in by_frequency[:ZONE_SIZE]]
    rows = _RowWriter()
    for number, (start, end) in enumerate(pairwise(starts)):
        rows.add(number, columns[start:end])
    rows.add(ZONE, [columns[column] for column in zone])
    return [
        array_part("findinit", starts),
        array_part("findcols", [pack_column(entry.key_id, entry.ordinal) if entry else EMPTY for entry in columns]),
        array_part("findmask", [entry.mask if entry else 0 for entry in columns]),
        array_part("findzone", zone),
        *rows.parts(),
        *_family_parts(columns, families),
    ]


def _entries(store: Store) -> Iterator[_Entry]:
    """Yield an entry for each spelling that is playable under at least one choice of house rules."""
    if store.key_count > KEY_MASK:
        raise LayerError(f"{store.key_count} keys: the columns of a search hold {KEY_MASK + 1:,}")
    for key_id in range(store.key_count):
        if not store.mask(key_id) & (HEADWORD_BITS | PARTICIPLE_BIT):
            continue
        entries: dict[str, _Entry] = {}
        readings = store.readings(key_id)
        participial = {reading.spelling for reading in readings if is_participle(reading.status, reading.tag)}
        for ordinal, reading in enumerate(readings):
            is_playable = reading.status in _PLAYABLE
            if not is_playable and not (reading.status == "participle" and reading.tag in BASE_PARTICIPLES):
                continue
            bit = 0
            if is_playable:
                compound, is_participial = reading.compound, reading.spelling in participial
                bit = reading_mask(reading.status, reading.tag, reading.labels, compound, is_participial)
            first = entries.get(reading.spelling)
            if first is None:
                first = _Entry(-reading.zipf, store.key(key_id), reading.spelling, key_id, ordinal, 0)
            entries[reading.spelling] = first._replace(mask=first.mask | bit)
        yield from entries.values()


class _RowWriter:
    """A writer that collects the rows of all blocks. A row has one bit per word of a block (``find.bitsets``)."""

    def __init__(self) -> None:
        self._codes: list[int] = []
        self._ends: list[int] = []
        self._bits = bytearray()

    def add(self, block: int, entries: Sequence[_Entry | None]) -> None:
        """Add the rows of the block with the number *block*, sorted by letter and count.

        *entries* has the playable spelling of each column of the block; None stands for an empty column.
        Raises LayerError if the block has too many words for the format.
        """
        if len(entries) > MOST_WORDS:
            raise LayerError(f"{len(entries)} words in a block: the format holds {MOST_WORDS:,}")
        places: dict[tuple[str, int], list[int]] = defaultdict(list)
        for place, entry in enumerate(entries):
            if entry:
                for letter in set(entry.key):
                    for count in range(1, entry.key.count(letter) + 1):
                        places[letter, count].append(place)
                for digit in range(LENGTH_DIGITS):
                    if min(len(entry.key), _MOST_LETTERS) >> digit & 1:
                        places[LENGTH, digit].append(place)
        width = (len(entries) + 7) // 8
        for letter, count in sorted(places):
            packed, sparse = pack_row(places[letter, count], width)
            self._bits += packed
            self._codes.append(row_code(block, letter, count) | (SPARSE if sparse else 0))
            self._ends.append(len(self._bits))

    def parts(self) -> list[PartData]:
        """Return the parts ``findrows``, ``findends`` and ``findbits`` with the rows added so far."""
        return [
            array_part("findrows", self._codes),
            array_part("findends", self._ends),
            ("findbits", bytes(self._bits), len(self._codes)),
        ]


def _family_parts(columns: Sequence[_Entry | None], families: Families) -> list[PartData]:
    """Return the parts ``findfams`` and ``findkin``: the columns of each family (W8), core families first."""
    members: dict[int, list[int]] = defaultdict(list)
    for column, entry in enumerate(columns):
        if entry:
            core, near = families.of_word(entry.spelling, entry.key_id)
            for family in (*core, *near):
                members[family].append(column)
    ends, kin = pack_lists(members.get(family, ()) for family in range(max(members, default=-1) + 1))
    return [array_part("findfams", ends), array_part("findkin", kin)]
