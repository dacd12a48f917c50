"""Play a partie between bots a few cards at a time, and keep it in a file between two runs.

    python -m recipes.keep_partie game.pickle [--cards 8]

A partie pickles as its judge, its setup and its log, so the file has some 10 KB, and undo works after it was restored.
Open only files that you wrote yourself: a pickle can run any code. For games that others may send, and for games that
must survive a new version of the package, there are records and journals (docs/engine.md).
"""

from __future__ import annotations

import argparse
import pickle
import random
import sys
from pathlib import Path

from belettre_lexicon import BelettreError, Judge, Lexicon, Partie
from belettre_lexicon.engine import Lay
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot
from belettre_lexicon.games.belettre.partie import HistoryCache


def restore(path: Path) -> Partie:
    """Return the partie of a file, or a new one if there is no such file.

    Raises BelettreError if the file has no partie, or one that was played with another lexicon.
    """
    if not path.exists():
        return Partie.new(Judge(Lexicon.open()), random.Random(), manches=1)
    try:
        partie = pickle.loads(path.read_bytes())
    except (pickle.UnpicklingError, EOFError) as error:
        raise BelettreError(f"{path}: not a pickle: {error}") from error
    if not isinstance(partie, Partie):
        raise BelettreError(f"{path}: expected a partie, got {type(partie).__name__}")
    return partie


def save(partie: Partie, path: Path) -> None:
    """Write a partie to a file, which has the old partie or the new one, whenever the program is stopped."""
    beside = path.with_name(f"{path.name}.new")
    beside.write_bytes(pickle.dumps(partie))
    beside.replace(path)


def play_on(partie: Partie, judge: Judge, cards: int) -> list[str]:
    """Let bots lay *cards* cards, or as many as are left; return what happened, a line for each."""
    bot = AmateurBot(judge, random.Random(), HistoryCache(judge.rules))
    lines: list[str] = []
    while len(lines) < cards and (seats := partie.acting_seats()):
        action = bot.choose(partie.view(seats[0]))
        partie.apply(action)
        lines.append(f"{seats[0].name:<14} {action.word if isinstance(action, Lay) else type(action).__name__}")
    return lines


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the partie cannot be restored."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("path", type=Path, metavar="FILE", help="the file of the partie; it is made if it is missing")
    parser.add_argument("--cards", type=int, default=8, help="how many cards to lay (8)")
    options = parser.parse_args(arguments)
    try:
        partie = restore(options.path)
    except BelettreError as error:
        print(f"keep_partie: {error}", file=sys.stderr)
        return 2
    judge = Judge(Lexicon.open(), partie.setup.rules)
    print(*play_on(partie, judge, options.cards), repr(partie), sep="\n")
    save(partie, options.path)
    return 0


if __name__ == "__main__":
    sys.exit(main())
