"""DAWG2: a compiled word graph in C++."""

from __future__ import annotations

from collections.abc import Callable

import dawg


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Build a graph of all words."""
    return {"DAWG2: membership": dawg.DAWG(sorted(words)).__contains__}
