"""Command lines as tables: ``Argument`` is one argument; a subclass of ``CommandOptions`` has those of one command.

The arguments are the fields of the subclass. The flags, the help page, the completion scripts and the attributes of
the parsed options derive from them::

    class FindOptions(CardOptions):
        limit: int = argument("maximum number of words (default 20); 0 for all", default=20, number=True, least=0)

The house rules of its game (``RULES``) are arguments as well. argparse reads them all (``parser``), except for a plain
``belettre check``, which ``parse_plain`` reads without importing argparse. This module therefore imports nothing slow.
Start reading at ``Argument``.
"""

from __future__ import annotations

from ...base.errors import ArgumentError
from ...base.options import OptionSet, parse_number
from ...base.values import Value
from ...french.letters import SPACES
from ...referee.catalogue import LANGUAGES
from .language import answer_language

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection
    from typing import Any, ClassVar, TypeVar

    from ...base.options import Option, OptionValue

    AnyCommand = TypeVar("AnyCommand", bound="CommandOptions")
    _Value = TypeVar("_Value")
    _Parsed = TypeVar("_Parsed")


#: The shells for which there is a completion script.
SHELLS = ("bash", "zsh", "fish", "powershell")


class Lists(tuple[str, ...]):
    """The values of an option that takes a list with commas. ``in`` accepts a text if each of its parts is a value.

    >>> "old,rare" in Lists(("old", "rare")), "old,new" in Lists(("old", "rare"))
    (True, False)
    """

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        parts = text.split(",") if isinstance(text, str) else ()
        return all(not part.strip() or tuple.__contains__(self, part.strip()) for part in parts)


class Offered(Lists):
    """Values that completion scripts offer for an option that has other values too: ``in`` accepts every text."""

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str)


class Argument(Value):
    """An argument of a command: a flag, or an operand, which has none.

    name     the attribute of the command that has its value
    about    its help text
    default  the value of the attribute if the argument is not given; False for a switch, which takes no value
    flag     the flag as it is typed; "" for an operand; "--" stands for ``--`` and *name*
    values   the values that are accepted; None to accept any
    number   whether its value is a whole number, from *least* to *most*; None for no limit
    path     whether its value is a file or an address, which may contain bytes that cannot be decoded
    adds     whether its value is a list with commas; if it is given again, the lists are joined
    once     whether it may be given only once: a second value would change a verdict unnoticed
    many     for an operand, how many of them there may be: "?", "*" or "+" as in argparse; "" for one
    metavar  the placeholder of the value on the help page; None for the one that argparse chooses
    option   the house rule that it sets; None for any other argument

    If an argument without *adds* and *once* is given again, the last value counts.
    """

    about: str | None
    name: str = ""
    default: object = None
    flag: str = "--"
    values: Collection[OptionValue] | None = None
    number: bool = False
    least: int | None = None
    most: int | None = None
    path: bool = False
    adds: bool = False
    once: bool = False
    many: str = ""
    metavar: str | None = None
    option: Option | None = None

    @property
    def is_switch(self) -> bool:
        """Whether the argument is a flag without a value."""
        return self.option.switched is not None if self.option else self.default is False

    def read(self, text: str) -> OptionValue:
        """Return the value that is typed as *text*: a text or a number; None if it is unreadable or not accepted."""
        value: OptionValue = text if self.path or is_readable(text) else None
        if self.number:
            value = parse_number(text, self.least, self.most)
        return None if self.values is not None and value not in self.values else value

    def put(self, command: CommandOptions, value: OptionValue) -> bool:
        """Store a value of this argument in *command*; return False if it is given a second time against ``once``."""
        if self.option is not None:
            before = command.chosen.get(self.name)
            command.chosen[self.name] = f"{before},{value}" if self.adds and before else value
            return True
        before = getattr(command, self.name)
        if self.once and before is not None:
            return False
        setattr(command, self.name, f"{before},{value}" if self.adds and before else value)
        return True


def argument(about: str | None = None, **more: Any) -> Any:
    """Return an ``Argument``, for a field of a subclass of ``CommandOptions``. It gets the name of the field.

    about  the help text
    more   the other fields of ``Argument``; by default the flag is ``--`` and the name of the field
    """
    return Argument(about, **more)


class CommandOptions:
    """The values of the arguments of one command: those that were typed, else the defaults. Each is an attribute.

    The fields of a subclass are its arguments. It also has these class variables:

    NAME         the name of the command
    SUMMARY      one line about the command, for the list of commands
    DESCRIPTION  what the command does, with its exit statuses, for its help page
    RULES        the class of the house rules of its game; None if it has none
    LEFT_OUT     the names of the house rules that it has no flags for
    GROUPED      whether the help page has the house rules in a group of their own
    ONE_OF       the names of arguments of which exactly one must be given; () for none
    IN_ORDER     whether the help page has the arguments in the order of the fields, even if switches come first
    ARGUMENTS    the arguments by name, without the house rules; those of the base classes first

    chosen  the values of the house rules that were typed, by name
    """

    NAME: ClassVar[str] = ""
    SUMMARY: ClassVar[str] = ""
    DESCRIPTION: ClassVar[str] = ""
    RULES: ClassVar[type[OptionSet] | None] = None
    LEFT_OUT: ClassVar[frozenset[str]] = frozenset()
    GROUPED: ClassVar[bool] = False
    ONE_OF: ClassVar[tuple[str, ...]] = ()
    IN_ORDER: ClassVar[bool] = False
    ARGUMENTS: ClassVar[dict[str, Argument]] = {}

    lang: str = argument(
        "language of the answer, of help and of errors (default: BELETTRE_LANG, else that of the locale)",
        values=LANGUAGES,
    )

    def __init_subclass__(cls) -> None:
        cls.ARGUMENTS = {**cls.ARGUMENTS, **_fields_of(cls)}

    def __init__(self) -> None:
        for name, made in self.ARGUMENTS.items():
            setattr(self, name, [] if made.many in ("*", "+") else made.default)
        self.lang = answer_language()
        self.chosen: dict[str, OptionValue] = {}

    @classmethod
    def arguments(cls) -> list[Argument]:
        """Return all arguments in the order of the help page: operands, flags with values, switches.

        House rules stand behind the other arguments of their kind, or at the end if ``GROUPED``. ``--lang`` and
        ``--lexicon``, which many commands have, follow the flags with values; with ``IN_ORDER`` they are the last.
        """
        rules = [_rule_argument(option, cls.GROUPED) for option in cls.offered()]
        own = [made for name, made in cls.ARGUMENTS.items() if name not in _COMMON]
        common = [cls.ARGUMENTS[name] for name in _COMMON if name in cls.ARGUMENTS]
        if cls.GROUPED:
            return [*_values(own), *common, *_switches(own), *rules]
        if cls.IN_ORDER:
            return [*own, *common]
        return [*_values(own), *_values(rules), *common, *_switches(own), *_switches(rules)]

    @classmethod
    def offered(cls) -> list[Option]:
        """Return the house rules that the command has flags for; one with a single legal value has no flag."""
        options = () if cls.RULES is None else cls.RULES.OPTIONS
        return [option for option in options if option.is_offered and option.name not in cls.LEFT_OUT]


#: The arguments that all commands have, or all of one program.
_COMMON = ("lang", "lexicon")


def _fields_of(kind: type[CommandOptions]) -> dict[str, Argument]:
    """Return the arguments among the fields of a class, by name, after setting their names and flags."""
    found = {name: field for name, field in vars(kind).items() if isinstance(field, Argument)}
    for name, field in found.items():
        field.name = name
        field.flag = f"--{name.replace('_', '-')}" if field.flag == "--" else field.flag
    return found


CommandOptions.ARGUMENTS = _fields_of(CommandOptions)


def _rule_argument(option: Option, grouped: bool) -> Argument:
    """Return the argument of a house rule. If *grouped*, the help page shows its limits, and errors show its rule."""
    if grouped:
        limits = f"{option.least}–{option.most}"
        metavar = limits if option.takes_number else "{" + ",".join(map(str, option.values)) + "}"
        return Argument(option.help, name=option.name, flag=option.flag, metavar=metavar, option=option)
    known = None if option.switched is not None or option.takes_number else option.values
    return Argument(
        option.help,
        name=option.name,
        flag=option.flag,
        values=Lists(option.members) if option.members else known,
        number=option.takes_number,
        least=option.least,
        most=option.most,
        adds=bool(option.members),
        option=option,
    )


def _values(arguments: list[Argument]) -> list[Argument]:
    """Return the arguments that have values; those of whole games (W9) stand first."""
    found = [made for made in arguments if not made.is_switch]
    return sorted(found, key=lambda made: made.option is not None and made.option.topic != "game")


def _switches(arguments: list[Argument]) -> list[Argument]:
    return [made for made in arguments if made.is_switch]


def parse_plain(command: AnyCommand, arguments: list[str]) -> AnyCommand | None:
    """Set the attributes of *command* from complete long options and words, and return *command*.

    Return None if there is anything else among the arguments (``--maj=F``, an abbreviation, --help, a mistake):
    argparse must then parse all of them. Some attributes may be set in that case, so *command* must be discarded.
    """
    known: dict[str, Argument] = {}
    remaining = iter(arguments)
    for text in remaining:
        if text.startswith("--") and not known:
            known = {made.flag: made for made in command.arguments() if made.flag}
        made = known.get(text)
        if made is None:
            if text != "-" and (text.startswith("-") or not is_readable(text)):
                return None
            command.words.append(text)  # type: ignore[attr-defined]  # the operands of check
            continue
        value: OptionValue = made.option.switched if made.option else True
        if not made.is_switch:
            following = next(remaining, "-")
            value = None if following.startswith("-") else made.read(following)
        if value is None or not made.put(command, value):
            return None
    return command


def is_readable(text: str) -> bool:
    """Return whether *text*, a command-line argument, could be decoded completely.

    Python keeps bytes that it cannot decode as lone surrogates. This happens in a locale whose encoding lacks the
    letters of a word.
    """
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def split_words(text: str) -> list[str]:
    """Return the words of a text that are separated by commas, without spaces around them; empty ones are left out."""
    return [stripped for word in text.split(",") if (stripped := word.strip(SPACES))]


def typed_as(flag: str, argument: str, parse: Callable[[_Value], _Parsed], value: _Value) -> _Parsed:
    """Return ``parse(value)``. If it raises ArgumentError, raise the error with the flag that the user typed.

    flag      the flag whose value is parsed, such as ``--maj``
    argument  the name at the start of the message, which the flag replaces: « initial 'FF': expected one letter … »
    """
    try:
        return parse(value)
    except ArgumentError as error:
        raise ArgumentError(f"{flag}{str(error).removeprefix(argument)}") from error


def completion_script(program: str, shell: str) -> str:
    """Return the script that completes *program*, "belettre" or "belote", in *shell*, which is one of ``SHELLS``.

    The scripts are files of the package, which were made when it was built. Raises OSError if they are missing.
    """
    from pathlib import Path  # takes 3 ms to import, which a check of one word would pay

    folder = Path(__file__).parents[2] / "data" / "completions"
    return (folder / f"{program}.{shell}").read_text(encoding="utf-8")
