"""The file format of the compiled lexicon, a container of named parts: writing, opening and verifying it. Floor 1.

This module reads and writes the header and the bytes of the parts. The content of the parts is specified in
``packing`` (readings), ``family_packing`` (word families) and ``bitsets`` (search). All numbers are little-endian, and
each part is aligned to 8 bytes. The layout::

    offset  size  what
    0       8     magic  b"BLTRLEX\\n"
    8       2     format version (FORMAT)
    10      2     number of parts
    12      4     CRC-32 of the header from byte 16 to its end
    16      16    edition, ASCII, padded with NUL, e.g. "2026.11"
    32      32    the hash of this edition: SHA-256 of the SHA-256 hashes of all parts, in order
    64      64    per part: name (8 bytes), offset (u64), size (u64), number of items (u64), SHA-256 (32 bytes)
    …             the parts

Toy example: a file with one part ``words`` of 3 bytes has a header of 128 bytes; the part starts at offset 128 and the
file ends at 131. Opening a file only reads the header and checks it against the size of the file.
``Container.verify`` recomputes the hashes of the parts, which takes about 5 ms.

>>> toy = read_container(memoryview(write_container("2026.11", [array_part("kin", [5, 258])])), "toy")
>>> bytes(toy.view("kin")), list(toy.array("kin")), toy.parts["kin"].offset
(b'\\x05\\x00\\x02\\x01', [5, 258], 128)
"""

from __future__ import annotations

import mmap
import struct
import zlib

from ..errors import LexiconError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Literal

    #: The number type of an array, u8, u16, u32 or u64, by its letter in ``struct`` and ``memoryview.cast``.
    ArrayType = Literal["B", "H", "I", "Q"]

MAGIC = b"BLTRLEX\n"
#: The format version. Increase it whenever the meaning of a part changes; files of other versions are refused.
FORMAT = 2
#: The number type of each part that is an array.
ARRAY_TYPES: dict[str, ArrayType] = {
    "masks": "H",
    "classes": "B",
    "blocks": "I",
    "starts": "B",
    "analysis": "H",
    "patches": "H",
    "sources": "B",
    "zipf": "B",
    "kinkeys": "Q",
    "kinranks": "I",
    "kin": "H",
    "kinsets": "H",
    "kinrows": "H",
    "kinmixed": "I",
    "lexkeys": "Q",
    "lexranks": "I",
    "lexbases": "I",
    "lexlink": "H",
    "homonym": "I",
    "findinit": "I",
    "findcols": "I",
    "findmask": "B",
    "findsize": "B",
    "findzone": "I",
    "findrows": "I",
    "findends": "I",
    "findfams": "I",
    "findkin": "I",
}
_WIDTHS = {"B": 1, "H": 2, "I": 4, "Q": 8}
_FIXED = struct.Struct("<8sHHI16s32s")
_PART = struct.Struct("<8sQQQ32s")
_CHECKED_FROM = 16


#: A part to be written: its name (8 ASCII characters at most), its bytes, and its number of items.
PartData = tuple[str, bytes, int]


class Part:
    """The entry of one part in the header of a container.

    name    the name of the part, 8 ASCII characters at most
    offset  the first byte of the part in the file
    size    the number of bytes
    items   the number of items; for an array, the number of its elements
    digest  the SHA-256 of the bytes
    """

    __slots__ = ("digest", "items", "name", "offset", "size")

    def __init__(self, name: str, offset: int, size: int, items: int, digest: bytes) -> None:
        self.name = name
        self.offset = offset
        self.size = size
        self.items = items
        self.digest = digest


class Container:
    """An opened container: ``view(name)`` returns the bytes of a part, ``array(name)`` its numbers, without copying.

    path     the path of the file, for error messages
    edition  the edition of the data, by year and month: "2026.11"
    digest   the SHA-256 of the hashes of all parts
    parts    the header's entry for each part: name → ``Part``
    """

    __slots__ = ("_view", "digest", "edition", "parts", "path")

    def __init__(self, path: str, view: memoryview, edition: str, digest: bytes, parts: dict[str, Part]) -> None:
        self.path = path
        self._view = view
        self.edition = edition
        self.digest = digest
        self.parts = parts

    def view(self, name: str) -> memoryview:
        """Return the bytes of a part without copying them. Raises LexiconError if the file has no such part."""
        part = self.parts.get(name)
        if part is None:
            raise LexiconError(
                f"{self.path}: part {name!r} is missing; an older version may have compiled this lexicon: rebuild it"
            )
        return self._view[part.offset : part.offset + part.size]

    def items(self, name: str) -> int:
        """Return the number of items that the header declares for a part.

        Raises LexiconError if the file has no such part.
        """
        self.view(name)
        return self.parts[name].items

    def array(self, name: str, items: int | None = None) -> memoryview[int]:
        """Return a part of ``ARRAY_TYPES`` as an array of numbers; ``array_part`` is the inverse.

        *items* is the expected number of items; None for the number that the header declares. Raises LexiconError if
        the part has another number of items or a size that does not fit it, or if the file has no such part.
        """
        view = self.view(name)
        code = ARRAY_TYPES[name]
        declared = self.items(name)
        items = declared if items is None else items
        if declared != items or len(view) != items * _WIDTHS[code]:
            raise LexiconError(
                f"{self.path}: part {name!r} holds {len(view)} bytes for {declared} items, expected {items}"
            )
        return view.cast(code)

    def verify(self) -> None:
        """Recompute the hash of every part and of the edition.

        Raises LexiconError naming the first part whose hash differs from the hash in the header, or the edition if only
        its hash differs.
        """
        from hashlib import sha256  # 2 ms, and only verification needs it

        for part in self.parts.values():
            if sha256(self.view(part.name)).digest() != part.digest:
                raise LexiconError(f"{self.path}: part {part.name!r} is damaged: its SHA-256 differs from the header's")
        if sha256(b"".join(part.digest for part in self.parts.values())).digest() != self.digest:
            raise LexiconError(f"{self.path}: the edition's hash does not match its parts")


def array_part(name: str, numbers: Collection[int]) -> PartData:
    """Return *numbers* packed as a part of ``ARRAY_TYPES``; ``Container.array`` is the inverse."""
    return name, struct.pack(f"<{len(numbers)}{ARRAY_TYPES[name]}", *numbers), len(numbers)


def write_container(edition: str, parts: list[PartData]) -> bytes:
    """Return the bytes of a container file with the given edition and parts, in this order."""
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


def open_container(path: str) -> Container:
    """Map a container file into memory, check its header and return the opened container.

    Raises LexiconError if the file cannot be opened, is damaged, or has another format version. The message gives the
    cause.
    """
    try:
        with open(path, "rb") as stream:
            size = stream.seek(0, 2)
            if size < _FIXED.size:
                raise LexiconError(f"{path}: {size} bytes are too few for a lexicon")
            mapped = mmap.mmap(stream.fileno(), 0, access=mmap.ACCESS_READ)
    except OSError as error:
        raise LexiconError(f"{path}: cannot be opened: {error.strerror or error}") from error
    return read_container(memoryview(mapped), path)


def read_container(view: memoryview, path: str) -> Container:
    """Check the header of a container in memory and return the opened container; *path* is used in error messages.

    Raises LexiconError if the bytes are damaged or have another format version. The message gives the cause.
    """
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
        padded_name, offset, length, items, part_digest = _PART.unpack_from(view, _FIXED.size + number * _PART.size)
        if offset + length > size:
            raise LexiconError(f"{path}: truncated: part {padded_name!r} ends at byte {offset + length} of {size}")
        name = padded_name.rstrip(b"\0").decode("ascii", "replace")
        parts[name] = Part(name, offset, length, items, part_digest)
    return Container(path, view, edition.rstrip(b"\0").decode("ascii", "replace"), digest, parts)
