"""``KINDS``, the kinds of games of the server: a new kind is a subclass of ``tables.kind.Kind``, added here."""

from __future__ import annotations

from ..tables.registry import AnyGame
from .belettre.kind import BelettreTable
from .belote.kind import BeloteSheet

KINDS: tuple[type[AnyGame], ...] = (BelettreTable, BeloteSheet)
