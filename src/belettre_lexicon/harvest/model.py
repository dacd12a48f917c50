"""Asks spaCy's small French model for lemmas and names (extra ``spacy``, and the model).

The words of a paragraph are those that ``cutting`` finds, with the model as without it: it is only asked about them.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language

    from .tally import Analysis

#: The model that is used where it is installed.
MODEL = "fr_core_news_sm"


def is_installed() -> bool:
    """Return whether the model is installed, without loading it."""
    return find_spec("spacy") is not None and find_spec(MODEL) is not None


def load_model() -> Language:
    """Return the model without its parser, which no lemma and no name needs."""
    import spacy

    return spacy.load(MODEL, exclude=["parser"])


def analyser(model: Language) -> Callable[[str], Analysis]:
    """Return the function that analyses a paragraph with a model of spaCy."""

    def analyse(paragraph: str) -> Analysis:
        doc = model(paragraph)

        def of(start: int, end: int) -> tuple[str, bool]:
            tokens = list(doc.char_span(start, end, alignment_mode="expand") or ())
            lemma = tokens[0].lemma_ if len(tokens) == 1 else ""
            return lemma, any(token.ent_type_ for token in tokens)

        return of

    return analyse
