"""Text layers → the compiled lexicon (``lexicon.container``, ``lexicon.store``).

Deterministic: the same layers give the same bytes; nothing of the clock or of the machine
enters. Every reading of the layers is in the file and nothing else is; a test reads all back.
"""

from __future__ import annotations

import os
import tomllib
from array import array
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import marisa_trie

from ...errors import LayerError
from ...grammar import ACCENTS_MATTER, LABELS, SOURCE_LETTERS, STATUSES, reading_mask
from ...letters import is_compound
from ...lexicon.container import PartData, read, write
from ...lexicon.families import Families
from ...lexicon.packing import lemma_rule, pack_texts, spelling_patch
from ...lexicon.store import BLOCK, ZIPF_STEPS, Store
from ..kin.lexemes import LexemeKey, lexemes_of
from ..kin.links import LinkRow, check_links, read_links
from ..layers import LayerReading, read_frequencies, read_readings
from .families import compile_families
from .search import compile_search

#: Year and month of the data, shown with every verdict.
EDITION = "2026.11"
READING_LAYERS = ("core", "extra")
#: Highest Zipf value that fits a byte of steps.
_MOST_STEPS = 255
_STATUS_ORDER = "".join(STATUSES)


def compile_folder(layers: Path, target: Path, names: Sequence[str] = READING_LAYERS) -> int:
    """Compile the layers of a folder into *target*; return its size in bytes.

    *names* chooses layers of readings: ``("core",)`` gives a lexicon under the MPL alone.
    Raises LayerError for a line that does not parse and for a lexicon that outgrows the format.
    """
    readings = [reading for name in names for reading in read_readings(layers / f"{name}.tsv")]
    zipf = read_frequencies(layers / "frequency.tsv")
    about = {"edition": EDITION, "layers": " ".join(names)}
    for name in (*names, "frequency", "families"):
        manifest = tomllib.loads((layers / f"{name}.toml").read_text(encoding="utf-8"))
        about[f"{name}.licence"] = manifest["licence"]
        about[f"{name}.rows"] = str(manifest["kept"])
        about[f"{name}.sources"] = "; ".join(f"{s['attribution']}" for s in manifest["source"])
    links = read_links(layers / "families.tsv")
    check_links(links, lexemes_of(readings) if tuple(names) == READING_LAYERS else _named_in(links))
    data = compile_readings(readings, zipf, about, links)
    target.parent.mkdir(parents=True, exist_ok=True)
    beside = target.with_suffix(".new")
    beside.write_bytes(data)
    os.replace(beside, target)
    return len(data)


def _named_in(links: Mapping[LexemeKey, LinkRow]) -> set[LexemeKey]:
    """The lexemes that links name: a lexicon of fewer layers lacks some, whose links are left out."""
    return {*links, *(base for link in links.values() for base in link.bases)}


def compile_readings(
    readings: Iterable[LayerReading],
    zipf: dict[str, float],
    about: dict[str, str],
    links: Mapping[LexemeKey, LinkRow] | None = None,
) -> bytes:
    """The bytes of a compiled lexicon that holds these readings and links."""
    by_key: dict[str, list[tuple[str, LayerReading]]] = defaultdict(list)
    for reading in readings:
        key, patch = spelling_patch(reading.spelling)
        if not (key.isascii() and key.isalpha()):
            raise LayerError(f"spelling {reading.spelling!r} folds to {key!r}: letters a-z expected")
        by_key[key].append((patch, reading))
    trie = marisa_trie.Trie(sorted(by_key))
    order = sorted(by_key, key=trie.__getitem__)
    kinds, spells = _Table("analyses"), _Table("spelling patches")
    class_of: dict[int, int] = {}
    classes, starts, blocks = array("B"), array("B"), array("I")
    analysis, patches, sources, steps = array("H"), array("H"), array("B"), array("B")
    for number, key in enumerate(order):
        if number % BLOCK == 0:
            blocks.append(len(analysis))
        starts.append(_from_block(len(analysis), blocks))
        entries = by_key[key] = sorted(
            by_key[key], key=lambda entry: (_STATUS_ORDER.index(entry[1].status), entry[1].sort_key)
        )
        mask = _mask([reading for _, reading in entries])
        if (number_of_class := class_of.setdefault(mask, len(class_of))) > 255:
            raise LayerError("more than 256 classes of words: the format needs wider numbers")
        classes.append(number_of_class)
        for patch, reading in entries:
            analysis.append(kinds.number(_kind(reading)))
            patches.append(spells.number(patch))
            sources.append(sum(1 << bit for bit, letter in enumerate(SOURCE_LETTERS) if letter in reading.sources))
            steps.append(min(round(zipf.get(reading.spelling, 0.0) * ZIPF_STEPS), _MOST_STEPS))
    if len(order) % BLOCK == 0:
        blocks.append(len(analysis))
    starts.append(_from_block(len(analysis), blocks))
    families, counts = compile_families([[r for _, r in by_key[key]] for key in order], links or {})
    about = {**about, **counts}
    text = "".join(f"{name} = {value}\n" for name, value in about.items()).encode("utf-8")
    parts: list[PartData] = [
        ("trie", trie.tobytes(), len(order)),
        ("masks", array("H", class_of).tobytes(), len(class_of)),
        ("classes", classes.tobytes(), len(classes)),
        ("blocks", blocks.tobytes(), len(blocks)),
        ("starts", starts.tobytes(), len(starts)),
        ("analysis", analysis.tobytes(), len(analysis)),
        ("patches", patches.tobytes(), len(patches)),
        ("sources", sources.tobytes(), len(sources)),
        ("zipf", steps.tobytes(), len(steps)),
        ("kinds", pack_texts(kinds.texts), len(kinds.texts)),
        ("spells", pack_texts(spells.texts), len(spells.texts)),
        *families,
        ("about", text, len(about)),
    ]
    # What is searched is what the run time reads: the parts of the search are made from the lexicon as it opens.
    store = Store(read(memoryview(write(about["edition"], parts)), "the lexicon being compiled"))
    return write(about["edition"], [*parts, *compile_search(store, Families(store))])


def _from_block(reading: int, blocks: array[int]) -> int:
    if (distance := reading - blocks[-1]) > 255:
        raise LayerError(f"{distance} readings in a block of {BLOCK} words: the format holds 255")
    return distance


class _Table:
    """Distinct texts numbered as they come, 65,536 at most."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        found = self._numbers.get(text)
        if found is None:
            found = self._numbers[text] = len(self.texts)
            self.texts.append(text)
            if found > 0xFFFF:
                raise LayerError(f"more than 65,536 {self.what}: the format needs wider numbers")
        return found


def _kind(reading: LayerReading) -> str:
    labels = "".join(chr(97 + LABELS.index(label)) for label in reading.labels)
    return f"{lemma_rule(reading.spelling, reading.lemma)}\t{reading.tag}\t{reading.status}\t{labels}"


def _mask(readings: list[LayerReading]) -> int:
    """The mask of a key, with ACCENTS_MATTER when spellings of it differ in what is playable (W4)."""
    masks: dict[str, int] = defaultdict(int)
    for reading in readings:
        compound = is_compound(reading.spelling)
        masks[reading.spelling] |= reading_mask(STATUSES[reading.status], reading.tag, reading.labels, compound)
    whole = 0
    for mask in masks.values():
        whole |= mask
    return whole | (ACCENTS_MATTER if len(set(masks.values())) > 1 else 0)
