"""Grammalecte's word graph, as Debian packages it (python3-grammalecte)."""

from __future__ import annotations

from collections.abc import Callable

from grammalecte.graphspell.ibdawg import IBDAWG


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the graph; return tasks for spelling, analysis and suggestions."""
    graph = IBDAWG("fr-allvars.json")
    return {
        "Grammalecte: membership": graph.isValid,
        "Grammalecte: readings": graph.getMorph,
        "Grammalecte: suggest": lambda word: list(graph.suggest(word)),
    }
