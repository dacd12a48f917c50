"""Entries of installed StarDict dictionaries, read with the library pystardict (extra ``stardict``).

No dictionary is bundled; Debian's package stardict-xmlittre is the Littré. The text of an entry is only shown, and has
no influence on verdicts. Start reading at ``entries``.
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
#: Maximum number of characters shown of an entry; the Littré's « faire » would fill a book.
MAX_TEXT = 4000
_TAG = re.compile(r"<[^<>]{0,200}>")


def _dictionaries() -> list[Path]:
    """Return the .ifo files of all dictionaries, those of STARDICT_DATA_DIR first."""
    folders = os.environ.get("STARDICT_DATA_DIR", "").split(os.pathsep) + list(_FOLDERS)
    return [path for folder in folders if folder for path in sorted(Path(folder).expanduser().glob("**/*.ifo"))]


def present() -> bool:
    """Whether any StarDict dictionary is installed."""
    return bool(_dictionaries())


def readable() -> bool:
    """Whether pystardict, which reads the dictionaries, is installed."""
    return importlib.util.find_spec("pystardict") is not None


def entries(word: str, lemmas: list[str]) -> Iterator[tuple[str, str]]:
    """Yield (heading, text) for each entry on the word, or else on the first of its lemmas that has one.

    At most three entries come from each dictionary. A damaged dictionary is skipped silently: the entries are only
    an addition to the lexicon's own answer.
    """
    if not readable():
        return
    from pystardict import Dictionary

    for path in _dictionaries():
        try:
            dictionary = Dictionary(str(path.with_suffix("")))
            headwords = _index(dictionary)
            for candidate in dict.fromkeys([word, *lemmas]):
                for headword in headwords.get(fold(candidate), ())[:3]:
                    yield f"{dictionary.ifo.bookname} — {headword}", _plain(dictionary[headword])
                if fold(candidate) in headwords:
                    break
        except Exception:  # noqa: BLE001  the library raises bare Exception for every kind of damage
            continue


def _index(dictionary: object) -> dict[str, list[str]]:
    """Return the headwords of a dictionary by their folded first word: « Abaisser (S') » under "abaisser"."""
    headwords: dict[str, list[str]] = {}
    for headword in dictionary.idx._idx:  # type: ignore[attr-defined]
        text = headword.decode("utf-8", "replace") if isinstance(headword, bytes) else str(headword)
        headwords.setdefault(fold(re.split(r"[,.( ]", text)[0]), []).append(text)
    return headwords


def _plain(text: str) -> str:
    """Return the text of an entry without markup and control characters, cut at MAX_TEXT."""
    plain = html.unescape(_TAG.sub("", text)).strip()
    plain = "".join(c for c in plain if c.isprintable() or c in "\n")
    return plain if len(plain) <= MAX_TEXT else plain[:MAX_TEXT].rsplit(" ", 1)[0] + " …"
