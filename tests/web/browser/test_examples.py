"""The published examples, entered on a phone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from belettre_lexicon import Judge
from belettre_lexicon.engine import read_shorthand, write_shorthand
from tests.conftest import ROOT
from tests.web.browser.hands import choose, entered, lay, passe, reveal
from tests.web.servers import Server

#: The examples, a line each: « E1: PON l Volonté · SEP e École · … → MER », after « / » for one that starts late.
_WRITTEN = (ROOT / "tests/engine/examples.txt").read_text(encoding="utf-8")
EXAMPLES = {name: game.replace(" / ", "\n") for name, game in re.findall(r"^(E\d+): (.+)$", _WRITTEN, re.MULTILINE)}
#: A move in the short notation: a card and a word, « PON l Volonté », the word in parentheses if it is refused; a pass,
#: « LEV [k] Passe »; or a swap, « SEP o>[A] ».
_MOVE = re.compile(
    r"(?P<seat>[A-Z]{3}) "
    r"(?:(?P<card>\w) \(?(?P<word>[^()]+?)\)?|\[(?P<down>\w)\] Passe|\w>\[(?P<swap>\w)\])"
)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_can_be_entered_on_a_phone(name: str, server: Server, phone: Page, judge: Judge) -> None:
    """Each example is entered card by card; the server then has the same game."""
    *begins, line = EXAMPLES[name].split("\n")
    _begin(phone, server, late=bool(begins))
    hidden: list[tuple[str, str]] = []
    for written in line.partition(" → ")[0].split(" · "):
        move = _MOVE.fullmatch(written)
        assert move is not None, written
        if move["word"]:
            lay(phone, move["card"], move["word"])
        elif move["down"]:
            passe(phone, "maj" if move["down"].isupper() else "min")
            hidden.append((move["seat"], move["down"]))
        else:
            choose(phone, move["swap"])
            with entered(phone):
                phone.locator("[data-act=swap]").click()
    for seat, card in hidden:
        reveal(phone, seat, card)

    expect(phone.locator(".around h3")).to_contain_text("Dernier pli")

    code = phone.url.rpartition("/")[2]
    with server.client() as client:
        notation = client.get(f"/api/games/{code}/notation").text

    assert notation == write_shorthand(read_shorthand(EXAMPLES[name], judge))


def _begin(phone: Page, server: Server, *, late: bool) -> None:
    """Begin a table on the home page; if *late*, at pli 3 of manche 1, opened by the Ponantais."""
    phone.goto(server.url)
    form = phone.locator("form[data-create=table]")
    if late:
        form.get_by_text("Commencer en cours de partie").click()
        form.locator("#before").fill("2")
        form.locator("#opener").select_option("PON")
    form.get_by_role("button", name="Commencer", exact=True).click()
    phone.wait_for_url("**/g/*")
    expect(phone.locator("#lay")).to_be_visible()
