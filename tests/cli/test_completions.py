"""The completion scripts: current, syntactically sound, and offering values, in the shells that are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from belettre_lexicon.cli import main
from belettre_lexicon.cli.parser import SHELLS
from belettre_lexicon.grammar import LABEL_GROUPS
from belettre_lexicon.options import ACCENTS, PARTICIPLES
from scripts.make_completions import FOLDER, completion_script

#: A call of the function that completes ``belettre`` in bash, for the words of a line; the last one is completed.
_COMPLETE_IN_BASH = """
source "$0"
COMP_WORDS=("$@") COMP_CWORD=$(( $# - 1 )) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
function=$(complete -p belettre | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function" belettre "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def script(shell: str) -> Path:
    """Return the path of the script that the package has for a shell."""
    return FOLDER / f"belettre.{shell}"


def completed(*words: str) -> list[str]:
    """Return what bash offers for the last of the words of a line."""
    done = subprocess.run(
        ["bash", "-c", _COMPLETE_IN_BASH, str(script("bash")), *words], capture_output=True, text=True, check=True
    )
    return sorted(done.stdout.split())


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_are_current(shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The printed script of each shell is the one generated from the parser."""
    status = main.main(["completion", shell])

    assert status == 0
    assert capsys.readouterr().out == completion_script(shell), "run python scripts/make_completions.py"


@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_have_the_values(shell: str) -> None:
    """Each script has the values of the options that have a closed set of them."""
    text = script(shell).read_text(encoding="utf-8")

    for value in (*ACCENTS, *PARTICIPLES, *LABEL_GROUPS, "alpha", "PON", "partie"):
        assert re.search(rf"\b{value}\b", text), value


@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shell != "powershell" and shutil.which(shell)])
def test_completion_scripts_are_read_by_their_shell(shell: str) -> None:
    """The shell finds no mistake in its script."""
    done = subprocess.run([shell, "-n", str(script(shell))], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["ch"], ["check"]),
        (["--v"], ["--version"]),
        (["check", "--accents", ""], ["announced", "free"]),
        (["check", "--lang", ""], ["en", "fr"]),
        (["find", "--order", "a"], ["alpha"]),
        (["find", "--labels", "ra"], ["rare"]),
        (["play", "--seat", ""], ["LEV", "MER", "PON", "SEP"]),
        (["table", "--memory", "p"], ["partie", "pli"]),
        (["completion", ""], sorted(SHELLS)),
    ],
)
def test_bash_offers_values(words: list[str], offered: list[str]) -> None:
    """In bash, Tab completes commands, options and the values of options."""
    assert completed("belettre", *words) == offered


def test_bash_offers_files(tmp_path: Path) -> None:
    """In bash, Tab completes the name of a file where an option names one."""
    (tmp_path / "maison.txt").touch()

    assert completed("belettre", "check", "--house-list", f"{tmp_path}/mai") == [f"{tmp_path}/maison.txt"]
