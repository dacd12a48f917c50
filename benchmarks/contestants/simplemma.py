"""simplemma: lemmas from a dictionary of inflected forms."""

from __future__ import annotations

from collections.abc import Callable

import simplemma


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the dictionary; return tasks for membership, and for the lemma, which comes closest to readings."""
    simplemma.is_known("mot", lang="fr")  # the first question reads the dictionary
    return {
        "simplemma: membership": lambda word: simplemma.is_known(word, lang="fr"),
        "simplemma: readings (lemma only)": lambda word: simplemma.lemmatize(word, lang="fr"),
    }
