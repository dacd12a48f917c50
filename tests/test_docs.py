"""Docs that cannot lie: the README's sessions are run, its commands exist."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import subprocess
import sys

import pytest

from belettre_lexicon import Lexicon
from scripts.release import UNRELEASED, Section, package_version, parse_version, read_sections, valid_date
from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "belettre_lexicon"
#: The recipes that have examples.
RECIPES = [
    f"recipes.{path.stem}"
    for path in sorted((ROOT / "recipes").glob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]
DOCUMENTED = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8") and path.name != "__init__.py"
] + ["benchmarks.report", *RECIPES, "scripts.generated.draw_plis", "scripts.generated.house_map", "scripts.release"]


#: The pages of the documentation; those of the cookbook have tests of their own, and belote.md too.
PAGES = sorted(path.relative_to(ROOT).as_posix() for path in [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")])
PAGES_WITH_SESSIONS = [
    path for path in PAGES if ">>> " in (ROOT / path).read_text(encoding="utf-8") and path != "docs/belote.md"
]


#: A page whose session exports the families of the whole lexicon; test_tables exports a part of them.
LONG_PAGE = "docs/families-as-data.md"


@pytest.mark.parametrize(
    "path", [pytest.param(p, marks=[pytest.mark.exhaustive] * (p == LONG_PAGE)) for p in PAGES_WITH_SESSIONS]
)
def test_python_sessions_of_the_docs(path: str) -> None:
    """The Python sessions of the README and of every page give what they show."""
    result = doctest.testfile(str(ROOT / path), module_relative=False, encoding="utf-8")
    assert result.attempted > 0 and result.failed == 0


def test_there_are_pages_with_sessions() -> None:
    """The pages that explain the library are among them."""
    assert {"README.md", "docs/engine.md", "docs/library.md", "docs/own-rules.md"} <= set(PAGES_WITH_SESSIONS)


#: The module that each command of the console sessions is.
COMMANDS = {"belettre": "belettre_lexicon.cli.main", "belote": "belettre_lexicon.cli.belote.main"}


@pytest.mark.parametrize("page", ["README.md", "README.fr.md"])
def test_readme_console_session(page: str) -> None:
    """Every step of the README's console sessions, in both languages, prints what the page shows."""
    text = (ROOT / page).read_text(encoding="utf-8")
    sessions = "".join(re.findall(r"```console\n(.*?)```", text, re.DOTALL))
    steps = re.findall(r"^\$ (belettre|belote) (.*)\n((?:[^$].*\n)+)", sessions, re.MULTILINE)
    assert len(steps) == sessions.count("$ ") >= 4
    for command, arguments, expected in steps:
        program = f"from {COMMANDS[command]} import run_and_leave; run_and_leave()"
        done = subprocess.run(
            [sys.executable, "-c", program, *shlex.split(arguments)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == expected


def test_the_readmes_show_the_same_ways() -> None:
    """README.md and README.fr.md name each other in their first lines and give the same commands to install."""
    french = (ROOT / "README.fr.md").read_text(encoding="utf-8")

    assert "(README.fr.md)" in README.splitlines()[0]
    assert "(README.md)" in french.splitlines()[0]
    installs = re.findall(r"^(?:pipx|uvx|python3 -m venv) .*", french, re.MULTILINE)
    assert len(installs) == 3
    assert [command for command in installs if command not in README] == []


@pytest.mark.parametrize("page", ["README.md", "README.fr.md"])
def test_the_readmes_have_the_version(page: str) -> None:
    """Each README names the version of the package and the edition of its lexicon."""
    text = (ROOT / page).read_text(encoding="utf-8")

    assert f"ersion {package_version(ROOT)}" in text
    assert Lexicon.open().edition in text


def test_ci_calls_the_readme_test_command() -> None:
    """CI runs the very command that the README gives for the tests."""
    command = next(line for line in README.splitlines() if line.endswith("pytest"))
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", DOCUMENTED)
def test_doctests(name: str) -> None:
    """Every example of a docstring is true."""
    module = importlib.import_module(name)
    scope = {"Lexicon": importlib.import_module("belettre_lexicon").Lexicon, **vars(module)}
    assert doctest.testmod(module, extraglobs=scope).failed == 0


@pytest.mark.parametrize("path", PAGES)
def test_links_lead_somewhere(path: str) -> None:
    """Relative links of the docs point to files that exist."""
    for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", (ROOT / path).read_text(encoding="utf-8")):
        assert ((ROOT / path).parent / target).exists(), target


#: Columns of a line of prose.
PROSE_COLUMNS = 100


def prose_lines(text: str) -> list[tuple[int, str]]:
    """The lines of a Markdown page with their numbers, without tables, code blocks, comments and pictures.

    A line whose only word is a link stands by itself and cannot be wrapped; it is left out too.
    """
    lines = []
    in_code = False
    for number, line in enumerate(text.splitlines(), 1):
        fence = line.lstrip().startswith("```")
        in_code ^= fence
        single_link = re.fullmatch(r"\s*(?:[-*·] )?!?\[[^]]*\]\([^)]*\)[.,]?", line)
        if not (fence or in_code or single_link or line.lstrip().startswith(("|", "<!--"))):
            lines.append((number, line))
    return lines


@pytest.mark.parametrize("path", PAGES)
def test_prose_is_wrapped(path: str) -> None:
    """Lines of prose have 100 columns at most, so that a page reads well in a terminal and diffs small."""
    lines = prose_lines((ROOT / path).read_text(encoding="utf-8"))

    long = [f"{path}:{number}: {len(line)} columns" for number, line in lines if len(line) > PROSE_COLUMNS]

    assert long == []


def test_prose_lines_leave_out_what_cannot_be_wrapped() -> None:
    """Tables, code blocks and lines that are one link are no prose; every other line is."""
    page = "Text.\n| a | b |\n```sh\ncode\n```\n![picture](a.svg)\nMore [text](b.md).\n<!-- comment -->\n"

    assert prose_lines(page) == [(1, "Text."), (7, "More [text](b.md).")]


#: Pages that name modules and files by their paths, as `games/belettre/partie` or `tests/test_house.py`.
PAGES_WITH_PATHS = ["CONTRIBUTING.md", "SECURITY.md", "README.md", "RULES.md", "docs/house.md"]


@pytest.mark.parametrize("page", PAGES_WITH_PATHS)
def test_paths_named_by_the_docs_exist(page: str) -> None:
    """A path between backticks leads to a module, a file or a folder, from the root or from the package."""
    text = re.sub(r"```.*?```", "", (ROOT / page).read_text(encoding="utf-8"), flags=re.DOTALL)
    named = re.findall(r"`((?:\w+/)+[\w.]*)`", text)
    paths = [path for path in named if any((base / path.split("/")[0]).is_dir() for base in (ROOT, PACKAGE))]

    missing = [
        path
        for path in paths
        if not any((base / f"{path}{suffix}").exists() for base in (ROOT, PACKAGE) for suffix in ("", ".py"))
    ]

    assert missing == []


CHANGELOG = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
SECTIONS = read_sections(CHANGELOG)
RELEASED = [section for section in SECTIONS if section.title != UNRELEASED]


def test_changelog_starts_with_unreleased() -> None:
    """« Unreleased » is the first section and has no date."""
    assert SECTIONS[0].title == UNRELEASED
    assert SECTIONS[0].date is None


@pytest.mark.parametrize("section", RELEASED, ids=lambda section: section.title)
def test_changelog_sections_are_dated(section: Section) -> None:
    """Every version has three numbers, a day of the calendar and something to say."""
    parse_version(section.title)
    assert section.date is not None
    assert valid_date(section.date)
    assert section.text


def test_changelog_versions_and_dates_go_down() -> None:
    """The newest version stands first, and no version is dated before an earlier one."""
    versions = [parse_version(section.title) for section in RELEASED]
    days = [section.date or "" for section in RELEASED]

    assert versions == sorted(set(versions), reverse=True)
    assert days == sorted(days, reverse=True)


def test_changelog_has_the_version_of_the_package() -> None:
    """``__version__`` is the newest section."""
    assert RELEASED[0].title == package_version(ROOT)


@pytest.mark.parametrize("section", SECTIONS, ids=lambda section: section.title)
def test_changelog_groups(section: Section) -> None:
    """Entries stand under Added, Changed, Deprecated, Removed, Fixed or Security, each once and with an entry."""
    groups = re.findall(r"^### (.*)$", section.text, re.MULTILINE)
    blocks = re.split(r"^### .*$", section.text, flags=re.MULTILINE)

    assert set(groups) <= {"Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"}
    assert len(groups) == len(set(groups))
    assert all(block.strip().startswith("- ") for block in blocks[1:])
    assert not re.search(r"^- ", blocks[0], re.MULTILINE)


def test_changelog_links_to_no_host() -> None:
    """There is no public repository, so the changelog links to files beside it only."""
    assert "http" not in CHANGELOG
