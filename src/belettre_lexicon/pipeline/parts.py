"""A part of the compiled file on its way to ``lexicon.container.write``."""

from __future__ import annotations

#: Name of eight characters at most, bytes, number of items.
Part = tuple[str, bytes, int]
