"""The playable words as bitsets for searches: one bit per word, one row per initial, letter and count. Floor 1.

A *column* is a playable spelling. Columns are numbered by initial and, within an initial, by frequency, the most
frequent first. The columns of an initial start at a multiple of eight, so that its bits start at a whole byte; columns
that fill it up hold no word. A *block* is the columns of one initial; the *zone* is one more block, of the most
frequent words of all initials. A *row* has a bit for each word of a block that holds a letter at least so many times.

Writers (``pack_…``) and readers of each encoding stand side by side here; ``pipeline.compile.search`` calls the
writers. The parts (number types: ``container.ARRAY_TYPES``)::

    findinit  u32: first column of each initial a-z, and one past the last
    findcols  u32 a column: its key number and its first playable reading (``pack_column``); 0 for no word
    findmask  u8  a column: the mask of that spelling (``grammar.mask_bit``, the playable and plural-only bits); 0
              for no word
    findsize  u8  a column: how many letters it has, folded (W1); 255 for more
    findzone  u32: the columns of the zone, the most frequent first
    findrows  u32 a row: its block, letter and count (``row_code``), and SPARSE
    findends  u32 a row: where it ends in ``findbits``, in bytes
    findbits  the rows, one after the other (``pack_row``)
    findfams  u32 a family: where its columns end in ``findkin`` (``pack_lists``)
    findkin   u32: the columns of each family, one family after the other (W8)

Toy example: under the initial f stand « facile », « ficelle » and « flic » in this order. Then the row (f, l, 1) is
0b111, (f, l, 2) is 0b010 and (f, e, 2) is 0b010. The words that start with F and contain l, e, c are
(f, l, 1) & (f, e, 1) & (f, c, 1) = 0b011.
"""

from __future__ import annotations

from itertools import pairwise

from ..errors import LexiconError
from ..letters import ALPHABET
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    #: A letter, and how many times a word holds it at least.
    Pair = tuple[str, int]

#: The number of the zone among the blocks, after the initials.
ZONE = len(ALPHABET)
#: Words in the zone: enough for most searches over all initials to find their first answers there.
ZONE_SIZE = 1 << 14
#: Set in ``findrows`` for a row that is stored as a list of places.
SPARSE = 1 << 31
#: Bits of a key number in ``findcols``; the number of the reading stands above them.
KEY_BITS = 24
KEY_MASK = (1 << KEY_BITS) - 1
#: Words that a block holds at most: places in a sparse row are u16.
MOST_WORDS = 0xFFFF
# The places of a bitset are listed piece by piece, and a piece chunk by chunk: every step copies the integer that it
# works on, so small integers are faster.
_PIECE, _CHUNK = 4096, 256
_PIECE_MASK, _CHUNK_MASK = (1 << _PIECE) - 1, (1 << _CHUNK) - 1


# -- encodings ----------------------------------------------------------------------------------------
def row_code(block: int, letter: str, count: int) -> int:
    """Return the number of a row in ``findrows``: ``block << 16 | letter << 8 | count``; block 26 is the zone.

    >>> hex(row_code(5, "l", 2))
    '0x56c02'
    """
    return block << 16 | ord(letter) << 8 | count


def pack_row(places: Sequence[int], width: int) -> tuple[bytes, bool]:
    """Return a row with these bits set, and whether it is sparse.

    A row is *width* bytes of bits; a sparse one is the list of its places as u16 numbers, if that is shorter.

    >>> [(packed.hex(), sparse) for packed, sparse in (pack_row([0, 2, 9], 2), pack_row([300], 40))]
    [('0502', False), ('2c01', True)]
    """
    if 2 * len(places) < width:
        return b"".join(place.to_bytes(2, "little") for place in places), True
    return _set_bits(places, width), False


def unpack_row(packed: memoryview, sparse: bool, width: int) -> bytes:
    """Return a row as *width* bytes, eight words a byte, the first word in the lowest bit.

    >>> unpack_row(memoryview(bytes.fromhex("0502")), False, 2).hex()
    '0502'
    >>> list(places(int.from_bytes(unpack_row(memoryview(bytes.fromhex("2c01")), True, 40), "little")))
    [300]
    """
    return _set_bits(packed.cast("H"), width) if sparse else bytes(packed)


def _set_bits(places: Iterable[int], width: int) -> bytes:
    bits = bytearray(width)
    for place in places:
        bits[place >> 3] |= 1 << (place & 7)
    return bytes(bits)


def pack_column(key_id: int, ordinal: int) -> int:
    """Return a column for ``findcols``: the word's key number and which of the key's readings is its first playable.

    Read back with KEY_MASK and KEY_BITS, which ``Search`` does in place because every found word passes there.

    >>> hex(pack_column(0x1234, 2)), 0x2001234 & KEY_MASK, 0x2001234 >> KEY_BITS
    ('0x2001234', 4660, 2)
    """
    return key_id | ordinal << KEY_BITS


def pack_lists(lists: Iterable[Sequence[int]]) -> tuple[list[int], list[int]]:
    """Concatenate lists: return the end of each list in the result, and the result.

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
    """Yield the places of the set bits, lowest first.

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
    """The words of one initial, of all initials, or of the zone, one bit each.

    rows   (letter, count) → the words that hold the letter at least so many times; a row is read on first use
    bases  (accepted mask, fewest letters) → the words that may be played (``HouseRules.accepted``)
    start  the first column; 0 for the zone
    size   the number of bits
    """

    __slots__ = ("_columns", "bases", "masks", "rows", "size", "sizes", "start")

    def __init__(
        self, read: Callable[[Pair], bytes], masks: bytes, sizes: bytes, start: int, columns: memoryview[int] | None
    ) -> None:
        self.rows: Mapping[Pair, int] = _Rows(read)
        self.bases: Mapping[tuple[int, int], int] = _Bases(self)
        self.masks = masks
        self.sizes = sizes
        self.start = start
        self.size = len(masks)
        self._columns = columns

    def column(self, place: int) -> int:
        """Return the column of a bit."""
        return self.start + place if self._columns is None else self._columns[place]


class _Rows(dict["Pair", int]):
    """The rows of a block as integers, each made on first use."""

    def __init__(self, read: Callable[[Pair], bytes]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, pair: Pair) -> int:
        row = self[pair] = int.from_bytes(self._read(pair), "little")
        return row


class _Bases(dict[tuple[int, int], int]):
    """The playable words of a block by (accepted mask, fewest letters), each bitset made on first use."""

    def __init__(self, block: Block) -> None:
        super().__init__()
        self._block = block

    def __missing__(self, key: tuple[int, int]) -> int:
        accepted, fewest = key
        playable = _where(self._block.masks, lambda mask: bool(mask & accepted))
        words = self[key] = playable & _where(self._block.sizes, lambda size: size >= fewest)
        return words


def _where(values: bytes, holds: Callable[[int], bool]) -> int:
    """Return a bit per value, set where ``holds(value)``, the first value in the lowest bit."""
    digits = bytes(b"01"[holds(value)] for value in range(256))
    return int(values.translate(digits)[::-1] or b"0", 2)


class Matrix:
    """The bitsets of a compiled lexicon: ``block(initial)`` for the words of an initial, ``whole`` for all words,
    ``zone`` for the most frequent ones."""

    __slots__ = (
        "_bits",
        "_blocks",
        "_ends",
        "_family_columns",
        "_family_ends",
        "_initials",
        "_masks",
        "_rows",
        "_sizes",
        "_whole",
        "_zone",
        "_zone_places",
        "columns",
        "size",
        "zone_columns",
    )

    def __init__(self, store: Store) -> None:
        container = store.container
        self._initials = container.array("findinit", len(ALPHABET) + 1).tolist()
        self.size: int = self._initials[-1]
        self.columns = container.array("findcols", self.size)
        self._masks = container.array("findmask", self.size)
        self._sizes = container.array("findsize", self.size)
        self.zone_columns = container.array("findzone")
        rows = container.array("findrows")
        self._ends = container.array("findends", len(rows))
        self._bits = container.view("findbits")
        self._family_ends = container.array("findfams")
        self._family_columns = container.array("findkin", self._family_ends[-1] if len(self._family_ends) else 0)
        path = container.path
        if any(start % 8 for start in self._initials) or self._initials != sorted(self._initials):
            raise LexiconError(f"{path}: the initials of part 'findinit' are out of order")
        if (self._ends[-1] if len(rows) else 0) != len(self._bits):
            raise LexiconError(f"{path}: the rows of part 'findbits' end at another byte than declared")
        #: Code of a row (``row_code``) → its number, and whether it is sparse.
        self._rows = {row & ~SPARSE: (number, row >= SPARSE) for number, row in enumerate(rows)}
        self._blocks: dict[str, Block] = {}
        self._whole: Block | None = None
        self._zone: Block | None = None
        self._zone_places: dict[int, int] = {}

    def block(self, initial: str) -> Block:
        """Return the words of an initial a-z."""
        block = self._blocks.get(initial)
        if block is None:
            number = ALPHABET.index(initial)
            start, end = self.initial_columns(initial)
            block = self._blocks[initial] = self._stretch(lambda pair: self._row(number, pair, end - start), start, end)
        return block

    @property
    def whole(self) -> Block:
        """The words of all initials, as one block."""
        if self._whole is None:
            ends = self._initials
            sizes = [end - start for start, end in pairwise(ends)]
            self._whole = self._stretch(
                lambda pair: b"".join(self._row(number, pair, size) for number, size in enumerate(sizes)), 0, self.size
            )
        return self._whole

    @property
    def zone(self) -> Block:
        """The most frequent words of all initials, as one block."""
        if self._zone is None:
            columns, masks, sizes = self.zone_columns, self._masks, self._sizes
            self._zone = Block(
                lambda pair: self._row(ZONE, pair, len(columns)),
                bytes(masks[column] for column in columns),
                bytes(sizes[column] for column in columns),
                0,
                columns,
            )
        return self._zone

    @property
    def zone_places(self) -> dict[int, int]:
        """Column → place in the zone, for the columns of the zone."""
        if not self._zone_places:
            self._zone_places = {column: place for place, column in enumerate(self.zone_columns)}
        return self._zone_places

    def initial_columns(self, initial: str) -> tuple[int, int]:
        """Return the first column of an initial, and one past its last."""
        number = ALPHABET.index(initial)
        return self._initials[number], self._initials[number + 1]

    def holds_word(self, column: int) -> bool:
        """Return whether a column holds a word; the last columns of an initial may be empty."""
        return self._masks[column] != 0

    def columns_of_key(self, key: str, key_id: int) -> Iterator[int]:
        """Yield the columns of the spellings of a key."""
        start, end = self.initial_columns(key[0])
        packed = self.columns[start:end].tobytes()
        wanted = key_id.to_bytes(KEY_BITS // 8, "little")
        place = packed.find(wanted)
        while place >= 0:
            if place % 4 == 0 and self.holds_word(start + place // 4):
                yield start + place // 4
            place = packed.find(wanted, place + 1)

    def columns_of_family(self, family: int) -> memoryview[int]:
        """Return the columns of the words of a family (W8)."""
        return self._family_columns[self._family_ends[family - 1] if family else 0 : self._family_ends[family]]

    def _stretch(self, read: Callable[[Pair], bytes], start: int, end: int) -> Block:
        return Block(read, bytes(self._masks[start:end]), bytes(self._sizes[start:end]), start, None)

    def _row(self, block: int, pair: Pair, size: int) -> bytes:
        """Return the bits of a row for a block of *size* words; no bits for a row that the file lacks."""
        letter, count = pair
        row = self._rows.get(row_code(block, letter, count))
        width = (size + 7) // 8
        if row is None:
            return bytes(width)
        number, sparse = row
        packed = self._bits[self._ends[number - 1] if number else 0 : self._ends[number]]
        return unpack_row(packed, sparse, width)
