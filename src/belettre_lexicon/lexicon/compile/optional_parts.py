"""Leaves out what a lexicon may be compiled without: attestations and frequencies, whose licences differ from the MPL.

An *attestation* is the fact that a source lists a reading or a link, if the layer of the reading or link is not made
from that source: for example, Lexique (CC BY-SA) lists most readings of the layer ``core``, which is made from
Grammalecte (MPL). Attestations are shown to players, but no verdict depends on them. NOTICE.md describes the licences.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final

from ...base.errors import LayerError
from ...french.grammar import EVIDENCE, SOURCE_LETTERS
from .layers import LayerReading
from .lexemes import LexemeKey
from .links import LinkRow, Links

ATTESTATIONS: Final = "attestations"
FREQUENCY: Final = "frequency"
#: The parts that ``compile_folder`` can leave out.
OPTIONAL_PARTS = (ATTESTATIONS, FREQUENCY)
#: For each layer of readings, the letters of the sources that it is made from; R stands for our own decisions.
OWN_SOURCES = {"core": "GR", "extra": "LDR"}
#: The letters of the evidence on which the layer of families is made: our own grammar of derivation and decisions.
OWN_EVIDENCE = "FR"
#: What the layer of families is made from if the attestations are left out, as its sources are shown to users.
OWN_WORK = "belettre-lexicon (grammar of derivation, decisions by hand)"


def check_optional_parts(parts: Collection[str]) -> None:
    """Raise LayerError if *parts* contains a name that is not in OPTIONAL_PARTS."""
    if unknown := [part for part in parts if part not in OPTIONAL_PARTS]:
        raise LayerError(f"part {unknown[0]!r} cannot be left out, expected {' or '.join(OPTIONAL_PARTS)}")


def without_attestations(layer: str, readings: Iterable[LayerReading]) -> Iterator[LayerReading]:
    """Yield the readings of a layer with the letters of the layer's own sources only.

    Raises LayerError for a reading that none of them lists, because it would be left without a source.
    """
    others = _deletions(SOURCE_LETTERS, OWN_SOURCES[layer])
    for reading in readings:
        sources = reading.sources.translate(others)
        if not sources:
            raise LayerError(f"{layer}: reading {reading.spelling!r} is only attested, by {reading.sources}")
        yield reading._replace(sources=sources)


def links_without_attestations(links: Mapping[LexemeKey, LinkRow]) -> Links:
    """Return the links of the families with the evidence of our own grammar and decisions only.

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
