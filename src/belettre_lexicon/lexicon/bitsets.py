"""Playable words as bits: for each initial, letter and « how many of it », an integer with one bit a word.

A *column* is a playable spelling. Columns are numbered in order of initial and, under one initial, of frequency, the
most frequent first; those of an initial start at a multiple of eight, so that a block of bits is a block of bytes.
The parts, beside those of ``store``::

    findinit  u32: first column of each initial a-z, and one past the last
    findcols  u32 a column: its key number, and in the top byte which of the key's readings is the first that may
              be played in this spelling
    findmask  u8  a column: the mask of that spelling (``grammar.mask_bit``, the playable and plural-only bits); 0
              where no word stands
    findsize  u8  a column: how many letters it has, folded (W1)
    findzone  u32: the columns of the most frequent words of all initials, the most frequent first
    findrows  u32 a row: block << 16 | letter << 8 | how many of it; block 0-25 is an initial, 26 the zone
    findends  u32 a row: where it ends in ``findbits``
    findbits  rows: one bit a word of the block, or, when the top bit of ``findrows`` is set, u16 places of the words
    findfams  u32 a family (``families``): where its columns end in ``findkin``
    findkin   u32: the columns of each family, one family after the other (W8)

Toy example: under the initial f stand « facile », « ficelle » and « flic » in this order; then the row (f, l, 1) is
0b111, (f, l, 2) is 0b010 and (f, e, 2) is 0b010. What starts with F and contains l, e, c is
(f, l, 1) & (f, e, 1) & (f, c, 1) = 0b011.
"""

from __future__ import annotations

from itertools import pairwise

from ..errors import LexiconError
from ..letters import ALPHABET
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    #: A letter and how many of it a word holds at least.
    Pair = tuple[str, int]

ZONE = len(ALPHABET)
#: Words of the zone: large enough that most questions about all initials find their first answers there.
ZONE_SIZE = 1 << 14
#: Set in ``findrows`` when a row is a list of places.
SPARSE = 1 << 31
# The places of a bitset are listed by pieces, and a piece by chunks: every step copies the integer it works on, so
# that it had better be small.
_PIECE, _CHUNK = 4096, 256
_PIECE_MASK, _CHUNK_MASK = (1 << _PIECE) - 1, (1 << _CHUNK) - 1


def places(bits: int) -> Iterator[int]:
    """The places of the set bits, lowest first.

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
    """The words of one initial, of all, or of the zone, one bit each.

    rows   (letter, how many of it) → the words that hold so many; read from the file when first asked for
    bases  (accepted mask, fewest letters) → the words that may be played (``HouseRules.accepted``)
    start  its first column, 0 for the zone
    size   its number of places
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
        """The column of a bit."""
        return self.start + place if self._columns is None else self._columns[place]


class _Rows(dict["Pair", int]):
    """Rows as integers, each made when it is first asked for."""

    def __init__(self, read: Callable[[Pair], bytes]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, pair: Pair) -> int:
        found = self[pair] = int.from_bytes(self._read(pair), "little")
        return found


class _Bases(dict[tuple[int, int], int]):
    """Playable words by (accepted mask, fewest letters), each made when it is first asked for."""

    def __init__(self, block: Block) -> None:
        super().__init__()
        self._block = block

    def __missing__(self, key: tuple[int, int]) -> int:
        accepted, fewest = key
        playable = _where(self._block.masks, lambda mask: bool(mask & accepted))
        found = self[key] = playable & _where(self._block.sizes, lambda size: size >= fewest)
        return found


def _where(values: bytes, holds: Callable[[int], bool]) -> int:
    """One bit for each value for which something holds, the first value lowest."""
    digits = bytes(b"01"[holds(value)] for value in range(256))
    return int(values.translate(digits)[::-1] or b"0", 2)


class Matrix:
    """The bitsets of a compiled lexicon: ``block(initial)`` has the words of an initial, ``whole`` all words, ``zone``
    the most frequent ones."""

    __slots__ = (
        "_bits",
        "_blocks",
        "_ends",
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
        self._initials = store.array("findinit", "I", len(ALPHABET) + 1).tolist()
        self.size: int = self._initials[-1]
        self.columns = store.array("findcols", "I", self.size)
        self._masks = store.array("findmask", "B", self.size)
        self._sizes = store.array("findsize", "B", self.size)
        self.zone_columns = store.array("findzone", "I")
        rows = store.array("findrows", "I")
        self._ends = store.array("findends", "I", len(rows))
        self._bits = store.container.view("findbits")
        path = store.container.path
        if any(start % 8 for start in self._initials) or self._initials != sorted(self._initials):
            raise LexiconError(f"{path}: the initials of part 'findinit' are out of order")
        if (self._ends[-1] if len(rows) else 0) != len(self._bits):
            raise LexiconError(f"{path}: the rows of part 'findbits' end at another byte than they say")
        #: Block, letter and count of a row → its number, and whether it is sparse.
        self._rows = {row & ~SPARSE: (number, row >= SPARSE) for number, row in enumerate(rows)}
        self._blocks: dict[str, Block] = {}
        self._whole: Block | None = None
        self._zone: Block | None = None
        self._zone_places: dict[int, int] = {}

    def block(self, initial: str) -> Block:
        """The words of an initial a-z."""
        found = self._blocks.get(initial)
        if found is None:
            number = ALPHABET.index(initial)
            start, end = self.initial_columns(initial)
            found = self._blocks[initial] = self._stretch(lambda pair: self._row(number, pair, end - start), start, end)
        return found

    @property
    def whole(self) -> Block:
        """All words."""
        if self._whole is None:
            ends = self._initials
            sizes = [end - start for start, end in pairwise(ends)]
            self._whole = self._stretch(
                lambda pair: b"".join(self._row(number, pair, size) for number, size in enumerate(sizes)), 0, self.size
            )
        return self._whole

    @property
    def zone(self) -> Block:
        """The most frequent words of all initials."""
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
        """Column → place in the zone, for the columns that are in it."""
        if not self._zone_places:
            self._zone_places = {column: place for place, column in enumerate(self.zone_columns)}
        return self._zone_places

    def initial_columns(self, initial: str) -> tuple[int, int]:
        """The first column of an initial, and one past its last."""
        number = ALPHABET.index(initial)
        return self._initials[number], self._initials[number + 1]

    def holds_word(self, column: int) -> bool:
        """Whether a word stands in a column; the last ones of an initial may be empty."""
        return self._masks[column] != 0

    def _stretch(self, read: Callable[[Pair], bytes], start: int, end: int) -> Block:
        return Block(read, bytes(self._masks[start:end]), bytes(self._sizes[start:end]), start, None)

    def _row(self, block: int, pair: Pair, size: int) -> bytes:
        """The bits of a row, eight words a byte, for a block of *size* words."""
        letter, count = pair
        row = self._rows.get(row_code(block, letter, count))
        width = (size + 7) // 8
        if row is None:
            return bytes(width)
        number, sparse = row
        found = self._bits[self._ends[number - 1] if number else 0 : self._ends[number]]
        if not sparse:
            return bytes(found)
        bits = bytearray(width)
        for place in found.cast("H"):
            bits[place >> 3] |= 1 << (place & 7)
        return bytes(bits)


def row_code(block: int, letter: str, count: int) -> int:
    """How ``findrows`` names a row."""
    return block << 16 | ord(letter) << 8 | count
