"""docs/belote.md cannot lie: its Python and console sessions give what they show."""

from __future__ import annotations

import doctest
import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

from belettre_lexicon.cli.belote.main import SUMMARIES
from belettre_lexicon.games.belote.rules import OPTIONS
from tests.conftest import ROOT

PAGE = ROOT / "docs" / "belote.md"
TEXT = PAGE.read_text(encoding="utf-8")
#: The commands of the console sessions, as functions of the shell.
COMMANDS_OF_THE_PAGE = (
    f'belote() {{ {shlex.quote(sys.executable)} {shlex.quote(str(ROOT / "bin" / "belote"))} "$@"; }}\n'
    f'python() {{ {shlex.quote(sys.executable)} "$@"; }}\n'
)


def test_python_sessions_of_the_page() -> None:
    """The Python sessions give what they show."""
    result = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")

    assert result.attempted > 20
    assert result.failed == 0


def test_console_sessions_of_the_page(tmp_path: Path) -> None:
    """Each command prints what is below it; a file that is shown with cat is there for the commands after it."""
    steps = [
        (command, expected)
        for session in re.findall(r"```console\n(.*?)```", TEXT, re.DOTALL)
        for command, expected in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", session, re.MULTILINE)
    ]
    assert len(steps) >= 8
    for command, expected in steps:
        if command.startswith("cat "):
            (tmp_path / command.removeprefix("cat ")).write_text(expected, encoding="utf-8")
            continue
        done = subprocess.run(
            ["bash", "-c", COMMANDS_OF_THE_PAGE + command],
            cwd=tmp_path,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stderr == "", command
        assert done.stdout == expected, command


def test_the_page_names_every_command() -> None:
    """The table of commands has each of them, and the flags that the page shows exist."""
    for name in SUMMARIES:
        assert f"`belote {name}" in TEXT, name
    known = {option.flag for option in OPTIONS if option.is_offered}
    rules = {flag for flag in re.findall(r"`(--[a-z-]+)(?: \w+)?`", TEXT) if flag in known}
    assert rules >= {"--undertrump", "--annonces", "--no-litige-belote", "--target"}
    assert all(option.is_offered for option in OPTIONS if len(option.values) > 1)
