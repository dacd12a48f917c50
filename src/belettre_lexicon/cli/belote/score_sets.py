"""The sets of house rules of ``belote score``: those by name, and those that a table has kept as its own.

Sets that were kept are in a file of the user's data folder, an object of options by the name of the set::

    {"jeudi": {"game": "coinche", "rounding": "nearest", "target": 1500}}

Start reading at ``chosen_rules``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from ...base.errors import ArgumentError
from ...games.belote.marque.sets import SETS, rules_of_set
from ...games.belote.rules import BeloteRules
from ...referee.belote.house_rules import flags_text
from ...referee.catalogue import Catalogue
from ..kit.save_file import data_folder
from ..kit.terminal import UnusableInputError
from .commands import BeloteScoreCommand

#: The file of the table's own sets, in the user's data folder.
_FILE = "belote/sets.json"
#: The most sets of a file, and the most characters of a name.
_MOST_SETS, _MOST_NAME = 100, 40


def chosen_rules(command: BeloteScoreCommand) -> BeloteRules:
    """Return the house rules of ``--set``, with the options typed beside it; ``--keep-set`` keeps them under a name.

    Raises ArgumentError for an unknown set or an option that is not allowed, UnusableInputError if the file of kept
    sets cannot be used.
    """
    rules = command.rules() if command.set is None else rules_of_set(command.set, own_sets(), command.chosen)
    if command.keep_set is not None:
        _keep(command.keep_set, rules)
    return rules


def own_sets() -> dict[str, dict[str, Any]]:
    """Return the sets that were kept before, by name; {} if there are none.

    Raises UnusableInputError if their file cannot be read.
    """
    path = _path()
    try:
        found = json.loads(path.read_text(encoding="utf-8")) if path is not None and path.exists() else {}
    except (OSError, ValueError) as error:
        raise UnusableInputError(f"{path}: {error}") from error
    if not isinstance(found, dict) or not all(isinstance(one, dict) for one in found.values()):
        raise UnusableInputError(f"{path}: expected an object of sets, each an object of options")
    return found


def set_lines(say: Catalogue) -> Iterator[str]:
    """Yield a line for each set: its name, what it is, and the flags that stand for it."""
    for name, options in SETS.items():
        yield say("sets.line", name=name, about=say(f"sets.{name}"), flags=flags_text(options)).rstrip()
    for name, options in own_sets().items():
        yield say("sets.line", name=name, about=say("sets.own"), flags=flags_text(options)).rstrip()


def _keep(name: str, rules: BeloteRules) -> None:
    if name in SETS or not 0 < len(name) <= _MOST_NAME or not name.replace("-", "").isalnum():
        raise ArgumentError(f"--keep-set {name!r:.60}: expected a name of letters, digits and hyphens of its own")
    path, sets = _path(), {**own_sets(), name: rules.as_dict()}
    if path is None:
        raise UnusableInputError("--keep-set: there is no data folder, install belettre-lexicon[table]")
    if len(sets) > _MOST_SETS:
        raise ArgumentError(f"--keep-set {name!r:.60}: expected at most {_MOST_SETS} sets")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(json.dumps(sets, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")
    except OSError as error:
        raise UnusableInputError(f"{path}: {error}") from error


def _path() -> Path | None:
    folder = data_folder()
    return None if folder is None else folder / _FILE
