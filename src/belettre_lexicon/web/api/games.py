"""Floor 5. The operations of the JSON API on games: begin one, look at it, change it, take it along."""

from __future__ import annotations

import logging
from typing import Any

import msgspec
from anyio import to_thread
from starlette.responses import Response

from ...engine.actions import Action, Overrule, Overtime, PickUp
from ...engine.records.json_lines import format_record, to_json
from ...engine.records.shorthand import write_shorthand
from ...engine.seats import Seat
from ...errors import BelettreError
from ...game.refusals import IllegalActionError
from ...referee.game import move_refusal_text
from ...referee.names import with_players
from ...words.houselist import HouseList
from ..edge.problems import ProblemError
from ..edge.request_context import KEEP_TOKEN, cookie_of, hub_of, language_of, may_change, seat_of, settings_of
from ..games import score_sheet as sheet
from ..games.database import StoreError
from ..games.games import PRACTICE, TABLE, Game, GameTerms, StaleError
from ..games.snapshot import Chapter, Snapshot, chronicle
from .call import Call, json_answer, seen
from .requests import Arbiter, Counted, Entry, NewPractice, NewTable, Query

#: Games that are listed.
_LISTED = 20

_LOG = logging.getLogger(__name__)


class Begun(msgspec.Struct):
    """A new game: its code, the token that lets its holder change it, how many entries it has."""

    code: str
    token: str
    number: int = 0


class Entered(msgspec.Struct):
    """A game after a change."""

    number: int
    sight: Snapshot


class Refused(msgspec.Struct):
    """A rule against a move: the reason by name, the id of the rule, a sentence."""

    reason: str
    rule: str
    text: str


class GameHistory(msgspec.Struct):
    """A whole game so far, manche by manche and pli by pli."""

    code: str
    number: int
    over: bool
    chapters: list[Chapter]


class Listed(msgspec.Struct):
    """A game in a list: when it was begun, in seconds since 1970, and what it awaits."""

    code: str
    kind: str
    created: float
    over: bool
    text: str


class Games(msgspec.Struct):
    """The games that were begun last, the newest first."""

    games: list[Listed]


def health(call: Call[Query, None]) -> Response:
    """Whether the database answers."""
    call.tables.store.latest(1)
    return json_answer({"status": "ok"})


def create(call: Call[Query, NewTable | NewPractice]) -> Response:
    """Begin a game; the device that begins it may change it."""
    body = call.body
    house = HouseList.parse(body.house_list, "house_list") if body.house_list else None
    if isinstance(body, NewPractice):
        terms = GameTerms(PRACTICE, body.seat, body.level)
        start: dict[str, Any] = {"seed": body.seed}
    else:
        terms = GameTerms(TABLE)
        start = {"first": body.first, "before": body.before, "opener": body.opener, "points": body.points}
    code, token = call.tables.create(
        terms, body.rules.rules(), house=house, players=body.players.named(), manches=body.manches, **start
    )
    response = json_answer(Begun(code, token), 201)
    _give_token(call, response, code, token)
    return response


def games(call: Call[Query, None]) -> Response:
    """The latest games of this machine; where others reach it, a game is shown to who has its code."""
    if settings_of(call.request).shared:
        raise ProblemError("private")
    found = []
    for kept in call.tables.store.latest(_LISTED):
        try:
            with call.tables.open(kept.code) as game:
                sight = seen(game, call.say, call.tables, None, language_of(call.request))
                found.append(Listed(kept.code, sight.kind, kept.created, sight.over, sight.awaits_text))
        except StoreError:
            raise
        except BelettreError as error:  # one that cannot be read hides no other
            _LOG.warning("%s: %s", kept.code, error)
    return json_answer(Games(found))


def look(call: Call[Query, None]) -> Response:
    """The game as the device may see it."""
    with call.tables.open(call.code) as game:
        return json_answer(call.seen(game))


async def events(call: Call[Query, None]) -> Response:
    """The game as the device may see it, again whenever it has changed."""
    request, say, language = call.request, call.say, language_of(call.request)

    def begin() -> Seat | None:
        with call.tables.open(call.code) as game:
            seat = seat_of(request, game)
            call.bots = seat is not None
            return seat

    seat = await to_thread.run_sync(begin)

    def render(game: Game) -> str:
        return to_json(seen(game, say, call.tables, seat, language)).decode("utf-8")

    return hub_of(request).stream(call.code, render)


def history(call: Call[Query, None]) -> Response:
    """Everything that happened, in sentences."""
    with call.tables.open(call.code) as game:
        chapters = chronicle(game, call.say, call.tables.lexicon, seat_of(call.request, game))
        return json_answer(GameHistory(game.code, game.number, game.partie.over, chapters))


def enter(call: Call[Query, Entry]) -> Response:
    """Do some actions as one entry."""
    with call.tables.open(call.code) as game:
        call.check_token(game)
        _check_own(game, call.body.actions)
        try:
            game.enter(call.body.number, *call.body.actions)
        except StaleError as error:
            raise _stale(call, game) from error
        except IllegalActionError as error:
            say = with_players(call.say, game.journal.players)
            refusals = [Refused(one.reason, one.rule, move_refusal_text(one, say)) for one in error.refusals]
            raise ProblemError("illegal", refusals=refusals) from error
        return _changed(call, game)


def undo(call: Call[Query, Counted]) -> Response:
    """Take the last entry back; in a practice game everything since the person's last decision."""
    with call.tables.open(call.code) as game:
        call.check_token(game)
        try:
            game.take_back(call.body.number)
        except StaleError as error:
            raise _stale(call, game) from error
        return _changed(call, game)


def silence(call: Call[Query, Counted]) -> Response:
    """S3: the person of a practice game keeps silent about a Belettre."""
    with call.tables.open(call.code) as game:
        call.check_token(game)
        if game.seat is None:
            raise ProblemError("not_yours")
        if call.body.number != game.number:
            raise _stale(call, game)
        game.keep_silent()
        return _changed(call, game)


def arbiter(call: Call[Query, Arbiter]) -> Response:
    """Make the device one that may change the game."""
    with call.tables.open(call.code) as game:
        if not game.opened_by(call.body.token):
            raise ProblemError("token")
    response = Response(status_code=204)
    _give_token(call, response, call.code, call.body.token)
    return response


def record(call: Call[Query, None]) -> Response:
    """The record of the engine, which holds every card."""
    with call.tables.open(call.code) as game:
        _check_open(call, game)
        text = format_record(game.journal.record())
    return _attached(text, "text/plain", f"belettre-{call.code}.jsonl")


def notation(call: Call[Query, None]) -> Response:
    """The game in the short notation, which shows the cards that lie face down."""
    with call.tables.open(call.code) as game:
        _check_open(call, game)
        text = write_shorthand(game.partie)
    return Response(text, media_type="text/plain")


def score_sheet(call: Call[Query, None]) -> Response:
    """The score sheet, for spreadsheets."""
    with call.tables.open(call.code) as game:
        text = sheet.sheet(game, call.say)
    return _attached(text, "text/csv", f"belettre-{call.code}.csv")


def _changed(call: Call[Query, object], game: Game) -> Response:
    call.changed = True
    return json_answer(Entered(game.number, call.seen(game)))


def _stale(call: Call[Query, object], game: Game) -> ProblemError:
    """Somebody was quicker: the device gets the game as it stands now."""
    game.catch_up()
    return ProblemError("stale", sight=call.seen(game))


def _check_own(game: Game, actions: list[Action]) -> None:
    """In a practice game the bots play for themselves, and there is no arbiter. Raises ProblemError."""
    own = game.seat
    if own is None:
        return
    for action in actions:
        if isinstance(action, Overrule | Overtime):
            raise ProblemError("not_yours", str(type(action).__struct_config__.tag))
        chosen = isinstance(action, PickUp) and action.seat.team is own.team
        if action.seat is not own and not chosen:
            raise ProblemError("not_yours", action.seat.value)


def _check_open(call: Call[Query, None], game: Game) -> None:
    """What holds hidden cards is for the arbiter who entered them, and for all once the partie is over: who plays
    against bots must not see theirs either. Raises ProblemError."""
    entered = game.seat is None and may_change(call.request, game)
    if not entered and not game.partie.over:
        raise ProblemError("hidden")


def _give_token(call: Call[Query, object], response: Response, code: str, token: str) -> None:
    request = call.request
    response.set_cookie(
        cookie_of(code),
        token,
        max_age=KEEP_TOKEN,
        path="/",
        httponly=True,
        samesite="strict",
        secure="https" in (request.url.scheme, request.headers.get("origin", "").partition(":")[0]),
    )


def _attached(text: str, media: str, name: str) -> Response:
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=media)
