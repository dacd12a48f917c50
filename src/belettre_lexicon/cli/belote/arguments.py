"""The options of the commands of ``belote``, described once for both parsers: ``parse_plain`` and argparse.

A command describes its options in a subclass of ``BeloteCommand``. The house rules of the table are options of every
command; their flags are made from the options of ``BeloteRules``, so that there is a flag for each. As in ``belettre``,
complete long options with their values are parsed here, in microseconds, and everything else by argparse (``parser``),
which words the errors and prints the help page. Start reading at ``parse``.
"""

from __future__ import annotations

from ...belote.rules import OPTIONS, BeloteRules
from ...errors import ArgumentError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, TypeVar

    from ...belote.rules import BeloteOption, OptionValue

    Command = TypeVar("Command", bound="BeloteCommand")

#: A mapping from each flag to the name of its attribute and its help text.
Flags = dict[str, tuple[str, str]]
#: The languages of answers, those of ``referee.catalogue``.
LANGUAGES = ("fr", "en")
#: A number with more digits is refused: none of the options needs it.
_MOST_DIGITS = 18


class RuleFlag:
    """The flag of a house rule.

    option  the option of ``BeloteRules`` that it sets
    flag    how it is typed: ``--on-partners-trump``; ``--no-litige-belote`` for a switch that turns a rule off
    value   the value that the flag sets if it is a switch; None if a value follows it
    """

    __slots__ = ("flag", "option", "value")

    def __init__(self, option: BeloteOption) -> None:
        self.option = option
        self.value: bool | None = None if not isinstance(option.default, bool) else not option.default
        self.flag = f"--{'no-' if self.value is False else ''}{option.name.replace('_', '-')}"

    @property
    def values(self) -> tuple[OptionValue, ...]:
        """The values that may follow the flag, the default first; () for a switch or a number."""
        return (*self.option.values, *self.option.unbuilt) if self.value is None and not self.takes_number else ()

    @property
    def takes_number(self) -> bool:
        """Whether any number between the limits of the option may follow the flag."""
        return self.option.least is not None

    def read(self, text: str) -> OptionValue:
        """Return the value that is typed as *text*. Raises ArgumentError if there is none, or it is not built yet."""
        value: OptionValue = next((value for value in self.values if str(value) == text), text)
        if self.takes_number and (number := parse_number(text)) is not None:
            value = number
        try:
            self.option.check(value)
        except ArgumentError as error:
            raise ArgumentError(f"{self.flag}{str(error).removeprefix(self.option.name)}") from error
        return value


#: The flag of each option of ``BeloteRules``, by the flag.
RULE_FLAGS = {made.flag: made for made in map(RuleFlag, OPTIONS)}


class BeloteCommand:
    """The options that all commands share. A subclass describes those of its command in class variables:

    NAME         the command
    DESCRIPTION  what it does, with the exit statuses, for its help page
    OPERAND      the attribute and the help text of an argument without a flag, which must be given; or None
    VALUES       the flags that take a value
    NUMBERS      the attributes whose values are whole numbers, with their limits, None for no limit
    CHOICES      the values of each attribute that has a closed set of them
    SWITCHES     the flags that take no value
    LISTS        the attributes whose options may be given again: each value adds to a list with commas
    PATHS        the attributes that name files: any bytes may be in them, readable or not

    Of any other option that is given again, the last value counts.
    """

    NAME: ClassVar[str]
    DESCRIPTION: ClassVar[str]
    OPERAND: ClassVar[tuple[str, str] | None] = None
    VALUES: ClassVar[Flags] = {"--lang": ("lang", "language of the answer, fr by default")}
    NUMBERS: ClassVar[dict[str, tuple[int | None, int | None]]] = {}
    CHOICES: ClassVar[dict[str, tuple[str, ...]]] = {"lang": LANGUAGES}
    SWITCHES: ClassVar[Flags] = {}
    LISTS: ClassVar[frozenset[str]] = frozenset()
    PATHS: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        self.lang = "fr"
        self.chosen: dict[str, OptionValue] = {}

    def rules(self) -> BeloteRules:
        """Return the house rules that the options select. Raises ArgumentError if one of them is not built yet."""
        return BeloteRules(**self.chosen)


class BeloteCheckCommand(BeloteCommand):
    """The options of ``belote check``."""

    NAME = "check"
    DESCRIPTION = (
        "Say which cards of a hand may be laid on a pli, and which obligation is against the others; or find the "
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


def parse_number(text: str, least: int | None = None, most: int | None = None) -> int | None:
    """Return the whole number that *text* is; None if it is none, or is not between the limits.

    >>> parse_number("30", 1, 30), parse_number("31", 1, 30), parse_number("a")
    (30, None, None)
    """
    if not text.removeprefix("-").isdecimal() or len(text) > _MOST_DIGITS:
        return None
    number = int(text)
    return number if (least is None or number >= least) and (most is None or number <= most) else None


def is_readable(text: str) -> bool:
    """Return whether a text of the command line consists of characters: bytes that no encoding explains are none."""
    try:
        text.encode()
    except UnicodeEncodeError:  # Python keeps such bytes as lone surrogates
        return False
    return True
