"""Turn the fetched sources and the hand-written tables into the text layers of lexicons/fr.

    python scripts/build_lexicon.py [--second-opinion] [--dry-run]

Prints what the rebuild gains, loses and changes against the existing layers, with samples. The whole report goes to
build/report.md, and the full list of spaCy's disputes to build/second-opinion.tsv beside it. Exit status 0, or 1 with a
message if a source is missing or a row of a table is stale.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon.base.errors import BelettreError
from lexicons.build.build import make_layers, read_corpus, read_evidence, write_layers
from lexicons.build.decisions.overrides import read_tables
from lexicons.build.diff import compare, describe_diff
from lexicons.build.folders import Folders
from lexicons.build.report import render_report
from lexicons.build.second_opinion import find_disputes, load_model
from lexicons.build.sources.manifests import read_source, require_ready

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, help="where the sources lie (.cache/sources)")
    parser.add_argument("--into", type=Path, help="where the layers go (lexicons/fr)")
    parser.add_argument("--report", type=Path, default=ROOT / "build" / "report.md", help="where the report goes")
    parser.add_argument("--second-opinion", action="store_true", help="ask spaCy as well (slow; extra « build »)")
    parser.add_argument("--dry-run", action="store_true", help="report only, leave the layers as they are")
    options = parser.parse_args()
    try:
        build(options)
    except BelettreError as error:
        print(f"build_lexicon: {error}", file=sys.stderr)
        return 1
    return 0


def build(options: argparse.Namespace) -> None:
    folders = Folders.of(ROOT, cache=options.sources, layers=options.into)
    with tqdm(desc="reading sources", unit="") as progress:

        def show(name: str) -> None:
            progress.set_postfix_str(name)
            progress.update()

        corpus = read_corpus(folders, show)
    tables = read_tables(folders.overrides)
    layers = make_layers(corpus, tables, read_evidence(folders.overrides))
    diffs = {
        name: compare(folders.layers / f"{name}.tsv", readings)
        for name, readings in (("core", layers.core), ("extra", layers.extra))
    }
    for name, diff in diffs.items():
        print(describe_diff(name, diff))
    disputes = None
    if options.second_opinion:
        lookups = require_ready(read_source(folders.manifests / "spacy_lookups.toml"), folders.cache)
        found = find_disputes([*layers.core, *layers.extra], layers.zipf, lookups, load_model())
        disputes = list(tqdm(found, desc="spaCy disputes", unit=""))
    options.report.parent.mkdir(parents=True, exist_ok=True)
    if disputes is not None:
        rows = "".join("\t".join(row) + "\n" for row in disputes)
        options.report.with_name("second-opinion.tsv").write_text(rows, encoding="utf-8")
    options.report.write_text(render_report(layers, diffs, tables, disputes), encoding="utf-8")
    if not options.dry_run:
        for name, count in write_layers(layers, tables, folders).items():
            print(f"{name}: {count} rows written")
    print(f"report: {options.report}")


if __name__ == "__main__":
    sys.exit(main())
