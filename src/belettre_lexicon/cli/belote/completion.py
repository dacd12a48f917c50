"""The command ``belote completion``, which prints a completion script for a shell."""

from __future__ import annotations

from ...base.errors import ArgumentError
from ..kit.completion import SHELLS, completion_script
from ..kit.language import translation
from ..kit.terminal import EXIT_OK, write_exactly

HELP = """\
usage: belote completion SHELL

Print a completion script for a shell: {shells}.
Put it where the shell looks for such scripts; its first lines say where."""


def run(arguments: list[str]) -> int:
    """Print the script of the shell that is named, or the help page, and return EXIT_OK.

    Raises ArgumentError for anything else than the name of one shell.
    """
    if arguments in (["-h"], ["--help"]):
        translated = translation()
        page = HELP if translated is None else translated.text(HELP)
        write_exactly(page.format(shells=", ".join(SHELLS)))
    elif len(arguments) == 1 and arguments[0] in SHELLS:
        write_exactly(completion_script("belote", arguments[0]).rstrip("\n"))
    else:
        raise ArgumentError(f"completion {' '.join(arguments)!r:.40}: expected one of {', '.join(SHELLS)}")
    return EXIT_OK
