"""The command line as tables: ``Argument``, and ``CommandOptions``, a subclass of which lists those of one command.

A command lists its arguments as fields; its flags, its help page, the completion scripts and the attributes of the
parsed options derive from them::

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
    """The values that an option with a comma-separated list may name; ``in`` tells whether a whole list is allowed.

    >>> "old,rare" in Lists(("old", "rare")), "old,new" in Lists(("old", "rare"))
    (True, False)
    """

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        parts = text.split(",") if isinstance(text, str) else ()
        return all(not part.strip() or tuple.__contains__(self, part.strip()) for part in parts)


class Offered(Lists):
    """Values that completion scripts suggest for an option that takes any text; ``in`` is true for any text."""

    __slots__ = ()

    def __contains__(self, text: object) -> bool:
        return isinstance(text, str)


class Argument(Value):
    """An argument of a command: a flag, or an operand, which has none.

    name     the attribute of the command that has its value
    about    its help text
    default  the value of the attribute if it is not given; False for a switch, which takes no value
    flag     how it is typed; "" for an operand, "--" until it is completed by the name of the attribute
    values   the values that it may have; None if it is not one of a closed set
    number   whether its value is a whole number, from *least* to *most*; None for no limit
    path     whether it names a file or an address: any bytes may be in it, readable or not
    adds     whether it takes a list with commas; if it is given again, it adds to its list
    once     whether it may be given only once: a second value would change a verdict unnoticed
    many     for an operand, how many of them there may be: "?", "*" or "+" as in argparse; "" for one
    metavar  what stands for the value on the help page; by default argparse chooses
    option   the house rule that it sets; None for another argument

    If another argument is given again, the last value counts.
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
        """Whether the argument is a flag that no value follows."""
        return self.option.switched is not None if self.option else self.default is False

    def read(self, text: str) -> OptionValue:
        """Return the value of a text; None if it is unreadable or not a value of the argument."""
        value: OptionValue = text if self.path or is_readable(text) else None
        if self.number:
            value = parse_number(text, self.least, self.most)
        return None if self.values is not None and value not in self.values else value

    def put(self, command: CommandOptions, value: OptionValue) -> bool:
        """Set *value* in *command* and return True; return False, changing nothing, for a second value of a *once*."""
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
    """Return a field of a subclass of ``CommandOptions``: the argument that has the name of the field.

    about  the help text
    more   the other fields of ``Argument``; by default the flag is ``--`` and the name of the field
    """
    return Argument(about, **more)


class CommandOptions:
    """The options of a command that were typed, or their defaults; each is an attribute.

    The fields of a subclass are its arguments. It also has these class variables:

    NAME         the name of the command
    SUMMARY      what it does, in the list of commands
    DESCRIPTION  what it does, with its exit statuses, for its help page
    RULES        the house rules of its game; None if it has none
    LEFT_OUT     the house rules that it has no flags for
    GROUPED      whether the help page has the house rules in a group of their own
    ONE_OF       the arguments exactly one of which must be given
    IN_ORDER     whether the help page has switches between flags with values, as the fields are
    ARGUMENTS    the arguments but for house rules, those of the base classes first; ``lang`` and such stand last

    chosen  the house rules that were typed, by the names of their options
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

        House rules follow the command's own arguments of the same kind, or all others if GROUPED. What all commands
        have, such as --lang, comes after the command's own flags with values.
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
        """Return the house rules for which the command has flags: none for an option with only one legal value."""
        options = () if cls.RULES is None else cls.RULES.OPTIONS
        return [option for option in options if option.is_offered and option.name not in cls.LEFT_OUT]


#: The arguments that all commands have, or all of one program.
_COMMON = ("lang", "lexicon")


def _fields_of(kind: type[CommandOptions]) -> dict[str, Argument]:
    """Return the arguments among the fields of a class, by name; their names and flags are completed."""
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
    """Return whether a command-line argument could be decoded.

    Python keeps the bytes of an argument that it cannot decode as lone surrogates, as in a locale that does not have
    the letters of the word.
    """
    try:
        return text.isascii() or bool(text.encode())
    except UnicodeEncodeError:
        return False


def split_words(text: str) -> list[str]:
    """Return the words of a text in which they are separated by commas; empty ones are left out."""
    return [stripped for word in text.split(",") if (stripped := word.strip(SPACES))]


def typed_as(flag: str, argument: str, parse: Callable[[_Value], _Parsed], value: _Value) -> _Parsed:
    """Return the result of *parse*. If it raises ArgumentError, the message names the flag that the user typed.

    flag      the flag whose value is parsed, such as ``--maj``
    argument  the name of the argument at the start of the message: « initial 'FF': expected one letter … »
    """
    try:
        return parse(value)
    except ArgumentError as error:
        raise ArgumentError(f"{flag}{str(error).removeprefix(argument)}") from error


def completion_script(program: str, shell: str) -> str:
    """Return the script that completes "belettre" or "belote" in one of the shells in ``SHELLS``.

    The build hook has made the scripts (``cli.completions``).
    """
    from pathlib import Path  # takes 3 ms to import, which a check of one word would pay

    folder = Path(__file__).parents[2] / "data" / "completions"
    return (folder / f"{program}.{shell}").read_text(encoding="utf-8")
