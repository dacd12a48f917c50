"""The folders of a build: sources, manual decisions, derivation tables and text layers."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Folders:
    """The folders that a build reads and writes.

    manifests   one TOML file per pinned source (``sources``)
    cache       the fetched source files
    overrides   the tables of manual decisions (``overrides``, ``kin.decisions``)
    derivation  the tables of the grammar of derivation (``kin.grammar``)
    layers      the text layers, which are the output of a build (``layers``, ``kin.links``)
    """

    manifests: Path
    cache: Path
    overrides: Path
    derivation: Path
    layers: Path

    @classmethod
    def of(cls, root: Path, *, cache: Path | None = None, layers: Path | None = None) -> Folders:
        """Return the folders of a checkout at *root*.

        *cache* and *layers* default to ``.cache/sources`` and ``lexicons/fr`` under *root*.
        """
        lexicons = root / "lexicons"
        return cls(
            manifests=lexicons / "sources",
            cache=cache or root / ".cache" / "sources",
            overrides=lexicons / "overrides",
            derivation=lexicons / "derivation",
            layers=layers or lexicons / "fr",
        )
