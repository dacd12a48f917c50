"""Writes pictures of the moments at a table, at many sizes, for docs/table-faces.md.

    python -m tests.web.browser.faces docs/screens/after

from the root. The same moments of earlier pages are in docs/screens/before.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Literal, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from tests.web.browser.conftest import ARGUMENTS
from tests.web.browser.hands import begin, open_game
from tests.web.browser.screens import write_picture
from tests.web.browser.seat_views import seat_views
from tests.web.browser.table_views import PRACTICE, lay_refused_in_practice
from tests.web.browser.views import guest_views, views
from tests.web.servers import Server, serving


class Face(NamedTuple):
    """A view on a display. The picture has the name of the view, with the display, theme and language if unusual."""

    view: str
    display: str = "phone"
    scheme: Literal["light", "dark"] = "light"
    locale: str = "fr-FR"

    @property
    def name(self) -> str:
        """The name of the picture's file, without its ending."""
        parts = [self.view, self.display, self.scheme, self.locale[:2]]
        return "-".join([self.view, *(part for part in parts[1:] if part not in ("phone", "light", "fr"))])


#: Width and height of the displays in CSS pixels.
DISPLAYS = {
    "phone": (360, 740),
    "320": (320, 568),
    "landscape": (740, 360),
    "laptop": (1280, 720),
    "tv": (1920, 1080),
}
#: The pictures are at most so wide.
_WIDTH = 720
#: A moment that this module makes itself, because the views cannot wait in it.
AT_ONCE = "entrainement-aussitot"
#: Views that are shown on a phone, in the order of a game.
_ON_PHONES = (
    *("table-debut", "table", "mot-refuse", "il-a-dit", "raisons", "quatrieme-mot", "passe", "pli-perdu"),
    *("cartes-cachees", "ramasse", "piege", "manche-finie", "manche-points", "feuille", "feuille-du-mot"),
    *("entrainement", AT_ONCE, "entrainement-refuse", "longs-noms", "fin", "fin-points", "feuille-finie", "analyse"),
    *("invite", "inviter", "place-libre", "place-demandee", "joueur-attend", "joueur-tour", "joueur-carte-posee"),
    *("joueur-carte-cachee", "arbitre-demande", "arbitre-carte", "arbitre-places", "arbitre-place"),
    *("longs-noms-arbitre", "longs-noms-joueur"),
)
FACES = (
    *(Face(view) for view in _ON_PHONES),
    *(Face(view, "320") for view in ("table-debut", "table", "longs-noms", "manche-points", "joueur-tour")),
    *(Face(view, "landscape") for view in ("table-debut", "table", "quatrieme-mot", "joueur-tour", "arbitre-carte")),
    *(Face(view, "laptop") for view in ("table-debut", "table", "mot-refuse", "il-a-dit", "quatrieme-mot")),
    *(Face(view, "laptop") for view in ("fin", "feuille-finie", "longs-noms", "joueur-tour", "arbitre-carte")),
    *(Face(view, scheme="dark") for view in ("table", "quatrieme-mot", "il-a-dit", "fin", "joueur-tour")),
    *(Face(view, "tv") for view in ("table", "ecran", "ecran-pli-fini")),
    Face("ecran", "tv", "dark"),
    Face("table", locale="en-GB"),
)


def write_faces(folder: Path) -> None:
    """Write a picture of each of ``FACES`` to *folder*."""
    folder.mkdir(parents=True, exist_ok=True)
    with (
        sync_playwright() as running,
        tempfile.TemporaryDirectory() as kept,
        serving(f"sqlite:///{kept}/own.db") as server,
        serving(f"sqlite:///{kept}/shared.db", "--lan") as shared,
    ):
        chromium = running.chromium.launch(executable_path=shutil.which("chromium"), args=ARGUMENTS)
        for locale in sorted({face.locale for face in FACES}):
            page = _page(chromium, locale)
            left = {face for face in FACES if face.locale == locale}
            for view in _moments(page, server, shared):
                for face in {face for face in left if face.view == view}:
                    _write(page, face, folder)
                    left.remove(face)
                if not left:
                    break
            assert not left, f"the views do not show {left}"
        chromium.close()


def _page(chromium: Browser, locale: str) -> Page:
    width, height = DISPLAYS["phone"]
    options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "has_touch": True, "is_mobile": True}
    context = chromium.new_context(locale=locale, reduced_motion="reduce", **options)
    context.set_default_timeout(10_000)
    return context.new_page()


def _write(page: Page, face: Face, folder: Path) -> None:
    """Write a picture of the page on the display of *face*, and give the page back as it was."""
    usual = page.viewport_size
    width, height = DISPLAYS[face.display]
    page.set_viewport_size({"width": width, "height": height})
    page.emulate_media(color_scheme=face.scheme)
    page.evaluate("new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))")
    write_picture(page, folder / f"{face.name}.png", _WIDTH)
    page.emulate_media(color_scheme="light")
    assert usual is not None
    page.set_viewport_size(usual)


def _moments(page: Page, server: Server, shared: Server) -> Iterator[str]:
    yield from views(page, server)
    yield from guest_views(page, shared)
    yield from seat_views(page, shared)
    yield from _refusal_at_once(page, server)


def _refusal_at_once(page: Page, server: Server) -> Iterator[str]:
    """A refused word in practice as the page first shows it, before it hears of what the bots did next."""
    page.add_init_script("""
        const listen = EventSource.prototype.addEventListener;
        EventSource.prototype.addEventListener = function (kind, heard) {
          listen.call(this, kind, (event) => { if (!window.deaf) heard(event); });
        };
    """)
    code, _ = begin(server, **PRACTICE)
    open_game(page, server, code)
    page.wait_for_timeout(300)
    page.evaluate("window.deaf = true")
    lay_refused_in_practice(page)
    yield AT_ONCE


if __name__ == "__main__":
    write_faces(Path(sys.argv[1]))
