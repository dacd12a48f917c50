"""The tables of French lemmas of spaCy (spacy-lookups-data), without a pipeline."""

from __future__ import annotations

from collections.abc import Callable

from spacy.lookups import load_lookups


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Load the table; return tasks for membership, and for the lemma, which comes closest to readings."""
    table = load_lookups("fr", ["lemma_lookup"]).get_table("lemma_lookup")
    return {
        "spaCy lookups: membership": table.__contains__,
        "spaCy lookups: readings (lemma only)": table.get,
    }
