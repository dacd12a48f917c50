"""Floor 2. The judge: one word, the cards it must fit, the words before it → a verdict.

Start reading at ``Judge.__call__``; the rules themselves are in ``checks``.
"""

from __future__ import annotations

from ..errors import ArgumentError
from ..grammar import ACCENTS_MATTER
from ..letters import MAX_WORD, demand, fold, initial_letter, spelled
from ..lexicon.lexicon import Lexicon
from ..lexicon.readings import Reading
from ..options import HouseRules
from . import checks
from .history import History
from .verdicts import Refusal, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from ..lexicon.search import Word
    from .houselist import HouseList
    from .stream import StreamJudge


class Judge:
    """Says whether a word may be played, and every reason why not.

    >>> judge = Judge(Lexicon.open())
    >>> judge("Facile", initial="F", letters="lec", played=["Volonté", "École", "Raclette"]).valid
    True
    >>> judge("Portes").reasons
    ('plural', 'conjugated')

    It keeps nothing between words: earlier words come with each call, best as a ``History``
    that grows with the game (looked up in constant time).
    """

    __slots__ = ("_accepted", "_classes", "_house", "_key_id", "_masks", "_readings", "lexicon", "rules")

    def __init__(self, lexicon: Lexicon, rules: HouseRules | None = None, house: HouseList | None = None) -> None:
        self.lexicon = lexicon
        self.rules = rules or HouseRules()
        self._house = house
        # Bound once: each would be looked up and bound again for every word.
        self._key_id = lexicon.store.key_id
        self._readings = lexicon.readings
        self._masks = lexicon.store.masks
        self._classes = lexicon.store.classes
        self._accepted = self.rules.accepted

    def __call__(
        self,
        word: str,
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Verdict:
        """Judge *word*.

        initial  the face-up majuscule (W2), one letter in either case; None when none lies there.
                 A JOKER has been named (J3), so ``"?"`` is an error.
        letters  the face-up minuscules (W3), ``?`` for the joker: ``"lec"``, ``"le?"``
        played   the valid words before it, as far back as the table looks (W9)

        Raises ArgumentError for an argument that is no word, no letter or no list of words.
        """
        if not isinstance(word, str):
            raise ArgumentError(f"word: expected text, got {type(word).__name__}")
        first = initial_letter(initial) if initial is not None else ""
        word = word[: MAX_WORD + 1] if len(word) > MAX_WORD else word.strip()
        key = fold(word)
        rules = self.rules

        before: list[Refusal] = []
        if first or letters or len(key) < rules.min_letters or not key.isalpha():  # else the letters cannot refuse it
            before = self.refusals_by_letters(key, first, letters)
        after: list[Refusal] = []
        remarks: tuple[Refusal, ...] = ()
        key_id = self._key_id(key) if key.isascii() else None
        if played:
            history = self.history(played)
            if refusal := checks.repeated(word, key, history):
                after.append(refusal)
            found = history.kin(self.lexicon, word, key_id) if key_id is not None else None
            if found and (kin := checks.same_family(self.lexicon, word, key, found[0], history)):
                if found[1] == "core" or rules.refuse_near_kin:
                    after.append(kin)
                else:
                    remarks = (kin,)
        house_note = None
        if self._house is not None:
            house_note = self._house.accepted.get(key)
            if (note := self._house.refused.get(key)) is not None:
                after.append(Refusal("house_list", {"note": note}))
        lexical = None if house_note is not None or self._playable(word, key_id) else self._lexical_refusals
        proof = (before, lexical, after) if lexical or before or after else None
        return Verdict(word, key, proof, self._readings, house_note, remarks)

    def many(
        self,
        words: Iterable[str],
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Iterator[Verdict]:
        """Judge a stream of words against the same cards and the same earlier words; a verdict each, in order.

        Without earlier words and without a list of the table it takes less than half the time of single calls, since
        refusals are looked up when they are asked for. Raises ArgumentError as a call does.

        >>> [verdict.valid for verdict in Judge(Lexicon.open()).many(["raclette", "portes"])]
        [True, False]
        """
        return self.sieve(initial=initial, letters=letters, played=played).verdicts(words)

    def reasons(
        self,
        words: Iterable[str],
        *,
        initial: str | None = None,
        letters: str = "",
        played: History | Iterable[str] = (),
    ) -> Iterator[tuple[str, ...]]:
        """The reasons against each word of a stream, in the order of ``REASONS``; () for a valid word.

        Made for corpora: no verdict is built.

        >>> list(Judge(Lexicon.open()).reasons(["raclette", "portes"]))
        [(), ('plural', 'conjugated')]
        """
        return self.sieve(initial=initial, letters=letters, played=played).reasons(words)

    def sieve(
        self, *, initial: str | None = None, letters: str = "", played: History | Iterable[str] = ()
    ) -> StreamJudge:
        """What judges many words against these cards: ``many`` and ``reasons`` ask it, programs may keep it."""
        from .stream import StreamJudge  # needed for streams only

        return StreamJudge(self, initial, letters, played)

    def find(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        limit: int | None = None,
        played: History | Iterable[str] = (),
        order: str = "zipf",
        min_length: int | None = None,
        labels: Collection[str] | None = None,
    ) -> list[Word]:
        """The words that may be played, as ``Lexicon.find`` gives them, under the rules and the list of this table.

        >>> [word.spelling for word in Judge(Lexicon.open()).find("F", "lec", limit=2, played=["facilité"])]
        ['faculté', 'fiscalité']
        """
        from .house_search import find_words  # needed for searches only

        history = self.history(played)
        return find_words(self, self._house, initial, letters, jokers, limit, history, order, min_length, labels)

    def count(
        self,
        initial: str | None = None,
        letters: str = "",
        jokers: int = 0,
        *,
        played: History | Iterable[str] = (),
        min_length: int | None = None,
        labels: Collection[str] | None = None,
    ) -> int:
        """How many words ``find`` gives without a limit."""
        history = self.history(played)
        if self._house is not None:
            return len(self.find(initial, letters, jokers, played=history, min_length=min_length, labels=labels))
        return self.lexicon.count(
            initial, letters, jokers, exclude=history, min_length=min_length, labels=labels, rules=self.rules
        )

    def history(self, played: History | Iterable[str]) -> History:
        """The earlier words as a history under the rules of this table. Raises ArgumentError when they are no words."""
        return played if isinstance(played, History) else History(_words(played), self.rules)

    @property
    def house_list(self) -> HouseList | None:
        """The table's own list, if it has one."""
        return self._house

    def refusals_by_letters(self, key: str, initial: str, letters: str) -> list[Refusal]:
        """W1 to W3 and J1: what the letters of a folded word have against it."""
        refusals = []
        rules = self.rules
        if refusal := checks.too_short(key, rules.min_letters):
            refusals.append(refusal)
        if initial and (refusal := checks.wrong_initial(key, initial)):
            refusals.append(refusal)
        if letters:
            wanted = demand(letters)
            if refusal := checks.missing_letters(key, initial, wanted, rules.letters_shared):
                refusals.append(refusal)
            if refusal := checks.too_many_jokers(wanted):
                refusals.append(refusal)
        return refusals

    def _playable(self, word: str, key_id: int | None) -> bool:
        """W4 to W6 by the mask of the key; by that of its spelling only where accents decide."""
        if key_id is None:
            return False
        mask = self._masks[self._classes[key_id]]
        if mask & ACCENTS_MATTER and not word.isascii():
            mask = self.lexicon.store.masks_of_spellings(key_id).get(spelled(word), mask)
        return bool(mask & self._accepted)

    def _meant(self, word: str, key_id: int) -> list[Reading]:
        """The readings that a word stands for (W4): those of its spelling when it is written with
        accents and known so; otherwise those of every spelling of its letters."""
        readings = self.lexicon.store.readings(key_id)
        return _of_spelling(word, readings) or list(readings)

    def _lexical_refusals(self, word: str, key: str) -> list[Refusal]:
        """W5, W6: the reasons against a word that is not playable."""
        key_id = self._key_id(key) if key.isascii() else None
        if key_id is None:
            return [checks.no_word(word, key)]
        # None of its readings is accepted; those of the spelling as written convince best.
        return checks.refused_readings(self._meant(word, key_id), self.rules)


def _of_spelling(word: str, readings: Iterable[Reading]) -> list[Reading]:
    spelling = spelled(word)
    return [reading for reading in readings if reading.spelling.lower() == spelling]


def _words(played: object) -> Iterable[str]:
    if isinstance(played, str | bytes) or not hasattr(played, "__iter__"):
        raise ArgumentError(f"played: expected the earlier words, got {played!r:.80}")
    words: Iterable[str] = played
    return words
