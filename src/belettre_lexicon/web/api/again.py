"""The API operation that begins the game after a game, on the same terms: ``play_again``."""

from __future__ import annotations

from litestar import Response

from ..edge.problems import ProblemError
from ..edge.request_context import seat_cookie_name, seat_token_of, token_of
from ..services import services_of
from ..tables.loaded_game import StaleError, hash_token
from .call import Call, json_answer
from .changes import stale
from .games import CreatedGame
from .keys import set_cookie, set_token_cookie
from .requests import Again, Query


def play_again(call: Call[Query, Again]) -> Response[bytes]:
    """Begin the game after this one, or find it if it was begun already, and return its code.

    The devices of the earlier game keep their rights: the token of the new game is the same, and so are those of seats.
    They are set as cookies, and returned if the request had them.

    Raises ProblemError if the game is not over, or if nobody has begun another and the device may not change this one.
    """
    request = call.request
    with call.games.open_game(call.code) as game:
        if not game.table_state.next:
            call.check_token(game)
            if not game.partie.over:
                raise ProblemError("unfinished")
        try:
            code = call.games.begin_again(game)
        except StaleError as error:
            raise stale(call, game) from error
        services_of(request).hub.publish(game)
    token, seat_token = token_of(request, call.code), seat_token_of(request, call.code)
    with call.games.open_game(code) as begun:
        arbiter, number = begun.accepts_token(token), begun.number
        seated = begun.table_state.seat_of(hash_token(seat_token)) is not None
    response = json_answer(CreatedGame(code, token if arbiter else "", number), 201)
    response.headers["Location"] = f"/api/games/{code}"
    if arbiter:
        set_token_cookie(call, response, code, token)
    if seated:
        set_cookie(call, response, seat_cookie_name(code), seat_token)
    return response
