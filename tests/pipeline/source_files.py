"""Writers of tiny source files in the formats that the parsers read: archives, packages, tables."""

from __future__ import annotations

import gzip
import io
import struct
import tarfile
import zipfile
from collections.abc import Iterable, Mapping
from pathlib import Path

import msgpack


def tar_xz(path: Path, files: dict[str, str]) -> Path:
    """An archive of text files, by name, as Grammalecte's sources come."""
    with tarfile.open(path, "w:xz") as tar:
        for name, text in files.items():
            data = text.encode()
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    return path


def wheel(path: Path, name: str, data: bytes) -> Path:
    """A wheel with one file in it."""
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(name, data)
    return path


def deb(path: Path, files: dict[str, bytes]) -> Path:
    """A Debian package: an ar archive with data.tar.gz in it."""
    inner = io.BytesIO()
    with tarfile.open(fileobj=inner, mode="w:gz") as tar:
        for name, data in files.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            tar.addfile(info, io.BytesIO(data))
    content = b"!<arch>\n"
    for name, data in (("debian-binary", b"2.0\n"), ("data.tar.gz", inner.getvalue())):
        content += (
            f"{name:<16}{0:<12}{0:<6}{0:<6}{100644:<8}{len(data):<10}`\n".encode() + data + b"\n" * (len(data) % 2)
        )
    path.write_bytes(content)
    return path


def lexique_row(spelling: str, lemma: str, category: str, per_million: str = "1,0", segments: str = "") -> list[str]:
    """The 35 columns of a row of Lexique; frequencies have a decimal comma and are the same in films and books."""
    row = ["0"] * 35
    row[:8] = [spelling, "x", lemma, category, "m", "s", "1", "1"]
    row[8], row[9] = per_million, per_million
    row[10] = "inf" if category == "VER" else ""
    row[33] = segments or lemma
    return row


def lexique_table(rows: Iterable[list[str]]) -> bytes:
    """The table of Lexique: a header and tab-separated rows in Latin-1."""
    header = [f"column{number}" for number in range(35)]
    return "".join("\t".join(row) + "\n" for row in [header, *rows]).encode("latin-1")


def littre_files(articles: Iterable[tuple[str, str]]) -> dict[str, bytes]:
    """The StarDict files of Littré: an index (headword, NUL, offset, size) and the gzipped articles."""
    index, text = b"", b""
    for headword, article in articles:
        data = article.encode()
        index += headword.encode() + b"\0" + struct.pack(">II", len(text), len(data))
        text += data
    return {"x/XMLittre.idx": index, "x/XMLittre.dict.dz": gzip.compress(text)}


def wordfreq_list(zipf: Mapping[str, float]) -> bytes:
    """wordfreq's gzipped cBpack: a header, then list number i with the words of Zipf value 9 - i / 100."""
    buckets: list[list[str]] = [[] for _ in range(901)]
    for word, value in zipf.items():
        buckets[round((9 - value) * 100)].append(word)
    return gzip.compress(msgpack.packb([{"format": "cB", "version": 1}, *buckets]))
