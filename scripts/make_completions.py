"""Generate the completion scripts that ``belettre completion`` prints, with shtab.

Run as ``python scripts/make_completions.py`` whenever an option or a help text changes.
"""

from __future__ import annotations

from pathlib import Path

import shtab

from belettre_lexicon.cli.parser import SHELLS, build_parser

FOLDER = Path(__file__).resolve().parent.parent / "src" / "belettre_lexicon" / "cli" / "completions"

if __name__ == "__main__":
    FOLDER.mkdir(exist_ok=True)
    for shell in SHELLS:
        (FOLDER / f"belettre.{shell}").write_text(shtab.complete(build_parser(), shell=shell), encoding="utf-8")
        print(f"belettre.{shell}")
