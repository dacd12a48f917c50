"""Make the layer of word families from the text layers, the grammar of derivation and the decisions by hand.

    python scripts/build_families.py [--dry-run] [--waiting build/review]

Prints what the rebuild gains, loses and changes; the whole report goes to build/families.md. With ``--waiting``, the
lexemes that wait to be read by hand are written to that folder in batches (``lexicons.build.kin.trees``).
Exit status 0, or 1 with a message if a source is missing, a row is stale, links lead in a circle or a kinship is not
plain (``lexicons.build.kin.bounds``).
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon.base.errors import BelettreError, LayerError
from belettre_lexicon.lexicon.compile.layers import read_frequencies, read_readings
from belettre_lexicon.lexicon.compile.lexicon import READING_LAYERS
from belettre_lexicon.lexicon.compile.links import (
    NODE_STATUSES,
    LexemeKey,
    check_links,
    lexemes_of,
    read_links,
    write_links,
)
from lexicons.build.folders import Folders
from lexicons.build.kin import bounds
from lexicons.build.kin.build import SOURCES_OF_LINKS, make_finder, make_links, participles_of
from lexicons.build.kin.decisions import read_decisions
from lexicons.build.kin.etymons import read_etymons
from lexicons.build.kin.report import describe_changes, render_manifest, render_report
from lexicons.build.kin.trees import Trees, WaitingLexeme, waiting_lexemes
from lexicons.build.sources.manifests import read_source

ROOT = Path(__file__).resolve().parent.parent
#: Rows in a batch of lexemes that wait to be read.
BATCH_ROWS = 300


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, help="where the sources lie (.cache/sources)")
    parser.add_argument("--layers", type=Path, help="the text layers, where the new one goes too (lexicons/fr)")
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
    folders = Folders.of(ROOT, cache=options.sources, layers=options.layers)
    readings = [r for name in READING_LAYERS for r in read_readings(folders.layers / f"{name}.tsv")]
    zipf = read_frequencies(folders.layers / "frequency.tsv")
    finder = make_finder(readings, zipf, folders)
    decisions = read_decisions(folders.overrides / "families.tsv")
    etymons = read_etymons(folders.overrides / "etymons.tsv")
    lexemes = lexemes_of(readings)
    links = make_links(
        lexemes,
        finder,
        decisions,
        lambda rows: tqdm(rows, desc="candidates", unit=""),
        participles_of(readings),
        etymons,
    )
    check_links(links, lexemes)
    labels = {LexemeKey(r.spelling, r.tag[0]): r.labels for r in readings if r.status in NODE_STATUSES}
    if faults := bounds.faults(links, zipf, labels, bounds.read_plain(folders.overrides / "plain.tsv")):
        raise LayerError("beyond the bounds of W8:\n" + "\n".join(faults))
    target = folders.layers / "families.tsv"
    before = read_links(target) if target.is_file() else {}
    print(describe_changes(before, links))
    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(render_report(lexemes, links, before, decisions), encoding="utf-8")
    if options.waiting:
        rows = waiting_lexemes(Trees(lexemes, links), links, decisions, zipf, finder)
        write_batches(options.waiting, rows)
        print(f"{len(rows)} lexemes wait to be read")
    if not options.dry_run:
        print(f"families: {write_links(target, links)} rows written")
        sources = [read_source(folders.manifests / f"{name}.toml") for name in SOURCES_OF_LINKS]
        text = render_manifest(links, decisions, sources)
        target.with_suffix(".toml").write_text(text, encoding="utf-8")
    print(f"report: {options.report}")


def write_batches(folder: Path, rows: list[WaitingLexeme]) -> None:
    """Write one file per batch: number, headword, part of speech, proposal, other candidates, reason."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, start in enumerate(range(0, len(rows), BATCH_ROWS)):
        text = "".join(
            f"{i}\t{row.lexeme.spelling}\t{row.lexeme.code}\t{row.proposal}\t{row.others}\t{row.why}\n"
            for i, row in enumerate(rows[start : start + BATCH_ROWS], 1)
        )
        (folder / f"families-{number:03}.tsv").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    sys.exit(main())
