"""Parser of Grammalecte's ``French.lex`` (forms) and ``FRANCAIS.dic`` (labels of entries).

A row of French.lex is ``form TAB lemma TAB :tag:tag#extra;sem/spelling-set``, for example
``étouffes  étouffer  :V1_it_q_zz:Ip:Sp:2s/*`` or ``grande  grand  :N:A:f:s/*``. Spelling sets: ``*`` (all variants),
``M`` (classical), ``R`` (reform of 1990), ``C`` and ``A`` (other accepted spellings), ``X`` (rarer spellings). A row of
FRANCAIS.dic is ``lemma/flags TAB po:… TAB lx:… …``, where ``po:`` is a part of speech and ``lx:`` a label.
"""

from __future__ import annotations

import tarfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

from lexicons.build.records import Rejects, SourceRecord, normalise, why_no_word

LEXICON = "Grammalecte/lexicons/French.lex"
ENTRIES = "Grammalecte/gc_lang/fr/dictionnaire/orthographe/FRANCAIS.dic"

_MOODS = {"Ip": "pres", "Iq": "impf", "Is": "past", "If": "fut", "K": "cond", "Sp": "subj", "Sq": "sbim", "E": "imp"}
_PERSONS = ("1s", "2s", "3s", "1p", "2p", "3p")
_GRAMMATICAL = {"D": "D", "C": "C", "R": "R", "O": "O", "W": "W", "X": "W", "U": "W"}
#: Maps the labels of FRANCAIS.dic (``lx:``) that the lexicon keeps to its own labels (``grammar.LABELS``).
_LABELS = {
    "rare": "rare",
    "vx": "old",
    "vieux": "old",
    "désuet": "old",
    "fam": "familiar",
    "arg": "slang",
    "argot": "slang",
    "péj": "pejorative",
    "pej": "pejorative",
    "rég": "regional",
    "reg": "regional",
    "oïl": "regional",
    "gascon": "regional",
    "basq": "regional",
    "belg": "belgian",
    "helv": "swiss",
    "québ": "quebec",
    "afr": "african",
    "néo": "neologism",
    "alt": "variant",
    "var": "variant",
    "dép": "brand",
}
#: The label of records for abbreviations, symbols and acronyms. Decisions by hand say which of these are words.
ABBREVIATION = "abbreviation"
#: Labels of FRANCAIS.dic (``lx:``) for abbreviations, symbols and acronyms (W5).
_ABBREVIATIONS = {"sig", "symb", "abr", "abty", "cc", "unit_symb"}


def read(archive: Path, rejects: Rejects) -> Iterator[SourceRecord]:
    """Yield every reading of the Grammalecte lexicon; rows that are left out are counted in *rejects* by reason."""
    with tarfile.open(archive) as tar:
        labels = _read_labels(_lines(tar, ENTRIES))
        for line in _lines(tar, LEXICON):
            if line.startswith("#") or line.count("\t") != 2:
                if line and not line.startswith("#"):
                    rejects.add("malformed", line)
                continue
            spelling, lemma, tail = line.split("\t")
            spelling, lemma = normalise(spelling), normalise(lemma)
            if reason := why_no_word(spelling):
                rejects.add(reason, line)
                continue
            tags, _, spelling_set = tail.rpartition("/")
            found = labels.get(lemma, {})
            for record in _readings(spelling, lemma, tags.partition(";")[0], rejects):
                marks = found.get(_family(record.pos), found.get("other", frozenset()))
                kept = {_LABELS[mark] for mark in marks if mark in _LABELS} | set(record.labels)
                if spelling_set == "R":
                    kept.add("reform1990")
                if marks & _ABBREVIATIONS and record.pos not in "VP":
                    kept.add(ABBREVIATION)
                elif "sig" in marks:
                    # The acronym of an organisation is both a name and an abbreviation: two reasons to refuse it (W10).
                    yield SourceRecord(spelling, lemma, "Z")
                yield record._replace(labels=tuple(sorted(kept)))


def _lines(tar: tarfile.TarFile, name: str) -> Iterator[str]:
    stream = tar.extractfile(name)
    if stream is None:
        raise KeyError(name)
    for line in stream:
        yield line.decode("utf-8").rstrip("\r\n")


def _family(pos: str) -> str:
    """Return the word class of a part of speech: "V" (verb), "P" (proper name) or "other".

    Forms are matched with the entries of FRANCAIS.dic by lemma and word class.
    """
    return "V" if pos == "V" else "P" if pos == "P" else "other"


def _read_labels(lines: Iterator[str]) -> dict[str, dict[str, frozenset[str]]]:
    """Return the labels shared by all entries of a lemma: lemma → word class ("V", "P" or "other") → labels.

    ``_family`` defines the word classes.
    """
    entries: dict[str, dict[str, list[set[str]]]] = defaultdict(lambda: defaultdict(list))
    for line in lines:
        head, *fields = line.split("\t")
        pos = {field[3:] for field in fields if field.startswith("po:")}
        kind = "V" if any(p[:2] in ("v1", "v2", "v3", "v0") for p in pos) else "other"
        if pos & {"npr", "prn", "patr"}:
            kind = "P"
        lemma = normalise(head.partition("/")[0])
        entries[lemma][kind].append({field[3:] for field in fields if field.startswith("lx:")})
    return {
        lemma: {kind: frozenset(set.intersection(*sets)) for kind, sets in kinds.items()}
        for lemma, kinds in entries.items()
    }


def _readings(spelling: str, lemma: str, tags: str, rejects: Rejects) -> Iterator[SourceRecord]:
    tags, *extras = tags.split("#")
    labels = ("gentile",) if "G" in extras else ()
    parts = tags.split(":")[1:]
    gender = next((p for p in parts if p in ("m", "f", "e")), "")
    number = next((p for p in parts if p in ("s", "p", "i")), "")
    if number == "i" and spelling == lemma + "s":
        number = "p"  # « des valeurs limites »: a plural that the source lists beside an invariable use
    head = parts[0]
    if head.startswith("V"):
        yield from _verb(spelling, lemma, parts[1:], gender, number)
    elif head.startswith(("M", "P")) or {"P", "C"} & set(extras) or (spelling[0].isupper() and "G" not in extras):
        yield SourceRecord(spelling, lemma, "P", gender, number)
    elif head.startswith(("É", "Z", "F", "@")) or head in ("Br",):
        rejects.add("fragment" if head[0] in "ÉF" else "affix", f"{spelling} {tags}")
    elif head == "G":
        kinds = {_GRAMMATICAL[p[0]] for p in parts[1:] if p[0] in _GRAMMATICAL}
        if not kinds:
            rejects.add("fragment", f"{spelling} {tags}")
        for pos in sorted(kinds):
            yield SourceRecord(spelling, lemma, pos, gender if pos in "DO" else "", number if pos in "DO" else "")
    else:
        simple = {"N": "N", "A": "A", "W": "W", "X": "W", "J": "J", "B": "B", "T": "N"}
        kinds = {simple[p] for p in parts if p in simple}
        if not kinds:
            rejects.add("unknown_tag", f"{spelling} {tags}")
        for pos in sorted(kinds):
            varies = pos in "NAB"
            yield SourceRecord(spelling, lemma, pos, gender if varies else "", number if varies else "", (), labels)


def _verb(spelling: str, lemma: str, parts: list[str], gender: str, number: str) -> Iterator[SourceRecord]:
    if "Y" in parts:
        yield SourceRecord(spelling, lemma, "V", forms=("inf",))
    if "P" in parts:
        yield SourceRecord(spelling, lemma, "V", forms=("ppr",))
    if "Q" in parts:
        yield SourceRecord(spelling, lemma, "V", gender.replace("e", "m"), number.replace("i", "s"), ("ppa",))
    persons = [p for p in (part.rstrip("!").replace("ś", "s") for part in parts) if p in _PERSONS]
    moods = [_MOODS[part] for part in parts if part in _MOODS]
    if moods and persons:
        yield SourceRecord(spelling, lemma, "V", forms=tuple(sorted({m + p for m in moods for p in persons})))
