"""Read files from a Debian package without dpkg. A package is an ``ar`` archive with a member ``data.tar.*``."""

from __future__ import annotations

import io
import tarfile
from pathlib import Path

from belettre_lexicon.base.errors import SourceError


def members(package: Path, endings: tuple[str, ...]) -> dict[str, bytes]:
    """Return the regular files of *package* whose names end with one of *endings*, as a mapping from name to contents.

    Raises SourceError if the file is not a Debian package.
    """
    with tarfile.open(fileobj=io.BytesIO(_data_archive(package))) as tar:
        return {
            member.name: stream.read()
            for member in tar
            if member.isfile() and member.name.endswith(endings) and (stream := tar.extractfile(member))
        }


def _data_archive(package: Path) -> bytes:
    raw = package.read_bytes()
    if not raw.startswith(b"!<arch>\n"):
        raise SourceError(f"{package.name}: not a Debian package (no ar header)")
    place = 8
    while place < len(raw):
        header = raw[place : place + 60]
        name, size = header[:16].decode("ascii").strip(), int(header[48:58])
        if name.startswith("data.tar"):
            return raw[place + 60 : place + 60 + size]
        place += 60 + size + size % 2
    raise SourceError(f"{package.name}: holds no data.tar")
