"""P7: a card laid face down belongs to the phone that laid it, whoever holds the seat, until the pli is picked up."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.web.asgi import OWN, Browser, client
from tests.web.test_seats import Table, begun

VOLONTE = {"action": "lay", "seat": "PON", "card": "V", "word": "Volonté"}
LOUTRE = {"action": "lay", "seat": "SEP", "card": "l", "word": "Violon"}
PASSE = {"action": "passe", "seat": "LEV", "card": "k"}


@pytest.fixture
def table() -> Iterator[Table]:
    """A table at which two cards lie, and players enter theirs at once."""
    with client(shared=True) as arbiter:
        table = begun(arbiter, confirm="none")
        assert table.enter(arbiter, VOLONTE).status_code == table.enter(arbiter, LOUTRE).status_code == 200
        yield table


def card_seen(table: Table, phone: Browser) -> str:
    """The card of the Levantin, as a phone sees it."""
    return str(phone.get(table.path).json()["table"][2]["card"])


def free(table: Table) -> None:
    """The arbiter takes the seat from its phone."""
    assert table.arbiter.post(f"{table.path}/seats/free", json={"seat": "LEV"}).status_code == 200


def take(table: Table, phone: Browser) -> None:
    """A phone asks for the seat, and the arbiter gives it."""
    asked = phone.post(f"{table.path}/seats", json={"seat": "LEV"}).json()
    if asked["check"]:
        table.arbiter.post(f"{table.path}/seats/answer", json={"seat": "LEV", "check": asked["check"]})
    assert phone.get(table.path).json()["own"] == "LEV"


def record_is_open(table: Table) -> bool:
    """Whether the arbiter may read the record."""
    return bool(table.arbiter.get(f"{table.path}/record").status_code == 200)


def test_p7_freeing_and_taking_a_seat_does_not_give_its_card_away(table: Table) -> None:
    """Neither the arbiter nor another phone sees the card, and the record stays closed, until the pli is picked up."""
    phone, other = table.seated("LEV"), table.phone()
    table.enter(phone, PASSE)
    assert card_seen(table, phone) == "k"

    free(table)
    assert not record_is_open(table)
    for device in (table.arbiter, other):
        take(table, device)
        assert card_seen(table, device) == "min"
        assert "minuscule k" not in device.get(f"{table.path}/history").text
        assert not record_is_open(table)

    take(table, phone)
    assert card_seen(table, phone) == "k"

    table.enter(table.arbiter, {"action": "lay", "seat": "MER", "card": "a", "word": "Valise"})
    assert record_is_open(table)


def test_p7_undo_and_redo_do_not_give_a_card_away(table: Table) -> None:
    """The arbiter takes the seat, takes the card back and enters it again: it is still that of the first phone."""
    phone = table.seated("LEV")
    table.enter(phone, PASSE)
    free(table)
    take(table, table.arbiter)
    for what in ("undo", "redo"):
        number = table.arbiter.get(table.path).json()["number"]
        assert table.arbiter.post(f"{table.path}/{what}", json={"number": number}).status_code == 200

    assert card_seen(table, table.arbiter) == "min"
    assert not record_is_open(table)


def test_p7_a_card_that_the_arbiter_entered_is_shown_to_nobody(table: Table) -> None:
    """No phone held the seat: one that takes it later does not see the card, and the arbiter may read the record."""
    table.enter(table.arbiter, PASSE)
    assert record_is_open(table)

    phone = table.phone()
    take(table, phone)
    assert card_seen(table, phone) == "min"


def test_p7_the_phone_that_laid_a_card_may_show_it_to_the_arbiter(table: Table) -> None:
    """It opens the record, also after the seat was taken; no other phone can, and the next pli is closed again."""
    phone, other = table.seated("LEV"), table.phone()
    table.enter(phone, PASSE)
    free(table)
    take(table, other)
    show = f"{table.path}/seats/show"

    for device in (other, table.arbiter, table.phone()):
        assert device.post(show, json={"seat": "LEV"}).json()["problem"] == "token"
    assert not record_is_open(table)
    assert phone.post(show, json={"seat": "LEV"}).status_code == 200
    assert record_is_open(table)
    assert card_seen(table, other) == "min"

    table.enter(table.arbiter, {"action": "lay", "seat": "MER", "card": "a", "word": "Xxxxx"})
    table.enter(table.arbiter, {"action": "lay", "seat": "SEP", "card": "d", "word": "Maladie"})
    assert table.enter(other, {"action": "passe", "seat": "LEV", "card": "m"}).status_code == 200
    assert other.get(table.path).json()["table"][1]["card"] == "m"
    assert not record_is_open(table)


def test_p7_an_entry_ends_with_the_card_that_turns_others_up(table: Table) -> None:
    """What follows the fourth card could be refused for a hidden card, and nobody would see that it was tried."""
    phone, last = table.seated("LEV"), table.seated("MER")
    table.enter(phone, PASSE)
    fourth = {"action": "lay", "seat": "MER", "card": "a", "word": "Valise"}
    for more in (
        {"action": "lay", "seat": "MER", "card": "k", "word": "Kiosque"},
        {"action": "pick_up", "seat": "SEP"},
    ):
        for device in (table.arbiter, last):
            assert table.enter(device, fourth, more).json()["problem"] == "unusable"

    assert table.enter(last, fourth).status_code == 200


def test_p7_the_page_asks_for_a_card_that_lies_twice(table: Table) -> None:
    """The phone of its player names another card; the form offers the pack that was entered."""
    phone = table.seated("LEV")
    table.enter(phone, PASSE)
    table.enter(table.arbiter, {"action": "lay", "seat": "MER", "card": "k", "word": "Kiosque"})
    page = table.path.replace("/api/games", "/g")
    for device in (phone, table.arbiter):
        html = device.get(f"{page}/state", headers={**OWN, "Accept": "application/json"}).json()["html"]
        assert "La minuscule k est impossible" in html
        assert 'id="reveal"' in html or 'data-act="reveal"' in html
        assert 'value="m"' in html and 'value="M"' not in html

    assert table.enter(phone, {"action": "reveal", "seat": "LEV", "card": "m"}).status_code == 200
    assert table.arbiter.get(table.path).json()["finished"]["cards"][2]["card"] == "m"
