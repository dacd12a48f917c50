"""The command ``belote simulate``, which lets bots play deals against each other and prints the margin."""

from __future__ import annotations

from ...games.belote.bots.simulation import BOT_KINDS, PLAYS, Side, Statistics, simulate
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
        _write_statistics(statistics, say)
    return EXIT_OK


def _write_statistics(statistics: Statistics, say: Catalogue) -> None:
    first, second = (say(f"simulate.player_{side.player}") for side in statistics.sides)
    head = "simulate.head_one" if statistics.deals == 1 else "simulate.head"
    write(say(head, deals=statistics.deals, seed=statistics.seed, first=first, second=second))
    for number, side in enumerate(statistics.sides, 1):
        write("")
        _write_side(number, side, statistics, say)
    write("")
    write(say("simulate.passed", passed=statistics.passed, plays=PLAYS * statistics.deals))
    margin, error = say.number(statistics.margin, "+.1f"), statistics.error
    if error is None:
        write(say("simulate.margin_one", margin=margin))
    else:
        write(say("simulate.margin", margin=margin, error=say.number(error, ".1f")))


def _write_side(number: int, side: Side, statistics: Statistics, say: Catalogue) -> None:
    points = say.number(side.points / (PLAYS * statistics.deals), ".1f")
    player = say(f"simulate.player_{side.player}")
    write(paint(say("simulate.side", number=number, player=player, points=points), "bold"))
    write("  " + say("simulate.takes", takes=side.takes))
    for outcome, times in side.outcomes.items():
        write("  " + say(f"simulate.outcome_{outcome}", times=times))
