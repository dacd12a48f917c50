"""The options of the commands: both parsers agree, and limits in help texts are those of the engine."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.cli import main
from belettre_lexicon.cli.belettre.play import LEVELS
from belettre_lexicon.cli.belettre.savegame import parse_start
from belettre_lexicon.cli.commands import (
    COMMANDS,
    AtlasOptions,
    FindOptions,
    GameOptions,
    PlayOptions,
    SimulateOptions,
    TableOptions,
)
from belettre_lexicon.cli.kit.commands import CommandOptions, parse_plain
from belettre_lexicon.cli.kit.parser import fill
from belettre_lexicon.cli.words.check import CardOptions, CheckOptions
from belettre_lexicon.french.rules import HouseRules
from belettre_lexicon.games.belettre.bots.simulation import BOT_KINDS
from belettre_lexicon.games.belettre.manche import PLIS
from belettre_lexicon.games.belettre.seats import SEATS
from belettre_lexicon.games.belettre.setup import MANCHES
from belettre_lexicon.lexicon.find.search import SORT_KEYS

if TYPE_CHECKING:
    from belettre_lexicon.cli.kit.commands import AnyCommand


def parse(kind: type[AnyCommand], typed: list[str]) -> AnyCommand:
    """Return the options that argparse finds in the arguments of a command."""
    return fill(kind(), main.build_parser().parse_args([kind.NAME, *typed]))


def test_every_command_of_the_table_can_run() -> None:
    """The table of commands and the dispatch table name the same commands."""
    assert [kind.NAME for kind in COMMANDS] == list(main._RUN)


def test_a_plain_check_is_parsed_as_argparse_does() -> None:
    """Every flag of « check » given the plain way sets the same attribute as through argparse."""
    typed: list[str] = []
    for made in CheckOptions.arguments():
        if made.flag:
            value = [*made.values][-1] if made.values else "3" if made.number else "x"
            typed += [made.flag] if made.is_switch else [made.flag, str(value)]
    plain = parse_plain(CheckOptions(), [*typed, "porte", "-"])

    assert plain is not None
    assert vars(plain) == vars(parse(CheckOptions, [*typed, "porte", "-"]))
    assert plain.rules() == HouseRules(
        min_letters=3,
        letters_shared=True,
        accents="free",
        plural_only=True,
        compounds=False,
        current_only=True,
        refuse_labels="offensive",
        participles="always",
        accents_differ=True,
        refuse_near_kin=True,
    )
    for other in (["--maj=F"], ["--mi", "e"], ["--help"], ["--maj"], ["--maj", "-"], ["caf\udce9"], ["-x"]):
        assert parse_plain(CheckOptions(), other) is None


@pytest.mark.parametrize("kind", COMMANDS, ids=lambda kind: kind.NAME)
def test_wrong_values_are_refused(kind: type[CommandOptions]) -> None:
    """A number out of its limits, a value out of its set and unreadable text are refused, and the flag is named."""
    needed = {"replay": ["game"], "word": ["mot"], "family": ["mot"], "harvest": ["text"], "lexicon": ["info"]}
    for made in kind.arguments():
        if not made.flag or made.is_switch:
            continue
        wrong = "neuf" if made.number else "x" if "x" not in (made.values or ("x",)) else "\udcc3"
        if made.path:
            assert made.read("\udcc3") == "\udcc3"
            continue
        assert made.read(wrong) is None, made.flag
        with pytest.raises(ArgumentError, match=f"argument {made.flag}: "):
            parse(kind, [*needed.get(kind.NAME, []), made.flag, wrong])


@pytest.mark.parametrize(("number", "wrong"), [("1", "0"), ("30", "31"), ("7", "-7"), ("5", "5" * 5000), ("5", "²")])
def test_w1_min_letters_has_limits(number: str, wrong: str) -> None:
    """--min-letters takes 1 to 30, and says so about any other text."""
    options = parse_plain(CheckOptions(), ["--min-letters", number])

    assert options is not None
    assert options.rules() == HouseRules(min_letters=int(number))
    assert parse_plain(CheckOptions(), ["--min-letters", wrong]) is None
    with pytest.raises(ArgumentError, match=r"--min-letters: .* expected a whole number from 1 to 30"):
        parse(CheckOptions, ["--min-letters", wrong])


def test_an_unreadable_path_is_a_path() -> None:
    """The name of a file may have any bytes, since the system reads it and not the judge."""
    typed = ["--lexicon", "caf\udce9"]

    assert parse(CheckOptions, typed).lexicon == typed[1]


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
    typed = ["--min", "z", "--played", "arbres", "--min", "e", "--played", "volonté,niche"]

    for options in (parse_plain(kind(), typed), parse(kind, typed)):
        assert options is not None
        assert options.letters == "z,e"
        assert options.played == "arbres,volonté,niche"


@pytest.mark.parametrize("flag", ["--maj", "--house-list"])
def test_w2_an_option_that_decides_may_not_be_replaced(flag: str) -> None:
    """A second --maj or --house-list is an error that names both values; it does not replace the first."""
    typed = [flag, "F", flag, "G"]

    assert parse_plain(CheckOptions(), typed) is None
    with pytest.raises(ArgumentError, match=f"{flag}: given 2 times \\('F', 'G'\\), expected once"):
        parse(CheckOptions, typed)


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
    assert f"1 to {MANCHES} (default {MANCHES})" in str(kind.ARGUMENTS["manches"].about)
    assert kind.ARGUMENTS["manches"].default is None


def test_defaults_are_known_to_the_engine() -> None:
    """The defaults that ``arguments`` spells out, since it may not import the engine, are known to the engine."""
    assert PlayOptions().level in LEVELS
    assert PlayOptions().seat == SEATS[0].value
    assert set(SimulateOptions().players.split(",")) <= set(BOT_KINDS)
    assert GameOptions().rules() == HouseRules()


def test_closed_sets_are_those_of_the_library() -> None:
    """The values that ``arguments`` spells out are those that the engine and the search know."""
    assert PlayOptions.ARGUMENTS["level"].values == LEVELS
    assert PlayOptions.ARGUMENTS["seat"].values == tuple(seat.value for seat in SEATS)
    assert PlayOptions.ARGUMENTS["manches"].values == tuple(range(1, MANCHES + 1))
    assert set(SimulateOptions.ARGUMENTS["players"].values or ()) == set(BOT_KINDS)
    assert set(FindOptions.ARGUMENTS["order"].values or ()) == set(SORT_KEYS)
    assert HouseRules(min_letters=30) and HouseRules(min_letters=1)
    with pytest.raises(ArgumentError):
        HouseRules(min_letters=31)


def test_every_house_rule_is_an_option() -> None:
    """Commands that judge words have a flag for every house rule about words, and ``table`` has those of games too."""
    of_games = {"memory", "nonsense_is_pass"}
    for kind in (CheckOptions, FindOptions, AtlasOptions):
        assert {option.name for option in kind.offered()} == HouseRules.OF_NAME.keys() - of_games, kind
    assert {option.name for option in TableOptions.offered()} == set(HouseRules.OF_NAME)


def test_d4_a_late_start_has_the_limits_of_the_engine() -> None:
    """--start takes every manche and pli of a partie, and no other."""
    last = f"{MANCHES} {PLIS} LEV"
    assert parse_start(last)["before"] == PLIS - 1

    for wrong in ("0 1 LEV", "1 0 LEV", f"{MANCHES + 1} 1 LEV", f"1 {PLIS + 1} LEV"):
        with pytest.raises(ArgumentError, match=re.escape(f"manche (1 to {MANCHES}), pli (1 to {PLIS})")):
            parse_start(wrong)


def test_every_flag_has_a_help_text() -> None:
    """Each flag of each command has a help text, and no house rule has the name of another argument."""
    for kind in COMMANDS:
        made = kind.arguments()
        assert all(argument.about for argument in made if argument.flag), kind
        assert len({argument.name for argument in made}) == len(made), kind
