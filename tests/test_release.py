"""The release script refuses a version for every reason it has, and builds and tries it otherwise.

The repository that is released is a toy whose package has the name of ours, with a program ``belettre``; it is built
without isolation, since tests download nothing.
"""

from __future__ import annotations

import hashlib
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from scripts.release import main, parse_version
from scripts.release_steps import ReleaseError, Workplace, build_again, run, steps_of

PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "toy"
description = "A toy."
readme = "README.md"
dynamic = ["version"]
requires-python = ">=3.11"

[tool.hatch.version]
path = "src/belettre_lexicon/__init__.py"

[tool.hatch.build.targets.wheel]
packages = ["src/belettre_lexicon"]

[tool.hatch.build.targets.wheel.shared-scripts]
"bin/belettre" = "belettre"
"""
README = "# Toy\n\nA toy.\n"
#: Answers as « belettre » does to --version, and to check by its exit status.
PROGRAM = """\
#!python
import sys

import belettre_lexicon

print("belettre", belettre_lexicon.__version__)
sys.exit(sys.argv[1] not in ("--version", "check"))
"""
#: A script of the repository that writes the folder that it is asked for.
MAKES_FOLDER = """\
import pathlib
import sys

pathlib.Path(sys.argv[1]).mkdir()
pathlib.Path(sys.argv[1], "index.html").write_text("toy")
"""
#: A script of the repository that checks a page: it must be called with --check, and the page must be right.
CHECKS_PAGE = """\
import pathlib
import sys

sys.exit(sys.argv[1:] != ["--check", "data-card"] or pathlib.Path("docs/data-card.md").read_text() != "right")
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
    if path.startswith("bin/"):
        (root / path).chmod(0o755)
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
    commit(root, "README.md", README)
    commit(root, "bin/belettre", PROGRAM)
    commit(root, "scripts/__init__.py", "")
    commit(root, "src/belettre_lexicon/__init__.py", '"""A toy."""\n\n__version__ = "0.1.0"\n')
    git(root, "tag", "--annotate", "v0.1.0", "--message", "0.1.0")
    commit(root, "src/belettre_lexicon/__init__.py", '"""A toy."""\n\n__version__ = "0.2.0"\n')
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


def release(root: Path) -> int:
    """Release version 0.2.0 of the toy."""
    return main(["0.2.0", "--no-isolation", "--root", str(root)])


def test_a_dry_run_names_the_steps(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """--dry-run says that the version can be released and what would be done, and writes nothing."""
    commit(toy, "scripts/build_site.py", MAKES_FOLDER)
    commit(toy, "scripts/regenerate.py", CHECKS_PAGE)
    commit(toy, "docs/data-card.md", "right")

    status = main(["0.2.0", "--dry-run", "--root", str(toy)])

    assert status == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "0.2.0 can be released"
    assert [line.partition(". ")[0] for line in lines[1:]] == ["1", "2", "3", "4", "5", "6", "7"]
    assert lines[5:] == ["5. check the data card", "6. build the site", "7. write SHA256SUMS"]
    assert not (toy / "dist").exists()
    assert git(toy, "tag", "--list") == "v0.1.0\n"


@pytest.mark.exhaustive
def test_a_release_has_everything_that_is_published(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A release leaves both distributions, site, data card, notes and sums, and the tree as it was.

    What remains is printed as commands, of which the one for the tag works as it stands.
    """
    commit(toy, "scripts/build_site.py", MAKES_FOLDER)
    commit(toy, "scripts/regenerate.py", CHECKS_PAGE)
    commit(toy, "docs/data-card.md", "right")

    status = release(toy)

    assert status == 0
    made = toy / "dist" / "0.2.0"
    files = ["data-card.md", "release-notes.md", "toy-0.2.0-py3-none-any.whl", "toy-0.2.0.tar.gz"]
    assert sorted(path.name for path in made.iterdir()) == sorted(["SHA256SUMS", "site", *files])
    assert [path.name for path in (toy / "dist").iterdir()] == ["0.2.0"]
    assert (made / "site" / "index.html").exists()
    with zipfile.ZipFile(made / "toy-0.2.0-py3-none-any.whl") as wheel:
        assert "belettre_lexicon/__init__.py" in wheel.namelist()
    sums = (made / "SHA256SUMS").read_text(encoding="utf-8").splitlines()
    assert sums == [f"{hashlib.sha256((made / name).read_bytes()).hexdigest()}  {name}" for name in files]
    assert git(toy, "status", "--porcelain") == ""

    printed = capsys.readouterr().out
    assert git(toy, "tag", "--list") == "v0.1.0\n"
    tag = next(line.strip() for line in printed.splitlines() if line.strip().startswith("git tag"))
    git(toy, *shlex.split(tag)[1:])
    assert git(toy, "cat-file", "-t", "v0.2.0") == "tag\n"
    message = git(toy, "tag", "--list", "v0.2.0", "--format=%(contents)").strip()
    assert message == "0.2.0\n\n### Added\n\n- A second thing."
    assert "git push origin v0.2.0" in printed
    assert "python -m twine upload dist/0.2.0/*.tar.gz dist/0.2.0/*.whl" in printed


def test_steps_that_a_repository_cannot_take_are_left_out(toy: Path) -> None:
    """A repository without a site and a data card is released without them."""
    assert [step.take.__name__ for step in steps_of(toy)] == [
        "build_distributions",
        "build_again",
        "check_with_twine",
        "try_wheel",
        "write_sums",
    ]


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
    commit(toy, "src/belettre_lexicon/__init__.py", '"""A toy."""\n\n__version__ = "0.3.0"\n')

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
    commit(toy, "src/belettre_lexicon/__init__.py", '"""A toy."""\n\n__version__ = "0.2.1"\n')

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


def failure(root: Path, capsys: pytest.CaptureFixture[str]) -> list[str]:
    """What the script says when a step fails; nothing may be left in dist/."""
    status = release(root)

    assert status == 1
    assert list((root / "dist").iterdir()) == []
    return capsys.readouterr().err.splitlines()


def test_a_failed_build_leaves_nothing(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command that failed is named, with the end of its output."""
    commit(toy, "pyproject.toml", PYPROJECT.replace('packages = ["src/belettre_lexicon"]', "packages = 7"))

    lines = failure(toy, capsys)

    assert "-m build --no-isolation" in lines[0]
    assert lines[0].startswith("release: failed with status 1: ")
    assert any("tool.hatch.build.targets.wheel" in line for line in lines[1:])


def test_a_readme_that_an_index_would_refuse_stops_a_release(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Warnings of twine count: a package without a long description is not released."""
    commit(toy, "pyproject.toml", PYPROJECT.replace('readme = "README.md"\n', ""))

    lines = failure(toy, capsys)

    assert "-m twine check --strict" in lines[0]
    assert any("long_description" in line for line in lines)


@pytest.mark.exhaustive
def test_a_data_card_that_is_out_of_date_stops_a_release(toy: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The script of the data card is asked to check the page, and its refusal is passed on."""
    commit(toy, "scripts/regenerate.py", CHECKS_PAGE)
    commit(toy, "docs/data-card.md", "wrong")

    assert "-m scripts.regenerate --check data-card" in failure(toy, capsys)[0]


@pytest.mark.exhaustive
@pytest.mark.parametrize(
    ("program", "fault"),
    [
        (PROGRAM.replace("belettre_lexicon.__version__", "'0.1.9'"), "says that it is 'belettre 0.1.9', not 0.2.0"),
        (PROGRAM.replace(', "check")', ",)"), "failed with status 1: belettre check raclette"),
    ],
)
def test_a_wheel_that_does_not_work_stops_a_release(
    toy: Path, capsys: pytest.CaptureFixture[str], program: str, fault: str
) -> None:
    """An installed wheel must have the version that is released, and judge a word."""
    commit(toy, "bin/belettre", program)

    assert fault in failure(toy, capsys)[0]


def test_a_build_that_differs_from_the_first_is_refused(toy: Path, tmp_path: Path) -> None:
    """The second build is compared byte by byte, and the file that differs is named."""
    place = Workplace(toy, "0.2.0", tmp_path / "result", tmp_path / "scratch", isolated=False)
    place.result.mkdir()
    for name in ("toy-0.2.0.tar.gz", "toy-0.2.0-py3-none-any.whl"):
        (place.result / name).write_bytes(b"other bytes")

    with pytest.raises(ReleaseError, match=r"toy-0\.2\.0-py3-none-any\.whl is not reproducible"):
        build_again(place)


def test_commands_do_not_see_what_would_change_a_build(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """SOURCE_DATE_EPOCH and the choice of layers of the person who releases do not reach the build."""
    for name in ("SOURCE_DATE_EPOCH", "BELETTRE_LAYERS", "BELETTRE_WITHOUT"):
        monkeypatch.setenv(name, "1")
    place = Workplace(tmp_path, "0.2.0", tmp_path, tmp_path, isolated=False)

    seen = run(place, sys.executable, "-c", "import os; print(*os.environ)").split()

    assert not {"SOURCE_DATE_EPOCH", "BELETTRE_LAYERS", "BELETTRE_WITHOUT"} & set(seen)


def test_a_program_that_does_not_exist_is_named(tmp_path: Path) -> None:
    """A missing program is an error of the release, not a traceback."""
    place = Workplace(tmp_path, "0.2.0", tmp_path, tmp_path, isolated=False)

    with pytest.raises(ReleaseError, match="no-such-program: No such file or directory"):
        run(place, "no-such-program")
