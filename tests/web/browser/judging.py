"""Actions of a person on the page of the judge of a table, and what it shows."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect


def lay(page: Page, *cards: str) -> None:
    """Tap cards, such as "e", "F" or "?"."""
    for card in cards:
        page.locator("#pack-maj" if card.isupper() else "#pack-min").check()
        page.locator(f"[data-card='{card}']").tap()


def write(page: Page, word: str) -> None:
    """Type a word into the field, which must have the focus, and end it with the key of the keyboard."""
    expect(page.locator("#word")).to_be_focused()
    page.keyboard.type(word)
    page.keyboard.press("Enter")


def say(page: Page, word: str) -> None:
    """Type a word and wait for its verdict."""
    page.locator("#word").fill(word)
    with page.expect_response(re.compile("/judge/verdict")):
        page.locator("#word").press("Enter")
    expect(page.locator(".band .word")).to_contain_text(word)


def contest(page: Page, reason: str) -> None:
    """Decide against the last verdict."""
    page.locator("[data-open=contest]").click()
    page.locator("#reason").fill(reason)
    page.locator("[data-ruling]:visible").click()
    expect(page.locator("#contest")).to_be_hidden()


def words(page: Page) -> list[str]:
    """The words of the list, the latest first."""
    return page.locator("#list .kept-word").all_inner_texts()


def cards(page: Page) -> list[str]:
    """The cards that the page shows as lying on the table."""
    return page.locator("#laid .card").all_inner_texts()
