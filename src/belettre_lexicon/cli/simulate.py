"""``belettre simulate``: whole parties between bots, and what came of them."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from ..engine.bots.simulation import BOT_KINDS, BotKind, Side, Statistics, simulate
from ..referee.catalogue import Catalogue
from .terminal import ALL_VALID, UnusableInputError, paint, write, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import SimulateOptions

#: What is said of each side, by the names of the fields of ``Side``.
_LINES = (
    ("plis", ("plis",)),
    ("words", ("words", "refused")),
    ("passes", ("passes", "faults")),
    ("trapped", ("trapped",)),
    ("belettres", ("announced", "scored")),
    ("dix_de_der", ("dix_de_der",)),
)


def run(options: SimulateOptions) -> int:
    """Play, and write what came of it.

    Raises UnusableInputError for players that are none, ArgumentError for numbers that are none.
    """
    say = Catalogue.load(options.lang)
    with _progress(options.games) as progress:
        played = simulate(
            options.games,
            options.seed,
            _sides(options.players),
            manches=options.manches,
            processes=options.processes,
            lexicon_path=options.lexicon,
            rules=options.rules(),
            progress=progress,
        )
    if options.json:
        write_json(played.as_dict())
    else:
        _write_statistics(played, say)
    return ALL_VALID


def _sides(players: str) -> tuple[BotKind, BotKind]:
    """The two players; one name stands for both."""
    names = [name.strip() for name in players.split(",")]
    kinds = [kind for name in names for kind in BOT_KINDS if kind == name]
    if len(names) > 2 or len(kinds) != len(names):
        raise UnusableInputError(f"simulate: {players!r:.60}: expected one or two of {', '.join(BOT_KINDS)}")
    return kinds[0], kinds[-1]


@contextmanager
def _progress(games: int) -> Iterator[Callable[[int], None] | None]:
    """A progress bar on a terminal, where tqdm is installed (extra ``plots``)."""
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=games, desc="simulate", leave=False) as bar:

        def progress(done: int) -> None:
            bar.update(done - bar.n)

        yield progress


def _write_statistics(played: Statistics, say: Catalogue) -> None:
    first, second = played.sides
    write(
        say(
            "simulate.head_one" if played.games == 1 else "simulate.head",
            games=played.games,
            manches=played.manches,
            seed=played.seed,
            first=say(f"simulate.player_{first.player}"),
            second=say(f"simulate.player_{second.player}"),
        )
    )
    if played.swapped:
        write(say("simulate.swapped"))
    for number, side in enumerate(played.sides, 1):
        write("")
        _write_side(number, side, played, say)
    write("")
    write(say("simulate.draws", draws=played.draws, margin=f"{played.margin:+.1f}"))
    seats = ", ".join(f"{seat} {points:.1f}" for seat, points in played.seats.items())
    write(say("simulate.seats", seats=seats))
    write(say("simulate.letters", letters=f"{played.letters:.2f}"))
    write(say("simulate.longest", words=", ".join(f"{word.word} ({word.letters})" for word in played.longest)))
    write(say("simulate.frequent", words=", ".join(f"{word.word} ({word.times})" for word in played.frequent)))


def _write_side(number: int, side: Side, played: Statistics, say: Catalogue) -> None:
    """One of the players: who won how often, then a line for each thing that is counted."""
    share = f"{100 * side.wins / played.games:.1f}"
    player = say(f"simulate.player_{side.player}")
    head = say("simulate.side", number=number, player=player, wins=side.wins, share=share, points=f"{side.points:.1f}")
    write(paint(head, "bold"))
    for key, fields in _LINES:
        values = {field: getattr(side, field) for field in fields}
        if key == "plis":
            values = {"plis": sum(side.plis), "positions": ", ".join(map(str, side.plis))}
        write("  " + say(f"simulate.{key}", **values))
