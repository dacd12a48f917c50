"""spaCy's look-up tables of French lemmas (spacy-lookups-data), without a pipeline."""

from __future__ import annotations

from collections.abc import Callable

from spacy.lookups import load_lookups


def load(words: list[str]) -> dict[str, Callable[[str], object]]:
    """Membership, and the lemma as the nearest thing to readings."""
    table = load_lookups("fr", ["lemma_lookup"]).get_table("lemma_lookup")
    return {
        "spaCy lookups: membership": table.__contains__,
        "spaCy lookups: readings (lemma only)": table.get,
    }
