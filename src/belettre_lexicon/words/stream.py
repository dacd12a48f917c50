"""Floor 2. Streams of words: the judge's verdicts, one word after another, at the pace of a corpus.

What a mask of readings (``grammar.mask_bit``) says against a word is worked out once a mask, of which there are some
hundreds; only what is no plain word at all goes the judge's own way.
"""

from __future__ import annotations

from itertools import islice

from ..errors import ArgumentError
from ..grammar import ACCENTS_MATTER
from ..letters import fold_many, initial_letter, spelled
from . import checks
from .history import History
from .verdicts import REASONS, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ..options import HouseRules
    from .judge import Judge
    from .verdicts import Proof, Refusal

_ORDER = {reason: place for place, reason in enumerate(REASONS)}
_UNKNOWN = ("unknown",)
#: Words that are folded and looked up together; that many are taken from a stream before the first is answered.
CHUNK = 1024
#: Words whose accents were looked at that are kept: a text has few of them, and has them often.
_MOST_ACCENTED = 1 << 15


class StreamJudge:
    """Judges a stream of words against the same cards and the same earlier words."""

    __slots__ = (
        "_accented",
        "_by_class",
        "_by_letters",
        "_by_mask",
        "_history",
        "_initial",
        "_judge",
        "_letters",
        "_plain",
    )

    def __init__(self, judge: Judge, initial: str | None, letters: str, played: History | Iterable[str]) -> None:
        self._judge = judge
        self._initial = initial_letter(initial)
        self._letters = letters
        self._history = judge.history(played)
        # A history, which may grow meanwhile, and a table's own list are asked word by word.
        self._plain = not played and not isinstance(played, History) and judge.house_list is None
        self._by_letters = bool(self._initial or letters)
        self._by_mask = _ReasonsByMask(judge.rules)
        self._accented: dict[str, tuple[str, ...]] = {}
        #: The reasons by the class of a word (``Store.classes``); None where its accents must be looked at (W4).
        self._by_class = [None if mask & ACCENTS_MATTER else self._by_mask[mask] for mask in judge.lexicon.store.masks]

    def reasons(self, words: Iterable[str]) -> Iterator[tuple[str, ...]]:
        """The reasons against each word, in the order of ``REASONS``."""
        for chunk in _chunks(words):
            yield from self.reasons_of(chunk)

    def reasons_of(self, words: list[str]) -> list[tuple[str, ...]]:
        """The same for a list of words, all at once. Raises ArgumentError for what is no text."""
        return [
            _in_order(self._judged(word).reasons) if reasons is None else reasons
            for word, reasons in zip(words, self._sift(words)[1], strict=True)
        ]

    def verdicts(self, words: Iterable[str]) -> Iterator[Verdict]:
        """A verdict for each word; why a word is refused is looked up when somebody asks."""
        proof: Proof = [], self._refusals, []
        readings = self._judge.lexicon.readings
        for chunk in _chunks(words):
            for word, key, reasons in zip(chunk, *self._sift(chunk), strict=True):
                if reasons is None:
                    yield self._judged(word)
                else:
                    yield Verdict(word, key, proof if reasons else None, readings, None)

    def _sift(self, words: list[str]) -> tuple[list[str], list[tuple[str, ...] | None]]:
        """The folded letters of each word, and the reasons against it, or None where the judge itself must say."""
        if not self._plain:
            return words, [None] * len(words)
        store, by_class = self._judge.lexicon.store, self._by_class
        classes, fewest, by_letters = store.classes, self._judge.rules.min_letters, self._by_letters
        try:
            keys = fold_many(words)
        except TypeError as error:
            strange = next(word for word in words if not isinstance(word, str))
            raise ArgumentError(f"word: expected text, got {type(strange).__name__}") from error
        found: list[tuple[str, ...] | None] = []
        for word, key, key_id in zip(words, keys, map(store.key_id, keys), strict=True):
            if key_id is not None:
                reasons = by_class[classes[key_id]]
                if reasons is None:
                    reasons = self._by_accents(word, key_id)
            elif key.isascii() and key.isalpha():
                reasons = _UNKNOWN
            else:
                found.append(None)
                continue
            if by_letters:
                refusals = self._judge.refusals_by_letters(key, self._initial, self._letters)
                reasons = (*(refusal.reason for refusal in refusals), *reasons)
            elif len(key) < fewest:
                reasons = ("too_short", *reasons)
            found.append(reasons)
        return keys, found

    def _by_accents(self, word: str, key_id: int) -> tuple[str, ...]:
        """W4: what is written with accents, and known so, is judged by that spelling; other words by all of theirs."""
        found = self._accented.get(word)
        if found is None:
            store = self._judge.lexicon.store
            mask = store.mask(key_id)
            if not (mask & self._judge.rules.accepted and word.isascii()):
                mask = store.masks_of_spellings(key_id).get(spelled(word), mask)
            if len(self._accented) >= _MOST_ACCENTED:
                self._accented.clear()
            found = self._accented[word] = self._by_mask[mask]
        return found

    def _judged(self, word: str) -> Verdict:
        return self._judge(word, initial=self._initial, letters=self._letters, played=self._history)

    def _refusals(self, word: str, key: str) -> list[Refusal]:
        return list(self._judged(word).refusals)


class _ReasonsByMask(dict[int, tuple[str, ...]]):
    """The reasons against a word by its mask; () when some reading may be played (W6)."""

    def __init__(self, rules: HouseRules) -> None:
        super().__init__()
        self._rules = rules

    def __missing__(self, mask: int) -> tuple[str, ...]:
        found = self[mask] = () if mask & self._rules.accepted else _in_order(checks.mask_reasons(mask, self._rules))
        return found


def _in_order(reasons: Iterable[str]) -> tuple[str, ...]:
    return tuple(sorted(set(reasons), key=_ORDER.__getitem__))


def _chunks(words: Iterable[str]) -> Iterator[list[str]]:
    stream = iter(words)
    while chunk := list(islice(stream, CHUNK)):
        yield chunk
