"""The API operations that only games of Belettre have; ``api.tables`` has those of all kinds."""

from __future__ import annotations

import asyncio
import csv
import io
from collections.abc import Callable, Iterator
from copy import copy
from functools import partial

import msgspec
from litestar import Response
from msgspec.structs import replace

from ....games.belettre.analysis import MancheAnalysis, analyse
from ....games.belettre.bots.ideas import find_ideas
from ....games.belettre.events import DIX_DE_DER, Dealt, MancheEnded, PliTaken
from ....games.belettre.partie import Partie
from ....games.belettre.pli import MUST_ANNOUNCE
from ....games.belettre.records.shorthand import write_shorthand
from ....games.belettre.seats import SEATS, TEAMS, Seat
from ....games.belettre.state import with_states
from ....referee.analysis import analysis_lines, analysis_object
from ....referee.catalogue import Catalogue
from ....referee.names import capital, card_text, team_heading, with_players
from ....referee.sentences import printable
from ....words.judge import Judge
from ...api.call import Call, change_game, changed, check_seen, explain, json_answer
from ...api.operation import Operation
from ...api.requests import NumberOnly, Query
from ...api.responses import AnalysisObject
from ...api.rights import change
from ...api.tables import check_visible, file_answer
from ...edge.problems import ProblemError
from ...services import Services, services_of
from ...slow_tasks import BusyError
from .game import BelettreGame, judge_of
from .naming import player_text
from .requests import Correction, PaceRule
from .snapshot import MancheHistory, Snapshot

#: Characters that spreadsheets interpret as the beginning of a formula.
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")
_MANCHE_COLUMNS = ("manche", "team", "plis", "belettres", "dix_de_der", "points")
_PLI_COLUMNS = ("manche", "pli", "opener", *("seat", "card", "word", "verdict") * 4, "taker", "points")
#: Seconds after which an analysis is not waited for any longer. It is finished all the same, and kept for the next
#: request. Pages wait for an answer for 10 seconds.
_SECONDS = 8


class ChangedGame(msgspec.Struct):
    """A game after a change.

    number  the number of entries, including undos
    sight   a snapshot of the game; the Python field is called ``snapshot``
    """

    number: int
    snapshot: Snapshot = msgspec.field(name="sight")


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


class WordIdea(msgspec.Struct):
    """A word that the human player of a practice game could say now.

    word    the word
    card    the card to lay with it
    letter  the letter to name for the JOKER (J3); "" for any other card
    text    the word and the card as a phrase
    """

    word: str
    card: str
    letter: str
    text: str


class Ideas(msgspec.Struct):
    """What the human player of a practice game could say now.

    number  the number of entries so far, including undos: the ideas are for this moment
    ideas   at most three words, the most frequent first; [] if no card has a word
    text    a sentence with the words, or what to do if there are none
    """

    number: int
    ideas: list[WordIdea]
    text: str


async def analyses_of(
    services: Services, code: str, seconds: float | None = None
) -> tuple[dict[Seat, str], list[MancheAnalysis]]:
    """Return the names of the players of a game by seat, and the analyses of its manches that are over, in order.

    The manche that is being played is never analysed, so that nobody learns of a hidden card. An analysis takes some
    milliseconds, but a second and more under some house rules: it is made apart from the threads that answer requests.
    *seconds* is how long to wait for the analyses at most; None for 8 seconds, less than a page waits for an answer.

    Raises BusyError if they take longer, and the errors of ``GameRegistry.open_game``.
    """

    def look_up() -> tuple[dict[int, int], Partie, Judge, dict[Seat, str]]:
        with services.games.open_game(code, BelettreGame) as game:
            # The judge of the game is used by the thread that holds the game, so that the analyst has its own.
            judge = judge_of(game.journal.record(), game.lexicon)
            lines = {
                event.number: game.journal.line_of(index)
                for index, event in enumerate(game.partie.log)
                if isinstance(event, MancheEnded)
            }
            ended = {event.number: lines[event.number] for event in game.partie.state.ended}
            return ended, copy(game.partie), judge, game.journal.players

    def analyse_manche(number: int) -> MancheAnalysis:
        return analyse(partie, judge, number)[0]

    seconds = _SECONDS if seconds is None else seconds
    ended, partie, judge, players = await services.for_games.run(look_up)
    # The key has the line of the journal that ends the manche. The lines of a journal never change, so that another
    # line ends the manche if it is played again after an undo.
    analyses = [
        services.tasks.begin((code, line, number), partial(analyse_manche, number), "manches wait to be analysed")
        for number, line in ended.items()
    ]
    # « wait » leaves those that are not finished alone: others may wait for the same analysis.
    if analyses and (await asyncio.wait(analyses, timeout=seconds))[1]:
        raise BusyError(f"{code}: the analysis takes more than {seconds} seconds")
    return players, [analysis.result() for analysis in analyses]


@Operation("analysis", "The manches that are over: the words that were there, and the points left", answer=GameAnalysis)
async def show_analysis(call: Call[Query, None]) -> Response[bytes]:
    """Return the analyses of the manches that are over: words that could have been said, points that teams missed.

    Raises BusyError if they take too long.
    """
    players, analyses = await analyses_of(services_of(call.request), call.code)
    say = with_players(call.say, players)
    manches = [
        AnalysedManche(list(analysis_lines(one, say)), msgspec.convert(analysis_object(one), AnalysisObject))
        for one in analyses
    ]
    return json_answer(GameAnalysis(call.code, manches))


@Operation(
    "correction",
    "Correct the last word laid, which was mistyped; in a practice game, until a bot has moved",
    Correction,
)
def correct_word(call: Call[Query, Correction]) -> Response[bytes]:
    """Put a word in the place of the last word laid, which was mistyped, and return the changed game.

    Raises ProblemError if what was entered after that word would not be legal any more.
    """
    with call.open() as game:
        call.check_token(game)
        mistyped = game.correctable
        try:
            with explain(call, game):
                game.correct(call.body.number, call.body.word)
        except ProblemError as error:
            if error.name == "illegal" and mistyped is not None and mistyped.entries > 1:
                raise ProblemError("later") from error
            raise
        return changed(call, game)


@Operation("silence", "Decline to announce a Belettre in this manche of a practice game (S3)", NumberOnly)
def keep_silent(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Record that the human player of a practice game does not announce a Belettre in this manche (S3).

    Return the changed game. Raises ProblemError if the game is not a practice game, because in a game with real cards
    there is nothing to record.
    """
    return _tell_bots(call, BelettreGame.keep_silent)


@Operation(
    "continue", "Let the bots of a patient practice game go on after a refusal or the end of a pli", body=NumberOnly
)
def continue_game(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Record that the human player of a practice game has seen what the last entry did, so that the bots go on.

    Return the game. Raises ProblemError if the game is not a practice game, because then there are no bots.
    """
    return _tell_bots(call, BelettreGame.go_on)


@Operation("pace", "Set how fast the bots of a practice game move", PaceRule)
def set_pace(call: Call[Query, PaceRule]) -> Response[bytes]:
    """Set how fast the bots of a practice game move; return the changed game.

    Raises ProblemError if the game is not a practice game, because then there are no bots.
    """

    def set_for(game: BelettreGame) -> None:
        if game.seat is None:
            raise ProblemError("not_yours")
        change(call, game, lambda state: replace(state, pace=call.body.pace))

    return change_game(call, set_for)


@Operation(
    "ideas", "Up to three words that the person of a practice game could say now, in their turn alone", answer=Ideas
)
def show_ideas(call: Call[Query, None]) -> Response[bytes]:
    """Return words that the human player of a practice game could say, from what they may know alone.

    Raises ProblemError unless the device is the human player's and it is their turn.
    """
    with call.open() as game:
        seat = call.viewer(game).seat
        call.drives = False
        if game.practice is None or seat is None or game.partie.turn is not seat:
            raise ProblemError("not_yours")
        found = game.cached("ideas", lambda: find_ideas(game.partie.view(seat), game.judge, game.partie.history))
        say = call.say
        ideas = [
            WordIdea(
                idea.word,
                idea.card.text,
                idea.letter,
                say("practice.idea_with", word=idea.word, card=card_text(idea.card, say, idea.letter)),
            )
            for idea in found
        ]
        text = say("practice.ideas", words=", ".join(idea.text for idea in ideas)) if ideas else _no_idea(game, say)
        return json_answer(Ideas(game.number, ideas, text))


def _no_idea(game: BelettreGame, say: Catalogue) -> str:
    """Return a sentence that no card has a word, and what the person can do instead."""
    first_two = len(game.partie.state.manche.pli.laid) < MUST_ANNOUNCE
    return say("practice.no_idea_fault" if first_two else "practice.no_idea")


def _tell_bots(call: Call[Query, NumberOnly], change: Callable[[BelettreGame], None]) -> Response[bytes]:
    """Record a decision of the human player that is kept in memory alone, and return the changed game."""

    def tell(game: BelettreGame) -> None:
        if game.seat is None:
            raise ProblemError("not_yours")
        check_seen(call, game)
        change(game)

    return change_game(call, tell)


@Operation(
    "notation", "The game in the short notation: for those who may get the record", answer=str, media="text/plain"
)
def show_notation(call: Call[Query, None]) -> Response[bytes]:
    """Return the game in short notation (``records.shorthand``). Raises ProblemError if the device may not see it."""
    with call.open() as game:
        check_visible(call, game)
        text = write_shorthand(game.partie)
    return Response(text.encode(), media_type="text/plain")


def score_sheet(game: BelettreGame, say: Catalogue) -> str:
    """Return the score sheet of a game as CSV text, with headings in the language of *say*."""
    say = with_players(say, game.journal.players)
    text = io.StringIO()
    text.write("\ufeff")  # byte order mark
    writer = csv.writer(text)
    for row in (*_manche_rows(game, say), (), *_pli_rows(game, say)):
        writer.writerow(map(_cell, row))
    return text.getvalue()


def _manche_rows(game: BelettreGame, say: Catalogue) -> Iterator[tuple[object, ...]]:
    """Yield the rows about manches: headings, starting points if any, two rows per finished manche, and totals.

    There is one row of starting points per team, but only if points were scored before the arbiter began to watch.
    """
    yield tuple(say(f"sheet.{column}") for column in _MANCHE_COLUMNS)
    if any(game.partie.setup.points):  # without this row the column would not add up to the total
        for team in TEAMS:
            yield say("sheet.begun"), capital(team_heading(team, say)), "", "", "", game.partie.setup.points[team.index]
    for event in game.partie.log:
        if isinstance(event, MancheEnded):
            for team in TEAMS:
                dix = DIX_DE_DER if event.dix_de_der is team else 0
                counts = event.plis[team.index], event.belettres[team.index], dix, event.points[team.index]
                yield event.number, capital(team_heading(team, say)), *counts
    for team in TEAMS:
        yield say("sheet.total"), capital(team_heading(team, say)), "", "", "", game.partie.points[team.index]


def _pli_rows(game: BelettreGame, say: Catalogue) -> Iterator[tuple[object, ...]]:
    """Yield the rows about plis: headings, then one row per finished pli.

    A row contains the opener, then the player, card, word and verdict of each move, then the taker and the points.
    The JOKER is followed by the letter that its player named: "JOKER=K".
    """
    yield tuple(say(f"sheet.{column}") for column in _PLI_COLUMNS)
    names = {seat: player_text(seat, game, say) for seat in SEATS}
    manche = 0
    for before, event in with_states(game.partie.log, game.partie.setup):
        if isinstance(event, Dealt):
            manche = event.manche
        elif isinstance(event, PliTaken) and before is not None:
            cells: list[object] = []
            for laid in before.manche.pli.laid:
                card = f"{laid.card.text}={laid.letter.upper()}" if laid.letter else laid.card.text
                verdict = "down" if laid.word is None else "valid" if laid.up else "refused"
                cells += names[laid.seat], card, laid.word, say(f"sheet.{verdict}")
            yield manche, event.number, names[before.manche.pli.opener], *cells, names[event.seat], event.points


def _cell(value: object) -> object:
    """Return a value as a cell. In texts, escape unprintable characters and prevent interpretation as a formula."""
    if not isinstance(value, str):
        return value
    text = printable(value)
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text


@Operation("sheet.csv", "The score sheet as CSV for spreadsheets", answer=str, media="text/csv")
def download_score_sheet(call: Call[Query, None]) -> Response[bytes]:
    """Return the score sheet of the game as a CSV file."""
    with call.open() as game:
        text = score_sheet(game, call.say)
    return file_answer(text, "text/csv", f"belettre-{call.code}.csv")
