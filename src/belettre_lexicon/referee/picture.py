"""Draws word families as SVG pictures.

The words are arranged by Graphviz: both its Python package (extra ``plots``) and its program « dot » must be installed.
"""

from __future__ import annotations

import subprocess
from collections.abc import Sequence

from ..base.errors import ArgumentError, BelettreError
from ..lexicon.kin.kinship import Family
from .catalogue import Catalogue
from .families import derivation_text, lexeme_text

#: The most words in one picture; a larger one would be unreadable. The tree in the terminal has no limit.
MAX_WORDS = 600
#: The colours of lines and text, of the boxes of words, and of the box of the word whose family is drawn.
_INK, _PAPER, _HIGHLIGHT = "#1f2937", "#f3f4f6", "#fde68a"


def draw_families(families: Sequence[Family], word: str, say: Catalogue, *, seconds: float | None = None) -> str:
    """Return a picture of the families of *word* as SVG text, in which *word* is highlighted.

    The picture is empty if there are no families. Graphviz is stopped after *seconds*; None to wait for as long as it
    takes. Raises ArgumentError if the families have more than MAX_WORDS words together, and BelettreError if Graphviz
    is missing, fails or is stopped.
    """
    try:
        import graphviz
    except ImportError:
        raise BelettreError(
            "pictures need the Python package graphviz: pip install 'belettre-lexicon[plots]'"
        ) from None
    chart = graphviz.Digraph(comment=say("family.title", root=word), format="svg")
    chart.attr(rankdir="LR", nodesep="0.12", ranksep="0.5", bgcolor="transparent")
    chart.attr(
        "node",
        shape="box",
        style="rounded,filled",
        fontname="sans-serif",
        fontsize="12",
        color=_INK,
        fillcolor=_PAPER,
        margin="0.1,0.05",
    )
    chart.attr("edge", fontname="sans-serif", fontsize="9", color=_INK, fontcolor=_INK, arrowsize="0.6", dir="back")
    drawn = sum(map(len, families))
    if drawn > MAX_WORDS:
        raise ArgumentError(f"the family of {word!r} has {drawn} words: too many for a picture ({MAX_WORDS})")
    for family in families:
        meant = family.meant_by(word)
        for lexeme in family.members:
            chart.node(
                str(lexeme.number),
                f"{graphviz.escape(lexeme.spelling)}\\n{graphviz.escape(lexeme_text(lexeme, say))}",
                fillcolor=_HIGHLIGHT if lexeme in meant else _PAPER,
            )
        for base, children in family.children.items():
            for child in children:
                link = family.links[child]
                chart.edge(str(base.number), str(child.number), graphviz.escape(derivation_text(link, say)))
    # Graphviz's Python package has no time limit for the program, so the program is run here.
    source: str = chart.source
    try:
        done = subprocess.run(["dot", "-Tsvg"], input=source.encode(), capture_output=True, timeout=seconds, check=True)
    except FileNotFoundError:
        raise BelettreError(
            "pictures need Graphviz: its program « dot » was not found (Debian: apt install graphviz)"
        ) from None
    except subprocess.TimeoutExpired:
        raise BelettreError(f"Graphviz was stopped: it drew the family of {word!r} for {seconds:g} seconds") from None
    except (OSError, subprocess.CalledProcessError) as error:
        raise BelettreError(f"Graphviz cannot draw the family of {word!r}: {error}") from None
    return done.stdout.decode("utf-8")
