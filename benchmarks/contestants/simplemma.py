"""simplemma: lemmas from a dictionary of forms."""

from __future__ import annotations

from collections.abc import Callable

import simplemma


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Membership, and the lemma as the nearest thing to readings."""
    simplemma.is_known("mot", lang="fr")  # its dictionary is read at the first question
    return {
        "simplemma: membership": lambda word: simplemma.is_known(word, lang="fr"),
        "simplemma: readings (lemma only)": lambda word: simplemma.lemmatize(word, lang="fr"),
    }
