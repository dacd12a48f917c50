"""Seats: players enter their own words on their own phones, at a table of real cards."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.web.app import build
from belettre_lexicon.web.tables.table_state import (
    MAX_OF_ADDRESS,
    MAX_PAST,
    MAX_REQUESTS,
    REQUEST_SECONDS,
    TableState,
    TooManyAskError,
)
from tests.web.asgi import OWN, Browser, Device, client

VOLONTE = {"action": "lay", "seat": "PON", "card": "l", "word": "Volonté"}
ECOLE = {"action": "lay", "seat": "SEP", "card": "e", "word": "École"}
PASSE = {"action": "passe", "seat": "SEP", "card": "k"}
JSON = dict[str, Any]


class Table(NamedTuple):
    """A table of real cards.

    arbiter  the arbiter's device
    path     the path of the game in the API
    phone    makes another phone
    """

    arbiter: Device
    path: str
    phone: Callable[[], Browser]

    def seated(self, seat: str) -> Browser:
        """A phone that the arbiter has given a seat."""
        phone = self.phone()
        asked = phone.post(f"{self.path}/seats", json={"seat": seat}).json()
        answer = {"seat": seat, "check": asked["check"]}
        assert self.arbiter.post(f"{self.path}/seats/answer", json=answer).status_code == 200
        return phone

    def enter(self, phone: Browser, *actions: JSON, number: int | None = None) -> Any:
        """Send actions from a phone, and return the answer."""
        seen = phone.get(self.path).json()["number"] if number is None else number
        return phone.post(f"{self.path}/entries", json={"number": seen, "actions": actions})

    def answer(self, phone: Browser, seat: str, **more: Any) -> Any:
        """Confirm what the player of a seat has entered, or reject it."""
        seen = phone.get(self.path).json()["number"]
        return phone.post(f"{self.path}/proposal", json={"number": seen, "seat": seat, **more})


@pytest.fixture
def table() -> Iterator[Table]:
    """A table on a server for a network."""
    with client(shared=True) as arbiter:
        yield begun(arbiter)


def begun(arbiter: Device, **terms: Any) -> Table:
    """A new table of an arbiter."""
    game = arbiter.post("/api/games", json={"kind": "table", **terms}).json()

    def phone() -> Browser:
        return Browser(build(arbiter.services), headers=OWN)

    return Table(arbiter, f"/api/games/{game['code']}", phone)


def test_a_seat_is_given_to_the_phone_that_shows_the_digits(table: Table) -> None:
    """Two phones ask for a seat; the arbiter gives it to one of them by its digits, and only then it may enter."""
    first, second = table.phone(), table.phone()
    asked = [phone.post(f"{table.path}/seats", json={"seat": "PON"}).json() for phone in (first, second)]

    assert len({one["check"] for one in asked}) == 2
    assert table.enter(first, VOLONTE).status_code == 403

    seats = table.arbiter.get(table.path).json()["seats"]

    assert [one["check"] for one in seats["asking"]] == [one["check"] for one in asked]
    assert first.get(table.path).json()["seats"]["asking"] == []

    answer = {"seat": "PON", "check": asked[1]["check"]}
    table.arbiter.post(f"{table.path}/seats/answer", json=answer)

    assert (first.get(table.path).json()["own"], second.get(table.path).json()["own"]) == (None, "PON")
    assert table.enter(first, VOLONTE).status_code == 403
    assert table.enter(second, VOLONTE).status_code == 200
    assert table.arbiter.post(f"{table.path}/seats/answer", json=answer).json()["problem"] == "no_request"


def test_the_arbiter_confirms_the_card_and_only_then_the_word_is_judged(table: Table) -> None:
    """What a player enters waits for the arbiter's device, which sees it as a sentence."""
    phone = table.seated("PON")
    sight = table.enter(phone, VOLONTE).json()["sight"]

    assert (sight["number"], sight["table"]) == (0, [])
    assert sight["seats"]["proposal"]["own"] is True
    waiting = table.arbiter.get(table.path).json()["seats"]["proposal"]
    assert (waiting["seat"], waiting["may"], waiting["own"]) == ("PON", True, False)
    assert waiting["text"] == "Le Ponantais pose la minuscule l et dit « Volonté »."
    assert table.answer(phone, "PON").json()["problem"] == "token"

    confirmed = table.answer(table.arbiter, "PON").json()["sight"]

    assert [laid["word"] for laid in confirmed["table"]] == ["Volonté"]
    assert confirmed["seats"]["proposal"] is None


def test_what_waits_can_be_rejected_withdrawn_and_replaced(table: Table) -> None:
    """The arbiter rejects, the player withdraws, or enters something else; the game is as before."""
    phone = table.seated("PON")
    table.enter(phone, VOLONTE)
    table.enter(phone, {**VOLONTE, "word": "Violon"})

    assert "Violon" in table.arbiter.get(table.path).json()["seats"]["proposal"]["text"]
    for device in (table.arbiter, phone):
        table.enter(phone, VOLONTE)
        assert table.answer(device, "PON", accept=False).json()["sight"]["seats"]["proposal"] is None
    assert table.answer(table.arbiter, "PON").json()["problem"] == "stale"
    assert table.arbiter.get(table.path).json()["number"] == 0


def test_an_entry_by_the_arbiter_ends_what_waits(table: Table) -> None:
    """The arbiter may enter everything as before; what waited is void then."""
    phone = table.seated("PON")
    table.enter(phone, VOLONTE)

    assert table.enter(table.arbiter, VOLONTE).json()["sight"]["seats"]["proposal"] is None


@pytest.mark.parametrize("rule", ["any", "none"])
def test_a_house_rule_says_who_confirms(rule: str) -> None:
    """With « any », another phone at the table confirms; with « none », what players enter counts at once."""
    with client(shared=True) as arbiter:
        table = begun(arbiter, confirm=rule)
        first, second, guest = table.seated("PON"), table.seated("SEP"), table.phone()
        entered = table.enter(first, VOLONTE).json()["sight"]

        assert entered["number"] == (rule == "none")
        if rule == "any":
            assert table.answer(guest, "PON").status_code == 403
            assert table.answer(first, "PON").status_code == 403
            assert second.get(table.path).json()["seats"]["proposal"]["may"] is True
            assert table.answer(second, "PON").status_code == 200
        assert guest.get(table.path).json()["number"] == 1


def test_p7_a_hidden_card_is_known_to_its_player_alone(table: Table) -> None:
    """A card laid face down on a phone is shown to that phone, also before it is confirmed, and to nobody else."""
    table.enter(table.arbiter, VOLONTE)
    phone, other = table.seated("SEP"), table.seated("LEV")
    mine = table.enter(phone, PASSE).json()["sight"]["seats"]["proposal"]["text"]
    seen = table.arbiter.get(table.path).json()["seats"]["proposal"]["text"]

    assert "la minuscule k" in mine
    assert "une minuscule" in seen
    table.answer(table.arbiter, "SEP")
    cards = {
        name: device.get(table.path).json()["table"][1]["card"]
        for name, device in {"own": phone, "other": other, "arbiter": table.arbiter, "guest": table.phone()}.items()
    }
    assert cards == {"own": "k", "other": "min", "arbiter": "min", "guest": "min"}
    for page in ("", "/history"):
        assert (
            "minuscule k" not in table.arbiter.get(table.path.replace("/api/games", "/g") + page).text.split("hand")[0]
        )
    assert table.arbiter.get(f"{table.path}/record").json()["problem"] == "hidden"


def test_a_player_enters_only_for_themselves(table: Table) -> None:
    """Neither another player's card, nor an overrule or an undo; and the rules still say what is legal."""
    phone = table.seated("PON")

    assert table.enter(phone, ECOLE).json()["problem"] == "not_yours"
    assert table.enter(phone, {"action": "overtime", "seat": "PON", "seconds": 40}).json()["problem"] == "not_yours"
    assert phone.post(f"{table.path}/undo", json={"number": 0}).status_code == 403
    assert table.enter(phone, VOLONTE, number=7).json()["problem"] == "stale"
    table.answer(table.arbiter, "PON", accept=False)
    refused = table.enter(phone, {"action": "swap", "seat": "PON", "card": "F"}).json()
    assert refused["problem"] == "illegal"
    assert table.arbiter.get(table.path).json()["seats"]["proposal"] is None


def test_s3_a_player_takes_back_their_own_announcement(table: Table) -> None:
    """S3: until the next entry the player's phone may undo their announcement, and nothing else; no other phone may."""
    table.arbiter.post(f"{table.path}/confirmation", json={"confirm": "none"})
    player, other, guest = table.seated("SEP"), table.seated("PON"), table.phone()

    def undo(phone: Browser) -> int:
        return phone.post(f"{table.path}/undo", json={"number": phone.get(table.path).json()["number"]}).status_code

    assert undo(player) == 403

    table.enter(player, {"action": "announce", "seat": "SEP"})

    assert (undo(other), undo(guest)) == (403, 403)
    assert undo(player) == 200
    assert player.get(table.path).json()["players"][1]["belettre"] == "none"
    assert undo(player) == 403

    table.enter(player, {"action": "announce", "seat": "SEP"})
    table.enter(other, VOLONTE)

    assert undo(player) == 403
    assert undo(other) == 403


def test_p13_nobodys_time_runs_before_the_first_card(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """P13: the table sits down and is dealt its cards in its own time; the first card is never late."""
    phone = table.seated("PON")
    later = time.time() + 100
    monkeypatch.setattr(time, "time", lambda: later)

    assert phone.get(table.path).json()["elapsed"] == 0

    table.enter(phone, VOLONTE)

    assert table.arbiter.get(table.path).json()["seats"]["proposal"]["late"] == 0

    table.answer(table.arbiter, "PON", accept=True, overtime=True)
    later += 50

    assert phone.get(table.path).json()["elapsed"] == 50


def test_a_lost_phone_takes_its_seat_again(table: Table) -> None:
    """The new phone asks in the same way; the lost one has its seat no longer, and what it entered is gone."""
    lost = table.seated("PON")
    table.enter(lost, VOLONTE)
    found = table.seated("PON")

    assert lost.get(table.path).json()["own"] is None
    assert table.enter(lost, VOLONTE).status_code == 403
    assert found.get(table.path).json()["seats"]["proposal"] is None
    assert table.enter(found, VOLONTE).status_code == 200


def test_a_phone_holds_one_seat(table: Table) -> None:
    """A phone that is given another seat leaves the one that it had; a seat can be left, or freed by the arbiter."""
    phone = table.seated("PON")
    asked = phone.post(f"{table.path}/seats", json={"seat": "LEV"}).json()

    assert phone.get(table.path).json()["own"] == "PON"  # until it is given the other seat

    table.arbiter.post(f"{table.path}/seats/answer", json={"seat": "LEV", "check": asked["check"]})
    held = {one["seat"]: bool(one["phone"]) for one in phone.get(table.path).json()["seats"]["held"]}

    assert phone.get(table.path).json()["own"] == "LEV"
    assert held == {"PON": False, "SEP": False, "LEV": True, "MER": False}
    assert phone.post(f"{table.path}/seats/free", json={"seat": "PON"}).status_code == 403
    assert phone.post(f"{table.path}/seats/free", json={"seat": "LEV"}).status_code == 200
    assert not any(one["phone"] for one in phone.get(table.path).json()["seats"]["held"])


def test_an_invitation_gives_a_seat_to_one_phone(table: Table) -> None:
    """Whoever opens it first has the seat at once; then it is worth nothing, like one that is old or changed."""
    asked = table.arbiter.post(f"{table.path}/seats/invitation", json={"seat": "MER"}).json()
    first, second = table.phone(), table.phone()

    assert first.post(f"{table.path}/seats/claim", json={"invitation": asked["invitation"][:-2]}).status_code == 403
    assert first.post(f"{table.path}/seats/claim", json={"invitation": asked["invitation"]}).status_code == 201
    assert first.get(table.path).json()["own"] == "MER"
    assert second.post(f"{table.path}/seats/claim", json={"invitation": asked["invitation"]}).status_code == 403
    assert second.post(f"{table.path}/seats/claim", json={"invitation": "é"}).status_code == 403
    assert second.post(f"{table.path}/seats/invitation", json={"seat": "MER"}).status_code == 403


def test_a_request_ends_and_there_are_only_so_many(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """After a quarter of an hour a phone has to ask again; nobody pushes out a request, and each has its own digits."""
    phone = table.phone()
    first = phone.post(f"{table.path}/seats", json={"seat": "PON"}).json()
    phone.post(f"{table.path}/seats", json={"seat": "PON"})

    assert len(table.arbiter.get(table.path).json()["seats"]["asking"]) == 1  # a phone has one request

    state: TableState[Seat, Any] = TableState()
    for number in range(MAX_REQUESTS):
        state = state.with_request(Seat.PONANTAIS, str(number), origin=str(number % 4))
    for origin in "04":
        with pytest.raises(TooManyAskError):
            state.with_request(Seat.PONANTAIS, "more", origin=origin)
    few = state.without_request("0").without_request("1")
    assert few.with_request(Seat.PONANTAIS, "more", origin="0").requests[-1].secret == "more"
    assert [one.secret for one in state.requests] == list(map(str, range(MAX_REQUESTS)))

    later = time.time() + REQUEST_SECONDS + 1
    monkeypatch.setattr(time, "time", lambda: later)

    assert state.open_requests() == ()
    answer = {"seat": "PON", "check": first["check"]}
    assert table.arbiter.post(f"{table.path}/seats/answer", json=answer).json()["problem"] == "no_request"


def test_one_address_asks_only_so_often(table: Table) -> None:
    """A guest with many requests is refused, and the player's own request, made before, is still there."""
    asked = table.phone().post(f"{table.path}/seats", json={"seat": "PON"}).json()
    answers = [table.phone().post(f"{table.path}/seats", json={"seat": "PON"}) for _ in range(MAX_OF_ADDRESS)]

    assert [answer.status_code for answer in answers] == [201] * (MAX_OF_ADDRESS - 1) + [429]
    answer = table.arbiter.post(f"{table.path}/seats/answer", json={"seat": "PON", "check": asked["check"]})
    assert answer.status_code == 200


def test_digits_are_given_once() -> None:
    """However many phones ask and end, no digits come again; after all of two there are three. Little is stored."""
    state: TableState[Seat, Any] = TableState()
    given = []
    for number in range(120):
        asked = state.with_request(Seat.PONANTAIS, str(number))
        given.append(asked.requests[-1].check)
        state = asked.without_request(str(number))

    again = state.with_request(Seat.PONANTAIS, "a").with_request(Seat.LEVANTIN, "a")
    assert again.requests[-1].check == again.digits[-1]  # one phone has the same digits, however often it asks
    assert len(again.digits) == 31
    assert len(set(given)) == 120
    assert [len(digits) for digits in given] == [2] * 90 + [3] * 30
    assert [one.check for one in state.past] == given[-MAX_PAST:]
    assert {(one.secret, one.origin) for one in state.past} == {("", "")}


def test_the_arbiter_is_told_who_showed_the_digits(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of digits whose request was answered or has ended, the seat and the minutes are told; of others nothing."""
    checks = [table.phone().post(f"{table.path}/seats", json={"seat": "PON"}).json()["check"] for _ in range(2)]

    def told(seat: str, check: str, language: str = "fr", accept: bool = True) -> str:
        body = {"seat": seat, "check": check, "accept": accept}
        answer = table.arbiter.post(f"{table.path}/seats/answer?lang={language}", json=body).json()
        assert answer["problem"] == "no_request"
        return str(answer["detail"])

    assert told("MER", checks[0], "en") == f"The phone that shows {checks[0]} asks for the seat “Ponantais”."
    assert f"Le téléphone qui montre {checks[0]} demande la place" in told("MER", checks[0])
    table.arbiter.post(f"{table.path}/seats/answer", json={"seat": "PON", "check": checks[0], "accept": False})

    later = time.time() + REQUEST_SECONDS + 61
    monkeypatch.setattr(time, "time", lambda: later)

    for check in checks:  # one was refused, the other has ended
        assert f"The phone that showed {check} asked for the seat “Ponantais” 16 min ago" in told("PON", check, "en")
        assert f"Le téléphone qui montrait {check} a demandé la place" in told("PON", check)
    assert told("PON", "0000") == "PON 0000"


def test_an_invitation_that_was_used_stays_used(table: Table) -> None:
    """Also after the arbiter frees the seat, or another phone gets it, an earlier invitation to it is worth nothing."""
    invitation = table.arbiter.post(f"{table.path}/seats/invitation", json={"seat": "MER"}).json()["invitation"]
    first, second = table.phone(), table.phone()
    first.post(f"{table.path}/seats/claim", json={"invitation": invitation})
    table.arbiter.post(f"{table.path}/seats/free", json={"seat": "MER"})

    assert second.post(f"{table.path}/seats/claim", json={"invitation": invitation}).status_code == 403
    again = table.arbiter.post(f"{table.path}/seats/invitation", json={"seat": "MER"}).json()["invitation"]
    assert second.post(f"{table.path}/seats/claim", json={"invitation": again}).status_code == 201


@pytest.mark.parametrize("restarted", [False, True])
def test_a_seated_phone_goes_on_beside_wrong_codes_from_its_address(restarted: bool, tmp_path: Path) -> None:
    """Where all guesses of an address are used up, a phone with a seat reads and enters, also after a restart."""
    database = f"sqlite:///{tmp_path / 'games.sqlite'}"
    with client(database, shared=True) as arbiter, ExitStack() as later:
        table = begun(arbiter)
        asked = table.phone().post(f"{table.path}/seats", json={"seat": "PON"}).json()
        table.arbiter.post(f"{table.path}/seats/answer", json={"seat": "PON", "check": asked["check"]})
        server = later.enter_context(client(database, shared=True)) if restarted else arbiter
        phone = Browser(server.app, headers=OWN, client=("192.0.2.99", 50000))
        for letter in "BCDFGHJKMNPQRSTVWXZB":
            assert phone.get(f"/api/games/BCDFGHJ{letter}").status_code == 404
        for wrong in ({}, {"Authorization": "Bearer x"}):
            assert phone.get(table.path, headers=wrong).status_code == 429

        phone.headers["Authorization"] = f"Bearer {asked['token']}"
        assert phone.get(table.path).json()["own"] == "PON"
        assert table.enter(phone, VOLONTE).status_code == 200


def test_the_arbiter_plays_too(table: Table) -> None:
    """An arbiter's device takes a seat at once; it sees its own hidden card, and enters for everybody."""
    asked = table.arbiter.post(f"{table.path}/seats", json={"seat": "SEP"}).json()

    assert asked["check"] == ""
    assert table.enter(table.arbiter, VOLONTE).json()["number"] == 1
    assert table.enter(table.arbiter, PASSE).json()["sight"]["table"][1]["card"] == "k"


def test_p13_the_clock_stands_still_while_it_is_stopped(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """Seconds of a pause do not count; an entry ends it; only an arbiter stops the clock."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    table.enter(table.arbiter, VOLONTE)
    number = {"number": 1}

    assert table.phone().post(f"{table.path}/pause", json=number).status_code == 403

    now += 5
    table.arbiter.post(f"{table.path}/pause", json=number)
    now += 100
    paused = table.arbiter.post(f"{table.path}/pause", json=number).json()["sight"]  # twice is once
    now += 100

    assert (paused["seats"]["paused"], paused["elapsed"]) == (True, 5.0)
    assert table.arbiter.get(table.path).json()["elapsed"] == 5.0

    table.arbiter.post(f"{table.path}/resume", json=number)
    now += 3

    going = table.arbiter.get(table.path).json()
    assert (going["seats"]["paused"], going["elapsed"]) == (False, 8.0)

    table.arbiter.post(f"{table.path}/pause", json=number)
    entered = table.enter(table.arbiter, ECOLE).json()["sight"]
    now += 2

    assert entered["seats"]["paused"] is False
    assert table.arbiter.get(table.path).json()["elapsed"] == 2.0


def test_p13_a_late_card_is_noted_when_it_is_confirmed(table: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    """The time counts until the player has entered the card, and is noted if the arbiter's clock says so."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    phone = table.seated("SEP")
    table.enter(table.arbiter, VOLONTE)
    now += 42
    proposal = table.enter(phone, ECOLE).json()["sight"]["seats"]["proposal"]
    now += 60

    assert proposal["late"] == 42
    last = table.answer(table.arbiter, "SEP", overtime=True).json()["sight"]["last"]
    assert any("42" in event["text"] for event in last)


@pytest.mark.parametrize("pause", [901, 20 * 60, 14 * 86_400])
def test_p13_a_pause_is_no_overtime(table: Table, monkeypatch: pytest.MonkeyPatch, pause: int) -> None:
    """After a pause in which nobody was at the table the card is confirmed as usual, and no time is noted."""
    now = time.time()
    monkeypatch.setattr(time, "time", lambda: now)
    phone = table.seated("SEP")
    table.enter(table.arbiter, VOLONTE)
    now += pause
    proposal = table.enter(phone, ECOLE).json()["sight"]["seats"]["proposal"]

    assert proposal["late"] == 0
    last = table.answer(table.arbiter, "SEP", overtime=True).json()["sight"]["last"]
    assert not any(str(pause) in event["text"] for event in last)


def test_a_practice_game_has_no_seats_to_take() -> None:
    """The other seats of a practice game belong to bots."""
    with client(shared=True) as person:
        begun = person.post("/api/games", json={"kind": "practice"}).json()
        path = f"/api/games/{begun['code']}"

        assert person.post(f"{path}/seats", json={"seat": "SEP"}).json()["problem"] == "not_yours"
        assert person.get(path).json()["seats"] is None


#: What each device may do at a table: the operation, its body, and the devices that may.
_RIGHTS: list[tuple[str, JSON, set[str]]] = [
    ("entries", {"number": 0, "actions": [VOLONTE]}, {"arbiter", "holder"}),
    ("undo", {"number": 0}, {"arbiter"}),
    ("seats/answer", {"seat": "MER", "check": "00"}, {"arbiter"}),
    ("seats/free", {"seat": "PON"}, {"arbiter", "holder"}),
    ("seats/invitation", {"seat": "MER"}, {"arbiter"}),
    ("confirmation", {"confirm": "any"}, {"arbiter"}),
    ("proposal", {"number": 0, "seat": "PON"}, {"arbiter"}),
    ("proposal", {"number": 0, "seat": "PON", "accept": False}, {"arbiter", "holder"}),
    ("pause", {"number": 0}, {"arbiter"}),
    ("resume", {"number": 0}, {"arbiter"}),
    ("keys", {}, {"arbiter"}),
    ("invitation", {}, {"arbiter"}),
]


@pytest.mark.parametrize(("operation", "body", "allowed"), _RIGHTS)
def test_who_may_do_what(operation: str, body: JSON, allowed: set[str], table: Table) -> None:
    """A guest, an asking phone, a phone whose seat is another's now, and another player's are refused with 403."""
    former = table.seated("PON")
    devices: dict[str, Browser] = {"former": former, "holder": table.seated("PON"), "other": table.seated("SEP")}
    devices |= {"guest": table.phone(), "asking": table.phone(), "arbiter": table.arbiter}
    devices["asking"].post(f"{table.path}/seats", json={"seat": "PON"})
    if operation == "proposal":
        table.enter(devices["holder"], VOLONTE)
    statuses = {
        name: device.post(f"{table.path}/{operation}", json=body).status_code
        for name, device in devices.items()
        if name != "arbiter"
    }
    statuses["arbiter"] = table.arbiter.post(f"{table.path}/{operation}", json=body).status_code

    refused = {name for name, status in statuses.items() if status == 403}
    not_theirs = {name for name, status in statuses.items() if status == 422 and name == "other"}
    assert refused | not_theirs == set(devices) - allowed, statuses


def test_states_of_a_table_are_values() -> None:
    """No method changes the state that it is called on, and every state is read back from its JSON as it was."""
    import msgspec

    empty: TableState[Seat, Any] = TableState()
    asked = empty.with_request(Seat.LEVANTIN, "a" * 64)
    held = asked.with_holder(Seat.LEVANTIN, "a" * 64).with_clock(3, stopped=True)

    assert empty == TableState() != asked
    assert held.requests == ()
    assert [held.seat_of("a" * 64), held.seat_of("b" * 64)] == [Seat.LEVANTIN, None]
    for state in (empty, asked, held, *(held.without_holder(seat) for seat in SEATS)):
        assert msgspec.json.decode(msgspec.json.encode(state), type=TableState[Seat, Any]) == state
