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
from belettre_lexicon.games.belote.options import OPTIONS_OF, Game
from belettre_lexicon.games.belote.rules import OPTION_OF, OPTIONS, BeloteRules
from tests.belote.random_rules import GAMES, allowed, contradiction, options, rules_of, values_of
from tests.conftest import ROOT

#: Every option of every game, and every pair of a game and an option that it does not have.
HAS = [(game, OPTION_OF[name]) for game in GAMES for name in sorted(OPTIONS_OF[game])]
LACKS = [(game, one) for game in GAMES for one in OPTIONS if one.name not in OPTIONS_OF[game] and one.name != "game"]


def pair_id(value: Any) -> str:
    """Return how a parameter is called in the names of tests."""
    return value.name if isinstance(value, Option) else str(value)


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


@pytest.mark.parametrize(("game", "option"), HAS, ids=pair_id)
def test_o_every_value_of_an_option_is_kept(game: Game, option: Option) -> None:
    """Rules of each game with the option have the given value, and records have it unless it is the default.

    A value that needs another option gets it.
    """
    for value in allowed(option, game):
        rules = rules_of(game, option.name, value)

        assert getattr(rules, option.name) == value
        assert BeloteRules.from_dict(rules.as_dict()) == rules
        default = "plain" if rules.moderne and option.name == "ta_values" else option.default
        assert rules.as_dict().get(option.name) == (None if value == default else value)


@pytest.mark.parametrize(("game", "option"), LACKS, ids=pair_id)
def test_o_an_option_of_another_game_is_refused_by_name(game: Game, option: Option) -> None:
    """A changed option that the game does not have raises ArgumentError with its name, its rule and the game."""
    for value in values_of(option):
        if value == option.default:
            assert BeloteRules(game=game, **{option.name: value}) == BeloteRules(game=game)
            continue
        with pytest.raises(ArgumentError, match=rf"{option.name}: .*{option.rule}.*{game}"):
            BeloteRules(game=game, **{option.name: value})


@pytest.mark.parametrize(
    ("given_options", "name", "rule"),
    [
        ({"game": "classic", "ta_values": "proportional"}, "ta_values", "VC19"),
        ({"game": "three", "moderne": True, "ta_values": "proportional"}, "ta_values", "VC19"),
        ({"game": "three", "ta_values": "plain"}, "ta_values", "V3.15"),
        ({"game": "three", "sevens": "red"}, "sevens", "V3.2"),
        ({"game": "three", "rounding": "nearest"}, "rounding", "VC33"),
        ({"game": "bis", "rounding": "nearest"}, "rounding", "VC33"),
        ({"game": "coinche", "weak_hand": "no_trump"}, "weak_hand", "VC3"),
        ({"game": "coinche", "bid_max": 165}, "bid_max", "VC5"),
        ({"game": "coinche", "generale_leads": True}, "generale_leads", "VC16"),
        ({"game": "coinche", "ta_values": "plain", "rounding": "ten160"}, "rounding", "VC33"),
        ({"game": "coinche", "ta_values": "plain", "rounding": "five"}, "rounding", "VC33"),
        ({"game": "comptoir", "cards": 1, "shown": 2}, "shown", "VK14"),
        ({"game": "comptoir", "cards": "falling", "shown": 2}, "shown", "VK14"),
        ({"game": "comptoir", "cards": "dealer", "shown": 2}, "shown", "VK14"),
        ({"game": "comptoir", "blind": True, "shown": 1}, "shown", "VK15"),
        ({"game": "lyonnaise", "seats": 6, "chien": 3}, "chien", "VL2"),
        ({"game": "lyonnaise", "seats": 6, "chien": 3, "cards": "falling"}, "chien", "VL2"),
    ],
)
def test_o_options_that_contradict_each_other_are_refused(given_options: dict[str, Any], name: str, rule: str) -> None:
    """The error names the option and the rule."""
    with pytest.raises(ArgumentError, match=rf"^{name}: .*{re.escape(rule)}.*expected"):
        BeloteRules(**given_options)


@given(st.sampled_from(GAMES), st.data())
def test_o_whatever_does_not_contradict_is_accepted(game: Game, data: st.DataObject) -> None:
    """Any options of a game make rules, unless one contradicts another one, which the error names."""
    drawn = {name: st.sampled_from(allowed(OPTION_OF[name], game)) for name in sorted(OPTIONS_OF[game])}
    given_options = data.draw(st.fixed_dictionaries({}, optional=drawn))

    refused = contradiction(game, given_options)

    if refused is None:
        assert BeloteRules(game=game, **given_options).game == game
    else:
        with pytest.raises(ArgumentError, match=rf"^{refused}: .*expected"):
            BeloteRules(game=game, **given_options)


def test_v315_tout_atout_is_plain_in_belote_moderne_unless_the_table_says_otherwise() -> None:
    """The default of *ta_values* is "plain" with *moderne*, and "rescaled" is then kept in records."""
    moderne = BeloteRules(game="three", moderne=True)
    rescaled = BeloteRules(game="three", moderne=True, ta_values="rescaled")

    assert (moderne.ta_values, rescaled.ta_values) == ("plain", "rescaled")
    assert moderne.as_dict() == {"game": "three", "moderne": True}
    assert rescaled.as_dict() == {"game": "three", "moderne": True, "ta_values": "rescaled"}
    assert BeloteRules.from_dict(rescaled.as_dict()) == rescaled != moderne


@pytest.mark.parametrize("option", OPTIONS, ids=lambda option: option.name)
@pytest.mark.parametrize("value", ["no such value", -1, 10**9, 0.5, None, [], {}, True, False, 1, "1"])
def test_o_another_value_is_refused_by_name(option: Option, value: Any) -> None:
    """A value that an option does not have raises ArgumentError with the option, its rule and what was expected."""
    in_range = option.least is not None and type(value) is int and option.least <= value <= option.most
    if in_range or any(value == other and type(value) is type(other) for other in option.values + option.unbuilt):
        return

    with pytest.raises(ArgumentError, match=rf"{option.name}: .*{option.rule}.*expected"):
        BeloteRules(**{option.name: value})


def test_o_every_value_of_the_rule_book_is_built() -> None:
    """No option has a value that is known and refused."""
    assert [one.name for one in OPTIONS if one.unbuilt] == []


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
