"""Refusals: a value for each rule that forbids an action, and the exception that lists all of them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ...base.errors import BelettreError


class ActionRefusal(msgspec.Struct, frozen=True):
    """A rule that forbids an action. Each game defines a subclass with its own REASONS.

    reason    a key of REASONS
    value     the card, seat or letter that is not allowed, as text; "" if the reason needs no value
    expected  what would be legal instead, as text; "" if there is no single alternative
    """

    #: Reason → the id of the broken rule, and the text that errors show.
    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = {}

    reason: str
    value: str = ""
    expected: str = ""

    @property
    def rule(self) -> str:
        """The id of the broken rule in the rules of the game, such as "P3"."""
        return self.REASONS[self.reason][0]

    def __str__(self) -> str:
        details = ", expected ".join(filter(None, (self.value, self.expected)))
        return f"{self.rule}: {self.REASONS[self.reason][1]}{f' ({details})' if details else ''}"


class IllegalActionError(BelettreError):
    """Raised if an action is not legal. ``refusals`` lists every rule that forbids it. The game has not changed."""

    def __init__(self, action: object, refusals: tuple[ActionRefusal, ...]) -> None:
        super().__init__(f"{type(action).__name__}: {'; '.join(map(str, refusals))}")
        self.action = action
        self.refusals = refusals
