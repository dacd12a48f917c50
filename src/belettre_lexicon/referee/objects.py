"""Floor 4. The JSON objects that tell of words, the same on the command line and on the web.

That of a verdict is ``sentences.described``.
"""

from __future__ import annotations

from ..lexicon.lexicon import Lexicon

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from ..lexicon.search import Word


def word_object(word: str, lexicon: Lexicon) -> dict[str, Any]:
    """What the lexicon knows about a word: its readings, near words when it has none."""
    readings = lexicon.readings(word)
    return {
        "word": word,
        "readings": [reading.as_dict() for reading in readings],
        "near": [] if readings else lexicon.suggest(word),
        "lexicon": lexicon.identity,
    }


def family_object(word: str, lexicon: Lexicon) -> dict[str, Any]:
    """The families of a word (W8), a tree per root."""
    families = [family.as_dict() for family in lexicon.family(word)]
    return {"word": word, "families": families, "lexicon": lexicon.identity}


def kinship_object(a: str, b: str, lexicon: Lexicon) -> dict[str, Any]:
    """Whether two words are of one family (W8): ``known`` whether both may be played, ``same`` whether the second would
    be refused after the first, ``chain`` the links that prove it."""
    known = not missing_words((a, b), lexicon)
    kinship = lexicon.kinship(a, b) if known else None
    return {
        "a": a,
        "b": b,
        "known": known,
        "same": kinship is not None and kinship.tier == "core",
        "tier": kinship.tier if kinship else None,
        "chain": [link.as_dict() for link in kinship.chain] if kinship else [],
    }


def missing_words(words: Iterable[str], lexicon: Lexicon) -> list[str]:
    """Those of some words that may not be played."""
    return [word for word in words if not any(reading.playable for reading in lexicon.readings(word))]


def found_object(
    initial: str | None, letters: str, played: list[str], count: int, found: Iterable[Word], lexicon: Lexicon
) -> dict[str, Any]:
    """The words that fit the cards, and how many there are."""
    return {
        "initial": initial,
        "letters": letters.replace(",", ""),
        "played": played,
        "count": count,
        "words": [word.as_dict() for word in found],
        "lexicon": lexicon.identity,
    }
