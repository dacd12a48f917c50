"""The standard library alone, as a first version would use it: a set, sqlite3, a scan, a regular expression."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterator
from itertools import islice
from typing import Any

#: The most words that a search returns.
FOUND = 20


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Make a set of all words."""
    return {"Python set: membership": set(words).__contains__}


def load_table(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Make a table of all words in an in-memory database."""
    base = sqlite3.connect(":memory:")
    base.execute("create table words (word text primary key) without rowid")
    base.executemany("insert into words values (?)", ((word,) for word in set(words)))
    return {"sqlite3: membership": lambda word: base.execute("select 1 from words where word = ?", (word,)).fetchone()}


def load_search(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Index *words*, all playable words, most frequent first; return tasks that count words and find the first twenty.

    The words start with an initial and contain three letters. A question is « initial TAB letters »: the letters differ
    from each other and from the initial; an empty initial means any.
    """
    keys = [_fold(word) for word in words]
    buckets: dict[str, list[str]] = defaultdict(list)
    for key in keys:
        buckets[key[0]].append(key)
        buckets[""].append(key)
    texts = {initial: "\n".join(bucket) for initial, bucket in buckets.items()}
    base = sqlite3.connect(":memory:")
    base.execute("create table words (initial text, key text)")
    base.executemany("insert into words values (?, ?)", ((key[0], key) for key in keys))
    base.execute("create index by_initial on words (initial)")

    def scanned(question: str) -> Iterator[str]:
        initial, letters = question.split("\t")
        a, b, c = tuple(letters)
        return (key for key in buckets[initial] if a in key and b in key and c in key)

    def matched(question: str) -> Iterator[re.Match[str]]:
        initial, letters = question.split("\t")
        ahead = "".join(f"(?=.*{letter})" for letter in letters)
        return re.finditer(f"^{ahead}.+$", texts[initial], re.MULTILINE)

    def selected(question: str, what: str, end: str) -> list[tuple[Any, ...]]:
        initial, letters = question.split("\t")
        where = " and ".join(f"key like '%{letter}%'" for letter in letters)
        if initial:
            where = f"initial = '{initial}' and {where}"
        return base.execute(f"select {what} from words where {where} {end}").fetchall()

    return {
        "Python scan: count": lambda question: sum(1 for _ in scanned(question)),
        "regular expression: count": lambda question: sum(1 for _ in matched(question)),
        "sqlite3: count": lambda question: selected(question, "count(*)", "")[0][0],
        "Python scan: find 20": lambda question: list(islice(scanned(question), FOUND)),
        "regular expression: find 20": lambda question: [found[0] for found in islice(matched(question), FOUND)],
        "sqlite3: find 20": lambda question: selected(question, "key", f"order by rowid limit {FOUND}"),
    }


def _fold(word: str) -> str:
    plain = word.replace("œ", "oe").replace("æ", "ae").replace("-", "").replace("'", "")
    return "".join(c for c in unicodedata.normalize("NFD", plain.lower()) if "a" <= c <= "z")
