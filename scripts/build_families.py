"""Make the layer of word families from the text layers, the grammar of derivation and the decisions by hand.

    python scripts/build_families.py [--dry-run] [--waiting build/review]

Prints what the rebuild gains, loses and changes. The whole report goes to build/families.md. With ``--waiting``, the
words that the reading policy asks for and that nobody has read yet are written there in batches.
Exit status 0, or 1 with a message when a source is missing, a row is stale or links lead in a circle.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon.errors import BelettreError, SourceError
from belettre_lexicon.pipeline.compile.lexicon import READING_LAYERS
from belettre_lexicon.pipeline.kin.build import find_candidates, make_links
from belettre_lexicon.pipeline.kin.decisions import read_decisions
from belettre_lexicon.pipeline.kin.lexemes import lexemes_of
from belettre_lexicon.pipeline.kin.links import check_links, read_links, write_links
from belettre_lexicon.pipeline.kin.report import describe, manifest, write_report
from belettre_lexicon.pipeline.kin.trees import Trees, Waiting, waiting
from belettre_lexicon.pipeline.layers import read_frequencies, read_readings
from belettre_lexicon.pipeline.sources import Source, read_source

ROOT = Path(__file__).resolve().parent.parent
LEXICONS = ROOT / "lexicons"
#: Rows a batch of words that wait to be read.
ROWS = 300


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, default=ROOT / ".cache" / "sources", help="where the sources lie")
    parser.add_argument(
        "--layers", type=Path, default=LEXICONS / "fr", help="the text layers, where the new one goes too"
    )
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "families.md", help="where the report goes")
    parser.add_argument("--waiting", type=Path, help="write batches of words to read into this folder")
    parser.add_argument("--dry-run", action="store_true", help="report only, leave the layer as it is")
    options = parser.parse_args()
    try:
        build(options)
    except BelettreError as error:
        print(f"build_families: {error}", file=sys.stderr)
        return 1
    return 0


def build(options: argparse.Namespace) -> None:
    readings = [r for name in READING_LAYERS for r in read_readings(options.layers / f"{name}.tsv")]
    zipf = read_frequencies(options.layers / "frequency.tsv")
    littre, lexique = (fetched(name, options.sources) for name in ("littre", "lexique"))
    finder = find_candidates(
        readings, zipf, LEXICONS / "derivation", littre.path(options.sources), lexique.path(options.sources)
    )
    decisions = read_decisions(LEXICONS / "overrides" / "families.tsv")
    lexemes = lexemes_of(readings)
    links = make_links(lexemes, finder, decisions, lambda rows: tqdm(rows, desc="candidates", unit=""))
    check_links(links, lexemes)
    target = options.layers / "families.tsv"
    before = read_links(target) if target.is_file() else {}
    print(describe(before, links))
    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(write_report(lexemes, links, before, decisions), encoding="utf-8")
    if options.waiting:
        rows = waiting(Trees(lexemes, links), links, decisions, zipf, finder)
        write_batches(options.waiting, rows)
        print(f"{len(rows)} lexemes wait to be read")
    if not options.dry_run:
        print(f"families: {write_links(target, links)} rows written")
        text = manifest(links, decisions, (littre, lexique))
        target.with_suffix(".toml").write_text(text, encoding="utf-8")
    print(f"report: {options.report}")


def fetched(name: str, folder: Path) -> Source:
    """A source whose file lies in *folder*. Raises SourceError when it is missing or damaged."""
    source = read_source(LEXICONS / "sources" / f"{name}.toml")
    if (state := source.state(folder)) != "ready":
        raise SourceError(f"{name}: {source.file} is {state} in {folder}; run scripts/fetch_sources.py")
    return source


def write_batches(folder: Path, rows: list[Waiting]) -> None:
    """One file a batch: number, word, part of speech, proposal, other candidates, why it is asked for."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, start in enumerate(range(0, len(rows), ROWS)):
        text = "".join(
            f"{i}\t{row.lexeme.spelling}\t{row.lexeme.code}\t{row.proposal}\t{row.others}\t{row.why}\n"
            for i, row in enumerate(rows[start : start + ROWS], 1)
        )
        (folder / f"families-{number:03}.tsv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
