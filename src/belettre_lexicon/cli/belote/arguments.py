"""Parses the options of the commands of ``belote``: start reading at ``parse``.

A command describes its options in a subclass of ``BeloteCommand`` (``options``). As in ``belettre``, complete long
options with their values are parsed here, in microseconds, and everything else by argparse (``parser``), which words
the errors and prints the help page.
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from .options import LANGUAGES, RULE_FLAGS, BeloteCommand, Flags, is_readable, parse_number

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from .options import Command

__all__ = [
    "LANGUAGES",
    "RULE_FLAGS",
    "BeloteCheckCommand",
    "BeloteCommand",
    "Flags",
    "parse",
    "parse_number",
    "parse_plain",
]


class BeloteCheckCommand(BeloteCommand):
    """The options of ``belote check``."""

    NAME = "check"
    DESCRIPTION = (
        "Say which cards of a hand may be laid on a pli, and which obligation forbids the others; or find the "
        "renonces in the plis of a deal that later cards prove, and the score after them (BF1). Cards are typed as V♥ "
        "or vc (suits t, k, c, p); with --lang en as J♥ or jh (suits c, d, h, s). Exit status: 0 all permitted, or no "
        "renonce; 1 some refused, or a renonce; 2 unusable input."
    )
    VALUES: ClassVar[Flags] = {
        "--atout": ("atout", "the trump: a suit, SA or TA"),
        "--pli": ("pli", "the cards of the pli in the order laid; without it the player opens"),
        "--main": ("main", "the cards of the hand"),
        "--plis": ("plis", "file of the plis as laid, one per line; - reads standard input"),
        "--opener": ("opener", "with --plis: the seat that opened, S (default), E, N or O, if the file has no seats"),
        "--belote": ("belote", "with --plis: a team that said a belote, N+S or E+O"),
        "--announced": ("announced", "with --plis: points of the annonces of N+S and of E+O, as 50,0"),
        "--waiting": ("waiting", "with --plis: points that wait since an earlier litige (BS6)"),
        **BeloteCommand.VALUES,
    }
    NUMBERS: ClassVar[dict[str, tuple[int | None, int | None]]] = {"waiting": (0, 1_000_000)}
    SWITCHES: ClassVar[Flags] = {
        "--all-rules": ("all_rules", "say which house rules would decide otherwise"),
        "--json": ("json", "print one JSON object"),
    }
    LISTS: ClassVar[frozenset[str]] = frozenset({"belote"})
    PATHS: ClassVar[frozenset[str]] = frozenset({"plis"})

    def __init__(self) -> None:
        super().__init__()
        self.atout: str | None = None
        self.pli = ""
        self.main: str | None = None
        self.plis: str | None = None
        self.opener: str | None = None
        self.belote = ""
        self.announced = ""
        self.waiting = 0
        self.all_rules = False
        self.json = False


def parse(command: Command, arguments: list[str]) -> Command:
    """Set the attributes of *command*, which has its defaults, from the arguments behind its name, and return it.

    Raises ArgumentError for arguments that the command does not have; --help prints a page and raises SystemExit.
    """
    parsed = parse_plain(type(command)(), arguments)
    if parsed is not None:
        return parsed
    from .parser import parse_any  # imports argparse, which is slow

    return parse_any(command, arguments)


def parse_plain(command: Command, arguments: list[str]) -> Command | None:
    """Set the attributes of *command* from plain long options and return it; None if anything else is among them.

    Some attributes may be set in that case, so *command* must be discarded, and argparse must parse all arguments.
    """
    remaining = iter(arguments)
    operand = None
    for argument in remaining:
        if argument in command.SWITCHES:
            setattr(command, command.SWITCHES[argument][0], True)
        elif argument in command.VALUES or (argument in RULE_FLAGS and RULE_FLAGS[argument].value is None):
            value = next(remaining, None)
            if value is None or (value.startswith("-") and value != "-") or not _set(command, argument, value):
                return None
        elif argument in RULE_FLAGS:
            command.chosen[RULE_FLAGS[argument].option.name] = RULE_FLAGS[argument].value
        elif command.OPERAND is not None and operand is None and (argument == "-" or not argument.startswith("-")):
            operand = argument
            setattr(command, command.OPERAND[0], argument)
        else:
            return None
    return None if command.OPERAND is not None and operand is None else command


def _set(command: BeloteCommand, flag: str, text: str) -> bool:
    """Set the attribute of a flag that takes a value; return False if the value is not one of those it may have."""
    if flag in RULE_FLAGS:
        made = RULE_FLAGS[flag]
        try:
            command.chosen[made.option.name] = made.read(text)
        except ArgumentError:
            return False
        return True
    name = command.VALUES[flag][0]
    value: str | int | None = text if name in command.PATHS or is_readable(text) else None
    if name in command.NUMBERS:
        value = parse_number(text, *command.NUMBERS[name])
    if value is None or (name in command.CHOICES and value not in command.CHOICES[name]):
        return False
    before = getattr(command, name)
    setattr(command, name, f"{before},{value}" if name in command.LISTS and before else value)
    return True
