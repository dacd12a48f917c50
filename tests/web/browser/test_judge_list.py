"""What the judge of a table keeps on the device: words, rulings, house rules; hostile and missing storage."""

from __future__ import annotations

import json
from urllib.parse import parse_qs, urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.web.browser.conftest import Device
from tests.web.browser.judging import cards, contest, lay, say, words
from tests.web.servers import Server

#: What the page may find in the storage of the browser.
GARBAGE = (
    "{",
    "null",
    "[]",
    '"<script>alert(1)</script>"',
    '{"cards": 5, "entries": {}, "last": 3, "rules": [], "number": "x"}',
    '{"cards": [{"text": "JOKER", "letter": ""}, {"text": ["a"], "letter": ""}, {"text": "ab", "letter": ""}, null, 7],'
    ' "entries": [null, {"word": ""}, {"word": "x", "valid": 1, "at": 1}, {"word": "y", "valid": false, "at": 1}],'
    ' "last": {"query": "word=", "head": "", "word": "", "valid": true, "at": 0},'
    ' "rules": {"min_letters": "99", "participles": "what", "compounds": "maybe", "__proto__": "x"}, "number": -1}',
    '{"last": {"query": "%%%&min=8", "head": "x", "word": "x", "valid": false, "at": 1, "ruling": {"accept": 1}}}',
)
#: Records what the page shares in « window.shared ».
SHARE = "window.shared = []; navigator.share = async (content) => { window.shared.push(content); };"


def test_cards_words_verdict_and_rules_stay_on_the_device(phone_judge: Page) -> None:
    """After a reload, and after the way to the proof and back, all is as it was; the words are the earlier words."""
    lay(phone_judge, "e")
    phone_judge.locator("#house summary").click()
    phone_judge.locator("#house [name=compounds]").check()
    phone_judge.locator("#house [name=min_letters]").fill("4")
    phone_judge.locator("#house [name=min_letters]").blur()
    say(phone_judge, "école")
    phone_judge.reload()

    expect(phone_judge.locator(".band.yes .word")).to_contain_text("école")
    assert words(phone_judge) == ["école"]
    assert cards(phone_judge) == ["e"]
    expect(phone_judge.locator("#rules-set")).to_have_text("(2)")

    say(phone_judge, "chez")
    phone_judge.get_by_role("link", name="Preuve").click()

    expect(phone_judge.get_by_role("heading", level=1)).to_contain_text("« chez »")
    expect(phone_judge.locator(".asked")).to_contain_text("école")
    expect(phone_judge.locator(".asked")).to_contain_text("Refuser les mots composés")

    phone_judge.go_back()

    expect(phone_judge.locator(".band .word")).to_contain_text("chez")
    assert words(phone_judge) == ["chez", "école"]

    phone_judge.go_forward()

    expect(phone_judge.get_by_role("heading", level=1)).to_contain_text("« chez »")


def test_a_ruling_is_kept_and_shared(server: Server, device: Device) -> None:
    """The table refuses a valid word: that is kept and shared with its reason; the word counts no more."""
    page = device()
    page.add_init_script(SHARE)
    page.goto(f"{server.url}/judge")
    lay(page, "e")
    say(page, "école")
    contest(page, "Dit <b>trop tard</b>")

    expect(page.locator(".band.no .why")).to_contain_text("La table a tranché : Dit <b>trop tard</b>")
    expect(page.locator("#laid .turned")).to_have_count(1)

    page.reload()

    expect(page.locator(".band.no .why")).to_contain_text("La table a tranché")
    expect(page.locator("#list .ruled")).to_contain_text("La table le refuse : Dit <b>trop tard</b>")

    page.locator("#list [data-as]").click()
    text = page.evaluate("window.shared[0].text")

    assert "« école » : valide. Nom féminin." in text
    assert "La table a tranché : le mot ne compte pas. Motif : Dit <b>trop tard</b>" in text
    with server.client() as client:
        assert client.get("/api/lexicon").json()["edition"] in text
    link = text.splitlines()[-1]
    assert parse_qs(urlsplit(link).query)["word"] == ["école"]

    say(page, "scolaire")

    expect(page.locator(".band.yes")).to_be_visible()

    page.goto(link)

    expect(page.get_by_role("heading", level=1)).to_contain_text("« école » : valide")


def test_w8_a_word_that_the_table_accepts_counts(phone_judge: Page) -> None:
    """W7, W8: a refused word that the table accepts is an earlier word; taking the ruling back removes it."""
    lay(phone_judge, "a")
    say(phone_judge, "arbres")
    contest(phone_judge, "Tout le monde est d'accord")

    expect(phone_judge.locator(".band.yes")).to_be_visible()
    assert words(phone_judge) == ["arbres"]
    expect(phone_judge.locator("#laid .turned")).to_have_count(0)

    say(phone_judge, "arbre")

    expect(phone_judge.locator(".band.no")).to_be_visible()

    phone_judge.locator("[data-withdraw]").click()

    assert words(phone_judge) == []

    phone_judge.locator("[data-undo]").click()

    assert words(phone_judge) == ["arbres"]
    expect(phone_judge.locator("#list .ruled")).to_contain_text("Tout le monde est d'accord")


def test_the_list_is_corrected_and_emptied(phone_judge: Page) -> None:
    """A word can be removed; « Nouvelle partie » asks first; both can be taken back."""
    for word in ("école", "volet"):
        say(phone_judge, word)
    phone_judge.get_by_role("button", name="Retirer « école »").click()

    assert words(phone_judge) == ["volet"]

    phone_judge.locator("[data-undo]").click()

    assert words(phone_judge) == ["volet", "école"]

    phone_judge.locator("[data-open=new-game]").click()
    phone_judge.locator("#new-game [data-close]").click()

    assert words(phone_judge) == ["volet", "école"]

    phone_judge.locator("[data-open=new-game]").click()
    phone_judge.locator("[data-new-game]").click()

    assert words(phone_judge) == []
    expect(phone_judge.locator(".band")).to_have_count(0)

    phone_judge.locator("[data-undo]").click()

    assert words(phone_judge) == ["volet", "école"]
    expect(phone_judge.locator(".band .word")).to_contain_text("volet")


def test_p7_a_ruling_and_an_undo_leave_the_cards_that_were_laid_since(phone_judge: Page) -> None:
    """P7: the card of a word that the table refuses leaves a card that was laid since; undo leaves that one too."""
    say(phone_judge, "volet")
    lay(phone_judge, "e")
    say(phone_judge, "école")
    phone_judge.get_by_role("button", name="Retirer « volet »").click()
    lay(phone_judge, "t")
    phone_judge.locator("[data-undo]").click()

    assert words(phone_judge) == ["école", "volet"]
    assert cards(phone_judge) == ["e", "t"]

    contest(phone_judge, "Trop tard")

    assert cards(phone_judge) == ["t"]
    expect(phone_judge.locator("#laid .turned")).to_have_count(0)


@pytest.mark.parametrize("stored", GARBAGE)
def test_garbage_in_the_storage_does_no_harm(stored: str, server: Server, phone: Page) -> None:
    """Whatever the browser has stored, the page judges words (``device`` fails on errors)."""
    phone.add_init_script(
        f"if (!localStorage.seen) {{ localStorage.judge = {json.dumps(stored)}; localStorage.seen = 1; }}"
    )
    phone.goto(f"{server.url}/judge")
    lay(phone, "e")
    say(phone, "école")

    expect(phone.locator(".band.yes")).to_be_visible()
    assert words(phone) == ["école"]
    assert cards(phone) == ["e"]

    phone.reload()

    assert words(phone) == ["école"]


def test_without_storage_the_page_judges(server: Server, phone: Page) -> None:
    """A browser that allows no storage keeps the words as long as the page is open."""
    phone.add_init_script("Object.defineProperty(window, 'localStorage', { get() { throw new Error('no'); } });")
    phone.goto(f"{server.url}/judge")
    say(phone, "école")
    say(phone, "scolaire")

    expect(phone.locator(".band.no .why")).to_contain_text("école")
    assert words(phone) == ["école"]


def test_two_tabs_show_one_list(phone_judge: Page, server: Server) -> None:
    """A word that is accepted in one tab is in the list of the other one."""
    other = phone_judge.context.new_page()
    other.goto(f"{server.url}/judge")
    say(phone_judge, "école")

    expect(other.locator("#list .kept-word")).to_have_text("école")
