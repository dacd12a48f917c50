"""Asks spaCy's small French model for lemmas and names (needs the extra ``spacy`` and the model MODEL).

The model does not decide which words a paragraph has: ``cutting`` finds them, then the model is asked about each.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from spacy.language import Language

    from .tally import Analysis

#: The name of the model, a Python package.
MODEL = "fr_core_news_sm"


def is_installed() -> bool:
    """Return whether spaCy and the model are installed, without loading them."""
    return find_spec("spacy") is not None and find_spec(MODEL) is not None


def load_model() -> Language:
    """Load the model and return it, without its parser, which is not needed. Call it only if ``is_installed()``."""
    import spacy

    return spacy.load(MODEL, exclude=["parser"])


def analyser(model: Language) -> Callable[[str], Analysis]:
    """Return a function that takes a paragraph, analyses it with *model* and returns its ``Analysis``, a function too.

    The ``Analysis`` takes the start and the end of a word, as indexes in the paragraph, and returns a pair: the lemma
    ("" if the word is not exactly one token of the model), and whether any token of the word belongs to a name.
    """

    def analyse(paragraph: str) -> Analysis:
        doc = model(paragraph)

        def of(start: int, end: int) -> tuple[str, bool]:
            tokens = list(doc.char_span(start, end, alignment_mode="expand") or ())
            lemma = tokens[0].lemma_ if len(tokens) == 1 else ""
            return lemma, any(token.ent_type_ for token in tokens)

        return of

    return analyse
