"""Compile a lexicon of your own from a list of words, and let four bots play with it.

    python -m recipes.own_lexicon words.tsv own.lexicon [--games 3]

Each line of the list is « spelling TAB lemma TAB tag »: « chats TAB chat TAB N.m.p ». The tag says what the spelling is
(``belettre_lexicon.french.grammar``), and with that whether it may be played: a singular noun may, a plural may not. A
lemma of « = » is the spelling itself. The file works wherever a lexicon does: ``Lexicon.open``, ``belettre --lexicon``.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from belettre_lexicon import BelettreError, Judge, LayerError, Lexicon, Partie, Seat
from belettre_lexicon.french.grammar import POS, status_of_tag
from belettre_lexicon.games.belettre.bots.amateur import AmateurBot
from belettre_lexicon.games.belettre.bots.simulation import play_out
from belettre_lexicon.games.belettre.partie import HistoryCache
from belettre_lexicon.lexicon.compile.layers import LayerReading
from belettre_lexicon.lexicon.compile.lexicon import compile_readings


def read_list(lines: Iterable[str], name: str) -> Iterator[LayerReading]:
    """Yield the readings of a list. Raises LayerError, which starts with ``name:line:``, if a line is invalid."""
    for number, line in enumerate(lines, 1):
        try:
            spelling, lemma, tag = line.rstrip("\n").split("\t")
            POS[tag[0]]  # an unknown part of speech is a KeyError
            yield LayerReading(spelling, spelling if lemma == "=" else lemma, tag, status_of_tag(tag), (), "")
        except (ValueError, KeyError, IndexError) as error:
            raise LayerError(f"{name}:{number}: {line!r:.60}: expected « spelling TAB lemma TAB tag »") from error


def compile_list(words: Path, target: Path) -> None:
    """Compile a list of words into a lexicon. The file has no frequencies and no families."""
    with words.open(encoding="utf-8") as lines:
        target.write_bytes(compile_readings(read_list(lines, str(words)), {}, {"edition": "own"}))


def play(lexicon: Lexicon, seed: int) -> Partie:
    """Return a partie of one manche that four bots have played with the words of a lexicon."""
    judge = Judge(lexicon)
    partie = Partie.new(judge, random.Random(seed), manches=1, seed=seed)
    bot = AmateurBot(judge, random.Random(seed), HistoryCache(judge.rules))
    play_out(partie, dict.fromkeys(Seat, bot))
    return partie


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the list is invalid."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", type=Path, help="the list of words")
    parser.add_argument("target", type=Path, help="the file for the lexicon")
    parser.add_argument("--games", type=int, default=3, help="how many games the bots play (3)")
    options = parser.parse_args(arguments)
    try:
        compile_list(options.words, options.target)
        with Lexicon.open(options.target, verify=True) as lexicon:
            print(f"{len(lexicon)} words may be played")
            for seed in range(options.games):
                print(play(lexicon, seed))
    except BelettreError as error:
        print(f"own_lexicon: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
