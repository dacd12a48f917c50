"""pymorphy3: a compiled dictionary of Russian. It is asked about Russian words, since it has no French dictionary."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import cache
from itertools import islice

import pymorphy3

_PREFIXES = "абвгдезиклмнопрстуфхчшэя"


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the dictionary; return tasks that replace each question by a random word of that dictionary."""
    morph = pymorphy3.MorphAnalyzer()

    @cache
    def known() -> list[str]:
        # Drawn at the first question, so that the time of loading does not include it.
        russian_words = [
            word for prefix in _PREFIXES for word, *_ in islice(morph.dictionary.iter_known_words(prefix), 400)
        ]
        random.Random(7).shuffle(russian_words)
        return russian_words

    place = iter(range(1 << 62))

    def other(ask: Callable[[str], object]) -> Callable[[str], object]:
        return lambda _: ask(known()[next(place) % len(known())])

    return {
        "pymorphy3 (Russian): membership": other(morph.word_is_known),
        "pymorphy3 (Russian): readings": other(morph.parse),
    }
