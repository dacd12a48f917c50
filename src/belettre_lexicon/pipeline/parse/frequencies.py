"""wordfreq's large French list: spelling → Zipf value (log10 of occurrences per thousand million words).

The file is the gzipped msgpack cBpack: a header, then lists of words; the list number *i*
holds words of 10^(-i/100) occurrences per word.
"""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import msgpack

from ...errors import SourceError
from ..records import normalise

MEMBER = "wordfreq/data/large_fr.msgpack.gz"


def read(wheel: Path) -> dict[str, float]:
    """Zipf value by lower-case spelling: 0 is once in a thousand million words, 7 about « de »."""
    with zipfile.ZipFile(wheel) as archive:
        header, *buckets = msgpack.unpackb(gzip.decompress(archive.read(MEMBER)), raw=False)
    if header.get("format") != "cB" or header.get("version") != 1:
        raise SourceError(f"{MEMBER}: header {header!r} is not cB version 1")
    zipf: dict[str, float] = {}
    for centibels, words in enumerate(buckets):
        for word in words:
            zipf.setdefault(normalise(word), round(9 - centibels / 100, 2))
    return zipf
