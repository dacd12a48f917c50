"""Entries of the StarDict dictionaries installed on the machine, read by the library pystardict (extra ``stardict``).

None is bundled; Debian's package stardict-xmlittre is the Littré. Their text is shown to the
person who asks and never enters a verdict.
"""

from __future__ import annotations

import html
import importlib.util
import os
import re
from pathlib import Path

from ..letters import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDERS = (
    "/usr/share/stardict/dic",
    "/usr/local/share/stardict/dic",
    "~/.stardict/dic",
    "~/.local/share/stardict/dic",
)
#: Longest text shown of one entry; the Littré's « faire » fills a book.
MAX_TEXT = 4000
_TAG = re.compile(r"<[^<>]{0,200}>")


def _dictionaries() -> list[Path]:
    folders = os.environ.get("STARDICT_DATA_DIR", "").split(os.pathsep) + list(_FOLDERS)
    return [path for folder in folders if folder for path in sorted(Path(folder).expanduser().glob("**/*.ifo"))]


def present() -> bool:
    """Whether some StarDict dictionary is installed."""
    return bool(_dictionaries())


def readable() -> bool:
    """Whether the library that reads them is installed."""
    return importlib.util.find_spec("pystardict") is not None


def entries(word: str, lemmas: list[str]) -> Iterator[tuple[str, str]]:
    """(dictionary, text) for the word, else for its first lemma that has an entry.

    A dictionary that cannot be read is passed over: it is a courtesy beside the lexicon's own answer.
    """
    if not readable():
        return
    from pystardict import Dictionary

    for path in _dictionaries():
        try:
            dictionary = Dictionary(str(path.with_suffix("")))
            headwords = _index(dictionary)
            for name in dict.fromkeys([word, *lemmas]):
                for headword in headwords.get(fold(name), ())[:3]:
                    yield f"{dictionary.ifo.bookname} — {headword}", _plain(dictionary[headword])
                if fold(name) in headwords:
                    break
        except Exception:  # noqa: BLE001  the library raises bare Exception for every kind of damage
            continue


def _index(dictionary: object) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for headword in dictionary.idx._idx:  # type: ignore[attr-defined]
        text = headword.decode("utf-8", "replace") if isinstance(headword, bytes) else str(headword)
        found.setdefault(fold(re.split(r"[,.( ]", text)[0]), []).append(text)
    return found


def _plain(text: str) -> str:
    plain = html.unescape(_TAG.sub("", text)).strip()
    plain = "".join(c for c in plain if c.isprintable() or c in "\n")
    return plain if len(plain) <= MAX_TEXT else plain[:MAX_TEXT].rsplit(" ", 1)[0] + " …"
