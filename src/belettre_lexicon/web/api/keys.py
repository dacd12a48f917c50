"""The API operations on keys: the token of a game, which allows its holder to change the game.

A device receives the token when it creates a game (``set_token_cookie``), or when it says the token or an invitation
(``claim_arbiter``). ``change_key`` replaces the token, for example after a link was shown to the wrong people.
"""

from __future__ import annotations

import msgspec
from litestar import Response

from ..edge.problems import ProblemError
from ..edge.request_context import COOKIE_LIFETIME, token_cookie_name
from ..services import services_of
from ..tables.loaded_game import StaleError
from .call import Call, json_answer
from .requests import ArbiterToken, KeyChange, Query


class ChangedKey(msgspec.Struct):
    """A game with a new key.

    code   the code of the game, which stays the same
    token  the new token
    """

    code: str
    token: str


def claim_arbiter(call: Call[Query, ArbiterToken]) -> Response[bytes]:
    """Check a token or an invitation, and store the token in a cookie, so that the device may change the game."""
    with call.games.open_game(call.code) as game:
        token = game.read_invitation(call.body.token) or call.body.token
        if not game.accepts_token(token):
            raise ProblemError("token")
    response = Response(b"", status_code=204)
    set_token_cookie(call, response, call.code, token)
    return response


def change_key(call: Call[Query, KeyChange]) -> Response[bytes]:
    """Replace the token of a game; return the new one, and set it as a cookie.

    The old token and all invitations made with it stop at once, in all processes. The devices that follow the game have
    to connect again, so that none of them goes on seeing what only the holder of the token may see.
    """
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        try:
            token = game.new_token()
        except StaleError as error:  # another device has just replaced it, so that this one has the old token
            raise ProblemError("token") from error
    services_of(call.request).hub.end(call.code)
    response = json_answer(ChangedKey(call.code, token))
    set_token_cookie(call, response, call.code, token)
    return response


def set_token_cookie(call: Call[Query, object], response: Response[bytes], code: str, token: str) -> None:
    """Add a cookie with the token of a game to a response."""
    set_cookie(call, response, token_cookie_name(code), token)


def set_cookie(call: Call[Query, object], response: Response[bytes], name: str, token: str) -> None:
    """Add a cookie with a token to a response.

    The cookie is limited to https if the page was loaded over https, which the Origin header shows even behind a proxy.
    """
    request = call.request
    response.set_cookie(
        name,
        token,
        max_age=COOKIE_LIFETIME,
        path="/",
        httponly=True,
        samesite="strict",
        secure="https" in (request.scope["scheme"], request.headers.get("origin", "").partition(":")[0]),
    )
