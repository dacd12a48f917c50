"""Suggestions: playable words that differ from a given word by one or two edits, for « did you mean ».

An *edit* inserts, removes or replaces one letter, or swaps two adjacent letters, at a cost of 1. Doubling a letter or
making a double letter single, the most common error in French, costs 0.5. The cost of two edits is the sum of both.
``edited`` makes the words one edit away; ``cost_between`` compares two words.

Words are compared folded, so accents make no difference. The words one edit away are looked up one by one. Those two
edits away would be too many look-ups: the bitsets of the search (``bitsets``) select the words with nearly the same
letters, and each of these is compared with the given word.
"""

from __future__ import annotations

from itertools import chain

from ...french.grammar import HEADWORD_BITS
from ...french.letters import ALPHABET, MAX_WORD, first_non_letter
from ..file.store import Store
from .bitsets import KEY_MASK, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from .bitsets import Block, Matrix

#: The cost of an ordinary edit, and the cost of doubling a letter or making a double letter single.
EDIT, DOUBLING = 1.0, 0.5
#: The cost of turning a word into another that is more than two edits away.
INFINITE = float("inf")
#: The weight of frequency when candidates are ranked: a difference of this many points on the Zipf scale (base-10
#: logarithm of occurrences per billion words) counts as much as one edit.
_ZIPF_PER_EDIT = 8
#: The longest word for which suggestions are made. A longer word has too many possible edits, and no French word is
#: longer.
_LONGEST = min(32, MAX_WORD)


def similar_words(store: Store, matrix: Callable[[], Matrix], key: str, limit: int, deep: bool = True) -> list[str]:
    """Return at most *limit* spellings of playable words similar to *key*, a folded word; the best come first.

    The search always covers words one edit away, and words two edits away if both edits double a letter or make a
    double letter single. If it finds fewer than *limit* words and *deep* is true, it covers all words two edits away.
    Returns [] if nothing is found, or if *key* is empty, too long, or contains anything but letters a-z.

    *matrix* is a function that returns the bitsets of the lexicon; it is called only if all words two edits away are
    searched. Raises LexiconError if the file is damaged.
    """
    if not key or first_non_letter(key) or len(key) > _LONGEST:
        return []
    costs = _close_words(store, key)
    if deep and len(costs) < limit:
        bitsets = matrix()
        try:
            costs = _distant_words(store, bitsets, key)
        except (IndexError, KeyError, ValueError) as error:
            raise bitsets.damaged() from error

    def rank(key_id: int) -> tuple[float, str]:
        return costs[key_id] - store.highest_zipf(key_id) / _ZIPF_PER_EDIT, store.key(key_id)

    ranked = sorted(costs, key=rank)
    return [store.spelling(store.key(key_id), store.first(key_id)) for key_id in ranked[:limit]]


def _close_words(store: Store, key: str) -> dict[int, float]:
    """Return the playable words one edit or two doublings away: key number → the lowest cost of these edits."""
    twice = ((word, 2 * DOUBLING) for doubled in doublings(key) for word in doublings(doubled))
    costs: dict[int, float] = {}
    # An edit cannot help where no word begins with the letters before it.
    end = next((end for end in range(1, len(key) + 1) if not store.has_prefix(key[:end])), len(key) + 1)
    for word, cost in chain(edited(key, end), twice):
        key_id = store.number_of(word)
        if key_id is not None and word != key and store.mask(key_id) & HEADWORD_BITS:
            costs[key_id] = min(cost, costs.get(key_id, INFINITE))
    return costs


def _distant_words(store: Store, matrix: Matrix, key: str) -> dict[int, float]:
    """Return the playable words at most two edits away: key number → the lowest cost of these edits."""
    block, columns, number = matrix.blocks[""], matrix.columns, as_number(key)
    heads, middle, tails = _pieces(key)
    costs: dict[int, float] = {}
    for column in places(_nearly_same_letters(block, key)):
        if block.masks[column]:
            key_id = columns[column] & KEY_MASK
            word = store.key(key_id)
            if word.startswith(heads) or word.endswith(tails) or middle in word:
                cost = cost_between(number, as_number(word))
                if 0 < cost < INFINITE:
                    costs[key_id] = cost
    return costs


def _pieces(key: str) -> tuple[tuple[str, ...], str, tuple[str, ...]]:
    """Return (heads, middle, tails): a word two edits away starts with a head, contains the middle or ends with a tail.

    Two edits leave one third of the key unchanged, unless one of them swaps the letters on both sides of a border and
    the other edit is in the third that does not touch this border.

    >>> _pieces("raclette")
    (('ra', 'rca'), 'clet', ('te', 'tte'))
    """
    size = len(key) // 3 if len(key) > 3 else 0  # the middle needs two letters: one edit can change three in a row
    if not size:
        return ("",), "", ("",)
    head, middle, tail = key[:size], key[size:-size], key[-size:]
    return (
        (head, head[:-1] + middle[0] + head[-1]),
        middle,
        (tail, tail[0] + middle[-1] + tail[1:]),
    )


def _nearly_same_letters(block: Block, key: str) -> int:
    """Return a bitset of the words of a block that lack at most two letters of *key* and have at most two others.

    An edit removes at most one letter and adds at most one, so every word within two edits is among them.
    """
    lack_none = lack_one = lack_two = (1 << block.size) - 1  # each with the words that lack fewer
    for letter in set(key):
        for count in range(1, key.count(letter) + 1):
            row = block.rows[letter, count]
            lack_two = lack_one | lack_two & row
            lack_one = lack_none | lack_one & row
            lack_none &= row
    # A word that lacks two letters and has two others is as long as the key.
    length = len(key)
    longer = [block.with_letters(max(length + more, 0)) for more in (-2, -1, 0, 1, 2, 3)]
    return lack_two & longer[0] & ~longer[3] | lack_one & longer[1] & ~longer[4] | lack_none & longer[2] & ~longer[5]


# -- edits -----------------------------------------------------------------------------------------
def edited(word: str, end: int) -> Iterator[tuple[str, float]]:
    """Yield (text, cost) for each text that is one edit away from *word*; the same text may occur several times.

    Only edits at an index below *end* are made, except doublings, which are made everywhere.

    >>> dict(edited("le", 3))["lle"], dict(edited("le", 3))["el"], ("lex", 1.0) in edited("le", 2)
    (0.5, 1.0, False)
    """
    for i in range(min(end, len(word) + 1)):
        head, tail = word[:i], word[i:]
        if tail:
            yield from ((head + letter + tail[1:], EDIT) for letter in ALPHABET if letter != tail[0])
            yield head + tail[1:], EDIT
        if len(tail) > 1 and tail[0] != tail[1]:
            yield head + tail[1] + tail[0] + tail[2:], EDIT
        yield from ((head + letter + tail, EDIT) for letter in ALPHABET)
    yield from ((doubled, DOUBLING) for doubled in doublings(word))  # last: a doubling is an insertion, but cheaper


def doublings(word: str) -> list[str]:
    """Return the forms of a word with one letter doubled, or one double letter made single.

    >>> doublings("allo")
    ['aallo', 'alo', 'alllo', 'alloo']
    """
    return [
        word[:i] + word[i + 1 :] if word[i : i + 1] == word[i - 1] else word[:i] + word[i - 1] + word[i:]
        for i in range(1, len(word) + 1)
    ]


# Below, a word is a number with one byte for each letter, the first letter in the lowest byte. One XOR of two numbers
# then tells where the words differ first, which takes a tenth of the time of a loop over their letters.
def as_number(word: str) -> int:
    """Return a folded word as a number with one byte for each letter, the first letter in the lowest byte.

    >>> hex(as_number("ab"))
    '0x6261'
    """
    return int.from_bytes(word.encode("ascii"), "little")


def cost_between(a: int, b: int) -> float:
    """Return the lowest cost of at most two edits that turn a word into another; INFINITE if two edits are too few.

    Both words are given as numbers (``as_number``).

    >>> cost_between(as_number("bellete"), as_number("belette")), cost_between(as_number("frere"), as_number("galle"))
    (1.0, inf)
    """
    if a == b:
        return 0.0
    # The letters that both words start with need no edit, so the first edit is made where they differ first: if one
    # word has more letters of a row of equal letters, the last one may as well be the one that was inserted.
    before, a, b = _without_same_letters(0, a, b)
    first, second, x, y = a & _LETTER, a >> 8 & _LETTER, b & _LETTER, b >> 8 & _LETTER
    cost = INFINITE
    if a and b:
        cost = EDIT + _cost_of_rest(x, a >> 8, b >> 8)
    if a:
        cost = min(cost, (DOUBLING if first in (before, second) else EDIT) + _cost_of_rest(before, a >> 8, b))
    if b:
        cost = min(cost, (DOUBLING if x == before else EDIT) + _cost_of_rest(x, a, b >> 8))
    if b >> 16 == a and y == before and y:  # the letter before was doubled, and a letter inserted between both
        cost = min(cost, DOUBLING + EDIT)
    if first == y and x:
        if second == x:  # two letters are swapped
            cost = min(cost, EDIT + _cost_of_rest(y, a >> 16, b >> 16))
        if a >> 16 & _LETTER == x and a >> 24 == b >> 16:  # and one between them is removed
            cost = min(cost, EDIT + (DOUBLING if second in (first, x) else EDIT))
    if second == x and first and b >> 16 & _LETTER == first and b >> 24 == a >> 16:  # or inserted
        cost = min(cost, EDIT + (DOUBLING if y in (first, x) else EDIT))
    return cost


#: The bits of the first letter of a word as a number.
_LETTER = 0xFF


def _cost_of_rest(before: int, a: int, b: int) -> float:
    """Return the cost of at most one edit that turns *a* into *b*, the rests of two words after an edit.

    *before* is the letter before both rests, 0 if there is none. Returns INFINITE if one edit is too few.
    """
    if a == b:
        return 0.0
    before, a, b = _without_same_letters(before, a, b)
    if a >> 8 == b:
        return DOUBLING if a & _LETTER == before else EDIT
    if a == b >> 8:
        return DOUBLING if b & _LETTER == before else EDIT
    if a >> 8 == b >> 8:
        return EDIT
    if a >> 16 == b >> 16 and a & _LETTER == b >> 8 & _LETTER and a >> 8 & _LETTER == b & _LETTER:
        return EDIT
    return INFINITE


def _without_same_letters(before: int, a: int, b: int) -> tuple[int, int, int]:
    """Return (the last letter that both words start with, the rests of both words); *before* if there is none.

    The words *a* and *b* are different numbers as ``as_number`` returns, the letter is a byte value.
    """
    differ = a ^ b
    same = (differ & -differ).bit_length() - 1 & ~7
    return a >> same - 8 & _LETTER if same else before, a >> same, b >> same
