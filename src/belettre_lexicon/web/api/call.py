"""API calls: a decoded request, what its operation does with it, and what follows.

The function of an operation takes a ``Call`` and returns a response. Afterwards ``follow_up`` lets the bots of the game
move. ``operation`` makes the calls. Pages use the same operations at addresses of their own, with a ``PageState``, so
that the response contains the state of the page in place of the snapshot.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, Generic, TypeVar

from litestar import Response

from ...games.belettre.records.json_lines import to_json
from ...referee.catalogue import Catalogue
from ..edge.problems import ProblemError
from ..edge.request_context import catalogue_of, may_change, standing_of, token_of
from ..services import Request, services_of
from ..tables.registry import AnyGame, Game, GameRegistry, parse_code
from ..tables.snapshot import Snapshot, current_snapshot

Q_co = TypeVar("Q_co", covariant=True)
B_co = TypeVar("B_co", covariant=True)


#: A function that returns the state of a game or a sheet as the script of its page expects it.
PageState = Callable[[Request, Any], object]


class Call(Generic[Q_co, B_co]):
    """A request to the API, as passed to the function of its operation.

    request     the request
    query       the decoded and validated query parameters
    body        the decoded and validated JSON body; None if the operation takes no body
    page_state  the function that returns the state of a game for the page that sent the request; None for a request to
                the API
    move_bots   whether the bots of a practice game have to move after the operation; initially False. Set only if the
                device belongs to the human player, so that requests from spectators do not make the bots move
    """

    def __init__(self, request: Request, query: Q_co, body: B_co, page_state: PageState | None = None) -> None:
        self.request = request
        self.query = query
        self.body = body
        self.page_state = page_state
        self.move_bots = False

    @property
    def games(self) -> GameRegistry:
        """The registry of the server's games."""
        return services_of(self.request).games

    @cached_property
    def say(self) -> Catalogue:
        """The message catalogue in the language of the response."""
        return catalogue_of(self.request)

    @cached_property
    def code(self) -> str:
        """The game code in the URL path. Raises UnknownGameError if it is not a valid code."""
        return parse_code(self.request.path_params["code"])

    def snapshot(self, game: Game) -> Snapshot:
        """Return the game as the device may see it.

        Also set ``move_bots``: True if the device belongs to the human player of a practice game, otherwise False.
        """
        seat, may, _ = standing_of(self.request, game)
        self.move_bots = game.practice is not None and seat is not None
        return current_snapshot(game, self.say, self.games.lexicon, seat, may)

    def check_token(self, game: AnyGame) -> None:
        """Raise ProblemError unless the device may change the game.

        On a shared server the request must contain the token of the game.
        """
        if not may_change(self.request, game):
            raise ProblemError("token", "" if token_of(self.request, game.code) else "Authorization: Bearer …")


def follow_up(call: Call[Any, Any]) -> None:
    """Let the bots of a practice game move if ``Call.move_bots`` is True.

    Must be called on the event loop after each successful operation.
    """
    if call.move_bots:
        services_of(call.request).bot_driver.drive(call.code)


def json_answer(value: object, status: int = 200) -> Response[bytes]:
    """Return a response whose body is *value* encoded as JSON."""
    return Response(to_json(value), status_code=status, media_type="application/json")
