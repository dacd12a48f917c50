"""Floor 1. Why an action is not legal: one value for each rule against it, and the error that holds them all."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, ClassVar

import msgspec

from ..errors import BelettreError


class ActionRefusal(msgspec.Struct, frozen=True):
    """One rule against an action. A game derives its own class, which hands in its REASONS.

    reason    a key of REASONS
    value     the offending card, seat or letter as text; "" when the reason alone says it
    expected  what would be legal instead; "" when that is not one thing
    """

    #: Reason → the id of the rule it rests on, and the text that errors show.
    REASONS: ClassVar[Mapping[Any, tuple[str, str]]] = {}

    reason: str
    value: str = ""
    expected: str = ""

    @property
    def rule(self) -> str:
        """The id of the rule, as in the rule book of the game."""
        return self.REASONS[self.reason][0]

    def __str__(self) -> str:
        details = ", expected ".join(filter(None, (self.value, self.expected)))
        return f"{self.rule}: {self.REASONS[self.reason][1]}{f' ({details})' if details else ''}"


class IllegalActionError(BelettreError):
    """Raised when an action is not legal; ``refusals`` lists every rule against it. The game has not changed."""

    def __init__(self, action: object, refusals: tuple[ActionRefusal, ...]) -> None:
        super().__init__(f"{type(action).__name__}: {'; '.join(map(str, refusals))}")
        self.action = action
        self.refusals = refusals
