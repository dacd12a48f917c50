"""Floor 1. A dispatch table: which function handles a value, by the type of the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


class Dispatch(dict[type, Callable[Concatenate[Any, P], R]]):
    """Type → the function for values of exactly that type, which takes the value first.

    A dict that checks at its making, through ``on``, that each function takes the type it is listed for.

    >>> text = Dispatch[[str], str]().on(int, lambda number, unit: f"{number} {unit}")
    >>> text[int](3, "points")
    '3 points'
    """

    def on(self, kind: type[T], function: Callable[Concatenate[T, P], R]) -> Self:
        """Handle values of *kind* by *function*; returns the table, so that calls can be chained."""
        self[kind] = function
        return self
