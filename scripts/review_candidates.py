"""List the words that wait for a decision by hand, in batches to read, one series of files per table.

    python scripts/review_candidates.py [--into build/review] [--rows 300]

Each row: spelling, what the sources say, frequency on the Zipf scale. Decided words are left out; if nothing is listed,
every candidate has its row in lexicons/overrides.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon.base.errors import BelettreError
from lexicons.build.build import read_corpus
from lexicons.build.candidates import WordCandidate, find_candidates
from lexicons.build.decisions.overrides import read_tables
from lexicons.build.folders import Folders

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, help="where the sources lie (.cache/sources)")
    parser.add_argument("--into", type=Path, default=ROOT / "build" / "review", help="where the batches go")
    parser.add_argument("--rows", type=int, default=300, help="rows in a batch")
    options = parser.parse_args()
    folders = Folders.of(ROOT, cache=options.sources)
    try:
        with tqdm(desc="reading sources", unit="") as progress:

            def show(name: str) -> None:
                progress.set_postfix_str(name)
                progress.update()

            corpus = read_corpus(folders, show)
        tables = read_tables(folders.overrides)
    except BelettreError as error:
        print(f"review_candidates: {error}", file=sys.stderr)
        return 1
    by_table: dict[str, list[WordCandidate]] = defaultdict(list)
    for candidate in find_candidates(corpus, tables):
        by_table[candidate.table].append(candidate)
    options.into.mkdir(parents=True, exist_ok=True)
    for table, rows in by_table.items():
        for number, start in enumerate(range(0, len(rows), options.rows), 1):
            batch = rows[start : start + options.rows]
            text = "".join(f"{row.spelling}\t{row.facts}\t{row.zipf:.1f}\n" for row in batch)
            (options.into / f"{table}-{number:03}.tsv").write_text(text, encoding="utf-8")
        print(f"{table}: {len(rows)} words wait for a decision")
    if not by_table:
        print("every candidate is decided")
    return 0


if __name__ == "__main__":
    sys.exit(main())
