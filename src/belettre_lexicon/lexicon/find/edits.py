"""Edits: the small mistakes that turn one folded word into another, and what they cost. Floor 1.

An *edit* inserts, removes or replaces one letter, or swaps two adjacent letters, at a cost of 1. Doubling a letter or
making a double letter single, the most common error in French, costs 0.5. The cost of two edits is the sum of both.
``edited`` makes the words one edit away; ``edit_cost`` compares two words.
"""

from __future__ import annotations

from ...french.letters import ALPHABET

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

#: The cost of an ordinary edit, and the cost of doubling a letter or making a double letter single.
EDIT, DOUBLING = 1.0, 0.5
#: The cost of what takes more edits than are counted.
INFINITE = float("inf")


def edited(word: str, end: int) -> Iterator[tuple[str, float]]:
    """Yield each word that is one edit away from *word*, with the cost of the edit; a word may come several times.

    Only edits before the index *end* are made, except that all doublings are.

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


def edit_cost(word: str, other: str) -> float:
    """Return the lowest cost of at most two edits that turn *word* into *other*; INFINITE if two edits are too few.

    Both words consist of letters a-z.

    >>> edit_cost("bellete", "belette"), edit_cost("frere", "galle")
    (1.0, inf)
    """
    return cost_between(as_number(word), as_number(other))


# Below, a word is a number with one byte for each letter, the first letter in the lowest byte. One XOR of two numbers
# then tells where the words differ first, which takes a tenth of the time of a loop over their letters.
def as_number(word: str) -> int:
    """Return a folded word as a number with one byte for each letter, the first letter in the lowest byte.

    >>> hex(as_number("ab"))
    '0x6261'
    """
    return int.from_bytes(word.encode("ascii"), "little")


def cost_between(a: int, b: int) -> float:
    """Return the result of ``edit_cost``, given both words as numbers (``as_number``)."""
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
    """Return two different words without the letters that both start with, after the last of these letters.

    Without such letters, *before* is returned as it is.
    """
    differ = a ^ b
    same = (differ & -differ).bit_length() - 1 & ~7
    return a >> same - 8 & _LETTER if same else before, a >> same, b >> same
