"""Recognizes, reads, writes and locks the files that users name.

``kind_of`` tells the kind of a file from its first bytes. The formats are specified beside their readers: records and
journals in ``games.kit.chain``, their headers in ``games.belettre.records``, ``games.belote.records`` and
``games.belote.marque``, shorthand in ``games.belettre.records.shorthand``, compiled lexicons in
``lexicon.file.container``, decks in ``french.decks``, house lists in ``words.house_list``.

``write_file`` writes a temporary file beside the target, forces it to the disk, then renames it. Even if the program is
killed or the disk is full, the target is either the old file or the complete new one. A file that this program did not
write is never replaced: the caller passes a function that recognizes its own files by their first bytes.

Directories, symbolic links, pipes, devices, read-only files and files of other users are never written. Every failure
raises an ArgumentError that names the file.
"""

from __future__ import annotations

import os
import stat
from contextlib import contextmanager, suppress

from .errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path
    from typing import Any, Literal

    #: The kinds of files that this program reads or writes; ``_DESCRIPTIONS`` explains them.
    FileKind = Literal[
        "record",
        "journal",
        "shorthand",
        "belote_record",
        "belote_journal",
        "score_sheet",
        "lexicon",
        "deck",
        "house_list",
        "journal_end",
    ]


#: The modules with which POSIX systems and Windows lock files; None on the other systems.
_fcntl: Any
_msvcrt: Any
try:
    import fcntl as _fcntl
except ImportError:  # Windows
    _fcntl = None
try:
    import msvcrt as _msvcrt
except ImportError:  # any other system
    _msvcrt = None

#: The largest number of bytes in a file to read. Decks and house lists are typed by hand, so they are much shorter.
MAX_BYTES = 1 << 24
#: How many bytes at the beginning of a file show whether this program wrote it.
HEAD = 512
#: Bytes copied at once.
_BLOCK = 1 << 20
#: The position of the byte that a lock covers on Windows, where other processes can neither read nor write what is
#: locked. It is behind the end of every file that this program locks.
_LOCKED_BYTE = (1 << 31) - 2


#: The number of bytes from the beginning of a file that ``kind_of`` needs. The first line of a record has about 3000.
KIND_HEAD = 1 << 16
#: The first bytes of a compiled lexicon.
LEXICON_MAGIC = b"BLTRLEX\n"
#: The first characters of the file that notes where a journal ends (``cli.kit.journal_end``).
JOURNAL_END = "belettre journal end"
#: The first characters of every line of a record or journal, and the text before the version in its header.
_CHAINED, _HEADER = '{"check":"', '"header":{"version":'
#: The text after the version in the header of a journal of Belettre, of a game of Belote, of a score sheet of Belote.
_JOURNAL, _BELOTE, _SCORE_SHEET = '"kind":"journal"', '"game":"belote","kind":"', '"kind":"marque"'
#: The possible beginnings of a line of shorthand: a keyword, or the abbreviation of a seat.
_SHORTHAND = ("partie ", "deck ", "manche ", "belettre ", "PON ", "SEP ", "LEV ", "MER ", "ARB ")
#: The number of words in a line of a deck file: the letters and four numbers.
_DECK_WORDS = 5
#: Kind of file → what it is and which command reads it.
_DESCRIPTIONS: dict[FileKind, str] = {
    "record": "the record of a game, which belettre replay reads",
    "journal": "the journal of a game, which belettre table --save or play --save resumes and belettre replay reads",
    "shorthand": "a game in the short notation, which belettre replay reads",
    "belote_record": "the record of a game of Belote, which belote replay reads",
    "belote_journal": "the journal of a game of Belote, which belote play --save resumes and belote replay reads",
    "score_sheet": "a score sheet of Belote, which belote score --save resumes and belote replay reads",
    "lexicon": "a compiled lexicon, which --lexicon names",
    "deck": "a deck, which --deck names",
    "house_list": "a house list, which --house-list names",
    "journal_end": "the file beside the journal of a game that says how the journal ends",
}


def kind_of(head: bytes | str) -> FileKind | None:
    """Return the kind of a file, given its text or its first KIND_HEAD bytes (or more); None if no kind fits.

    >>> kind_of("# two moves\\nPON l Volonté · SEP e École"), kind_of("+ chocolatine"), kind_of("e 11 1 1 2")
    ('shorthand', 'house_list', 'deck')
    """
    if isinstance(head, bytes):
        if head.startswith(LEXICON_MAGIC):
            return "lexicon"
        head = head.decode("utf-8", "replace")
    lines = [line.strip() for line in head.removeprefix("\ufeff").split("\n", 1000)[:1000]]
    line = next((line for line in lines if line and not line.startswith("#")), "")
    if line.startswith(_CHAINED):
        return _kind_of_chain(lines[lines.index(line) :])
    if line.startswith(JOURNAL_END):
        return "journal_end"
    if line.startswith(_SHORTHAND):
        return "shorthand"
    words = line.split()
    if words and words[0] in ("+", "-"):
        return "house_list"
    if len(words) == _DECK_WORDS and all(word.isdecimal() for word in words[1:]):
        return "deck"
    return None


def describe(kind: FileKind) -> str:
    """Return a phrase that says what a kind of file is and which command reads it; it follows « FILE is » in messages.

    >>> describe("deck")
    'a deck, which --deck names'
    """
    return _DESCRIPTIONS[kind]


def _kind_of_chain(lines: list[str]) -> FileKind:
    """Return the kind of a file whose first line begins like a line of a record or journal."""
    contents = lines[0].partition(_HEADER)[2].partition(",")[2]
    if contents.startswith(_SCORE_SHEET):
        return "score_sheet"
    if contents.startswith(_BELOTE):
        return "belote_journal" if contents.startswith(f'{_BELOTE}journal"') else "belote_record"
    entries = any(',"did":[' in line or ',"undid":' in line for line in lines[:2])  # the header may be damaged
    return "journal" if entries or contents.startswith(_JOURNAL) else "record"


class UnwritableFileError(ArgumentError):
    """Raised if a file cannot be written. ``path`` is the file, ``why`` the reason without the path."""

    def __init__(self, path: str | Path, why: str) -> None:
        super().__init__(f"{path}: cannot be written: {why}")
        self.path = path
        self.why = why


class ForeignFileError(UnwritableFileError):
    """Raised instead of replacing a file that this program did not write."""

    def __init__(self, path: str | Path) -> None:
        super().__init__(path, "it exists and was not written by this command; choose another name")


def read_lines(path: str, expected: FileKind) -> list[str]:
    """Return the lines of a UTF-8 text file without their line ends and without a byte order mark.

    Raises ArgumentError if the file cannot be read, is not UTF-8 or has more than MAX_BYTES bytes, or if ``kind_of``
    recognizes another kind than *expected*, which is "deck" or "house_list".
    """
    try:
        with open(path, "rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be read: {error.strerror or error}") from error
    except (TypeError, ValueError) as error:  # None, or a NUL in the name
        raise ArgumentError(f"{path!r:.80} is not a path: {error}") from error
    kind = kind_of(raw[:KIND_HEAD])
    if kind is not None and kind != expected:
        raise ArgumentError(f"{path} is {describe(kind)}; expected a {expected.replace('_', ' ')}")
    if len(raw) > MAX_BYTES:
        raise ArgumentError(f"{path}: more than {MAX_BYTES} bytes")
    try:
        text = raw.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ArgumentError(f"{path}: not UTF-8 at byte {error.start}") from error
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def write_file(path: str | Path, raw: bytes, is_ours: Callable[[bytes], bool]) -> None:
    """Write *raw* to a new file, or replace a file that this program wrote. On return the bytes are on the disk.

    is_ours  takes the first bytes of an existing file, at most HEAD, and returns whether this program wrote it. It is
             not asked about an empty file, which may be replaced

    Raises ForeignFileError if a file of another program is in the way, UnwritableFileError for all other failures. An
    existing file is unchanged then, and no temporary file is left. Permissions of a replaced file are kept.
    """
    write_blocks(path, (raw,), is_ours)


def check_writable(path: str | Path, is_ours: Callable[[bytes], bool]) -> None:
    """Raise the error that ``write_file`` would raise for these arguments, if any. Call this before long work."""
    with _writing(path):
        _replaceable(path, is_ours)
        if not os.access(os.path.dirname(path) or ".", os.W_OK | os.X_OK):
            raise UnwritableFileError(path, "no file can be created in its folder")


def copy_file(file: int, path: Path) -> None:
    """Copy the open file with the descriptor *file* to a new file at *path*, which only its owner may read or write.

    Raises ForeignFileError if a file at *path* exists and is not empty, UnwritableFileError for other failures.
    """
    os.lseek(file, 0, os.SEEK_SET)
    write_blocks(path, iter(lambda: os.read(file, _BLOCK), b""), lambda head: False, mode=0o600)


def open_file(path: Path) -> int:
    """Return the descriptor of the file at *path*, opened to read and write. A new file is created for this user alone.

    Raises UnwritableFileError if the file cannot be opened, is not a regular file, is read-only, or has another owner.
    """
    with _writing(path):
        _plain_status(path)
        # Windows would write "\r\n" for "\n" without O_BINARY. The others guard against a file that was just replaced.
        extra = sum(getattr(os, name, 0) for name in ("O_BINARY", "O_CLOEXEC", "O_NOFOLLOW", "O_NONBLOCK"))
        file = os.open(path, os.O_RDWR | os.O_CREAT | extra, 0o600)
        if not stat.S_ISREG(os.fstat(file).st_mode):
            os.close(file)
            raise UnwritableFileError(path, "it is not a regular file")
        return file


def lock(file: int) -> bool:
    """Lock the open file with the descriptor *file*; return False if another process or descriptor has locked it.

    The lock ends when the file is unlocked or closed, at the latest with the process. On a system that has neither
    ``fcntl`` nor ``msvcrt``, nothing is locked and the result is True. Raises OSError if the file system has no locks.
    """
    if _fcntl is not None:
        try:
            _fcntl.flock(file, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
        except BlockingIOError:
            return False
    elif _msvcrt is not None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        try:
            _msvcrt.locking(file, _msvcrt.LK_NBLCK, 1)
        except PermissionError:
            return False
    return True


def unlock(file: int) -> None:
    """Release the lock that ``lock`` has set on the open file with the descriptor *file*."""
    if _fcntl is not None:
        _fcntl.flock(file, _fcntl.LOCK_UN)
    elif _msvcrt is not None:
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        _msvcrt.locking(file, _msvcrt.LK_UNLCK, 1)


def sync_folder(path: str | Path) -> None:
    """Force the folder of the file *path* to the disk (fsync), so that a new file still exists after a power cut.

    Does nothing where folders cannot be opened (Windows) or synchronized (some network drives).
    """
    with suppress(OSError):
        folder = os.open(os.path.dirname(path) or ".", os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


def write_blocks(
    path: str | Path, blocks: Iterable[bytes], is_ours: Callable[[bytes], bool], mode: int | None = None
) -> None:
    """Write *blocks*, one after the other, to one file as ``write_file`` does. An iterator saves memory if it is large.

    mode  the permission bits of the file; None for those of the replaced file, or the system's default for a new file
    """
    with _writing(path):
        before = _replaceable(path, is_ours)
        folder, name = os.path.split(path)
        temporary = os.path.join(folder, f".{name[:40]}.{os.urandom(6).hex()}.tmp")
        flags = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
        file = os.open(temporary, flags, 0o666 if mode is None else mode)
        try:
            try:
                for block in blocks:
                    write_all(file, block)
                os.fsync(file)
            finally:
                os.close(file)
            if before is not None and mode is None:
                os.chmod(temporary, stat.S_IMODE(before.st_mode))
            now = _replaceable(path, is_ours)
            if _identity(now) != _identity(before):
                raise UnwritableFileError(path, "another program has just changed it")
            os.replace(temporary, path)
        except BaseException:
            with suppress(OSError):
                os.unlink(temporary)
            raise
        sync_folder(path)


def write_all(file: int, raw: bytes) -> None:
    """Write all of *raw* to the open file with the descriptor *file*; ``os.write`` may write a part. Raises OSError."""
    written = 0
    while written < len(raw):
        written += os.write(file, raw[written:])


def _replaceable(path: str | Path, is_ours: Callable[[bytes], bool]) -> os.stat_result | None:
    """Return the status of the file at *path*; None if there is none. Raises UnwritableFileError if it must stay."""
    status = _plain_status(path)
    if status is not None and status.st_size:
        with open(path, "rb") as stream:
            head = stream.read(HEAD)
        if not is_ours(head):
            raise ForeignFileError(path)
    return status


def _plain_status(path: str | Path) -> os.stat_result | None:
    """Return the status of the file at *path*; None if there is none. Raises UnwritableFileError if it is not plain."""
    try:
        status = os.lstat(path)
    except FileNotFoundError:
        return None
    kind = stat.S_IFMT(status.st_mode)
    user = getattr(os, "geteuid", None)  # does not exist on Windows
    if kind == stat.S_IFLNK:
        why = "it is a symbolic link"
    elif kind == stat.S_IFDIR:
        why = "it is a directory"
    elif kind != stat.S_IFREG:
        why = "it is a device, pipe or socket, expected a regular file"
    elif user is not None and status.st_uid != user():
        why = "it belongs to another user"
    elif not status.st_mode & stat.S_IWUSR:
        why = "it is read-only"
    else:
        return status
    raise UnwritableFileError(path, why)


def _identity(status: os.stat_result | None) -> tuple[int, ...] | None:
    """Return numbers that change when a file is replaced or written; None if there is no file."""
    return status and (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)


@contextmanager
def _writing(path: str | Path) -> Iterator[None]:
    """Convert an error of the ``with`` block, which writes the file *path*, to an UnwritableFileError."""
    try:
        yield
    except ArgumentError:
        raise
    except (OSError, ValueError) as error:  # ValueError: an impossible path, for example with a NUL
        raise UnwritableFileError(path, getattr(error, "strerror", None) or str(error)) from error
