"""Export the words that may be played as a text file, and their families, for a program in another language.

    python -m recipes.export_words words.tsv [--families families.txt] [--lexicon FILE]

Each line of the first file is « spelling TAB letters TAB frequency », sorted by the letters. Each line of the second is
a family: the root, then the words built on it. Neither needs more memory than the words of one initial.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path

from belettre_lexicon import BelettreError, Lexicon
from belettre_lexicon.french.letters import ALPHABET, fold


def word_rows(lexicon: Lexicon) -> Iterator[str]:
    """Yield a row for each playable word; ``for word in lexicon`` alone would yield the spellings.

    >>> next(word_rows(Lexicon.open()))
    'aalandais\\taalandais\\t0.0\\n'
    """
    for initial in ALPHABET:
        for word in lexicon.find(initial, order="alpha"):
            yield f"{word.spelling}\t{fold(word.spelling)}\t{word.zipf}\n"


def family_rows(lexicon: Lexicon) -> Iterator[str]:
    """Yield a row for each family: the spellings of its members, the root first."""
    for family in lexicon.families():
        yield " ".join(dict.fromkeys(member.spelling for member in family.members)) + "\n"


def main(arguments: list[str] | None = None) -> int:
    """Run the program; return its exit status: 0, or 2 if the lexicon cannot be opened."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("words", type=Path, help="the file for the words")
    parser.add_argument("--families", type=Path, help="the file for the families")
    parser.add_argument("--lexicon", help="a compiled lexicon, instead of that of the package")
    options = parser.parse_args(arguments)
    try:
        with Lexicon.open(options.lexicon) as lexicon:
            with options.words.open("w", encoding="utf-8") as stream:
                stream.writelines(word_rows(lexicon))
            if options.families:
                with options.families.open("w", encoding="utf-8") as stream:
                    stream.writelines(family_rows(lexicon))
            print(f"{len(lexicon):,} words")
    except BelettreError as error:
        print(f"export_words: {error}", file=sys.stderr)
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
