"""``LexiconFile``: opens, closes, pickles, compares and identifies a compiled lexicon. Floor 1.

``lexicon.lexicon.Lexicon`` derives from it and adds the look-up of words.
"""

from __future__ import annotations

import os

from ...base.errors import ArgumentError, LexiconError
from .container import open_container, read_container
from .store import Store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import PurePath
    from typing import Self  # type checkers have it built in

#: The name of the compiled lexicon file in the data folder of the package.
_BUNDLED = "fr.lexicon"
#: The origin of the lexicon of the package, which each installation opens at its own place.
_PACKAGED = "packaged"
#: The name of a lexicon in memory in error messages.
_IN_MEMORY = "lexicon in memory"
#: The lexicons that were opened again by unpickling, by class, origin and hash, and the largest number of them.
_REOPENED: dict[tuple[type[LexiconFile], str, str], LexiconFile] = {}
_MOST_REOPENED = 8


class LexiconFile:
    """An opened compiled lexicon, without the look-up of words. Two are equal if their files have the same hash.

    store  the ``Store``, which returns the folded words and the readings by their numbers
    """

    __slots__ = ("_origin", "store")

    def __init__(self, store: Store, origin: str = "") -> None:
        self.store = store
        self._origin = origin

    @classmethod
    def open(cls, path: str | PurePath | None = None, *, verify: bool = False) -> Self:
        """Open a compiled lexicon, by default the French one in the package.

        path    the path of the file; None for the lexicon in the package
        verify  whether to verify the hash of the whole file, which takes some 15 ms. The file is then read into memory,
                so later changes of the file have no effect. If false, the file is mapped into memory, and each page is
                checked before it is first read; the call that needs a damaged page raises LexiconError

        Each call returns a new lexicon, which can be closed independently of others. A program needs only one, which
        all its judges share.

        Raises LexiconError if the file is missing, damaged or has another format version.
        """
        if path is None:
            return cls(Store(open_container(bundled_path(), verify=verify)), _PACKAGED)
        return cls(Store(open_container(str(path), verify=verify)), os.path.abspath(path))

    @classmethod
    def from_bytes(cls, data: bytes | bytearray | memoryview, *, verify: bool = False) -> Self:
        """Return the lexicon with the bytes of a compiled lexicon file, for programs that have no files.

        data    the bytes of the file; ``bytes`` are not copied
        verify  whether to verify the hash of all bytes, as ``open`` does

        The lexicon is in no file, so it cannot be pickled. Raises LexiconError if the bytes are damaged or have another
        format version, and ArgumentError if *data* is not bytes.

        >>> Lexicon.from_bytes(b"no lexicon")
        Traceback (most recent call last):
        belettre_lexicon.base.errors.LexiconError: lexicon in memory: 10 bytes are too few for a lexicon
        """
        if not isinstance(data, bytes | bytearray | memoryview):
            raise ArgumentError(f"data: expected the bytes of a compiled lexicon, got {type(data).__name__}")
        container = read_container(memoryview(bytes(data)), _IN_MEMORY)
        if verify:
            container.verify()
        return cls(Store(container))

    @property
    def closed(self) -> bool:
        """Whether the lexicon was closed."""
        return self.store.container.closed

    def __enter__(self) -> Self:
        """Return the lexicon itself. Raises LexiconError if it is closed."""
        self.store.container.check_open()
        return self

    def close(self) -> None:
        """Close the file. Every later use raises LexiconError."""
        self.store.close()

    def __exit__(self, *error: object) -> None:
        """Close the lexicon."""
        self.close()

    def __reduce__(self) -> tuple[Callable[..., LexiconFile], tuple[type[LexiconFile], str, str, bool]]:
        self.store.container.check_open()
        if not self._origin:
            raise LexiconError(f"{self.store.container.path}: a lexicon that is in no file cannot be pickled")
        return _reopened, (type(self), self._origin, self.hash, self.store.container.verified)

    def __copy__(self) -> Self:
        return self

    def __deepcopy__(self, memo: object) -> Self:
        return self

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, LexiconFile):
            return NotImplemented
        return self is other or self.store.container.digest == other.store.container.digest

    def __hash__(self) -> int:
        return hash(self.store.container.digest)

    @property
    def edition(self) -> str:
        """The edition of the data, as year and month: "2026.11"."""
        return self.store.container.edition

    @property
    def hash(self) -> str:
        """The SHA-256 of the edition, the size and the parts as 64 hexadecimal digits (``container``).

        Lexicons with the same hash give the same verdicts.
        """
        return self.store.container.digest.hex()

    @property
    def identity(self) -> dict[str, str]:
        """The edition and the hash as a mapping, which identifies the lexicon in JSON output and game records."""
        return {"edition": self.edition, "hash": self.hash}

    @property
    def about(self) -> dict[str, str]:
        """The facts that the build recorded about the lexicon: edition, layers, licences, counts; name → text."""
        return self.store.about()

    def verify(self) -> None:
        """Recompute the hash of the whole file. Raises LexiconError, naming the damaged part, if it is wrong."""
        self.store.container.verify()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.edition!r}, {self.hash[:12]}{', closed' if self.closed else ''})"


def _reopened(kind: type[LexiconFile], origin: str, digest: str, verify: bool) -> LexiconFile:
    """Return the lexicon that was pickled, open in this process; every call with the same values returns the same one.

    kind    the class of the lexicon
    origin  the absolute path of its file, or ``"packaged"``
    digest  its hash
    verify  whether all of the file is verified first, as the pickled lexicon was

    Raises LexiconError if there is no such file or if it has another hash.
    """
    known = _REOPENED.get((kind, origin, digest))
    if known is not None and not known.closed and (known.store.container.verified or not verify):
        return known
    lexicon = kind.open(None if origin == _PACKAGED else origin, verify=verify)
    if lexicon.hash != digest:
        found, path = lexicon.hash, lexicon.store.container.path
        lexicon.close()
        raise LexiconError(f"{path}: the hash of this lexicon is {found}, that of the pickled one is {digest}")
    if len(_REOPENED) >= _MOST_REOPENED:
        _REOPENED.clear()
    _REOPENED[kind, origin, digest] = lexicon
    return lexicon


def bundled_path() -> str:
    """Return the path of the compiled lexicon in the package. Raises LexiconError if the file cannot be opened."""
    # The code does not use importlib.resources: importing it takes longer than judging a word.
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.dirname(__file__))), "data", _BUNDLED)
    try:
        with open(path, "rb"):
            return path
    except OSError as error:
        raise LexiconError(f"{path}: no compiled lexicon; build it with « pip install . »") from error
