"""Players' phones: they take a seat, type their own words, and the arbiter's phone confirms the cards."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

playwright = pytest.importorskip("playwright.sync_api", reason="playwright is not installed (extra test)")
from playwright.sync_api import Page, expect  # noqa: E402  # skipped without it

from belettre_lexicon import Judge, Lexicon  # noqa: E402
from belettre_lexicon.cards import Card  # noqa: E402
from belettre_lexicon.engine import Lay, Partie  # noqa: E402
from belettre_lexicon.engine.actions import Action, AnnounceBelettre, Discard, Overrule, PickUp  # noqa: E402
from belettre_lexicon.engine.seats import Seat  # noqa: E402
from tests.web.browser.conftest import Device  # noqa: E402
from tests.web.browser.hands import begin, choose, open_game  # noqa: E402
from tests.web.databases import POSTGRESQL, SQLITE, postgresql  # noqa: E402
from tests.web.servers import Server, serving  # noqa: E402

#: A card that is known, in the place of the card that an action without one has.
KNOWN = Card.of("e")
PLAYERS = {"PON": "Ana", "SEP": "Bob", "LEV": "Chloé", "MER": "David"}


def arbiter_of(device: Device, server: Server, code: str, token: str) -> Page:
    """The arbiter's phone, which follows the game."""
    arbiter = device()
    with arbiter.expect_navigation(url=re.compile(f"/g/{code}$")):
        arbiter.goto(f"{server.url}/g/{code}#arbiter={token}")
    expect(arbiter.locator("#lay")).to_be_visible()
    return arbiter


def seated(device: Device, server: Server, code: str, arbiter: Page, seat: str) -> Page:
    """A phone that has asked for a seat, and that the arbiter has given it by its digits."""
    phone = device()
    open_game(phone, server, code)
    phone.locator(f"[data-ask={seat}]").click()
    check = phone.locator("#asked .check")
    expect(check).to_have_text(re.compile(r"^\d\d$"))
    arbiter.locator(f"[data-request=yes][data-check='{check.text_content()}']").click()
    expect(phone.locator(f"[data-leave={seat}]")).to_be_visible()
    return phone


def propose(phone: Page, card: str, word: str) -> None:
    """Lay a card with a word on a player's phone."""
    choose(phone, card)
    phone.locator("#word").fill(word)
    phone.locator("#player [data-act=lay]").click()
    expect(phone.locator(".proposal[data-own]")).to_be_visible()


def test_a_player_types_their_word_and_the_arbiter_confirms_it(device: Device, shared: Server) -> None:
    """A phone gets a seat by two digits; what it enters is judged when the arbiter's phone has confirmed it."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana = seated(device, shared, code, arbiter, "PON")
    propose(ana, "l", "Volonté")

    expect(arbiter.locator(".proposed")).to_contain_text("Volonté")
    expect(arbiter.locator("#lay")).to_be_hidden()

    arbiter.locator("[data-proposal=yes]").click()

    for page in (ana, arbiter):
        expect(page.locator(".band .word")).to_contain_text("Volonté")
        expect(page.locator(".proposal")).to_have_count(0)
    expect(arbiter.locator("#lay")).to_be_visible()
    expect(ana.locator("#player [data-act=lay]")).to_have_count(0)


def test_a_card_that_is_not_confirmed_can_be_corrected(device: Device, shared: Server) -> None:
    """What was typed is still there, whether the player takes the card back or the arbiter rejects it."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana = seated(device, shared, code, arbiter, "PON")
    propose(ana, "l", "Volonte")
    ana.locator("[data-proposal=no]").click()

    expect(ana.locator("#word")).to_be_visible()
    expect(ana.locator("#word")).to_have_value("Volonte")
    expect(ana.locator("#card-l")).to_be_checked()
    expect(arbiter.locator("#lay")).to_be_visible()

    propose(ana, "l", "Violon")
    arbiter.locator("[data-proposal=no]").click()

    expect(ana.locator("#banner")).to_contain_text("pas été confirmée")
    expect(ana.locator("#word")).to_have_value("Violon")
    expect(ana.locator("#game")).to_have_attribute("data-number", "0")


def test_nothing_is_confirmed_that_was_not_seen(device: Device, shared: Server) -> None:
    """If the player enters another word while the arbiter taps « Confirmer », the arbiter sees that one first."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana = seated(device, shared, code, arbiter, "PON")
    propose(ana, "l", "Violon")
    expect(arbiter.locator(".proposed")).to_contain_text("Violon")
    seen = arbiter.locator("#game").get_attribute("data-version")
    ana.locator("[data-proposal=no]").click()
    expect(ana.locator("#word")).to_be_visible()
    propose(ana, "l", "Volonté")
    expect(arbiter.locator(".proposed")).to_contain_text("Volonté")
    expect(arbiter.locator("[data-proposal=yes]")).not_to_have_attribute("aria-disabled", "true")
    arbiter.evaluate("(version) => { document.getElementById('game').dataset.version = version }", seen)
    arbiter.locator("[data-proposal=yes]").click()

    expect(arbiter.locator("#banner")).to_contain_text("plus rapide")
    expect(arbiter.locator(".proposed")).to_contain_text("Volonté")
    expect(arbiter.locator("#game")).to_have_attribute("data-number", "0")


def test_a_link_gives_a_seat_to_one_phone(device: Device, shared: Server) -> None:
    """The arbiter shows a QR code; the phone that opens its link first has the seat, another one is told to ask."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    arbiter.locator("#seats summary").click()
    arbiter.locator("[data-seat-open=SEP]").click()
    expect(arbiter.locator("#seat-dialog img")).to_be_visible()
    link = arbiter.locator("#seat-dialog .link a").get_attribute("href")
    assert link is not None
    path = link.partition("/g/")[2]
    bob, late = device(), device()
    bob.goto(f"{shared.url}/g/{path}")

    expect(bob.locator("[data-leave=SEP]")).to_be_visible()
    assert "seat=" not in bob.url
    expect(arbiter.locator("#seat-dialog")).to_be_hidden()
    expect(arbiter.locator("#banner")).to_contain_text("Bob")

    late.goto(f"{shared.url}/g/{path}")

    expect(late.locator("#banner")).to_contain_text("ne vaut plus")
    expect(late.locator("[data-ask=SEP]")).to_be_visible()

    arbiter.locator("[data-seat-open=SEP]").click()
    arbiter.locator("[data-seat-free]").click()

    expect(bob.locator("[data-ask=SEP]")).to_be_visible()


def test_a_request_can_be_refused_and_the_seat_left(device: Device, shared: Server) -> None:
    """A phone is told that its request was refused; a player may leave their seat."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    phone = device()
    open_game(phone, shared, code)
    phone.locator("[data-ask=LEV]").click()
    expect(phone.locator("#asked")).to_be_visible()
    arbiter.locator("[data-request=no]").click()

    expect(phone.locator("#seats [data-problems]")).to_contain_text("pas été acceptée")
    expect(phone.locator("#asked")).to_be_hidden()
    expect(arbiter.locator(".news")).to_have_count(0)

    chloe = seated(device, shared, code, arbiter, "LEV")
    chloe.locator("[data-leave]").click()

    expect(chloe.locator("[data-ask=LEV]")).to_be_visible()


def test_another_player_confirms_if_the_table_has_it_so(device: Device, shared: Server) -> None:
    """The arbiter chooses who confirms: then the phone of another player can, and the player's own cannot."""
    code, token = begin(shared, players=PLAYERS)
    arbiter = arbiter_of(device, shared, code, token)
    ana, bob = (seated(device, shared, code, arbiter, seat) for seat in ("PON", "SEP"))
    arbiter.locator("#seats summary").click()
    arbiter.locator("#confirm-any").check()
    propose(ana, "l", "Volonté")

    expect(ana.locator("[data-proposal=yes]")).to_have_count(0)
    bob.locator("[data-proposal=yes]").click()
    expect(bob.locator("#player [data-act=lay]")).to_be_visible()

    arbiter.locator("#confirm-none").check()
    expect(arbiter.locator("#confirm-none")).to_be_checked()
    expect(arbiter.locator("#game")).to_have_attribute("data-number", "1")
    choose(bob, "e")
    bob.locator("#word").fill("École")
    bob.locator("#player [data-act=lay]").click()

    expect(arbiter.locator(".band .word")).to_contain_text("École")
    expect(bob.locator("#word")).to_have_count(0)


def script_of(lexicon: Lexicon, seed: int) -> list[Action]:
    """The actions of a whole manche with real cards, as players could enter them, with known cards only."""
    rng, partie, script = random.Random(seed), Partie.watched(Judge(lexicon), manches=1), list[Action]()
    words = ("volonté", "école", "raclette", "facile", "jardin", "maison", "violon", "portes")
    while not partie.over:
        legal = [one for one in partie.legal_actions() if getattr(one, "card", KNOWN).known]
        kinds = [type(one) for one in legal]
        weights = [{AnnounceBelettre: 0, Discard: 3}.get(kind, 1) / kinds.count(kind) for kind in kinds]
        action = rng.choices(legal, weights)[0]
        script.append(action.saying(rng.choice(words)) if isinstance(action, Lay) else action)
        partie.apply(script[-1])
    return script


def seat_of(action: Action) -> str:
    """The short name of the seat that does an action of a script, in which no arbiter decides."""
    assert not isinstance(action, Overrule)
    seat: Seat = action.seat
    return seat.value


def enter(phone: Page, action: Action) -> None:
    """Enter an action on the phone of its player."""
    kind = str(action.__struct_config__.tag)
    if (card := getattr(action, "card", None)) is not None:
        choose(phone, card.text)
    if isinstance(action, Lay):
        phone.locator("#word").fill(action.word)
        if action.letter:
            phone.locator("#letter").select_option(action.letter)
    taker = f"[data-seat={action.seat.value}]" if isinstance(action, PickUp) else ""
    phone.locator(f"#player [data-act={kind}]{taker}").click()


@pytest.fixture(params=[SQLITE, POSTGRESQL])
def tables(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[Server, Server]]:
    """Two servers with one database, or one server twice with SQLite."""
    if request.param == SQLITE:
        with serving(f"sqlite:///{tmp_path / 'games.sqlite'}", "--lan") as server:
            yield server, server
    else:
        with postgresql() as url, serving(url, "--lan") as first, serving(url, "--lan") as second:
            yield first, second


def test_four_players_type_a_whole_manche(device: Device, tables: tuple[Server, Server], lexicon: Lexicon) -> None:
    """Four phones at two servers play a manche, the arbiter confirms each card, and a phone that dies is replaced."""
    first, second = tables
    code, token = begin(first, players=PLAYERS, manches=1)
    arbiter = arbiter_of(device, first, code, token)
    servers = {"PON": first, "SEP": second, "LEV": second, "MER": first}
    phones = {seat: seated(device, server, code, arbiter, seat) for seat, server in servers.items()}
    script = script_of(lexicon, 6)
    lost = next(number for number, action in enumerate(script) if number > 12 and seat_of(action) == "LEV")
    for number, action in enumerate(script):
        seat = seat_of(action)
        if number == lost:
            phones[seat].context.close()
            phones[seat] = seated(device, second, code, arbiter, seat)
        enter(phones[seat], action)
        expect(arbiter.locator(f".proposal[data-seat={seat}]")).to_be_visible()
        arbiter.locator("[data-proposal=yes]").click()
        for page in (arbiter, *phones.values()):
            expect(page.locator("#game")).to_have_attribute("data-number", str(number + 1))

    assert {type(action).__name__ for action in script} == {"Lay", "Passe", "Discard", "Swap", "PickUp"}
    for page in (arbiter, *phones.values()):
        expect(page.locator(".ending")).to_be_visible()
