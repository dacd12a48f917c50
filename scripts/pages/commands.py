"""The pages about the commands: what each prints for ``--help``, in the language of the page."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

from belettre_lexicon.cli.belote.main import SUMMARIES as BELOTE_COMMANDS
from belettre_lexicon.cli.main import build_parser

#: Each command, and how Python runs it.
MODULES = {"belettre": "belettre_lexicon", "belote": "belettre_lexicon.cli.belote"}
#: The columns of a help page.
COLUMNS = "90"
#: The heading and the introduction of the pages in each language.
_HEADINGS = {"en": "The command", "fr": "La commande"}
_INTRODUCTIONS = {
    "en": """\
Every page is what the command prints for `--help`. The options of the house rules are in
[the list of options](options.rst).
""",
    "fr": """\
Chaque page est ce que la commande affiche pour `--help`. Ce que change chaque règle maison est dans
[les règles de Belettre](regles-belettre.md) et [celles de la Belote](regles-belote.md).
""",
}


def pages() -> dict[str, str]:
    """Return the English page of each command by its path below the folder of the reference."""
    return {f"command-{program}.md": text for program, text in _pages("en").items()}


def french_pages() -> dict[str, str]:
    """Return the French page of each command by its path below the folder of the French pages."""
    return {f"commande-{program}.md": text for program, text in _pages("fr").items()}


def _pages(language: str) -> dict[str, str]:
    """Return the page of each program in a language."""
    with ThreadPoolExecutor(2) as pool:
        pairs = [(program, name) for program in MODULES for name in ("", *subcommands(program))]
        texts = dict(zip(pairs, pool.map(lambda pair: help_page(pair, language), pairs), strict=True))
    written = {}
    for program in MODULES:
        lines = [f"# {_HEADINGS[language]} `{program}`", "", _INTRODUCTIONS[language]]
        for name in ("", *subcommands(program)):
            if name:
                lines += [f"## `{program} {name}`", ""]
            lines += ["```text", texts[program, name].rstrip(), "```", ""]
        written[program] = "\n".join(lines)
    return written


def subcommands(program: str) -> list[str]:
    """Return the commands of a program of ``MODULES``, in the order of its help page.

    >>> subcommands("belote")[:2]
    ['check', 'score']
    """
    if program == "belote":
        return list(BELOTE_COMMANDS)
    actions = build_parser()._actions
    return [name for action in actions if isinstance(action, argparse._SubParsersAction) for name in action.choices]


def help_page(command: tuple[str, str], language: str = "en") -> str:
    """Return what a program prints for ``--help``, or one of its commands, in a language."""
    program, name = command
    return subprocess.run(
        [sys.executable, "-m", MODULES[program], *([name] if name else []), "--help"],
        env={**os.environ, "BELETTRE_LANG": language, "COLUMNS": COLUMNS, "NO_COLOR": "1", "PYTHONUTF8": "1"},
        capture_output=True,
        encoding="utf-8",
        check=True,
    ).stdout
