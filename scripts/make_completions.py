"""Generate the completion scripts that ``belettre completion`` prints, with shtab.

Run as ``python scripts/make_completions.py`` whenever an option, its values or a help text change. The scripts offer
commands, options, the values of options that have a closed set of them, and files where an option names one.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import shtab

from belettre_lexicon.cli.arguments import HouseOptions
from belettre_lexicon.cli.parser import SHELLS, build_parser

FOLDER = Path(__file__).resolve().parent.parent / "src" / "belettre_lexicon" / "cli" / "completions"
#: The attributes of options and arguments whose values are files, apart from those of ``parser``.
FILES = (HouseOptions.PATHS | {"pairs", "svg"}) - {"database"}


def completion_script(shell: str) -> str:
    """Return the script for one of the shells in ``SHELLS``."""
    parser = build_parser()
    for command in _commands(parser):
        for action in command._actions:
            if action.dest in FILES:
                action.complete = shtab.FILE  # type: ignore[attr-defined]  # the attribute that shtab asks for
    return shtab.complete(parser, shell=shell)


def _commands(parser: argparse.ArgumentParser) -> list[argparse.ArgumentParser]:
    """Return the parsers of all commands."""
    (commands,) = (action for action in parser._actions if isinstance(action, argparse._SubParsersAction))
    return list(commands.choices.values())


if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for shell in SHELLS:
        (FOLDER / f"belettre.{shell}").write_text(completion_script(shell), encoding="utf-8")
        print(f"belettre.{shell}")
