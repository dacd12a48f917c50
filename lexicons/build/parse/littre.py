"""Parser of Littré's headwords and their parts of speech, from the StarDict files of the Debian package.

``XMLittre.idx`` holds entries ``headword NUL offset size`` (offset and size: u32, big-endian). The article is at
this offset of the unzipped ``XMLittre.dict.dz``. It starts with ``<i><small>(pronunciation) s. f. plur.</small></i>``.
"""

from __future__ import annotations

import gzip
import re
import struct
from collections.abc import Iterator
from pathlib import Path

from lexicons.build.records import Rejects, SourceRecord, normalise, why_no_word
from lexicons.build.sources.debian import members

_HEADER = re.compile(r"<i><small>(?:\(.*?\)[ ,]*)?(.*?)</small></i>")


def articles(package: Path) -> Iterator[tuple[str, bytes]]:
    """Yield every index word with its article; several index words may have the same article."""
    files = members(package, (".idx", ".dict.dz"))
    index = next(data for name, data in files.items() if name.endswith(".idx"))
    text = gzip.decompress(next(data for name, data in files.items() if name.endswith(".dict.dz")))
    start = 0
    while start < len(index):
        stop = index.index(b"\0", start)
        offset, size = struct.unpack(">II", index[stop + 1 : stop + 9])
        yield index[start:stop].decode("utf-8"), text[offset : offset + size]
        start = stop + 9


def headword_of(index_word: str) -> str:
    """Return the spelling of an index word: its text up to the first comma, period, bracket or space, in lower case.

    >>> headword_of("JOUEUR, EUSE"), headword_of("ADIEU.1")
    ('joueur', 'adieu')
    """
    return normalise(re.split(r"[,.( ]", index_word)[0]).lower()


def read(package: Path, rejects: Rejects) -> Iterator[SourceRecord]:
    """Yield one record per headword and part of speech; headwords that are left out are counted in *rejects* by reason.

    Participles become verb forms (``ppa``, ``ppr``).
    """
    for index_word, article in articles(package):
        found = _HEADER.match(article[:400].decode("utf-8", "ignore"))
        spelling = headword_of(index_word)
        if reason := why_no_word(spelling):
            rejects.add(reason, index_word)
        elif not found:
            rejects.add("no_part_of_speech", index_word)
        else:
            yield from _readings(spelling, found[1].lower(), index_word, rejects)


def _readings(spelling: str, text: str, headword: str, rejects: Rejects) -> Iterator[SourceRecord]:
    number = "p" if "plur" in text else "s"
    kinds: list[SourceRecord] = []
    if "part. pass" in text or "part. prés" in text:
        kinds.append(SourceRecord(spelling, spelling, "V", "m", "s", ("ppa" if "pass" in text else "ppr",)))
    if re.search(r"\bv\. ?(a|n|r|réfl|imp|déf)|\bse conj|^v\.", text):
        kinds.append(SourceRecord(spelling, spelling, "V", forms=("inf",)))
    if re.search(r"\bs\. ?m\. ?et ?f|\bs\. ?m\. ?et ?s\. ?f|\bs\. ?des deux", text):
        kinds.append(SourceRecord(spelling, spelling, "N", "e", number))
    elif "s. f" in text or "s.f" in text:
        kinds.append(SourceRecord(spelling, spelling, "N", "f", number))
    elif re.search(r"\bs\. ?m|subst", text):
        kinds.append(SourceRecord(spelling, spelling, "N", "m", number))
    if re.search(r"\badj", text):
        kinds.append(SourceRecord(spelling, spelling, "A", "f" if re.search(r"adj\. ?f", text) else "m", "s"))
    for pattern, pos in ((r"\badv", "W"), (r"\bprép", "R"), (r"\bconj\b", "C"), (r"\binterj", "J"), (r"\bpron", "O")):
        if re.search(pattern, text):
            kinds.append(SourceRecord(spelling, spelling, pos))
    if not kinds:
        rejects.add("no_part_of_speech", f"{headword}: {text}")
    yield from kinds
