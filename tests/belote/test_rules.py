"""O: the house rules, their values, and their form in records."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.base.options import Option
from belettre_lexicon.games.belote.rules import OPTION_OF, OPTIONS, BeloteRules
from tests.conftest import ROOT


def values_of(option: Option) -> list[Any]:
    """Return the values of an option that are built; of a number the ends of its range."""
    return [*option.values, *(() if option.least is None else (option.least, option.most))]


options = st.fixed_dictionaries({}, optional={option.name: st.sampled_from(values_of(option)) for option in OPTIONS})


def option_rows() -> dict[str, tuple[list[str], str]]:
    """Return the rows of § O of RULES-BELOTE.md: by option, the values that it names and its rules."""
    text = (ROOT / "RULES-BELOTE.md").read_text(encoding="utf-8")
    section = text[text.index("\n## O. ") : text.index("\n## X. ")]
    rows = re.findall(r"^\| `(\w+)` \| ([^|]+) \| ([^|]+) \| ([^|]+) \|$", section, re.MULTILINE)
    return {name: ([default.strip(), other], rules) for name, default, other, rules in rows}


def test_o_the_options_are_those_of_the_rules() -> None:
    """RULES-BELOTE.md lists every option with its default, its other values and its rule."""
    rows = option_rows()

    assert rows.keys() == OPTION_OF.keys()
    for name, (values, rules) in rows.items():
        option = OPTION_OF[name]
        assert values[0].strip("`").replace('"', "'") == repr(option.default), name
        assert option.rule in rules, name
        for value in (*option.values[1:], *option.unbuilt):
            assert repr(value).replace("'", '"') in values[1], name


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
def test_o_every_value_of_an_option_is_kept(option: Option) -> None:
    """Rules have the value that was given, and records have it unless it is the default."""
    for value in values_of(option):
        rules = BeloteRules(**{option.name: value})

        assert getattr(rules, option.name) == value
        assert rules.as_dict() == ({} if value == option.default else {option.name: value})


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@pytest.mark.parametrize("value", ["no such value", -1, 10**9, 0.5, None, [], {}, True, False, 1, "1"])
def test_o_another_value_is_refused_by_name(option: Option, value: Any) -> None:
    """A value that an option does not have raises ArgumentError with the option, its rule and what was expected."""
    in_range = option.least is not None and type(value) is int and option.least <= value <= option.most
    if in_range or any(value == other and type(value) is type(other) for other in option.values + option.unbuilt):
        return

    with pytest.raises(ArgumentError, match=rf"{option.name}: .*{option.rule}.*expected"):
        BeloteRules(**{option.name: value})


@pytest.mark.parametrize(
    ("name", "value"), [(option.name, value) for option in OPTIONS for value in option.unbuilt], ids=str
)
def test_o_what_is_not_built_is_refused_as_such(name: str, value: Any) -> None:
    """A value of the rule book that is not played yet is never ignored."""
    with pytest.raises(ArgumentError, match=rf"{name}: .*is not built yet"):
        BeloteRules(**{name: value})


@pytest.mark.parametrize("target", [0, -1, 10_001, True, "1000", 1000.0])
def test_be1_the_target_is_a_number_from_1_to_10000(target: Any) -> None:
    """Other targets are refused; the number of deals has bounds too, and None for none."""
    with pytest.raises(ArgumentError, match=r"target: .*BE1.*expected a number from 1 to 10000"):
        BeloteRules(target=target)
    with pytest.raises(ArgumentError, match=r"deals: .*BE1.*expected None or a number from 1 to 1000"):
        BeloteRules(deals=0)


def test_o_unknown_options_are_refused() -> None:
    """An option that the rules do not know is named in the error."""
    with pytest.raises(ArgumentError, match="'under_trump'"):
        BeloteRules(under_trump="free")  # type: ignore[call-arg]
    for given_options in ({7: "free"}, [("undertrump",)], 7, None):
        with pytest.raises(ArgumentError):
            BeloteRules.from_dict(given_options)  # type: ignore[arg-type]


def test_o_rules_never_change() -> None:
    """Assigning and deleting raise AttributeError."""
    rules = BeloteRules()

    with pytest.raises(AttributeError, match="never change"):
        rules.target = 1001  # type: ignore[misc]
    with pytest.raises(AttributeError, match="never change"):
        del rules.target


@given(options)
def test_o_rules_are_values(given_options: dict[str, Any]) -> None:
    """Rules made again from their record, copy or pickle are equal and have the same hash."""
    rules = BeloteRules(**given_options)

    for other in (BeloteRules.from_dict(rules.as_dict()), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
        assert other == rules
        assert hash(other) == hash(rules)
    assert eval(repr(rules), {"BeloteRules": BeloteRules}) == rules


@given(options, options)
def test_o_rules_differ_if_an_option_does(first: dict[str, Any], second: dict[str, Any]) -> None:
    """Rules are equal if all their options are."""
    one, other = BeloteRules(**first), BeloteRules(**second)

    same = all(getattr(one, name) == getattr(other, name) for name in OPTION_OF)

    assert (one == other) is same
    assert one != "rules"  # type: ignore[comparison-overlap]
