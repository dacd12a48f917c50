"""Distributions are reproducible: the same sources give the same bytes, wherever and whenever they are built.

The project is copied with a toy lexicon, whose layers take no time to compile, and built with its own pyproject.toml
and build hook. ``scripts/release.py`` builds a release twice as well, with the whole lexicon.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from belettre_lexicon.cli.completions import PROGRAMS
from belettre_lexicon.cli.kit.commands import SHELLS
from belettre_lexicon.referee.rule_pages import SOURCES
from tests.conftest import ROOT

#: The files of the layers of a toy lexicon.
LAYERS = {
    "core.tsv": "raclette\t=\tN.f.s\t\t\tG\nscolaire\t=\tN.e.s\t\t\tG\nécole\t=\tN.f.s\t\t\tG\n",
    "extra.tsv": "écoles\técole\tN.f.p\t\t\tL\n",
    "families.tsv": "scolaire\tN\técole N\tlearned\t-aire\t-\tR\n",
    "frequency.tsv": "école\t5.29\n",
    "glosses.tsv": "raclette\tN\tplat de fromage fondu\t-\n",
    **{
        f"{name}.toml": 'licence = "MPL-2.0"\nkept = 1\nsource = []\n'
        for name in ("core", "extra", "families", "frequency", "glosses")
    },
}
#: Everything about a machine and a moment that the second build has otherwise than the first.
SURROUNDINGS = [
    {"TZ": "UTC", "LC_ALL": "C.UTF-8", "PYTHONHASHSEED": "1"},
    {"TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "2"},
]


def copy_project(folder: Path) -> Path:
    """Copy what a build needs of the project, with the toy lexicon and without what earlier builds have left."""
    folder.mkdir()
    for name in (".gitignore", "LICENSE", "NOTICE.md", "README.md", "hatch_build.py", "pyproject.toml"):
        shutil.copy(ROOT / name, folder)
    for path in ROOT.glob("RULES*.md"):
        shutil.copy(path, folder)
    for name in ("LICENSES", "bin", "docs/fr"):
        shutil.copytree(ROOT / name, folder / name)
    shutil.copytree(ROOT / "src", folder / "src", ignore=shutil.ignore_patterns("data", "__pycache__"))
    (folder / "lexicons" / "fr").mkdir(parents=True)
    for name, text in LAYERS.items():
        (folder / "lexicons" / "fr" / name).write_text(text, encoding="utf-8")
    return folder


def make_different(project: Path) -> None:
    """Change what a copy of the sources may have of its own: times, permissions and leftovers of earlier builds."""
    data = project / "src" / "belettre_lexicon" / "data"
    data.mkdir()
    (data / "rules").mkdir()
    for leftover in ("fr.new", "de.messages", "older.lexicon", "rules/chess_fr.html"):
        (data / leftover).write_text("left by an earlier build", encoding="utf-8")
    for path in project.rglob("*"):
        if path.is_file():
            path.chmod(0o700 if path.parent.name == "bin" else 0o600)
            os.utime(path, (1_000_000_000, 1_000_000_000))


def build(project: Path, surroundings: dict[str, str], *arguments: str) -> dict[str, bytes]:
    """Build with these environment variables; return file name → bytes. *arguments* are those of « build »."""
    target = project.parent / f"dist of {project.name}"
    # Compiled modules that are left beside the sources must not matter either, so both builds may write them.
    inherited = {k: v for k, v in os.environ.items() if not k.startswith(("BELETTRE_", "PYTHON", "SOURCE_DATE", "COV"))}
    done = subprocess.run(
        [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(target), *arguments, str(project)],
        env={**inherited, **surroundings},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return {path.name: path.read_bytes() for path in target.iterdir()}


@pytest.mark.parametrize("epoch", [None, pytest.param("1795459200", marks=pytest.mark.exhaustive)])
def test_two_builds_have_the_same_bytes(tmp_path: Path, epoch: str | None) -> None:
    """Folder, file times, permissions, umask, zone, locale, hash seed and leftovers change no byte of a distribution.

    The first build makes the wheel from the source distribution, as « python -m build » does, and the second one both
    from the tree; so the wheel does not depend on where its sources came from either. SOURCE_DATE_EPOCH may be set.
    """
    one, other = copy_project(tmp_path / "one"), copy_project(tmp_path / "another folder, with spaces")
    make_different(other)
    dated = {} if epoch is None else {"SOURCE_DATE_EPOCH": epoch}

    first = build(one, SURROUNDINGS[0] | dated)
    umask = os.umask(0o077)
    try:
        second = build(other, SURROUNDINGS[1] | dated, "--sdist", "--wheel")
    finally:
        os.umask(umask)

    assert sorted(path.rpartition(".")[2] for path in first) == ["gz", "whl"]
    assert {name: hashlib.sha256(data).hexdigest() for name, data in first.items()} == {
        name: hashlib.sha256(data).hexdigest() for name, data in second.items()
    }


def test_what_the_distributions_contain(tmp_path: Path) -> None:
    """A wheel has what was just compiled and nothing left by earlier builds; a source distribution has the layers."""
    project = copy_project(tmp_path / "project")
    make_different(project)

    build(project, SURROUNDINGS[0])

    (wheel_path,) = tmp_path.glob("*/*.whl")
    (sdist_path,) = tmp_path.glob("*/*.tar.gz")
    with zipfile.ZipFile(wheel_path) as wheel:
        compiled = {name for name in wheel.namelist() if name.startswith("belettre_lexicon/data/")}
    catalogues = {path.stem for path in (ROOT / "src" / "belettre_lexicon" / "referee").glob("*.toml")}
    names = {f"{name}.messages" for name in (*catalogues, "commands_fr")}
    scripts = {f"completions/{program}.{shell}" for program in PROGRAMS for shell in SHELLS}
    rules = {f"rules/{game}_{language}.html" for game, language in SOURCES}
    rules |= {f"rules/{name}.svg" for name in (*(f"E{number}" for number in range(1, 11)), "surcoupe")}
    assert compiled == {f"belettre_lexicon/data/{name}" for name in (*names, *scripts, *rules, "fr.lexicon")}
    with tarfile.open(sdist_path) as sdist:
        names = {name.partition("/")[2] for name in sdist.getnames()}
    assert {f"lexicons/fr/{name}" for name in LAYERS} <= names
    assert not [name for name in names if "/data/" in name]
