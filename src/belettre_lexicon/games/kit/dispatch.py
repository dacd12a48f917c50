"""Dispatch by type: selects the function that handles a value by the exact type of the value."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Concatenate, ParamSpec, Self, TypeVar

T = TypeVar("T")
P = ParamSpec("P")
R = TypeVar("R")


class Dispatch(dict[type, Callable[Concatenate[Any, P], R]]):
    """A dict from a type to the function that handles values of exactly that type, subclasses excluded.

    Each function takes the value as its first argument. Build the dict with ``on``, so that the type checker verifies
    that each function accepts the type for which it is registered.

    >>> text = Dispatch[[str], str]().on(int, lambda number, unit: f"{number} {unit}")
    >>> text[int](3, "points")
    '3 points'
    """

    def on(self, kind: type[T], function: Callable[Concatenate[T, P], R]) -> Self:
        """Register *function* for values of type *kind*. Return the dict itself, so that calls can be chained."""
        self[kind] = function
        return self
