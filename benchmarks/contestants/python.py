"""What a programmer would write first: a set, sqlite3, a scan of a list, a regular expression."""

from __future__ import annotations

import re
import sqlite3
import unicodedata
from collections import defaultdict
from collections.abc import Callable


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """A set of all words."""
    return {"Python set: membership": set(words).__contains__}


def load_table(words: list[str]) -> dict[str, Callable[[str], object]]:
    """A table of all words, in memory."""
    base = sqlite3.connect(":memory:")
    base.execute("create table words (word text primary key) without rowid")
    base.executemany("insert into words values (?)", ((word,) for word in set(words)))
    return {"sqlite3: membership": lambda word: base.execute("select 1 from words where word = ?", (word,)).fetchone()}


def load_search(words: list[str]) -> dict[str, Callable[[str], object]]:
    """How many words start with an initial and hold three letters; *words* are all that may be played.

    A question is « initial TAB letters », its letters all different and none of them the initial; the initial may be
    empty.
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

    def scan(question: str) -> int:
        initial, letters = question.split("\t")
        a, b, c = tuple(letters)
        return sum(a in key and b in key and c in key for key in buckets[initial])

    def regex(question: str) -> int:
        initial, letters = question.split("\t")
        ahead = "".join(f"(?=.*{letter})" for letter in letters)
        return len(re.findall(f"^{ahead}.+$", texts[initial], re.MULTILINE))

    def table(question: str) -> int:
        initial, letters = question.split("\t")
        where = " and ".join(f"key like '%{letter}%'" for letter in letters)
        if initial:
            where = f"initial = '{initial}' and {where}"
        count: int = base.execute(f"select count(*) from words where {where}").fetchone()[0]
        return count

    return {"Python scan: count": scan, "regular expression: count": regex, "sqlite3: count": table}


def _fold(word: str) -> str:
    plain = word.replace("œ", "oe").replace("æ", "ae").replace("-", "").replace("'", "")
    return "".join(c for c in unicodedata.normalize("NFD", plain.lower()) if "a" <= c <= "z")
