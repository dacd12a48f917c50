"""The argparse parsers of ``belote``, for help pages and for arguments that are not plain (``arguments``).

Start reading at ``parse_any``.
"""

from __future__ import annotations

import argparse
from typing import NoReturn

from ...base.errors import ArgumentError
from ..kit.argument_types import number_within, readable_text
from ..kit.language import translation
from ..kit.translation import translate_parser
from .options import RULE_FLAGS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from ...games.belote.rules import OptionValue
    from .options import BeloteCommand, Command, RuleFlag


#: What each house rule is about, for the help pages.
RULE_HELP = {
    "undertrump": "a player who cannot overtrump must lay a lower trump, or is free",
    "on_partners_trump": "the partner holds with a trump: free, no lower trump, or bound as by an opponent's",
    "second_round": "the second round names one of the three others, or any suit",
    "all_pass": "eight passes: deal again, or the dealer must take",
    "jack_forces": "a V turned up must be taken by the first to speak",
    "rebelote": "« Rebelote » forgotten: claimed once a partie, always lost, or not needed",
    "king_first": "the R of a belote must be laid before the D",
    "belote_lost": "fallen takers give their belote to the defence",
    "litige_belote": "in a litige the takers' belote waits with their points",
    "make": "what makes the contract: all points, plis and belote, or plis alone",
    "chute": "points for a chute",
    "capot": "points for a capot",
    "capot_defence": "the defence wins all plis: a capot, or a chute",
    "rounding": "how points are written",
    "ballotage": "takers with 75 to 81 points: 80 for the defence, 80 wait",
    "exact_end": "exact totals decide the end",
    "target": "points that end the partie",
    "deals": "number of deals that ends the partie instead",
    "both_over": "both teams reach the target: the higher total wins, or who won the last deal",
    "annonces": "annonces are played",
    "tierce": "points of a tierce",
    "carre_ace": "points of a carré of aces",
    "carre_nine": "points of a carré of nines",
    "annonce_order": "order of the cards in sequences",
    "shared_cards": "a card serves one annonce only",
    "carre_eight": "what a carré of 8 does",
    "carre_seven": "what a carré of 7 does",
    "capot_scores_annonces": "a team without a pli scores its annonces",
    "contracts": "suits alone; or SA and TA too, over a suit; or each contract over the lower ones",
    "ta_values": "points of the cards at SA and TA: the same sum, or as at a trump suit",
    "capot_asked": "a capot may be asked for",
    "shuffle": "the pack is shuffled before each deal, or once",
    "cut": "fewest cards of a heap when cutting",
    "misdeal": "a misdeal: deal again, or 162 for the other team",
    "weak_hand": "a weak hand may void the deal",
}


class _PlainErrorParser(argparse.ArgumentParser):
    """A parser that raises ArgumentError with a message of one line instead of printing the usage and exiting."""

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(f"{message} (see « {self.prog} --help »)")


def parse_any(command: Command, arguments: list[str]) -> Command:
    """Set the attributes of *command* from its arguments and return it.

    Raises ArgumentError for arguments that the command does not have; --help prints a page and raises SystemExit.
    """
    parser = command_parser(command)
    if (translated := translation()) is not None:
        translate_parser(parser, translated)
    parsed = vars(parser.parse_args(arguments))
    for flag, made in RULE_FLAGS.items():
        value = parsed.pop(_destination(flag))
        if value is not None:
            command.chosen[made.option.name] = value
    for name, value in parsed.items():
        if name not in command.LISTS:
            setattr(command, name, value)
        elif value is not None:
            setattr(command, name, ",".join(value))
    return command


def command_parser(command: BeloteCommand) -> argparse.ArgumentParser:
    """Return the parser of a command, whose texts are in English."""
    operand = f" {command.OPERAND[0].upper()}" if command.OPERAND else ""
    parser = _PlainErrorParser(
        prog=f"belote {command.NAME}",
        usage=f"belote {command.NAME}{operand} [options]",  # the list of all house rules would fill the screen
        description=command.DESCRIPTION,
    )
    add_options(parser, command)
    return parser


def add_options(parser: argparse.ArgumentParser, command: BeloteCommand) -> None:
    """Add the options of a command to its parser, with the values of *command* as defaults."""
    if command.OPERAND is not None:
        name, text = command.OPERAND
        parser.add_argument(name, metavar=name.upper(), type=_type_of(name, command), help=text)
    for flag, (name, text) in command.VALUES.items():
        parser.add_argument(
            flag,
            dest=name,
            help=text,
            default=None if name in command.LISTS else getattr(command, name),
            action="append" if name in command.LISTS else "store",
            type=_type_of(name, command),
            choices=command.CHOICES.get(name),
        )
    for flag, (name, text) in command.SWITCHES.items():
        parser.add_argument(flag, dest=name, action="store_true", help=text)
    house = parser.add_argument_group(
        "house rules", "Options of the table; RULES-BELOTE.md explains each under its id."
    )
    for flag, made in RULE_FLAGS.items():
        _add_rule(house, flag, made)


def _add_rule(group: argparse._ArgumentGroup, flag: str, made: RuleFlag) -> None:
    """Add the flag of a house rule; its value is None if it is not given."""
    if made.value is not None:
        group.add_argument(flag, dest=_destination(flag), action="store_const", const=made.value, help=_rule_help(made))
        return
    option = made.option
    shown = f"{option.least}–{option.most}" if made.takes_number else "{" + ",".join(map(str, option.values)) + "}"
    group.add_argument(flag, dest=_destination(flag), type=_rule_reader(made), metavar=shown, help=_rule_help(made))


def _rule_help(made: RuleFlag) -> str:
    """Return the help text of a house rule: what it is about, its rule, and its default if a value follows."""
    default = "" if made.value is not None or made.option.default is None else f", default {made.option.default}"
    return f"{RULE_HELP[made.option.name]} ({made.option.rule}{default})"


def _destination(flag: str) -> str:
    return f"rule {flag}"


def _rule_reader(made: RuleFlag) -> Callable[[str], OptionValue]:
    """Return the function by which argparse reads the value of a house rule."""

    def read(text: str) -> OptionValue:
        try:
            return made.read(text)
        except ArgumentError as error:
            raise argparse.ArgumentTypeError(str(error).removeprefix(f"{made.flag}: ")) from error

    return read


def _type_of(name: str, command: BeloteCommand) -> Callable[[str], str | int]:
    """Return the function by which argparse reads the value of an attribute."""
    if name in command.NUMBERS:
        return lambda text: number_within(text, *command.NUMBERS[name])
    return str if name in command.PATHS else readable_text
