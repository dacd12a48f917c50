"""The compiled file as a container of named parts: writing, opening, verifying.

Layout, little-endian, each part aligned to 8 bytes::

    offset  size  what
    0       8     magic  b"BLTRLEX\\n"
    8       2     format version (FORMAT)
    10      2     number of parts
    12      4     CRC-32 of the header from byte 16 to its end
    16      16    edition, ASCII, padded with NUL, e.g. "2026.11"
    32      32    SHA-256 over the parts' own SHA-256, in order: the hash of this edition
    64      64    per part: name 8 bytes, offset u64, size u64, items u64, SHA-256 32 bytes
    …             the parts

Toy example: a file with one part ``words`` of 3 bytes starts with a header of 128 bytes, its
offset is 128, and the file ends at 136. Opening reads the header only and checks it against
the file's size; the hashes of the parts are recomputed by ``verify`` (some 5 ms).
"""

from __future__ import annotations

import mmap
import struct
import zlib

from ..errors import LexiconError

MAGIC = b"BLTRLEX\n"
#: Raise it whenever the meaning of a part changes; a file of another version is refused.
FORMAT = 2
_FIXED = struct.Struct("<8sHHI16s32s")
_PART = struct.Struct("<8sQQQ32s")
_CHECKED_FROM = 16


#: A part on its way to ``write_container``: name of eight characters at most, bytes, number of items.
PartData = tuple[str, bytes, int]


class Part:
    """One part of a container: where it lies, how many items it holds, its hash."""

    __slots__ = ("digest", "items", "name", "offset", "size")

    def __init__(self, name: str, offset: int, size: int, items: int, digest: bytes) -> None:
        self.name = name
        self.offset = offset
        self.size = size
        self.items = items
        self.digest = digest


class Container:
    """An opened container. ``view(name)`` gives a part without copying it."""

    __slots__ = ("_view", "digest", "edition", "parts", "path")

    def __init__(self, path: str, view: memoryview, edition: str, digest: bytes, parts: dict[str, Part]) -> None:
        self.path = path
        self._view = view
        self.edition = edition
        self.digest = digest
        self.parts = parts

    def view(self, name: str) -> memoryview:
        """The bytes of a part, mapped. Raises LexiconError naming a part that is missing."""
        part = self.parts.get(name)
        if part is None:
            raise LexiconError(
                f"{self.path}: part {name!r} is missing; an older version may have compiled this lexicon: rebuild it"
            )
        return self._view[part.offset : part.offset + part.size]

    def items(self, name: str) -> int:
        """The number of items that the header declares for a part."""
        self.view(name)
        return self.parts[name].items

    def verify(self) -> None:
        """Recompute every hash. Raises LexiconError naming the first part that differs."""
        from hashlib import sha256  # 2 ms, and only verification needs it

        for part in self.parts.values():
            if sha256(self.view(part.name)).digest() != part.digest:
                raise LexiconError(f"{self.path}: part {part.name!r} is damaged: its SHA-256 differs from the header's")
        if sha256(b"".join(part.digest for part in self.parts.values())).digest() != self.digest:
            raise LexiconError(f"{self.path}: the edition's hash does not match its parts")


def write(edition: str, parts: list[PartData]) -> bytes:
    """The bytes of a container; *parts* come in order."""
    from hashlib import sha256

    offset = _FIXED.size + len(parts) * _PART.size
    table, body, digests = [], [], []
    for name, data, items in parts:
        padding = -offset % 8
        offset += padding
        digest = sha256(data).digest()
        table.append(_PART.pack(name.encode("ascii"), offset, len(data), items, digest))
        body.append(b"\0" * padding + data)
        digests.append(digest)
        offset += len(data)
    tail = edition.encode("ascii").ljust(16, b"\0") + sha256(b"".join(digests)).digest() + b"".join(table)
    return struct.pack("<8sHHI", MAGIC, FORMAT, len(parts), zlib.crc32(tail)) + tail + b"".join(body)


def open_file(path: str) -> Container:
    """Map a file and check its header. Raises LexiconError with one message per kind of damage."""
    try:
        with open(path, "rb") as stream:
            size = stream.seek(0, 2)
            if size < _FIXED.size:
                raise LexiconError(f"{path}: {size} bytes are too few for a lexicon")
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise LexiconError(f"{path}: cannot be opened: {error.strerror or error}") from error
    return read(memoryview(mapped), path)


def read(view: memoryview, path: str) -> Container:
    """Check the header of a container that lies in memory, and describe its parts."""
    size = len(view)
    if size < _FIXED.size:
        raise LexiconError(f"{path}: {size} bytes are too few for a lexicon")
    magic, version, count, checksum, edition, digest = _FIXED.unpack_from(view)
    if magic != MAGIC:
        raise LexiconError(f"{path}: not a compiled lexicon (it starts with {magic!r})")
    if version != FORMAT:
        raise LexiconError(
            f"{path}: format version {version}, this library reads version {FORMAT}; rebuild the lexicon"
        )
    header_size = _FIXED.size + count * _PART.size
    if size < header_size:
        raise LexiconError(f"{path}: truncated: {size} bytes, the header alone takes {header_size}")
    if zlib.crc32(view[_CHECKED_FROM:header_size]) != checksum:
        raise LexiconError(f"{path}: damaged header: its checksum does not match")
    parts: dict[str, Part] = {}
    for number in range(count):
        name, offset, length, items, part_digest = _PART.unpack_from(view, _FIXED.size + number * _PART.size)
        if offset + length > size:
            raise LexiconError(f"{path}: truncated: part {name!r} ends at byte {offset + length} of {size}")
        plain = name.rstrip(b"\0").decode("ascii", "replace")
        parts[plain] = Part(plain, offset, length, items, part_digest)
    return Container(path, view, edition.rstrip(b"\0").decode("ascii", "replace"), digest, parts)
