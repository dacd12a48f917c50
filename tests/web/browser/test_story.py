"""The end of a game: its winner and story, the next game, what was possible, and the print."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, Route, expect  # noqa: E402  # skipped without it

from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, enter, laying, open_game  # noqa: E402
from tests.web.browser.table_views import PLAYERS  # noqa: E402
from tests.web.browser.whole_game import WITH_BELETTRE, manche_actions  # noqa: E402
from tests.web.servers import Server  # noqa: E402

#: The last two plis of a game of one manche. « zzzzz » and a pass leave the second to the other team.
LAST_PLIS = (
    laying("PON", "l", "Volonté"),
    laying("SEP", "e", "École"),
    laying("LEV", "c", "Raclette"),
    laying("MER", "F", "Facile"),
    laying("MER", "t", "Route"),
    laying("PON", "u", "Tourteau"),
    laying("SEP", "n", "zzzzz"),
    {"action": "passe", "seat": "LEV", "card": "P"},
)


def play(server: Server, *, manches: int = 1, token: str = "") -> tuple[str, str]:
    """Begin a game, play its first manche, and return its code and its token."""
    code, token = begin(server, players=PLAYERS, manches=manches)
    for action in manche_actions(WITH_BELETTRE):
        enter(server, code, action, token=token)
    return code, token


def play_last_plis(server: Server) -> str:
    """Play a game of which the last two plis are entered, and return its code."""
    code, token = begin(server, players=PLAYERS, manches=1, before=6, opener="PON")
    for action in LAST_PLIS:
        enter(server, code, action, token=token)
    return code


def test_the_end_is_a_card_with_the_winner_and_the_story(phone: Page, server: Server) -> None:
    """The card names the players who have won and draws the points by pli; the last word is still on the felt."""
    code, _ = play(server)
    open_game(phone, server, code)

    expect(phone.locator("#winner")).to_have_text("L'équipe Bob et David gagne la partie, 76 points à 59.")
    expect(phone.locator(".finals .won")).to_contain_text("Bob et David")
    expect(phone.get_by_role("img", name="Les points, pli par pli")).to_be_visible()
    expect(phone.locator(".chart .team-0 .dot")).to_have_count(8)
    expect(phone.locator(".felt.finished")).to_contain_text("française")

    phone.locator(".points summary").click()

    expect(phone.locator(".points tbody tr")).to_have_count(8)
    expect(phone.locator(".points tbody tr").last).to_contain_text("76")


def test_the_first_screen_of_the_end_fits_a_phone_with_browser_bars(server: Server, device: Device) -> None:
    """Winner, points, the deciding pli and the word of the game are seen at once at 375 by 553 pixels."""
    code, _ = play(server)
    phone = device(width=375, height=553)
    open_game(phone, server, code)

    expect(phone.locator(".decided")).to_contain_text("littéralement")
    expect(phone.locator(".best-word")).to_contain_text("kinésithérapeute")
    for part in ("#winner", ".finals", ".decided", ".best-word"):
        expect(phone.locator(part)).to_be_in_viewport(ratio=1)


def test_the_analysis_is_stepped_through_by_taps_and_keys(phone: Page, server: Server) -> None:
    """It begins with the pli of which the most was left; buttons and arrow keys lead on, and a live region tells it."""
    code = play_last_plis(server)
    open_game(phone, server, code)
    steps, name = phone.locator("#steps"), phone.locator(".step-name")
    before, after = phone.locator("[data-step='-1']"), phone.locator("[data-step='1']")

    expect(name).to_contain_text("Manche 1, pli 8")
    expect(name).to_contain_text("2 sur 2")
    expect(steps.locator(".missed:visible")).to_have_text(
        re.compile(r"\d+ points laissés\s: Bob pouvait dire «\s\w+\s»\.")
    )
    expect(steps.locator(".step:visible .four")).to_contain_text("Tourteau")
    expect(after).to_have_attribute("aria-disabled", "true")

    before.click()

    expect(name).to_contain_text("Manche 1, pli 7")
    expect(steps.locator(".missed:visible")).to_have_text("Rien de laissé dans ce pli.")
    expect(phone.locator("#said")).to_contain_text("Manche 1, pli 7. Rien de laissé")

    phone.keyboard.press("ArrowLeft")  # there is none before

    expect(name).to_contain_text("1 sur 2")
    expect(before).to_be_focused()

    phone.keyboard.press("ArrowRight")

    expect(name).to_contain_text("2 sur 2")

    steps.locator(".step:visible summary").click()

    expect(steps.locator(".step:visible details")).to_contain_text("« zzzzz », refusé".replace(" »", "\u00a0»"))

    before.click()

    expect(steps.locator(".step:visible details")).to_contain_text("ou encore")
    expect(steps.locator(".step:visible details p").first).to_be_visible()  # the next step is unfolded too


def test_the_analysis_is_asked_for_again_after_an_error(phone: Page, server: Server) -> None:
    """The page says that it is coming; without an answer it offers to try again, and then shows it."""
    code = play_last_plis(server)
    answers: list[int] = []

    def answer(route: Route) -> None:
        answers.append(1)
        if len(answers) == 1:
            route.fulfill(status=503, body="")
        else:
            route.continue_()

    phone.route("**/analysis", answer)
    open_game(phone, server, code)

    expect(phone.locator("#steps [role=status]")).to_have_text("L'analyse n'est pas arrivée.")

    phone.locator("#steps button").click()

    expect(phone.locator(".step:visible")).to_have_count(1)


def test_the_analysis_follows_a_ruling_after_the_end(phone: Page, server: Server) -> None:
    """Nothing is asked for before the end; an arbiter's decision changes the finale and the analysis of that pli."""
    code, _ = begin(server, players=PLAYERS, manches=1, before=6, opener="PON")
    asked: list[str] = []
    phone.on("request", lambda request: asked.append(request.url) if request.url.endswith("/analysis") else None)
    for action in LAST_PLIS[:-1]:
        enter(server, code, action)
    open_game(phone, server, code)
    expect(phone.locator(".place .said")).to_have_count(3)

    assert not asked

    enter(server, code, laying("LEV", "P", "Putzi"))

    expect(phone.locator(".missed:visible")).to_contain_text("laissés")
    expect(phone.locator("#winner")).to_contain_text("gagne la partie")

    enter(server, code, {"action": "overrule", "accept": True, "reason": "si, si"})

    expect(phone.locator(".missed:visible")).to_have_text("Rien de laissé dans ce pli.")

    phone.locator("[data-step='1']").click()

    expect(phone.locator(".step:visible .told-word.yes", has_text="Putzi")).to_be_visible()
    expect(phone.locator(".step:visible .takes")).to_contain_text("Chloé")


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
    """Each pli unfolds the sheets of its words and, folded once more, the words that were there."""
    code, _ = play(server, manches=2)
    phone.goto(f"{server.url}/g/{code}/history")

    expect(phone.locator(".plis a")).to_have_count(30)
    expect(phone.locator(".plis a").first).to_be_hidden()

    phone.locator(".pli-told > summary").first.click()
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
