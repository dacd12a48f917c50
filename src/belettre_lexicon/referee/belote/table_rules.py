"""The house rules of a table on one screen, with their ids. Start reading at ``table_rules_lines``."""

from __future__ import annotations

from ...games.belote.rules import OPTION_OF, OPTIONS
from ...games.belote.scoring.totals import ROUNDING_RULES
from ..catalogue import Catalogue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from ...base.options import Option
    from ...games.belote.rules import BeloteRules

#: The topics of the screen (``Option.topic``), with the id of the rule that holds at every table, if it is said.
#: Options of which this version plays one value only have no topic.
_TOPICS = {
    "deal": "",
    "prise": "",
    "play": "",
    "belote": "BB1",
    "contract": "BA5",
    "chute": "",
    "litige": "BS6",
    "capot": "",
    "annonces": "",
    "rounding": "",
    "end": "BE4",
}
#: Options that are off by default, and of which the screen says nothing then.
_SILENT = frozenset({"jack_forces", "king_first", "ballotage", "exact_end", "capot_scores_annonces"})
#: The most choices of a table that are listed as flags as well: more would not fit the screen.
_MOST_FLAGS = 8
#: Values that have a rule of their own.
_RULES = {**{f"rounding_{value}": rule for value, rule in ROUNDING_RULES.items()}, "contracts_ladder": "BV5"}


def table_rules_lines(rules: BeloteRules, say: Catalogue) -> Iterator[str]:
    """Yield the house rules of a table: a title, a line for each topic, and the flags that select them.

    They fit a screen of 24 lines of 80 columns.
    """
    yield say("table_rules.title")
    yield from topic_lines(rules, say)
    chosen = rules.as_dict()
    if not chosen:
        yield say("table_rules.usual")
    elif len(chosen) <= _MOST_FLAGS:
        yield say("table_rules.chosen", flags=" ".join(_flags(chosen)))


def topic_lines(rules: BeloteRules, say: Catalogue) -> Iterator[str]:
    """Yield the line of each topic of ``table_rules_lines`` alone, for a page with a title of its own and no flags."""
    for topic, base in _TOPICS.items():
        options = sorted((option for option in OPTIONS if option.topic == topic), key=lambda option: option.order)
        clauses = [_clause(option, rules, say) for option in options if _is_said(option, rules)]
        if base:
            clauses.insert(0, f"{say(f'table_rules.base_{topic}')} ({base})")
        yield say(
            "table_rules.line", head=say(f"table_rules.head_{topic}"), clauses=say("marque.separator").join(clauses)
        )


def _is_said(option: Option, rules: BeloteRules) -> bool:
    """Return whether the screen has a clause for an option."""
    name, value = option.name, getattr(rules, option.name)
    if name in _SILENT and not value:
        return False
    if name == "ta_values":
        return rules.contracts != "suits"
    if name in ("target", "both_over", "exact_end") and rules.deals is not None:
        return False
    if name == "deals":
        return value is not None
    return name == "annonces" or rules.annonces or option.topic != "annonces"


def _clause(option: Option, rules: BeloteRules, say: Catalogue) -> str:
    """Return the clause of an option with its rule; it begins with a star if the table has chosen it."""
    value = getattr(rules, option.name)
    key = f"table_rules.{option.name}"
    holds_number = option.takes_number or type(option.default) is int  # one clause for all values
    if not holds_number and option.name not in _SILENT:
        key += f"_{('no', 'yes')[value] if isinstance(value, bool) else value}"
    star = "" if value == option.default else "*"
    rule = _RULES.get(key.removeprefix("table_rules."), option.rule)
    return f"{star}{say(key, value=value)} ({rule})"


def _flags(chosen: Mapping[str, object]) -> Iterator[str]:
    """Yield how options that are not the default are typed on a command line."""
    for name, value in chosen.items():
        flag = OPTION_OF[name].flag
        yield flag if isinstance(value, bool) else f"{flag} {value}"
