"""Parser of FreeDict's dictionaries, which contain the headwords of the French Wiktionary.

WikDict generates these dictionaries from the Wiktionary. They are texts in the format dictd. A line such as
``mot /pʁɔ.nɔ̃.sja.sjɔ̃/ <n, fem>`` starts an entry.
"""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from pathlib import Path

from lexicons.build.records import Rejects, SourceRecord, normalise, why_no_word
from lexicons.build.sources.debian import members

_ENTRY = re.compile(r"^(\S[^/<\n]*?) (?:/[^<\n]*/ )?<([a-z, ]+)>$", re.MULTILINE)
_POS = {"n": "N", "adj": "A", "v": "V", "adv": "W", "pn": "P"}


def read(package: Path, rejects: Rejects) -> Iterator[SourceRecord]:
    """Yield one record per headword and tag; headwords that are left out are counted in *rejects* by reason.

    FreeDict gives no grammatical number, so all records except verbs get ``s`` (singular).
    """
    for data in members(package, (".dict.dz",)).values():
        text = gzip.decompress(data).decode("utf-8", "replace")
        for headword, tag in _ENTRY.findall(text):
            pos, _, gender = tag.partition(", ")
            spelling = normalise(headword.strip())
            if reason := why_no_word(spelling):
                rejects.add(reason, headword)
            elif pos not in _POS:
                rejects.add("no_part_of_speech", headword)
            elif _POS[pos] == "V":
                yield SourceRecord(spelling, spelling, "V", forms=("inf",))
            else:
                yield SourceRecord(spelling, spelling, _POS[pos], {"masc": "m", "fem": "f"}.get(gender, ""), "s")
