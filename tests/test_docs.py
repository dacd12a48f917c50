"""Docs that cannot lie: the README's sessions are run, its commands exist."""

from __future__ import annotations

import doctest
import importlib
import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from tests.conftest import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")
PACKAGE = ROOT / "src" / "belettre_lexicon"
DOCUMENTED = [
    ".".join(path.relative_to(ROOT / "src").with_suffix("").parts)
    for path in sorted(PACKAGE.rglob("*.py"))
    if ">>>" in path.read_text(encoding="utf-8") and path.name != "__init__.py"
] + ["benchmarks.report", "recipes.judge_corpus", "scripts.house_map", "scripts.release"]


@pytest.mark.parametrize("path", ["README.md", "docs/engine.md"])
def test_python_sessions_of_the_docs(path: str) -> None:
    """The Python sessions of the README and of the page on the engine give what they show."""
    result = doctest.testfile(str(ROOT / path), module_relative=False, encoding="utf-8")
    assert result.attempted > 5 and result.failed == 0


def test_readme_console_session() -> None:
    """The console session of the README gives what it shows."""
    (session,) = re.findall(r"```console\n(.*?)```", README, re.DOTALL)
    steps = re.findall(r"^\$ belettre (.*)\n((?:[^$].*\n)+)", session, re.MULTILINE)
    assert len(steps) >= 2
    for command, expected in steps:
        done = subprocess.run(
            [sys.executable, "-m", "belettre_lexicon", *shlex.split(command)],
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == expected


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


@pytest.mark.parametrize("path", [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md")], ids=lambda path: path.name)
def test_links_lead_somewhere(path: Path) -> None:
    """Relative links of the docs point to files that exist."""
    for target in re.findall(r"\]\(([^)#:]+)\)", path.read_text(encoding="utf-8")):
        assert (path.parent / target).exists(), target
