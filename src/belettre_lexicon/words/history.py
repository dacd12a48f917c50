"""The valid words played so far, with indexes that find repeats (W7) and kin (W8) without scanning the words.

Two words are kin if they belong to one family. Core kin are refused. Near kin, whose common root only an etymologist
recognises, get a remark, unless an option refuses them too. A form that the lexicon refuses but that an arbiter or a
house list has accepted belongs to the families of its lemmas: after « arbres », « arbre » is refused.
"""

from __future__ import annotations

from _thread import allocate_lock  # the module threading is slow to import

from ..base.errors import ArgumentError
from ..french.letters import MAX_WORD, SPACES, fold
from ..french.rules import PUBLISHED_RULES, HouseRules

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Literal, TypeVar

    from ..lexicon.find.exclusion import Exclusion
    from ..lexicon.find.search import Search
    from ..lexicon.kin.families import Families
    from ..lexicon.lexicon import Lexicon
    from ..literals import Tier

    _Key = TypeVar("_Key")
    #: The relation of a word to an earlier one: it repeats the earlier one (W7), or is its core or near kin (W8).
    Relation = Literal["repeat", "core", "near"]


#: The numbers of words and of letters of each word that the ``repr`` of a history shows.
_MOST_SHOWN, _MOST_SHOWN_LETTERS = 3, 30


class PlayedWord:
    """A word in a history.

    word  the word as the player gave it, without leading and trailing spaces
    turn  the position of the word in the history, counted from 1
    """

    __slots__ = ("turn", "word")

    def __init__(self, word: str, turn: int) -> None:
        self.word = word
        self.turn = turn

    def __repr__(self) -> str:
        return f"PlayedWord({self.word!r}, {self.turn})"


class RelatedWord(PlayedWord):
    """An earlier word that another word repeats or is kin to (``History.find``), with their relation.

    relation  "repeat" (W7), "core" or "near" (W8)
    """

    __slots__ = ("relation",)

    def __init__(self, word: str, turn: int, relation: Relation) -> None:
        super().__init__(word, turn)
        self.relation = relation

    def __repr__(self) -> str:
        return f"RelatedWord({self.word!r}, {self.turn}, {self.relation!r})"


class History:
    """The valid words played so far, in the order in which they were played.

    >>> history = History(["Volonté"], lexicon=Lexicon.open())
    >>> history.add("École")
    >>> history.find("Ecole")
    [RelatedWord('École', 2, 'repeat')]
    >>> history.find("scolaire")
    [RelatedWord('École', 2, 'core')]

    words    the earlier words, in order
    rules    the options of the table; a history uses only ``accents`` (W4), ``accents_differ`` (W7) and ``memory`` (W9)
    lexicon  the lexicon whose families ``find`` looks up; None for the lexicon of the judge that used the history last.
             ``Judge.history`` and ``Partie.history`` pass theirs

    The option ``memory`` says how far back W7 and W8 look. Call ``start_manche`` and ``start_pli`` when a manche or a
    pli starts: they forget the words that are no longer needed.

    A history works with judges and searches whose rules have the same three options; others raise ArgumentError
    (``check_rules``). ``Judge.history`` makes a history with the rules of the judge.

    Several threads may share a history. Each look-up and each change is atomic, so a verdict considers the words either
    before or after a change by another thread. ``list(history)`` is a snapshot. Judging a word and adding it are two
    steps: threads that enter words of one game must hold a lock of their own around both steps, otherwise the same word
    may be found valid twice.

    Histories are equal if they have the same words in the same order and the same rules. A copied or unpickled history
    has the same words, rules and lexicon, and later changes of one do not affect the other.
    """

    def __init__(
        self, words: Iterable[str] = (), rules: HouseRules = PUBLISHED_RULES, lexicon: Lexicon | None = None
    ) -> None:
        self._rules = rules
        self._given_lexicon = lexicon
        self._free = rules.accents == "free"
        #: Held while the attributes below are read or changed.
        self._lock = allocate_lock()
        self._played: list[PlayedWord] = []
        #: The words by their folded letters.
        self._by_key: dict[str, list[PlayedWord]] = {}
        # ``_core`` and ``_near`` map the number of a core or near family to the words that belong to it. ``_lone`` maps
        # the key number of a headword without a core family to the words that are this headword or a form of it. All
        # three depend on a lexicon, which is known only once it is needed: until then, ``_pending`` keeps the words
        # that are not indexed yet.
        self._core: dict[int, list[PlayedWord]] = {}
        self._near: dict[int, list[PlayedWord]] = {}
        self._lone: dict[int, list[PlayedWord]] = {}
        self._pending: list[PlayedWord] = []
        self._lexicon: Lexicon | None = None
        self._families: Families
        self._exclusion: Exclusion | None = None
        for word in words:
            self.add(word)

    def add(self, word: str) -> None:
        """Add a word, without judging it. Raises ArgumentError if it is not text or has over MAX_WORD characters."""
        if not isinstance(word, str) or len(word) > MAX_WORD:
            raise ArgumentError(
                f"played word {str(word)[:MAX_WORD]!r}: expected a word of {MAX_WORD} characters at most"
            )
        word = word.strip(SPACES)
        key = fold(word)
        with self._lock:
            played = PlayedWord(word, len(self._played) + 1)
            self._played.append(played)
            self._pending.append(played)
            self._by_key.setdefault(key, []).append(played)

    def forget_after(self, count: int) -> None:
        """Keep only the first *count* words and forget the later ones, for instance to undo words."""
        with self._lock:
            self._played = self._played[:count]  # verdicts keep the list of the words before them (``so_far``)
            count = len(self._played)
            self._by_key = _first_words(count, self._by_key)
            self._core = _first_words(count, self._core)
            self._near = _first_words(count, self._near)
            self._lone = _first_words(count, self._lone)
            self._pending = [played for played in self._pending if played.turn <= count]
            if self._exclusion is not None and self._exclusion.count > count:
                self._exclusion = None  # words share bits, so none can be taken out: the next search makes a new one

    def check_rules(self, rules: HouseRules) -> None:
        """Raise ArgumentError if *rules*, those of a judge or a search, differ from the rules of this history.

        Only the options that a history uses are compared: ``accents``, ``accents_differ`` and ``memory``.
        """
        own = self._rules
        if own is rules:
            return
        for name in ("accents", "accents_differ", "memory"):
            if getattr(own, name) != getattr(rules, name):
                raise ArgumentError(
                    f"played: this history has {name}={getattr(own, name)!r}, the rules of the table have "
                    f"{name}={getattr(rules, name)!r}; expected a history of the same rules, as History(words, rules)"
                )

    def find(self, word: str) -> list[RelatedWord]:
        """Return the earlier words that *word* repeats (W7) or is kin to (W8), in the order in which they were played.

        Near kin are listed too, whether or not the option ``refuse_near_kin`` refuses them. Any word with the same
        letters is a repeat, unless the option ``accents_differ`` is set: then only the same spelling is. A word that
        announces no spelling that the lexicon knows stands for every spelling of its letters (W4), so « peche » repeats
        « pêche » and is repeated by it.

        Raises ArgumentError if *word* is not text, or if the history was given no lexicon and no judge has used it.
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        lexicon = self._given_lexicon if self._given_lexicon is not None else self._lexicon
        if lexicon is None:
            raise ArgumentError("find: this history knows no lexicon, expected History(words, rules, lexicon)")
        word = word.strip(SPACES)
        key = fold(word)
        repeated, kin = self.repeats_and_kin(lexicon, word, key, lexicon.store.key_id(key))
        found = [RelatedWord(played.word, played.turn, "repeat") for played in repeated]
        found += [RelatedWord(played.word, played.turn, tier) for played, tier in kin]
        return sorted(found, key=lambda related: related.turn)

    def repeats_and_kin(
        self, lexicon: Lexicon, word: str, key: str, key_id: int | None
    ) -> tuple[Sequence[PlayedWord], Sequence[tuple[PlayedWord, Tier]]]:
        """Return the earlier words that a word repeats (W7), and pairs (earlier word, tier) for its kin (W8, W10).

        Judges call this for each word. Both results are in the order in which the words were played, and empty if there
        are none. A repeated word is not among the kin. *key* is the folded word, *key_id* its number
        (``Store.key_id``), which is None for an unknown word; an unknown word has no kin.
        """
        with self._lock:
            repeated = self._repeated(lexicon, word, key)[:] if key in self._by_key else ()
            kin: Sequence[tuple[PlayedWord, Tier]] = ()
            if key_id is not None and self._played:  # otherwise no families have to be opened
                if lexicon is not self._lexicon or self._pending:
                    self._learn(lexicon)
                try:
                    if self._may_have_kin(word, key_id, repeated):
                        kin = self._all_kin(word, key_id, repeated)
                except self._families.DAMAGE as error:
                    raise self._families.damaged() from error
        return repeated, kin

    def exclusion(self, search: Search, rules: HouseRules) -> Exclusion | None:
        """Return the words that a search must leave out: repeats (W7) and kin (W8) of the earlier words.

        Returns None if there are no earlier words. Near kin are left out only if *rules* have the option
        ``refuse_near_kin``. Later calls reuse the exclusion and add the words played since the previous call. Raises
        ArgumentError if *rules* do not fit this history (``check_rules``).
        """
        self.check_rules(rules)
        with self._lock:
            if not self._played:
                return None
            exclusion = self._exclusion
            wanted = search, rules.refuse_near_kin, rules.participles == "always"
            if exclusion is None or (exclusion.search, exclusion.near, exclusion.participles) != wanted:
                # Imported here because only searches need it.
                from ..lexicon.find.exclusion import Exclusion

                exclusion = Exclusion(search, rules)
            if exclusion.count < len(self._played):
                exclusion = exclusion.extended(played.word for played in self._played[exclusion.count :])
            self._exclusion = exclusion
            return exclusion

    def _repeated(self, lexicon: Lexicon, word: str, key: str) -> list[PlayedWord]:
        """Return the earlier words that *word* repeats (W7)."""
        same_letters = self._by_key.get(key, [])
        if not self._rules.accents_differ or not same_letters:
            return same_letters
        accents = self._rules.accents
        spelling = lexicon.spelling_of(word, accents=accents)
        if not spelling:
            return same_letters
        return [
            played for played in same_letters if lexicon.spelling_of(played.word, accents=accents) in (spelling, "")
        ]

    def _may_have_kin(self, word: str, key_id: int, repeated: Sequence[PlayedWord]) -> bool:
        """Return False if a quick check shows that no earlier word is kin, apart from those in *repeated*."""
        number = self._families.number_of_headword(word, key_id)
        if number is None or number >= self._families.single:
            return True
        if number < 0:
            return key_id in self._lone
        return not all(map(repeated.__contains__, self._core.get(number, ())))

    def _all_kin(self, word: str, key_id: int, repeated: Sequence[PlayedWord]) -> list[tuple[PlayedWord, Tier]]:
        """Return every earlier word that is kin to *word* with the tier of their kinship, in the order of the turns."""
        families = self._families
        found: dict[int, tuple[PlayedWord, Tier]] = {}
        for headword, headword_id in families.headwords(word, key_id, free=self._free):
            core, near = families.of_headword(headword, headword_id)
            for number in core:
                for played in self._core.get(number, ()):
                    found[played.turn] = played, "core"
            if self._near:
                for number in near:
                    for played in self._near.get(number, ()):
                        found.setdefault(played.turn, (played, "near"))
            if headword_id in self._lone:
                found.update((played.turn, (played, "core")) for played in self._forms(word, headword_id))
        return [found[turn] for turn in sorted(found) if found[turn][0] not in repeated] if found else []

    def _forms(self, word: str, headword_id: int) -> Iterator[PlayedWord]:
        """Yield the earlier words that are a form of the same headword as *word*, or the headword itself.

        *headword_id* is the key number of the headword, which is in ``_lone``: it has no core family.
        """
        for played in self._lone[headword_id]:
            kinship = self._lexicon is not None and self._lexicon.kinship(
                word, played.word, accents=self._rules.accents
            )
            if kinship and kinship.tier == "core":
                yield played

    def _learn(self, lexicon: Lexicon) -> None:
        """Index the words added since the last call by their families."""
        if lexicon is not self._lexicon:
            self._lexicon, self._families = lexicon, lexicon.family_index
            self._core.clear()
            self._near.clear()
            self._lone.clear()
            self._pending = list(self._played)
        families = self._families
        for played in self._pending:
            key_id = lexicon.store.key_id(fold(played.word))
            if key_id is None:
                continue
            try:
                for headword, headword_id in families.headwords(played.word, key_id, free=self._free):
                    core, near = families.of_headword(headword, headword_id)
                    if not core:
                        _append(self._lone, headword_id, played)
                    for family in core:
                        _append(self._core, family, played)
                    for family in near:
                        _append(self._near, family, played)
            except families.DAMAGE as error:
                raise families.damaged() from error
        self._pending.clear()

    def so_far(self) -> Sequence[PlayedWord]:
        """Return the words as a list that ``add`` may append to later; words that are forgotten stay in this list."""
        return self._played

    def start_manche(self) -> None:
        """Forget all words unless the option ``memory`` is "partie" (W9). Call this when a manche starts."""
        if self._rules.memory != "partie":
            self.forget_after(0)

    def start_pli(self) -> None:
        """Forget all words if the option ``memory`` is "pli" (W9). Call this when a pli starts."""
        if self._rules.memory == "pli":
            self.forget_after(0)

    def __len__(self) -> int:
        return len(self._played)

    def __iter__(self) -> Iterator[str]:
        with self._lock:
            words = [played.word for played in self._played]
        return iter(words)

    def __eq__(self, other: object) -> bool:
        """Return whether two histories have the same words in the same order, and the same rules."""
        if not isinstance(other, History):
            return NotImplemented
        return self._rules == other._rules and list(self) == list(other)

    __hash__ = None  # type: ignore[assignment]  # a history changes

    def __reduce__(self) -> tuple[type[History], tuple[list[str], HouseRules, Lexicon | None]]:
        return type(self), (list(self), self._rules, self._given_lexicon)

    def __repr__(self) -> str:
        words = list(self)
        shown = ", ".join(repr(word[:_MOST_SHOWN_LETTERS]) for word in words[-_MOST_SHOWN:])
        colon = ": …, " if len(words) > _MOST_SHOWN else ": " if words else ""
        return f"History({len(words)} word{'s' * (len(words) != 1)}{colon}{shown})"


def _append(index: dict[int, list[PlayedWord]], number: int, played: PlayedWord) -> None:
    """Add the last word of the history to *index* under *number*, unless it is there already."""
    words = index.setdefault(number, [])
    if not words or words[-1] is not played:
        words.append(played)


def _first_words(count: int, index: dict[_Key, list[PlayedWord]]) -> dict[_Key, list[PlayedWord]]:
    """Return a copy of *index* with only the first *count* words of the history."""
    kept = {key: [played for played in words if played.turn <= count] for key, words in index.items()}
    return {key: words for key, words in kept.items() if words}
