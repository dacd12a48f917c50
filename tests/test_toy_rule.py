"""A house rule is added in one place: a toy rule in the table of options is known to every face that takes the table.

The table is extended by a subclass, without any other edit, and given to what derives from it.
"""

from __future__ import annotations

import json
import pickle

import msgspec
import pytest

from belettre_lexicon import HouseRules
from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.base.options import option
from belettre_lexicon.belote import BeloteRules
from belettre_lexicon.cli import main
from belettre_lexicon.cli.belote.commands import BeloteCheckCommand
from belettre_lexicon.cli.commands import TableOptions
from belettre_lexicon.cli.kit.commands import parse_plain
from belettre_lexicon.cli.kit.parser import command_parser, fill, parse
from belettre_lexicon.cli.words.check import CheckOptions
from belettre_lexicon.games.belettre.setup import Setup
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.api.requests import option_fields
from belettre_lexicon.web.pages.verdict import house_fields
from belettre_lexicon.words.objects import rules_object


class ToyRules(HouseRules):
    """The house rules of Belettre with one more, and a conflict between two."""

    no_double_letters: bool = option("W99", default=False, topic="words", about="refuse words with a double letter")

    def _settle(self) -> None:
        super()._settle()
        if self.no_double_letters and self.letters_shared:
            raise ArgumentError("no_double_letters: True, but letters_shared is True as well")


class ToyBelote(BeloteRules):
    """The house rules of Belote with one more."""

    valet_points: int = option("BX9", default=20, least=0, most=30, about="points of the V of trumps")


class ToyCheck(CheckOptions):
    """``belettre check`` with the toy rule."""

    RULES = ToyRules


class ToyTable(TableOptions):
    """``belettre table`` with the toy rule."""

    RULES = ToyRules


class ToyBeloteCheck(BeloteCheckCommand):
    """``belote check`` with the toy rule."""

    RULES = ToyBelote


def test_the_rules_know_it() -> None:
    """It is a keyword and an attribute, compared, hashed, pickled and shown, with an error for a wrong value."""
    rules = ToyRules(no_double_letters=True, min_letters=4)

    assert rules.no_double_letters
    assert rules != ToyRules(min_letters=4)
    assert rules.replace(no_double_letters=False) == ToyRules(min_letters=4)
    assert {rules: 1}[pickle.loads(pickle.dumps(rules))] == 1
    assert repr(rules) == "ToyRules(min_letters=4, no_double_letters=True)"
    assert ToyRules.from_dict(rules.as_dict()) == rules
    with pytest.raises(ArgumentError, match="'no_double_letters' = 3"):
        ToyRules.from_dict({"no_double_letters": 3})
    with pytest.raises(ArgumentError, match="letters_shared is True as well"):
        ToyRules(no_double_letters=True, letters_shared=True)
    assert "no_double_letters" not in HouseRules.OF_NAME


def test_records_know_it() -> None:
    """The header of a record states it only if it is chosen: records without it stay as they are."""
    assert ToyRules().as_dict() == HouseRules().as_dict()
    assert ToyRules().as_dict(complete=True) == HouseRules().as_dict(complete=True) | {"no_double_letters": False}
    header = json.dumps(Setup(rules=ToyRules(no_double_letters=True)).rules.as_dict())

    assert ToyRules.from_dict(json.loads(header)).no_double_letters


def test_commands_know_it(capsys: pytest.CaptureFixture[str]) -> None:
    """Each command that takes house rules has its flag, in the plain parser and in argparse, with its help."""
    parser = main.build_parser((ToyCheck, ToyTable))
    plain = parse_plain(ToyCheck(), ["mot", "--no-double-letters"])

    assert plain is not None
    assert plain.rules() == ToyRules(no_double_letters=True)
    filled = fill(ToyTable(), parser.parse_args(["table", "--no-double-letters"]))
    assert filled.rules() == ToyRules(no_double_letters=True)
    with pytest.raises(SystemExit):
        parser.parse_args(["check", "--help"])
    page = " ".join(capsys.readouterr().out.split())
    assert "--no-double-letters house rule: refuse words with a double letter (W99)" in page


def test_forms_bodies_and_schema_know_it() -> None:
    """The form has a box for it, labelled by its help text; the API takes it; the schema of verdicts describes it."""
    for language in ("fr", "en"):
        fields = {field[0].name: field for field in house_fields(Catalogue.load(language), rules=ToyRules)}
        assert fields["no_double_letters"][1:] == ("Refuse words with a double letter (W99)", "true")

    body = msgspec.defstruct("Body", option_fields(ToyRules), forbid_unknown_fields=True)
    taken = msgspec.json.decode(b'{"no_double_letters": true}', type=body)
    assert ToyRules(**msgspec.structs.asdict(taken)).no_double_letters
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(b'{"no_double_letters": 3}', type=body)

    described = rules_object(ToyRules)
    assert described.__annotations__["no_double_letters"] is bool
    assert "no_double_letters  W99: refuse words with a double letter" in described.__doc__


def test_belote_knows_its_own() -> None:
    """A rule of Belote has a flag with its limits, a line of help, a field of the API and a place in records."""
    parser = command_parser(ToyBeloteCheck, "belote")
    command = parse(ToyBeloteCheck(), parser, ["--valet-points", "10"])

    assert command.rules() == ToyBelote(valet_points=10)
    assert command.rules().as_dict() == {"valet_points": 10}
    assert "--valet-points 0–30 points of the V of trumps (BX9, default 20)" in " ".join(parser.format_help().split())
    with pytest.raises(ArgumentError, match=r"--valet-points: 31 \(BX9\), expected a number from 0 to 30"):
        ToyBelote.OF_NAME["valet_points"].read("31")
    assert [name for name, *_ in option_fields(ToyBelote)][-1] == "valet_points"
