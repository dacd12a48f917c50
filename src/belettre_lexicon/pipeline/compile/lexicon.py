"""Text layers → the compiled lexicon (``lexicon.container``, ``lexicon.packing``). Start at ``compile_folder``.

The same layers give the same bytes: neither the clock nor the machine has any influence. The file holds every reading
of the layers and no other; a test reads them all back.
"""

from __future__ import annotations

import os
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

import marisa_trie

from ...errors import LayerError
from ...grammar import ACCENTS_MATTER, STATUSES, reading_mask
from ...letters import is_compound
from ...lexicon.container import PartData, array_part, read_container, write_container
from ...lexicon.families import Families
from ...lexicon.packing import (
    pack_about,
    pack_analysis,
    pack_sources,
    pack_starts,
    pack_texts,
    pack_zipf,
    spelling_patch,
)
from ...lexicon.store import Store
from ..kin.lexemes import LexemeKey, lexemes_of
from ..kin.links import LinkRow, check_links, read_links
from ..layers import LayerReading, read_frequencies, read_readings
from .families import compile_families
from .search import compile_search

#: Year and month of the data, shown with every verdict.
EDITION = "2026.11"
#: The layers of readings of a whole lexicon.
READING_LAYERS = ("core", "extra")
#: Letters of the statuses in the order in which the readings of a key stand: playable ones first.
_STATUS_ORDER = "".join(STATUSES)


def compile_folder(layers: Path, target: Path, names: Sequence[str] = READING_LAYERS) -> int:
    """Compile the layers of a folder into the file *target*; return its size in bytes.

    *names* chooses layers of readings: ``("core",)`` gives a lexicon under the MPL alone.
    Raises LayerError for a line that does not parse, and for a lexicon that outgrows the format.
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
    """Return the lexemes that links name. A lexicon of fewer layers lacks some of them; their links are left out."""
    return {*links, *(base for link in links.values() for base in link.bases)}


def compile_readings(
    readings: Iterable[LayerReading],
    zipf: dict[str, float],
    about: dict[str, str],
    links: Mapping[LexemeKey, LinkRow] | None = None,
) -> bytes:
    """Return the bytes of a compiled lexicon with these readings and links.

    *zipf* maps a spelling to its frequency on the Zipf scale: the base-10 logarithm of occurrences per billion words;
    0 for a missing spelling. *about* describes the build; its entry "edition" also goes into the file's header.
    """
    by_key: dict[str, list[tuple[str, LayerReading]]] = defaultdict(list)
    for reading in readings:
        key, patch = spelling_patch(reading.spelling)
        if not (key.isascii() and key.isalpha()):
            raise LayerError(f"spelling {reading.spelling!r} folds to {key!r}: letters a-z expected")
        by_key[key].append((patch, reading))
    trie = marisa_trie.Trie(sorted(by_key))
    order = sorted(by_key, key=trie.__getitem__)
    kinds, spells = _NumberedTexts("analyses"), _NumberedTexts("spelling patches")
    class_of: dict[int, int] = {}
    classes: list[int] = []
    starts: list[int] = []
    analysis: list[int] = []
    patches: list[int] = []
    sources: list[int] = []
    steps: list[int] = []
    for key in order:
        starts.append(len(analysis))
        entries = by_key[key] = sorted(
            by_key[key], key=lambda entry: (_STATUS_ORDER.index(entry[1].status), entry[1].sort_key)
        )
        mask = _mask([reading for _, reading in entries])
        if (number_of_class := class_of.setdefault(mask, len(class_of))) > 255:
            raise LayerError("more than 256 classes of words: the format needs wider numbers")
        classes.append(number_of_class)
        for patch, reading in entries:
            analysis.append(
                kinds.number(
                    pack_analysis(reading.spelling, reading.lemma, reading.tag, reading.status, reading.labels)
                )
            )
            patches.append(spells.number(patch))
            sources.append(pack_sources(reading.sources))
            steps.append(pack_zipf(zipf.get(reading.spelling, 0.0)))
    families, counts = compile_families([[r for _, r in by_key[key]] for key in order], links or {})
    about = {**about, **counts}
    parts: list[PartData] = [
        ("trie", trie.tobytes(), len(order)),
        array_part("masks", class_of),
        array_part("classes", classes),
        *pack_starts(starts, len(analysis)),
        array_part("analysis", analysis),
        array_part("patches", patches),
        array_part("sources", sources),
        array_part("zipf", steps),
        ("kinds", pack_texts(kinds.texts), len(kinds.texts)),
        ("spells", pack_texts(spells.texts), len(spells.texts)),
        *families,
        ("about", pack_about(about), len(about)),
    ]
    # The parts of the search are made from the lexicon as the run time opens it.
    data = write_container(about["edition"], parts)
    store = Store(read_container(memoryview(data), "the lexicon being compiled"))
    return write_container(about["edition"], [*parts, *compile_search(store, Families(store))])


class _NumberedTexts:
    """Distinct texts, numbered in the order in which they come; 65,536 at most."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, text: str) -> int:
        """Return the number of a text; a new one is added. Raises LayerError when the numbers run out."""
        number = self._numbers.get(text)
        if number is None:
            number = self._numbers[text] = len(self.texts)
            self.texts.append(text)
            if number > 0xFFFF:
                raise LayerError(f"more than 65,536 {self.what}: the format needs wider numbers")
        return number


def _mask(readings: list[LayerReading]) -> int:
    """Return the mask of a key, with ACCENTS_MATTER if its spellings differ in what is playable (W4)."""
    masks: dict[str, int] = defaultdict(int)
    for reading in readings:
        compound = is_compound(reading.spelling)
        masks[reading.spelling] |= reading_mask(STATUSES[reading.status], reading.tag, reading.labels, compound)
    whole = 0
    for mask in masks.values():
        whole |= mask
    return whole | (ACCENTS_MATTER if len(set(masks.values())) > 1 else 0)
