"""The two sides of a match between bots, as ``--players`` of the commands ``simulate`` names them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from .terminal import UnusableInputError

Kind = TypeVar("Kind", bound=str)


def parse_sides(players: str, known: Sequence[Kind]) -> tuple[Kind, Kind]:
    """Parse the value of ``--players``, such as "strong,random", into the kinds of bot of the two sides.

    known  the kinds of bot

    A single name stands for both sides. Raises UnusableInputError for an unknown name or for more than two names.
    """
    names = [name.strip() for name in players.split(",")]
    kinds = [kind for name in names for kind in known if kind == name]
    if len(names) > 2 or len(kinds) != len(names):
        raise UnusableInputError(f"--players {players!r:.60}: expected one or two of {', '.join(known)}")
    return kinds[0], kinds[-1]
