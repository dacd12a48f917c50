"""House rules as a table of options: an ``Option`` describes one rule, an ``OptionSet`` holds the values of a table.

A game lists each option once, as a field of its subclass of ``OptionSet``::

    class HouseRules(OptionSet):
        min_letters: int = option("W1", default=5, least=1, most=30, about="smallest number of letters of a word")

The attributes and the signature of the class, the flags of commands with their help, the forms of the web pages, the
request bodies of the API, the JSON schema of verdicts and the header of records are all made from these fields. The
code that makes them takes the class as an argument, so a new field needs no other change. Start reading at ``Option``.
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

    name     the name of the option: an attribute and a keyword argument of the ``OptionSet``
    rule     the id of the rule that it changes, such as "W1"; "" if it belongs to no rule
    values   the allowed values, the default first; numbers from *least* to *most* and lists are allowed without being
             listed
    least    the smallest number if every number from *least* to *most* is allowed; otherwise None
    most     the largest number if *least* is given; without meaning if *least* is None
    unbuilt  values that the rule book has, but this version does not play; ``check`` refuses them with a hint
    members  the names that the value, a comma-separated list, may contain; () if the value is not a list
    about    one line for help pages that says what the option decides
    means    one line for the JSON schema that says what the value means; *about* if not given
    typed    the name of the option in the flag of a command, with ``_`` for ``-``; "" if it is *name*
    topic    the heading under which forms and the screen with the rules show it: "words", "cards", "kin" or "game" in
             Belettre; "" if they leave it out
    order    its place under that heading: lower numbers come first, options with the same number in order of definition
    form     its place in a form without headings, counted from 1; 0 if that form leaves it out
    ticked   the value that a ticked box of a form stands for, if the option is not True or False; "" otherwise
    since    0 for an option that every record states. A higher number marks an option that was added later: records
             state it only if it differs from the default, so that older records stay the same, and request bodies of
             the API list options by this number
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
        """Whether players can choose; False for a single allowed value, which needs no flag or form field."""
        return len(self.values) > 1 or self.takes_number or bool(self.members)

    @property
    def takes_number(self) -> bool:
        """Whether every number from *least* to *most* is an allowed value."""
        return self.least is not None

    @property
    def switched(self) -> bool | None:
        """The value that the flag sets: the opposite of a True or False default; None if a value follows the flag."""
        return not self.default if isinstance(self.default, bool) else None

    @property
    def flag(self) -> str:
        """The command-line flag, such as ``--on-partners-trump``; ``--no-litige-belote`` if the default is True."""
        return f"--{'no-' if self.switched is False else ''}{(self.typed or self.name).replace('_', '-')}"

    @property
    def help(self) -> str:
        """The help text of the flag: *about*, the id of the rule, and the default if the flag takes a value."""
        default = "" if self.switched is not None or self.default is None else f", default {self.default}"
        return f"{self.about} ({self.rule}{default})"

    def accepts(self, value: object) -> bool:
        """Return whether *value* is allowed. Its type must match: 1 is not accepted instead of True."""
        if self.least is not None and isinstance(value, int) and not isinstance(value, bool):
            return self.least <= value <= self.most
        return _is_among(value, self.values)

    def check(self, value: object) -> None:
        """Raise ArgumentError if *value* is not allowed (``accepts``) or is one of *unbuilt*."""
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
        """Return the value of the option that *text*, typed after the flag, stands for.

        Raises ArgumentError, whose message names the flag, if the value is not allowed (``check``).
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
    """Return the whole number in *text*; None if it is not one, is too long (MOST_DIGITS) or outside the limits.

    >>> parse_number("30", 1, 30), parse_number("31", 1, 30), parse_number("a")
    (30, None, None)
    """
    if not text.removeprefix("-").isdecimal() or len(text) > MOST_DIGITS:
        return None
    number = int(text)
    return number if (least is None or number >= least) and (most is None or number <= most) else None


class _Field(tuple[str, "tuple[OptionValue, ...]", "dict[str, Any]"]):
    """A field in the body of a subclass of ``OptionSet``: (rule id, allowed values, other arguments of ``Option``)."""


def option(rule: str, *, default: OptionValue, others: tuple[OptionValue, ...] = (), **more: Any) -> Any:
    """Declare an option in the body of a subclass of ``OptionSet``; the option gets the name of the field.

    rule     the id of the rule that the option changes
    default  the default value; *others* are the other allowed values. A True or False default needs no *others*
    more     the other arguments of ``Option``, by name
    """
    if isinstance(default, bool) and not others and not more.get("unbuilt"):
        others = (not default,)
    return _Field((rule, (default, *others), more))


class _OptionTable(type):
    """The metaclass of ``OptionSet``: turns the fields of a subclass into its options and its ``__slots__``."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> _OptionTable:
        fields = {key: field for key, field in body.items() if isinstance(field, _Field)}
        body = {key: value for key, value in body.items() if key not in fields}
        slots = ("_described", "_key") if "OPTIONS" in body else (*fields, *body.get("DERIVED", ()))
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
    """The house rules of a table: a value for each option. A subclass declares the options of its game as fields.

    Each option is a keyword argument of the class and an attribute of its instances, which are immutable: assigning
    raises AttributeError. Instances are compared, hashed and pickled by the values of their options.

    OPTIONS   the options in the order of the fields, those of the base class first
    OF_NAME   name → option
    BY_NAME   whether records list the options by name instead of in the order of the fields
    DERIVED   the names of the attributes that ``_settle`` computes from the options

    Raises ArgumentError for an unknown option or a value that is not allowed. A subclass overrides ``_settle`` to
    refuse values that contradict each other and to set the attributes of DERIVED.
    """

    OPTIONS: ClassVar[tuple[Option, ...]] = ()
    OF_NAME: ClassVar[Mapping[str, Option]] = {}
    BY_NAME: ClassVar[bool] = False
    DERIVED: ClassVar[tuple[str, ...]] = ()
    #: The class that is used for the options of the subclass.
    OPTION: ClassVar[type[Option]] = Option
    #: What ``as_dict`` returns if *complete*; None before it is asked for. Type checkers take a ClassVar for no option.
    _described: ClassVar[dict[str, OptionValue] | None]
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
            object.__setattr__(self, "_described", None)

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
        """Set the attributes of DERIVED (``_set``). Raises ArgumentError if options contradict each other."""

    def _set(self, **values: object) -> None:
        """Set attributes of an instance under construction, which cannot be assigned to."""
        for name, value in values.items():
            object.__setattr__(self, name, value)

    def _recorded(self, name: str) -> OptionValue:
        """Return the value of an option as records keep it."""
        value: OptionValue = getattr(self, name)
        return value

    def as_dict(self, *, complete: bool = False) -> dict[str, Any]:
        """Return the options as a dictionary name → value, the form in which records store house rules.

        Unless *complete* is true, options with ``since`` above 0 (``Option``) are left out if they have their default.
        The header of an older record, and with it the checksum of each of its lines, therefore stays the same.
        """
        if self._described is None:  # it is asked for with every verdict of a judge
            self._set(_described={option.name: self._recorded(option.name) for option in self._listed()})
        described = dict(self._described or {})
        if not complete:
            for option in self._listed():
                if option.since and described[option.name] == option.default:
                    del described[option.name]
        return described

    def _listed(self) -> tuple[Option, ...]:
        """Return the options in the order of records."""
        return tuple(sorted(self.OPTIONS, key=lambda option: option.name)) if self.BY_NAME else self.OPTIONS

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> Self:
        """Return the house rules with these *options* (name → value, as from ``as_dict``) and defaults for all others.

        Raises ArgumentError if *options* is not a mapping, or an option is unknown or has a value that is not allowed.
        """
        try:
            given = dict(options)
        except (TypeError, ValueError) as error:
            raise ArgumentError(f"rules: {options!r:.40}, expected options by name") from error
        for name in given:
            cls._known(name)
        return cls(**given)

    def replace(self, **changes: Any) -> Self:
        """Return these house rules with *changes* (name → new value). Raises ArgumentError as ``from_dict`` does."""
        return self.from_dict({**self.as_dict(), **changes})

    def __reduce__(self) -> tuple[Callable[..., OptionSet], tuple[dict[str, Any]]]:
        return type(self).from_dict, (self.as_dict(),)

    def __repr__(self) -> str:
        values = {option.name: getattr(self, option.name) for option in self._listed()}
        default = type(self)()
        changed = [f"{name}={value!r}" for name, value in values.items() if value != getattr(default, name)]
        return f"{type(self).__name__}({', '.join(changed)})"
