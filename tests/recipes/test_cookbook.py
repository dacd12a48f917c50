"""The pages of the cookbook: each quotes the program that is tested, and its sessions give what they show."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from scripts.generated import cookbook
from scripts.generated.cookbook import PAGES, SESSION, recipe_pages, run_session
from scripts.regenerate import COMMAND, main
from tests.conftest import ROOT
from tests.test_docs import PROSE_COLUMNS, prose_lines

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

    assert page.endswith(f"`recipes/{name}.py`:\n\n```python\n{code}```\n"), f"run {COMMAND} cookbook"


@pytest.mark.parametrize("name", NAMES)
def test_the_console_sessions_of_a_page(name: str) -> None:
    """Every command of a console session prints what the page shows."""
    page = (PAGES / f"{name}.md").read_text(encoding="utf-8")

    for session in SESSION.findall(page):
        assert run_session(session) == session, f"run {COMMAND} cookbook"


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
    """``--check`` fails and names the page; without it, the program and the output as they are now replace the old."""
    page = tmp_path / "own_deck.md"
    session = "```console\n$ cat empty.txt\n$ python -m recipes.own_deck empty.txt\nold\n```\n"
    program = "## The program\n\n`recipes/own_deck.py`:\n\n```python\nold\n```\n"
    page.write_text(f"# A deck\n\n{session}\n{program}", encoding="utf-8")
    monkeypatch.setattr(cookbook, "PAGES", tmp_path)

    assert main(["--check", "cookbook"]) == 1
    assert f"{page} is out of date" in capsys.readouterr().err
    assert main(["cookbook"]) == 0
    assert main(["--check", "cookbook"]) == 0

    code = (ROOT / "recipes" / "own_deck.py").read_text(encoding="utf-8")
    written = page.read_text(encoding="utf-8")
    assert written.startswith(
        "# A deck\n\n```console\n$ cat empty.txt\n$ python -m recipes.own_deck empty.txt\nown_deck: "
    )
    assert written.endswith(f"```python\n{code}```\n")
    assert "old\n" not in written


def test_a_page_without_a_place_for_its_program_is_an_error(tmp_path: Path) -> None:
    """The error names the page and says what it has to end with."""
    (tmp_path / "own_rule.md").write_text("# A rule\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"own_rule\.md: expected to end with"):
        cookbook.page_with_program(tmp_path / "own_rule.md")
