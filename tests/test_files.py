"""Files are written whole or not at all, and never in place of what this program did not write."""

from __future__ import annotations

import errno
import os
import signal
import socket
import stat
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon.base import files
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.base.files import (
    ForeignFileError,
    UnwritableFileError,
    check_writable,
    copy_file,
    open_file,
    write_file,
)

OURS = b"# ours\n"


def is_ours(head: bytes) -> bool:
    """Return whether a file begins as those of the tests do."""
    return head.startswith(OURS)


def refused(path: Path, match: str) -> None:
    """Assert that neither way to write the file is possible, and that its error names the file."""
    ways: list[Callable[[], None]] = [lambda: write_file(path, OURS, is_ours), lambda: check_writable(path, is_ours)]
    for way in ways:
        with pytest.raises(UnwritableFileError, match=match or None) as error:
            way()
        assert str(error.value).startswith(f"{path}: cannot be written")
        assert isinstance(error.value, ArgumentError)


def test_a_new_file_and_one_of_ours_are_written(tmp_path: Path) -> None:
    """A file that does not exist, an empty one and one of ours are written; nothing else is left in the folder."""
    path = tmp_path / "file"

    for text in (b"one", b"another\n", b"a third\r\n" * 1000):
        check_writable(path, is_ours)
        write_file(str(path), OURS + text, is_ours)

        assert path.read_bytes() == OURS + text

    path.write_bytes(b"")
    write_file(path, OURS, is_ours)

    assert path.read_bytes() == OURS
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "raw",
    [
        b"notes",
        b"notes\n",
        b"\n",
        b"\x00",
        b" " + OURS,
        b"# our",
        "é".encode("latin-1"),
        b"x" * 10_000,
        b"\xef\xbb\xbf" + OURS,
    ],
)
def test_a_file_of_another_program_is_never_replaced(raw: bytes, tmp_path: Path) -> None:
    """Whatever another program wrote stays as it is, with or without a line end, and the error says so."""
    path = tmp_path / "file"
    path.write_bytes(raw)

    with pytest.raises(ForeignFileError):
        write_file(path, OURS, is_ours)

    refused(path, "was not written by this command")
    assert path.read_bytes() == raw
    assert list(tmp_path.iterdir()) == [path]


def test_what_is_no_plain_file_is_refused(tmp_path: Path) -> None:
    """Directories, links, pipes, sockets, devices, folders that are missing and impossible names are refused."""
    target, link, dangling, pipe = (tmp_path / name for name in ("target", "link", "dangling", "pipe"))
    target.write_bytes(OURS)
    link.symlink_to(target)
    dangling.symlink_to(tmp_path / "nothing")
    os.mkfifo(pipe)

    refused(tmp_path, "it is a directory")
    refused(link, "it is a symbolic link")
    refused(dangling, "it is a symbolic link")
    refused(pipe, "a device, pipe or socket")
    refused(Path("/dev/null"), "a device, pipe or socket")
    refused(tmp_path / "missing" / "file", "")
    refused(target / "file", "")
    refused(tmp_path / ("x" * 300), "")
    for name in ("\x00", ""):
        with pytest.raises(UnwritableFileError, match="cannot be written"):
            write_file(name, OURS, is_ours)
    with socket.socket(socket.AF_UNIX) as listening:
        listening.bind(str(tmp_path / "socket"))
        refused(tmp_path / "socket", "a device, pipe or socket")

    assert target.read_bytes() == OURS
    assert not (tmp_path / "nothing").exists()
    for path in (tmp_path, link, dangling, pipe, Path("/dev/null")):
        with pytest.raises(UnwritableFileError):
            open_file(path)


def test_read_only_files_and_those_of_others_are_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file of ours that its user made read-only stays as it is, and so does one of another user."""
    path = tmp_path / "file"
    path.write_bytes(OURS)
    path.chmod(0o444)

    refused(path, "it is read-only")
    with pytest.raises(UnwritableFileError):
        open_file(path)

    path.chmod(0o644)
    monkeypatch.setattr(os, "geteuid", lambda: path.stat().st_uid + 1)

    refused(path, "it belongs to another user")


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o644, 0o666])
def test_permissions_are_kept(mode: int, tmp_path: Path) -> None:
    """A file that is replaced keeps its permissions, and a new one gets those that the system gives new files."""
    path, new, plain = tmp_path / "file", tmp_path / "new", tmp_path / "plain"
    path.write_bytes(OURS)
    path.chmod(mode)
    plain.touch()

    write_file(path, OURS + b"more", is_ours)
    write_file(new, OURS, is_ours)

    assert stat.S_IMODE(path.stat().st_mode) == mode
    assert new.stat().st_mode == plain.stat().st_mode


def failing(call: Callable[..., Any], number: int) -> Callable[..., Any]:
    """Return a function that calls *call*, except that its call of the given number fails as on a full disk."""
    calls = iter(range(1_000_000))

    def full(*arguments: Any, **options: Any) -> Any:
        if next(calls) == number:
            raise OSError(errno.ENOSPC, "No space left on device")
        return call(*arguments, **options)

    return full


@pytest.mark.parametrize("name", ["open", "write", "fsync", "chmod", "replace", "close"])
@pytest.mark.parametrize("number", range(3))
def test_a_full_disk_leaves_the_old_file(
    name: str, number: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whichever call of the system fails, the file is the old or the new one, and no temporary file is left."""
    path = tmp_path / "file"
    path.write_bytes(OURS + b"old")

    with monkeypatch.context() as patch:
        patch.setattr(os, name, failing(getattr(os, name), number))
        try:
            write_file(path, OURS + b"new", is_ours)
            written = True
        except UnwritableFileError as error:
            assert str(error) == f"{path}: cannot be written: No space left on device"
            written = False

    assert path.read_bytes() == OURS + (b"new" if written else b"old")
    assert list(tmp_path.iterdir()) == [path]


def test_a_disk_that_takes_a_part_at_a_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If the system writes a part only of what it was given, the rest is written too."""
    path, write = tmp_path / "file", os.write
    monkeypatch.setattr(os, "write", lambda file, raw: write(file, raw[:3]))

    write_file(path, OURS + b"x" * 100, is_ours)

    assert path.read_bytes() == OURS + b"x" * 100


def test_a_file_that_changes_meanwhile_is_not_replaced(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """If another program writes the file while ours is on its way, that file stays."""
    path, fsync = tmp_path / "file", os.fsync
    path.write_bytes(OURS)

    def meddling(file: int) -> None:
        path.write_bytes(OURS + b"of another session")
        fsync(file)

    monkeypatch.setattr(os, "fsync", meddling)
    with pytest.raises(UnwritableFileError, match="another program has just changed it"):
        write_file(path, OURS + b"new", is_ours)

    assert path.read_bytes() == OURS + b"of another session"
    assert list(tmp_path.iterdir()) == [path]


def test_a_killed_program_leaves_the_old_or_the_new_file(tmp_path: Path) -> None:
    """After kill -9 at any moment of writing, the file is whole."""
    path = tmp_path / "file"
    program = (
        "import sys\nfrom belettre_lexicon.base.files import write_file\n"
        "for number in range(10**9):\n"
        "    lines = b'%d\\n' % (number % 10) * 20000\n"
        "    write_file(sys.argv[1], b'# ours\\n' + lines, lambda head: head[:7] == b'# ours\\n')\n"
    )
    for round_number in range(15):
        with subprocess.Popen([sys.executable, "-c", program, str(path)]) as process:
            while not path.exists():
                time.sleep(0.01)
            time.sleep(0.03 + 0.007 * round_number)
            process.send_signal(signal.SIGKILL)

        lines = path.read_bytes().split(b"\n")

        assert lines[0] == b"# ours"
        assert len(set(lines[1:-1])) == 1
        assert len(lines) == 20_002


def test_a_copy_is_for_the_user_alone(tmp_path: Path) -> None:
    """An open file is copied whole to a new file that only the user may read, never over another file."""
    path, copy = tmp_path / "file", tmp_path / "copy"
    path.write_bytes(b"x" * 3_000_000)
    path.chmod(0o644)
    file = open_file(path)

    copy_file(file, copy)
    with pytest.raises(ForeignFileError):
        copy_file(file, copy)
    os.close(file)

    assert copy.read_bytes() == path.read_bytes()
    assert stat.S_IMODE(copy.stat().st_mode) == 0o600


@pytest.fixture
def another_session(tmp_path: Path) -> Iterator[int]:
    """A file that this session has open twice, as two sessions would."""
    (tmp_path / "file").touch()
    file = open_file(tmp_path / "file")
    yield file
    os.close(file)


def test_a_lock_holds_until_it_is_given_back(another_session: int, tmp_path: Path) -> None:
    """A file that one session has locked cannot be locked by another one, until it is unlocked."""
    file = open_file(tmp_path / "file")

    assert files.lock(file)
    assert not files.lock(another_session)

    files.unlock(file)

    assert files.lock(another_session)
    os.close(file)
