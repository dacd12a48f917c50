"""The score sheet of Belote on phones: deals, corrections, two phones, the keyboard, axe and narrow phones."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no annotations
from playwright.sync_api import Page, Route, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import entered, invitation
from tests.web.servers import Server

NAMES = ["Ana", "Bob", "Chloé", "David"]
#: The width of the page, and the buttons, fields and choices that are too low for a thumb.
MEASURE = """() => [
    document.documentElement.scrollWidth,
    [...document.querySelectorAll("main :is(button, .button, .choice label, summary, select, input)")]
        .filter((one) => one.type !== "checkbox" && one.checkVisibility() && one.getBoundingClientRect().height < 44)
        .map((one) => one.outerHTML.slice(0, 100)),
]"""

#: The width of the page, and the words that stand on more than one line.
_BROKEN = """() => {
    const broken = [];
    const parts = ".sum, .mark, .choice span, .adds button, .actions button, .tools button";
    for (const one of document.querySelectorAll(parts)) {
        const text = document.createTreeWalker(one, NodeFilter.SHOW_TEXT);
        for (let node = text.nextNode(); node; node = text.nextNode()) {
            for (const { 0: word, index } of node.data.matchAll(/\\S+/g)) {
                const range = document.createRange();
                range.setStart(node, index);
                range.setEnd(node, index + word.length);
                if (new Set([...range.getClientRects()].map((line) => line.top)).size > 1) broken.push(word);
            }
        }
    }
    return [document.documentElement.scrollWidth, broken];
}"""


def begin(server: Server, **terms: object) -> tuple[str, str]:
    """Begin a sheet with the API. Return its code and token."""
    with server.client() as client:
        answer = client.post("/api/belote", json={"names": NAMES, **terms})
        assert answer.status_code == 201, answer.text
        begun = answer.json()
    return begun["code"], begun["token"]


def write(server: Server, code: str, seat: str, points: int, **more: object) -> None:
    """Enter a deal with the API, as another device would."""
    entry = {"team": "N+S" if seat in "SN" else "E+O", "taker": seat, "plis": points, **more}
    with server.client() as client:
        number = client.get(f"/api/belote/{code}").json()["number"]
        body = {"number": number, "actions": [{"action": "write", "entry": entry}]}
        assert client.post(f"/api/belote/{code}/entries", json=body).status_code == 200


def enter(server: Server, code: str, number: int, entry: dict[str, object] | None, action: str = "write") -> None:
    """Enter a deal, or another action, with the API after *number* entries."""
    body = {"number": number, "actions": [{"action": action, **({"entry": entry} if entry else {})}]}
    with server.client() as client:
        answer = client.post(f"/api/belote/{code}/entries", json=body)
        assert answer.status_code == 200, answer.text


def open_sheet(page: Page, server: Server, code: str) -> None:
    """Open the page of a sheet and wait until it follows the sheet."""
    with page.expect_response(re.compile("/live$")):
        page.goto(f"{server.url}/belote/{code}")


def fill(page: Page, seat: str, points: int) -> None:
    """Fill in who took, and the points of the takers."""
    page.locator(f"#taker-{seat}").check()
    page.locator("#takers").fill(str(points))


def save(page: Page) -> None:
    """Enter the deal in the form, and wait until it is shown."""
    with entered(page):
        page.locator("#save").click()


def views(page: Page, server: Server) -> Iterator[str]:
    """Open each view in turn and yield its name."""
    page.goto(f"{server.url}/belote")
    page.locator("summary").first.click()
    yield "new"
    code, _ = begin(server, rules={"annonces": True, "contracts": "overcall", "target": 700})
    open_sheet(page, server, code)
    yield "empty"
    page.locator("#save").click()
    expect(page.locator("#refusals")).not_to_be_empty()
    yield "refused"
    page.locator("#ending-capot").check()
    page.locator("#announcers-1").check()
    page.locator("[name=contract][value=TA]").check()
    yield "capot"
    page.locator("#ending-renonce").check()
    yield "renonce"
    page.locator("#ending-fallen").check()
    yield "fallen"
    write(server, code, "S", 81)
    write(server, code, "E", 61, belotes=[0, 1])
    page.locator("#why-1 summary").click()
    page.locator("#seating summary").click()
    yield "deals"
    page.locator("[data-correct='1']").click()
    expect(page.locator("#correcting")).to_be_visible()
    yield "correction"
    write(server, code, "S", 100)
    write(server, code, "S", 150)
    write(server, code, "S", 150)
    write(server, code, "S", 150)
    expect(page.locator(".side.won")).to_be_visible()
    yield "over"
    with entered(page):
        page.locator("[data-act=partie]").click()
    yield "rematch"


@pytest.mark.parametrize(
    ("scheme", "locale"),
    [
        ("light", "fr-FR"),
        ("dark", "en-GB"),
        pytest.param("light", "en-GB", marks=pytest.mark.exhaustive),
        pytest.param("dark", "fr-FR", marks=pytest.mark.exhaustive),
    ],
)
def test_axe_finds_no_violation(scheme: str, locale: str, server: Server, device: Device) -> None:
    """No view of the sheet violates WCAG or best practices."""
    page = device(color_scheme=scheme, locale=locale, reduced_motion="reduce")
    axe = Axe()
    found = {}
    for name in views(page, server):
        answer = axe.run(page).response
        assert answer["passes"], name
        if violations := answer["violations"]:
            found[name] = [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in violations]

    assert not found, found


def test_views_fit_a_narrow_phone(server: Server, device: Device) -> None:
    """At 320 pixels no view scrolls sideways, and buttons, fields and choices are at least 44 pixels high."""
    page = device(width=320, height=568)
    found = {}
    for name in views(page, server):
        wide, small = page.evaluate(MEASURE)
        if wide > 320 or small:
            found[name] = (wide, small)

    assert not found, found


@pytest.mark.exhaustive
def test_large_text_breaks_no_words(server: Server, device: Device) -> None:
    """Twice as large text neither scrolls sideways on a narrow phone nor breaks short names, sums, signs or buttons."""
    for size in ("100%", "200%"):
        page = device(width=320, height=568)
        page.add_init_script(
            f"addEventListener('DOMContentLoaded', () => document.documentElement.style.fontSize = '{size}')"
        )
        found = {}
        for name in views(page, server):
            wide, broken = page.evaluate(_BROKEN)
            if wide > 320 or broken:
                found[name] = (wide, broken)

        assert not found, (size, found)


@pytest.mark.parametrize("width", [320, 360, 768])
def test_the_teams_stand_in_two_columns(width: int, server: Server, device: Device) -> None:
    """At the usual size of text, totals and players of the two teams stand side by side on every screen."""
    code, _ = begin(server)
    page = device(width=width)
    open_sheet(page, server, code)
    for parts in (".side", "#deal .seats label"):
        left = page.locator(parts).evaluate_all("all => all.map((one) => Math.round(one.getBoundingClientRect().left))")

        assert len(set(left)) == 2, (parts, left)


def test_a_sheet_is_begun_and_kept_on_a_phone(server: Server, phone: Page) -> None:
    """From the home page: names, dealer and target; deals by points and by slider, a capot, an undo and a pass."""
    phone.goto(server.url)
    phone.get_by_role("link", name="Ouvrir une feuille").click()
    for seat, name in zip("SENO", NAMES, strict=True):
        phone.locator(f"#name-{seat}").fill(name)
    phone.get_by_role("radio", name="David").check()
    phone.locator("#rule-target").fill("500")
    phone.get_by_role("button", name="Ouvrir la feuille").click()
    phone.wait_for_url("**/belote/*")

    expect(phone.locator("#turn")).to_have_text("Donne 1 : David donne, Ana parle.")

    fill(phone, "S", 92)

    expect(phone.locator("#defence")).to_have_value("70")

    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["92", "70"])
    expect(phone.locator(".last")).to_contain_text("réussi, 92 contre 70")
    expect(phone.locator("#takers")).to_have_value("")

    phone.locator("#taker-E").check()
    phone.locator("#slider").fill("61")
    phone.locator("#belote-1").check()

    expect(phone.locator("#takers")).to_have_value("61")

    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["254", "90"])

    phone.locator("#taker-N").check()
    phone.locator("#ending-capot").check()
    phone.locator("#side-0").check()
    save(phone)

    expect(phone.locator("#turn")).to_contain_text("partie gagnée, 506 à 90")
    expect(phone.locator("#save")).to_be_hidden()

    with entered(phone):
        phone.locator("[data-post=undo]").click()

    expect(phone.locator("#save")).to_have_text("Noter la donne 3")

    with entered(phone):
        phone.locator("[data-act=passed]").click()

    expect(phone.locator("#turn")).to_have_text("Donne 4 : Chloé donne, David parle.")


def test_the_next_sheet_has_the_players_and_rules_of_the_last(server: Server, phone: Page) -> None:
    """A phone that has begun a sheet offers its names and its rules again, and shows the rules that are not usual."""
    phone.goto(f"{server.url}/belote")

    expect(phone.locator("#rule-chute")).to_be_hidden()

    phone.locator("#name-S").fill("Ana")
    phone.locator("summary").first.click()
    phone.locator("#rule-chute").select_option("160")
    phone.get_by_role("button", name="Ouvrir la feuille").click()
    phone.wait_for_url("**/belote/*")

    phone.get_by_role("link", name="Nouvelle feuille").click()

    expect(phone.locator("#name-S")).to_have_value("Ana")
    expect(phone.get_by_role("radio", name="Ana")).to_be_visible()
    expect(phone.locator("#rule-chute")).to_be_visible()
    expect(phone.locator("#rule-chute")).to_have_value("160")


def test_an_earlier_deal_is_corrected(server: Server, phone: Page) -> None:
    """The form is filled with what was entered, and says which deal it corrects until it is entered or left."""
    code, _ = begin(server)
    write(server, code, "S", 81, contract="♥", belotes=[0, 1])
    write(server, code, "E", 100)
    open_sheet(phone, server, code)
    phone.locator("#why-1 summary").click()
    phone.get_by_role("button", name="Corriger la donne 1").click()

    expect(phone.locator("#correcting")).to_contain_text("donne 1")
    expect(phone.locator("#takers")).to_have_value("81")
    expect(phone.get_by_role("radio", name="cœur")).to_be_checked()
    expect(phone.locator("#belote-1")).to_be_checked()

    phone.get_by_role("button", name="Laisser telle quelle").click()

    expect(phone.locator("#correcting")).to_be_hidden()
    expect(phone.locator("#takers")).to_have_value("")

    phone.get_by_role("button", name="Corriger la donne 1").click()
    phone.locator("#belote-none").check()
    phone.locator("#takers").fill("82")
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["144", "180"])
    expect(phone.locator("#save")).to_have_text("Noter la donne 3")


def test_bs5_takers_fall_by_a_button_and_an_evening_goes_on(server: Server, phone: Page) -> None:
    """« Dedans » needs no points and is corrected as it was entered; « Revanche » begins a partie with a tally."""
    code, _ = begin(server, rules={"target": 160}, names=["Ana", "Bob", "Chloé", "David"])
    open_sheet(phone, server, code)
    phone.locator("#taker-S").check()
    phone.locator("#ending-fallen").check()
    expect(phone.locator("#takers")).to_be_hidden()
    expect(phone.locator("#side-0")).to_be_hidden()
    save(phone)

    expect(phone.locator(".side.won .sum")).to_have_text("162")
    phone.locator("#why-1 summary").click()
    phone.locator("[data-correct='1']").click()
    expect(phone.locator("#ending-fallen")).to_be_checked()
    phone.locator("#correcting button").click()

    with entered(phone):
        phone.locator("[data-act=partie]").click()

    expect(phone.locator(".waits")).to_contain_text("Parties gagnées : Ana et Chloé 0, Bob et David 1.")
    expect(phone.locator("#turn")).to_contain_text("Bob donne")
    expect(phone.locator("main")).to_contain_text("Partie 1, Ana et Chloé, Bob et David : 0 à 162.")
    expect(phone.locator("#taker-S")).to_be_visible()


def test_bd9_misdeals_and_penalties_are_noted_on_a_phone(server: Server, phone: Page) -> None:
    """« Maldonne » notes a misdeal of the dealer, and a penalty has a team, points and perhaps a reason."""
    code, _ = begin(server)
    open_sheet(phone, server, code)
    with entered(phone):
        phone.locator("[data-act=misdeal]").click()

    expect(phone.locator(".last")).to_contain_text("Donne 1 : maldonne, Ana redonne.")

    phone.locator("#seating summary").click()
    phone.locator("[data-act=penalty]").click()
    expect(phone.locator("#penalty [data-problems]")).not_to_be_empty()
    phone.locator("#penalty-1").check()
    phone.locator("#penalty-points").fill("50")
    phone.locator("#penalty-reason").fill("bavardage")
    with entered(phone):
        phone.locator("[data-act=penalty]").click()

    expect(phone.locator(".last")).to_contain_text("50 points de moins (bavardage)")
    expect(phone.locator(".side .sum").nth(1)).to_have_text("-50")
    expect(phone.locator("#penalty-points")).to_have_value("")
    phone.locator("#why-2 summary").click()
    expect(phone.locator("[data-correct='2']")).to_be_visible()


def test_bc6_two_counts_that_are_not_the_whole_are_counted_again(server: Server, phone: Page) -> None:
    """BC6: 92 and 80 typed for the two sides are not saved as 82 and 80; the counts are asked for again."""
    code, _ = begin(server)
    open_sheet(phone, server, code)
    fill(phone, "S", 92)
    phone.locator("#defence").fill("80")

    expect(phone.locator("#takers")).to_have_value("92")

    phone.locator("#save").click()

    expect(phone.locator("#refusals")).to_have_text("Les deux comptes font 172, il faut 162\u00a0: recomptez.")
    expect(phone.locator("#game")).to_have_attribute("data-number", "0")

    phone.locator("#takers").fill("82")
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["82", "80"])

    fill(phone, "S", 100)

    expect(phone.locator("#defence")).to_have_value("62")


def test_the_form_is_emptied_before_the_deal_is_shown(server: Server, phone: Page) -> None:
    """Until the answer to an entry arrives, the stream shows nothing: what is typed next would be lost."""
    code, _ = begin(server)
    open_sheet(phone, server, code)
    held: list[Route] = []
    phone.route("**/entries", lambda route: held.append(route))
    fill(phone, "S", 92)
    phone.locator("#save").click()
    expect(phone.locator("#save")).to_have_attribute("aria-disabled", "true")
    answer = held[0].fetch()
    phone.wait_for_timeout(500)

    expect(phone.locator("#game")).to_have_attribute("data-number", "0")

    held[0].fulfill(response=answer)

    expect(phone.locator(".side .sum")).to_have_text(["92", "70"])
    expect(phone.locator("#takers")).to_have_value("")


def test_a_deal_is_seen_on_the_other_phone(shared: Server, device: Device) -> None:
    """A phone with the code sees each deal at once and cannot enter any, until it has opened the link with the key."""
    writer, viewer = device(), device(locale="en-GB")
    writer.goto(f"{shared.url}/belote")
    writer.get_by_role("button", name="Ouvrir la feuille").click()
    writer.wait_for_url("**/belote/*")
    viewer.goto(writer.url)

    expect(viewer.locator("#deal")).to_have_count(0)

    fill(writer, "S", 92)
    save(writer)

    expect(viewer.locator(".side .sum")).to_have_text(["92", "70"])
    expect(viewer.get_by_role("status").last).to_contain_text("East deals, North speaks first")

    writer.locator("[data-open=invite]").click()

    expect(writer.locator("img[src$='qr.svg']")).to_be_visible()

    key = invitation(writer)
    viewer.goto(f"{writer.url}?{key.partition('?')[2]}")
    fill(viewer, "E", 100)
    save(viewer)

    assert "#" not in viewer.url
    expect(writer.locator(".side .sum")).to_have_text(["154", "170"])


def test_of_simultaneous_deals_the_later_one_is_not_written(server: Server, device: Device) -> None:
    """Status 409: the sheet with the other phone's deal is shown, and what was filled in stays."""
    code, _ = begin(server)
    slow = device()
    slow.route("**/live", lambda route: route.abort())  # it does not hear of the other in time
    slow.goto(f"{server.url}/belote/{code}")
    fill(slow, "S", 92)
    write(server, code, "S", 92)
    with slow.expect_response(re.compile("/entries$")) as answered:
        slow.locator("#save").click()

    assert answered.value.status == 409
    expect(slow.locator("#banner")).to_contain_text("plus rapide")
    expect(slow.locator(".side .sum")).to_have_text(["92", "70"])
    expect(slow.locator("#save")).to_have_text("Noter la donne 2")
    expect(slow.locator("#takers")).to_have_value("92")


def test_what_is_filled_in_stays_when_another_phone_enters(server: Server, phone: Page) -> None:
    """A deal by another phone changes the sheet around the form, not what was chosen in it."""
    code, _ = begin(server, rules={"annonces": True})
    open_sheet(phone, server, code)
    fill(phone, "O", 101)
    phone.locator("#announcers-1").check()
    phone.get_by_role("button", name="Ajouter 50 : Bob et David").click()
    phone.get_by_role("button", name="Ajouter 20 : Bob et David").click()
    write(server, code, "S", 92)

    expect(phone.locator("#turn")).to_contain_text("Donne 2")
    expect(phone.locator("#taker-O")).to_be_checked()
    expect(phone.locator("#defence")).to_have_value("61")
    expect(phone.locator("#annonces-1")).to_have_value("50 20")

    phone.wait_for_timeout(700)  # the pause after another phone's change
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["153", "241"])


def test_a_double_tap_enters_once(server: Server, phone: Page) -> None:
    """The second tap of a double tap neither passes another deal nor undoes another entry, however quick the server."""
    code, _ = begin(server)
    write(server, code, "S", 92)
    open_sheet(phone, server, code)
    for button, following in (("[data-act=passed]", 3), ("[data-post=undo]", 2)):
        phone.wait_for_timeout(700)
        with entered(phone):
            phone.locator(button).click()
        phone.locator(button).click()
        phone.wait_for_timeout(300)

        expect(phone.locator("#turn")).to_contain_text(f"Donne {following}")

    phone.wait_for_timeout(300)
    with entered(phone):
        phone.locator("[data-post=undo]").click()

    expect(phone.locator("#turn")).to_contain_text("Donne 1")


def test_impossible_points_are_refused_in_words(server: Server, phone: Page) -> None:
    """Points that no deal has are refused by the sheet, and stand in no capot's way."""
    code, _ = begin(server)
    open_sheet(phone, server, code)
    fill(phone, "S", 163)
    phone.locator("#save").click()

    expect(phone.locator("#refusals")).to_contain_text("BC6")

    phone.locator("#takers").fill("92.5")
    phone.locator("#save").click()

    expect(phone.locator("#refusals")).to_contain_text("nombres entiers")

    phone.locator("#ending-capot").check()
    phone.locator("#side-0").check()
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["252", "0"])


@pytest.mark.parametrize("kept", ["null", "no JSON", "7"])
def test_a_sheet_begins_whatever_the_browser_has_kept(kept: str, server: Server, phone: Page) -> None:
    """What another program of this address has left in the browser does not stop the form."""
    phone.add_init_script(f"localStorage.setItem('belote', '{kept}')")
    phone.goto(f"{server.url}/belote")
    phone.get_by_role("button", name="Ouvrir la feuille").click()
    phone.wait_for_url("**/belote/*")

    expect(phone.locator("#turn")).to_contain_text("Donne 1")


def test_vc_a_contract_of_coinche_is_entered_and_corrected(server: Server, phone: Page) -> None:
    """A set of rules is chosen for the new sheet; then the form has bids, which a correction fills in again."""
    phone.goto(f"{server.url}/belote")
    phone.locator("#set").select_option("club")
    expect(phone.locator("#rule-target")).to_have_value("2000")
    phone.get_by_role("button", name="Ouvrir la feuille").click()
    phone.wait_for_url("**/belote/*")

    fill(phone, "S", 105)
    phone.locator("#save").click()
    expect(phone.locator("#refusals")).to_contain_text("Dites combien")
    phone.locator("#bid").select_option("110")
    phone.locator("#belote-0").check(force=True)
    save(phone)

    # 105 is written 110, with the belote and the 110 that were bid; 57 is written 60
    expect(phone.locator(".sum").first).to_have_text("240")
    expect(phone.locator(".sum").last).to_have_text("60")
    phone.locator("#why-1 summary").click()
    phone.locator("[data-correct='1']").click()
    expect(phone.locator("#bid")).to_have_value("110")
    phone.locator("#mult").select_option("2")
    save(phone)

    expect(phone.locator(".sum").first).to_have_text(str((160 + 110) * 2 + 20))


def test_the_focus_stays_when_another_phone_enters(server: Server, phone: Page) -> None:
    """A change by another phone leaves the focus, what is typed and the reason that is read where they are."""
    code, _ = begin(server)
    write(server, code, "S", 92)
    open_sheet(phone, server, code)
    phone.locator("#why-1 summary").click()
    for selector in ("[data-correct='1']", "#takers", "#save", "#taker-N"):
        phone.locator(selector).focus()
        deals = phone.locator(".deals tbody").count()
        write(server, code, "S", 92)

        expect(phone.locator(".deals tbody")).to_have_count(deals + 1)
        expect(phone.locator(selector)).to_be_focused()
        expect(phone.locator("[data-correct='1']")).to_be_visible()


def test_a_deal_can_be_entered_with_the_keyboard(server: Server, phone: Page) -> None:
    """Tab, arrows, digits and Enter suffice, and the slider says both counts."""
    code, _ = begin(server)
    open_sheet(phone, server, code)
    _tab_to(phone, "[name=taker]")
    phone.keyboard.press("Space")
    phone.keyboard.press("ArrowRight")

    expect(phone.get_by_role("radio", name="Bob", exact=True)).to_be_checked()

    _tab_to(phone, "#takers")
    phone.keyboard.type("99")
    _tab_to(phone, "#slider")
    phone.keyboard.press("ArrowRight")

    expect(phone.locator("#slider")).to_have_attribute("aria-valuetext", "100 pour les preneurs, 62 pour la défense")

    _tab_to(phone, "#takers", back=True)
    with entered(phone):
        phone.keyboard.press("Enter")

    expect(phone.locator(".side .sum")).to_have_text(["62", "100"])
    expect(phone.locator("#main")).to_be_focused()


def test_without_a_script_the_sheet_can_be_read(server: Server, device: Device) -> None:
    """The page as it is sent shows totals, deals and reasons, and says that entering takes a script."""
    code, _ = begin(server)
    write(server, code, "S", 81)
    page = device(java_script_enabled=False)
    page.goto(f"{server.url}/belote/{code}")

    expect(page.locator(".side .sum")).to_have_text(["0", "81"])
    expect(page.locator("#why-1")).to_contain_text("BS6")
    assert "Sans JavaScript" in page.content()
    expect(page.locator("#save")).to_be_hidden()
    expect(page.locator("[data-correct='1']")).to_be_hidden()

    page.goto(f"{server.url}/belote")

    assert "ne s'ouvre pas" in page.content()
    expect(page.get_by_role("button", name="Ouvrir la feuille")).to_be_hidden()


def _tab_to(page: Page, selector: str, *, back: bool = False) -> None:
    """Press Tab until the element of a selector has the focus."""
    for _ in range(80):
        page.keyboard.press("Shift+Tab" if back else "Tab")
        if page.evaluate("selector => document.activeElement?.matches(selector)", selector):
            return
    raise AssertionError(f"the keyboard does not reach {selector}")
