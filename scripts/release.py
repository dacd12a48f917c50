"""Release a version: check that everything agrees, build and try what is published, say what to do by hand.

    python -m scripts.release 0.6.0 [--dry-run] [--no-isolation] [--root FOLDER]

A version is refused, with every reason, unless

- the working tree is clean, untracked files included;
- ``__version__`` is that version (the file is named in pyproject.toml, ``[tool.hatch.version]``);
- CHANGELOG.md has a dated section for it, the first one below an empty « Unreleased »;
- it is greater than the version of the section below and than every tag.

``--dry-run`` stops there and names the steps that would follow (``release_steps``). Otherwise they are taken, and
``dist/0.6.0`` has the result, if every step succeeds, and does not exist if one fails. Nothing is tagged, pushed or
uploaded: the commands for that are printed. Exit status: 0, or 1 if the version is refused or a step fails.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
import tempfile
import time
import tomllib
from datetime import date
from pathlib import Path
from typing import NamedTuple

from scripts.release_steps import NOTES, ReleaseError, Workplace, git, steps_of

UNRELEASED = "Unreleased"


class Section(NamedTuple):
    """A section of the changelog."""

    #: ``0.6.0``, or ``Unreleased``.
    title: str
    #: ISO date as written; None when there is none.
    date: str | None
    #: Everything below the heading, without blank lines around it.
    text: str


def parse_version(text: str) -> tuple[int, int, int]:
    """The three numbers of a version. Raises ReleaseError for anything else, pre-releases included.

    >>> parse_version("0.10.2")
    (0, 10, 2)
    """
    match = re.fullmatch(r"(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)", text)
    if not match:
        raise ReleaseError(f"{text!r} is not a version: three numbers are needed, such as 0.6.0")
    major, minor, patch = map(int, match.groups())
    return major, minor, patch


def read_sections(changelog: str) -> list[Section]:
    """The sections of a changelog, in its order.

    >>> read_sections("# Changelog\\n\\n## Unreleased\\n\\n## 0.1.0 - 2026-11-20\\n\\nFirst.\\n")
    [Section(title='Unreleased', date=None, text=''), Section(title='0.1.0', date='2026-11-20', text='First.')]
    """
    sections = []
    for block in re.split(r"^## ", changelog, flags=re.MULTILINE)[1:]:
        heading, _, text = block.partition("\n")
        title, _, day = heading.strip().partition(" - ")
        sections.append(Section(title, day or None, text.strip()))
    return sections


def package_version(root: Path) -> str:
    """``__version__`` as the package's source has it. Raises ReleaseError when it is missing."""
    settings = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))
    source = root / settings["tool"]["hatch"]["version"]["path"]
    match = re.search(r'^__version__ = "([^"]*)"$', source.read_text(encoding="utf-8"), re.MULTILINE)
    if not match:
        raise ReleaseError(f"{source.name}: no __version__")
    return match[1]


def valid_date(text: str) -> bool:
    """Whether the text is a day in the form YYYY-MM-DD."""
    try:
        return date.fromisoformat(text).isoformat() == text
    except ValueError:
        return False


def changelog_problems(version: str, sections: list[Section]) -> list[str]:
    """What in the changelog stands against releasing *version*; an empty list if nothing does."""
    released = [section for section in sections if section.title != UNRELEASED]
    section = next((section for section in released if section.title == version), None)
    if section is None:
        return [f"CHANGELOG.md: no section for {version}"]
    problems = []
    if section.date is None or not valid_date(section.date):
        problems.append(f"CHANGELOG.md: the section for {version} has no date (## {version} - YYYY-MM-DD)")
    if not section.text:
        problems.append(f"CHANGELOG.md: the section for {version} is empty")
    if section is not released[0]:
        problems.append(f"CHANGELOG.md: the section for {version} stands below that for {released[0].title}")
    if any(other.text for other in sections if other.title == UNRELEASED):
        problems.append(f"CHANGELOG.md: « {UNRELEASED} » has entries that belong in the section for {version}")
    return problems


def earlier_versions(root: Path, version: str, sections: list[Section]) -> set[str]:
    """The versions released so far: every other section of the changelog, and every tag ``vX.Y.Z``."""
    titles = {section.title for section in sections} - {version, UNRELEASED}
    tags = re.findall(r"^v(\d+\.\d+\.\d+)$", git(root, "tag", "--list"), re.MULTILINE)
    return titles | set(tags)


def release_notes(root: Path, version: str) -> str:
    """The changelog's section for *version*, after every check. Raises ReleaseError with all that is against it."""
    wanted = parse_version(version)
    sections = read_sections((root / "CHANGELOG.md").read_text(encoding="utf-8"))
    problems = changelog_problems(version, sections)
    actual = package_version(root)
    if actual != version:
        problems.append(f"__version__ is {actual}, not {version}")
    for earlier in sorted(earlier_versions(root, version, sections), key=parse_version):
        if parse_version(earlier) >= wanted:
            problems.append(f"{version} is not greater than {earlier}, which is released already")
    if changed := git(root, "status", "--porcelain").splitlines():
        problems.append(f"the working tree is not clean: {', '.join(line[3:] for line in changed[:5])}")
    if problems:
        raise ReleaseError("\n".join(problems))
    return next(section.text for section in sections if section.title == version)


def build_release(root: Path, version: str, notes: str, *, isolated: bool = True) -> Path:
    """Take every step of a release and return the folder with the result, ``dist/VERSION``.

    Progress is printed. An earlier result for the same version is replaced at the end. Raises ReleaseError if a step
    fails; the folder does not exist then.
    """
    target = root / "dist" / version
    shutil.rmtree(target, ignore_errors=True)
    target.parent.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{version}-", dir=target.parent) as temporary:
        place = Workplace(root, version, Path(temporary, "result"), Path(temporary, "scratch"), isolated)
        place.result.mkdir()
        place.scratch.mkdir()
        (place.result / NOTES).write_text(f"{version}\n\n{notes}\n", encoding="utf-8")
        steps = steps_of(root)
        for number, step in enumerate(steps, 1):
            print(f"{number}/{len(steps)} {step.says} …", end=" ", flush=True)
            started = time.monotonic()
            step.take(place)
            print(f"{time.monotonic() - started:.0f} s", flush=True)
        place.result.rename(target)
    return target


def by_hand(version: str, target: Path) -> str:
    """Return what remains to be done by hand once the release is built in *target*, relative to the repository."""
    return f"""\
{target} has {version}. Look at it, then, by hand:

    git tag --annotate --cleanup=whitespace v{version} --file {target / NOTES}
    git push origin v{version}
    python -m twine upload {target}/*.tar.gz {target}/*.whl

and copy {target / "site"} to the web server. Publish SHA256SUMS beside the files."""


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m scripts.release", description=__doc__.splitlines()[0])
    parser.add_argument("version", help="the version to release, such as 0.6.0")
    parser.add_argument("--dry-run", action="store_true", help="check, and only name the steps that would follow")
    parser.add_argument(
        "--no-isolation", action="store_true", help="build with the installed hatchling, without network"
    )
    parser.add_argument("--root", type=Path, default=Path(__file__).resolve().parent.parent, help="the repository")
    options = parser.parse_args(arguments)
    try:
        notes = release_notes(options.root, options.version)
        print(f"{options.version} can be released")
        if options.dry_run:
            for number, step in enumerate(steps_of(options.root), 1):
                print(f"{number}. {step.says}")
            return 0
        target = build_release(options.root, options.version, notes, isolated=not options.no_isolation)
    except ReleaseError as error:
        print("\n".join(f"release: {line}" for line in str(error).splitlines()), file=sys.stderr)
        return 1
    print(by_hand(options.version, target.relative_to(options.root)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
