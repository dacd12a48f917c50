"""Fetch every pinned source of the lexicon, check its sha256, and list what is missing.

    python scripts/fetch_sources.py [--into .cache/sources] [--only lexique,littre]

Exit status 0 if all requested sources are there, 1 if some cannot be fetched. Run it again to resume.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from belettre_lexicon.base.errors import SourceError
from lexicons.build.sources.fetch import fetch, prepare_apt
from lexicons.build.sources.manifests import read_sources

ROOT = Path(__file__).resolve().parent.parent


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--into", type=Path, default=ROOT / ".cache" / "sources", help="where the files are kept")
    parser.add_argument("--only", default="", help="names of sources, separated by commas")
    options = parser.parse_args()
    sources = read_sources(ROOT / "lexicons" / "sources")
    if options.only:
        wanted = set(options.only.split(","))
        if unknown := wanted - {source.name for source in sources}:
            parser.error(f"no source named {', '.join(sorted(unknown))}")
        sources = [source for source in sources if source.name in wanted]
    private_apt = options.into / "apt"
    failures: dict[str, str] = {}
    pending = [source for source in sources if source.state(options.into) != "ready"]
    apt_failure = ""
    if any(source.client != "pip" for source in pending):
        try:
            prepare_apt(private_apt)
        except SourceError as error:
            apt_failure = str(error)
    with tqdm(sources, desc="sources", unit="file") as progress:
        for source in progress:
            progress.set_postfix_str(source.name)
            try:
                if source in pending and source.client != "pip" and apt_failure:
                    raise SourceError(apt_failure)
                fetch(source, options.into, private_apt)
            except SourceError as error:
                failures[source.name] = str(error)
    for source in sources:
        if source.name in failures:
            print(f"missing  {source.name}: {failures[source.name]}\n         without it: no {source.gives}")
        else:
            print(f"ready    {source.name} {source.version} ({source.licence})")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
