"""The release script refuses a version for every reason it has, and builds and tags it otherwise."""

from __future__ import annotations

import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

from scripts.release import ReleaseError, main, parse_version

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "toy"
dynamic = ["version"]
requires-python = ">=3.11"

[tool.hatch.version]
path = "src/toy/__init__.py"

[tool.hatch.build.targets.wheel]
packages = ["src/toy"]
"""
CHANGELOG = """\
# Changelog

## Unreleased

## 0.2.0 - 2026-11-22

### Added

- A second thing.

## 0.1.0 - 2026-11-20

### Added

- A first thing.
"""


def git(root: Path, *arguments: str) -> str:
    return subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=True).stdout


def commit(root: Path, path: str, text: str) -> None:
    """Write a file of the repository and commit it."""
    (root / path).parent.mkdir(parents=True, exist_ok=True)
    (root / path).write_text(text, encoding="utf-8")
    git(root, "add", path)
    git(root, "commit", "--quiet", "--message", path)


@pytest.fixture
def toy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A repository with one package, whose version 0.2.0 can be released; 0.1.0 has its tag."""
    if shutil.which("git") is None:
        pytest.skip("git is not installed")
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", str(tmp_path / "no-gitconfig"))
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "Toy")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "toy@example.org")
    root = tmp_path / "toy"
    root.mkdir()
    git(root, "init", "--quiet")
    commit(root, ".gitignore", "dist/\n__pycache__/\n")
    commit(root, "pyproject.toml", PYPROJECT)
    commit(root, "src/toy/__init__.py", '"""A toy."""\n\n__version__ = "0.1.0"\n')
    git(root, "tag", "--annotate", "v0.1.0", "--message", "0.1.0")
    commit(root, "src/toy/__init__.py", '"""A toy."""\n\n__version__ = "0.2.0"\n')
    commit(root, "CHANGELOG.md", CHANGELOG)
    return root


def refusal(root: Path, capsys: pytest.CaptureFixture[str], version: str = "0.2.0") -> list[str]:
    """The reasons that the script gives for refusing a version; a refusal must build nothing and create no tag."""
    tags = git(root, "tag", "--list")

    status = main([version, "--root", str(root)])

    assert status == 1
    assert not (root / "dist").exists()
    assert git(root, "tag", "--list") == tags
    return capsys.readouterr().err.splitlines()


def test_a_version_that_agrees_everywhere_passes_the_check(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--check says that the version can be released, builds nothing and creates no tag."""
    status = main(["0.2.0", "--check", "--root", str(toy)])

    assert status == 0
    assert capsys.readouterr().out == "0.2.0 can be released\n"
    assert not (toy / "dist").exists()
    assert git(toy, "tag", "--list") == "v0.1.0\n"


def test_a_release_builds_both_distributions_and_an_annotated_tag(toy: Path) -> None:
    """A release leaves a source distribution, a wheel, and a tag whose message is the changelog's section."""
    status = main(["0.2.0", "--root", str(toy)])

    assert status == 0
    assert sorted(path.name for path in (toy / "dist").iterdir()) == ["toy-0.2.0-py3-none-any.whl", "toy-0.2.0.tar.gz"]
    with zipfile.ZipFile(toy / "dist" / "toy-0.2.0-py3-none-any.whl") as wheel:
        assert "toy/__init__.py" in wheel.namelist()
    assert git(toy, "cat-file", "-t", "v0.2.0") == "tag\n"
    message = git(toy, "tag", "--list", "v0.2.0", "--format=%(contents)").strip()
    assert message == "0.2.0\n\n### Added\n\n- A second thing."


@pytest.mark.parametrize("path", ["CHANGELOG.md", "new.txt"])
def test_a_dirty_tree_is_refused(toy: Path, capsys: pytest.CaptureFixture[str], path: str) -> None:
    """A changed file and an untracked file each stop a release, which names them."""
    with (toy / path).open("a", encoding="utf-8") as file:
        file.write("\nmore\n")

    assert refusal(toy, capsys) == [f"release: the working tree is not clean: {path}"]


@pytest.mark.parametrize("day", ["", " - soon", " - 2026-13-01", " - 22/11/2026"])
def test_an_undated_section_is_refused(toy: Path, capsys: pytest.CaptureFixture[str], day: str) -> None:
    """The section of the version must have a day of the calendar, written YYYY-MM-DD."""
    commit(toy, "CHANGELOG.md", CHANGELOG.replace(" - 2026-11-22", day))

    reason = "CHANGELOG.md: the section for 0.2.0 has no date (## 0.2.0 - YYYY-MM-DD)"
    assert refusal(toy, capsys) == [f"release: {reason}"]


def test_a_version_without_a_section_is_refused(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A version that the changelog does not have is refused."""
    commit(toy, "src/toy/__init__.py", '"""A toy."""\n\n__version__ = "0.3.0"\n')

    assert refusal(toy, capsys, "0.3.0") == ["release: CHANGELOG.md: no section for 0.3.0"]


def test_an_empty_section_is_refused(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A section that says nothing is refused."""
    commit(toy, "CHANGELOG.md", CHANGELOG.replace("### Added\n\n- A second thing.\n\n", ""))

    assert refusal(toy, capsys) == ["release: CHANGELOG.md: the section for 0.2.0 is empty"]


def test_entries_left_under_unreleased_are_refused(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """What is in the tree belongs in the section of the version, so « Unreleased » must be empty."""
    commit(toy, "CHANGELOG.md", CHANGELOG.replace("## Unreleased\n", "## Unreleased\n\n### Fixed\n\n- A slip.\n"))

    reason = "CHANGELOG.md: « Unreleased » has entries that belong in the section for 0.2.0"
    assert refusal(toy, capsys) == [f"release: {reason}"]


def test_another_version_in_the_package_is_refused(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """``__version__`` must be the version that is released."""
    commit(toy, "src/toy/__init__.py", '"""A toy."""\n\n__version__ = "0.2.1"\n')

    assert refusal(toy, capsys) == ["release: __version__ is 0.2.1, not 0.2.0"]


def test_a_version_that_is_tagged_is_refused(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A version cannot be released twice, nor below a tag; numbers are compared, not texts."""
    git(toy, "tag", "v0.2.0")
    git(toy, "tag", "v0.10.0")

    assert refusal(toy, capsys) == [
        "release: 0.2.0 is not greater than 0.2.0, which is released already",
        "release: 0.2.0 is not greater than 0.10.0, which is released already",
    ]


def test_every_reason_is_given_at_once(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """An older version is refused for its place in the changelog, for ``__version__`` and for the newer section."""
    reasons = refusal(toy, capsys, "0.1.0")

    assert reasons == [
        "release: CHANGELOG.md: the section for 0.1.0 stands below that for 0.2.0",
        "release: __version__ is 0.2.0, not 0.1.0",
        "release: 0.1.0 is not greater than 0.1.0, which is released already",
        "release: 0.1.0 is not greater than 0.2.0, which is released already",
    ]


@pytest.mark.parametrize("text", ["", "1", "1.2", "1.2.3.4", "v1.2.3", "1.2.3rc1", "01.2.3", "1.2.x"])
def test_texts_that_are_no_versions_are_refused(text: str) -> None:
    """A version is three numbers without leading zeros."""
    with pytest.raises(ReleaseError, match="is not a version"):
        parse_version(text)


def test_a_failed_build_leaves_no_tag(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The tag is created only after both distributions have been built."""
    commit(toy, "pyproject.toml", PYPROJECT.replace('packages = ["src/toy"]', "packages = 7"))

    status = main(["0.2.0", "--root", str(toy)])

    assert status == 1
    assert capsys.readouterr().err.splitlines()[-1] == "release: the build failed; no tag was created"
    assert git(toy, "tag", "--list") == "v0.1.0\n"
