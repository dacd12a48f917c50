"""A search on damaged parts of the file: one clear error, wherever the damage is noticed."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any

import pytest

from belettre_lexicon import Lexicon, LexiconError
from belettre_lexicon.base.values import Cache
from belettre_lexicon.lexicon.find.search import Search, SearchQuery, Word


@pytest.fixture
def search() -> Search:
    """A search of its own, so that it may be damaged."""
    lexicon = Lexicon.open()
    return Search(lexicon.store, lambda: lexicon.family_index, lexicon.matrix)


def far_columns(search: Search) -> None:
    """Let every column point behind the last key."""
    search.matrix.columns = memoryview(array("I", [2**32 - 1]) * search.matrix.size)


@pytest.mark.parametrize(
    "read",
    [
        lambda search: Word(search, 0).key,
        lambda search: Word(search, 0).spelling,
        lambda search: Word(search, 0).zipf,
        lambda search: Word(search, 0).labels,
        lambda search: search.find(SearchQuery(search, "k"), order="alpha"),
        lambda search: search.find(SearchQuery(search, labels=()), limit=3),
        lambda search: search.count(SearchQuery(search, "k", labels=())),
    ],
)
def test_a_column_that_points_nowhere_is_damage(search: Search, read: Callable[[Search], Any]) -> None:
    """The error names the file, the part and the command that looks for more."""
    far_columns(search)

    with pytest.raises(LexiconError, match=r"fr\.lexicon: the words by letters are damaged; run: belettre lexicon"):
        read(search)


def test_a_near_word_that_points_nowhere_is_damage() -> None:
    """Suggestions two edits away read the same columns, with the same error."""
    lexicon = Lexicon.open()
    lexicon.matrix.columns = memoryview(array("I", [2**32 - 1]) * lexicon.matrix.size)

    with pytest.raises(LexiconError, match=r"fr\.lexicon: the words by letters are damaged; run: belettre lexicon"):
        lexicon.suggest("valkonner")


@pytest.mark.parametrize(
    "ask",
    [
        lambda search, query: search.find(query),
        lambda search, query: search.find(query, order="alpha"),
        lambda search, query: search.count(query),
    ],
)
def test_bits_that_cannot_be_read_are_damage(search: Search, ask: Callable[[Search, SearchQuery], Any]) -> None:
    """Finding and counting notice it before any word is read."""
    none: dict[tuple[str, int], int] = {}
    search.matrix.blocks["k"].rows = Cache(none.__getitem__)

    with pytest.raises(LexiconError, match="the words by letters are damaged"):
        ask(search, SearchQuery(search, "k", "w"))
