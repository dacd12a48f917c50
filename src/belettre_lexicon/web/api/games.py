"""The API operations on games: create, list, view, follow, change and download them.

An entry of a game is one stored change: actions that were entered together, or an undo. Start reading at
``enter_actions``.
"""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import msgspec
from litestar import Response

from ...base.errors import BelettreError
from ...games.belettre.records.json_lines import format_record, to_json
from ...games.belettre.records.shorthand import write_shorthand
from ...referee.analysis import analysis_lines, analysis_object
from ...referee.names import with_players
from ...words.house_list import HouseList
from ..edge.problems import ProblemError
from ..edge.request_context import Standing, language_of, may_change, seat_of, standing_of
from ..kinds.belote_snapshot import current_sheet_snapshot
from ..live.live import DeviceView, Follower
from ..services import services_of
from ..store.database import StoreError
from ..tables.loaded_game import StoredKind
from ..tables.registry import BELOTE, PRACTICE, TABLE, AnyGame, Game, GameTerms, StaleError
from ..tables.score_sheet import score_sheet
from ..tables.snapshot import MancheHistory, current_snapshot, game_history
from .call import Call, json_answer
from .changes import changed, check_own_actions, enter, explain_illegal, stale
from .keys import set_token_cookie
from .requests import Correction, Entry, NewPractice, NewTable, NumberOnly, Query
from .responses import AnalysisObject
from .seats import propose

#: Maximum number of games in the list of games.
_MAX_LISTED = 20

_LOG = logging.getLogger(__name__)


class CreatedGame(msgspec.Struct):
    """A new game.

    code    the code of the game
    token   the token that allows its holder to change the game; "" if the device has no right to it, because somebody
            else began the game
    number  the number of entries of the game
    """

    code: str
    token: str
    number: int = 0


class GameHistory(msgspec.Struct):
    """All events of a game so far, grouped by manche and pli.

    code      the code of the game
    number    the number of entries so far, including undos
    over      whether the partie is over
    chapters  the events of each manche, in order
    """

    code: str
    number: int
    over: bool
    chapters: list[MancheHistory]


class AnalysedManche(msgspec.Struct):
    """The analysis of a manche that is over.

    lines     the analysis in sentences; lines that belong to the one above begin with spaces
    analysis  the same as an object
    """

    lines: list[str]
    analysis: AnalysisObject


class GameAnalysis(msgspec.Struct):
    """The analyses of the manches of a game that are over.

    code     the code of the game
    manches  the analyses in order; [] while no manche is over
    """

    code: str
    manches: list[AnalysedManche]


class ListedGame(msgspec.Struct):
    """A game in the list of games.

    code     the code of the game
    kind     "table" for a game with real cards, "practice", or "belote" for a score sheet of Belote
    created  the creation time, in seconds since 1970
    over     whether the partie is over
    text     a sentence that says what the game is waiting for
    """

    code: str
    kind: StoredKind
    created: float
    over: bool
    text: str


class GameList(msgspec.Struct):
    """The list of games.

    games  the most recently created games, newest first
    """

    games: list[ListedGame]


def check_health(call: Call[Query, None]) -> Response[bytes]:
    """Return the status "ok" if entries can be stored. Raises StoreError if they cannot."""
    call.games.store.check_writable()
    return json_answer({"status": "ok"})


def create_game(call: Call[Query, NewTable | NewPractice]) -> Response[bytes]:
    """Create a game and return its code and token.

    The response also sets the token as a cookie, so that the browser may change the game.
    """
    body = call.body
    house = HouseList.parse(body.house_list, "house_list") if body.house_list else None
    if isinstance(body, NewPractice):
        terms = GameTerms(PRACTICE, body.seat, body.level, body.patient)
        setup: dict[str, Any] = {"seed": body.seed}
    else:
        terms = GameTerms(TABLE)
        setup = {"first": body.first, "before": body.before, "opener": body.opener, "points": body.points}
        setup["confirm"] = body.confirm
    code, token = call.games.create_game(
        terms, body.rules.rules(), house=house, players=body.players.named(), manches=body.manches, **setup
    )
    response = json_answer(CreatedGame(code, token), 201)
    response.headers["Location"] = f"/api/games/{code}"
    set_token_cookie(call, response, code, token)
    return response


def list_games(call: Call[Query, None]) -> Response[bytes]:
    """Return the most recently created games; damaged games are left out.

    Raises ProblemError on a shared server, because the codes in the list would let anyone view the games.
    """
    if services_of(call.request).settings.shared:
        raise ProblemError("private")
    listed = []
    for stored in call.games.store.load_latest(_MAX_LISTED):
        try:
            with call.games.open_any(stored.code) as game:
                listed.append(_listed(call, game))
        except StoreError:
            raise
        except BelettreError as error:  # skip a damaged game, so that the others are listed
            _LOG.warning("%s: %s", stored.code, error)
    return json_answer(GameList(listed))


def _listed(call: Call[Query, None], game: AnyGame) -> ListedGame:
    """Return the entry of a game in the list of games."""
    if isinstance(game, Game):
        snapshot = current_snapshot(game, call.say, call.games.lexicon)
        return ListedGame(game.code, snapshot.kind, game.created, snapshot.over, snapshot.awaits_text)
    sheet = current_sheet_snapshot(game, services_of(call.request).sheet_sayings[language_of(call.request)])
    return ListedGame(game.code, BELOTE, game.created, sheet.over, sheet.awaits)


def show_game(call: Call[Query, None]) -> Response[bytes]:
    """Return a snapshot of the game as the device may see it."""
    with call.games.open_game(call.code) as game:
        return json_answer(call.snapshot(game))


async def show_analysis(call: Call[Query, None]) -> Response[bytes]:
    """Return the analyses of the manches that are over: the words that were there, and the points left.

    Raises SlowError if they take too long.
    """
    analyses = await services_of(call.request).analyst.analyse(call.code)
    say = with_players(call.say, analyses.players)
    manches = [
        AnalysedManche(list(analysis_lines(one, say)), msgspec.convert(analysis_object(one), AnalysisObject))
        for one in analyses.manches
    ]
    return json_answer(GameAnalysis(call.code, manches))


async def stream_events(call: Call[Query, None]) -> Follower:
    """Stream a snapshot of the game as the device may see it, now and after every change, as server-sent events."""
    request, say, lexicon = call.request, call.say, call.games.lexicon

    def find_standing() -> Standing:
        with call.games.open_game(call.code) as game:
            call.move_bots = game.practice is not None
            return standing_of(request, game)

    seat, may, rights = await asyncio.to_thread(find_standing)
    call.move_bots &= seat is not None

    def render(game: Game) -> bytes:
        return to_json(current_snapshot(game, say, lexicon, seat, may))

    view = DeviceView(("api", say.language, seat, may), render, rights)
    return services_of(request).hub.stream(call.code, view)


def show_history(call: Call[Query, None]) -> Response[bytes]:
    """Return all events of the game so far as sentences, without cards that the device may not see."""
    with call.games.open_game(call.code) as game:
        manches = game_history(game, call.say, call.games.lexicon, seat_of(call.request, game))
        return json_answer(GameHistory(game.code, game.number, game.partie.over, manches))


def enter_actions(call: Call[Query, Entry]) -> Response[bytes]:
    """Apply the actions of the body as one entry, and return the changed game.

    What a player enters on their own phone may have to be confirmed first (``seats``).

    Raises ProblemError if the device may not enter the actions, if the device had not seen all entries, or if the rules
    forbid an action. The game is unchanged in these cases.
    """
    number, actions = call.body.number, call.body.actions
    with call.games.open_game(call.code) as game:
        if not may_change(call.request, game):
            seat = seat_of(call.request, game)
            if seat is None:
                call.check_token(game)  # raises the problem
            else:
                return propose(call, game, seat, number, actions)
        if game.seat is not None:
            check_own_actions(game.seat, actions)
        return enter(call, game, number, actions)


def undo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Undo the last entry and return the changed game.

    In a practice game, undo the last decision of the human player and everything after it.
    """
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        try:
            game.take_back(call.body.number)
        except StaleError as error:
            raise stale(call, game) from error
        return changed(call, game)


def redo_entry(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Enter again what the last undo took back, and return the changed game."""
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        try:
            game.redo(call.body.number)
        except StaleError as error:
            raise stale(call, game) from error
        return changed(call, game)


def correct_word(call: Call[Query, Correction]) -> Response[bytes]:
    """Put a word in the place of the last word laid, which was mistyped, and return the changed game.

    Raises ProblemError if what was entered after that word would not be legal any more.
    """
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        mistyped = game.correctable
        try:
            with explain_illegal(call, game):
                game.correct(call.body.number, call.body.word)
        except StaleError as error:
            raise stale(call, game) from error
        except ProblemError as error:
            if mistyped is not None and mistyped.entries > 1:
                raise ProblemError("later") from error
            raise
        return changed(call, game)


def keep_silent(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Record that the human player of a practice game does not announce a Belettre in this manche (S3).

    Return the changed game. Raises ProblemError if the game is not a practice game, because in a game with real cards
    there is nothing to record.
    """
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        if game.seat is None:
            raise ProblemError("not_yours")
        if call.body.number != game.number:
            raise stale(call, game)
        game.keep_silent()
        return changed(call, game)


def continue_game(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Record that the human player of a practice game has seen what the last entry did, so that the bots go on.

    Return the game. Raises ProblemError if the game is not a practice game, in which nothing waits for it.
    """
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        if game.seat is None:
            raise ProblemError("not_yours")
        if call.body.number != game.number:
            raise stale(call, game)
        game.go_on()
        return changed(call, game)


def download_record(call: Call[Query, None]) -> Response[bytes]:
    """Return the engine's record of the game, which contains every known card, as a JSON Lines file."""
    with call.games.open_game(call.code) as game:
        _check_cards_visible(call, game)
        text = format_record(game.journal.record())
    return _file_answer(text, "text/plain", f"belettre-{call.code}.jsonl")


def show_notation(call: Call[Query, None]) -> Response[bytes]:
    """Return the game in the short notation (``games.belettre.records.shorthand``), which shows cards that lie face down."""
    with call.games.open_game(call.code) as game:
        _check_cards_visible(call, game)
        text = write_shorthand(game.partie)
    return Response(text.encode(), media_type="text/plain")


def download_score_sheet(call: Call[Query, None]) -> Response[bytes]:
    """Return the score sheet of the game as a CSV file."""
    with call.games.open_game(call.code) as game:
        text = score_sheet(game, call.say)
    return _file_answer(text, "text/csv", f"belettre-{call.code}.csv")


def _check_cards_visible(call: Call[Query, None], game: Game) -> None:
    """Raise ProblemError unless the device may see the hidden cards of a game.

    Once the partie is over, every device may see them. Before that, only the arbiter's device in a game with real cards
    may see them, because the arbiter entered the cards, and not while one lies on the table that a player has entered
    on their own phone. In a practice game, no device may see them before the end,
    because the human player would see the cards of the bots.
    """
    is_arbiter = game.seat is None and may_change(call.request, game)
    if (not is_arbiter or game.hides_cards) and not game.partie.over:
        raise ProblemError("hidden")


def _file_answer(text: str, media: str, name: str) -> Response[bytes]:
    """Return a response that browsers save as a file called *name*, with the content *text*."""
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(text.encode(), headers=headers, media_type=media)
