"""The documentation site: it is built without a warning, has every public name, and loads nothing from elsewhere."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from sphinx.util.inventory import InventoryFile

from scripts import build_site
from scripts.pages.docstrings import as_rest
from scripts.pages.public_names import PACKAGES, public_names

#: Tags whose attribute of this name makes a browser load something.
LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once."""
    folder = tmp_path_factory.mktemp("site") / "html"
    assert build_site.build(folder)
    return folder


class Page(HTMLParser):
    """The ids and links of a page, and what it loads."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self.path = path
        self.ids: set[str] = set()
        self.links: list[str] = []
        self.loads: list[str] = []
        self.feed(path.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        self.ids.add(values.get("id", ""))
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if tag in LOADS and LOADS[tag] in values:
            self.loads.append(values[LOADS[tag]])


@pytest.fixture(scope="module")
def pages(site: Path) -> dict[Path, Page]:
    """Every page of the site by its path."""
    return {path: Page(path) for path in site.rglob("*.html")}


def test_every_public_name_has_an_entry(site: Path) -> None:
    """Each name in ``__all__`` of the four packages is in the reference, under the path that a program imports."""
    inventory = InventoryFile.loads((site / "objects.inv").read_bytes(), uri="")
    entries = {name for kind in inventory.data if kind.startswith("py:") for name in inventory.data[kind]}
    wanted = {one.path for package in PACKAGES for one in public_names(package)}

    assert len(wanted) > 200
    assert sorted(wanted - entries) == []


def test_nothing_is_loaded_from_another_host(site: Path, pages: dict[Path, Page]) -> None:
    """Pages load scripts, styles, fonts and pictures from the site only; links may lead elsewhere."""
    loaded = {address for page in pages.values() for address in page.loads}
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    loaded |= set(re.findall(r"url\(\s*['\"]?([^)'\"]+)", styles)) | set(
        re.findall(r"@import\s+['\"]([^'\"]+)", styles)
    )

    assert len(loaded) > 10
    assert [address for address in sorted(loaded) if urlsplit(address).netloc] == []


def test_scripts_name_no_other_host(site: Path) -> None:
    """No script asks another host: the addresses in them are in comments, or name what XML is called by."""
    for path in site.rglob("*.js"):
        code = re.sub(r"/\*.*?\*/|^\s*//.*$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
        if path.name != "searchindex.js":
            assert set(re.findall(r"https?://[\w.]+", code)) <= {"http://www.w3.org"}, path.name


def _inside(page: Page, site: Path) -> Iterator[tuple[Path, str]]:
    """Yield the files of the site that a page leads to or loads, each with the heading."""
    for address in [*page.links, *page.loads]:
        parts = urlsplit(address)
        if not parts.scheme and not parts.netloc:
            target = (page.path.parent / unquote(parts.path)).resolve() if parts.path else page.path
            yield target, unquote(parts.fragment)


def test_links_inside_lead_somewhere(site: Path, pages: dict[Path, Page]) -> None:
    """Every link and picture of the site is in the folder, and the heading that a link names is on its page."""
    broken = [
        f"{page.path.relative_to(site)}: {target.name}#{heading}"
        for page in pages.values()
        for target, heading in _inside(page, site)
        if not target.is_file() or (heading and target in pages and heading not in pages[target].ids)
    ]

    assert len(pages) > 50
    assert broken == []


def test_docstrings_become_lists_and_links() -> None:
    """A column of names becomes a list, also where a description goes on or begins on the next line."""
    text = "card  the ``Card``,\n      face up\nfirst, second\n      two ``words``"

    assert as_rest(text, lambda code: "cards.Card" if code == "Card" else None) == [
        "``card``",
        "   the :py:obj:`Card <cards.Card>`, face up",
        "``first``, ``second``",
        "   two ``words``",
        "",
    ]
    assert as_rest(">>> 1\n1\n\n    a → b", lambda code: None) == [">>> 1", "1", "", "::", "", "       a → b", ""]


def test_a_folder_with_other_files_is_left_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command replaces a site, never anything else."""
    (tmp_path / "thesis.txt").write_text("mine", encoding="utf-8")
    monkeypatch.setattr("sys.argv", ["build_site", str(tmp_path)])

    assert build_site.main() == 1
    assert [path.name for path in tmp_path.iterdir()] == ["thesis.txt"]
