"""Turn the fetched sources and the hand-written tables into the text layers of lexicons/fr.

    python scripts/build_lexicon.py [--sources .cache/sources] [--report build/report.md]

Prints what the rebuild gained, lost and changed against the layers in place, with samples.
Exit status 0, or 1 with a message when a source is missing or a row of a table is stale.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon.errors import BelettreError
from belettre_lexicon.pipeline.build import make_layers, read_all, write_layers
from belettre_lexicon.pipeline.overrides import read_tables

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--sources", type=Path, default=ROOT / ".cache" / "sources", help="where the sources lie")
    parser.add_argument("--into", type=Path, default=ROOT / "lexicons" / "fr", help="where the layers go")
    options = parser.parse_args()
    manifests, overrides = ROOT / "lexicons" / "sources", ROOT / "lexicons" / "overrides"
    try:
        with tqdm(desc="reading", unit="source") as progress:

            def step(name: str) -> None:
                progress.set_postfix_str(name)
                progress.update()

            corpus = read_all(manifests, options.sources, step)
        layers = make_layers(corpus, read_tables(overrides))
        counts = write_layers(layers, manifests, overrides, options.into)
    except BelettreError as error:
        print(f"build_lexicon: {error}", file=sys.stderr)
        return 1
    for name, count in counts.items():
        print(f"{name}: {count} rows")
    return 0


if __name__ == "__main__":
    sys.exit(main())
