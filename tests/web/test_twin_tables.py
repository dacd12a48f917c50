"""P7: two tables that differ only in a card lying face down answer every other device with the same bytes.

A twin deal is one position at two servers: a phone lays a card face down, another one at each server, and then all
other devices try what they can. The servers draw the same codes and tokens and read the same clock.
"""

from __future__ import annotations

import itertools
import os
import random
import secrets
import time
from collections.abc import Iterator
from contextlib import ExitStack
from typing import Any, NamedTuple

import pytest

from belettre_lexicon.french.cards import FACES, Card, Case
from belettre_lexicon.games.belettre.actions import Discard, Passe
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from tests.exhaustive import EXHAUSTIVE
from tests.web.asgi import OWN, Answer, Browser, Device, Request, client, run, send

#: How many twin deals are compared, and the first of them.
DEALS = int(os.environ.get("BELETTRE_TWIN_DEALS", 250 if EXHAUSTIVE else 30))
FIRST = int(os.environ.get("BELETTRE_TWIN_FIRST", 0))
#: Words that players say, one of them in no dictionary.
WORDS = ("volonté", "maison", "jardin", "kiosque", "zinguer", "wagon", "exquis", "rayon", "xxxxx")
#: Cards of which there is one copy: who cannot lay one of them would know where it is.
SINGLES = [card for card in FACES if card.case is Case.MAJ or card.letter in "jkqwxyz"]
Json = dict[str, Any]


class Heard(NamedTuple):
    """An answer that a device got: what it had asked, and everything that came back.

    full  whether the four cards lay on the table then, so that all of them were turned up
    """

    question: str
    status: int
    headers: list[tuple[str, str]]
    body: bytes
    full: bool


class Twin:
    """One of two tables. Every answer to a device that may not know the hidden card is kept in ``heard``."""

    def __init__(self, server: Device, address: str, terms: Json) -> None:
        self._server, self._address, self._confirm = server, address, terms["confirm"]
        self.heard: list[Heard] = []
        self.arbiter, self.guest = self._device(), self._device()
        code = self.arbiter.post("/api/games", json={"kind": "table", **terms}).json()["code"]
        self.path, self._page, self._code = f"/api/games/{code}", f"/g/{code}", code

    def _device(self) -> Browser:
        return Browser(self._server.app, headers=OWN, client=(self._address, 50000))

    @property
    def partie(self) -> Partie:
        """The partie on the server, which knows everything."""
        with self._server.services.games.open_game(self._code, BelettreTable) as game:
            return game.partie.__copy__()

    def seated(self, seat: Seat) -> Browser:
        """Return a phone that holds a seat."""
        phone = self._device()
        asked = phone.post(f"{self.path}/seats", json={"seat": seat.value}).json()
        given = self.arbiter.post(f"{self.path}/seats/answer", json={"seat": seat.value, "check": asked["check"]})
        assert given.status_code == 200, given.text
        return phone

    @property
    def number(self) -> int:
        """The number of entries."""
        with self._server.services.games.open_game(self._code, BelettreTable) as game:
            return game.number

    def post(self, device: Browser, what: str, **body: Any) -> Any:
        """Send a request about the game."""
        return device.post(f"{self.path}/{what}", json=body)

    def enter(self, device: Browser, *actions: Json) -> Any:
        """Enter actions, which the arbiter confirms if the table wants that."""
        number = self.number
        entered = self.post(device, "entries", number=number, actions=actions)
        if device is not self.arbiter and self._confirm != "none" and entered.status_code == 200:
            return self.post(self.arbiter, "proposal", number=number, seat=actions[0]["seat"])
        return entered

    def follow(self, device: Browser) -> Answer:
        """Return the first event of the stream that a device opens."""
        cookies = "; ".join(f"{name}={value}" for name, value in device.cookies.items()).encode()
        headers = (b"host", b"localhost"), (b"cookie", cookies)
        request = Request("GET", f"{self.path}/events".encode(), headers, until=b"event: state")
        return run(send(self._server.app, request))

    def hear(self, question: str, answer: Any) -> None:
        """Keep an answer."""
        headers = sorted(answer.headers.items())
        self.heard.append(Heard(question, answer.status_code, headers, answer.content, self.is_full))

    @property
    def is_full(self) -> bool:
        """Whether the four cards lie on the table, or were picked up."""
        return self.partie.awaits != "lay" or not self.partie.state.manche.pli.laid

    def look(self, devices: dict[str, Browser], chance: random.Random) -> None:
        """Keep what devices read of the game: each of them two things."""
        folders = [f"{self.path}{what}" for what in ("", "/history", "/record", "/notation", "/sheet.csv")]
        for name, device in devices.items():
            if chance.random() < 0.2:
                event = self.follow(device)
                headers = sorted(event.headers.items())
                self.heard.append(Heard(f"{name} follows", event.status, headers, event.body, self.is_full))
            for path in chance.sample([*folders, self._page, f"{self._page}/history", f"{self._page}/screen"], 2):
                self.hear(f"{name} reads {path}", device.get(path))


def lay(seat: Seat, card: Card, word: str) -> Json:
    """The action of a player who lays a card with a word."""
    named = {"letter": word[0]} if card.wild and card.case is Case.MAJ else {}
    return {"action": "lay", "seat": seat.value, "card": card.text, "word": word, **named}


def down(seat: Seat, card: Card, action: str = "passe") -> Json:
    """The action of a player who lays a card face down without a word."""
    return {"action": action, "seat": seat.value, "card": card.text}


def requests(twin: Twin, hider: Seat) -> list[tuple[str, Json]]:
    """Return what may be sent beside entries: the path, and the body without the number of entries."""
    number = {"number": twin.number}
    return [
        ("correction", {**number, "word": "maison"}),
        ("correction", {**number, "word": "xxxxx"}),
        ("entries", {**number, "actions": [{"action": "overrule", "accept": True, "reason": "heard"}]}),
        ("entries", {**number, "actions": [{"action": "overtime", "seat": hider.value, "seconds": 40}]}),
        ("confirmation", {"confirm": "any"}),
        ("pause", number),
        ("resume", number),
        ("again", {}),
        ("silence", number),
        ("redo", number),
        ("proposal", {**number, "seat": hider.value}),
        ("seats/invitation", {"seat": hider.value}),
        ("seats", {"seat": hider.in_order[2].value}),
    ]


def try_everything(
    twin: Twin, hider: Seat, hidden: tuple[Card, Card], phones: dict[str, Browser], chance: random.Random
) -> None:
    """Let all other devices read and try to lay the hidden cards, confirm, undo, and take the seat."""
    others = {"arbiter": twin.arbiter, "guest": twin.guest, **phones}
    twin.look(others, chance)
    turn = twin.partie.turn
    cards = [*hidden, chance.choice(SINGLES)]
    if turn is not None:
        for (name, device), card in chance.sample(list(itertools.product(others.items(), cards)), 4):
            kind = chance.choice(["lay", "passe", "discard"])
            action = lay(turn, card, chance.choice(WORDS)) if kind == "lay" else down(turn, card, kind)
            after = [lay(seat, chance.choice(cards), "maison") for seat in turn.in_order[1 : chance.choice([1, 1, 3])]]
            before = twin.number
            answer = twin.post(device, "entries", number=before, actions=[action, *after])
            twin.hear(f"{name} enters {action} {after}", answer)
            if twin.number > before:
                undone = twin.post(twin.arbiter, "undo", number=twin.number)
                twin.hear("the arbiter takes it back", undone)
            elif name in phones and answer.status_code == 200:
                twin.hear("rejected", twin.post(device, "proposal", number=before, seat=turn.value, accept=False))
    for what, body in chance.sample(requests(twin, hider), 4):
        device = chance.choice([twin.arbiter, twin.arbiter, *others.values()])
        twin.hear(f"{what} {body}", twin.post(device, what, **body))
        if twin.heard[-1].full:  # the hidden card was turned up
            return
    for action in ({"action": "reveal", "seat": hider.value, "card": hidden[0].text}, down(hider, hidden[0], "swap")):
        answer = twin.post(twin.arbiter, "entries", number=twin.number, actions=[action])
        twin.hear(f"the arbiter enters {action}", answer)
    if chance.random() < 0.5:
        twin.hear("undone", twin.post(twin.arbiter, "undo", number=twin.number))
        twin.look({"arbiter": twin.arbiter}, chance)
        twin.hear("entered again", twin.post(twin.arbiter, "redo", number=twin.number))
    if chance.random() < 0.5:
        twin.hear("freed", twin.post(twin.arbiter, "seats/free", seat=hider.value))
        twin.look({"arbiter": twin.arbiter}, chance)
    if chance.random() < 0.5:
        twin.hear("taken", twin.post(twin.arbiter, "seats", seat=hider.value))
    else:
        others["another phone"] = twin.seated(hider)
    twin.look(others, chance)


def play(twin: Twin, seed: int, which: int) -> tuple[Card, Card] | None:
    """Play a random position up to a card laid face down, the one or the other of two, and let all others try.

    Return the two cards; None if the position does not allow two.
    """
    chance = random.Random(seed)
    place = chance.choice([1, 2, 2, 3])
    order = twin.partie.state.manche.pli.opener.in_order
    hider, next_seat = order[place], order[(place + 1) % 4]
    phone = twin.seated(hider)
    phones = {"the next phone": twin.seated(next_seat)}
    for seat in order[:place]:
        cards = [card for card in FACES if twin.partie.can(Passe(seat, card)) or chance.random() < 0.2]
        card = chance.choice([one for one in cards if one.wild and chance.random() < 0.5] or cards or FACES)
        twin.enter(twin.arbiter, lay(seat, card, chance.choice(WORDS)))
        if twin.partie.turn is seat:
            twin.enter(twin.arbiter, down(seat, Card.of("min"), chance.choice(["passe", "discard"])))
    partie = twin.partie
    if partie.turn is not hider:
        return None
    kinds = [kind for kind in (Passe, Discard) if sum(partie.can(kind(hider, card)) for card in FACES) > 1]
    if not kinds:
        return None
    kind = chance.choice(kinds)
    fitting = [card for card in FACES if partie.can(kind(hider, card))]
    first = chance.choice([card for card in fitting if card in SINGLES] or fitting)
    alike = [card for card in fitting if card.case is first.case and card is not first]
    if not alike:
        return None
    hidden = first, chance.choice(alike)
    entered = twin.enter(phone, down(hider, hidden[which], "passe" if kind is Passe else "discard"))
    assert entered.status_code == 200, entered.text
    if not twin.partie.state.manche.pli.laid:  # the fourth card: the pli is picked up, and everybody sees its cards
        return None
    try_everything(twin, hider, hidden, phones, chance)
    return hidden


@pytest.fixture
def servers(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Device, Device]]:
    """Two servers for a network that sign keys alike."""
    with ExitStack() as stack:
        monkeypatch.setattr(secrets, "token_bytes", lambda size=32: b"k" * size)
        yield stack.enter_context(client(shared=True)), stack.enter_context(client(shared=True))


@pytest.mark.sampled
def test_p7_twin_tables_answer_all_other_devices_alike(
    servers: tuple[Device, Device], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers, refusals, pages, lists, sizes and headers tell no other device, the arbiter's too, a hidden card."""
    compared = 0
    for seed in range(FIRST, FIRST + DEALS):
        chance = random.Random(seed)
        terms = {
            "confirm": chance.choice(["none", "none", "any", "arbiter"]),
            "before": (before := chance.randint(0, 7)),
            "opener": chance.choice(SEATS).value if before else None,
        }
        address = f"10.{seed // 65536}.{seed // 256 % 256}.{seed % 256}"
        heard = []
        for which, server in enumerate(servers):
            draw, now = random.Random(seed), 1_900_000_000 + seed * 1000
            monkeypatch.setattr(secrets, "choice", draw.choice)
            monkeypatch.setattr(secrets, "token_bytes", lambda size=32, draw=draw: draw.randbytes(size))
            monkeypatch.setattr(time, "time", lambda now=now: now)
            twin = Twin(server, address, terms)
            hidden = play(twin, seed, which)
            heard.append(twin.heard)
        compared += hidden is not None
        hidden_before = True
        for one, other in zip(*heard, strict=True):
            assert one.question == other.question, (seed, hidden)
            if hidden_before:
                assert one.status == other.status, (seed, hidden, one, other)
            if hidden_before and not one.full:
                assert one == other, (seed, hidden)
            hidden_before = not one.full

    assert compared >= DEALS // 2
