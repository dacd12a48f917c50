"""Compiles the lexicon: turns the text layers into one file (``lexicon.file.container``, ``lexicon.file.packing``).

Start at ``compile_folder``. A *layer* is a sorted text file of readings, frequencies or links; a *reading* is one
grammatical analysis of a spelling. The same layers always compile to the same bytes, on every machine and at any time.
The file contains every reading of the layers and no others; a test checks this.

A lexicon may be compiled without attestations and frequencies, whose licences differ from the MPL. An *attestation*
records that a source lists a reading or a link although the layer of that reading or link is not made from this source:
for example, Lexique (CC BY-SA) lists most readings of the layer ``core``, which is made from Grammalecte (MPL).
Attestations are shown to players, but no verdict depends on them. NOTICE.md describes the licences.
"""

from __future__ import annotations

import os
import tomllib
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from ...base.errors import LayerError
from ...french.grammar import (
    ACCENTS_MATTER,
    EVIDENCE,
    GHOST,
    HEADWORD_BITS,
    PLAIN_IS_OTHER,
    SOURCE_LETTERS,
    STATUSES,
    is_participle,
    reading_mask,
)
from ...french.letters import is_compound
from ..file.container import PartData, array_part, open_container, read_container, write_container
from ..file.packing import (
    pack_about,
    pack_analysis,
    pack_gloss,
    pack_sources,
    pack_starts,
    pack_texts,
    pack_zipf,
    spelling_patch,
)
from ..file.store import Store
from ..file.trie import build_trie
from ..kin.families import Families
from .families import compile_families
from .layers import (
    GLOSSES,
    Glosses,
    LayerReading,
    applies_to,
    check_glosses,
    is_tag,
    read_frequencies,
    read_glosses,
    read_readings,
)
from .links import NODE_STATUSES, LexemeKey, LinkRow, Links, check_links, lexemes_of, read_links
from .search import compile_search

#: The edition of the data, as year and month; it is shown with every verdict.
EDITION = "2026.11"
#: The layers of readings that make up a full lexicon.
READING_LAYERS = ("core", "extra")
ATTESTATIONS: Final = "attestations"
FREQUENCY: Final = "frequency"
#: The parts that ``compile_folder`` can leave out.
OPTIONAL_PARTS = (ATTESTATIONS, FREQUENCY)
#: Layer of readings → the letters of the sources that it is made from; R stands for our own decisions.
OWN_SOURCES = {"core": "GR", "extra": "LDR"}
#: The letters of the evidence that is our own work: the grammar of derivation, and decisions by hand.
OWN_EVIDENCE = "FR"
#: The text that is shown as the sources of the layer of families if attestations are left out.
OWN_WORK = "belettre-lexicon (grammar of derivation, decisions by hand)"
_EXPECTED_LAYERS = f"expected one or more of {', '.join(READING_LAYERS)}, separated by spaces"
#: The letters of the statuses (``grammar.STATUSES``), playable ones first, and of the parts of speech
#: (``grammar.POS``), determiners and pronouns first, in the order of the readings of a key.
_STATUS_ORDER, _POS_ORDER = "".join(STATUSES), "DONVAWRCJBPZ"
#: How much rarer than the commonest lemma of a key a lemma is that players hardly mean, on the Zipf scale.
_HARDLY_MEANT = 1.5


def compile_folder(
    layers: Path, target: Path, names: Sequence[str] = READING_LAYERS, without: Collection[str] = ()
) -> int:
    """Compile the layers in the folder *layers* into the file *target*; return the size of the file in bytes.

    names    the layers of readings to use; with ``("core",)``, the file contains only readings under the MPL
    without  the parts to leave out, from ``OPTIONAL_PARTS``

    The file is verified before it replaces an earlier one. Raises LayerError for a missing file, for a line that cannot
    be parsed, for faulty links, for a gloss whose word is missing, for invalid *names*, for an unknown part to leave
    out, and for a lexicon that exceeds a limit of the file format. Raises LexiconError if verification fails.
    """
    names = _checked_layers(names, "layers")
    if unknown := [part for part in without if part not in OPTIONAL_PARTS]:
        raise LayerError(f"part {unknown[0]!r} cannot be left out, expected {' or '.join(OPTIONAL_PARTS)}")
    attested = ATTESTATIONS not in without
    used = [name for name in (*names, FREQUENCY, "families", "glosses") if name not in without]
    for file in (f"{name}.{suffix}" for name in used for suffix in ("tsv", "toml")):
        if not (layers / file).is_file():
            raise LayerError(f"{layers}: the layer file {file} is missing")
    readings: list[LayerReading] = []
    for name in names:
        layer = read_readings(layers / f"{name}.tsv")
        readings += layer if attested else without_attestations(name, layer)
    zipf = read_frequencies(layers / "frequency.tsv") if FREQUENCY not in without else {}
    about = {"edition": EDITION, "layers": " ".join(names)}
    for name in used:
        manifest = tomllib.loads((layers / f"{name}.toml").read_text(encoding="utf-8"))
        about[f"{name}.licence"] = manifest["licence"]
        about[f"{name}.rows"] = str(manifest["kept"])
        about[f"{name}.sources"] = "; ".join(f"{s['attribution']}" for s in manifest["source"])
    links = read_links(layers / "families.tsv")
    # Some layers alone lack some lexemes of links, so that only circles are looked for then.
    named = {*links, *(base for link in links.values() for base in link.bases)}
    check_links(links, lexemes_of(readings) if names == READING_LAYERS else named)
    if not attested:
        links, about["families.sources"] = links_without_attestations(links), OWN_WORK
    glosses = read_glosses(layers / GLOSSES)
    if names == READING_LAYERS:
        check_glosses(glosses, readings)
    data = compile_readings(readings, zipf, about, links, glosses)
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".new")
    beside.write_bytes(data)
    open_container(str(beside), verify=True)
    os.replace(beside, target)
    return len(data)


def parse_layers(text: str | None) -> tuple[str, ...]:
    """Return the layers of readings that *text*, the value of the environment variable ``BELETTRE_LAYERS``, names.

    The names in *text* are separated by spaces; None, for a variable that is not set, selects all layers. The result is
    in the order of READING_LAYERS. Raises LayerError if *text* names no layer, an unknown layer, or a layer twice.

    >>> parse_layers("extra core"), parse_layers("core"), parse_layers(None)
    (('core', 'extra'), ('core',), ('core', 'extra'))
    """
    return READING_LAYERS if text is None else _checked_layers(text.split(), f"BELETTRE_LAYERS={text!r:.80}")


def _checked_layers(names: Sequence[str], what: str) -> tuple[str, ...]:
    """Return *names* in the order of READING_LAYERS. Raises LayerError, starting with *what*, if they are invalid."""
    for number, name in enumerate(names):
        if name not in READING_LAYERS or name in names[:number]:
            fault = "named twice" if name in READING_LAYERS else "unknown"
            raise LayerError(f"{what}: layer {name!r:.40} is {fault}; {_EXPECTED_LAYERS}")
    if not names:
        raise LayerError(f"{what}: no layer is named; {_EXPECTED_LAYERS}")
    return tuple(name for name in READING_LAYERS if name in names)


def without_attestations(layer: str, readings: Iterable[LayerReading]) -> Iterator[LayerReading]:
    """Yield the readings of the layer named *layer*, which keep only the layer's own sources (OWN_SOURCES).

    Raises LayerError for a reading that only other sources list, because it would be left without a source.
    """
    others = _deletions(SOURCE_LETTERS, OWN_SOURCES[layer])
    for reading in readings:
        sources = reading.sources.translate(others)
        if not sources:
            raise LayerError(f"{layer}: reading {reading.spelling!r} is only attested, by {reading.sources}")
        yield reading._replace(sources=sources)


def links_without_attestations(links: Mapping[LexemeKey, LinkRow]) -> Links:
    """Return the links, keeping only the evidence from our own grammar and decisions (OWN_EVIDENCE).

    Raises LayerError for a link that would be left without evidence.
    """
    others = _deletions("".join(EVIDENCE), OWN_EVIDENCE)
    stripped = {lexeme: link._replace(evidence=link.evidence.translate(others)) for lexeme, link in links.items()}
    for lexeme, link in stripped.items():
        if not link.evidence:
            raise LayerError(f"families: {lexeme} is only attested, by {links[lexeme].evidence}")
    return stripped


def _deletions(letters: str, kept: str) -> dict[int, None]:
    """Return the table for ``str.translate`` that deletes *letters*, except those in *kept*."""
    return {ord(letter): None for letter in letters if letter not in kept}


def compile_readings(
    readings: Iterable[LayerReading],
    zipf: dict[str, float],
    about: dict[str, str],
    links: Mapping[LexemeKey, LinkRow] | None = None,
    glosses: Glosses | None = None,
) -> bytes:
    """Return the bytes of a compiled lexicon with these readings, links and glosses.

    zipf     spelling → frequency on the Zipf scale, the base-10 logarithm of occurrences per billion words; the
             frequency of a spelling without an entry is 0
    about    entries that describe the build: name → text. "edition" is required and also written to the file's header
    links    lexeme → its link to the lexemes that it is built on (W8); None for a lexicon without families
    glosses  the rows of the layer of glosses (``read_glosses``); None for a lexicon without glosses

    Raises LayerError for a spelling that does not fold to letters a-z, for a tag that is not one of ``grammar``, and
    for a lexicon that exceeds a limit of the file format.
    Raises LexiconError for a spelling that cannot be packed (``spelling_patch``).
    """
    by_key: dict[str, list[tuple[str, LayerReading]]] = defaultdict(list)
    tags: set[str] = set()
    for reading in readings:
        if reading.tag not in tags:
            if not is_tag(reading.tag):
                raise LayerError(f"{reading.spelling!r}: invalid tag {reading.tag!r}, expected one such as 'N.f.s'")
            tags.add(reading.tag)
        key, patch = spelling_patch(reading.spelling)
        if not (key.isascii() and key.isalpha()):
            raise LayerError(f"spelling {reading.spelling!r} folds to {key!r}: letters a-z expected")
        by_key[key].append((patch, reading))
    trie, order = build_trie(by_key)
    #: Distinct texts by their numbers, which count from 0 in the order in which the texts are met.
    kinds: dict[str, int] = {}
    spells: dict[str, int] = {}
    class_of: dict[int, int] = {}
    classes: list[int] = []
    starts: list[int] = []
    packed: list[tuple[str, LayerReading]] = []
    for key in order:
        starts.append(len(packed))
        entries = by_key[key] = _in_order(by_key[key], zipf)
        mask = _mask([reading for _, reading in entries])
        if (number_of_class := class_of.setdefault(mask, len(class_of))) > 255:
            raise LayerError("more than 256 classes of words: the format needs wider numbers")
        classes.append(number_of_class)
        packed += entries
    patches = [spells.setdefault(patch, len(spells)) for patch, _ in packed]
    analysis = [
        kinds.setdefault(pack_analysis(r.spelling, r.lemma, r.tag, r.status, r.labels), len(kinds)) for _, r in packed
    ]
    for what, texts in (("analyses", kinds), ("spelling patches", spells)):
        if len(texts) > 1 << 16:
            raise LayerError(f"more than 65,536 {what}: the format needs wider numbers")
    glossed = {
        number: pack_gloss(gloss.text, gloss.dictionaries)
        for number, (_, reading) in enumerate(packed)
        if applies_to(reading) and (gloss := (glosses or {}).get((reading.spelling, reading.tag[0])))
    }
    families, counts = compile_families([[r for _, r in by_key[key]] for key in order], links or {})
    about = {**about, **counts}
    parts: list[PartData] = [
        ("trie", trie, len(order)),
        array_part("masks", class_of),
        array_part("classes", classes),
        *pack_starts(starts, len(packed)),
        array_part("analysis", analysis),
        array_part("patches", patches),
        array_part("sources", [pack_sources(reading.sources) for _, reading in packed]),
        array_part("zipf", [pack_zipf(zipf.get(reading.spelling, 0.0)) for _, reading in packed]),
        ("kinds", pack_texts(list(kinds)), len(kinds)),
        ("spells", pack_texts(list(spells)), len(spells)),
        array_part("glossed", glossed),
        ("glosses", pack_texts(list(glossed.values())), len(glossed)),
        *families,
        ("about", pack_about(about), len(about)),
    ]
    # The parts of the search are made from the opened lexicon, so that they agree with what is read at run time.
    data = write_container(about["edition"], parts)
    store = Store(read_container(memoryview(data), "the lexicon being compiled"))
    return write_container(about["edition"], [*parts, *compile_search(store, Families(store))])


def _in_order(entries: Iterable[tuple[str, LayerReading]], zipf: Mapping[str, float]) -> list[tuple[str, LayerReading]]:
    """Return the readings of a key in the order in which verdicts name them: playable ones first, and last those of
    lemmas that players hardly mean beside a much more frequent one: « brillanter » beside « brillant ».

    Each reading comes with what distinguishes its spelling from the key.
    """
    entries = list(entries)
    commonest = max(zipf.get(reading.lemma, 0.0) for _, reading in entries)

    def place(entry: tuple[str, LayerReading]) -> tuple[object, ...]:
        reading = entry[1]
        if reading.status in NODE_STATUSES:
            return _STATUS_ORDER.index(reading.status), False, 0, reading.sort_key
        rare = zipf.get(reading.lemma, 0.0) < commonest - _HARDLY_MEANT
        return len(_STATUS_ORDER), rare, _POS_ORDER.index(reading.tag[0]), reading.sort_key

    return sorted(entries, key=place)


def _mask(readings: list[LayerReading]) -> int:
    """Return the mask of a key, given its readings: one bit for each kind of reading (``grammar.mask_bit``).

    The bits ACCENTS_MATTER and PLAIN_IS_OTHER compare the spellings of the key (W4). A spelling without accents that is
    only a name or a ghost stands for the accented ones (``Store.meant``).
    """
    masks: dict[str, int] = defaultdict(int)
    participial = {r.spelling.lower() for r in readings if is_participle(STATUSES[r.status], r.tag)}
    for reading in readings:
        spelling, status = reading.spelling.lower(), STATUSES[reading.status]
        compound = is_compound(spelling)
        masks[spelling] |= reading_mask(status, reading.tag, reading.labels, compound, spelling in participial)
    whole = 0
    for mask in masks.values():
        whole |= mask
    if len(set(masks.values())) == 1:
        return whole
    meant = {r.spelling.lower() for r in readings if r.tag != "P" and GHOST not in r.labels}
    plain = (mask for spelling, mask in masks.items() if spelling.isascii() and spelling in meant)
    return whole | ACCENTS_MATTER | (PLAIN_IS_OTHER if any(whole & ~mask & HEADWORD_BITS for mask in plain) else 0)
