"""The house rules in the form for a new score sheet of Belote: those that change what is written.

Start reading at ``rule_fields``.
"""

from __future__ import annotations

from typing import NamedTuple

from ...games.belote.rules import OPTION_OF
from ..kinds.belote_snapshot import SheetSayings

#: The options of the form: those in which tables differ most, and the others. Rules that only concern the play of the
#: cards, such as BP7, are left out.
_MAIN = ("target", "deals", "annonces", "contracts", "rounding")
_MORE = (
    "all_pass",
    "make",
    "chute",
    "capot",
    "capot_defence",
    "belote_lost",
    "litige_belote",
    "ballotage",
    "tierce",
    "carre_ace",
    "carre_nine",
    "capot_scores_annonces",
    "ta_values",
    "both_over",
    "exact_end",
)
#: Options whose values are shown as numbers.
_NUMBERS = frozenset({"chute", "capot", "tierce", "carre_ace", "carre_nine"})


class RuleField(NamedTuple):
    """A field for an option.

    name     the name of the option
    rule     the id of its rule
    label    what the option is about
    kind     "number", "switch" or "choice"
    default  the default of a number, or whether a switch is on; "" for a choice
    least    the smallest number, and *most* the greatest
    choices  the values of a choice with their texts, the default first
    """

    name: str
    rule: str
    label: str
    kind: str
    default: object
    least: int = 0
    most: int = 0
    choices: tuple[tuple[object, str], ...] = ()


def rule_fields(sayings: SheetSayings) -> tuple[list[RuleField], list[RuleField]]:
    """Return the fields for the options that matter most, and those for the others."""
    return [_field(name, sayings) for name in _MAIN], [_field(name, sayings) for name in _MORE]


def _field(name: str, sayings: SheetSayings) -> RuleField:
    option = OPTION_OF[name]
    label = sayings.pages(f"option.{name}")
    if option.least is not None:
        default = "" if option.default is None else option.default
        return RuleField(name, option.rule, label, "number", default, option.least, option.most)
    if isinstance(option.default, bool):
        return RuleField(name, option.rule, label, "switch", option.default)
    choices = tuple((value, _value_text(name, value, sayings)) for value in option.values)
    return RuleField(name, option.rule, label, "choice", "", choices=choices)


def _value_text(name: str, value: object, sayings: SheetSayings) -> str:
    return str(value) if name in _NUMBERS else sayings.pages(f"option.{name}_{value}")
