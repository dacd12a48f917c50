"""The documentation site: it is built without a warning, has every public name, and loads nothing from elsewhere.

Only an exhaustive run builds it, which takes Sphinx a minute. The pages that are made from the code are looked at in
every run.
"""

from __future__ import annotations

import os
import re
import time
import zlib
from collections.abc import Iterator
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest

from belettre_lexicon import REASONS, HouseRules
from belettre_lexicon.belote import OPTIONS
from belettre_lexicon.web.api.operations import operations_of
from belettre_lexicon.web.kinds import KINDS
from scripts import build_site
from scripts.pages import commands, reference, server_api, tables
from scripts.pages.docstrings import as_rest
from scripts.pages.public_names import PACKAGES, public_names
from scripts.pages.stage import PROJECT, stage

#: Tags whose attribute of this name makes a browser load something.
LOADS = {"script": "src", "img": "src", "link": "href", "iframe": "src", "source": "src", "object": "data"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of the site, built once; the processes of one run share it."""
    base = tmp_path_factory.getbasetemp()
    shared = (base.parent if "PYTEST_XDIST_WORKER" in os.environ else base) / "site"
    outcome = shared / "outcome"
    try:
        shared.mkdir()
    except FileExistsError:
        while not outcome.exists():
            time.sleep(0.2)
    else:
        built = False
        try:
            built = build_site.build(shared / "html")
        finally:
            (shared / "unfinished").write_text("built" if built else "failed", encoding="utf-8")
            (shared / "unfinished").rename(outcome)
    assert outcome.read_text(encoding="utf-8") == "built"
    return shared / "html"


def test_the_sources_have_every_public_name_option_and_operation() -> None:
    """The pages made from the code have each public name, each house rule of both games, and each operation."""
    names, words, operations = ("\n".join(module.pages().values()) for module in (reference, tables, server_api))

    wanted = {one.path for package in PACKAGES for one in public_names(package)}
    assert sorted(wanted - set(re.findall(r"^\.\. [\w:]+:: (\S+)$", names, re.MULTILINE))) == []
    offered = [option.flag for option in OPTIONS if option.is_offered]
    assert [name for name in [*HouseRules().as_dict(complete=True), *offered] if name not in words] == []
    assert [one.path for one in operations_of(KINDS) if f"{one.method} {one.path}" not in operations] == []


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


@pytest.mark.exhaustive
def test_every_public_name_has_an_entry(site: Path) -> None:
    """Each name in ``__all__`` of the four packages is in the reference, under the path that a program imports."""
    inventory = (site / "objects.inv").read_bytes().split(b"\n", 4)[4]  # four lines about the file come first
    lines = zlib.decompress(inventory).decode().splitlines()
    entries = {line.split(" ")[0] for line in lines if line.split(" ")[1].startswith("py:")}
    wanted = {one.path for package in PACKAGES for one in public_names(package)}

    assert len(wanted) > 200
    assert sorted(wanted - entries) == []
    members = {"Judge.__call__", "Refusal.as_dict", "Partie.apply", "engine.Journal.entering", "belote.Marque.undo"}
    assert {f"belettre_lexicon.{name}" for name in members} <= entries


@pytest.mark.exhaustive
def test_nothing_is_loaded_from_another_host(site: Path, pages: dict[Path, Page]) -> None:
    """Pages load scripts, styles, fonts and pictures from the site only; links may lead elsewhere."""
    loaded = {address for page in pages.values() for address in page.loads}
    styles = "".join(path.read_text(encoding="utf-8") for path in site.rglob("*.css"))
    loaded |= set(re.findall(r"url\(\s*['\"]?([^)'\"]+)", styles)) | set(
        re.findall(r"@import\s+['\"]([^'\"]+)", styles)
    )

    assert len(loaded) > 10
    assert [address for address in sorted(loaded) if urlsplit(address).netloc] == []


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
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


@pytest.mark.exhaustive
def test_every_command_has_its_help_in_french(site: Path) -> None:
    """The French pages of the commands have the French help of each."""
    for program in commands.MODULES:
        page = unescape(re.sub(r"<[^>]+>", "", (site / "fr" / f"commande-{program}.html").read_text(encoding="utf-8")))
        assert [name for name in commands.subcommands(program) if f"utilisation : {program} {name}" not in page] == []


@pytest.mark.exhaustive
def test_every_command_option_and_operation_is_in_the_reference(site: Path) -> None:
    """The generated pages have each command, each house rule of both games, and each operation of the API."""

    def text(page: str) -> str:
        return unescape(re.sub(r"<[^>]+>", "", (site / "reference" / page).read_text(encoding="utf-8")))

    for program in commands.MODULES:
        page = text(f"command-{program}.html")
        assert [name for name in commands.subcommands(program) if f"usage: {program} {name}" not in page] == []
    options = text("options.html")
    assert [
        name
        for name in [*HouseRules().as_dict(complete=True), *(option.flag for option in OPTIONS if option.is_offered)]
        if name not in options
    ] == []
    api = text("api.html")
    assert [one.path for one in operations_of(KINDS) if f"{one.method} {one.path}" not in api] == []


@pytest.mark.exhaustive
def test_french_pages_have_french_labels(site: Path) -> None:
    """The labels around a page are in the language of the page."""
    english = ("On this page", "Back to top", "Link to this heading", ">Next<", 'placeholder="Search"')
    french = ("Sur cette page", "Haut de la page", "Lien vers ce titre", ">Suivant<", 'placeholder="Rechercher"')

    for page, has, lacks in (("fr/juger.html", french, english), ("tutorial.html", english, french)):
        text = (site / page).read_text(encoding="utf-8")
        assert [label for label in has if label not in text] == []
        assert [label for label in lacks if label in text] == []


def test_every_reason_has_an_example() -> None:
    """Each reason is on its page with a word that is refused for it, or remarked on."""
    page = tables.pages()["reasons.md"]

    assert set(tables.EXAMPLES) == set(REASONS)
    assert [reason for reason in REASONS if f"| `{reason}` |" not in page] == []


def test_links_are_rewritten_for_the_site(tmp_path: Path) -> None:
    """A page outside docs/ is in « project », a file is copied, a folder is text; a rule's id is an anchor."""
    root, folder = tmp_path / "root", tmp_path / "site"
    for name in ("docs/fr", "deploy"):
        (root / name).mkdir(parents=True)
    for path in PROJECT:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text("# Page\n", encoding="utf-8")
    (root / "deploy" / "Caddyfile").write_text(":80\n", encoding="utf-8")
    (root / "docs" / "fr" / "mot.md").write_text("# Mot\n", encoding="utf-8")
    (root / "docs" / "index.md").write_text(
        '[a](../RULES.md#w1) [b](../deploy/Caddyfile) [c](../deploy) `[d](no.md)` « e » (<a id="w1">W1</a>)\n'
        "<!-- toctree\n:caption: F\n\nfr/*\nnone/*\n-->\n<!-- toctree\nnone/*\n-->\n",
        encoding="utf-8",
    )

    stage(root, folder)

    assert (folder / "index.md").read_text(encoding="utf-8") == (
        "[a](project/RULES.md#w1) [b](files/deploy/Caddyfile) c `[d](no.md)` «\u00a0e\u00a0» ([W1]{#w1 .regle})\n"
        "```{toctree}\n:caption: F\n\nfr/*\n```\n\n"
    )
    assert (folder / "files" / "deploy" / "Caddyfile").exists()


def test_a_broken_link_stops_the_build(tmp_path: Path) -> None:
    """A link to a file that is not there is an error that names the page."""
    for path in PROJECT:
        (tmp_path / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / path).write_text("[a](nowhere.md)\n", encoding="utf-8")

    with pytest.raises(ValueError, match=r"CHANGELOG\.md: the link to nowhere\.md leads nowhere"):
        stage(tmp_path, tmp_path / "site")


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
