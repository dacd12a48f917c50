"""Live updates: how often a change is rendered, which games the database is asked for, and who gets in."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Iterator, Mapping
from contextlib import asynccontextmanager
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from belettre_lexicon import Lexicon
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import Lay
from belettre_lexicon.web.asgi import Message
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.kinds.belettre.game import BelettreGame, GameTerms
from belettre_lexicon.web.kinds.belettre.kind import BelettreTable
from belettre_lexicon.web.live import live
from belettre_lexicon.web.live.event_stream import make_event
from belettre_lexicon.web.live.live import CrowdedError, DeviceView, Follower, Hub
from belettre_lexicon.web.live.notifications import OnChange
from belettre_lexicon.web.store.database import GameStore, StoreError
from belettre_lexicon.web.tables.keys import hash_token
from belettre_lexicon.web.tables.registry import GameRegistry
from tests.engine.scripted_games import PON
from tests.web.tables import create_game

VOLONTE = Lay(PON, Card.of("l"), "Volonté")


@pytest.fixture
def games(lexicon: Lexicon) -> Iterator[GameRegistry]:
    """A registry on a database in memory."""
    games = GameRegistry(GameStore("sqlite://"), lexicon, KINDS)
    yield games
    games.store.close()


class Views:
    """Views of games, which note what they render."""

    def __init__(self) -> None:
        self.rendered: list[tuple[str, int]] = []

    def view(self, key: str, *rights: str) -> DeviceView:
        """A view that shows its key and the number of entries."""

        def render(game: BelettreGame) -> bytes:
            self.rendered.append((key, game.number))
            return json.dumps([key, game.number]).encode()

        return DeviceView(key, render, rights)


class Device:
    """A device that follows a game."""

    def __init__(self, hub: Hub, code: str, view: DeviceView, address: str = "192.0.2.1") -> None:
        self.sent: list[Message] = []
        self._gone = asyncio.Event()
        self.follower = hub.stream(code, view)
        scope = {"type": "http", "method": "GET", "headers": [], "client": (address, 50000)}
        self.task = asyncio.create_task(self.follower(scope, self._receive, self._send))

    async def _receive(self) -> Message:
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    async def leave(self) -> None:
        """Disconnect, and wait for the end of the request."""
        self._gone.set()
        await self.task

    @property
    def text(self) -> str:
        """What the device has been sent."""
        return b"".join(message["body"] for message in self.sent[1:]).decode()

    @property
    def states(self) -> list[Any]:
        """The states that it has been sent."""
        return [json.loads(line[6:]) for line in self.text.split("\n") if line.startswith("data: [")]


async def until(holds: Callable[[], object]) -> None:
    """Wait until a condition holds; fail after some seconds."""
    async with asyncio.timeout(20):
        while not holds():  # what is waited for happens in threads and in the hub
            await asyncio.sleep(0.005)


@asynccontextmanager
async def watching(hub: Hub) -> AsyncIterator[None]:
    """Let a hub work, as a running server does."""
    task = asyncio.create_task(hub.watch())
    await asyncio.sleep(0)
    yield
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task


def test_a_change_is_rendered_once_for_each_view(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Devices with equal views share one text, which the thread that made the change renders; they see every change."""
    monkeypatch.setattr(live, "Notifications", Silent)
    code, _ = create_game(games, GameTerms())

    async def follow() -> tuple[Views, list[Any]]:
        hub, views = Hub(games), Views()

        def enter() -> None:
            with games.open_game(code, BelettreTable) as game:
                game.enter(game.number, VOLONTE)
                hub.publish(game)

        async with watching(hub):
            devices = [Device(hub, code, views.view(key)) for key in ("arbiter", "guest", "guest", "guest")]
            await until(lambda: all(device.states for device in devices))
            views.rendered.clear()
            thread = Thread(target=enter)
            thread.start()
            await until(lambda: all(len(device.states) == 2 for device in devices))
            thread.join()
            for device in devices:
                await device.leave()
            assert hub.follower_count == 0
            with games.open_game(code, BelettreTable) as game:
                hub.publish(game)  # nobody follows any more
            return views, [device.states for device in devices]

    views, states = asyncio.run(follow())

    assert sorted(views.rendered) == [("arbiter", 1), ("guest", 1)]
    assert states == [[["arbiter", 0], ["arbiter", 1]], *[[["guest", 0], ["guest", 1]]] * 3]


def test_a_change_elsewhere_reaches_every_follower(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is rendered once for each view too, also if a page has shown it to this process before its report came."""
    reports: list[OnChange] = []

    class Reported(Silent):
        def __init__(self, store: object, on_change: OnChange) -> None:
            reports.append(on_change)

    monkeypatch.setattr(live, "Notifications", Reported)
    code, _ = create_game(games, GameTerms())
    other = GameRegistry(games.store, games.lexicon, KINDS)

    async def follow() -> list[Any]:
        hub, views = Hub(games), Views()
        async with watching(hub):
            devices = [Device(hub, code, views.view("a")) for _ in range(2)]
            await until(lambda: all(device.states for device in devices))
            with other.open_game(code, BelettreTable) as game:
                game.enter(0, VOLONTE)
            devices.append(Device(hub, code, views.view("a")))  # it sees the change at once
            await until(lambda: devices[2].states)
            views.rendered.clear()
            reports[0](code)
            reports[0]("KJHGFDCB")  # nobody follows this one
            await until(lambda: len(devices[0].states) == len(devices[1].states) == 2)
            assert views.rendered == [("a", 1)]
            reports[0](None)  # the database is asked, and knows of nothing new
            for device in devices:
                await device.leave()
            return [device.states for device in devices]

    assert asyncio.run(follow()) == [[["a", 0], ["a", 1]], [["a", 0], ["a", 1]], [["a", 1]]]


def test_followers_are_limited_when_they_are_accepted(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of devices that come at the same time, no more get in than there are slots; an arbiter displaces a guest."""
    monkeypatch.setattr(live, "MAX_PER_GAME", 3)
    code, token = create_game(games, GameTerms())

    async def follow() -> tuple[int, int, str]:
        hub, views = Hub(games), Views()
        guests = [Device(hub, code, views.view("guest")) for _ in range(6)]
        await until(lambda: sum(guest.task.done() for guest in guests) == 3)
        refused = [guest.task.exception() for guest in guests if guest.task.done()]
        assert all(isinstance(error, CrowdedError) for error in refused)
        inside = [guest for guest in guests if not guest.task.done()]
        await until(lambda: all(guest.states for guest in inside))
        arbiter = Device(hub, code, views.view("arbiter", hash_token(token)))
        await until(lambda: arbiter.states and inside[0].task.done())
        count = hub.follower_count
        text = inside[0].text
        hub.close()
        for device in (*inside[1:], arbiter):
            await asyncio.wait_for(device.task, 10)
        late = Device(hub, code, views.view("guest"))
        await asyncio.wait_for(late.task, 10)
        return len(refused), count, text

    refused, count, text = asyncio.run(follow())

    assert (refused, count) == (3, 3)
    assert text.endswith("event: crowded\ndata: {}\n\n")


def test_rights_that_have_ended_show_nothing_more(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A stream of an arbiter ends with the first change after another process has replaced the token; guests stay."""
    monkeypatch.setattr(live, "Notifications", Silent)
    code, token = create_game(games, GameTerms())

    async def follow() -> tuple[list[Any], list[Any]]:
        hub, views = Hub(games), Views()
        async with watching(hub):
            arbiter = Device(hub, code, views.view("arbiter", hash_token(token)))
            guest = Device(hub, code, views.view("guest"))
            await until(lambda: arbiter.states and guest.states)
            games.store.replace_secret(code, hash_token(token), hash_token("another"))  # as another process does
            with games.open_game(code, BelettreTable) as game:
                game.enter(0, VOLONTE)
                hub.publish(game)
            await asyncio.wait_for(arbiter.task, 10)
            await until(lambda: len(guest.states) == 2)
            late = Device(hub, code, views.view("arbiter", hash_token(token)))
            await asyncio.wait_for(late.task, 10)
            await guest.leave()
            return arbiter.states, late.states

    assert asyncio.run(follow()) == ([["arbiter", 0]], [])


def test_silent_connections_are_kept_open(games: GameRegistry, monkeypatch: pytest.MonkeyPatch) -> None:
    """A connection on which nothing was sent for a while is sent a comment."""
    monkeypatch.setattr(live, "PING_LOOK_SECONDS", 0.01)
    monkeypatch.setattr(live, "PING_SECONDS", 0.02)
    monkeypatch.setattr(live, "Notifications", Silent)
    code, _ = create_game(games, GameTerms())

    async def follow() -> None:
        hub = Hub(games)
        async with watching(hub):
            device = Device(hub, code, Views().view("a"))
            await until(lambda: device.text.endswith(": ping\n\n: ping\n\n"))
            hub.close()
            await asyncio.wait_for(device.task, 10)

    asyncio.run(follow())


class Silent:
    """Notifications that never come."""

    def __init__(self, store: object, on_change: OnChange) -> None:
        pass

    def __enter__(self) -> None:
        pass

    def __exit__(self, *error: object) -> None:
        pass


class UnsureAtFirst(Silent):
    """Notifications that say once, at their start, that any game may have changed."""

    def __init__(self, store: object, on_change: OnChange) -> None:
        on_change(None)


def test_a_device_that_does_not_read_does_not_wake_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The database is asked from the state that waits for a device, not from the one that it has read.

    Errors end nothing. A game whose first state is being read is looked at once more, because the change may have come
    afterwards.
    """
    monkeypatch.setattr(live, "RETRY_SECONDS", 0)
    monkeypatch.setattr(live, "Notifications", UnsureAtFirst)
    queries: list[dict[str, int]] = []

    def find_advanced(numbers: Mapping[str, int]) -> set[str]:
        queries.append(dict(numbers))
        if len(queries) == 1:
            raise StoreError("away")
        return {"READS"}

    async def watch_once() -> set[str]:
        hub = Hub(SimpleNamespace(store=SimpleNamespace(find_advanced=find_advanced)))  # type: ignore[arg-type]  # the hub uses nothing else
        woken: set[str] = set()
        monkeypatch.setattr(hub, "_wake", woken.add)
        for code, numbers in {"READS": (7, 6), "STALLED": (9,), "NEW": (3, -1)}.items():
            hub._channels[code] = live.Channel()
            for number in numbers:
                follower = Follower(hub, code, Views().view("a"))
                follower.push(make_event(b"", number))
                hub._channels[code].followers.add(follower)
        async with watching(hub):
            await until(lambda: "READS" in woken)
        return woken

    assert asyncio.run(watch_once()) == {"READS", "NEW"}
    assert queries == [{"READS": 6, "STALLED": 9}] * 2
