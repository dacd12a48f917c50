"""A deal of Belote against bots on a page without a script: every game is played to its end by its buttons."""

from __future__ import annotations

import html
import random
import re
from collections.abc import Iterator

import pytest

from belettre_lexicon.games.belote.cards import PACK
from belettre_lexicon.referee.catalogue import Catalogue
from belettre_lexicon.web.kinds.belote.practice import GAMES, AskedDeal, PractisedDeal
from tests.conftest import ROOT
from tests.web.asgi import Device, client

TEMPLATE = ROOT / "src/belettre_lexicon/web/pages/templates/practice_belote.html"
BUTTON = re.compile(r'name="do" value="(\d+)"')
BARRED = re.compile(r'class="tile barred" name="card" value="(.*?)"')
OPTION = re.compile(r'<option value="(\d+)">')


@pytest.fixture
def device() -> Iterator[Device]:
    """A device at a server for one machine, whose pages are asked for."""
    with client() as device:
        device.headers["accept"] = "text/html"
        yield device


def fields(page: str) -> str:
    """The hidden fields of the first form of a page, as parameters."""
    found = re.findall(r'type="hidden" name="(\w+)" value="(.*?)"', page.split("</form>")[0])
    return "&".join(f"{name}={value}" for name, value in found)


def asked(query: str) -> AskedDeal:
    """What an address with these parameters asks for."""
    return AskedDeal.read(dict(part.split("=") for part in query.split("&")))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_is_played_to_its_end_by_its_buttons(game: str, device: Device) -> None:
    """Random buttons and bids lead to the end of a deal; each page says what has happened, and no other hand."""
    rng = random.Random(game)
    page = device.get(f"/practice/belote?game={game}&level=easy&seed=7").text
    for _ in range(80):
        if "La donne est finie." in page:
            break
        choices = [f"do={place}" for place in BUTTON.findall(page)]
        choices += [f"say=1&choice={place}" for place in OPTION.findall(page)[:3]]
        answer = device.get(f"/practice/belote?{fields(page)}&{rng.choice(choices)}")
        assert answer.status_code == 200
        page = answer.text

    assert "Fin de la donne" in html.unescape(page).replace("\u00a0", " ")
    assert "Autre donne" in page


def test_vc_bids_are_chosen_from_a_list(device: Device) -> None:
    """In coinche the lowest bid and a pass can be said, and the bid is told on the next page."""
    page = device.get("/practice/belote?game=coinche&level=easy&seed=2").text
    bids = re.findall(r'<option value="(\d+)">([^<]+)</option>', page)

    assert {"100 cœur", "Capot pique"} <= {text for _, text in bids}
    assert re.search(r'name="do" value="0">Passe<', page)

    page = device.get(f"/practice/belote?{fields(page)}&choice={bids[-1][0]}&say=1").text

    assert "Vous demandez capot pique." in page


def test_a_card_that_is_not_allowed_is_refused_with_the_reason(device: Device) -> None:
    """Touching another card says why it may not be laid, and changes nothing."""
    page = device.get("/practice/belote?game=coinche&level=easy&seed=2").text
    assert not BARRED.search(page)
    while not (barred := BARRED.search(page)) or "touchez une carte" not in page:
        page = device.get(f"/practice/belote?{fields(page)}&do={BUTTON.findall(page)[0]}").text
    refused = device.get(f"/practice/belote?{fields(page)}&card={barred[1]}").text

    assert re.search(r'role="alert"><p>[^<]+\.</p>', refused)
    assert fields(refused) == fields(page)


def test_the_same_address_gives_the_same_deal_and_undo_goes_back(device: Device) -> None:
    """Bots answer an address always alike; « Reprendre » leads to the page before the last decision."""
    first = device.get("/practice/belote?game=three&level=amateur&seed=9").text
    move = f"/practice/belote?{fields(first)}&do={BUTTON.findall(first)[0]}"
    second = device.get(move).text

    assert device.get(move).text == second
    undo = html.unescape(re.search(r'class="button" href="([^"]+)">Reprendre', second)[1])  # type: ignore[index]
    assert fields(device.get(undo).text) == fields(first)


def test_v2_no_page_shows_a_card_that_the_person_may_not_see(device: Device) -> None:
    """The page of two players has the person's hand and no card of the other hand or face down."""
    query = "game=bis&level=easy&seed=4&m="
    page = device.get(f"/practice/belote?{query}").text
    view = PractisedDeal(asked(query)).partie.view(PractisedDeal(asked(query)).partie.turn)  # type: ignore[arg-type]
    shown = set(re.findall(r'aria-label="([^"]+)"', page))

    assert view.hand
    assert sum(f'value="{card.text}"' in page for card in PACK) <= len(view.hand)
    assert len([name for name in shown if " de " in name]) <= len(view.hand) + 1


@pytest.mark.parametrize(
    "query",
    [
        "game=zut&level=zut&seed=zut",
        "seed=5&m=9999.1.2",
        "seed=5&m=-1",
        "seed=5&m=1.x.2",
        "seed=999999999&game=coinche&m=" + ".".join("0" * 900),
        "seed=5&do=1&do=2&card=V♥&best=1",
        "seed=5&card=%00%ff",
    ],
)
def test_whatever_an_address_says_a_page_is_shown(query: str, device: Device) -> None:
    """Unknown games, levels, moves and cards are left out; the deal is shown as far as its moves are legal."""
    assert device.get(f"/practice/belote?{query}").status_code == 200


def test_what_should_have_been_played_is_told_after_the_deal(device: Device) -> None:
    """At the end of a deal of two teams a link tells which cards would have made more."""
    page = device.get("/practice/belote?game=classic&level=easy&seed=7").text
    while "La donne est finie." not in page:
        page = device.get(f"/practice/belote?{fields(page)}&do={BUTTON.findall(page)[-1]}").text
    best = html.unescape(re.search(r'href="([^"]+best=1[^"]*)"', page)[1])  # type: ignore[index]

    assert "Toutes cartes ouvertes" in device.get(best).text


def test_the_home_page_leads_to_it_and_it_speaks_english(device: Device) -> None:
    """A person finds the page on the home page, and reads it in their language."""
    assert 'href="/practice/belote"' in device.get("/").text
    assert "Play against bots" in device.get("/practice/belote?lang=en").text


def test_every_sentence_of_the_page_is_used() -> None:
    """The catalogues have exactly the messages that the template and its module name."""
    module = ROOT / "src/belettre_lexicon/web/kinds/belote/practice.py"
    source = TEMPLATE.read_text(encoding="utf-8") + module.read_text(encoding="utf-8")
    used = set(re.findall(r"""["'](practice\.\w+)["']""", source))
    known = {key for key in Catalogue.load("fr", "belote_web").keys() if key.startswith("practice.")}  # noqa: SIM118

    assert {
        key
        for key in known
        if not re.search(r"_(classic|coinche|three|decouverte|bis|comptoir|lyonnaise|easy|amateur|strong|no)$", key)
    } - used == {"practice.announce", "practice.claim"}
