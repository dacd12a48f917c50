"""The felt with its colours, on which ``draw_plis``, ``draw_manche`` and ``draw_belote`` draw the plis of the pages."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
#: Pixels: the felt, and each of the four places on it.
WIDTH, HEIGHT, PLACE = 680, 176, 160
#: The colours of the server's pages (belettre.css).
FELT, EDGE, CARD, INK, RED, GOLD, BACK = "#1d5142", "#164034", "#fffaf0", "#211d17", "#a3281e", "#f2c25c", "#8a5a34"


def felt(sentence: str, style: str, drawn: Iterable[str]) -> str:
    """Return a picture as SVG: the felt, and on it what was drawn.

    sentence  what the picture shows, for those who do not see it; escaped already
    style     the style of the texts besides the names of the seats
    """
    return "\n".join(
        [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
            f' role="img" aria-label="{sentence}">',
            f"<title>{sentence}</title>",
            "<style>text{text-anchor:middle;font-family:Georgia,'DejaVu Serif',serif}"
            f".seat{{font-size:14px;fill:#d2e3d5}}.takes{{fill:{GOLD};font-weight:bold}}{style}</style>",
            f'<rect width="{WIDTH}" height="{HEIGHT}" rx="14" fill="{FELT}" stroke="{EDGE}" stroke-width="4"/>',
            *drawn,
            "</svg>\n",
        ]
    )
