"""The judge on a phone: verdicts, links to verdicts, hostile words, and print."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.servers import Server

#: Words and names that try to be more than text.
HOSTILE = (
    "<img src=x onerror=alert(1)>",
    '"><script>alert(1)</script>',
    "{{ 7 * 7 }}",
    "\u202egnitirw\u202c",
    "<svg/onload=alert(1)>",
)


def test_a_word_is_judged(server: Server, phone: Page) -> None:
    """W8: the form on the home page leads to a verdict with the id of the rule."""
    phone.goto(server.url)
    phone.get_by_label("Mot", exact=True).first.fill("jouet")
    phone.get_by_label("Maj.").fill("j")
    phone.get_by_label("Min.").fill("e, t")
    phone.get_by_text("Mots déjà joués, règles maison").click()
    phone.get_by_label("Mots déjà joués").first.fill("volonté\njoueur")
    phone.get_by_role("button", name="Juger").click()

    expect(phone.get_by_role("heading", level=1)).to_contain_text("« jouet » : refusé")

    reason = phone.locator(".reasons li")

    expect(reason).to_contain_text("De la famille de « joueur »")
    expect(phone.locator(".evidence")).to_contain_text("W8")
    expect(phone.locator(".chains")).to_contain_text("jouet ← jouer (-et)")


def test_w8_the_family_tree_marks_both_words(server: Server, phone: Page) -> None:
    """W8: the word and the earlier word are marked; a large family is folded away."""
    phone.goto(f"{server.url}/verdict?word=jouet&played=joueur")
    phone.locator(".family summary").click()

    expect(phone.locator(".tree mark", has_text="jouet").first).to_be_visible()
    expect(phone.locator(".tree mark.earlier", has_text="joueur").first).to_be_visible()
    expect(phone.locator(".tree li:has(> mark.earlier)").first).to_contain_text("déjà joué")


def test_w5_a_valid_word_shows_readings_and_sources(server: Server, phone: Page) -> None:
    """W5: the page shows readings, sources, and the edition and hash of the lexicon."""
    phone.goto(f"{server.url}/verdict?word=raclette&min=t")

    expect(phone.get_by_role("heading", level=1)).to_contain_text("« raclette » : valide")
    expect(phone.locator(".readings")).to_contain_text("nom féminin")

    phone.get_by_text("Preuve", exact=True).click()

    expect(phone.locator(".evidence")).to_contain_text("Littré")

    with server.client() as client:
        identity = client.get("/api/lexicon").json()

    expect(phone.locator(".source")).to_contain_text(identity["hash"])
    expect(phone.locator(".source")).to_contain_text(identity["edition"])


def test_the_link_shows_the_same_verdict_again(server: Server, device: Device) -> None:
    """The link repeats the word, cards, earlier words and house rules, in the language of the device."""
    first, second = device(), device(locale="en-GB")
    first.goto(f"{server.url}/verdict?word=funérailles&maj=F&min=e,?&played=volonté&plural_only=true&min_letters=4")
    link = first.locator(".link a").first.get_attribute("href")

    assert link is not None

    second.goto(link)

    expect(second.get_by_role("heading", level=1)).to_contain_text("valid")
    expect(second.locator(".asked")).to_contain_text("Accept nouns that are always plural")
    assert second.locator(".link a").first.get_attribute("href") == link
    expect(second.locator(".warn")).to_have_count(0)


def test_a_link_of_another_edition_warns(server: Server, phone: Page) -> None:
    """The page says that the verdict comes from another edition than the link."""
    phone.goto(f"{server.url}/verdict?word=portes&edition=2020.01&hash=abc")
    expect(phone.locator(".warn")).to_contain_text("2020.01")


@pytest.mark.parametrize(
    ("query", "said"),
    [
        ("word=portes&maj=xx", "n'est pas une majuscule"),
        ("word=portes&min=8", "les minuscules s'écrivent"),
        ("word=portes&min_letters=99", "n'est pas une valeur"),
        ("word=", "Quel mot"),
        ("word=" + "a" * 2000, "Quel mot"),
    ],
)
def test_invalid_questions_get_one_sentence(query: str, said: str, server: Server, phone: Page) -> None:
    """An invalid form is shown again with one sentence about its error."""
    answer = phone.goto(f"{server.url}/verdict?{query}")

    assert answer is not None
    assert answer.status == 400
    expect(phone.get_by_role("alert")).to_contain_text(said)


def test_w5_similar_words_are_links(server: Server, phone: Page) -> None:
    """W5: a similar word is one tap away from a mistyped one."""
    phone.goto(f"{server.url}/verdict?word=bellete&min=t")
    phone.locator(".near").get_by_role("link", name="belette", exact=True).click()

    expect(phone.get_by_role("heading", level=1)).to_contain_text("« belette » : valide")


def test_the_judge_works_without_scripts(server: Server, device: Device) -> None:
    """The form and the verdict work without JavaScript."""
    page = device(java_script_enabled=False)
    page.goto(f"{server.url}/verdict")
    page.locator("#judge-word").fill("Portes")
    page.locator("form.judge button").click()

    expect(page.get_by_role("heading", level=1)).to_contain_text("refusé")


@pytest.mark.parametrize("word", HOSTILE)
def test_a_hostile_word_is_shown_as_text(word: str, server: Server, phone: Page) -> None:
    """No part of the word runs, and control characters are escaped (``device`` fails on errors and dialogs)."""
    phone.goto(f"{server.url}/verdict")
    phone.locator("#judge-word").fill(word)
    phone.locator("form.judge button").click()

    expect(phone.get_by_role("heading", level=1)).to_contain_text("refusé")
    assert "\u202e" not in phone.locator("h1").inner_text()


def test_the_picture_of_the_family_is_drawn(server: Server, phone: Page) -> None:
    """With Graphviz, the page has a picture of the family."""
    phone.goto(f"{server.url}/verdict?word=raclette")
    picture = phone.locator("details.picture")
    if picture.count() == 0:
        pytest.skip("Graphviz is missing")
    picture.locator("summary").click()
    phone.wait_for_function("() => document.querySelector('.picture img').naturalWidth > 0")


def test_the_dispute_sheet_prints_black_on_white_with_its_link(server: Server, device: Device) -> None:
    """In print there is no navigation and no form, but the link and all reasons."""
    page = device(color_scheme="dark")
    page.goto(f"{server.url}/verdict?word=Portes&maj=P")
    page.emulate_media(media="print", color_scheme="dark")

    expect(page.locator(".top")).to_be_hidden()
    expect(page.locator(".again")).to_be_hidden()
    expect(page.locator(".link")).to_be_visible()
    expect(page.locator(".reasons li")).to_have_count(2)

    colours = page.evaluate("[getComputedStyle(document.body).backgroundColor, getComputedStyle(document.body).color]")

    assert colours == ["rgb(255, 255, 255)", "rgb(0, 0, 0)"]


def test_w8_print_shows_the_family_that_proves_a_kinship(server: Server, phone: Page) -> None:
    """W8: a large family is folded away on screen, but not in print."""
    phone.goto(f"{server.url}/verdict?word=jouet&played=joueur")

    expect(phone.locator(".tree mark.earlier").first).to_be_hidden()

    phone.evaluate("dispatchEvent(new Event('beforeprint'))")

    expect(phone.locator(".tree mark.earlier").first).to_be_visible()
