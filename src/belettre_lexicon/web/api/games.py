"""Floor 5. The API operations on games: create, list, view, follow, change and download them."""

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
from ..edge.request_context import COOKIE_LIFETIME, language_of, may_change, seat_of, token_cookie_name
from ..games.database import StoreError
from ..games.registry import PRACTICE, TABLE, Game, GameKind, GameTerms, StaleError
from ..games.score_sheet import score_sheet
from ..games.snapshot import MancheHistory, Snapshot, game_history
from ..services import services_of
from .call import Call, cached_snapshot, json_answer
from .requests import ArbiterToken, Entry, NewPractice, NewTable, NumberOnly, Query

#: How many games are listed.
_MAX_LISTED = 20

_LOG = logging.getLogger(__name__)


class CreatedGame(msgspec.Struct):
    """A new game: its code, the token that allows its holder to change it, and its number of entries (0)."""

    code: str
    token: str
    number: int = 0


class ChangedGame(msgspec.Struct):
    """A game after a change: its number of entries and its snapshot."""

    number: int
    snapshot: Snapshot = msgspec.field(name="sight")


class RefusedRule(msgspec.Struct):
    """A rule against a move: the name of the reason, the id of the rule, and a sentence."""

    reason: str
    rule: str
    text: str


class GameHistory(msgspec.Struct):
    """All events of a game so far, by manche and pli."""

    code: str
    number: int
    over: bool
    chapters: list[MancheHistory]


class ListedGame(msgspec.Struct):
    """A game in a list: its creation time in seconds since 1970, and what it waits for, as a sentence."""

    code: str
    kind: GameKind
    created: float
    over: bool
    text: str


class GameList(msgspec.Struct):
    """The games created last, the newest first."""

    games: list[ListedGame]


def check_health(call: Call[Query, None]) -> Response:
    """Check that the database answers."""
    call.games.store.load_latest(1)
    return json_answer({"status": "ok"})


def create_game(call: Call[Query, NewTable | NewPractice]) -> Response:
    """Create a game and give its token to the device, which may then change it."""
    body = call.body
    house = HouseList.parse(body.house_list, "house_list") if body.house_list else None
    if isinstance(body, NewPractice):
        terms = GameTerms(PRACTICE, body.seat, body.level)
        setup: dict[str, Any] = {"seed": body.seed}
    else:
        terms = GameTerms(TABLE)
        setup = {"first": body.first, "before": body.before, "opener": body.opener, "points": body.points}
    code, token = call.games.create_game(
        terms, body.rules.rules(), house=house, players=body.players.named(), manches=body.manches, **setup
    )
    response = json_answer(CreatedGame(code, token), 201)
    _set_token_cookie(call, response, code, token)
    return response


def list_games(call: Call[Query, None]) -> Response:
    """List the latest games. Refused on a shared server, where viewing a game needs its code."""
    if services_of(call.request).settings.shared:
        raise ProblemError("private")
    listed = []
    for stored in call.games.store.load_latest(_MAX_LISTED):
        try:
            with call.games.open_game(stored.code) as game:
                snapshot = cached_snapshot(game, call.say, call.games, None, language_of(call.request))
                listed.append(
                    ListedGame(stored.code, snapshot.kind, stored.created, snapshot.over, snapshot.awaits_text)
                )
        except StoreError:
            raise
        except BelettreError as error:  # skip a damaged game, so that the others are listed
            _LOG.warning("%s: %s", stored.code, error)
    return json_answer(GameList(listed))


def show_game(call: Call[Query, None]) -> Response:
    """Answer the game as the device may see it."""
    with call.games.open_game(call.code) as game:
        return json_answer(call.snapshot(game))


async def stream_events(call: Call[Query, None]) -> Response:
    """Stream the game as the device may see it, now and after every change."""
    request, say, language = call.request, call.say, language_of(call.request)

    def find_seat() -> Seat | None:
        with call.games.open_game(call.code) as game:
            seat = seat_of(request, game)
            call.move_bots = seat is not None
            return seat

    seat = await to_thread.run_sync(find_seat)

    def render(game: Game) -> str:
        return to_json(cached_snapshot(game, say, call.games, seat, language)).decode("utf-8")

    return services_of(request).hub.stream(call.code, render)


def show_history(call: Call[Query, None]) -> Response:
    """Answer all events of a game in sentences."""
    with call.games.open_game(call.code) as game:
        manches = game_history(game, call.say, call.games.lexicon, seat_of(call.request, game))
        return json_answer(GameHistory(game.code, game.number, game.partie.over, manches))


def enter_actions(call: Call[Query, Entry]) -> Response:
    """Apply actions as one entry, and answer the changed game."""
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        _check_person_acts(game, call.body.actions)
        try:
            game.enter(call.body.number, *call.body.actions)
        except StaleError as error:
            raise _stale(call, game) from error
        except IllegalActionError as error:
            say = with_players(call.say, game.journal.players)
            refusals = [
                RefusedRule(refusal.reason, refusal.rule, move_refusal_text(refusal, say)) for refusal in error.refusals
            ]
            raise ProblemError("illegal", refusals=refusals) from error
        return _changed(call, game)


def undo_entry(call: Call[Query, NumberOnly]) -> Response:
    """Undo the last entry, or in a practice game everything from the person's last decision on."""
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        try:
            game.take_back(call.body.number)
        except StaleError as error:
            raise _stale(call, game) from error
        return _changed(call, game)


def keep_silent(call: Call[Query, NumberOnly]) -> Response:
    """Record that the person of a practice game does not announce a Belettre in this manche (S3)."""
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        if game.seat is None:
            raise ProblemError("not_yours")
        if call.body.number != game.number:
            raise _stale(call, game)
        game.keep_silent()
        return _changed(call, game)


def claim_arbiter(call: Call[Query, ArbiterToken]) -> Response:
    """Check a token and store it in a cookie, so that the device may change the game."""
    with call.games.open_game(call.code) as game:
        if not game.accepts_token(call.body.token):
            raise ProblemError("token")
    response = Response(status_code=204)
    _set_token_cookie(call, response, call.code, call.body.token)
    return response


def download_record(call: Call[Query, None]) -> Response:
    """Answer the engine's record of the game, which contains every card, as a file."""
    with call.games.open_game(call.code) as game:
        _check_cards_visible(call, game)
        text = format_record(game.journal.record())
    return _file_answer(text, "text/plain", f"belettre-{call.code}.jsonl")


def show_notation(call: Call[Query, None]) -> Response:
    """Answer the game in the short notation, which shows cards that lie face down."""
    with call.games.open_game(call.code) as game:
        _check_cards_visible(call, game)
        text = write_shorthand(game.partie)
    return Response(text, media_type="text/plain")


def download_score_sheet(call: Call[Query, None]) -> Response:
    """Answer the score sheet as a CSV file."""
    with call.games.open_game(call.code) as game:
        text = score_sheet(game, call.say)
    return _file_answer(text, "text/csv", f"belettre-{call.code}.csv")


def _changed(call: Call[Query, object], game: Game) -> Response:
    """The answer to a successful change; also notes that the followers have to be notified."""
    call.changed = True
    return json_answer(ChangedGame(game.number, call.snapshot(game)))


def _stale(call: Call[Query, object], game: Game) -> ProblemError:
    """The problem for a device that had not seen all entries, with the current state of the game."""
    game.catch_up()
    return ProblemError("stale", sight=call.snapshot(game))


def _check_person_acts(game: Game, actions: list[Action]) -> None:
    """Raise ProblemError for actions that the person of a practice game may not enter: those of the bots or an arbiter.

    The person may decide which of their team picks up a pli (P9).
    """
    person = game.seat
    if person is None:
        return
    for action in actions:
        if isinstance(action, Overrule | Overtime):
            raise ProblemError("not_yours", str(type(action).__struct_config__.tag))
        is_team_choice = isinstance(action, PickUp) and action.seat.team is person.team
        if action.seat is not person and not is_team_choice:
            raise ProblemError("not_yours", action.seat.value)


def _check_cards_visible(call: Call[Query, None], game: Game) -> None:
    """Raise ProblemError unless the device may see hidden cards.

    Everyone may once the partie is over. Before that, only the arbiter of a table may, who entered them; the person of
    a practice game must not see the cards of the bots.
    """
    is_arbiter = game.seat is None and may_change(call.request, game)
    if not is_arbiter and not game.partie.over:
        raise ProblemError("hidden")


def _set_token_cookie(call: Call[Query, object], response: Response, code: str, token: str) -> None:
    """Store the token of a game in a cookie: over https only if the page was loaded over https, perhaps by a proxy."""
    request = call.request
    response.set_cookie(
        token_cookie_name(code),
        token,
        max_age=COOKIE_LIFETIME,
        path="/",
        httponly=True,
        samesite="strict",
        secure="https" in (request.url.scheme, request.headers.get("origin", "").partition(":")[0]),
    )


def _file_answer(text: str, media: str, name: str) -> Response:
    """An answer that browsers save as a file."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text, headers=headers, media_type=media)
