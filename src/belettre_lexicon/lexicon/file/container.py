"""The file format of the compiled lexicon, a container of named parts: writing, opening and verifying it. Floor 1.

This module reads and writes the header and the bytes of the parts. The content of the parts is specified in
``packing`` (readings), ``family_packing`` (word families) and ``bitsets`` (search). All numbers are little-endian, and
each part is aligned to 8 bytes. The layout::

    offset  size  what
    0       8     magic  b"BLTRLEX\\n"
    8       2     format version (FORMAT)
    10      2     number of parts
    12      4     CRC-32 of the header from byte 16 to its end
    16      32    the hash of this edition: SHA-256 of the file from byte 48 to its end
    48      16    edition, ASCII, padded with NUL, e.g. "2026.11"
    64      8     size of the file in bytes (u64)
    72      32    per part: name (8 bytes), offset (u64), size (u64), number of items (u64)
    …       4     per page of each part, in order: CRC-32 of the page (PAGED)
    …             the parts

Toy example: a file with one part ``words`` of 3 bytes has a header of 108 bytes; the part starts at offset 112 and the
file ends at 115.

How damage is noticed: opening a file checks the size of the file and its header. After that, each page of a part is
checked once, before it is read (``Container.check``): no number or text comes from a damaged page.
``Container.verify`` recomputes the hash of the whole file, which takes about 10 ms. A CRC-32 detects accidents, not
malice: it is easy to make a file whose checksums are right and whose parts are nonsense (SECURITY.md).

>>> toy = read_container(memoryview(write_container("2026.11", [array_part("kin", [5, 258])])), "toy")
>>> bytes(toy.view("kin")), list(toy.array("kin")), toy.parts["kin"].offset
(b'\\x05\\x00\\x02\\x01', [5, 258], 112)
"""

from __future__ import annotations

import os
import struct
import zlib
from stat import S_ISREG

from ...base.errors import LexiconError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any, Literal, Protocol, TypeVar

    #: The number type of an array, u8, u16, u32 or u64, by its letter in ``struct`` and ``memoryview.cast``.
    ArrayType = Literal["B", "H", "I", "Q"]

    class Releasable(Protocol):
        """The interface of objects that use the bytes of the file: a ``memoryview``, or an object that holds one."""

        def release(self) -> None:
            """Stop using the bytes, so that the file can be unmapped."""

    _Reader = TypeVar("_Reader", bound=Releasable)

MAGIC = b"BLTRLEX\n"
#: The format version. Increase it whenever the meaning of a part changes; files of other versions are refused.
FORMAT = 6
#: The parts that are checked in pages of PAGE bytes (the last page may be smaller), because judging one word reads only
#: a few bytes of them. Every other part is a single page.
PAGED = frozenset({"blocks", "starts", "analysis", "patches", "sources", "zipf", "kinds", "spells", "glosses"})
PAGE = 1 << 12
#: Number type → the parts that are arrays of such numbers.
_ARRAYS: dict[ArrayType, tuple[str, ...]] = {
    "B": ("classes", "starts", "sources", "zipf", "findmask"),
    "H": ("masks", "analysis", "patches", "kin", "kinsets", "kinrows", "lexlink"),
    "I": (
        "blocks",
        "glossed",
        "kinranks",
        "kinmixed",
        "lexranks",
        "lexbases",
        "homonym",
        "lexetym",
        "findinit",
        "findcols",
        "findzone",
        "findrows",
        "findends",
        "findfams",
        "findkin",
    ),
    "Q": ("kinkeys", "lexkeys"),
}
#: Name of a part that is an array → its number type.
ARRAY_TYPES: dict[str, ArrayType] = {name: code for code, names in _ARRAYS.items() for name in names}
_WIDTHS = {"B": 1, "H": 2, "I": 4, "Q": 8}
#: The exceptions that may occur when the numbers and texts of a damaged part are read.
DAMAGE = (IndexError, KeyError, StopIteration, ValueError)
_FIXED = struct.Struct("<8sHHI32s16sQ")
_PART = struct.Struct("<8sQQQ")
#: The first byte that the checksum of the header covers, and the first byte that the hash of the file covers.
_CHECKED_FROM, _HASHED_FROM = 16, 48
#: The number of bytes for the edition in the header.
_MOST_EDITION = 16
#: The longest path that an error message shows in full, in characters.
_MOST_PATH = 200


#: A part to be written: its name (8 ASCII characters at most), its bytes, and its number of items.
PartData = tuple[str, bytes, int]


class Part:
    """The entry of one part in the header of a container.

    name       the name of the part, 8 ASCII characters at most
    offset     the first byte of the part in the file
    size       the number of bytes
    items      the number of items, such as the numbers of an array, the texts of a table or the keys of the trie
    page       the number of its first page, counted over all parts
    page_size  the number of bytes in each of its pages; the last page may be smaller
    """

    __slots__ = ("items", "name", "offset", "page", "page_size", "size")

    def __init__(self, name: str, offset: int, size: int, items: int, page: int) -> None:
        self.name = name
        self.offset = offset
        self.size = size
        self.items = items
        self.page = page
        self.page_size = _page_size(name, size)


class Container:
    """An opened container: ``view(name)`` returns the bytes of a part, ``array(name)`` its numbers, without copying.

    path      the path of the file, for error messages
    edition   the edition of the data, by year and month: "2026.11"
    digest    the SHA-256 of the edition, the size, the table of parts and the parts
    parts     the header's entry for each part: name → ``Part``
    verified  whether ``verify`` has found every byte undamaged
    closed    whether ``close`` was called; the path, the edition and the digest can still be read then
    """

    __slots__ = ("_checked", "_readers", "_sums", "_view", "closed", "digest", "edition", "parts", "path", "verified")

    def __init__(
        self, path: str, view: memoryview, edition: str, digest: bytes, parts: dict[str, Part], sums: memoryview[int]
    ) -> None:
        """*view* holds the bytes of the whole file, *sums* the CRC-32 of each page; see the class for the others."""
        self.path = path
        self._view = view
        self.edition = edition
        self.digest = digest
        self.parts = parts
        self._sums = sums
        #: For each page, 1 if its checksum was found right, otherwise 0.
        self._checked = bytearray(len(sums))
        self.verified = False
        self.closed = False
        #: The objects that use the bytes of the file, which can be unmapped only after all of them are released.
        self._readers: list[Releasable] = [view, sums]

    def view(self, name: str, *, check: bool = True) -> memoryview:
        """Return the bytes of the part *name* without copying them.

        If *check* is False, the caller must call ``check`` for each range of bytes before reading it.
        Raises LexiconError if the file has no such part or the part is damaged.
        """
        part = self._part(name)
        if check:
            self.check(name)
        return self.released_later(self._view[part.offset : part.offset + part.size])

    def released_later(self, reader: _Reader) -> _Reader:
        """Return *reader*, an object that uses the bytes of the file, and make ``close`` release it."""
        self._readers.append(reader)
        return reader

    def items(self, name: str) -> int:
        """Return the number of items that the header declares for a part.

        Raises LexiconError if the file has no such part.
        """
        return self._part(name).items

    def array(self, name: str, items: int | None = None, *, check: bool = True) -> memoryview[int]:
        """Return a part of ``ARRAY_TYPES`` as an array of numbers; ``array_part`` is the inverse.

        *items* is the expected number of items; None for the number that the header declares. If *check* is False, the
        caller must call ``check_items`` for each range of items before reading it. Raises LexiconError if the part has
        another number of items or a size that does not fit it, if it is damaged, or if the file has no such part.
        """
        view = self.view(name, check=check)
        code = ARRAY_TYPES[name]
        declared = self.items(name)
        items = declared if items is None else items
        if declared != items or len(view) != items * _WIDTHS[code]:
            raise LexiconError(
                f"{self.path}: part {name!r} holds {len(view)} bytes for {declared} items, expected {items}"
            )
        return self.released_later(view.cast(code))

    def check(self, name: str, start: int = 0, end: int | None = None) -> None:
        """Check the pages that contain the bytes of a part from *start* to *end* - 1; None for the end of the part.

        Pages that were checked before are not checked again. Raises LexiconError naming the part if a page is damaged.
        """
        part = self._part(name)
        size = part.page_size
        end = part.size if end is None else min(end, part.size)
        for number in range(start // size, -(-end // size)):
            if not self._checked[part.page + number]:
                first = part.offset + number * size
                page = self._view[first : min(first + size, part.offset + part.size)]
                if zlib.crc32(page) != self._sums[part.page + number]:
                    raise LexiconError(
                        f"{self.path}: part {name!r} is damaged: a checksum of its bytes does not match; reinstall the "
                        "package or compile the lexicon again"
                    )
                self._checked[part.page + number] = 1

    def check_items(self, name: str, first: int, last: int) -> None:
        """Check the pages that contain the items *first* to *last* - 1 of an array.

        Raises LexiconError if a page is damaged.
        """
        width = _WIDTHS[ARRAY_TYPES[name]]
        self.check(name, first * width, last * width)

    def verify(self) -> None:
        """Recompute the hash of the file, which covers the edition, the size, the table of parts and every part.

        Raises LexiconError if the hash differs from the one in the header; the message names the damaged part.
        """
        from hashlib import sha256  # 2 ms, and only verification needs it

        self.check_open()
        if sha256(self._view[_HASHED_FROM:]).digest() == self.digest:
            self._checked = bytearray(b"\1") * len(self._sums)
            self.verified = True
            return
        self._checked = bytearray(len(self._sums))
        for name in self.parts:
            self.check(name)
        raise LexiconError(f"{self.path}: the file is damaged: its SHA-256 differs from the one in its header")

    def close(self) -> None:
        """Release all views of the file and unmap it. Later calls of ``view`` and ``verify`` raise LexiconError.

        Using a released view raises ValueError, which is one of ``DAMAGE`` (see ``damaged``). If another thread is
        reading the memory at this moment, it is unmapped when that thread has finished.
        """
        from contextlib import suppress  # needed by closing alone

        self.closed = True
        mapped: Any = self._view.obj  # an mmap, or the bytes of a file that was read
        for reader in self._readers:
            with suppress(BufferError):
                reader.release()
        if hasattr(mapped, "close"):
            with suppress(BufferError):
                mapped.close()

    def check_open(self) -> None:
        """Raise LexiconError if the container is closed."""
        if self.closed:
            raise self._closed_error()

    def damaged(self, what: str) -> LexiconError:
        """Return the LexiconError to raise after an exception of ``DAMAGE``; it says that the container is closed, or
        else that *what*, a plural such as "the word families", are damaged.
        """
        if self.closed:
            return self._closed_error()
        return LexiconError(f"{self.path}: {what} are damaged; run: belettre lexicon verify")

    def _closed_error(self) -> LexiconError:
        return LexiconError(f"{_short(self.path)}: this lexicon is closed; open it again to use it")

    def _part(self, name: str) -> Part:
        """Return the header's entry for a part. Raises LexiconError if the file has no such part."""
        self.check_open()
        part = self.parts.get(name)
        if part is None:
            raise LexiconError(
                f"{self.path}: part {name!r} is missing; an older version may have compiled this lexicon: rebuild it"
            )
        return part


def _page_size(name: str, size: int) -> int:
    """Return the number of bytes in a page of a part, given its name and the number of its bytes."""
    return PAGE if name in PAGED else max(size, 1)


def array_part(name: str, numbers: Collection[int]) -> PartData:
    """Return *numbers* as the part *name*, which must be in ``ARRAY_TYPES``; ``Container.array`` is the inverse.

    Raises struct.error for a number that is out of the range of the part's number type.
    """
    return name, struct.pack(f"<{len(numbers)}{ARRAY_TYPES[name]}", *numbers), len(numbers)


def write_container(edition: str, parts: list[PartData]) -> bytes:
    """Return the bytes of a container file with the given edition and parts, in this order.

    Raises LexiconError if the edition is not ASCII or does not fit into the header.
    """
    from hashlib import sha256

    if not edition.isascii() or len(edition) > _MOST_EDITION:
        raise LexiconError(f"edition {edition!r}: expected {_MOST_EDITION} ASCII characters at most")
    sums = [
        zlib.crc32(data[start : start + size])
        for name, data, _ in parts
        for size in [_page_size(name, len(data))]
        for start in range(0, len(data), size)
    ]
    offset = _FIXED.size + len(parts) * _PART.size + 4 * len(sums)
    table, body = [], []
    for name, data, items in parts:
        padding = -offset % 8
        offset += padding
        table.append(_PART.pack(name.encode("ascii"), offset, len(data), items))
        body.append(b"\0" * padding + data)
        offset += len(data)
    hashed = struct.pack(f"<{_MOST_EDITION}sQ", edition.encode("ascii"), offset) + b"".join(table)
    hashed += struct.pack(f"<{len(sums)}I", *sums)
    digest = sha256(hashed)
    for data in body:
        digest.update(data)
    checked = digest.digest() + hashed
    return struct.pack("<8sHHI", MAGIC, FORMAT, len(parts), zlib.crc32(checked)) + checked + b"".join(body)


def open_container(path: str, *, verify: bool = False) -> Container:
    """Open a container file, check its header and return the opened container.

    The file is mapped into memory. If *verify* is true, it is copied into memory instead, so that later changes of the
    file have no effect, and its hash is verified. Raises LexiconError if the file cannot be opened, is not a regular
    file, is damaged, or has another format version. The message gives the cause.
    """
    from mmap import ACCESS_READ, mmap  # a lexicon in memory needs no files

    try:
        # A named pipe is not to be waited for; Windows has no such flag.
        flag = getattr(os, "O_NONBLOCK", 0)
        with open(path, "rb", opener=lambda path, flags: os.open(path, flags | flag)) as stream:
            described = os.fstat(stream.fileno())
            if not S_ISREG(described.st_mode):
                raise LexiconError(f"{path}: not a regular file, expected a compiled lexicon")
            _check_start(stream.read(_FIXED.size), described.st_size, path)
            if verify:
                stream.seek(0)
                view = memoryview(stream.read(described.st_size))
            else:
                view = memoryview(mmap(stream.fileno(), 0, access=ACCESS_READ))
    except OSError as error:
        raise LexiconError(f"{_short(path)}: cannot be opened: {error.strerror or error}") from error
    except ValueError as error:  # a NUL in the path, or a file that was emptied at this moment
        raise LexiconError(f"{_short(path)}: cannot be opened: {error}") from error
    container = read_container(view, path)
    if verify:
        container.verify()
    return container


def read_container(view: memoryview, path: str) -> Container:
    """Check the header of a container in memory and return the opened container; *path* is used in error messages.

    Raises LexiconError if the bytes are damaged or have another format version. The message gives the cause.
    """
    _check_start(bytes(view[: _FIXED.size]), len(view), path)
    _, _, count, checksum, digest, edition, _ = _FIXED.unpack_from(view)
    end = _FIXED.size + count * _PART.size
    if end > len(view):
        raise LexiconError(f"{path}: damaged header: {count} parts do not fit into {len(view)} bytes")
    parts: dict[str, Part] = {}
    pages = 0
    for place in range(_FIXED.size, end, _PART.size):
        padded_name, offset, size, items = _PART.unpack_from(view, place)
        name = padded_name.rstrip(b"\0").decode("ascii", "replace")
        parts[name] = Part(name, offset, size, items, pages)
        pages += -(-size // parts[name].page_size)
    header_size = end + 4 * pages
    if header_size > len(view) or zlib.crc32(view[_CHECKED_FROM:header_size]) != checksum:
        raise LexiconError(f"{path}: damaged header: its checksum does not match")
    for part in parts.values():
        if part.offset < header_size or part.offset + part.size > len(view):
            raise LexiconError(f"{path}: part {part.name!r} lies outside the file")
    sums = view[end:header_size].cast("I")
    return Container(path, view, edition.rstrip(b"\0").decode("ascii", "replace"), digest, parts, sums)


def _check_start(start: bytes, size: int, path: str) -> None:
    """Raise LexiconError if *start*, the first _FIXED.size bytes of a file of *size* bytes, is not of a container."""
    if len(start) < _FIXED.size:
        raise LexiconError(f"{path}: {size} bytes are too few for a lexicon")
    magic, version, *_, declared = _FIXED.unpack(start)
    if magic != MAGIC:
        raise LexiconError(f"{path}: not a compiled lexicon (it starts with {magic!r})")
    if version != FORMAT:
        raise LexiconError(
            f"{path}: format version {version}, this library reads version {FORMAT}; rebuild the lexicon"
        )
    if size != declared:
        raise LexiconError(f"{path}: {size} bytes, but its header declares {declared}: truncated or damaged")


def _short(path: str) -> str:
    """Return a path for an error message: with control characters escaped, and cut if it is too long for a line."""
    return path if path.isprintable() and len(path) <= _MOST_PATH else f"{path!r:.{_MOST_PATH}}…"
