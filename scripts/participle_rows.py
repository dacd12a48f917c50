"""Bring the rows of lexicons/overrides/participles.tsv up to date with what the sources say (W6a).

    python scripts/participle_rows.py [--wiktionary FILE]

Every participle of the layers gets a row with the letters of the sources that list it as an adjective or a noun; what
the readers wrote is kept. FILE lists spellings of Wiktionary with their parts of speech, tab-separated (« imité », A):
evidence to vote with, which stays out of the project. Without it, the votes of Wiktionary that the rows hold are kept.
Prints the participles that one source alone lists and that nobody has read yet: they wait for two readers.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from belettre_lexicon.base.errors import BelettreError
from lexicons.build.build import gather_words, read_corpus
from lexicons.build.decisions.overrides import read_tables
from lexicons.build.folders import Folders
from lexicons.build.readings import participles
from lexicons.build.readings.participles import ParticipleRow
from lexicons.build.readings.votes import in_order

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--wiktionary", type=Path, help="spellings of Wiktionary with their parts of speech")
    options = parser.parse_args()
    try:
        update(Folders.of(ROOT), options.wiktionary)
    except BelettreError as error:
        print(f"participle_rows: {error}", file=sys.stderr)
        return 1
    return 0


def update(folders: Folders, wiktionary: Path | None) -> None:
    table = folders.overrides / "participles.tsv"
    before = participles.read_participles(table)
    listed = _wiktionary(wiktionary) if wiktionary else {row.spelling: _kept_votes(row) for row in before.values()}
    corpus = read_corpus(folders)
    words = gather_words(corpus, read_tables(folders.overrides))
    rows = []
    for spelling in words.participles():
        found = participles.evidence(spelling, corpus.votes, words.own_entries)
        adjective, noun = (
            in_order(letters + ("W" if pos in listed.get(spelling, "") else ""))
            for letters, pos in zip(found, "AN", strict=True)
        )
        row = before.get(spelling, ParticipleRow(spelling, "", ""))
        rows.append(row._replace(adjective=adjective, noun=noun))
    print(f"{table.name}: {participles.write_participles(table, rows)} rows")
    for row in sorted(rows):
        if len(row.sources) == 1 and not row.read:
            print(row.spelling)


def _wiktionary(path: Path) -> dict[str, str]:
    """Return the letters of the parts of speech of each spelling in a list of Wiktionary."""
    lines = path.read_text(encoding="utf-8").splitlines()
    return {spelling: parts for spelling, _, parts in (line.partition("\t") for line in lines if line[:1] != "#")}


def _kept_votes(row: ParticipleRow) -> str:
    """Return the parts of speech for which a row holds the vote of Wiktionary."""
    return ("A" if "W" in row.adjective else "") + ("N" if "W" in row.noun else "")


if __name__ == "__main__":
    sys.exit(main())
