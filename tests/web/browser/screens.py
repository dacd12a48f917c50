"""Writes the screenshots in docs/screens: ``python -m tests.web.browser.screens docs/screens``, from the root."""

from __future__ import annotations

import io
import shutil
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import Page, sync_playwright

from tests.web.browser.conftest import ARGUMENTS
from tests.web.browser.views import views
from tests.web.servers import serving

#: Views that the guides show, and those of which they show a dark version too.
_SHOWN = (
    *("accueil", "verdict-refuse", "verdict-valide", "famille", "question", "lexique", "hors-ligne", "introuvable"),
    *("table-debut", "belettre", "carte-manquante", "table", "passe", "arbitrer", "raisons", "cartes-cachees"),
    *("feuille", "entrainement", "fin", "marque", "juge-valide"),
    *("apprendre-lettres", "apprendre-refus", "apprendre-piege", "apprendre-couper"),
)
_DARK = ("accueil", "table", "verdict-refuse", "entrainement", "marque")
#: Number of colours of a screenshot. A palette makes the files three times smaller.
_COLOURS = 160


def write_screens(folder: Path) -> None:
    """Write a screenshot of each view on a phone of 360 by 640 pixels, and dark versions of some."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as running,
        tempfile.TemporaryDirectory() as kept,
        serving(f"sqlite:///{kept}/g.db") as server,
    ):
        chromium = running.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for scheme in ("light", "dark"):
            context = chromium.new_context(
                viewport={"width": 360, "height": 640},
                has_touch=True,
                is_mobile=True,
                locale="fr-FR",
                color_scheme=scheme,
                reduced_motion="reduce",
            )
            page = context.new_page()
            for name in views(page, server):
                if name in (_SHOWN if scheme == "light" else _DARK):
                    write_picture(page, folder / f"{name}{'-sombre' if scheme == 'dark' else ''}.png")
        chromium.close()


def write_picture(page: Page, path: Path, width: int = 0) -> None:
    """Write a screenshot of a page with a palette, at most *width* pixels wide; 0 for its own width."""
    picture = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    if 0 < width < picture.width:
        picture = picture.resize((width, width * picture.height // picture.width), Image.Resampling.LANCZOS)
    picture.quantize(_COLOURS).save(path, optimize=True)


if __name__ == "__main__":
    write_screens(Path(sys.argv[1]))
