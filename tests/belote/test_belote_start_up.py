"""What the commands and the packages load: neither game pays for the other."""

from __future__ import annotations

import subprocess
import sys

import pytest

#: Modules that take milliseconds to import (tests/test_house.py has those of ``belettre check``).
HEAVY = {
    "argparse",
    "collections",
    "dataclasses",
    "enum",
    "functools",
    "hashlib",
    "importlib.resources",
    "json",
    "marisa_trie",
    "msgspec",
    "pathlib",
    "re",
    "tomllib",
    "typing",
}
#: The modules of ``games.belote.scoring``.
RULES_OF_SCORES = ("annonces", "disputes", "scores", "totals")


def loaded(code: str) -> set[str]:
    """Return the modules that are loaded when *code* has run in a process of its own, without site packages' hooks."""
    lines = f"import sys; sys.path[:0] = {sys.path!r}\n{code}\nprint('\\n' + ' '.join(sys.modules))"
    done = subprocess.run([sys.executable, "-S", "-c", lines], capture_output=True, text=True, check=True)
    return set(done.stdout.splitlines()[-1].split())


def packages(modules: set[str]) -> set[str]:
    """Return the first-level packages and modules of the library among some modules."""
    return {name.split(".")[1] for name in modules if name.startswith("belettre_lexicon.")}


def test_importing_the_library_loads_no_game() -> None:
    """``import belettre_lexicon`` loads neither game, nor what card games share."""
    assert packages(loaded("import belettre_lexicon")) == set()


@pytest.mark.parametrize("arguments", [["check", "école"], ["check", "École", "--maj", "e"]], ids=len)
def test_a_check_of_belettre_loads_no_belote(arguments: list[str]) -> None:
    """``belettre check`` loads neither the second game nor what card games share."""
    modules = loaded(f"from belettre_lexicon.cli.main import main; main({arguments!r})")

    assert "cli" in packages(modules)
    assert packages(modules) & {"belote", "game"} == set()
    assert not any("belote" in name for name in modules)


def test_importing_belote_loads_no_lexicon() -> None:
    """Importing the package of Belote loads no trie, no lexicon and nothing of the other game."""
    modules = loaded("import belettre_lexicon.belote")

    assert "marisa_trie" not in modules
    assert packages(modules) <= {"belote", "errors", "exports", "game"}


def test_all_modules_of_belote_load_no_lexicon() -> None:
    """Nor does any module of it: a whole game of Belote is played without words."""
    code = (
        "import pkgutil, importlib, belettre_lexicon.belote as package\n"
        "for found in pkgutil.walk_packages(package.__path__, package.__name__ + '.'):\n"
        "    importlib.import_module(found.name)\n"
    )
    modules = loaded(code)

    assert "marisa_trie" not in modules
    assert packages(modules) <= {"belote", "errors", "exports", "game"}


def test_the_rules_need_no_game() -> None:
    """The rules of the play and the scores load nothing of a whole game: no machine, no events, no bots."""
    names = {"cards", "options", "rules", "play", "seats", *(f"scoring.{name}" for name in RULES_OF_SCORES)}
    modules = loaded("\n".join(f"import belettre_lexicon.games.belote.{name}" for name in sorted(names)))

    assert "marisa_trie" not in modules
    assert packages(modules) == {"base", "games"}
    games = {name.removeprefix("belettre_lexicon.games.") for name in modules if "belettre_lexicon.games." in name}
    assert games == {"belote", "belote.scoring", "kit", "kit.seats", *(f"belote.{name}" for name in names)}
