"""API calls: a decoded request, how its operation changes a game, and the answers.

The function of an operation takes a ``Call`` and returns a response. Functions that change a game share
``change_game``, ``enter`` and ``explain``. Pages use the same operations at other addresses, where the response
contains the state of the page instead of the snapshot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, TypeVar

import msgspec
from litestar import Response

from ...games.belettre.records.json_lines import to_json
from ...games.kit.machine import IllegalActionError
from ...referee.catalogue import Catalogue
from ..edge.problems import ProblemError
from ..edge.request_context import catalogue_of, language_of, may_change, token_of, viewer_of
from ..live.live import DeviceView, Follower
from ..services import Request, services_of
from ..tables.loaded_game import StaleError, Viewer
from ..tables.registry import AnyGame, GameRegistry, parse_code

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


@dataclass(eq=False)
class Call(Generic[Q_co, B_co]):
    """A request to the API, as passed to the function of its operation.

    request    the request
    query      the decoded and validated query parameters
    body       the decoded and validated JSON body; None if the operation takes no body
    kind       the kind of game that the operation is about; without meaning if it is about words
    for_page   whether a page of the game sent the request: the response then has the state of the page, not a snapshot
    drives     whether the server makes the moves of bots that are due after the operation; initially False. Set only
               for a player's device, so that spectators' requests do not make bots move
    """

    request: Request
    query: Q_co
    body: B_co
    kind: type[AnyGame]
    for_page: bool
    drives: bool = False

    @property
    def games(self) -> GameRegistry:
        """The registry of the server's games."""
        return services_of(self.request).games

    @cached_property
    def language(self) -> str:
        """The language of the response, "fr" or "en"."""
        return language_of(self.request)

    @cached_property
    def say(self) -> Catalogue:
        """The message catalogue in the language of the response."""
        return catalogue_of(self.request)

    @cached_property
    def code(self) -> str:
        """The game code in the URL path. Raises UnknownGameError if it is not a valid code."""
        return parse_code(self.request.path_params["code"])

    def open(self) -> AbstractContextManager[Any]:
        """Lock the game whose code is in the URL path for a ``with`` block, which gets the game as its ``as`` value.

        The game is first brought up to date with the database.

        Raises UnknownGameError if no game has the code, or if the game is not of the call's ``kind``, and JournalError
        if its journal cannot be read.
        """
        return self.games.open_game(self.code, self.kind)

    def viewer(self, game: AnyGame) -> Viewer:
        """Return what the device may see and do in a game. Sets ``drives`` to whether the device is a player's."""
        viewer = viewer_of(self.request, game)
        self.drives = game.is_player(viewer)
        return viewer

    def state(self, game: AnyGame) -> dict[str, Any]:
        """Return the game as the device may see it, as the only field of a dict: a snapshot or its page's state."""
        viewer = self.viewer(game)
        if self.for_page:
            return {"state": game.current_page_state(viewer)}
        return {self.kind.CHANGED.__struct_encode_fields__[1]: game.current_snapshot(viewer)}

    def check_token(self, game: AnyGame) -> None:
        """Raise ProblemError unless the device may change the game.

        On a shared server the request must contain the token of the game.
        """
        if not may_change(self.request, game):
            raise ProblemError("token", "" if token_of(self.request, game.code) else "Authorization: Bearer …")


async def follow(
    request: Request,
    kind: type[AnyGame],
    find_viewer: Callable[[AnyGame], Viewer],
    where: str,
    render: Callable[[Any, Viewer], bytes],
) -> Follower:
    """Return a stream of server-sent events with the state of the game whose code is in the URL path.

    The stream sends the state now and after every change.

    kind         the kind to which the game must belong
    find_viewer  returns what the device may see of the game
    where        the name of what the stream shows, such as "api"; streams that show something else have another name
    render       returns the game as JSON without line breaks for a viewer; equal viewers get the same

    If the device is a player's, the server makes the moves of bots that are due.
    """
    services, code = services_of(request), parse_code(request.path_params["code"])

    def look_up() -> tuple[Viewer, tuple[str, ...], bool]:
        with services.games.open_game(code, kind) as game:
            viewer = find_viewer(game)
            return viewer, game.rights_of(viewer), game.is_player(viewer)

    viewer, rights, drives = await services.for_games.run(look_up)
    if drives:
        services.driver.drive(code)
    return services.hub.stream(code, DeviceView((where, viewer), lambda game: render(game, viewer), rights))


def json_answer(value: object, status: int = 200) -> Response[bytes]:
    """Return a response whose body is *value* encoded as JSON."""
    return Response(to_json(value), status_code=status, media_type="application/json")


class RefusedRule(msgspec.Struct):
    """One reason why a move is illegal.

    reason  the name of the reason, for programs
    rule    the id of the rule, such as "P3"
    text    the reason as a sentence
    """

    reason: str
    rule: str
    text: str


def change_game(call: Call[Any, Any], change: Callable[[Any], object]) -> Response[bytes]:
    """Call *change* with the game of a request, and return the response with the changed game.

    Raises ProblemError if the device may not change the game or if *change* fails as described in ``explain``.
    """
    with call.open() as game:
        call.check_token(game)
        with explain(call, game):
            change(game)
        return changed(call, game)


def enter(call: Call[Any, Any], game: AnyGame, number: int, actions: list[Any]) -> Response[bytes]:
    """Apply actions as one entry, which is undone as a whole, and return the response with the changed game.

    *number* is the number of entries that the device had seen. Raises ProblemError if the device had not seen all
    entries, or if the rules forbid an action. The game is unchanged in these cases.
    """
    with explain(call, game):
        game.enter(number, *actions)
    return changed(call, game)


@contextmanager
def explain(call: Call[Any, Any], game: AnyGame) -> Iterator[None]:
    """Turn two errors of a change in the ``with`` block into ProblemError, which tells the device the reason.

    For IllegalActionError, the problem contains the rules against the action; for StaleError, the game as it is now.
    """
    try:
        yield
    except StaleError as error:
        raise stale(call, game) from error
    except IllegalActionError as error:
        refusals = [RefusedRule(one.reason, one.rule, game.refusal_text(one, call.language)) for one in error.refusals]
        raise ProblemError("illegal", refusals=refusals) from error


def changed(call: Call[Any, Any], game: AnyGame) -> Response[bytes]:
    """Send the game to the devices that follow it, and return the response to a successful change."""
    services_of(call.request).hub.publish(game)
    state = call.state(game)
    return json_answer(state["state"] if call.for_page else {"number": game.number, **state})


def check_seen(call: Call[Any, Any], game: AnyGame) -> None:
    """Raise ProblemError if the device had not seen all entries, as the field ``number`` of the body says."""
    if call.body.number != game.number:
        raise stale(call, game)


def stale(call: Call[Any, Any], game: AnyGame) -> ProblemError:
    """Return the problem that tells a device that its request is based on an outdated state of a game.

    The game, which must be locked, is first brought up to date with the database. The problem contains it as the device
    may see it: the state of the page if ``Call.for_page``, otherwise a snapshot.
    """
    game.catch_up()
    return ProblemError("stale", **call.state(game))
