"""The page about versions names each number, its place and its value as they are in the code."""

from __future__ import annotations

import importlib
import re
import subprocess
import sys
from pathlib import Path

import pytest

import belettre_lexicon
from belettre_lexicon import Lexicon
from tests.conftest import ROOT

PAGE = (ROOT / "docs" / "versioning.md").read_text(encoding="utf-8")
#: Name of a number, its value, the module and the constant, of each row of the table.
ROWS = re.findall(r"^\| ([\w ]+) \| ([\d.]+) \| `([\w.]+)`, `(\w+)` \|", PAGE, re.MULTILINE)
PACKAGE = ROOT / "src" / "belettre_lexicon"


@pytest.mark.parametrize(("name", "value", "module", "constant"), ROWS, ids=[row[0] for row in ROWS])
def test_each_number_is_what_the_page_says(name: str, value: str, module: str, constant: str) -> None:
    """The named constant of the named module has the value that the page gives."""
    path = module if module == belettre_lexicon.__name__ else f"{belettre_lexicon.__name__}.{module}"

    assert str(getattr(importlib.import_module(path), constant)) == value


def test_no_number_is_missing_from_the_page() -> None:
    """Every constant VERSION, FORMAT, SCHEMA and EDITION of the package has a row, and there is one of the package."""
    numbers = {
        (".".join(path.relative_to(PACKAGE).with_suffix("").parts), constant)
        for path in PACKAGE.rglob("*.py")
        for constant in re.findall(
            r"^(VERSION|FORMAT|SCHEMA|EDITION)(?:: [\w\[\]]+)? = ", path.read_text(encoding="utf-8"), re.MULTILINE
        )
    }

    assert {(module, constant) for _, _, module, constant in ROWS} == {*numbers, ("belettre_lexicon", "__version__")}


@pytest.mark.parametrize(
    ("arguments", "name"), [(["--version"], "version of the package"), (["lexicon", "info"], "edition of the lexicon")]
)
def test_the_commands_show_the_numbers(arguments: list[str], name: str) -> None:
    """The commands that the page names print the number of the page."""
    done = subprocess.run(
        [sys.executable, "-m", "belettre_lexicon", *arguments], capture_output=True, text=True, check=True
    )

    value = next(row[1] for row in ROWS if row[0] == name)
    assert re.search(rf"(?<![\d.]){re.escape(value)}(?![\d.])", done.stdout)


def test_the_compiled_lexicon_has_the_edition_and_the_format(tmp_path: Path) -> None:
    """The edition of the page is that of the lexicon in the package, and a file of another format is refused by it."""
    values = {name: value for name, value, _, _ in ROWS}
    other = bytearray((PACKAGE / "data" / "fr.lexicon").read_bytes())
    other[8] += 1
    (tmp_path / "other.lexicon").write_bytes(other)

    assert Lexicon.open().edition == values["edition of the lexicon"]
    with pytest.raises(belettre_lexicon.LexiconError, match=rf"\b{values['format of the compiled lexicon']}\b"):
        Lexicon.open(tmp_path / "other.lexicon")
