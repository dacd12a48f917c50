"""Floor 5. Live updates: sends the devices that follow a game its current state, as server-sent events.

A device is sent the current state when it connects, and again after changes. Devices that see the same (``DeviceView``)
are sent the same bytes: a change made in this process is rendered once for each view that is followed, by the thread
that made it, while it still holds the game. Changes made by other processes are found by polling the database twice a
second, with one query for all followed games, and then rendered likewise. Browsers reconnect by themselves and then
receive the current state, so they miss nothing. Start reading at ``Hub.stream``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple

from anyio import to_thread

from ...errors import BelettreError
from .database import StoreError
from .event_stream import CROWDED, Event, EventStream, Receive, Scope, Send, state_event
from .registry import AnyGame, GameRegistry
from .stream_slots import CrowdedError, Slot, StreamSlots

__all__ = ["CrowdedError", "DeviceView", "Hub"]

#: Seconds between two database queries for changes made by other processes.
POLL_SECONDS = 0.5
#: Seconds after which a connection that has nothing else to send is sent a comment, and between two looks for such
#: connections.
PING_SECONDS, PING_LOOK_SECONDS = 25, 5

_LOG = logging.getLogger(__name__)


class DeviceView(NamedTuple):
    """What a device may see of a game, and how it is told.

    key     a value that is equal for devices that see the same, such as a language and a seat
    render  returns the state of the game as JSON without line breaks. The game is locked while the function runs. Views
            with equal keys must render the same
    guest   whether the device may not change the game and has no seat in it. Guests give up their slots first
    """

    key: Hashable
    render: Callable[[Any], bytes]
    guest: bool

    def event(self, game: AnyGame) -> Event:
        """Return the event with the current state of a game, which must be locked."""
        return state_event(game.number, self.render(game))


class Channel:
    """The devices that follow a game through this process.

    number     the largest number of entries that is known here; -1 if none is known yet
    followers  the devices
    views      their views, one for each key. It is replaced and never changed, because other threads read it
    """

    __slots__ = ("again", "followers", "number", "refreshing", "views")

    def __init__(self) -> None:
        self.number = -1
        self.followers: set[Follower] = set()
        self.views: tuple[DeviceView, ...] = ()
        #: The task that renders a change made elsewhere, and whether it has to render once more.
        self.refreshing: asyncio.Task[None] | None = None
        self.again = False

    def collect_views(self) -> None:
        """Update ``views`` after a device has joined or left."""
        self.views = tuple({follower.view.key: follower.view for follower in self.followers}.values())


class Follower(EventStream):
    """A device that follows a game; an ASGI application that answers its request with the stream.

    code  the code of the game
    view  what the device may see
    """

    __slots__ = ("_hub", "code", "view")

    def __init__(self, hub: Hub, code: str, view: DeviceView) -> None:
        super().__init__()
        self._hub = hub
        self.code = code
        self.view = view

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer the request. Raises CrowdedError if there is no slot, and the errors of ``GameRegistry.open_any``."""
        if scope["method"] == "HEAD":
            await self.serve(scope, receive, send)
            return
        with self._hub.following(self, (scope.get("client") or ("",))[0]):
            await self._hub.send_current(self)
            await self.serve(scope, receive, send)


class Hub:
    """Keeps track of the devices that follow games through this process, and sends them changes.

    games        the registry of games
    max_streams  the number of devices that can follow games in total
    """

    def __init__(self, games: GameRegistry, max_streams: int = 4000) -> None:
        self._games = games
        self._slots = StreamSlots(max_streams)
        self._channels: dict[str, Channel] = {}
        self._loop: asyncio.AbstractEventLoop | None = None
        self._closed = False

    def stream(self, code: str, view: DeviceView) -> Follower:
        """Return an ASGI application that sends a device an event « state » now and whenever the game has changed.

        It takes a slot when it is called, and then raises CrowdedError if too many devices already follow.
        """
        return Follower(self, code, view)

    def publish(self, game: AnyGame) -> None:
        """Send the current state of a game to the devices that follow it. The game must be locked.

        May be called from any thread, and returns as soon as the state is rendered. Has no effect before ``watch`` is
        running.
        """
        channel, loop = self._channels.get(game.code), self._loop
        if channel is None or loop is None:
            return
        events = {view.key: view.event(game) for view in channel.views}
        loop.call_soon_threadsafe(self._deliver, game.code, game.number, events)

    def wake(self, code: str) -> None:
        """Report that a game may have changed elsewhere. May be called from any thread, as ``publish``."""
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._wake, code)

    @property
    def follower_count(self) -> int:
        """The number of devices that follow a game through this process."""
        return len(self._slots)

    def end(self, code: str) -> None:
        """End the streams of a game, because the rights of a device have changed. Browsers reconnect by themselves.

        May be called from any thread.
        """
        if self._loop is not None:
            self._loop.call_soon_threadsafe(self._end, code)

    def close(self) -> None:
        """End all streams, and those that begin later: the server stops. Must be called from the event loop."""
        self._closed = True
        for code in tuple(self._channels):
            self._end(code)

    async def watch(self) -> None:
        """Poll the database for changes made by other processes, and keep silent connections open.

        Runs until it is cancelled.
        """
        self._loop = asyncio.get_running_loop()
        pinging = asyncio.create_task(self._ping())
        try:
            while True:
                await asyncio.sleep(POLL_SECONDS)
                # The games are polled from the state that was rendered last, so that a device that does not read its
                # connection cannot make every query report its game again.
                numbers = {code: channel.number for code, channel in self._channels.items() if channel.number >= 0}
                if not numbers:
                    continue
                try:
                    advanced = await to_thread.run_sync(self._games.store.find_advanced, numbers)
                except StoreError as error:
                    _LOG.warning("%s", error)
                    continue
                for code in advanced:
                    self._wake(code)
        finally:
            pinging.cancel()

    async def _ping(self) -> None:
        """Send comments on silent connections."""
        while True:
            await asyncio.sleep(PING_LOOK_SECONDS)
            silent_since = asyncio.get_running_loop().time() - PING_SECONDS
            for channel in tuple(self._channels.values()):
                for follower in channel.followers:
                    if follower.sent_at < silent_since:
                        follower.ping()
                await asyncio.sleep(0)  # thousands of connections must not delay an answer

    @contextmanager
    def following(self, follower: Follower, address: str) -> Iterator[None]:
        """Keep a slot and a place among the followers of the game for the length of a ``with`` block.

        Raises CrowdedError if there is no slot.
        """
        slot = Slot(follower.code, address, follower.view.guest, lambda: follower.end(CROWDED))
        self._slots.take(slot)
        channel = self._channels.setdefault(follower.code, Channel())
        channel.followers.add(follower)
        channel.collect_views()
        if self._closed:
            follower.end()
        try:
            yield
        finally:
            self._slots.release(slot)
            channel.followers.discard(follower)
            channel.collect_views()
            if not channel.followers:
                del self._channels[follower.code]

    async def send_current(self, follower: Follower) -> None:
        """Send a device that has just joined the current state. Any later change is sent to it by ``publish``."""

        def render() -> Event:
            with self._games.open_any(follower.code) as game:
                return follower.view.event(game)

        event = await to_thread.run_sync(render)
        channel = self._channels[follower.code]
        channel.number = max(channel.number, event.number)
        follower.push(event)

    def _deliver(self, code: str, number: int, events: dict[Hashable, Event]) -> None:
        channel = self._channels.get(code)
        if channel is None:
            return
        channel.number = max(channel.number, number)
        for follower in channel.followers:
            # A device that has joined since the state was rendered opens the game later, and finds this state or a
            # newer one there.
            if (event := events.get(follower.view.key)) is not None:
                follower.push(event)

    def _wake(self, code: str) -> None:
        channel = self._channels.get(code)
        if channel is None:
            return
        channel.again = True
        if channel.refreshing is None:
            channel.refreshing = asyncio.create_task(self._refresh(code, channel))

    async def _refresh(self, code: str, channel: Channel) -> None:
        """Render a game that has changed elsewhere, until no more changes are reported."""

        def publish_current() -> None:
            with self._games.open_any(code) as game:
                if game.number > channel.number:
                    self.publish(game)

        try:
            while channel.again:
                channel.again = False
                await to_thread.run_sync(publish_current)
        except BelettreError as error:  # the next report tries again
            _LOG.warning("%s", error)
        finally:
            channel.refreshing = None

    def _end(self, code: str) -> None:
        if (channel := self._channels.get(code)) is not None:
            for follower in tuple(channel.followers):
                follower.end()
