"""The house rules of a table of Belote in sentences: a line for each topic. Start at ``topic_lines``."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ...base.options import Option
from ...games.belote.options import OPTIONS_OF
from ...games.belote.rules import OPTION_OF, OPTIONS, BeloteRules
from ...games.belote.scoring.totals import ROUNDING_RULES
from ..catalogue import Catalogue
from .names import SILENT, clause_key

#: The topics of ``table_rules_lines`` (``Option.topic``), each with the id of a rule without options that its line
#: states too; "" for none. Options that have only one value in this version have no topic.
_TOPICS = {
    "game": "",
    "deal": "",
    "prise": "",
    "auction": "",
    "play": "",
    "belote": "BB1",
    "contract": "BA5",
    "chute": "",
    "litige": "",
    "scores": "",
    "capot": "",
    "annonces": "",
    "rounding": "",
    "end": "BE4",
}
#: Options with several values of which the default is not mentioned: nothing is what it means.
_NOTHING = frozenset({"appels", "carre_eight", "carre_seven", "weak_hand", "misdeal"})
#: If more options than these differ from the default, their flags are not listed: they would not fit the screen.
_MOST_FLAGS = 8
#: The ids of the rules of values that do not have the rule of their option.
_RULES = {**{f"rounding_{value}": rule for value, rule in ROUNDING_RULES.items()}, "contracts_ladder": "BV5"}


def table_rules_lines(rules: BeloteRules, say: Catalogue, *, flags: bool = True) -> Iterator[str]:
    """Yield the house rules of a table: a title, a line for each topic, and the flags that select these rules.

    They fit 24 lines of 80 columns. A star marks what is not the default. *flags*: whether the flags of the command are
    listed, if there are 8 or fewer; in a session nobody types them.
    """
    yield say("table_rules.title")
    yield from topic_lines(rules, say)
    chosen = rules.as_dict()
    if not chosen:
        yield say("table_rules.usual")
    elif flags and len(chosen) <= _MOST_FLAGS:
        yield say("table_rules.chosen", flags=flags_text(chosen))


def topic_lines(rules: BeloteRules, say: Catalogue) -> Iterator[str]:
    """Yield one line for each topic of the house rules, such as the prise or the score, without a title and flags."""
    for topic, base in _TOPICS.items():
        options = sorted((option for option in OPTIONS if option.topic == topic), key=lambda option: option.order)
        clauses = [_clause(option, rules, say) for option in options if _is_said(option, rules)]
        if not clauses:
            continue
        if base:
            coinche = topic == "contract" and rules.game == "coinche"
            key, rule = ("contract_coinche", "VC22") if coinche else (topic, base)
            clauses.insert(0, f"{say(f'table_rules.base_{key}')} ({rule})")
        yield say(
            "table_rules.line", head=say(f"table_rules.head_{topic}"), clauses=say("marque.separator").join(clauses)
        )


def _is_said(option: Option, rules: BeloteRules) -> bool:
    """Return whether the line of its topic has a clause for an option: it is of use at a table with these rules."""
    name, value = option.name, getattr(rules, option.name)
    if name == "game":
        return rules.game != "classic"
    if name not in OPTIONS_OF[rules.game] or (name in SILENT and not value):
        return False
    if name in _NOTHING and value == option.default:
        return False
    if name == "ta_values":
        return rules.contracts != "suits" or rules.sa_ta or rules.moderne
    if name == "litige_belote":
        return rules.litige == "waits"
    if name in ("sevens", "ta_belote"):
        return rules.deck == "30" if name == "sevens" else rules.sa_ta
    if name in ("target", "both_over", "exact_end") and rules.deals is not None:
        return False
    if name == "deals":
        return value is not None
    return name == "annonces" or rules.annonces or option.topic != "annonces"


def _clause(option: Option, rules: BeloteRules, say: Catalogue) -> str:
    """Return the clause of an option with the id of its rule; a star before it shows that it is not the default."""
    value = getattr(rules, option.name)
    key = clause_key(option, value)
    star = "" if value == option.default else "*"
    rule = _RULES.get(key.removeprefix("table_rules."), option.rule)
    return f"{star}{say(key, value=value)} ({rule})"


def flags_text(chosen: Mapping[str, object]) -> str:
    """Return how options that are not the default are typed on a command line, « --rounding ten --target 1010 »."""
    return " ".join(_flags(chosen))


def _flags(chosen: Mapping[str, object]) -> Iterator[str]:
    """Yield how options that are not the default are typed on a command line."""
    for name, value in chosen.items():
        flag = OPTION_OF[name].flag
        yield flag if isinstance(value, bool) else f"{flag} {value}"
