"""The options of the commands: both parsers agree, and limits in help texts are those of the engine."""

from __future__ import annotations

import argparse
import io
import re

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.cli import main
from belettre_lexicon.cli.belettre.play import LEVELS
from belettre_lexicon.cli.belettre.table.opening import parse_start
from belettre_lexicon.cli.kit import arguments
from belettre_lexicon.cli.kit.arguments import (
    AtlasOptions,
    CardOptions,
    CheckOptions,
    FindOptions,
    GameOptions,
    HouseOptions,
    PlayOptions,
    ReplayOptions,
    ServeOptions,
    SimulateOptions,
    TableOptions,
    fill,
    parse_plain,
)
from belettre_lexicon.cli.kit.parser import build_parser
from belettre_lexicon.cli.kit.terminal import UnusableInputError
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.bots.simulation import BOT_KINDS
from belettre_lexicon.games.belettre.deal import MANCHES
from belettre_lexicon.games.belettre.manche import PLIS
from belettre_lexicon.games.belettre.seats import SEATS
from belettre_lexicon.lexicon.find.search import SORT_KEYS

COMMANDS: dict[str, type[HouseOptions]] = {
    "check": CheckOptions,
    "find": FindOptions,
    "atlas": AtlasOptions,
    "play": PlayOptions,
    "table": TableOptions,
    "replay": ReplayOptions,
    "simulate": SimulateOptions,
    "serve": ServeOptions,
}


def subcommands() -> set[str]:
    """Return the names of the commands that the parser knows."""
    (action,) = (action for action in build_parser()._actions if isinstance(action, argparse._SubParsersAction))
    return set(action.choices)


def test_every_command_of_the_parser_can_run() -> None:
    """The parser and the dispatch table name the same commands."""
    assert subcommands() == set(main._COMMANDS)


@pytest.mark.parametrize("command", COMMANDS)
def test_both_parsers_fill_the_options_alike(command: str) -> None:
    """Every flag given the plain way sets the same attribute as through argparse."""
    kind = COMMANDS[command]
    typed = [] if command != "replay" else ["game"]
    for flag, (name, _) in kind.VALUES.items():
        value = kind.CHOICES[name][-1] if name in kind.CHOICES else "3" if name in kind.NUMBERS else "x"
        typed += [flag, str(value)]
    typed += kind.SWITCHES

    filled = fill(kind(), build_parser().parse_args([command, *typed]))
    plain = parse_plain(kind(), typed[1:] if command == "replay" else typed)

    assert plain is not None
    assert vars(plain) == vars(filled) | ({"file": ""} if command == "replay" else {})


@pytest.mark.parametrize("command", COMMANDS)
def test_both_parsers_refuse_the_same_values(command: str) -> None:
    """A number out of its limits, a value out of its set and unreadable text are refused, and the flag is named."""
    kind = COMMANDS[command]
    wrong = {flag: "neuf" for flag, (name, _) in kind.VALUES.items() if name in kind.NUMBERS}
    wrong |= {flag: "x" for flag, (name, _) in kind.VALUES.items() if "x" not in kind.CHOICES.get(name, ("x",))}
    wrong |= {flag: "\udcc3" for flag, (name, _) in kind.VALUES.items() if name not in kind.PATHS and flag not in wrong}

    for flag, value in wrong.items():
        assert parse_plain(kind(), [flag, value]) is None, flag
        with pytest.raises(UnusableInputError, match=f"argument {flag}: "):
            build_parser().parse_args([command, *(["game"] if command == "replay" else []), flag, value])


@pytest.mark.parametrize(("number", "wrong"), [("1", "0"), ("30", "31"), ("7", "-7"), ("5", "5" * 5000), ("5", "²")])
def test_w1_min_letters_has_limits(number: str, wrong: str) -> None:
    """--min-letters takes 1 to 30, and says so about any other text."""
    options = parse_plain(CheckOptions(), ["--min-letters", number])

    assert options is not None
    assert options.rules() == HouseRules(min_letters=int(number))
    assert parse_plain(CheckOptions(), ["--min-letters", wrong]) is None
    with pytest.raises(UnusableInputError, match=r"--min-letters: .* expected a whole number from 1 to 30"):
        build_parser().parse_args(["check", "--min-letters", wrong])


def test_an_unreadable_path_is_a_path() -> None:
    """The name of a file may have any bytes, since the system reads it and not the judge."""
    typed = ["--lexicon", "caf\udce9"]

    assert build_parser().parse_args(["check", *typed]).lexicon == typed[1]


@pytest.mark.parametrize(
    ("command", "typed", "flag"),
    [
        ("check", ["--maj", "FF"], "--maj 'FF'"),
        ("check", ["--min", "1"], "--min '1'"),
        ("check", ["--min", "abc", "--joker"], "--min 'abc?'"),
        ("check", ["--played", "a" * 65], "--played word"),
        ("find", ["--maj", "-"], "--maj '-'"),
        ("find", ["--min", "é-"], "--min 'é-'"),
        ("find", ["--played", "a" * 65], "--played word"),
        ("play", ["--seat", "nord"], "--seat 'nord'"),
        ("table", ["--start", "9"], "--start '9'"),
        ("table", ["--start", "2 3 NORD"], "--start, opener 'NORD'"),
        ("table", ["--players", "Ana"], "--players 'Ana'"),
        ("simulate", ["--players", "wild,wild,wild"], "--players 'wild,wild,wild'"),
        ("atlas", ["--picture", "a.pdf"], "--picture 'a.pdf'"),
        ("atlas", ["--table", "a.pdf"], "--table 'a.pdf'"),
    ],
)
def test_errors_name_options_as_typed(
    command: str, typed: list[str], flag: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error about a value begins with the flag that it was typed for, and has one line."""
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO()))
    words = ["porte"] if command == "check" else []

    status = main.main([command, *words, *typed])

    error = capsys.readouterr().err
    assert status == 2
    assert error.startswith(f"belettre: {flag}"), error
    assert error.count("\n") == 1


@pytest.mark.parametrize("kind", [CheckOptions, FindOptions])
def test_w3_w7_options_with_lists_add_up_in_both_parsers(kind: type[CardOptions]) -> None:
    """--min and --played may be given again: all their letters and words count, whichever parser reads them."""
    command = "check" if kind is CheckOptions else "find"
    typed = ["--min", "z", "--played", "arbres", "--min", "e", "--played", "volonté,niche"]

    plain = parse_plain(kind(), typed)
    filled = fill(kind(), build_parser().parse_args([command, *typed]))

    assert plain is not None
    assert plain.letters == filled.letters == "z,e"
    assert plain.played == filled.played == "arbres,volonté,niche"


@pytest.mark.parametrize("flag", ["--maj", "--house-list"])
def test_w2_an_option_that_decides_may_not_be_replaced(flag: str) -> None:
    """A second --maj or --house-list is an error that names both values; it does not replace the first."""
    typed = [flag, "F", flag, "G"]

    assert parse_plain(CheckOptions(), typed) is None
    with pytest.raises(ArgumentError, match=f"{flag}: given 2 times \\('F', 'G'\\), expected once"):
        fill(CheckOptions(), build_parser().parse_args(["check", *typed]))


@pytest.mark.parametrize(("letters", "joker"), [("a,b,c,d", False), ("abc", True), ("????", False)])
def test_p3_more_minuscules_than_a_pli_has_are_an_error(letters: str, joker: bool) -> None:
    """The options refuse four minuscules, the joker counted, with an error that names them."""
    options = CheckOptions()
    options.min, options.joker = letters, joker

    with pytest.raises(ArgumentError, match="4 minuscules, a pli has 3 at most"):
        assert options.letters


@pytest.mark.parametrize("kind", [PlayOptions, TableOptions, SimulateOptions])
def test_d4_help_names_the_number_of_manches(kind: type[GameOptions]) -> None:
    """The help of --manches names the limit and the default of the engine; the option itself has no default."""
    assert f"1 to {MANCHES} (default {MANCHES})" in kind.VALUES["--manches"][1]
    assert vars(kind())["manches"] is None


def test_defaults_are_known_to_the_engine() -> None:
    """The defaults that ``arguments`` spells out, since it may not import the engine, are known to the engine."""
    assert PlayOptions().level in LEVELS
    assert PlayOptions().seat == SEATS[0].value
    assert set(SimulateOptions().players.split(",")) <= set(BOT_KINDS)
    assert GameOptions().rules() == HouseRules()


def test_closed_sets_are_those_of_the_library() -> None:
    """The values that ``arguments`` spells out are those that the engine and the search know."""
    assert PlayOptions.CHOICES["level"] == LEVELS
    assert PlayOptions.CHOICES["seat"] == tuple(seat.value for seat in SEATS)
    assert PlayOptions.CHOICES["manches"] == tuple(range(1, MANCHES + 1))
    assert set(SimulateOptions.CHOICES["players"]) == set(BOT_KINDS)
    assert set(FindOptions.CHOICES["order"]) == set(SORT_KEYS)
    assert HouseRules(min_letters=30) and HouseRules(min_letters=1)
    with pytest.raises(ArgumentError):
        HouseRules(min_letters=31)


def test_every_house_rule_is_an_option() -> None:
    """Commands that judge words have a flag for every house rule, and ``table`` has those of the game as well."""
    for kind in (CheckOptions, FindOptions, AtlasOptions):
        names = {name for name, _ in (*kind.VALUES.values(), *kind.SWITCHES.values())}
        assert len(names & set(vars(HouseOptions()))) == len(vars(HouseOptions())), kind
    assert {"memory", "nonsense_is_pass"} <= set(vars(TableOptions()))


def test_d4_a_late_start_has_the_limits_of_the_engine() -> None:
    """--start takes every manche and pli of a partie, and no other."""
    last = f"{MANCHES} {PLIS} LEV"
    assert parse_start(last)["before"] == PLIS - 1

    for wrong in ("0 1 LEV", "1 0 LEV", f"{MANCHES + 1} 1 LEV", f"1 {PLIS + 1} LEV"):
        with pytest.raises(ArgumentError, match=re.escape(f"manche (1 to {MANCHES}), pli (1 to {PLIS})")):
            parse_start(wrong)


def test_every_flag_has_a_help_text() -> None:
    """Each flag of each command sets an attribute that its options have, and has a help text."""
    for kind in COMMANDS.values():
        defaults = vars(kind())
        for name, text in (*kind.VALUES.values(), *kind.SWITCHES.values()):
            assert name in defaults, (kind, name)
            assert text, (kind, name)

    assert set(COMMANDS.values()) == {
        kind
        for kind in vars(arguments).values()
        if isinstance(kind, type) and issubclass(kind, HouseOptions) and not kind.__subclasses__()
    }
