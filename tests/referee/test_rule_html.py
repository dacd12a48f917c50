"""The pages of rules that the build makes: every rule has its anchor, and nothing leads out of the server."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from belettre_lexicon import REASONS
from belettre_lexicon.base.errors import LexiconError
from belettre_lexicon.referee import rule_pages
from belettre_lexicon.referee.rule_pages import GAMES, SOURCES, compile_rules, load_pictures, load_rules
from tests.conftest import ROOT
from tests.web.asgi import client

#: What begins a row or an item about one rule, in the pages that number the rules of each game.
_RULE = re.compile(r"^(?:\| |- )(B[ABCDEFNPRSV]\d+|V[CEKL]\d+|V[23]\.\d+|[DPTJWS]\d+[a-d]?) ", re.MULTILINE)
NUMBERED = {"belettre": "RULES.md", "belote": "RULES-BELOTE.md"}


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The pages by their names, as the build makes them now."""
    folder = tmp_path_factory.mktemp("data")
    names = compile_rules(ROOT, folder)
    return {name: (folder / name).read_text(encoding="utf-8") for name in names if name.endswith(".html")}


@pytest.mark.parametrize(("game", "language"), SOURCES)
def test_every_rule_has_one_anchor(game: str, language: str, pages: dict[str, str]) -> None:
    """« /rules/belettre#W6 » leads to the rule in both languages, and no anchor occurs twice."""
    rules = set(_RULE.findall((ROOT / NUMBERED[game]).read_text(encoding="utf-8")))
    ids = Counter(re.findall(r' id="([^"]+)"', pages[f"rules/{game}_{language}.html"]))

    assert len(rules) > 30
    assert rules - set(ids) == set()
    assert [anchor for anchor, count in ids.items() if count > 1] == []


def test_every_link_has_a_target(pages: dict[str, str]) -> None:
    """Links lead to anchors of the pages, and to nothing outside; pictures exist; there are no styles of their own."""
    for name, text in pages.items():
        ids = set(re.findall(r' id="([^"]+)"', text))
        for target in re.findall(r'href="([^"]+)"', text):
            path, _, anchor = target.partition("#")
            assert path in ("", *(f"/rules/{game}" for game in GAMES)), (name, target)
            assert not anchor or path or anchor in ids, (name, target)
        assert "style=" not in text
        assert "<script" not in text
        assert "<th>in code<" not in text


def test_links_to_anchors_use_the_ids_of_rules(pages: dict[str, str]) -> None:
    """A link to « #p9 » in a French text leads to the anchor P9."""
    assert 'href="#P9"' in pages["rules/belettre_fr.html"]
    assert 'id="le-piège"' in pages["rules/belettre_fr.html"]


def test_the_pages_are_served() -> None:
    """Both games in both languages, with their pictures; another game is not found."""
    with client() as device:
        device.headers["accept"] = "text/html"
        for game in GAMES:
            assert "<h1" in device.get(f"/rules/{game}?lang=fr").text
            assert device.get(f"/rules/{game}?lang=en").text != device.get(f"/rules/{game}?lang=fr").text
        page = device.get("/rules/belettre?lang=fr").text
        for picture in re.findall(r'<img src="([^"]+)"', page):
            assert device.get(picture).headers["content-type"].startswith("image/svg+xml")
        assert device.get("/rules/chess").status_code == 404
        assert device.get("/rules/pictures/E99.svg").status_code == 404

    assert len(load_pictures()) == 11


def test_w10_a_refusal_links_to_its_rule(pages: dict[str, str]) -> None:
    """The reasons of a verdict lead to their rules, and the page of rules has each rule that can refuse a word."""
    with client() as device:
        device.headers["accept"] = "text/html"
        assert 'href="/rules/belettre#W6"' in device.get("/verdict?word=portes").text

    for language in ("fr", "en"):
        for rule in {rule for rule in REASONS.values() if rule != "house"}:
            assert f'id="{rule}"' in pages[f"rules/belettre_{language}.html"]


def test_missing_pages_are_an_error_that_says_how_to_build_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the package was not built, the error names the file and the command."""
    monkeypatch.setattr(rule_pages, "_FOLDER", tmp_path)
    load_rules.cache_clear()

    with pytest.raises(LexiconError, match=r"belote_fr\.html: no page of rules; build it"):
        load_rules("belote", "fr")
    load_rules.cache_clear()
