"""Belettre as a kind of game, with an arbiter or of one person against bots: start reading at ``BelettreTable``."""

from __future__ import annotations

from typing import Any, ClassVar

from litestar import Response

from ....games.belettre.seats import SEATS
from ....lexicon.lexicon import Lexicon
from ....referee.game import move_refusal_text
from ....referee.names import capital
from ....words.house_list import HouseList
from ....words.judge import Judge
from ...pages.lessons import CATALOGUE
from ...pages.render import page, render_page
from ...pages.table import PageView, code_of, live_routes
from ...pages.verdict import house_fields
from ...services import Request, services_of
from ...tables.kind import NewGame, catalogue
from ...tables.loaded_game import Viewer
from . import operations
from .fragment import page_state
from .game import PRACTICE, TABLE, BelettreGame, GameTerms, new_game
from .lesson import LESSON, lesson_page
from .naming import naming
from .pages import analysis_fragment, history_page, screen_state, word_page
from .requests import Entry, NewPractice, NewTable
from .snapshot import Snapshot, action_text, game_history, take_snapshot


class BelettreTable(BelettreGame):
    """A game of Belettre, with an arbiter or of one person against bots, as a ``Kind`` that the server can offer.

    ``BelettreGame`` has the state of a game; this class adds what the server asks a kind for, such as its requests,
    pages and operations (``tables.kind.Kind``).
    """

    NAMES = (TABLE, PRACTICE)
    CATALOGUES = (CATALOGUE,)
    TITLE = "game of Belettre"
    PAGES = "g"
    API = "games"
    NEW = NewTable | NewPractice
    ENTRY = Entry
    SNAPSHOT = Snapshot
    CHANGED = operations.ChangedGame
    HISTORY = operations.GameHistory
    OFFERS = (
        *("create", "show", "events", "history", operations.show_analysis, "entries", "undo", "redo"),
        *(operations.correct_word, operations.keep_silent, operations.continue_game, "again", "arbiter"),
        *(operations.show_ideas, operations.set_pace),
        *("invitation", "keys", "seats", "seats/answer", "seats/free", "seats/show"),
        *("seats/invitation", "seats/claim"),
        *("confirmation", "proposal", "pause", "resume", "record"),
        *(operations.show_notation, operations.download_score_sheet),
    )
    SUMMARIES: ClassVar = {
        "undo": "Undo the last entry; in a practice game, back to the person's last decision",
        "redo": "Enter again what the last undo took back; in a practice game, with what the bots did then",
    }
    TEMPLATE = "game.html"
    HOME: ClassVar = {1: "_home_table.html", 3: "_home_practice.html"}
    FILE = "belettre"
    LESSON = LESSON.name
    TIMED = True

    @classmethod
    def home_values(cls, language: str) -> dict[str, Any]:
        """Return the variables for the forms for new games on the home page: the seats and the options."""
        return {"seats": SEATS, "game_fields": house_fields(catalogue(language), game=True)}

    @classmethod
    def begin(cls, body: NewTable | NewPractice, lexicon: Lexicon, language: str) -> NewGame:
        """Return the game that a request asks for.

        Raises ArgumentError if the house list or the setup is invalid.
        """
        house = HouseList.parse(body.house_list, "house_list") if body.house_list else None
        if isinstance(body, NewPractice):
            terms = GameTerms(PRACTICE, body.seat, body.level, body.patient)
            setup: dict[str, Any] = {"seed": body.seed, "pace": body.pace}
        else:
            terms = GameTerms(TABLE)
            setup = {"first": body.first, "before": body.before, "opener": body.opener, "points": body.points}
            setup["confirm"] = body.confirm
        judge = Judge(lexicon, body.rules.rules(), house)
        return new_game(terms, judge, players=body.players.named(), manches=body.manches, **setup)

    def awaits_text(self, language: str) -> str:
        """Return a sentence that says what the game is waiting for."""
        text: str = self.current_snapshot(Viewer(language)).awaits_text
        return text

    def snapshot(self, viewer: Viewer) -> Snapshot:
        """Return the game as a device may see it."""
        return take_snapshot(self, viewer)

    def page_state(self, viewer: Viewer) -> dict[str, Any]:
        """Return the state of the game for the script of its page."""
        return page_state(self, viewer)

    def page_values(self, viewer: Viewer) -> dict[str, Any]:
        """Return the variables for the template.

        They are ``practice``, whether this is a practice game, ``pace``, that of its bots, and ``seated``, whether the
        phone has a seat.
        """
        return {"practice": self.practice is not None, "pace": self.table_state.pace, "seated": viewer.seat is not None}

    def refusal_text(self, refusal: Any, language: str) -> str:
        """Return a sentence that says why the rules forbid an action."""
        reader = Viewer(language, reader=self.seat)  # those who enter actions in a practice game are its human player
        return move_refusal_text(refusal, naming(self, reader), self.seat)

    def entered_text(self, action: Any, own: bool, language: str) -> str:
        """Return a sentence about what a player has entered on their phone. *own*: whether it is for that player."""
        return capital(action_text(action, own, naming(self, Viewer(language))))

    def history(self, viewer: Viewer) -> operations.GameHistory:
        """Return all events of the game so far as sentences."""
        return operations.GameHistory(self.code, self.number, self.over, game_history(self, viewer))


_SCREEN = PageView(BelettreTable, "/screen", screen_state, guest=True)


@page(_SCREEN.url)
def screen_page(request: Request) -> Response[bytes]:
    """Return the page that a television or laptop shows to the whole room during a game of Belettre."""
    services, code = services_of(request), code_of(request)
    with services.games.open_game(code, BelettreTable) as game:
        state = screen_state(game, _SCREEN.viewer(request, game), services)
    return render_page(request, "screen.html", code=code, state=state)


BelettreTable.ROUTES = [
    page("/g/{code:str}/history")(history_page),
    page("/g/{code:str}/analysis")(analysis_fragment),
    page("/g/{code:str}/words/{number:str}")(word_page),
    lesson_page,
    screen_page,
    *live_routes(_SCREEN),
]
