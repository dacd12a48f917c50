"""Tell a recorded game and its verdicts in French and in English, side by side, with the names of the players.

    python -m recipes.two_languages game.jsonl [--width 60]

Any record will do, such as one that ``python -m recipes.four_bots game.jsonl`` writes.
"""

from __future__ import annotations

import argparse
import sys
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path

from belettre_lexicon import BelettreError, Judge, Lexicon, Partie
from belettre_lexicon.engine import WordRefused, parse_record, partie_of
from belettre_lexicon.referee import LANGUAGES, Catalogue, event_text, near_words, verdict_text, with_players


def told(partie: Partie, lexicon: Lexicon, says: list[Catalogue]) -> Iterator[tuple[str, ...]]:
    """Yield a text in each language for each event, and after a refused word one with the words that come near it."""
    for event in partie.log:
        yield tuple(event_text(event, say) for say in says)
        if isinstance(event, WordRefused) and (near := near_words(event.verdict, lexicon)):
            yield tuple(verdict_text(event.verdict, say, near) for say in says)


def side_by_side(texts: tuple[str, ...], width: int) -> Iterator[str]:
    """Yield the lines of some texts in columns, wrapped between words.

    >>> list(side_by_side(("un deux trois", "one two three"), 8))
    ['un deux   one two', 'trois     three']
    """
    columns = [[part for line in text.splitlines() for part in textwrap.wrap(line, width)] for text in texts]
    for row in zip_longest(*columns, fillvalue=""):
        yield "  ".join(cell.ljust(width) for cell in row).rstrip()


def main(arguments: list[str] | None = None) -> int:
    """Run the script; return its exit status: 0, or 2 if the record cannot be read."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("record", metavar="FILE", help="the record of a game")
    parser.add_argument("--width", type=int, default=60, help="the characters of a column (60)")
    options = parser.parse_args(arguments)
    lexicon = Lexicon.open()
    try:
        record = parse_record(Path(options.record).read_text(encoding="utf-8"))
        partie = partie_of(record, Judge(lexicon, record.setup.rules))
    except (OSError, UnicodeDecodeError, BelettreError) as error:
        print(f"two_languages: {error}", file=sys.stderr)
        return 2
    says = [with_players(Catalogue.load(language), record.players) for language in LANGUAGES]
    for texts in told(partie, lexicon, says):
        print("\n".join(side_by_side(texts, options.width)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
