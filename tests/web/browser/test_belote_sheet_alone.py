"""The score sheet of Belote on phones where nobody has a partner: three players, two, de comptoir, the lyonnaise."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]  # it has no annotations
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.hands import entered
from tests.web.browser.test_belote_sheet import MEASURE, NAMES, begin, enter, fill, open_sheet, save
from tests.web.servers import Server


def views_alone(page: Page, server: Server) -> Iterator[str]:
    """Open the views of games without partners in turn and yield the name of each."""
    page.goto(f"{server.url}/belote")
    page.locator("#set").select_option("comptoir")
    page.locator("#rule-seats").select_option("6")
    page.locator("summary").first.click()
    yield "new sheet for six"
    code, _ = begin(server, names=NAMES[:3], rules={"game": "three", "moderne": True, "annonces": True})
    for number, entry in enumerate(({"plis": 60, "contract": "SA"}, {"plis": 81}, {"capot": "S"})):
        enter(server, code, number, {"team": "S", "taker": "S", **entry})
    open_sheet(page, server, code)
    page.locator("#announcers-1").check()
    page.locator("#announcers-2").check()
    page.locator("#why-2 summary").click()
    page.locator("#seating summary").click()
    yield "three"
    page.locator("#ending-capot").check()
    yield "three, capot"
    names = ["Ana", "Bob", "Chloé", "Dominique", "Eva", "Fred"]
    code, _ = begin(server, names=names, rules={"game": "comptoir", "seats": 6})
    enter(server, code, 0, {"team": "5", "taker": "5", "bid": 140, "fallen": True})
    open_sheet(page, server, code)
    page.locator("#why-1 summary").click()
    page.locator("#seating summary").click()
    yield "comptoir, over"
    enter(server, code, 1, None, action="partie")
    enter(server, code, 2, {"team": "5", "taker": "5", "bid": 120, "plis": 123})
    expect(page.locator(".deals")).to_be_visible()
    yield "comptoir"


@pytest.mark.parametrize(("scheme", "locale"), [("light", "fr-FR"), ("dark", "en-GB")])
def test_axe_finds_no_violation(scheme: str, locale: str, server: Server, device: Device) -> None:
    """No view of these sheets violates WCAG or best practices."""
    page = device(color_scheme=scheme, locale=locale, reduced_motion="reduce")
    axe, found = Axe(), {}
    for name in views_alone(page, server):
        answer = axe.run(page).response
        assert answer["passes"], name
        if violations := answer["violations"]:
            found[name] = [(one["id"], [node["html"][:200] for node in one["nodes"]][:3]) for one in violations]

    assert not found, found


def test_views_fit_a_narrow_phone(server: Server, device: Device) -> None:
    """At 320 pixels only the table scrolls sideways, and buttons, fields and choices are at least 44 pixels high."""
    page = device(width=320, height=568)
    found = {}
    for name in views_alone(page, server):
        wide, small = page.evaluate(MEASURE)
        if wide > 320 or small:
            found[name] = (wide, small)

    assert not found, found


def open_new(page: Page, server: Server, rules: str, names: list[str], **options: str) -> None:
    """Begin a sheet with the form: a set of rules, values of options, and the names of the players."""
    page.goto(f"{server.url}/belote")
    page.locator("#set").select_option(rules)
    for name, value in options.items():
        field = page.locator(f"#rule-{name}")
        field.fill(value) if name == "target" else field.select_option(value)
    expect(page.locator("[name=name]:visible")).to_have_count(len(names))
    for index, name in enumerate(names):
        page.locator("[name=name]").nth(index).fill(name)
    page.get_by_role("button", name="Ouvrir la feuille").click()
    page.wait_for_url("**/belote/*")


def test_v3_an_evening_of_three(server: Server, phone: Page) -> None:
    """V3.9, V3.10: each of three players has a sum; a capot and points that wait go to both defenders."""
    open_new(phone, server, "three", NAMES[:3], deck="30")

    expect(phone.locator("#turn")).to_have_text("Donne 1 : Ana donne, Bob parle.")

    fill(phone, "E", 92)
    phone.locator("#belote-1").check()

    expect(phone.locator("#defence")).to_have_value("70")

    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["70", "112", "70"])

    phone.locator("#taker-S").check()
    phone.locator("#ending-fallen").check()
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["70", "274", "232"])

    fill(phone, "N", 81)
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["151", "355", "232"])
    expect(phone.locator(".waits")).to_contain_text("81 en attente")

    phone.locator("#taker-S").check()
    phone.locator("#ending-capot").check()
    phone.locator("#capot-defence").check()
    save(phone)

    # 252 and the 81 that waited go to each defender
    expect(phone.locator(".side .sum")).to_have_text(["151", str(355 + 333), str(232 + 333)])

    phone.locator("#why-4 summary").click()
    phone.locator("[data-correct='4']").click()
    expect(phone.locator("#capot-defence")).to_be_checked()
    phone.locator("#ending-renonce").check()
    phone.locator("#side-1").check()
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text([str(151 + 162 + 81), "355", "232"])

    with entered(phone):
        phone.locator("[data-post=undo]").click()

    expect(phone.locator(".side .sum")).to_have_text(["151", "688", "565"])


def test_v3_7_two_defenders_have_annonces(server: Server, phone: Page) -> None:
    """V3.7: the annonces of both defenders count together, and a correction shows them again."""
    code, _ = begin(server, names=NAMES[:3], rules={"game": "three", "annonces": True})
    open_sheet(phone, server, code)
    fill(phone, "S", 100)
    for index, points in ((1, "50"), (2, "20")):
        phone.locator(f"#announcers-{index}").check()
        phone.locator(f"#annonces-{index}").fill(points)
    save(phone)

    # 100 for Ana against 62 and 70
    expect(phone.locator(".side .sum")).to_have_text(["0", str(162 + 70), str(162 + 70)])
    phone.locator("#why-1 summary").click()
    phone.locator("[data-correct='1']").click()
    expect(phone.locator("#annonces-1")).to_have_value("50")
    expect(phone.locator("#annonces-2")).to_be_visible()
    expect(phone.locator("#announcers-0")).not_to_be_checked()


def test_v3_12_an_evening_of_belote_moderne(server: Server, phone: Page) -> None:
    """V3.15: the counts are shared out of 130 at sans atout and of 258 at tout atout, with two belotes."""
    open_new(phone, server, "moderne", NAMES[:3])
    phone.get_by_role("radio", name="sans atout").check()
    fill(phone, "S", 60)

    expect(phone.locator("#defence")).to_have_value("70")

    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["0", "130", "130"])

    phone.get_by_role("radio", name="tout atout").check()
    fill(phone, "E", 200)
    phone.locator("#belotes-1").fill("2")
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["58", str(130 + 240), str(130 + 58)])
    expect(phone.locator("#deal-2")).to_contain_text("Bob prend à tout atout")


def test_v2_an_evening_of_two(server: Server, phone: Page) -> None:
    """V2.12: one against one, up to the target; then the next partie of the evening."""
    open_new(phone, server, "decouverte", NAMES[:2], target="500")
    fill(phone, "S", 100)
    save(phone)
    fill(phone, "E", 70)
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text([str(100 + 162), "62"])

    for seat, winner in (("E", "taker"), ("S", "defence")):
        phone.wait_for_timeout(700)  # a second tap that soon would be that of a double tap
        phone.locator(f"#taker-{seat}").check()
        phone.locator("#ending-capot").check()
        phone.locator(f"#capot-{winner}").check()
        save(phone)

    expect(phone.locator("#turn")).to_contain_text("Bob gagne la partie, Ana 262, Bob 566")
    expect(phone.locator(".side.won .sum")).to_have_text("566")

    with entered(phone):
        phone.locator("[data-act=partie]").click()

    expect(phone.locator(".waits")).to_contain_text("Parties gagnées : Bob 1, Ana 0.")
    expect(phone.locator(".side .sum")).to_have_text(["0", "0"])


def test_vk_an_evening_of_belote_de_comptoir(server: Server, phone: Page) -> None:
    """VK9 to VK12: bids made and missed, with points or without; who leaves takes no more, and the last has lost."""
    open_new(phone, server, "comptoir", NAMES[:3], seats="3")
    fill(phone, "E", 62)
    phone.locator("#save").click()
    expect(phone.locator("#refusals")).to_contain_text("Dites combien")
    phone.locator("#bid").fill("60")
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["6", "4", "6"])

    phone.locator("#taker-N").check()
    phone.locator("#bid").fill("80")
    phone.locator("#ending-fallen").check()
    expect(phone.locator("#takers")).to_be_hidden()
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["3", "1", "6"])
    expect(phone.locator(".side .needs")).to_have_text(["dé 3", "dé 1", "dé 6"])

    phone.locator("#taker-S").check()
    phone.locator("#bid").fill("95")
    phone.locator("#ending-made").check()
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["0", "1", "6"])
    expect(phone.locator(".side .needs").first).to_have_text("plus en lice")
    expect(phone.locator("#taker-S")).to_be_hidden()
    expect(phone.locator("#turn")).to_have_text("Donne 4 : Bob donne, Chloé parle.")

    phone.locator("#why-3 summary").click()
    phone.locator("[data-correct='3']").click()
    expect(phone.locator("#taker-S")).to_be_checked()
    expect(phone.locator("#ending-made")).to_be_checked()
    phone.locator("#bid").fill("70")
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["1", "1", "6"])

    with entered(phone):
        phone.locator("[data-act=misdeal]").click()
    for seat in "SE":
        phone.locator(f"#taker-{seat}").check()
        phone.locator("#bid").fill("40")
        phone.locator("#ending-made").check()
        save(phone)

    expect(phone.locator("#turn")).to_contain_text("Chloé reste en lice et a perdu la partie")
    expect(phone.locator(".side.lost .needs")).to_have_text("a perdu")
    expect(phone.locator("#save")).to_be_hidden()


def test_vl_an_evening_of_the_lyonnaise_for_six(server: Server, phone: Page) -> None:
    """VL1, VK12: six players with sheets of 12; the table scrolls in its own box, and the page does not."""
    names = [*NAMES, "Maximilienne", "Anne-Laure"]
    open_new(phone, server, "lyonnaise", names, seats="6", sheet="12")
    phone.locator("#taker-6").check()
    phone.locator("#bid").fill("90")
    phone.locator("#takers").fill("90")
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["12", "12", "12", "12", "12", "9"])
    expect(phone.locator(".side .needs").last).to_have_text("dé 3, puis un tour")

    phone.locator("#taker-S").check()
    phone.locator("#bid").fill("60")
    phone.locator("#ending-fallen").check()
    save(phone)

    expect(phone.locator(".side .sum")).to_have_text(["12", "10", "10", "10", "10", "7"])
    assert phone.evaluate("document.documentElement.scrollWidth") == 360
    assert phone.locator(".scroll").evaluate("box => box.scrollWidth > box.clientWidth")
