"""Play with a deck of your own: read it, see what it makes of the game, and let bots try it.

    python -m recipes.own_deck deck.txt [--games 3]
    belettre play --deck deck.txt

Each line of the file has letters and four numbers that hold for each of them: how many minuscules and their points,
how many majuscules and their points. « ? » is the joker, and the JOKER among the majuscules:

    aeiou     6 1  1 2
    lnrst     4 2  1 4
    bcdfgmp   2 3  1 6
    ?         4 0  0 0
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterator

from belettre_lexicon import BelettreError, Deck, Judge, Lexicon, Partie
from belettre_lexicon.engine import SEATS
from belettre_lexicon.engine.bots import AmateurBot, play_out


def describe(deck: Deck, judge: Judge) -> Iterator[str]:
    """Yield what a deck holds: its cards, its points, and its letters, the majuscule with the fewest words first."""
    rows = deck.rows()
    yield f"{sum(row[0] for row in rows.values())} minuscules, {sum(row[2] for row in rows.values())} majuscules"
    yield f"{sum(row[0] * row[1] + row[2] * row[3] for row in rows.values())} points"
    words = {letter: judge.count(letter) for letter, row in rows.items() if row[2] and letter.isalpha()}
    hardest = sorted(words, key=words.__getitem__)[:3]
    yield "fewest words: " + ", ".join(f"{letter.upper()} {words[letter]:,}" for letter in hardest)


def play(deck: Deck, judge: Judge, seed: int) -> Partie:
    """Return a partie of one manche that four bots have played with a deck."""
    rng = random.Random(seed)
    partie = Partie.new(judge, rng, manches=1, deck=deck, seed=seed)
    play_out(partie, dict.fromkeys(SEATS, AmateurBot(judge, rng)))
    return partie


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the deck cannot be read or has too few cards (D1)."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("deck", metavar="FILE", help="the deck, as text")
    parser.add_argument("--games", type=int, default=3, help="how many games the bots play (3)")
    options = parser.parse_args(arguments)
    judge = Judge(Lexicon.open())
    try:
        deck = Deck.read(options.deck)
    except BelettreError as error:
        print(f"own_deck: {error}", file=sys.stderr)
        return 2
    print("\n".join(describe(deck, judge)))
    for seed in range(options.games):
        partie = play(deck, judge, seed)
        print(f"game {seed + 1}: {partie.points[0]}-{partie.points[1]}, {len(partie.history)} words")
    return 0


if __name__ == "__main__":
    sys.exit(main())
