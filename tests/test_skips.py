"""CI misses no test: a skip that is not listed fails there, and a listed one is printed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.skips import ALLOWED, is_allowed

TESTS = """
import pytest

def test_passes(): pass

def test_skips(): pytest.skip("no lexicon")

@pytest.mark.skipif(True, reason="no Tuesday")
def test_is_marked(): pass

@pytest.fixture
def server(): pytest.skip("no server")

def test_has_no_fixture(server): pass

@pytest.mark.xfail(strict=True)
def test_is_expected_to_fail(): raise ValueError
"""
MODULE = "import pytest\npytest.importorskip('no_such_library')\ndef test_nothing(): pass\n"


def run_pytest(folder: Path, strict: str, tests: str) -> tuple[int, str]:
    """Run tests in a folder of their own, with the plugin and the variable *strict*; return status and output."""
    (folder / "test_some.py").write_text(tests, encoding="utf-8")
    (folder / "pytest.ini").write_text("[pytest]\n", encoding="utf-8")
    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-ra", "-p", "tests.skips", "-p", "no:cacheprovider", str(folder)],
        cwd=folder,
        capture_output=True,
        encoding="utf-8",
        check=False,
        env={
            **{name: value for name, value in os.environ.items() if name not in ("CI", "BELETTRE_ALL_TESTS")},
            "PYTHONPATH": str(ROOT),
            strict: "1",
            "PYTEST_ADDOPTS": "",
            "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1",  # unused here, and seconds to import
        },
    )
    return done.returncode, done.stdout


@pytest.mark.parametrize("variable", ["CI", "BELETTRE_ALL_TESTS"])
def test_ci_fails_on_every_kind_of_skip(variable: str, tmp_path: Path) -> None:
    """With either variable a skip in a test, a mark or a fixture is a failure; an expected failure is none."""
    status, output = run_pytest(tmp_path, variable, TESTS)

    assert status == 1
    assert "1 failed, 1 passed, 1 xfailed, 2 errors" in output  # a mark and a fixture skip before the test itself
    for reason in ("no lexicon", "no Tuesday", "no server"):
        assert f"was skipped: {reason}" in output


def test_ci_fails_if_a_module_is_skipped(tmp_path: Path) -> None:
    """In CI a module that cannot be imported without some library is an error."""
    status, output = run_pytest(tmp_path, "CI", MODULE)

    assert status != 0
    assert "no_such_library" in output
    assert "was skipped" in output


def test_elsewhere_skips_are_only_printed(tmp_path: Path) -> None:
    """Without these variables nothing fails, and every reason is printed."""
    status, output = run_pytest(tmp_path, "NEITHER", TESTS)

    assert status == 0
    assert "3 skipped" in output
    for reason in ("no lexicon", "no Tuesday", "no server"):
        assert reason in output


def test_a_listed_skip_is_allowed_for_its_reason_only() -> None:
    """The test and its reason must both be the listed ones."""
    reason = "the gold is not part of this repository"

    assert is_allowed("tests/test_gold.py::test_core_accuracy", reason)
    assert not is_allowed("tests/test_gold.py::test_core_accuracy", "no time today")
    assert not is_allowed("tests/test_judge.py::test_core_accuracy", reason)


@pytest.mark.parametrize("pattern", ALLOWED)
def test_every_listed_skip_is_in_the_tests(pattern: str) -> None:
    """A listed test exists, and skips for the listed reason."""
    path, _, name = pattern.partition("::")
    text = (ROOT / path).read_text(encoding="utf-8")

    assert name == "*" or f"def {name}(" in text
    assert f'"{ALLOWED[pattern]}"' in text


def test_every_run_prints_the_reasons_of_skips_and_limits_each_test() -> None:
    """The options of pytest print why tests were skipped, and end a test that hangs."""
    options = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["pytest"]["ini_options"]

    assert "-ra" in options["addopts"].split()
    assert 60 <= options["timeout"] <= 600


def test_ci_runs_every_test() -> None:
    """.ci/run sets the variable CI, and runs apart what is exhaustive or draws its largest samples only then."""
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")

    assert "CI=${CI:-true}" in script
    assert "BELETTRE_ALL_TESTS=1 .venv/bin/pytest -m 'exhaustive or sampled'" in script


def test_what_depends_on_the_size_of_the_run_is_marked() -> None:
    """A test file that takes numbers from EXHAUSTIVE marks a test as sampled, so that CI runs it with both numbers."""
    files = [path for path in (ROOT / "tests").rglob("test_*.py") if path != Path(__file__)]
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    depending = {path for path, text in texts.items() if "import EXHAUSTIVE" in text}

    assert depending
    assert depending == {path for path, text in texts.items() if "pytest.mark.sampled" in text}


def test_tools_that_judge_the_code_are_pinned() -> None:
    """A new version of a tool must not make CI fail: linters and types are pinned exactly, test tools compatibly."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
    pins = {}
    for line in extras["test"]:
        if match := re.fullmatch(r"([\w-]+)([=~]=).+", line):
            pins[match[1]] = match[2]

    assert {name for name, pin in pins.items() if pin == "=="} >= {"ruff", "mypy", "codespell", "shtab"}
    assert set(pins) >= {"pytest", "pytest-cov", "pytest-timeout", "pytest-xdist", "hypothesis", "schemathesis"}


def test_hooks_before_a_commit_run_the_pinned_tools() -> None:
    """Every pre-commit hook is local and runs a program of the virtual environment, so there is one version of each."""
    text = (ROOT / ".pre-commit-config.yaml").read_text(encoding="utf-8")
    repositories = re.findall(r"- repo: (.+)", text)
    programs = re.findall(r"entry: (\S+)", text)

    assert repositories == ["local"]
    assert len(programs) >= 5
    assert all(program.startswith(".venv/bin/") for program in programs)
