"""Bots: players that are programs. Start reading at ``Bot``.

A bot is given a *view* of the game, which has what its own seat may know, never the game itself, and returns one of the
actions that the view lists.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Protocol, TypeVar

from ...base.errors import ArgumentError

ViewT = TypeVar("ViewT", contravariant=True)
ActionT = TypeVar("ActionT", covariant=True)


class Bot(Protocol[ViewT, ActionT]):
    """The interface of bots. Each game names its own: a bot that is given its views and returns its actions."""

    def choose(self, view: ViewT) -> ActionT:
        """Return one of ``view.actions``, which must not be empty, with what it leaves to the player filled in."""
        ...


class ViewWithActions(Protocol[ActionT]):
    """What a bot that knows no game needs of a view."""

    @property
    def actions(self) -> Sequence[ActionT]:
        """The actions that are legal for the seat now."""
        ...


class RandomBot:
    """A bot that takes any of its legal actions, each as likely as the others.

    rng  the source of its choices; None for one with an unknown seed
    """

    __slots__ = ("_rng",)

    def __init__(self, rng: random.Random | None = None) -> None:
        self._rng = rng or random.Random()

    def choose(self, view: ViewWithActions[ActionT]) -> ActionT:
        """Return a random action from ``view.actions``."""
        return self._rng.choice(view.actions)


def check_kind(kind: str, kinds: Sequence[str]) -> None:
    """Raise ArgumentError if *kind* is not one of the kinds of bot of a game."""
    if kind not in kinds:
        raise ArgumentError(f"bot {kind!r:.40}: expected one of {', '.join(kinds)}")
