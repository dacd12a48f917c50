"""The playable words as bitsets for searches: one bit per word, one row per initial, letter and count. Floor 1.

The terms:

key     a folded word (W4); the trie gives each key a number
column  the number of a spelling that is playable under some choice of house rules. Columns are numbered by initial and,
        within an initial, by frequency, the most frequent first. The columns of an initial start at a multiple of
        eight, so that its bits start at a whole byte. Columns that only fill up the last byte of an initial are empty,
        that is, without a word.
block   the columns of one initial
zone    an additional block with the most frequent words of all initials
row     one bit per column of a block, set if the word contains a given letter at least a given number of times.
        Eight more rows hold the numbers of letters of the words (W1, at most 255), one binary digit each

Each encoding has its writer (``pack_…``) and its reader side by side here; ``lexicon.compile.search`` calls the
writers. The parts of the file (number types: ``container.ARRAY_TYPES``)::

    findinit  u32: the first column of each initial a-z, then the number of columns
    findcols  u32 per column: its key number and its first playable reading (``pack_column``); EMPTY if it is empty
    findmask  u8  per column: the mask of the spelling, one bit per kind of reading (``grammar.mask_bit``; only the
              playable and plural-only bits); 0 if the column is empty, or if only an option about participles accepts
              its spelling (W6a)
    findzone  u32: the columns of the zone, the most frequent first; all of them have a mask
    findrows  u32 per row: its block, letter and count (``row_code``), plus SPARSE if the row is sparse; no entry for a
              row without bits
    findends  u32 per row: the byte where it ends in ``findbits``
    findbits  the rows, one after the other (``pack_row``)
    findfams  u32 per family: the index where its columns end in ``findkin`` (``pack_lists``)
    findkin   u32: the columns of each family, one family after the other (W8)

Toy example: the initial f has the words « facile », « ficelle » and « flic », in this order. Then the row (f, l, 1) is
0b111, (f, l, 2) is 0b010 and (f, e, 2) is 0b010. The words that start with F and contain l, e and c are
(f, l, 1) & (f, e, 1) & (f, c, 1) = 0b011: « facile » and « ficelle ». The words have 6, 7 and 4 letters, so the rows
(f, LENGTH, 0), (f, LENGTH, 1) and (f, LENGTH, 2) are 0b010, 0b011 and 0b111.
"""

from __future__ import annotations

from itertools import pairwise

from ...base.errors import LexiconError
from ...base.values import Cache
from ...french.letters import ALPHABET
from ..file.store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    #: A letter, and the minimum number of times that a word contains it.
    Pair = tuple[str, int]

#: The block number of the zone; the blocks of the initials have the numbers 0 to 25.
ZONE = len(ALPHABET)
#: The key of the zone in ``Matrix.blocks``, whose other keys are initials.
FREQUENT = "frequent"
#: The number of words in the zone: enough for most searches over all initials to find their first results there.
ZONE_SIZE = 1 << 14
#: The bit that is set in ``findrows`` if the row is sparse, that is, stored as a list of places.
SPARSE = 1 << 31
#: LENGTH takes the place of the letter in the codes of the rows with the numbers of letters. The place of the count is
#: then the number of the binary digit, below LENGTH_DIGITS.
LENGTH, LENGTH_DIGITS = "#", 8
#: The entry in ``findcols`` of a column without a word.
EMPTY = 0xFFFFFFFF
#: The number of low bits in ``findcols`` that hold the key number; the bits above hold the number of the reading.
KEY_BITS = 24
KEY_MASK = (1 << KEY_BITS) - 1
#: The largest number of words in a block: places in a sparse row are u16.
MOST_WORDS = 0xFFFF
# ``places`` splits a bitset into pieces, and each piece into chunks: every step copies the integer that it works on, so
# small integers are faster.
_PIECE, _CHUNK = 4096, 256
_PIECE_MASK, _CHUNK_MASK = (1 << _PIECE) - 1, (1 << _CHUNK) - 1


# -- encodings ----------------------------------------------------------------------------------------
def row_code(block: int, letter: str, count: int) -> int:
    """Return the code of a row: ``block << 16 | letter << 8 | count``. Block 0 is that of the initial a, 26 the zone.

    >>> hex(row_code(5, "l", 2))
    '0x56c02'
    """
    return block << 16 | ord(letter) << 8 | count


def pack_row(places: Sequence[int], width: int) -> tuple[bytes, bool]:
    """Return the bytes of a row whose bits at *places* are set, and whether the row is sparse.

    A dense row takes *width* bytes, one bit per word. A sparse row lists its places as u16 numbers. This form is used
    only if it takes less than half as many bytes, because it is slower to read.

    >>> [(packed.hex(), sparse) for packed, sparse in (pack_row([0, 2, 9], 2), pack_row([300], 40))]
    [('0502', False), ('2c01', True)]
    """
    if 4 * len(places) < width:
        return b"".join(place.to_bytes(2, "little") for place in places), True
    return _set_bits(places, width), False


def unpack_row(packed: memoryview, sparse: bool, width: int) -> bytes:
    """Return a row as *width* bytes with one bit per word; the first word has the lowest bit of the first byte.

    >>> unpack_row(memoryview(bytes.fromhex("0502")), False, 2).hex()
    '0502'
    >>> list(places(int.from_bytes(unpack_row(memoryview(bytes.fromhex("2c01")), True, 40), "little")))
    [300]
    """
    return _set_bits(packed.cast("H"), width) if sparse else bytes(packed)


def _set_bits(places: Iterable[int], width: int) -> bytes:
    """Return *width* bytes with the bits at *places* set."""
    bits = bytearray(width)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


def pack_column(key_id: int, ordinal: int) -> int:
    """Return the entry of a spelling in ``findcols``: its key number, and the position of its first playable reading.

    *ordinal* is that position among the readings of the key, from 0. ``Search`` unpacks the entry with KEY_MASK and
    KEY_BITS without a function call, since it does so for every word found.

    >>> hex(pack_column(0x1234, 2)), 0x2001234 & KEY_MASK, 0x2001234 >> KEY_BITS
    ('0x2001234', 4660, 2)
    """
    return key_id | ordinal << KEY_BITS


def pack_lists(lists: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Concatenate lists. Return the end index of each list in the concatenation, then the concatenation itself.

    >>> pack_lists([[4, 7], [], [1]])
    ([2, 2, 3], [4, 7, 1])
    """
    ends: list[int] = []
    numbers: list[int] = []
    for each in lists:
        numbers += each
        ends.append(len(numbers))
    return ends, numbers


# -- bitsets in memory --------------------------------------------------------------------------------
def places(bits: int) -> Iterator[int]:
    """Yield the places of the set bits of *bits*, lowest first; the lowest bit has the place 0.

    >>> list(places(0b1011))
    [0, 1, 3]
    """
    start = 0
    while bits:
        piece, before = bits & _PIECE_MASK, start - 1
        while piece:
            chunk = piece & _CHUNK_MASK
            while chunk:
                low = chunk & -chunk
                yield before + low.bit_length()
                chunk ^= low
            piece >>= _CHUNK
            before += _CHUNK
        bits >>= _PIECE
        start += _PIECE


class Block:
    """The words of one initial, of all initials, or of the zone (the most frequent words), with one bit per word.

    A bitset is an integer with one bit for each word of the block.

    rows   (letter, count) → bitset of the words that contain the letter at least *count* times, read on first use
    bases  (bits of masks that are accepted, fewest letters) → bitset of the words with such a bit and enough letters
    masks  one byte per bit: the mask of the spelling (``grammar.mask_bit``); 0 for an empty column, and for a spelling
           that is only a participle
    start  the column of the first bit; 0 for the zone, whose columns are not consecutive
    size   the number of bits
    """

    __slots__ = ("_columns", "bases", "masks", "rows", "size", "start")

    def __init__(
        self, read: Callable[[Pair], bytes], masks: bytes, start: int, columns: memoryview[int] | None
    ) -> None:
        self.rows: Cache[Pair, int] = Cache(lambda pair: int.from_bytes(read(pair), "little"))
        self.bases: Cache[tuple[int, int], int] = Cache(self._playable)
        self.masks = masks
        self.start = start
        self.size = len(masks)
        self._columns = columns

    @property
    def scattered(self) -> bool:
        """Whether the columns of the block are not consecutive numbers, which is true only for the zone."""
        return self._columns is not None

    def column(self, place: int) -> int:
        """Return the column (the number of a playable spelling) of the bit at *place*."""
        return self.start + place if self._columns is None else self._columns[place]

    def with_letters(self, fewest: int) -> int:
        """Return the words with at least *fewest* letters (W1) as a bitset; an empty column has no letters.

        For a word of more than 255 letters, 255 are counted.
        """
        # The binary digits are compared from the lowest: after each, the bits say which words have enough, as far as
        # the numbers consist of the digits seen so far.
        bits = (1 << self.size) - 1
        for digit in range(max(LENGTH_DIGITS, fewest.bit_length())):  # there are no rows after the last digit
            row = self.rows[LENGTH, digit]
            bits = bits & row if fewest >> digit & 1 else bits | row
        return bits

    def _playable(self, conditions: tuple[int, int]) -> int:
        """Return the value of *bases* for (``HouseRules.accepted``, fewest letters)."""
        accepted, fewest = conditions
        digits = bytes(b"01"[bool(mask & accepted)] for mask in range(256))
        return int(self.masks.translate(digits)[::-1] or b"0", 2) & self.with_letters(fewest)


class Matrix:
    """The bitsets of a compiled lexicon, in blocks: one block per initial, one of all words, one of the frequent words.

    blocks        initial "a" to "z" → its block; "" → the block of all words, FREQUENT → the zone
    size          the number of columns; a column is the number of a playable spelling
    columns       column → its key number and its first playable reading (``pack_column``); EMPTY if it has no word
    zone_columns  the columns of the zone, the most frequent word first
    zone_places   the place (bit number) in the zone of each column that belongs to it: column → place

    The parts that only some searches need are opened on first use, since a process may make a single search.
    """

    zone_columns: memoryview[int]
    zone_places: dict[int, int]
    _families: tuple[memoryview[int], memoryview[int]]

    def __init__(self, store: Store) -> None:
        self._container = container = store.container
        self._initials = container.array("findinit", len(ALPHABET) + 1).tolist()
        self.size: int = self._initials[-1]
        self.columns = container.array("findcols", self.size)
        self._masks = container.array("findmask", self.size)
        rows = container.array("findrows").tolist()
        self._ends = container.array("findends", len(rows))
        self._bits = container.view("findbits")
        path = container.path
        if any(start % 8 for start in self._initials) or self._initials != sorted(self._initials):
            raise LexiconError(f"{path}: the initials of part 'findinit' are out of order")
        if (self._ends[-1] if len(rows) else 0) != len(self._bits):
            raise LexiconError(f"{path}: the rows of part 'findbits' end at another byte than declared")
        #: The code of a row (``row_code``), plus SPARSE if it is sparse → its number.
        self._rows = dict(zip(rows, range(len(rows)), strict=True))
        self.blocks: Cache[str, Block] = Cache(self._read_block)

    def __getattr__(self, name: str) -> Any:
        # Python calls this method for an attribute that is not there yet.
        if name == "zone_columns":
            self.zone_columns = self._container.array("findzone")
        elif name == "zone_places":
            self.zone_places = {column: place for place, column in enumerate(self.zone_columns)}
        elif name == "_families":
            ends = self._container.array("findfams")
            self._families = ends, self._container.array("findkin", ends[-1] if len(ends) else 0)
        else:
            raise AttributeError(f"'Matrix' object has no attribute {name!r}")
        return getattr(self, name)

    def _read_block(self, initial: str) -> Block:
        """Return the value of *blocks* for a key: an initial, "" or FREQUENT."""
        if initial == FREQUENT:
            columns = self.zone_columns
            masks = bytes(map(self._masks.__getitem__, columns))
            return Block(lambda pair: self._row(ZONE, pair, len(columns)), masks, 0, columns)
        first, last = (ALPHABET.index(initial),) * 2 if initial else (0, len(ALPHABET) - 1)
        starts = self._initials[first : last + 2]
        sizes = [(first + place, end - start) for place, (start, end) in enumerate(pairwise(starts))]
        masks = bytes(self._masks[starts[0] : starts[-1]])
        return Block(
            lambda pair: b"".join([self._row(number, pair, size) for number, size in sizes]), masks, starts[0], None
        )

    def keys_of_family(self, family: int) -> list[int]:
        """Return the numbers of the keys with playable words that belong to a family (W8), in ascending order."""
        columns = self.columns
        return sorted({columns[column] & KEY_MASK for column in self.columns_of_family(family)})

    def damaged(self) -> LexiconError:
        """Return the LexiconError to raise: the file is closed, or else its parts for searches are damaged.

        Callers raise it if a number in the file is out of range, which a CRC-32 cannot exclude.
        """
        return self._container.damaged("the words by letters")

    def initial_columns(self, initial: str) -> tuple[int, int]:
        """Return the first column of an initial ("a" to "z"), and the column after its last one."""
        number = ALPHABET.index(initial)
        return self._initials[number], self._initials[number + 1]

    def columns_of_key(self, key: str, key_id: int) -> Iterator[int]:
        """Yield the columns of the playable spellings of a key, given as the folded word and its number."""
        start, end = self.initial_columns(key[0])
        packed = self.columns[start:end].tobytes()
        wanted = key_id.to_bytes(KEY_BITS // 8, "little")
        place = packed.find(wanted)
        while place >= 0:
            if place % 4 == 0:
                yield start + place // 4
            place = packed.find(wanted, place + 1)

    def columns_of_family(self, family: int) -> memoryview[int]:
        """Return the columns of the playable words that belong to a family (W8), given by its number."""
        ends, columns = self._families
        return columns[ends[family - 1] if family else 0 : ends[family]]

    def _row(self, block: int, pair: Pair, size: int) -> bytes:
        """Return the bytes of the row for *pair*, a letter and a count, in a block.

        The bits of the words that contain the letter at least that many times are set. *block* is the number of the
        block, *size* its number of columns. All bits are 0 if the file has no such row.
        """
        code = row_code(block, *pair)
        width = (size + 7) // 8
        number = self._rows.get(code)
        sparse = number is None
        if number is None:
            number = self._rows.get(code | SPARSE)
            if number is None:
                return bytes(width)
        packed = self._bits[self._ends[number - 1] if number else 0 : self._ends[number]]
        return unpack_row(packed, sparse, width)
