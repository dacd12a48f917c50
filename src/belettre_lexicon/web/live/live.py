"""Live updates: sends the devices that follow a game its current state, as server-sent events.

A device is sent the current state when it connects, and again after changes. Devices that see the same (``DeviceView``)
are sent the same bytes: a change made in this process is rendered once for each view that is followed, by the thread
that made it, while it still holds the game. ``notifications`` reports the changes made by other processes, which are
then rendered likewise. Browsers reconnect by themselves and then receive the current state, so they miss nothing. Start
reading at ``Hub.stream``.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Hashable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from ...base.errors import BelettreError
from ..asgi import Receive, Scope, Send
from ..store.database import StoreError
from ..tables.registry import AnyGame, GameRegistry
from .event_stream import CROWDED, MOVED, Event, EventStream, state_event
from .notifications import Notifications

#: The number of devices that can follow one game.
MAX_PER_GAME = 32
#: Seconds to wait before the database is asked again after an error.
RETRY_SECONDS = 0.5
#: Seconds after which a connection that has nothing else to send is sent a comment, and between two looks for such
#: connections.
PING_SECONDS, PING_LOOK_SECONDS = 25, 5

_LOG = logging.getLogger(__name__)


class CrowdedError(BelettreError):
    """Raised if too many devices already follow the game, or the games of this process in total."""


@dataclass(eq=False, slots=True)
class Slot:
    """A slot that a device has taken: one of a limited number of places for devices that follow games.

    code       the code of the game that the device follows
    address    the client address of the device
    guest      whether the device may not change the game and has no seat in it
    displaced  called when the device has lost the slot to another device
    """

    code: str
    address: str
    guest: bool
    displaced: Callable[[], None]


class StreamSlots:
    """The slots of a process: a limited number, shared fairly between addresses. Use it from the event loop only.

    There are MAX_PER_GAME slots for each game, and a total for the process. As long as there is a free slot, anyone
    gets it, because the phones of a whole club can have one address. When there is none, a device that may change the
    game or has a seat takes the slot of a guest, that is, of any other device. A guest takes one only from an address
    whose guests hold more slots than those of the taker's own address would then hold. One address can therefore fill
    all slots, but keeps them only while nobody else wants them, and two addresses never take slots from each other in
    turns. The slot that is given up is the oldest slot of a guest from the address whose guests hold the most.

    maximum  the number of devices that can follow games in total
    """

    def __init__(self, maximum: int) -> None:
        self.maximum = maximum
        #: The slots that are taken, the oldest first.
        self._taken: dict[Slot, None] = {}

    def __len__(self) -> int:
        """The number of slots that are taken."""
        return len(self._taken)

    def take(self, slot: Slot) -> None:
        """Take a slot, displacing another device if necessary.

        Raises CrowdedError if there is no free slot and none that the device may take from another.
        """
        in_game = [other for other in self._taken if other.code == slot.code]
        given_up = None
        if len(in_game) >= MAX_PER_GAME:
            given_up = _slot_to_give_up(slot, in_game)
        elif len(self._taken) >= self.maximum:
            given_up = _slot_to_give_up(slot, self._taken)
        self._taken[slot] = None
        if given_up is not None:
            self.release(given_up)
            given_up.displaced()

    def release(self, slot: Slot) -> None:
        """Free a slot. Has no effect if it is free already, because its device was displaced."""
        self._taken.pop(slot, None)


class DeviceView(NamedTuple):
    """What a device may see of a game, and how this is rendered.

    key     a value that is equal for devices that see the same, such as a language and a seat
    render  returns the state of the game as JSON without line breaks. The game is locked while the function runs. Views
            with equal keys must render the same
    rights  the hashes of the tokens of the device: the token that allows it to change the game, and that of its seat;
            () for a guest, a device with neither: it loses its slot before other devices do. If one of these tokens is
            replaced, the stream is ended and the device must connect again
    """

    key: Hashable
    render: Callable[[Any], bytes]
    rights: tuple[str, ...]

    @property
    def group(self) -> Hashable:
        """A value that is equal for devices that are sent the same events."""
        return self.key, self.rights

    def event(self, game: AnyGame) -> Event | None:
        """Return the event with the state of a game, which must be locked; None if a token in ``rights`` is void."""
        if not all(map(game.grants, self.rights)):
            return None
        return state_event(game.version, self.render(game))


@dataclass(eq=False, slots=True)
class Channel:
    """The devices that follow a game through this process.

    followers   the devices
    views       their views, one for each ``DeviceView.group``. Other threads read this tuple, so it is always replaced
                by a new one
    refreshing  the task that renders a change made by another process; None if it is not running
    again       whether that task has to render once more
    """

    followers: set[Follower] = field(default_factory=set)
    views: tuple[DeviceView, ...] = ()
    refreshing: asyncio.Task[None] | None = None
    again: bool = False

    @property
    def version(self) -> int:
        """The version of the oldest state that any of the devices has; -1 if one still waits for its first state."""
        return min((follower.version for follower in self.followers), default=-1)

    def collect_views(self) -> None:
        """Update ``views`` after a device has joined or left."""
        self.views = tuple({follower.view.group: follower.view for follower in self.followers}.values())


class Follower(EventStream):
    """A device that follows a game. It is the ASGI application that answers the request of the device with a stream.

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
        """Answer the request.

        Raises CrowdedError if there is no slot, and the same errors as ``GameRegistry.open_game``.
        """
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

        The application takes a slot when it is called. That call raises CrowdedError if no slot is available.
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
        events = {view.group: view.event(game) for view in channel.views}
        loop.call_soon_threadsafe(self._deliver, game.code, events)

    @property
    def follower_count(self) -> int:
        """The number of devices that follow a game through this process."""
        return len(self._slots)

    def close(self) -> None:
        """End all streams because the server stops; streams that begin later end at once. Call it in the event loop."""
        self._closed = True
        for code in tuple(self._channels):
            self._end(code)

    @property
    def followed_codes(self) -> set[str]:
        """The codes of the games that devices follow through this process. May be called from any thread."""
        return set(self._channels)

    async def watch(self) -> None:
        """Send the followers of a game the changes that other processes make, and keep silent connections open.

        Runs until it is cancelled.
        """
        self._loop = loop = asyncio.get_running_loop()
        unsure = asyncio.Event()

        def report(code: str | None) -> None:
            if code is None:
                unsure.set()
            else:
                self._wake(code)

        def report_from_thread(code: str | None) -> None:
            loop.call_soon_threadsafe(report, code)

        pinging = asyncio.create_task(self._ping())
        try:
            with Notifications(self._games.store, report_from_thread):
                while True:
                    await unsure.wait()
                    unsure.clear()
                    try:
                        await self._wake_advanced()
                    except StoreError as error:
                        _LOG.warning("%s", error)
                        await asyncio.sleep(RETRY_SECONDS)
                        unsure.set()
        finally:
            pinging.cancel()

    async def _wake_advanced(self) -> None:
        """Ask the database which of the followed games have advanced, and send them to their followers."""
        versions = {code: channel.version for code, channel in self._channels.items()}
        for code, version in versions.items():
            if version < 0:  # a first state is just being read: the change may have come afterwards
                self._wake(code)
        known = {code: version for code, version in versions.items() if version >= 0}
        if known:
            for code in await asyncio.to_thread(self._games.store.find_advanced, known):
                self._wake(code)

    async def _ping(self) -> None:
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
        """Count *follower* among the devices that follow its game for the length of a ``with`` block.

        *address* is the client address of the device. Raises CrowdedError if there is no slot.
        """
        slot = Slot(follower.code, address, not follower.view.rights, lambda: follower.end(CROWDED))
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

        def render() -> Event | None:
            with self._games.open_game(follower.code) as game:
                return follower.view.event(game)

        if (event := await asyncio.to_thread(render)) is None:
            follower.end()
        else:
            follower.push(event)

    def _deliver(self, code: str, events: dict[Hashable, Event | None]) -> None:
        """Send each follower of a game the event of its group, and end the streams of groups whose event is None."""
        if (channel := self._channels.get(code)) is None:
            return
        for follower in tuple(channel.followers):
            if follower.view.group not in events:
                continue  # joined since the state was rendered: it finds this state or a newer one itself
            if (event := events[follower.view.group]) is None:
                follower.end(MOVED)
            else:
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
            with self._games.open_game(code) as game:
                self.publish(game)

        try:
            while channel.again:
                channel.again = False
                await asyncio.to_thread(publish_current)
        except BelettreError as error:  # the next report tries again
            _LOG.warning("%s", error)
        finally:
            channel.refreshing = None

    def _end(self, code: str) -> None:
        if (channel := self._channels.get(code)) is not None:
            for follower in tuple(channel.followers):
                follower.end()


def _slot_to_give_up(newcomer: Slot, taken: Iterable[Slot]) -> Slot:
    """Return the slot that a newcomer takes from another device; *taken* are the slots, the oldest first.

    Raises CrowdedError if there is none.
    """
    guests: dict[str, list[Slot]] = {}
    for slot in taken:
        if slot.guest:
            guests.setdefault(slot.address, []).append(slot)
    address = max(guests, key=lambda address: len(guests[address]), default=None)
    own = len(guests.get(newcomer.address, ())) + 1
    if address is None or (newcomer.guest and len(guests[address]) <= own):
        raise CrowdedError(f"{newcomer.code}: too many devices follow")
    return guests[address][0]
