"""Brings everything that is generated and kept in the repository up to date: ``python -m scripts.regenerate``.

    python -m scripts.regenerate [--check] [--pictures] [NAME…]

NAME is a key of ``GENERATORS``; by default all of them are run. With --check nothing is written, and the exit status is
1 if a file is out of date. --pictures makes the screenshots of docs/screens as well, which takes minutes and Chromium.
The build hook makes what is compiled and not kept: the lexicon, the messages and the completion scripts.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
COMMAND = "python -m scripts.regenerate"
#: What is generated, and the module of ``scripts.generated`` whose function ``generated`` returns it.
GENERATORS = {
    "schema": "verdict_schema",
    "french": "french_messages",
    "house": "house_map",
    "cookbook": "cookbook",
    "data-card": "data_card",
    "faces": "table_faces",
    "plis": "draw_plis",
    "manche": "draw_manche",
    "belote": "draw_belote",
}


def generated(name: str) -> dict[Path, str]:
    """Return the files that a generator makes, each with its text as it should be now.

    Raises ValueError if a page has no place for what is generated, or a message of the commands has no French.
    """
    files: dict[Path, str] = importlib.import_module(f"scripts.generated.{GENERATORS[name]}").generated()
    return files


def outdated(files: dict[Path, str]) -> list[Path]:
    """Return the files that are missing or do not have the text that they should have."""
    return [path for path, text in files.items() if not path.exists() or path.read_text(encoding="utf-8") != text]


def regenerate(name: str, *, check: bool) -> list[Path]:
    """Write the files of a generator that are out of date, or with *check* only find them, and return their paths."""
    files = generated(name)
    stale = outdated(files)
    for path in [] if check else stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(files[path], encoding="utf-8", newline="\n")
    return stale


def main(arguments: list[str] | None = None) -> int:
    """Run the command line and return its exit status."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("names", metavar="NAME", nargs="*", choices=[*GENERATORS, []], help=", ".join(GENERATORS))
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 if a file is out of date")
    parser.add_argument("--pictures", action="store_true", help="make the screenshots of docs/screens, too")
    options = parser.parse_args(arguments)
    if options.pictures:
        from tests.web.browser.faces import write_faces
        from tests.web.browser.screens import write_screens

        write_screens(ROOT / "docs" / "screens")
        write_faces(ROOT / "docs" / "screens" / "after")
    status = 0
    for name in options.names or GENERATORS:
        try:
            stale = regenerate(name, check=options.check)
        except ValueError as error:
            print(error, file=sys.stderr)
            status = 1
            continue
        for path in stale:
            named = path.relative_to(ROOT) if path.is_relative_to(ROOT) else path
            print(
                f"{named} is out of date: run {COMMAND} {name}" if options.check else f"{named} written",
                file=sys.stderr if options.check else None,
            )
        status |= int(options.check and bool(stale))
    return status


if __name__ == "__main__":
    sys.exit(main())
