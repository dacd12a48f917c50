"""Let four bots play a game, save its record, and print the score of each manche.

    python -m recipes.four_bots game.jsonl [--seed 7] [--manches 4]
    belettre replay game.jsonl

The bots that play to win sit in the west and in the east; amateurs sit between them.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from belettre_lexicon import Judge, Lexicon, Partie, Seat
from belettre_lexicon.engine import Event, MancheEnded, Team, format_record, record_of
from belettre_lexicon.engine.bots import AmateurBot, Bot, StrongBot

PLAYERS = {Seat.PONANTAIS: "Ada", Seat.SEPTENTRIONAL: "Bo", Seat.LEVANTIN: "Cléo", Seat.MERIDIONAL: "Dan"}


def seated_bots(judge: Judge, rng: random.Random) -> dict[Seat, Bot]:
    """Return a bot for each seat; partners play alike."""
    return {
        seat: StrongBot(judge, rng) if seat.team is Seat.PONANTAIS.team else AmateurBot(judge, rng) for seat in Seat
    }


def played_events(partie: Partie, bots: Mapping[Seat, Bot]) -> Iterator[Event]:
    """Play a game to its end, and yield what happens. A bot sees what a player in its seat may see."""
    yield from partie.log
    while not partie.over:
        seat = partie.acting_seats()[0]
        yield from partie.apply(bots[seat].choose(partie.view(seat)))


def team_name(team: Team) -> str:
    """Return the names of two partners: « Ada and Cléo »."""
    return " and ".join(PLAYERS[seat] for seat in Seat if seat.team is team)


def main(arguments: list[str] | None = None) -> int:
    """Run the script; return its exit status, 0."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("record", metavar="FILE", help="the file for the record of the game")
    parser.add_argument("--seed", type=int, default=7, help="the seed of the game (7)")
    parser.add_argument("--manches", type=int, default=4, help="the number of manches, 1 to 4 (4)")
    options = parser.parse_args(arguments)
    judge, rng = Judge(Lexicon.open()), random.Random(options.seed)
    partie = Partie.new(judge, rng, manches=options.manches, seed=options.seed)
    for event in played_events(partie, seated_bots(judge, rng)):
        if isinstance(event, MancheEnded):
            scores = ", ".join(f"{team_name(team)} {event.points[team.index]}" for team in Team)
            print(f"Manche {event.number}: {scores}")
    print("Total: " + ", ".join(f"{team_name(team)} {partie.points[team.index]}" for team in Team))
    Path(options.record).write_text(format_record(record_of(partie, PLAYERS)), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
