"""House rules as a table of options: ``Option``, and ``OptionSet``, the frozen values that a table plays with.

A game lists each option once, as a field of its subclass of ``OptionSet``::

    class HouseRules(OptionSet):
        min_letters: int = option("W1", default=5, least=1, most=30, about="smallest number of letters of a word")

From this table derive the attributes and the signature of the class, the flags of commands with their help, the forms
of the web pages, the bodies of the API, the JSON schema of verdicts, and the header of records. Each of them takes the
class as an argument, so that a subclass with one more field has one more flag, and so on. Start reading at ``Option``.
"""

from __future__ import annotations

from .errors import ArgumentError
from .values import dataclass_transform

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any, ClassVar, Self

    OptionValue = bool | int | str | None

#: A number with more digits is refused: no option needs it.
MOST_DIGITS = 18


class Option:
    """One option of the house rules of a game.

    name     the attribute of the rules that has its value
    rule     the id of the rule that it changes; "" if it stands for other options
    values   the values that it may have, the default first; for a number or a list the default alone
    least    the smallest number, if any number from *least* to *most* is a value; otherwise None
    most     the greatest number
    unbuilt  values that the rules know, but this version does not play: they are refused by name
    members  the names of which its value is a list with commas; () if it is no list
    about    what it is about, for help pages
    means    what its value says, for programs that read it; by default *about*
    typed    the name in its flag, if that is not *name*
    topic    what it belongs to in a form, or on a screen with the rules: "words", "cards", "kin" or "game" in Belettre;
             "" if it is in none
    order    its place among the options of its topic: below 0 before those with 0, which stand as in the table
    form     its place in a form without topics, from 1; 0 if that form leaves it out
    ticked   the value that the box of a form sets, for an option that is neither on nor off
    since    0 if records have always stated the option. A later one is stated only if it is not the default, so that
             earlier records stay as they are, and stands behind those with a smaller number in bodies of the API
    """

    least: int | None = None
    most: int = 0
    unbuilt: tuple[OptionValue, ...] = ()
    members: tuple[str, ...] = ()
    about: str = ""
    means: str = ""
    typed: str = ""
    topic: str = ""
    order: int = 0
    form: int = 0
    ticked: str = ""
    since: int = 1

    def __init__(self, name: str, rule: str, *values: OptionValue, **more: Any) -> None:
        self.name = name
        self.rule = rule
        self.values = values
        self.__dict__.update({"means": more.get("about", ""), **more})

    @property
    def default(self) -> OptionValue:
        """The value of the option if the table does not choose another."""
        return self.values[0]

    @property
    def is_offered(self) -> bool:
        """Whether there is something to choose: flags and forms leave out an option that has one legal value."""
        return len(self.values) > 1 or self.takes_number or bool(self.members)

    @property
    def takes_number(self) -> bool:
        """Whether any number between the limits of the option is a value."""
        return self.least is not None

    @property
    def switched(self) -> bool | None:
        """The value that the flag of an option sets if no value follows the flag; None if one does."""
        return not self.default if isinstance(self.default, bool) else None

    @property
    def flag(self) -> str:
        """How the option is typed: ``--on-partners-trump``, or ``--no-litige-belote`` to turn off what is on."""
        return f"--{'no-' if self.switched is False else ''}{(self.typed or self.name).replace('_', '-')}"

    @property
    def help(self) -> str:
        """The help text of the flag: what the option is about, its rule, and the default of a value."""
        default = "" if self.switched is not None or self.default is None else f", default {self.default}"
        return f"{self.about} ({self.rule}{default})"

    def accepts(self, value: object) -> bool:
        """Return whether *value* is a value of the option, of the same type: 1 is not True."""
        if self.least is not None and isinstance(value, int) and not isinstance(value, bool):
            return self.least <= value <= self.most
        return _is_among(value, self.values)

    def check(self, value: object) -> None:
        """Raise ArgumentError if *value* is not a value of the option, or is not built yet."""
        if _is_among(value, self.unbuilt):
            raise ArgumentError(f"{self.name}: {value!r} ({self.rule}) is not built yet, expected {self._expected()}")
        if not self.accepts(value):
            raise ArgumentError(f"{self.name}: {value!r:.40} ({self.rule}), expected {self._expected()}")

    def _expected(self) -> str:
        known = " or ".join(map(repr, self.values))
        if self.least is None:
            return known
        span = f"a number from {self.least} to {self.most}"
        return span if type(self.default) is int else f"{known} or {span}"

    def read(self, text: str) -> OptionValue:
        """Return the value that is typed as *text* after the flag.

        Raises ArgumentError, which names the flag, if the value is unknown or not built yet.
        """
        value: OptionValue = next((value for value in (*self.values, *self.unbuilt) if str(value) == text), text)
        if self.takes_number:
            number = parse_number(text)
            value = text if number is None else number
        try:
            self.check(value)
        except ArgumentError as error:
            raise ArgumentError(f"{self.flag}{str(error).removeprefix(self.name)}") from error
        return value

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, (self.name, self.rule, *self.values)))})"


def _is_among(value: object, values: tuple[OptionValue, ...]) -> bool:
    return any(value == other and type(value) is type(other) for other in values)


def parse_number(text: str, least: int | None = None, most: int | None = None) -> int | None:
    """Return the whole number that *text* says; None if it is not one, or is not between the limits.

    >>> parse_number("30", 1, 30), parse_number("31", 1, 30), parse_number("a")
    (30, None, None)
    """
    if not text.removeprefix("-").isdecimal() or len(text) > MOST_DIGITS:
        return None
    number = int(text)
    return number if (least is None or number >= least) and (most is None or number <= most) else None


class _Field(tuple[str, "tuple[OptionValue, ...]", "dict[str, Any]"]):
    """A field of a subclass of ``OptionSet`` before its class is complete: the arguments of its ``Option``."""


def option(rule: str, *, default: OptionValue, others: tuple[OptionValue, ...] = (), **more: Any) -> Any:
    """Return a field of a subclass of ``OptionSet``: the option that has the name of the field.

    rule     the id of the rule
    default  the default, and *others* its other values; True or False has the other one by itself
    more     the other arguments of ``Option``
    """
    if isinstance(default, bool) and not others and not more.get("unbuilt"):
        others = (not default,)
    return _Field((rule, (default, *others), more))


class _OptionTable(type):
    """Makes a subclass of ``OptionSet``: its fields become its table of options, and slots of its instances."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _OptionTable:
        fields = {key: field for key, field in body.items() if isinstance(field, _Field)}
        body = {key: value for key, value in body.items() if key not in fields}
        slots = ("_key",) if "OPTIONS" in body else (*fields, *body.get("DERIVED", ()))
        made = super().__new__(cls, name, bases, {**body, "__slots__": slots})
        inherited, option = getattr(made, "OPTIONS", ()), getattr(made, "OPTION", Option)
        options = [option(key, rule, *values, **more) for key, (rule, values, more) in fields.items()]
        made.OPTIONS = (*inherited, *options)  # type: ignore[attr-defined]  # of OptionSet
        made.OF_NAME = {option.name: option for option in made.OPTIONS}  # type: ignore[attr-defined]
        return made

    @property
    def __signature__(cls) -> object:
        """The signature for ``help`` and documentation, made when it is asked for."""
        from inspect import Parameter, Signature  # slow to import

        options = sorted(cls.OPTIONS, key=lambda option: option.since)  # type: ignore[attr-defined]  # of OptionSet
        return Signature([Parameter(one.name, Parameter.KEYWORD_ONLY, default=one.default) for one in options])


@dataclass_transform(kw_only_default=True, frozen_default=True, eq_default=False, field_specifiers=(option,))
class OptionSet(metaclass=_OptionTable):
    """The house rules of a table: a value for each option. A subclass lists the options of its game as fields.

    Each option is an attribute and a keyword of the class. House rules never change: assigning raises AttributeError,
    and equal rules have the same hash. They pickle and compare by their values.

    OPTIONS   the options, in the order of the fields, those of the base class first
    OF_NAME   the same by their names
    BY_NAME   whether records list options by name instead of in the order of the fields
    DERIVED   the attributes that follow from the options

    Raises ArgumentError for an unknown option or a value that it does not have. A subclass refuses values that do not
    go together, and computes what follows from the values, in ``_settle``.
    """

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    OF_NAME: ClassVar[Mapping[str, Option]] = {}
    BY_NAME: ClassVar[bool] = False
    DERIVED: ClassVar[tuple[str, ...]] = ()
    #: The class of the options.
    OPTION: ClassVar[type[Option]] = Option
    if not TYPE_CHECKING:  # a type checker knows from the fields what a dataclass would have

        def __init__(self, **options: OptionValue) -> None:
            for name in options:
                self._known(name)
            for option in self.OPTIONS:
                value = options.get(option.name, option.default)
                option.check(value)
                object.__setattr__(self, option.name, value)
            self._settle()
            object.__setattr__(self, "_key", tuple(getattr(self, name) for name in self.OF_NAME))

        def __setattr__(self, name: str, value: object) -> None:
            """Raise AttributeError."""
            raise AttributeError(f"house rules never change: make new ones instead of assigning to {name!r}")

        def __delattr__(self, name: str) -> None:
            """Raise AttributeError."""
            raise AttributeError(f"house rules never change: {name!r} cannot be deleted")

        def __eq__(self, other: object) -> bool:
            return self._key == other._key if type(other) is type(self) else NotImplemented

        def __hash__(self) -> int:
            return hash(self._key)

    @classmethod
    def _known(cls, name: object) -> None:
        """Raise ArgumentError if there is no option of that name."""
        if not isinstance(name, str) or name not in cls.OF_NAME:
            raise ArgumentError(f"option {name!r:.40}: unknown, expected one of {', '.join(cls.OF_NAME)}")

    def _settle(self) -> None:
        """Set what follows from the values (``_set``). Raises ArgumentError if options contradict each other."""

    def _set(self, **values: object) -> None:
        """Set attributes of rules that are being made."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _recorded(self, name: str) -> OptionValue:
        """Return the value of an option as records keep it."""
        value: OptionValue = getattr(self, name)
        return value

    def as_dict(self, *, complete: bool = False) -> dict[str, Any]:
        """Return the values of the options by their names; records keep house rules in this form.

        Unless *complete* is true, options with their default are left out that records have not always stated
        (``Option.since``), so that the header of a record, and with it the check of every line, stays what it was.
        """
        return {
            option.name: value
            for option in self._listed()
            for value in (self._recorded(option.name),)
            if complete or not option.since or value != option.default
        }

    def _listed(self) -> tuple[Option, ...]:
        """Return the options in the order of records."""
        return tuple(sorted(self.OPTIONS, key=lambda option: option.name)) if self.BY_NAME else self.OPTIONS

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Self:
        """Return the house rules with the given options, as in the result of ``as_dict``; others have their default.

        Raises ArgumentError if *options* is not a mapping, or an option is unknown or has an invalid value.
        """
        try:
            given = dict(options)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"rules: {options!r:.40}, expected options by name") from error
        for name in given:
            cls._known(name)
        return cls(**given)

    def replace(self, **changes: Any) -> Self:
        """Return these house rules with some options changed. Raises ArgumentError as the class does."""
        return self.from_dict({**self.as_dict(), **changes})

    def __reduce__(self) -> tuple[Callable[..., OptionSet], tuple[dict[str, Any]]]:
        return type(self).from_dict, (self.as_dict(),)

    def __repr__(self) -> str:
        values = {option.name: getattr(self, option.name) for option in self._listed()}
        default = type(self)()
        changed = [f"{name}={value!r}" for name, value in values.items() if value != getattr(default, name)]
        return f"{type(self).__name__}({', '.join(changed)})"
