"""Word families in memory (W8): the families that a word belongs to, and the links that prove it. Floor 1.

Start at ``Families``. ``family_packing`` specifies the parts of the file that are read here, and explains the terms.
Keys (folded words), lexemes (headwords with a part of speech), families and memberships (sets of families) are numbers
here; callers get ``Lexeme`` and ``Link`` objects. A *core family* is a root and all lexemes built on it, directly or
not; a *near family* is all lexemes that have an etymon in common.
"""

from __future__ import annotations

from bisect import bisect_left

from ...base.errors import LexiconError
from ...base.values import Cache
from ...french.grammar import ACCENTS_MATTER as MASKS_DIFFER
from ...french.grammar import CLOSE_KIN_ONLY, DEAD_ENDS, HEADWORD_BITS, PLAIN_IS_OTHER, POS
from ...french.letters import MAX_WORD, SPACES, announced, fold
from ..file.container import DAMAGE
from ..file.family_packing import (
    ACCENTS_MATTER,
    BITMAP_BLOCK,
    count_bits,
    is_set,
    membership_lookup,
    place_of_bit,
    rank_of_bit,
    rank_of_last_bit,
    unpack_bases,
    unpack_link_kind,
    unpack_membership,
)
from ..file.packing import Texts
from ..file.store import Store
from .lexemes import Lexeme, Link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Literal

    from ...literals import LinkEvidence, Relation, Tier
    from ..file.family_packing import Membership

    #: A headword, as the lexicon or as a player writes it, and its key number.
    Headword = tuple[str, int]
    #: What a ``Link`` says apart from its lexemes: relation, affix and sources.
    LinkKind = tuple[Relation, str, tuple[LinkEvidence, ...]]

#: More than the number of lexemes of any key. The number of a lexeme without a family is the number of lexemes in the
#: file, plus this many times its key number, plus its place among the lexemes of the key.
_MOST_LEXEMES = 64
#: The largest number of words in the cache of the families of words as written.
_MOST_KNOWN = 8192
#: The largest number of words in the cache of headwords.
_MOST_HEADWORDS = 4096
#: The membership of a word without a family.
NOBODY: Membership = ((), ())


def tier_of(first: Membership, second: Membership) -> Tier | None:
    """Return how two words are related (W8), given the membership of each, that is, its core and its near families.

    The result is "core" if they share a core family, "near" if they only share a near family, otherwise None.
    """
    core, near = second
    for family in first[0]:
        if family in core:
            return "core"
    if near:
        for family in first[1]:
            if family in near:
                return "near"
    return None


class Families:
    """The word families of a compiled lexicon (W8). Words are looked up by their key number (``Store.key_id``).

    number        a function: key number → number of the key's membership; -1 for a key without a family
    lexeme_count  the number of lexemes of all keys with a family
    single        the number of core families; a membership number below it is the number of the word's only family

    A ``Membership`` is a pair of tuples: the numbers of a word's core families, and those of its near families.
    Opening a file does not recompute its hashes, so a damaged file may contain numbers that are out of range. The
    methods then raise one of the exceptions in ``DAMAGE`` (``container``); callers catch it and raise ``damaged()``.
    """

    DAMAGE = DAMAGE

    def __init__(self, store: Store) -> None:
        self._store = store
        container = store.container
        blocks = store.key_count // BITMAP_BLOCK + 1
        self._keys = container.array("kinkeys", blocks)
        self._ranks = container.array("kinranks", blocks)
        key_count = count_bits(self._keys, self._ranks)
        self._kin = container.array("kin", key_count)
        #: Key number → number of the key's membership; -1 for a key without a family.
        self.number: Callable[[int], int] = membership_lookup(self._keys, self._ranks, self._kin)
        self._rows = rows = container.array("kinrows")
        self._sets = sets = container.array("kinsets")
        self._links = container.array("lexlink")
        self.lexeme_count = len(self._links)
        blocks = self.lexeme_count // BITMAP_BLOCK + 1
        self._starts = container.array("lexkeys", blocks)
        self._start_ranks = container.array("lexranks", blocks)
        self._bases = container.view("lexbase")
        self._several = container.array("lexbases")
        self._homonyms = container.array("homonym")
        self._mixed = container.array("kinmixed")
        if len(self._bases) != 3 * self.lexeme_count or count_bits(self._starts, self._start_ranks) != key_count:
            raise LexiconError(f"{container.path}: the parts of the families do not fit together")
        kinds = Texts(container.view("linkkind"), f"{container.path}: part 'linkkind'")
        container.released_later(kinds)
        etymons = Texts(container.view("etymon"), f"{container.path}: part 'etymon'")
        container.released_later(etymons)
        self._etymons: Cache[int, str] = Cache(lambda row: etymons[row])
        self._own_etymons = container.array("lexetym")
        #: The row of « ? » in the part ``etymon``.
        self.unknown_etymon = container.parts["etymon"].items - 1
        self._kinds: Cache[int, LinkKind] = Cache(lambda row: unpack_link_kind(kinds[row]))
        #: Two caches of ``headwords`` for words that are forms, or whose accents matter: by *free*, then by word.
        self._headwords: tuple[dict[str, tuple[Headword, ...]], ...] = ({}, {})
        #: Word as written → its families, a cache for ``quick_tier``, since callers compare the same words many times.
        self._known = _KnownFamilies(self, store)
        #: The number of core families. A membership number below it means this core family and no other family.
        self.single = single = int(store.about()["families.single"])
        self._memberships: Cache[int, Membership] = Cache(lambda number: unpack_membership(sets, rows[number - single]))
        self._memberships[-1] = NOBODY

    def damaged(self) -> LexiconError:
        """Return the LexiconError to raise: the file is closed, or else its word families are damaged."""
        return self._store.container.damaged("the word families")

    # -- memberships ------------------------------------------------------------------------------
    def membership(self, number: int) -> Membership:
        """Return the core and near families for a membership number; ``NOBODY`` (no family) for -1."""
        if 0 <= number < self.single:
            return (number,), ()
        return self._memberships[number]

    def accents_matter(self, number: int) -> bool:
        """Return whether the spellings of a key belong to different families (« pécher » and « pêcher »).

        *number* is the membership number of the key.
        """
        return number >= self.single and bool(self._sets[self._rows[number - self.single]] & ACCENTS_MATTER)

    def number_of_headword(self, word: str, key_id: int) -> int | None:
        """Return the membership number of a word if its mask shows that it stands for itself as a headword.

        Returns None for every other word: call ``headwords`` for it. *key_id* is the number of the folded word.
        """
        mask = self._store.masks[self._store.classes[key_id]]
        if mask & HEADWORD_BITS and not mask & (PLAIN_IS_OTHER if word.isascii() else MASKS_DIFFER):
            return self.number(key_id)
        return None

    def quick_tier(self, first: str, second: str) -> Tier | Literal["apart"] | None:
        """Return how two words as written are related (W8): "core", "near", "apart" if they are not, or None.

        None means that this quick comparison cannot tell: for two words with the same letters, for forms that are not
        headwords, and for words whose accents matter. Call ``headwords`` and ``tier`` then.
        """
        own, other = self._known[first], self._known[second]
        if own is None or other is None:
            return None
        if own.isdisjoint(other):
            return "apart"
        lowest = min(own & other)
        return None if lowest < 0 else "core" if lowest < self.single else "near"

    def headwords(self, word: str, key_id: int, *, free: bool = False) -> tuple[Headword, ...]:
        """Return the headwords that a word as written stands for, as pairs (headword, key number).

        This is the word itself if it is a headword, that is, playable or plural-only, or if it stands for every
        spelling of its letters and one of these is a headword. Any other word is a form, which an arbiter or a house
        list may still accept: it stands for those of its lemmas that are headwords (W8), as « arbres » stands for
        « arbre ». Returns () if none of its lemmas is a headword.

        key_id  the number of the folded word
        free    whether a form stands for every spelling of its letters if one of them is a headword (``Store.meant``)
        """
        mask = self._store.mask(key_id)
        if mask & HEADWORD_BITS and not mask & (PLAIN_IS_OTHER if word.isascii() else MASKS_DIFFER):
            return ((word, key_id),)
        known = self._headwords[free]
        found = known.get(word)
        if found is None:
            if len(known) >= _MOST_HEADWORDS:
                known.clear()
            found = known[word] = self._find_headwords(word, key_id, free)
        return found

    def _find_headwords(self, word: str, key_id: int, free: bool) -> tuple[Headword, ...]:
        """Return the result of ``headwords``, looked up in the readings of the word."""
        store = self._store
        spelling, mask = store.meant(word, key_id, free=free)
        if mask & HEADWORD_BITS:
            return ((word, key_id),)
        lemmas = [(lemma, store.key_id(fold(lemma))) for lemma in store.lemmas(key_id, spelling)]
        return tuple(
            (lemma, lemma_id)
            for lemma, lemma_id in lemmas
            if lemma_id is not None and store.masks_of_spellings(lemma_id).get(lemma.lower(), 0) & HEADWORD_BITS
        )

    def of_word(self, word: str, key_id: int, *, free: bool = False) -> Membership:
        """Return the core and near families of a word as written, given its key number.

        If the word is the spelling of a lexeme, only that spelling counts (« bouche » is not « bouché »). If it is a
        form, its lemmas count (``headwords``, which also describes *free*). Otherwise it stands for every spelling with
        its letters (W4). Returns ``NOBODY`` if it has no family.
        """
        headwords = self.headwords(word, key_id, free=free)
        if len(headwords) == 1:
            return self.of_headword(*headwords[0])
        return _union(self.of_headword(*headword) for headword in headwords)

    def of_headword(self, word: str, key_id: int) -> Membership:
        """Return the core and near families of a headword, given its key number; ``NOBODY`` if it has no family."""
        number = self.number(key_id)
        if number < self.single or not self.accents_matter(number):
            return self.membership(number)
        return _union(self.membership(self._own(lexeme.number)) for lexeme in self.lexemes(key_id, word))

    def tier(self, first: tuple[Headword, ...], second: tuple[Headword, ...]) -> Tier | None:
        """Return how two words are related (W8): "core", "near", or None if they are not related.

        *first* and *second* are the headwords that each word stands for (``headwords``).
        """
        found: Tier | None = None
        for a in first:
            for b in second:
                tier = self._tier(a, b)
                if tier == "core":
                    return tier
                found = found or tier
        return found

    def _tier(self, first: Headword, second: Headword) -> Tier | None:
        """Return how two headwords are related: "core", "near", or None if they are not related."""
        a, b = self.number(first[1]), self.number(second[1])
        if a < self.single > b and (a != b or a >= 0):
            if a == b:
                return "core"
            return None  # the common case: each word has one family or none
        if first[1] == second[1]:
            own = set(self.lexemes(first[1], first[0]))
            if not own.isdisjoint(self.lexemes(second[1], second[0])):
                return "core"
        # First compare all spellings of each key together: most pairs are unrelated, whatever their accents.
        found = tier_of(self.membership(a), self.membership(b))
        if found and (self.accents_matter(a) or self.accents_matter(b)):
            return tier_of(self.of_headword(*first), self.of_headword(*second))
        return found

    def _own(self, lexeme: int) -> int:
        """Return the membership number of a single lexeme, given its number; -1 if it has no family.

        Only lexemes of keys whose spellings belong to different families have a membership number of their own.
        """
        lexemes = self._mixed[::2]
        place = bisect_left(lexemes, lexeme)
        return self._mixed[2 * place + 1] if place < len(lexemes) and lexemes[place] == lexeme else -1

    # -- lexemes ----------------------------------------------------------------------------------
    def lexemes(self, key_id: int, word: str = "") -> tuple[Lexeme, ...]:
        """Return the playable lexemes of a key, including plural-only nouns (W6b); () if there are none.

        If *word* announces the spelling of some of them (``letters.announced``), only those are returned. Lexemes of
        keys without a family have higher numbers than all others.
        """
        rank = rank_of_bit(self._keys, self._ranks, key_id)  # among the keys with a family; -1 for a key without one
        first = self.lexeme_count + key_id * _MOST_LEXEMES
        if rank >= 0:
            first = place_of_bit(self._starts, self._start_ranks, rank)
        lexemes = [
            Lexeme(first + place, spelling, POS[pos], 1, zipf, labels)
            for place, (spelling, pos, zipf, labels) in enumerate(self._store.headwords(key_id))
        ]
        # Homographs follow, up to the first lexeme of the next key.
        number = first + len(lexemes)
        while number < self.lexeme_count and not is_set(self._starts, number):
            lexemes.append(self._homograph(number, lexemes))
            number += 1
        if word and (spelling := announced(word)):
            lexemes = [lexeme for lexeme in lexemes if lexeme.spelling.lower() == spelling] or lexemes
        return tuple(lexemes)

    def lexeme(self, number: int) -> Lexeme:
        """Return the lexeme with this number in the compiled lexicon. Raises one of ``DAMAGE`` if there is none."""
        alone = number - self.lexeme_count
        key_id = self._key_of(number) if alone < 0 else alone // _MOST_LEXEMES
        return next(lexeme for lexeme in self.lexemes(key_id) if lexeme.number == number)

    def letters(self, number: int) -> str:
        """Return the folded letters of a lexeme that has a family, given its number."""
        return self._store.key(self._key_of(number))

    def link(self, lexeme: Lexeme, known: dict[int, Lexeme] | None = None) -> Link | None:
        """Return the link from a lexeme to its bases; None for a root, which has no bases.

        *known* maps the numbers of lexemes that were read before to the lexemes; missing bases are added to it. None
        stands for an empty mapping.
        """
        numbers = self.bases(lexeme.number)
        if not numbers:
            return None
        known = {} if known is None else known
        for number in numbers:
            if number not in known:
                known[number] = self.lexeme(number)
        relation, affix, sources = self.kind(lexeme.number)
        return Link(lexeme, tuple([known[number] for number in numbers]), relation, affix, "core", sources)

    def bases(self, number: int) -> tuple[int, ...]:
        """Return the numbers of the bases of a lexeme, given its own number; () for a root, which has no bases."""
        if number >= self.lexeme_count:
            return ()
        return unpack_bases(self._bases, self._several, number)

    def kind(self, number: int) -> LinkKind:
        """Return the tuple (relation, affix, sources) of a lexeme's link, given the lexeme's number.

        The lexeme must have a link; ``bases`` returns () for lexemes without one.
        """
        return self._kinds[self._links[number]]

    def is_dead_end(self, number: int) -> bool:
        """Return whether no kinship passes through a lexeme (``grammar.DEAD_ENDS``), given its number."""
        return bool(self.bases(number)) and self.kind(number)[0] in DEAD_ENDS

    def has_close_kin_only(self, number: int) -> bool:
        """Return whether a lexeme is kin of its base, but of nobody above (``CLOSE_KIN_ONLY``), given its number."""
        return bool(self.bases(number)) and self.kind(number)[0] in CLOSE_KIN_ONLY

    def drops_a_part(self, number: int) -> bool:
        """Return whether a lexeme is its base without a part (« hyper » of « hypermarché »), given its number."""
        return bool(self.bases(number)) and self.kind(number)[0] == "ellipsis"

    def etymon(self, row: int) -> str:
        """Return an etymon, such as « lat. dens », given its row in the part ``etymon``."""
        return self._etymons[row]

    def etymons_of(self, number: int) -> list[str]:
        """Return the etymons that a lexeme itself has, given its number; [] if it has those of its bases, or none."""
        return [self.etymon(row) for row in self.own_etymons(number) if row != self.unknown_etymon]

    def own_etymons(self, number: int) -> tuple[int, ...]:
        """Return the rows of the etymons of a lexeme, given its number; () if it has those of its bases, or none.

        A lexeme of unknown origin whose bases have etymons has the row ``unknown_etymon``.
        """
        lexemes = self._own_etymons[::2]
        first = bisect_left(lexemes, number)
        return tuple(self._own_etymons[2 * first + 1 : 2 * bisect_left(lexemes, number + 1, first) : 2])

    def _homograph(self, number: int, lexemes: list[Lexeme]) -> Lexeme:
        """Return a second or later homograph, given its number and the lexemes of its key before it."""
        place = self._homonyms[::2].tolist().index(number)
        first = lexemes[self._homonyms[2 * place + 1] - lexemes[0].number]
        homograph = 1 + sum(lexeme.spelling == first.spelling and lexeme.pos == first.pos for lexeme in lexemes)
        return Lexeme(number, first.spelling, first.pos, homograph, first.zipf, first.labels)

    def _key_of(self, number: int) -> int:
        """Return the key number of a lexeme, given the lexeme's number; the lexeme's key must have a family."""
        rank = rank_of_last_bit(self._starts, self._start_ranks, number)
        return place_of_bit(self._keys, self._ranks, rank)


class _KnownFamilies(dict[str, "frozenset[int] | None"]):
    """A cache: word as written → the numbers of its core and near families, and a negative number for its key.

    The value is None if the families do not follow from the letters alone: for a form that is not a headword, a word
    whose accents matter, or a word that is too long. It is the empty set for an unknown word.
    """

    def __init__(self, families: Families, store: Store) -> None:
        super().__init__()
        self._families = families
        self._store = store

    def __missing__(self, word: str) -> frozenset[int] | None:
        if len(word) > MAX_WORD:
            return None
        if len(self) >= _MOST_KNOWN:
            self.clear()
        found = self[word] = self._read(word)
        return found

    def _read(self, word: str) -> frozenset[int] | None:
        """Return the families of a word, looked up in the lexicon."""
        key_id = self._store.key_id(fold(word.strip(SPACES)))
        if key_id is None:
            return frozenset()
        mask = self._store.mask(key_id)
        if not mask & HEADWORD_BITS or mask & MASKS_DIFFER:
            return None
        number = self._families.number(key_id)
        if self._families.accents_matter(number):
            return None
        core, near = self._families.membership(number)
        return frozenset((*core, *near, -1 - key_id))


def _union(memberships: Iterable[Membership]) -> Membership:
    """Return the families of several memberships together."""
    core: dict[int, None] = {}
    near: dict[int, None] = {}
    for membership in memberships:
        core.update(dict.fromkeys(membership[0]))
        near.update(dict.fromkeys(membership[1]))
    return tuple(core), tuple(near)
