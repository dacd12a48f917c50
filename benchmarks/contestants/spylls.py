"""spylls: the algorithm of Hunspell in Python, with the French dictionary of Debian (hunspell-fr)."""

from __future__ import annotations

from collections.abc import Callable

from spylls.hunspell import Dictionary


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the dictionary; return tasks for spelling and suggestions."""
    dictionary = Dictionary.from_files("/usr/share/hunspell/fr")
    return {
        "spylls: membership": dictionary.lookup,
        "spylls: suggest": lambda word: list(dictionary.suggest(word)),
    }
