"""Write the programs of recipes/ into the pages of docs/cookbook: each page quotes the very code that the tests run.

    python scripts/cookbook.py [--check]

A page has the same name as its program, and quotes it in the code block below the heading « The program ».
``--check`` writes nothing and exits with status 1 when a page is out of date.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGES = ROOT / "docs" / "cookbook"
RECIPES = ROOT / "recipes"
COMMAND = "python scripts/cookbook.py"
#: The heading and the code block that quotes the program, which ends the page.
_PROGRAM = re.compile(r"^## The program\n\n`recipes/(\w+)\.py`:\n\n```python\n.*?^```\n\Z", re.MULTILINE | re.DOTALL)


def recipe_pages() -> list[Path]:
    """The pages of the cookbook, without its index."""
    return sorted(path for path in PAGES.glob("*.md") if path.stem != "index")


def page_with_program(page: Path) -> str:
    """The text of a page with the program as it is now. Raises ValueError if the page has no place for its program."""
    text = page.read_text(encoding="utf-8")
    code = (RECIPES / f"{page.stem}.py").read_text(encoding="utf-8")
    quoted = f"## The program\n\n`recipes/{page.stem}.py`:\n\n```python\n{code}```\n"
    written, places = _PROGRAM.subn(lambda _: quoted, text)
    if places != 1:
        raise ValueError(f"{page.name}: expected to end with « ## The program », the file's name and a code block")
    return written


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing; exit with status 1 if out of date")
    options = parser.parse_args(arguments)
    stale = [page for page in recipe_pages() if page_with_program(page) != page.read_text(encoding="utf-8")]
    for page in stale:
        if options.check:
            print(f"{page} is out of date: run {COMMAND}", file=sys.stderr)
        else:
            page.write_text(page_with_program(page), encoding="utf-8")
    return int(options.check and bool(stale))


if __name__ == "__main__":
    sys.exit(main())
