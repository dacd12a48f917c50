"""How the word families of the compiled lexicon are packed: each encoding with its writer and its reader. Floor 1.

``lexicon.compile.families`` calls the writers (``pack_…``), ``families`` calls the readers. The terms:

key          a folded word (W4); the trie gives each key a number
lexeme       a headword with its part of speech; lexemes are numbered in the order of their keys
link         the link from a lexeme to its bases, the lexemes that it is built on
root         a lexeme without bases
etymon       a word of another language that a lexeme comes from, as « lat. dens » (W8)
core family  a root and all lexemes built on it
near family  all lexemes with one etymon, which are of several core families
membership   the set of families that a word belongs to
bitmap       bits in blocks of 64, with the number of set bits before each block
rank         the number of set bits before a bit

The parts of the file (number types: ``container.ARRAY_TYPES``)::

    kinkeys   u64 per 64 keys: one bit per key, set if the key has a family (``pack_bitmap``)
    kinranks  u32 per 64 keys: the number of keys with a family in the blocks before
    kin       u16 per key with a family: the number of its membership
    kinrows   u16 per membership that is not a single core family: its first index in ``kinsets``
    kinsets   u16: the memberships of ``kinrows``, one after the other (``pack_membership``)
    kinmixed  u32 pairs for keys whose spellings belong to different families: a lexeme, its own membership number
    lexkeys   u64 per 64 lexemes: one bit per lexeme, set if it is the first of its key (``pack_bitmap``)
    lexranks  u32 per 64 lexemes: the number of such lexemes in the blocks before
    lexbase   3 bytes per lexeme: its bases (``pack_bases``)
    lexbases  u32 for each lexeme with several bases: the number of bases, then the bases
    lexlink   u16 per lexeme: its row of ``linkkind``
    linkkind  texts: relation, evidence and affix of a link (``pack_link_kind``); "" for a root
    etymon    texts: the etymons, first those of near families, in the order of the numbers of these families, and last
              « ? », for lexemes of unknown origin whose bases have etymons
    lexetym   u32 pairs: a lexeme with etymons of its own, the row of one of them in ``etymon``
    homonym   u32 pairs: the lexeme of a second or later homograph, the lexeme of the first homograph

A membership number below ``families.single`` (an entry of the part ``about``) is the number of the word's only family,
a core family. Any other number minus ``families.single`` is a row of ``kinrows``.

Toy example: of the keys ecole, lac and scolaire, only ecole and scolaire have a family, number 0. Then ``kinkeys`` is
0b101, ``kinranks`` is 0 and ``kin`` is 0, 0. With one lexeme per key, numbered 0 and 1, ``lexkeys`` is 0b11 and
``lexbase`` is NO_BASE for « école » and 0 for « scolaire ».
"""

from __future__ import annotations

from bisect import bisect_right

from ...base.errors import LayerError
from ...french.grammar import EVIDENCE, RELATIONS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from ...literals import LinkEvidence, Relation

    #: The numbers of a word's core families, and the numbers of its near families.
    Membership = tuple[tuple[int, ...], tuple[int, ...]]

#: The number of bits in a block of a bitmap. In the code below, ``>> 6`` divides by it and ``& 63`` is the remainder.
BITMAP_BLOCK = 64
_LOWER_BITS = tuple((1 << bit) - 1 for bit in range(BITMAP_BLOCK))
#: The number in ``lexbase`` for a root.
NO_BASE = 0xFFFFFF
#: The number in ``lexbase`` for a lexeme with several bases is this one plus an index in ``lexbases``.
SEVERAL_BASES = 0x800000
#: The bit that is set in the first number of a membership if the spellings of the key belong to different families
#: (« pécher » and « pêcher »).
ACCENTS_MATTER = 0x8000


# -- bitmaps with ranks -------------------------------------------------------------------------------
def pack_bitmap(size: int, places: Iterable[int]) -> tuple[list[int], list[int]]:
    """Return a bitmap of *size* bits with the bits at *places* set: its blocks of 64 bits, and its ranks.

    The rank of a block is the number of bits set in the blocks before it.

    >>> pack_bitmap(70, [0, 3, 65])
    ([9, 2], [0, 2])
    """
    blocks = [0] * (size // BITMAP_BLOCK + 1)
    for place in places:
        blocks[place // BITMAP_BLOCK] |= 1 << place % BITMAP_BLOCK
    ranks = [0]
    for block in blocks[:-1]:
        ranks.append(ranks[-1] + block.bit_count())
    return blocks, ranks


def count_bits(blocks: Sequence[int], ranks: Sequence[int]) -> int:
    """Return the number of set bits in a bitmap, given its blocks and ranks (``pack_bitmap``).

    >>> count_bits([9, 2], [0, 2])
    3
    """
    return ranks[-1] + blocks[-1].bit_count()


def is_set(blocks: Sequence[int], place: int) -> bool:
    """Return whether the bit at *place* (from 0) of a bitmap is set, given its blocks (``pack_bitmap``).

    >>> [is_set([9, 2], place) for place in (0, 1, 65)]
    [True, False, True]
    """
    return bool(blocks[place >> 6] >> (place & 63) & 1)


def rank_of_bit(blocks: Sequence[int], ranks: Sequence[int], place: int) -> int:
    """Return the rank of the bit at *place*, that is, the number of set bits before it; -1 if the bit is not set.

    >>> [rank_of_bit([9, 2], [0, 2], place) for place in (0, 1, 3, 65)]
    [0, -1, 1, 2]
    """
    block = blocks[place >> 6]
    bit = place & 63
    return ranks[place >> 6] + (block & _LOWER_BITS[bit]).bit_count() if block >> bit & 1 else -1


def rank_of_last_bit(blocks: Sequence[int], ranks: Sequence[int], place: int) -> int:
    """Return the rank (from 0) of the last set bit at *place* or before it; -1 if no such bit is set.

    >>> [rank_of_last_bit([9, 2], [0, 2], place) for place in (0, 1, 3, 4, 65)]
    [0, 0, 1, 1, 2]
    """
    block = blocks[place >> 6] & (_LOWER_BITS[place & 63] << 1 | 1)
    return ranks[place >> 6] + block.bit_count() - 1


def place_of_bit(blocks: Sequence[int], ranks: Sequence[int], rank: int) -> int:
    """Return the place of the set bit that has this rank (from 0); ``rank_of_bit`` is the inverse.

    >>> [place_of_bit([9, 2], [0, 2], rank) for rank in (0, 1, 2)]
    [0, 3, 65]
    """
    number = bisect_right(ranks, rank) - 1
    wanted, block, place = rank - ranks[number], blocks[number], 0
    for width in (32, 16, 8, 4, 2, 1):  # the bit is in the lower or in the upper half of what is left of the block
        lower = (block >> place & _LOWER_BITS[width]).bit_count()
        if lower <= wanted:
            wanted -= lower
            place += width
    return number * BITMAP_BLOCK + place


def membership_lookup(
    blocks: memoryview[int], ranks: memoryview[int], memberships: memoryview[int]
) -> Callable[[int], int]:
    """Return a function that maps a key number to its membership number, or to -1 for a key without a family.

    The arguments are the parts ``kinkeys``, ``kinranks`` and ``kin``. The function contains the code of ``rank_of_bit``
    inline, since every check of W8 calls it: a call takes 200 ns instead of 320 ns.
    """

    def number(
        key_id: int,
        blocks: memoryview[int] = blocks,
        ranks: memoryview[int] = ranks,
        memberships: memoryview[int] = memberships,
        lower_bits: tuple[int, ...] = _LOWER_BITS,
    ) -> int:
        block = blocks[key_id >> 6]
        bit = key_id & 63
        if block >> bit & 1:
            return memberships[ranks[key_id >> 6] + (block & lower_bits[bit]).bit_count()]
        return -1

    return number


# -- memberships --------------------------------------------------------------------------------------
def pack_membership(membership: Membership, accents_matter: bool) -> list[int]:
    """Return a membership as numbers for ``kinsets``: a number with both counts, the core families, the near families.

    The first number holds the count of core families in its low byte and the count of near families in the seven bits
    above. Its highest bit, ACCENTS_MATTER, is set if *accents_matter* is true, that is, if the spellings of the key
    belong to different families. Raises LayerError for more than 255 core or 127 near families.

    >>> pack_membership(((3, 8), (20,)), accents_matter=False)
    [258, 3, 8, 20]
    """
    core, near = membership
    if len(core) > 255 or len(near) > 127:
        raise LayerError(f"a word in {len(core)} core and {len(near)} near families: the format holds 255 and 127")
    return [len(core) | len(near) << 8 | (ACCENTS_MATTER if accents_matter else 0), *core, *near]


def unpack_membership(sets: memoryview[int], place: int) -> Membership:
    """Return the membership (core families, near families) that starts at the index *place* of ``kinsets``.

    >>> import struct
    >>> unpack_membership(memoryview(struct.pack("<4H", 258, 3, 8, 20)).cast("H"), 0)
    ((3, 8), (20,))
    """
    core_count, near_count = sets[place] & 0xFF, sets[place] >> 8 & 0x7F
    families = sets[place + 1 : place + 1 + core_count + near_count].tolist()
    return tuple(families[:core_count]), tuple(families[core_count:])


# -- links --------------------------------------------------------------------------------------------
def pack_bases(bases: Sequence[int], several: list[int]) -> bytes:
    """Return the three bytes of ``lexbase`` for a lexeme with these bases, given by their lexeme numbers.

    If there are two or more bases, their count and their numbers are appended to *several* (``lexbases``).

    >>> several = [2, 7, 9]
    >>> [pack_bases(bases, several).hex() for bases in ((), (5,), (1, 4))], several
    (['ffffff', '050000', '030080'], [2, 7, 9, 2, 1, 4])
    """
    if not bases:
        number = NO_BASE
    elif len(bases) == 1:
        number = bases[0]
    else:
        number = SEVERAL_BASES + len(several)
        several += [len(bases), *bases]
    return number.to_bytes(3, "little")


def unpack_bases(packed: memoryview, several: memoryview[int], lexeme: int) -> tuple[int, ...]:
    """Return the numbers of the lexemes that a lexeme is built on; () for a root. ``pack_bases`` is the inverse.

    *packed* is the part ``lexbase``, *several* the part ``lexbases``.

    >>> packed, several = memoryview(bytes.fromhex("ffffff050000030080")), memoryview(bytes([2, 7, 9, 2, 1, 4]))
    >>> [unpack_bases(packed, several, lexeme) for lexeme in (0, 1, 2)]
    [(), (5,), (1, 4)]
    """
    number = int.from_bytes(packed[3 * lexeme : 3 * lexeme + 3], "little")
    if number < SEVERAL_BASES:
        return (number,)
    if number == NO_BASE:
        return ()
    place = number - SEVERAL_BASES
    return tuple(several[place + 1 : place + 1 + several[place]])


def pack_link_kind(relation: str, affix: str, evidence: str) -> str:
    """Return a row of ``linkkind``: a hexadecimal digit for the relation, the evidence, a tab, the affix.

    The digit is an index in ``grammar.RELATIONS``. *evidence* consists of keys of ``grammar.EVIDENCE``, each of one
    letter.

    >>> pack_link_kind("suffix", "-eur", "FR")
    '0FR\\t-eur'
    """
    return f"{RELATIONS.index(relation):x}{evidence}\t{affix}"


def unpack_link_kind(row: str) -> tuple[Relation, str, tuple[LinkEvidence, ...]]:
    """Return the relation, affix and evidence of a link from its row of ``linkkind``; the row must not be "".

    >>> unpack_link_kind("0FR\\t-eur")
    ('suffix', '-eur', ('derivation', 'review'))
    """
    codes, affix = row.split("\t")
    return RELATIONS[int(codes[0], 16)], affix, tuple(EVIDENCE[letter] for letter in codes[1:])
