"""The pages of the cookbook: each quotes the program that is tested, and its sessions give what they show."""

from __future__ import annotations

import doctest
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import cookbook
from scripts.cookbook import PAGES, recipe_pages
from tests.conftest import ROOT
from tests.test_docs import PROSE_COLUMNS, prose_lines

#: A console session of a page: lines « $ command », each followed by its output.
SESSION = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
NAMES = [page.stem for page in recipe_pages()]
#: The recipes for which the front-end makers asked.
ASKED = {
    "answer_lines",
    "chat_host",
    "check_endpoint",
    "english_lexicon",
    "families_session",
    "hand_viewer",
    "judge_in_processes",
    "list_from_spreadsheet",
    "own_deck",
    "own_rule",
}


def run_session(session: str, folder: Path) -> str:
    """Return a session with what its commands print now. « $ cat FILE » shows a file, which is written to *folder*."""
    shutil.copy(ROOT / "recipes" / "english.tsv", folder)
    path = [str(Path(sys.executable).parent), os.environ.get("PATH", "")]
    environment = {
        **os.environ,
        "PATH": os.pathsep.join(path),
        "PYTHONPATH": os.pathsep.join([str(ROOT / "src"), str(ROOT)]),
        "COLUMNS": "100",
    }
    shown = ""
    for command, output in re.findall(r"^\$ (.*)\n((?:[^$\n].*\n|\n(?!\$))*)", session, re.MULTILINE):
        if command.startswith("cat "):
            (folder / command.removeprefix("cat ")).write_text(output, encoding="utf-8")
        else:
            done = subprocess.run(
                ["sh", "-c", command.replace("belettre ", "python -m belettre_lexicon ", 1)],
                cwd=folder,
                env=environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
                encoding="utf-8",
                check=False,
            )
            output = done.stdout
        shown += f"$ {command}\n{output}"
    return shown


def test_the_cookbook_has_what_was_asked_for() -> None:
    """Each task that front-end makers have asked about has a page; the index lists every page and program once."""
    index = (PAGES / "index.md").read_text(encoding="utf-8")

    listed = re.findall(r"^- \[[^]]+\]\((\w+)\.md\)", index, re.MULTILINE)

    others = re.findall(r"^\| `(\w+)` \|", index, re.MULTILINE)

    assert sorted(listed) == NAMES
    assert set(NAMES) >= ASKED
    assert sorted([*listed, *others]) == [path.stem for path in sorted(cookbook.RECIPES.glob("[!_]*.py"))]


@pytest.mark.parametrize("name", NAMES)
def test_a_page_quotes_the_tested_program(name: str) -> None:
    """The code block of a page is the file of the recipe, character by character."""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")
    code = (ROOT / "recipes" / f"{name}.py").read_text(encoding="utf-8")

    assert page.endswith(f"`recipes/{name}.py`:\n\n```python\n{code}```\n"), f"run {cookbook.COMMAND}"


@pytest.mark.parametrize("name", NAMES)
def test_the_console_sessions_of_a_page(name: str, tmp_path: Path) -> None:
    """Every command of a console session prints what the page shows."""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")

    for session in SESSION.findall(page):
        assert run_session(session, tmp_path) == session


@pytest.mark.parametrize("name", NAMES)
def test_the_python_sessions_of_a_page(name: str) -> None:
    """Python sessions give what they show; the quoted programs have none, so the page can be run as a whole."""
    assert doctest.testfile(str(PAGES / f"{name}.md"), module_relative=False, encoding="utf-8").failed == 0


def test_the_pages_have_sessions() -> None:
    """The two tests above have something to run."""
    pages = [page.read_text(encoding="utf-8") for page in recipe_pages()]

    assert sum(len(SESSION.findall(page)) for page in pages) >= 7
    assert sum(">>> " in page for page in pages) >= 4


@pytest.mark.parametrize("name", ["index", *NAMES])
def test_the_prose_of_a_page_is_wrapped_and_its_links_lead_somewhere(name: str) -> None:
    """Lines of prose have 100 columns at most, and relative links point to files that exist."""
    page = PAGES / f"{name}.md"
    text = page.read_text(encoding="utf-8")
    targets = re.findall(r"\]\(([^)#:]+)\)", re.sub(r"```.*?^```", "", text, flags=re.DOTALL | re.MULTILINE))

    assert [line for _, line in prose_lines(text) if len(line) > PROSE_COLUMNS] == []
    assert [target for target in targets if not (page.parent / target).exists()] == []


def test_an_outdated_page_is_named_and_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """``--check`` fails and names the page; without it, the program as it is now takes the place of the old one."""
    page = tmp_path / "own_deck.md"
    page.write_text("# A deck\n\n## The program\n\n`recipes/own_deck.py`:\n\n```python\nold\n```\n", encoding="utf-8")
    monkeypatch.setattr(cookbook, "PAGES", tmp_path)

    assert cookbook.main(["--check"]) == 1
    assert f"{page} is out of date" in capsys.readouterr().err
    assert cookbook.main([]) == 0
    assert cookbook.main(["--check"]) == 0

    code = (ROOT / "recipes" / "own_deck.py").read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").startswith("# A deck\n\n## The program\n")
    assert f"```python\n{code}```" in page.read_text(encoding="utf-8")


def test_a_page_without_a_place_for_its_program_is_an_error(tmp_path: Path) -> None:
    """The error names the page and says what it has to end with."""
    (tmp_path / "own_rule.md").write_text("# A rule\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"own_rule\.md: expected to end with"):
        cookbook.page_with_program(tmp_path / "own_rule.md")
