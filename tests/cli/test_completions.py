"""The completion scripts: current, syntactically sound, and offering values, in the shells that are installed."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from belettre_lexicon.cli import main
from belettre_lexicon.cli.belote import main as belote
from belettre_lexicon.cli.completions import PROGRAMS, generate
from belettre_lexicon.cli.kit.commands import SHELLS
from belettre_lexicon.french.grammar import LABEL_GROUPS
from belettre_lexicon.french.rules import ACCENTS, PARTICIPLES
from tests.import_graph import PACKAGE

#: The entry point of each command.
MAINS = {"belettre": main.main, "belote": belote.main}
#: A call of the function that completes the first of the words of a line in bash, where the last one is completed.
_COMPLETE_IN_BASH = """
source "$0"
COMP_WORDS=("$@") COMP_CWORD=$(( $# - 1 )) COMP_LINE="$*" COMP_POINT=${#COMP_LINE} COMPREPLY=()
function=$(complete -p $1 | sed 's/.*-F \\([^ ]*\\).*/\\1/')
"$function" "$1" "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\\n' "${COMPREPLY[@]}"
"""


def script(shell: str, command: str = "belettre") -> Path:
    """Return the path of the script that was built for a shell."""
    return PACKAGE / "data" / "completions" / f"{command}.{shell}"


def completed(*words: str) -> list[str]:
    """Return what bash offers for the last of the words of a line."""
    done = subprocess.run(
        ["bash", "-c", _COMPLETE_IN_BASH, str(script("bash", words[0])), *words],
        capture_output=True,
        text=True,
        check=True,
    )
    return sorted(done.stdout.split())


@pytest.mark.parametrize("command", PROGRAMS)
@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_are_current(command: str, shell: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The printed script of each shell is the one generated from the parser."""
    status = MAINS[command](["completion", shell])

    assert status == 0
    assert capsys.readouterr().out == generate(command, shell), "install the package again"


@pytest.mark.parametrize(
    ("command", "values"),
    [
        ("belettre", (*ACCENTS, *PARTICIPLES, *LABEL_GROUPS, "alpha", "PON", "partie")),
        ("belote", ("others", "required", "nord", "strong", "ten160")),
    ],
)
@pytest.mark.parametrize("shell", SHELLS)
def test_completion_scripts_have_the_values(command: str, values: tuple[str, ...], shell: str) -> None:
    """Each script has the values of the options that have a closed set of them."""
    text = script(shell, command).read_text(encoding="utf-8")

    for value in values:
        assert re.search(rf"\b{value}\b", text), value


@pytest.mark.parametrize("command", PROGRAMS)
@pytest.mark.parametrize("shell", [shell for shell in SHELLS if shell != "powershell" and shutil.which(shell)])
def test_completion_scripts_are_read_by_their_shell(command: str, shell: str) -> None:
    """The shell finds no mistake in its script."""
    done = subprocess.run([shell, "-n", str(script(shell, command))], capture_output=True, text=True, check=False)

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


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["sc"], ["score"]),
        (["play", "--seat", ""], ["cinq", "est", "nord", "ouest", "six", "sud"]),
        (["score", "--second-round", ""], ["any", "others"]),
        (["check", "--all"], ["--all-pass", "--all-rules"]),
        (["completion", ""], sorted(SHELLS)),
    ],
)
def test_bash_offers_values_of_belote(words: list[str], offered: list[str]) -> None:
    """In bash, Tab completes commands, options, house rules and their values."""
    assert completed("belote", *words) == offered


@pytest.mark.parametrize("arguments", [[], ["tcsh"], ["bash", "zsh"], ["--shell", "bash"]])
def test_belote_completion_names_the_shells_that_it_knows(
    arguments: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """Anything else than one known shell is refused with status 2."""
    assert belote.main(["completion", *arguments]) == 2
    assert "expected one of bash, zsh, fish, powershell" in capsys.readouterr().err


def test_belote_completion_has_a_help_page(capsys: pytest.CaptureFixture[str]) -> None:
    """The page names the shells."""
    assert belote.main(["completion", "--help"]) == 0
    assert "bash, zsh, fish, powershell" in capsys.readouterr().out


def test_bash_offers_files(tmp_path: Path) -> None:
    """In bash, Tab completes the name of a file where an option names one."""
    (tmp_path / "maison.txt").touch()

    assert completed("belettre", "check", "--house-list", f"{tmp_path}/mai") == [f"{tmp_path}/maison.txt"]
