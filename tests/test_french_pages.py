"""The pages for players and arbiters cannot lie: their sessions give what they show."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

PAGES = sorted((ROOT / "docs" / "fr").glob("*.md"))
MODULES = {"belettre": "belettre_lexicon", "belote": "belettre_lexicon.cli.belote"}
#: The sessions of typed lines: page → the command whose session it shows.
SESSIONS = {
    "arbitrer.md": ["belettre", "table"],
    "marque-belote.md": ["belote", "score", "--players", "Ana,Bob,Chloé,David"],
}


def commands_of(path: Path) -> list[tuple[str, str]]:
    """The commands of the console sessions of a page, each with the output that the page shows."""
    sessions = re.findall(r"```console\n(.*?)```", path.read_text(encoding="utf-8"), re.DOTALL)
    return [step for session in sessions for step in re.findall(r"^\$ (.*)\n((?:[^$].*\n)+)", session, re.MULTILINE)]


def output(words: list[str], typed: str, folder: Path) -> str:
    """What a command prints when *typed* is its standard input; its games are kept in *folder*."""
    home = {"HOME": str(folder), "XDG_DATA_HOME": str(folder), "APPDATA": str(folder), "PYTHONUTF8": "1"}
    command = [sys.executable, "-m", MODULES[words[0]], *words[1:]]
    done = subprocess.run(
        command, input=typed, env={**os.environ, **home}, capture_output=True, encoding="utf-8", check=False
    )
    return done.stdout


@pytest.mark.parametrize(
    ("command", "shown"), [step for path in PAGES for step in commands_of(path)], ids=lambda value: value[:40]
)
def test_a_command_prints_what_the_page_shows(command: str, shown: str, tmp_path: Path) -> None:
    """Each command of a console session prints exactly the lines below it."""
    assert output(shlex.split(command), "", tmp_path) == shown


@pytest.mark.parametrize("name", SESSIONS)
def test_a_session_is_what_the_page_shows(name: str, tmp_path: Path) -> None:
    """The lines that a page types into a session give the answers that it shows."""
    page = (ROOT / "docs" / "fr" / name).read_text(encoding="utf-8")
    (shown,) = re.findall(r"```text\n(> .*?)```", page, re.DOTALL)
    typed = re.findall(r"^> (.*)$", shown, re.MULTILINE)

    assert len(typed) > 5
    assert output(SESSIONS[name], "\n".join(typed) + "\n", tmp_path).startswith(shown)


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_punctuation_stays_with_its_word(path: Path) -> None:
    """No line can end before « : ; ! ? », or inside quotation marks next to them."""
    prose = re.sub(r"^```.*?^```|`[^`\n]+`", "`", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)

    parted = r".{0,20}[ \n](?:[;?»]|!(?!\[)).{0,10}|.{0,20}[ \n]:(?=[\s*]).{0,10}|.{0,10}«[ \n].{0,20}"
    assert re.findall(parted, prose) == []
