"""The steps of a release, each of which makes or tries a part of what is published. Start at ``steps_of``.

    distributions   source distribution, and the wheel made from it
    again           the same once more, the wheel from the tree, with another zone and umask: equal byte for byte. This
                    also compiles the lexicon of the tree, from which data card and site are made
    twine           whether a package index would take them
    smoke test      the wheel in a fresh virtual environment knows its version and judges a word
    data card       the page about the data, if the repository has scripts/regenerate.py, which checks its figures
    site            the documentation site, if the repository has scripts/build_site.py
    SHA256SUMS      of every file but those of the site

Distributions are made without SOURCE_DATE_EPOCH and without the variables that leave data out, so that everybody who
runs « python -m build » on the commit gets the published bytes. The bytes also depend on the zlib of the Python that
packs them: some distributions of Python have zlib-ng, which packs differently.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

#: The file with the notes of a release, which is the message of its tag.
NOTES = "release-notes.md"
SUMS = "SHA256SUMS"
#: How much of the output of a command that failed is shown, in lines.
SHOWN = 20
#: The variables of the environment that would change what is built.
UNWANTED = ("SOURCE_DATE_EPOCH", "BELETTRE_LAYERS", "BELETTRE_WITHOUT")


class ReleaseError(Exception):
    """The version cannot be released; the message has one reason a line."""


@dataclass(frozen=True)
class Workplace:
    """Where a release is made.

    root      the repository
    version   the version that is released
    result    the folder for what is published
    scratch   a folder that is deleted afterwards
    isolated  whether distributions are built in an environment of their own, for which packages are downloaded
    """

    root: Path
    version: str
    result: Path
    scratch: Path
    isolated: bool

    def distributions(self) -> list[Path]:
        """Return the source distribution and the wheel, by name. Raises ReleaseError unless there is one of each."""
        found = sorted([*self.result.glob("*.tar.gz"), *self.result.glob("*.whl")])
        if [path.suffix for path in found] not in ([".gz", ".whl"], [".whl", ".gz"]):
            names = ", ".join(path.name for path in found) or "nothing"
            raise ReleaseError(f"the build made {names}: a source distribution and a wheel were expected")
        return found


class Step(NamedTuple):
    """A step of a release: what is said about it, and the function that takes it or raises ReleaseError."""

    says: str
    take: Callable[[Workplace], None]


def steps_of(root: Path) -> list[Step]:
    """Return the steps of a release of the repository *root*, in their order."""
    steps = [
        Step("build the source distribution, and the wheel from it", build_distributions),
        Step("build both once more, from the tree, and compare the bytes", build_again),
        Step("twine checks them", check_with_twine),
        Step("try the wheel in a fresh virtual environment", try_wheel),
    ]
    if (root / "scripts" / "regenerate.py").exists():
        steps.append(Step("check the data card", copy_data_card))
    if (root / "scripts" / "build_site.py").exists():
        steps.append(Step("build the site", build_site))
    return [*steps, Step(f"write {SUMS}", write_sums)]


def run(place: Workplace, *command: str | Path, cwd: Path | None = None, extra: Mapping[str, str] | None = None) -> str:
    """Run a command in the repository, or in *cwd*, and return its output; *extra* is added to the environment.

    Raises ReleaseError with the end of the output if it fails, or if the program does not exist.
    """
    environment = {name: value for name, value in os.environ.items() if name not in UNWANTED}
    try:
        done = subprocess.run(
            [str(part) for part in command],
            cwd=cwd or place.root,
            env={**environment, **(extra or {})},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except OSError as error:
        raise ReleaseError(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        shown = done.stdout.strip().splitlines()[-SHOWN:]
        what = " ".join(Path(part).name if Path(part).is_absolute() else str(part) for part in command)
        raise ReleaseError("\n".join([f"failed with status {done.returncode}: {what}", *shown]))
    return done.stdout


def git(root: Path, *arguments: str) -> str:
    """The output of a git command. Raises ReleaseError with git's message when it fails."""
    done = subprocess.run(["git", *arguments], cwd=root, capture_output=True, text=True, check=False)
    if done.returncode:
        raise ReleaseError(f"git {arguments[0]}: {done.stderr.strip()}")
    return done.stdout


def _build(place: Workplace, target: Path, *arguments: str, extra: Mapping[str, str] | None = None) -> None:
    isolation = () if place.isolated else ("--no-isolation",)
    run(place, sys.executable, "-m", "build", *isolation, *arguments, "--outdir", target, place.root, extra=extra)


def build_distributions(place: Workplace) -> None:
    """Build the source distribution, and the wheel from it, as « python -m build » does."""
    _build(place, place.result)
    place.distributions()


def build_again(place: Workplace) -> None:
    """Build both from the tree under other circumstances; raise ReleaseError if a byte differs from the first build."""
    again = place.scratch / "again"
    umask = os.umask(0o077)
    try:
        _build(
            place, again, "--sdist", "--wheel", extra={"TZ": "Pacific/Chatham", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
        )
    finally:
        os.umask(umask)
    for path in place.distributions():
        if not (again / path.name).exists() or (again / path.name).read_bytes() != path.read_bytes():
            raise ReleaseError(f"{path.name} is not reproducible: a second build has other bytes")


def check_with_twine(place: Workplace) -> None:
    """Ask twine whether the metadata and the README are such as a package index accepts; warnings count."""
    run(place, sys.executable, "-m", "twine", "check", "--strict", *place.distributions())


def try_wheel(place: Workplace) -> None:
    """Install the wheel in a fresh virtual environment, ask for its version and let it judge a word."""
    (wheel,) = place.result.glob("*.whl")
    environment = place.scratch / "venv"
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    run(place, sys.executable, "-m", "venv", environment)
    run(place, programs / "python", "-m", "pip", "install", "--quiet", wheel)
    # On Windows pip installs no scripts with a shebang.
    belettre = [programs / "python", "-m", "belettre_lexicon"] if os.name == "nt" else [programs / "belettre"]
    # In another folder and without PYTHONPATH, so that the package cannot be the one in the tree.
    no_path = {"PYTHONPATH": ""}
    version = run(place, *belettre, "--version", cwd=place.scratch, extra=no_path).strip()
    if version.split()[-1:] != [place.version]:
        raise ReleaseError(f"the installed wheel says that it is {version!r}, not {place.version}")
    run(place, *belettre, "check", "raclette", cwd=place.scratch, extra=no_path)


def copy_data_card(place: Workplace) -> None:
    """Check that the figures of the data card are those of this lexicon, and copy it."""
    run(place, sys.executable, "-m", "scripts.regenerate", "--check", "data-card")
    shutil.copy(place.root / "docs" / "data-card.md", place.result)


def build_site(place: Workplace) -> None:
    """Build the documentation site in the folder « site »."""
    run(place, sys.executable, "-m", "scripts.build_site", place.result / "site")


def write_sums(place: Workplace) -> None:
    """Write the SHA-256 of every file beside the site, in the format of « sha256sum »."""
    files = sorted(path for path in place.result.iterdir() if path.is_file())
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in files]
    (place.result / SUMS).write_text("".join(lines), encoding="utf-8")
