"""Floor 4. The JSON objects about words, the same for ``--json`` on the command line and for the web API.

Their keys are a public format: do not change them.
"""

from __future__ import annotations

from ..lexicon.lexicon import Lexicon
from .sentences import refusal_text, remark_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..lexicon.search import Word
    from ..words.verdicts import Verdict
    from .catalogue import Catalogue


def verdict_object(verdict: Verdict, lexicon: Lexicon, say: Catalogue) -> dict[str, Any]:
    """Return a verdict: each reason and remark with its rule, evidence and sentence, and the readings of the word."""
    return {
        "word": verdict.word,
        "valid": verdict.valid,
        "refusals": [{**refusal.as_dict(), "text": refusal_text(refusal, say)} for refusal in verdict.refusals],
        "remarks": [{**remark.as_dict(), "text": remark_text(remark, say)} for remark in verdict.remarks],
        "readings": [reading.as_dict() for reading in verdict.readings],
        "lexicon": lexicon.identity,
    }


def word_object(word: str, lexicon: Lexicon) -> dict[str, Any]:
    """Return what the lexicon knows about a word: its readings, or near words when it has none."""
    readings = lexicon.readings(word)
    return {
        "word": word,
        "readings": [reading.as_dict() for reading in readings],
        "near": [] if readings else lexicon.suggest(word),
        "lexicon": lexicon.identity,
    }


def family_object(word: str, lexicon: Lexicon) -> dict[str, Any]:
    """Return the families of a word (W8), one tree per root."""
    families = [family.as_dict() for family in lexicon.family(word)]
    return {"word": word, "families": families, "lexicon": lexicon.identity}


def kinship_object(a: str, b: str, lexicon: Lexicon) -> dict[str, Any]:
    """Return whether two words are of one family (W8).

    ``known`` whether both words may be played; ``same`` whether the second is refused after the first; ``tier`` "core",
    "near", or None without a kinship; ``chain`` the links that prove the kinship.
    """
    known = not unplayable_words((a, b), lexicon)
    kinship = lexicon.kinship(a, b) if known else None
    return {
        "a": a,
        "b": b,
        "known": known,
        "same": kinship is not None and kinship.tier == "core",
        "tier": kinship.tier if kinship else None,
        "chain": [link.as_dict() for link in kinship.chain] if kinship else [],
    }


def unplayable_words(words: Iterable[str], lexicon: Lexicon) -> list[str]:
    """Return those of *words* that have no playable reading."""
    return [word for word in words if not any(reading.playable for reading in lexicon.readings(word))]


def search_object(
    initial: str | None, letters: str, played: list[str], count: int, words: Iterable[Word], lexicon: Lexicon
) -> dict[str, Any]:
    """Return the result of a search: the cards and earlier words, the number of words that fit, and those to show."""
    return {
        "initial": initial,
        "letters": letters.replace(",", ""),
        "played": played,
        "count": count,
        "words": [word.as_dict() for word in words],
        "lexicon": lexicon.identity,
    }
