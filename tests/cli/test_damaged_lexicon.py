"""Commands with a damaged lexicon, and errors inside the command: one line, and never the status of a refusal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from belettre_lexicon.cli.kit.terminal import EXIT_INTERNAL, EXIT_UNUSABLE
from belettre_lexicon.cli.main import main
from belettre_lexicon.cli.words import check
from belettre_lexicon.lexicon.file import lexicon_file as lexicon_module
from belettre_lexicon.lexicon.file.container import open_container
from belettre_lexicon.lexicon.file.lexicon_file import bundled_path
from belettre_lexicon.referee import catalogue

#: Commands that verify the whole lexicon, even that of the package.
VERIFYING = [
    ["lexicon", "info"],
    ["lexicon", "verify"],
    ["atlas"],
    ["play"],
    ["table", "--no-clock"],
    ["replay", "-"],
    ["simulate", "--games", "1"],
    ["serve", "--port", "0", "--database", "sqlite://"],
]
#: Commands that answer at once; they verify a lexicon that is named.
QUICK = [["check", "raclette"], ["find", "--maj", "f"], ["family", "jouet"], ["word", "école"]]


@pytest.fixture(scope="module")
def damaged(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A copy of the lexicon of the package with one flipped bit, in the last letters of the trie."""
    data = bytearray(Path(bundled_path()).read_bytes())
    trie = open_container(bundled_path()).parts["trie"]
    data[trie.offset + trie.size - 100] ^= 1
    path = tmp_path_factory.mktemp("damaged") / "fr.lexicon"
    path.write_bytes(data)
    yield path
    path.unlink()


@pytest.mark.parametrize("command", VERIFYING, ids=lambda command: command[0])
def test_commands_that_take_longer_verify_the_lexicon_of_the_package(
    damaged: Path, command: list[str], monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A command whose work takes longer than verifying starts with it; nothing else is printed."""
    monkeypatch.setattr(lexicon_module, "bundled_path", lambda: str(damaged))

    assert main(command) == EXIT_UNUSABLE

    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"belettre: {damaged}: part 'trie' is damaged")
    assert printed.err.count("\n") == 1


@pytest.mark.parametrize("command", QUICK + VERIFYING, ids=lambda command: " ".join(command[:2]))
def test_every_command_verifies_a_lexicon_that_is_named(
    damaged: Path, command: list[str], capfd: pytest.CaptureFixture[str]
) -> None:
    """With --lexicon, every command verifies the file before it answers anything."""
    assert main([*command, "--lexicon", str(damaged)]) == EXIT_UNUSABLE

    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"belettre: {damaged}: part 'trie' is damaged")


def test_a_named_pipe_is_refused_at_once(tmp_path: Path) -> None:
    """A pipe that nobody writes to does not make the command wait."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    done = subprocess.run(
        [sys.executable, "-m", "belettre_lexicon", "check", "raclette", "--lexicon", str(pipe)],
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == EXIT_UNUSABLE
    assert done.stderr.decode() == f"belettre: {pipe}: not a regular file, expected a compiled lexicon\n"


@pytest.mark.parametrize("rows", [b"verdict.valid\tvalide\nverdict.refused\n", b"verdict.valid\t\xff\n"])
def test_a_damaged_catalogue_is_named(
    tmp_path: Path, rows: bytes, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """A catalogue of messages that is not text, or has a line without a message, is an error that names the file."""
    path = tmp_path / "data" / "fr.messages"
    path.parent.mkdir()
    path.write_bytes(rows)
    monkeypatch.setattr(catalogue, "__file__", str(tmp_path / "referee" / "catalogue.py"))

    assert main(["check", "raclette"]) == EXIT_UNUSABLE

    assert capfd.readouterr().err == f"belettre: {path}: the message catalogue is damaged; reinstall the package\n"


def test_an_internal_error_has_a_status_of_its_own(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """An unexpected exception is one line with its type and place, and its status is not that of a refused word."""

    def fail(path: str | None) -> None:
        raise IndexError("list index\nout of range")

    monkeypatch.setattr(check, "open_lexicon", fail)

    assert main(["check", "raclette"]) == EXIT_INTERNAL == 3

    printed = capfd.readouterr()
    assert printed.out == ""
    assert printed.err.count("\n") == 1
    assert "internal error: IndexError: list index" in printed.err
    assert "(tests.cli.test_damaged_lexicon, line " in printed.err
    assert "« belettre lexicon verify »" in printed.err
