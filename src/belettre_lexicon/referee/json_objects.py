"""Builds answers about words for programs: JSON objects for the web API and ``--json``, lines for ``--brief``.

The keys of the objects are a public format: do not change them. A line is « word TAB + » for a valid word and « word
TAB - TAB reason,reason » for a refused one; the recipe for corpora writes such lines to files.
"""

from __future__ import annotations

from ..lexicon.lexicon import Lexicon
from .sentences import printable, refusal_text, remark_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..lexicon.find.search import Word
    from ..words.objects import VerdictObject
    from ..words.stream import StreamJudge
    from ..words.verdicts import Verdict
    from .catalogue import Catalogue


def verdict_object(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> VerdictObject:
    """Return a verdict as a JSON object: the result of ``Verdict.as_dict``, with sentences in the language of *say*.

    Each object in "refusals" and "remarks" gets a sentence "text" beside its rule, reason and evidence. If the verdict
    does not name its lexicon, "lexicon" is the identity of *lexicon*.
    """
    described: Any = verdict.as_dict()
    for refusal, shown in zip(verdict.refusals, described["refusals"], strict=True):
        shown["text"] = refusal_text(refusal, say, verdict.word)
    for remark, shown in zip(verdict.remarks, described["remarks"], strict=True):
        shown["text"] = remark_text(remark, say, verdict.word)
    described["lexicon"] = described["lexicon"] or lexicon.identity
    complete: VerdictObject = described
    return complete


def word_object(word: str, lexicon: Lexicon) -> dict[str, Any]:
    """Return what the lexicon knows about a word as a JSON object.

    "readings" are its readings, [] if it is unknown; "near" are similar words if it is unknown, otherwise [].
    """
    readings = lexicon.readings(word)
    return {
        "word": word,
        "readings": [reading.as_dict() for reading in readings],
        "near": [] if readings else lexicon.suggest(word),
        "lexicon": lexicon.identity,
    }


def family_object(word: str, lexicon: Lexicon) -> dict[str, Any]:
    """Return the families of a word as a JSON object (W8).

    "families" has a tree for each root, "origins" the near kin for each etymon; both are [] if there are none.
    """
    families = [family.as_dict() for family in lexicon.family(word)]
    origins = [origin.as_dict() for origin in lexicon.origins(word)]
    return {"word": word, "families": families, "origins": origins, "lexicon": lexicon.identity}


def kinship_object(a: str, b: str, lexicon: Lexicon) -> dict[str, Any]:
    """Return a JSON object that says whether the words *a* and *b* belong to one family (W8).

    known  whether both words are playable under the published rules
    same   whether *b* is refused after *a* under the published rules, because they are core kin
    tier   "core" or "near"; None if the words are not kin or one of them is not playable
    etymon the common etymon of near kin; None if the words are not near kin
    chain  the links that prove the kinship; [] if *tier* is None
    """
    known = not unplayable_words((a, b), lexicon)
    kinship = lexicon.kinship(a, b) if known else None
    return {
        "a": a,
        "b": b,
        "known": known,
        "same": kinship is not None and kinship.tier == "core",
        "tier": kinship.tier if kinship else None,
        "etymon": kinship.etymon or None if kinship else None,
        "chain": [link.as_dict() for link in kinship.chain] if kinship else [],
    }


def unplayable_words(words: Iterable[str], lexicon: Lexicon) -> list[str]:
    """Return those of *words* that are unknown or have no reading that is playable under the published rules."""
    return [word for word in words if not any(reading.playable for reading in lexicon.readings(word))]


def search_object(
    initial: str | None, letters: str, played: list[str], count: int, words: Iterable[Word], lexicon: Lexicon
) -> dict[str, Any]:
    """Return the result of a search for words that fit the cards, as a JSON object with these keys and "lexicon".

    initial  the majuscule; None if there is none
    letters  the minuscules, ``?`` for the joker; commas are removed
    played   the words played so far, in order
    count    the number of words that fit the cards
    words    the words to show, which may be fewer than *count*
    """
    return {
        "initial": initial,
        "letters": letters.replace(",", ""),
        "played": played,
        "count": count,
        "words": [word.as_dict() for word in words],
        "lexicon": lexicon.identity,
    }


class BriefReporter:
    """Judges words with the given judge of many words (``Judge.stream``), and returns one short line for each of them.

    >>> from belettre_lexicon import Judge
    >>> reporter = BriefReporter(Judge(Lexicon.open()).stream())
    >>> reporter.lines(["raclette", "portes"]), reporter.any_refused
    (['raclette\\t+', 'portes\\t-\\tplural,conjugated'], True)
    """

    __slots__ = ("_endings", "_stream_judge")

    def __init__(self, stream_judge: StreamJudge) -> None:
        self._stream_judge = stream_judge
        self._endings = _Endings({(): "\t+"})

    @property
    def any_refused(self) -> bool:
        """Whether at least one of the words judged so far was refused."""
        return len(self._endings) > 1

    def lines(self, words: list[str]) -> list[str]:
        """Return one line for each word, in the order of the words. Unprintable characters in a word are escaped."""
        endings = map(self._endings.__getitem__, self._stream_judge.chunk_reasons(words))
        shown = words if "".join(words).isprintable() else map(printable, words)
        return list(map(str.__add__, shown, endings))


class _Endings(dict[tuple[str, ...], str]):
    """A cache of the text that follows the word on a line, keyed by the reasons for refusing the word."""

    def __missing__(self, reasons: tuple[str, ...]) -> str:
        ending = self[reasons] = "\t-\t" + ",".join(reasons)
        return ending
