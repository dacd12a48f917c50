"""The options of a command of ``belote``: ``BeloteCommand``, and a flag for each house rule of a table.

The flags of the house rules are made from the options of ``BeloteRules``, so that there is one for each. Start reading
at ``BeloteCommand``.
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from ...games.belote.rules import OPTIONS, BeloteRules
from ..kit.language import answer_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar, TypeVar

    from ...games.belote.rules import BeloteOption, OptionValue

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
        """Return the value that is typed as *text*. Raises ArgumentError if it is unknown or not built yet."""
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
    VALUES: ClassVar[Flags] = {
        "--lang": (
            "lang",
            "language of the answer, of help and of errors (default: BELETTRE_LANG, else that of the locale)",
        )
    }
    NUMBERS: ClassVar[dict[str, tuple[int | None, int | None]]] = {}
    CHOICES: ClassVar[dict[str, tuple[str, ...]]] = {"lang": LANGUAGES}
    SWITCHES: ClassVar[Flags] = {}
    LISTS: ClassVar[frozenset[str]] = frozenset()
    PATHS: ClassVar[frozenset[str]] = frozenset()

    def __init__(self) -> None:
        self.lang = answer_language()
        self.chosen: dict[str, OptionValue] = {}

    def rules(self) -> BeloteRules:
        """Return the house rules that the options select. Raises ArgumentError if one of them is not built yet."""
        return BeloteRules(**self.chosen)


def parse_number(text: str, least: int | None = None, most: int | None = None) -> int | None:
    """Return the whole number that *text* says; None if it is not one, or is not between the limits.

    >>> parse_number("30", 1, 30), parse_number("31", 1, 30), parse_number("a")
    (30, None, None)
    """
    if not text.removeprefix("-").isdecimal() or len(text) > _MOST_DIGITS:
        return None
    number = int(text)
    return number if (least is None or number >= least) and (most is None or number <= most) else None


def is_readable(text: str) -> bool:
    """Return whether a text of the command line could be decoded: it contains no bytes that are not characters."""
    try:
        text.encode()
    except UnicodeEncodeError:  # Python keeps such bytes as lone surrogates
        return False
    return True
