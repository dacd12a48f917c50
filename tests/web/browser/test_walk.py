"""Walks all views at all sizes, in both themes and languages: nothing is cut, overlaps, is covered or against WCAG."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no annotations
from playwright.sync_api import Page

from tests.web.browser.conftest import Device
from tests.web.browser.seat_views import seat_views
from tests.web.browser.table_views import finished_views, practice_views, table_views
from tests.web.browser.views import guest_views, page_views, word_views
from tests.web.servers import Server

MEASURE = (Path(__file__).parent / "measure.js").read_text(encoding="utf-8")
#: The views, in parts that take some minutes each, and how many each part has at least. Some need a shared server.
PARTS: dict[str, tuple[Callable[[Page, Server], Iterator[str]], int]] = {
    "words": (word_views, 13),
    "table": (table_views, 19),
    "end": (finished_views, 9),
    "practice": (practice_views, 4),
    "pages": (page_views, 22),
    "guests": (guest_views, 4),
    "seats": (seat_views, 18),
}
SHARED = ("guests", "seats")
#: Width and height of the displays, in CSS pixels. 200 % zoom on a laptop of 1280 by 800 leaves 640 by 400.
SIZES = {
    "small phone": (320, 568),
    "phone": (360, 740),
    "landscape": (740, 360),
    "zoom": (640, 400),
    "laptop": (1280, 720),
    "tv": (1920, 1080),
}
#: Displays that are tapped rather than clicked on.
TAPPED = ("small phone", "phone", "landscape")
#: The display at which axe looks at the views, for each language: another one, so that both are looked at.
AXE_SIZES = {"fr-FR": "phone", "en-GB": "laptop"}
#: What axe looks for in the dark theme, which differs from the light one in its colours alone.
COLOURS = {"runOnly": {"type": "rule", "values": ["color-contrast"]}}
#: How large the visible elements are. If that is the same in both themes, what is measured in one holds in both.
BOXES = """() => {
  const visible = [...document.body.querySelectorAll("*")].filter((one) => one.checkVisibility());
  const boxes = visible.map((one) => one.getBoundingClientRect());
  return JSON.stringify(boxes.map(({ width, height }) => [Math.round(width), Math.round(height)]));
}"""
#: Selectors of texts whose words may be broken anywhere, each with what they are.
BREAKING = {
    ".link": "addresses",
    "code": "hashes",
    ".said": "words beside a card; browsers that know French hyphenate them",
}
#: How the names of views begin that have names of nearly 40 letters, which no column of a phone holds whole.
LONG = "longs-noms"


@pytest.mark.exhaustive
@pytest.mark.parametrize("locale", ["fr-FR", "en-GB"])
@pytest.mark.parametrize("part", PARTS)
def test_every_view_is_whole_at_every_size(
    part: str, locale: str, server: Server, shared: Server, device: Device
) -> None:
    """No text is cut or outside the page, nothing overlaps, buttons fit a thumb, the focus is seen, axe agrees."""
    opened, least = PARTS[part]
    page = device(locale=locale, color_scheme="light", reduced_motion="reduce")
    axe = Axe()
    faults = []
    seen = []
    for name in opened(page, shared if part in SHARED else server):
        seen.append(name)
        for size, (width, height) in SIZES.items():
            page.set_viewport_size({"width": width, "height": height})
            found = page.evaluate(MEASURE, _limits(name, size))
            looks = size == AXE_SIZES[locale]
            if looks:
                found += _violations(axe, page)
            if not _dark_has_the_layout_of_light(page):
                found.append("the dark theme has another layout")
            if looks:
                page.emulate_media(color_scheme="dark")
                found += _violations(axe, page, COLOURS)
                page.emulate_media(color_scheme="light")
            faults += [f"{name}, {size}: {fault}" for fault in found]
        page.set_viewport_size({"width": 360, "height": 740})

    assert len(seen) == len(set(seen)) >= least
    assert not faults, "\n".join(faults)


def _limits(view: str, size: str) -> dict[str, object]:
    """What is allowed in a view at a size, as the script takes it."""
    width, height = SIZES[size]
    breaking = [*BREAKING, *(["body"] if view.startswith(LONG) else [])]
    return {
        "width": width,
        "height": height,
        "phone": size in TAPPED,
        "breaking": ", ".join(breaking),
        "still": size == "phone",
    }


def _dark_has_the_layout_of_light(page: Page) -> bool:
    """Whether elements are as large in the dark theme as in the light one; a page that a live update changed meanwhile
    (its light layouts before and after differ) is measured again.
    """
    for _ in range(5):
        before = page.evaluate(BOXES)
        page.emulate_media(color_scheme="dark")
        dark = page.evaluate(BOXES)
        page.emulate_media(color_scheme="light")
        if dark == before:
            return True
        if page.evaluate(BOXES) == before:
            return False
    return False


def _violations(axe: Axe, page: Page, options: dict[str, Any] | None = None) -> list[str]:
    """What axe finds in a page, against WCAG or best practices."""
    answer = axe.run(page, options=options).response
    assert answer["passes"], "axe looked at nothing"
    return [
        f"axe: {one['id']}: {'; '.join(node['html'][:200] for node in one['nodes'][:3])}"
        for one in answer["violations"]
    ]


#: A page with every fault that can be measured, each at an element of its own, and elements without a fault.
FAULTY = """
<!doctype html><html lang="fr"><meta name="viewport" content="width=device-width"><style>
  body { margin: 0; font: 16px/1.4 sans-serif; }
  button, input, select { min-height: 44px; }
  #moving { transition: color .1s; }
  .dock { position: fixed; bottom: 0; left: 0; width: 100%; height: 350px; background: #fff; }
</style><main>
  <p id="nowrap" style="width: 5rem; overflow: hidden; white-space: nowrap">des mots sans fin</p>
  <p id="low" style="height: 1rem; overflow: hidden">deux<br>lignes</p>
  <p id="outside" style="margin-left: -3rem">à gauche de la page</p>
  <p id="wide" style="width: 400px; white-space: nowrap">bien plus large qu'un téléphone, même que la page</p>
  <select id="narrow" style="width: 4rem"><option>un choix bien trop long</option></select>
  <p><button id="under" style="width: 6rem">un</button>
    <button id="over" style="margin-left: -3rem; width: 6rem">deux</button></p>
  <button id="tiny" style="min-height: 0; height: 20px; padding: 0">petit</button>
  <p class="aloud" style="width: 1px; height: 1px; overflow: hidden">entendu, pas vu</p>
  <p style="width: 4rem; overflow-wrap: anywhere"><b id="broken">anticipation</b> <b id="hyphen">porte-clefs</b></p>
  <p id="moving">en mouvement</p>
  <p id="space">une espace sécable !</p> <p id="no-break">une espace insécable\u00a0!</p> <p lang="en">English: no ?</p>
  <p id="scrolls" style="width: 5rem; overflow: auto; white-space: nowrap">on peut le faire défiler</p>
  <div style="height: 200px"></div><button id="hidden-behind">derrière</button>
</main><div class="dock"><button id="front">devant</button></div></html>
"""


def test_the_measurement_finds_every_fault(phone: Page) -> None:
    """Each fault of a page made of faults is found, and nothing is found at its other elements."""
    phone.set_content(FAULTY)
    faults = phone.evaluate(MEASURE, {"width": 360, "height": 640, "phone": True, "breaking": "", "still": True})

    def found(kind: str) -> str:
        return " ".join(fault for fault in faults if fault.startswith(kind))

    assert "px wide" in found("the page is")
    for where in ("#nowrap", "#low", "#outside", "#wide", "#narrow"):
        assert where in found("cut"), where
    assert "#under" in found("overlap") and "#over" in found("overlap")
    assert "« anticipation »" in found("broken") and "#hyphen" not in found("broken")
    assert "#tiny" in found("small") and "#front" not in found("small")
    assert "#hidden-behind" in found("covered") and "#front" not in found("covered")
    assert "#moving" in found("moves")
    assert "#space" in found("spaces") and "#no-break" not in found("spaces") and "English" not in found("spaces")
    assert "350 of 640 px" in found("the dock")
    assert not any(free in " ".join(faults) for free in ("entendu", "#scrolls"))
