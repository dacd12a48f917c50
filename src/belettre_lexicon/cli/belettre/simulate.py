"""The command ``belettre simulate``, which lets bots play games against each other and prints statistics.

Start reading at ``run``.
"""

from __future__ import annotations

from msgspec.structs import asdict

from ...games.belettre.bots.simulation import BOT_KINDS, Side, Statistics, simulate
from ...games.belettre.setup import MANCHES
from ...referee.catalogue import Catalogue
from ..commands import SimulateOptions
from ..kit.long_work import parse_sides, progress_bar
from ..kit.terminal import EXIT_OK, paint, write, write_json

#: The lines printed for each side: the keys of their sentences, which are also names of attributes of ``Side``.
_LINES = ("plis", "words", "passes", "trapped", "belettres", "dix_de_der")


def run(options: SimulateOptions) -> int:
    """Let the bots play the games, print the statistics and return EXIT_OK.

    Raises UnusableInputError for unknown kinds of bot, ArgumentError for numbers out of range.
    """
    say = Catalogue.load(options.lang)
    with progress_bar(options.games, "simulate") as progress:
        statistics = simulate(
            options.games,
            options.seed,
            parse_sides(options.players, BOT_KINDS),
            manches=MANCHES if options.manches is None else options.manches,
            processes=options.processes,
            lexicon_path=options.lexicon,
            rules=options.rules(),
            progress=progress,
        )
    if options.json:
        write_json(statistics.as_dict())
    else:
        _write_statistics(statistics, say)
    return EXIT_OK


def _write_statistics(statistics: Statistics, say: Catalogue) -> None:
    first, second = statistics.sides
    write(
        say(
            "simulate.head_one" if statistics.games == 1 else "simulate.head",
            games=statistics.games,
            manches=statistics.manches,
            seed=statistics.seed,
            first=say(f"simulate.player_{first.player}"),
            second=say(f"simulate.player_{second.player}"),
        )
    )
    if statistics.swapped:
        write(say("simulate.swapped"))
    for number, side in enumerate(statistics.sides, 1):
        write("")
        _write_side(number, side, statistics, say)
    write("")
    write(say("simulate.draws", draws=statistics.draws, margin=say.number(statistics.margin, "+.1f")))
    seats = ", ".join(f"{seat} {say.number(points, '.1f')}" for seat, points in statistics.seats.items())
    write(say("simulate.seats", seats=seats))
    write(say("simulate.letters", letters=say.number(statistics.letters, ".2f")))
    write(say("simulate.longest", words=", ".join(f"{word.word} ({word.letters})" for word in statistics.longest)))
    write(say("simulate.frequent", words=", ".join(f"{word.word} ({word.times})" for word in statistics.frequent)))


def _write_side(number: int, side: Side, statistics: Statistics, say: Catalogue) -> None:
    share = say.number(100 * side.wins / statistics.games, ".1f")
    player = say(f"simulate.player_{side.player}")
    points = say.number(side.points, ".1f")
    head = say("simulate.side", number=number, player=player, wins=side.wins, share=share, points=points)
    write(paint(head, "bold"))
    positions = ", ".join(map(str, side.plis))
    values = asdict(side) | {"plis": sum(side.plis), "positions": positions}
    for key in _LINES:
        write("  " + say(f"simulate.{key}", **values))
