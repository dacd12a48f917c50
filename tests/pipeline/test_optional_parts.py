"""What a lexicon may be compiled without: attestations and frequencies, whose licences differ from the MPL."""

from __future__ import annotations

from itertools import islice
from pathlib import Path

import pytest

from belettre_lexicon.base.errors import LayerError
from belettre_lexicon.lexicon.compile.layers import LayerReading, read_readings
from belettre_lexicon.lexicon.compile.lexicon import (
    OWN_EVIDENCE,
    OWN_SOURCES,
    READING_LAYERS,
    compile_folder,
    links_without_attestations,
    without_attestations,
)
from belettre_lexicon.lexicon.compile.links import LexemeKey, LinkRow, read_links
from tests.conftest import ROOT
from tests.exhaustive import EXHAUSTIVE

LAYERS = ROOT / "lexicons" / "fr"


def reading(sources: str) -> LayerReading:
    """A reading that these sources list."""
    return LayerReading("mot", "mot", "N.m.s", "+", (), sources)


@pytest.mark.parametrize(
    ("layer", "sources", "kept"),
    [("core", "GLDXTWR", "GR"), ("core", "LDR", "R"), ("extra", "LDXTWR", "LDR"), ("extra", "DXW", "D")],
)
def test_a_layer_keeps_its_own_sources_only(layer: str, sources: str, kept: str) -> None:
    """Core keeps Grammalecte and review; extra keeps Lefff, DELA and review."""
    assert list(without_attestations(layer, [reading(sources)])) == [reading(kept)]


def test_a_reading_that_is_only_attested_stops_the_build() -> None:
    """A reading without a source of its own layer would be taken from other licences: the build names it."""
    with pytest.raises(LayerError, match="core: reading 'mot' is only attested, by LDX"):
        list(without_attestations("core", [reading("LDX")]))


def test_a_link_keeps_our_own_evidence_only() -> None:
    """A link keeps derivation and review; one that is only attested stops the build."""
    lexeme, base = LexemeKey.parse("joueur", "N"), LexemeKey.parse("jouer", "V")
    link = LinkRow((base,), "suffix", "-eur", "FTXR", ("lat. iocus",))

    assert links_without_attestations({lexeme: link}) == {lexeme: link._replace(evidence="FR")}
    with pytest.raises(LayerError, match="families: joueur N is only attested, by TX"):
        links_without_attestations({lexeme: link._replace(evidence="TX")})


@pytest.mark.sampled
@pytest.mark.no_cover  # 700,000 readings: other tests run the same code on fewer
@pytest.mark.parametrize("layer", READING_LAYERS)
def test_no_reading_of_the_layers_is_only_attested(layer: str) -> None:
    """Readings of the repository have a source of their own layer, so that the others can be left out.

    All are read in an exhaustive run, otherwise the first.
    """
    readings = islice(read_readings(LAYERS / f"{layer}.tsv"), None if EXHAUSTIVE else 50_000)
    kept = {own.sources for own in without_attestations(layer, readings)}

    assert kept
    assert set("".join(kept)) <= set(OWN_SOURCES[layer])


def test_no_link_of_the_families_is_only_attested() -> None:
    """Every link of the repository's families rests on our own grammar or decisions."""
    kept = links_without_attestations(read_links(LAYERS / "families.tsv"))

    assert len(kept) > 80_000
    assert set("".join(link.evidence for link in kept.values())) == set(OWN_EVIDENCE)


def test_an_unknown_part_is_refused(tmp_path: Path) -> None:
    """The error names the part and the ones that can be left out; nothing is written."""
    target = tmp_path / "fr.lexicon"

    with pytest.raises(LayerError, match="part 'zipf' cannot be left out, expected attestations or frequency"):
        compile_folder(LAYERS, target, READING_LAYERS, ["zipf"])
    assert not target.exists()
