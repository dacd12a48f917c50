"""Judges streams of words fast enough for a corpus, with the same verdicts as ``single_word``.

Each folded word has a *mask* with one bit for each kind of reading that it has (``grammar.mask_bit``). A *class* is all
words with the same mask. A lexicon has at most 256 classes, so the reasons for refusing the words of a class are worked
out once and looked up afterwards. Two cases are left to ``SingleWordJudge``: words with characters that cannot be
folded to letters, and streams with earlier words, a house list or checks of the table's own.
"""

from __future__ import annotations

from itertools import islice

from ..base.errors import ArgumentError
from ..base.values import Cache
from ..french.grammar import ACCENTS_MATTER
from ..french.letters import fold_many, parse_initial
from . import checks
from .history import History
from .verdicts import REASONS, Verdict

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from .single_word import SingleWordJudge
    from .verdicts import Proof, Refusal

    #: The reasons for refusing a word, in the order of ``REASONS``, then those of the table's own rules; () for a valid
    #: word.
    Reasons = tuple[str, ...]

_ORDER: dict[str, int] = {reason: place for place, reason in enumerate(REASONS)}
_UNKNOWN: Reasons = ("unknown",)
#: The number of words that are folded and looked up together. The first verdict of a stream is given once this many
#: words have been read, or all words if there are fewer.
CHUNK = 1024
#: The largest number of words in the cache for words whose accents matter (W4). A text has few such words and repeats
#: them often.
_MOST_BY_WORD = 1 << 15


class StreamJudge:
    """Judges many words with the same cards and the same earlier words.

    The rules, house list and checks of *judge* are applied. *initial*, *letters* and *played* are the cards and the
    earlier words, as in a call of the judge (``SingleWordJudge.__call__``). Raises ArgumentError if *initial* or
    *played* is invalid; invalid *letters* raise it only when a word is judged.

    It caches reasons, so use one ``StreamJudge`` for all words of a corpus. Threads may share it, but each iterator
    that it returns must be read by one thread. It can be pickled with its judge, cards and earlier words.
    """

    def __init__(
        self, judge: SingleWordJudge, initial: str | None, letters: str, played: History | Iterable[str]
    ) -> None:
        rules = judge.rules
        self._judge = judge
        self._initial = parse_initial(initial)
        self._letters = letters
        self._asked = judge.asked(self._initial, letters)
        self._history = judge.history(played)
        #: Whether words can be judged by their masks alone. They cannot if there are earlier words, a house list or
        #: checks of the table's own, nor with an empty ``History``: words may be added to it while the stream is read.
        self._plain = not (played or isinstance(played, History) or judge.house is not None or judge.checks)
        self._by_letters = bool(self._initial or letters)
        #: The reasons for refusing the words with a mask.
        self._by_mask: Cache[int, Reasons] = Cache(
            lambda mask: () if mask & rules.accepted else _in_order(checks.mask_reasons(mask, rules))
        )
        #: The reasons for refusing a word whose accents (W4) or readings decide, by the word and its key number.
        self._by_word: Cache[tuple[str, int], Reasons] = Cache(self._reasons_by_word, _MOST_BY_WORD)
        #: The reasons for refusing the words of each class, by the number of the class (``Store.classes``). None for a
        #: class in which the accents of a word (W4) or its readings decide (``HouseRules.undecided``).
        by_word = ACCENTS_MATTER | rules.undecided
        self._by_class = [None if mask & by_word else self._by_mask[mask] for mask in judge.lexicon.store.masks]

    def __reduce__(self) -> tuple[type[StreamJudge], tuple[SingleWordJudge, str, str, History | tuple[()]]]:
        played = () if self._plain else self._history
        return StreamJudge, (self._judge, self._initial, self._letters, played)

    def reasons(self, words: Iterable[str]) -> Iterator[Reasons]:
        """Yield a tuple for each word: the reasons for refusing it, in the order of ``REASONS``; () if it is valid.

        Raises ArgumentError if one of the words is not text or the letters of the cards are invalid.
        """
        for chunk in _chunks(words):
            yield from self.chunk_reasons(chunk)

    def chunk_reasons(self, words: list[str]) -> list[Reasons]:
        """Return the reasons for refusing each word of a list, as ``reasons`` does, but all at once."""
        return [
            _in_order(self._verdict(word).reasons) if reasons is None else reasons
            for word, reasons in zip(words, self._look_up(words)[1], strict=True)
        ]

    def verdicts(self, words: Iterable[str]) -> Iterator[Verdict]:
        """Yield a verdict for each word. Refusals and remarks are usually computed only when they are read.

        Raises ArgumentError as ``reasons`` does.
        """
        proof: Proof = [], self._refusals, []
        for chunk in _chunks(words):
            for word, key, reasons in zip(chunk, *self._look_up(chunk), strict=True):
                if reasons is None:
                    yield self._verdict(word)
                elif reasons:
                    yield Verdict(word, key, proof, self._asked, None, self)
                else:
                    yield Verdict(word, key, None, self._asked, None, self)

    def _look_up(self, words: list[str]) -> tuple[list[str], list[Reasons | None]]:
        """Return the folded words, and for each word the reasons for refusing it; () for a valid word.

        The reasons are None for a word that ``SingleWordJudge`` must judge. With earlier words, a house list or checks
        of the table's own, it must judge every word, and the words are returned unfolded.
        """
        if not self._plain:
            return words, [None] * len(words)
        store, by_class = self._judge.lexicon.store, self._by_class
        classes, min_letters, by_letters = store.classes, self._judge.rules.min_letters, self._by_letters
        try:
            keys = fold_many(words)
        except TypeError as error:
            not_text = next(word for word in words if not isinstance(word, str))
            raise ArgumentError(f"word: expected text, got {type(not_text).__name__}") from error
        all_reasons: list[Reasons | None] = []
        for word, key, key_id in zip(words, keys, map(store.key_id, keys), strict=True):
            if key_id is not None:
                reasons = by_class[classes[key_id]]
                if reasons is None:
                    reasons = self._by_word[word, key_id]
            elif key.isascii() and key.isalpha():
                reasons = _UNKNOWN
            else:
                all_reasons.append(None)
                continue
            if by_letters:
                refusals = self._judge.refusals_by_letters(key, self._initial, self._letters)
                reasons = (*(refusal.reason for refusal in refusals), *reasons)
            elif len(key) < min_letters:
                reasons = ("too_short", *reasons)
            all_reasons.append(reasons)
        return keys, all_reasons

    def _reasons_by_word(self, asked: tuple[str, int]) -> Reasons:
        """Return the value of ``_by_word`` for (word, key number): the reasons for refusing the word."""
        word, key_id = asked
        judge, rules = self._judge, self._judge.rules
        mask = judge.mask_as_written(word, key_id, judge.lexicon.store.mask(key_id))
        if mask & rules.undecided and not mask & rules.accepted:
            return _in_order(refusal.reason for refusal in judge.refusals_by_readings(word, key_id))
        return self._by_mask[mask]

    def _verdict(self, word: str) -> Verdict:
        return self._judge(word, initial=self._initial, letters=self._letters, played=self._history)

    def _refusals(self, word: str, key: str) -> list[Refusal]:
        return list(self._verdict(word).refusals)

    def other_spellings(self, word: str) -> tuple[Refusal, ...]:
        """Return the remarks on a word without near kin (``LateRemarks``)."""
        return self._verdict(word).remarks


def _in_order(reasons: Iterable[str]) -> Reasons:
    return tuple(sorted(dict.fromkeys(reasons), key=lambda reason: _ORDER.get(reason, len(_ORDER))))


def _chunks(words: Iterable[str]) -> Iterator[list[str]]:
    """Yield the words in lists of CHUNK words; the last list may be shorter."""
    stream = iter(words)
    while chunk := list(islice(stream, CHUNK)):
        yield chunk
