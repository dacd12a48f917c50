"""The command ``belote simulate``, which lets bots play deals against each other and prints the margin."""

from __future__ import annotations

from ...games.belote.bots.simulation import BOT_KINDS, Side, Statistics, plays_of, simulate
from ...games.belote.options import SHEETS
from ...games.belote.rules import BeloteRules
from ...games.belote.seats import TEAMS
from ...referee.catalogue import Catalogue
from ..kit.long_work import parse_sides, progress_bar
from ..kit.terminal import EXIT_OK, paint, write, write_json
from .commands import BeloteSimulateCommand


def run(command: BeloteSimulateCommand) -> int:
    """Let the bots play the deals, print the statistics and return EXIT_OK.

    Raises ArgumentError for unusable options, UnusableInputError for unknown kinds of bot.
    """
    say = Catalogue.load(command.lang, "belote")
    rules, players = command.rules(), parse_sides(command.sides, BOT_KINDS)
    with progress_bar(command.games, command.NAME) as progress:
        statistics = simulate(
            command.games, command.seed, players, rules=rules, processes=command.processes, progress=progress
        )
    if command.json:
        write_json(statistics.as_dict())
    else:
        _write_statistics(statistics, rules, say)
    return EXIT_OK


def _write_statistics(statistics: Statistics, rules: BeloteRules, say: Catalogue) -> None:
    first, second = (say(f"simulate.player_{side.player}") for side in statistics.sides)
    plays, deals = plays_of(rules), statistics.deals
    head = "simulate.head_one" if deals == 1 else "simulate.head"
    if rules.variant.sides != len(TEAMS) or rules.game in SHEETS:
        head = "simulate.head_parties" if rules.game in SHEETS else "simulate.head_many"
    write(say(head, deals=deals, plays=plays, seed=statistics.seed, first=first, second=second))
    for number, side in enumerate(statistics.sides, 1):
        write("")
        _write_side(number, side, statistics, rules, say)
    write("")
    if rules.game in SHEETS:
        write(say("simulate.passed_deals", passed=statistics.passed))
        write(_lost_text(statistics, rules, say))
        return
    write(say("simulate.passed", passed=statistics.passed, plays=plays * deals))
    margin, error = say.number(statistics.margin, "+.1f"), statistics.error
    if error is None:
        write(say("simulate.margin_one", margin=margin))
    else:
        write(say("simulate.margin", margin=margin, error=say.number(error, ".1f")))


def _write_side(number: int, side: Side, statistics: Statistics, rules: BeloteRules, say: Catalogue) -> None:
    others = rules.variant.sides - 1  # the second side has all seats but one where each player plays alone
    written = side.points / (plays_of(rules) * statistics.deals) / (1 if number == 1 else others)
    player = say(f"simulate.player_{side.player}")
    key = "simulate.side_parties" if rules.game in SHEETS else "simulate.side"
    share = say.number(-100 * written, ".1f")
    points = say.number(written, ".1f")
    write(paint(say(key, number=number, player=player, points=points, share=share), "bold"))
    write("  " + say("simulate.takes", takes=side.takes))
    for outcome, times in side.outcomes.items():
        write("  " + say(f"simulate.outcome_{outcome}", times=times))


def _lost_text(statistics: Statistics, rules: BeloteRules, say: Catalogue) -> str:
    """Return how many parties de comptoir the first side lost, and how many it would lose among equals."""
    players = rules.variant.sides
    lost = -100 * statistics.sides[0].points / (players * statistics.deals)
    error = 100 * (statistics.error or 0) * (players - 1) / players  # of a share, not of the difference to the others
    numbers = {"lost": lost, "even": 100 / players, "error": error}
    return say("simulate.lost", **{name: say.number(value, ".1f") for name, value in numbers.items()})
