"""The end of a game: its winner and story, the next game, what was possible, and the print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, enter, open_game  # noqa: E402
from tests.web.browser.table_views import PLAYERS  # noqa: E402
from tests.web.browser.whole_game import WITH_BELETTRE, manche_actions  # noqa: E402
from tests.web.servers import Server  # noqa: E402


def play(server: Server, *, manches: int = 1, token: str = "") -> tuple[str, str]:
    """Begin a game, play its first manche, and return its code and its token."""
    code, token = begin(server, players=PLAYERS, manches=manches)
    for action in manche_actions(WITH_BELETTRE):
        enter(server, code, action, token=token)
    return code, token


def test_the_end_is_a_card_with_the_winner_and_the_story(phone: Page, server: Server) -> None:
    """The card names the players who have won and draws the points by pli; the last word is still on the felt."""
    code, _ = play(server)
    open_game(phone, server, code)

    expect(phone.locator(".ending h2")).to_have_text("L'équipe Bob et David gagne la partie, 76 points à 59.")
    expect(phone.locator(".finals .won")).to_contain_text("Bob et David")
    expect(phone.get_by_role("img", name="Les points, pli par pli")).to_be_visible()
    expect(phone.locator(".chart .team-0 .dot")).to_have_count(8)
    expect(phone.locator(".felt.finished")).to_contain_text("française")

    phone.locator(".points summary").click()

    expect(phone.locator(".points tbody tr")).to_have_count(8)
    expect(phone.locator(".points tbody tr").last).to_contain_text("76")


@pytest.mark.exhaustive
def test_all_phones_go_on_in_the_next_game(device: Device, shared: Server) -> None:
    """« Rejouer » leads the arbiter's phone to a new game, in which it may enter; a guest's phone follows by itself."""
    code, token = play(shared)
    arbiter, guest = device(extra_http_headers={"Authorization": f"Bearer {token}"}), device()
    open_game(arbiter, shared, code)
    open_game(guest, shared, code)

    expect(guest.locator("button[data-again]")).to_have_count(0)

    arbiter.locator("button[data-again]").click()
    arbiter.wait_for_url(re.compile(f"/g/(?!{code})[A-Z]+$"))

    expect(arbiter.locator("#lay")).to_be_visible()

    guest.wait_for_url(f"{arbiter.url.partition('?')[0]}*")

    expect(guest.locator(".place").first).to_contain_text("Ana")
    expect(guest.locator("#lay")).to_have_count(0)


def test_a_manche_ends_with_its_points_one_tap_away(phone: Page, server: Server) -> None:
    """The felt tells the result; its button opens the points of the plis, Belettres and the Dix de Der."""
    code, _ = play(server, manches=2)
    open_game(phone, server, code)

    expect(phone.locator(".strip")).to_contain_text("Manche 1 : 59 à 76")

    phone.locator("[popovertarget=manche-points]").click()

    expect(phone.locator("#manche-points")).to_be_visible()
    expect(phone.locator("#manche-points tbody tr").last).to_contain_text(
        re.compile(r"Bob et David.*56.*20.*0.*76", re.S)
    )


def test_the_history_leads_to_every_verdict_and_to_what_was_possible(phone: Page, server: Server) -> None:
    """Each word has its sheet one tap away; a manche that is over unfolds the words that were there."""
    code, _ = play(server, manches=2)
    phone.goto(f"{server.url}/g/{code}/history")

    expect(phone.locator(".plis a")).to_have_count(30)

    phone.locator(".possible summary").first.click()

    expect(phone.locator(".possible").first).to_contain_text("ou encore")

    phone.locator(".plis a").first.click()

    expect(phone.locator("main")).to_contain_text("zombie")


def test_the_print_is_a_page_for_each_manche(device: Device, server: Server, tmp_path: Path) -> None:
    """Each manche is one page of A4, with the date, the names and the edition of the lexicon."""
    code, _ = play(server, manches=2)
    page = device()
    page.goto(f"{server.url}/g/{code}/history")
    pdf = page.pdf(prefer_css_page_size=True)
    page.emulate_media(media="print")
    heads = page.locator(".chapter:visible .paper-only").all_inner_texts()

    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == len(heads) == 2
    for head in heads:
        assert re.search(r"\d{4}-\d\d-\d\d", head)
        assert "Ana et Chloé" in head
        assert "lexique 20" in head
