"""Build the documentation site: ``python -m scripts.build_site build/site``, with the extra ``docs``.

The folder holds the site afterwards, and nothing else; any web server can serve it, as « python -m http.server » does.
A warning of Sphinx is an error, such as a link to a page or a heading that does not exist. Exit status: 0 if the site
was built, 1 otherwise.
"""

from __future__ import annotations

import argparse
import shutil
import sys
import tempfile
from pathlib import Path

from sphinx.application import Sphinx
from sphinx.errors import SphinxError

from scripts.pages import commands, formats, reference, server_api, tables
from scripts.pages.stage import quotes_held, stage

ROOT = Path(__file__).resolve().parent.parent


def write_sources(folder: Path) -> None:
    """Write every page that Sphinx reads to a folder: those of the repository, and those made from the code."""
    stage(ROOT, folder)
    made = {"fr": [commands.french_pages()]}
    made["reference"] = [module.pages() for module in (reference, commands, server_api, formats, tables)]
    for place, groups in made.items():
        for name, text in (page for pages in groups for page in pages.items()):
            path = folder / place / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(quotes_held(text), encoding="utf-8")


def build(folder: Path) -> bool:
    """Build the site in *folder*, which is emptied before. Return whether Sphinx found nothing wrong."""
    with tempfile.TemporaryDirectory() as temporary:
        sources, doctrees = Path(temporary, "sources"), Path(temporary, "doctrees")
        write_sources(sources)
        shutil.rmtree(folder, ignore_errors=True)
        app = Sphinx(
            str(sources), str(ROOT / "docs"), str(folder), str(doctrees), "html", warningiserror=True, parallel=2,
            status=None,
        )  # fmt: skip
        app.build()
        return not app.statuscode


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.build_site", description="Build the documentation site.")
    parser.add_argument("folder", type=Path, help="where the site is written; a site that is there is replaced")
    folder: Path = parser.parse_args().folder
    if folder.exists() and any(folder.iterdir()) and not (folder / "objects.inv").exists():
        print(f"{folder}: not empty, and not a site", file=sys.stderr)
        return 1
    try:
        built = build(folder)
    except SphinxError as error:
        print(error, file=sys.stderr)
        return 1
    return 0 if built else 1


if __name__ == "__main__":
    sys.exit(main())
