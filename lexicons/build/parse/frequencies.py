"""Parser of wordfreq's large French list of word frequencies.

The file is a gzipped msgpack in wordfreq's format cBpack: a header, then lists of words, numbered from 0. A word of
list number *i* makes up 10^(-i/100) of all running words, so its frequency is 9 - i/100 on the Zipf scale (base-10
logarithm of occurrences per billion words).
"""

from __future__ import annotations

import gzip
import zipfile
from pathlib import Path

import msgpack

from belettre_lexicon.base.errors import SourceError
from lexicons.build.records import normalise

MEMBER = "wordfreq/data/large_fr.msgpack.gz"


def read(wheel: Path) -> dict[str, float]:
    """Return a mapping from lower-case spelling to frequency on the Zipf scale.

    A frequency of 0 is one occurrence in a billion words; « de » is above 7. Raises SourceError if the file has another
    format.
    """
    with zipfile.ZipFile(wheel) as archive:
        header, *buckets = msgpack.unpackb(gzip.decompress(archive.read(MEMBER)), raw=False)
    if header.get("format") != "cB" or header.get("version") != 1:
        raise SourceError(f"{MEMBER}: header {header!r} is not cB version 1")
    zipf: dict[str, float] = {}
    for centibels, words in enumerate(buckets):
        for word in words:
            zipf.setdefault(normalise(word), round(9 - centibels / 100, 2))
    return zipf
