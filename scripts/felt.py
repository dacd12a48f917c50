"""What the scripts that draw plis for the pages share: the felt with its colours, and how the pictures are kept.

``draw_plis``, ``draw_manche`` and ``draw_belote`` use it. Start reading at ``keep_pictures``.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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


def keep_pictures(pictures: dict[Path, str], description: str, arguments: list[str] | None) -> int:
    """Write the pictures that are missing or out of date; return the exit status of the command.

    With --check among the arguments nothing is written, and the status is 1 if a picture would be.
    """
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--check", action="store_true", help="write nothing; status 1 when a picture is out of date")
    check = parser.parse_args(arguments).check
    stale = []
    for path, text in pictures.items():
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        stale.append(path)
        if not check:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    for path in stale:
        print(f"{'out of date' if check else 'written'}: {path.relative_to(ROOT)}", file=sys.stderr if check else None)
    return int(check and bool(stale))
