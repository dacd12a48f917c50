"""The other pages of a game of Belettre: its history, its screen, the analysis at its end, and the verdict on a word.

``history_page`` shows the events of the game and its score sheet; when it is printed, each manche has its own page.

``analysis_fragment`` is what the page of a game that is over asks for once it is shown: what was possible, pli by pli.

``screen_state`` is for the page that a television or laptop shows to the whole room. The page shows what a guest may
see, whatever rights its device has, and nothing that can be tapped. The part of the page that changes with the game is
rendered once for all screens with the same language and cached until the game changes (``pages.table``).

``word_page`` is the verdict sheet of a word that was said; it looks like the one of the judge's page. The verdict is
the one that the game recorded, with the cards and the earlier words of that moment, the house list of the table, and
what an arbiter decided afterwards.
"""

from __future__ import annotations

from typing import Any

from litestar import Response

from ....games.belettre.analysis import AnalysedPli, MancheAnalysis, Moment
from ....games.belettre.events import WordAccepted, WordRefused
from ....games.belettre.seats import SEATS, Seat
from ....referee.analysis import left_line, pli_lines, summary_lines
from ....referee.catalogue import Catalogue
from ...api.requests import VerdictQuery
from ...edge.problems import ProblemError
from ...edge.request_context import catalogue_of, game_url, viewer_of
from ...pages.render import card_macros, drawn_size, local_day, render_page, render_template
from ...pages.table import code_of
from ...pages.verdict import form_fields, sheet_values
from ...services import Request, Services, services_of
from ...slow_tasks import BusyError
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .finale import ending_view, steps_view
from .fragment import team_names, word_due
from .game import BelettreGame
from .naming import bots_of, name_for, naming, reader_of
from .operations import analyses_of
from .places import finished_text, table_places, told_lines, verdict_band
from .snapshot import Snapshot, game_history
from .story import manche_totals, story_view

#: How long the page waits for what was possible in a manche, in seconds. Later it is there at once.
_PATIENCE = 1.0


def word_page(request: Request) -> Response[bytes]:
    """Return the verdict sheet of the word with the number in the path. Raises ProblemError if there is none."""
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    number = request.path_params["number"]
    with services_of(request).games.open_game(code_of(request), BelettreGame) as game:
        moment = game.find_word(number)
        if moment is None or not isinstance(moment.event, WordAccepted | WordRefused):
            raise ProblemError("word", number)
        record, link = game.journal.record(), game_url(request, game, f"/words/{game.word_number(moment.at)}")
        query, said = word_question(game, moment), _said_word(game, moment, viewer_of(request, game))
    return render_page(
        request,
        "verdict.html",
        **sheet_values(query, moment.event.verdict, lexicon, say, linked=not record.house_list),
        said=said,
        form=form_fields(query) | {"word": ""},
        json="",
        link=link,
        other_edition=record.lexicon if record.lexicon != lexicon.identity else None,
    )


def word_question(game: BelettreGame, moment: Moment) -> VerdictQuery:
    """Return a word that was said in a game as a query, with its cards, the earlier words and the house rules.

    *moment* is that of the word. The query lacks the house list of the game, although the judge applied it.
    """
    event, state = moment.event, moment.state
    assert isinstance(event, WordAccepted | WordRefused)
    initial, letters = state.manche.pli.constraints(event.card, event.letter)
    rules: dict[str, Any] = game.partie.setup.rules.as_dict()
    return VerdictQuery(
        word=event.verdict.word, maj=initial.upper(), min=letters, played=",".join(state.words), **rules
    )


def _said_word(game: BelettreGame, moment: Moment, viewer: Viewer) -> dict[str, Any]:
    """Return what the sheet of a word tells of the moment when it was said, for its template.

    ``rulings`` are the decisions of the arbiter about the word, ``house_list`` is that of the table, as lines.
    """
    event, manche = moment.event, moment.state.manche
    assert isinstance(event, WordAccepted | WordRefused)
    return {
        "code": game.code,
        "manche": manche.number,
        "pli": manche.pli_number,
        "name": name_for(game, event.seat, viewer),
        "card": event.card.text,
        "letter": event.letter,
        "rulings": moment.rulings,
        "house_list": game.journal.record().house_list,
        "cards": card_macros(catalogue(viewer.language)),
    }


async def history_page(request: Request) -> Response[bytes]:
    """Return the history page: all events of a game by manche and pli, the score sheet, and words that were missed."""
    code = code_of(request)
    try:
        _, analyses = await analyses_of(services_of(request), code, _PATIENCE)
    except BusyError:
        analyses = []
    return await services_of(request).for_games.run(_render, request, code, analyses)


def _render(request: Request, code: str, analyses: list[MancheAnalysis]) -> Response[bytes]:
    with services_of(request).games.open_game(code, BelettreGame) as game:
        viewer = viewer_of(request, game)
        say, naming_say, reader = catalogue(viewer.language), naming(game, viewer), reader_of(game, viewer)
        teams, players = team_names(game, viewer), [name_for(game, place, viewer) for place in SEATS]
        for bot in bots_of(game):
            players[bot.index] = say("practice.bot", name=players[bot.index])
        story = story_view(game, viewer, teams)
        return render_page(
            request,
            "history.html",
            code=code,
            number=game.number,
            version=game.version,
            manches=game_history(game, viewer),
            first_pli=game.partie.setup.before + 1,
            players=players,
            teams=teams,
            points=game.partie.points,
            start_points=game.partie.setup.points,
            over=game.over,
            record=(game.seat is None and viewer.may) or game.over,
            story=story,
            taken={(row.manche, row.pli): row for row in story["rows"]},
            first_manche=game.partie.setup.first,
            sums={ended.number: ended for ended in game.partie.state.ended},
            totals=manche_totals(game),
            possible={
                (one.number, pli.number): [
                    *filter(None, [left_line(pli, naming_say, reader)]),
                    *pli_lines(pli, naming_say, reader),
                ]
                for one in analyses
                for pli in one.plis
            },
            summaries={one.number: list(summary_lines(one, naming_say, reader)) for one in analyses},
            day=local_day(game.created),
            edition=game.journal.record().lexicon.get("edition", ""),
        )


def _possible(pli: AnalysedPli, say: Catalogue, reader: Seat | None) -> list[str]:
    """Return the sentences about what was possible in a pli, those about points that a team left first."""
    left = left_line(pli, say, reader)
    return [*([left] if left else []), *pli_lines(pli, say, reader)]


async def analysis_fragment(request: Request) -> Response[bytes]:
    """Return what was possible in a game that is over, pli by pli, as an HTML fragment for the script of its page.

    Raises ProblemError if the game is not over, and BusyError if the analysis takes too long: a later request finds it.
    """
    code, services = code_of(request), services_of(request)
    await services.for_games.run(_check_over, request, code)
    _, analyses = await analyses_of(services, code)
    return await services.for_games.run(_render_analysis, request, code, analyses)


def _check_over(request: Request, code: str) -> None:
    with services_of(request).games.open_game(code, BelettreGame) as game:
        if not game.over:
            raise ProblemError("unfinished")


def _render_analysis(request: Request, code: str, analyses: list[MancheAnalysis]) -> Response[bytes]:
    with services_of(request).games.open_game(code, BelettreGame) as game:
        if not game.over:  # the arbiter has taken the end back meanwhile
            raise ProblemError("unfinished")
        viewer = viewer_of(request, game)
        values = steps_view(game, analyses, viewer)
    say = catalogue(viewer.language)
    html = render_template("_analysis.html", say, cards=card_macros(say), **values)
    return Response(html.encode(), media_type="text/html")


def screen_state(game: BelettreGame, viewer: Viewer, services: Services) -> dict[str, Any]:
    """Return the state of a game for the script of the screen: its HTML fragment, and values for the rest of the page.

    The keys of the result are the keys of ``fragment.page_state`` that the script needs: number, version, html, clock,
    said, title, done, and the current value of ``elapsed``; and ``next``, the code of the game after this one. The game
    must be locked.
    """
    guests, viewer = services.settings.shared, viewer._replace(reader=game.seat)
    state = game.cached(("screen", viewer), lambda: _render_screen(game, viewer, guests=guests))
    return {**state, "elapsed": game.elapsed}


def _render_screen(game: BelettreGame, viewer: Viewer, *, guests: bool) -> dict[str, Any]:
    """Return the state of the screen without ``elapsed``.

    *guests* says whether other devices can follow the game, so that the screen shows the QR code of its page.
    """
    say = catalogue(viewer.language)
    snapshot, teams = game.current_snapshot(viewer), team_names(game, viewer)
    band = verdict_band(game, snapshot, say)
    html = render_template(
        "_screen.html",
        say,
        snapshot=snapshot,
        guests=guests,
        places=table_places(game, snapshot, viewer),
        belettres={player.seat: player.belettre for player in snapshot.players},
        finished=finished_text(game, snapshot, viewer),
        over=ending_view(game, viewer, teams),
        band=band,
        word_due=word_due(game),
        lines=_lines(snapshot),
        teams=teams,
        cards=card_macros(say),
        drawn_size=drawn_size,
    )
    return {
        "number": snapshot.number,
        "version": snapshot.version,
        "html": html,
        "clock": game.clock_runs,
        "said": " ".join(event.text for event in snapshot.last),
        "title": snapshot.awaits_text,
        "done": game.partie.actions_done,
        "next": snapshot.next,
    }


def _lines(snapshot: Snapshot) -> list[str]:
    """Return the sentences about the last entry that stand below the verdict, without the winner."""
    told = told_lines(snapshot)
    ending = {line for event in snapshot.last if event.kind == "over" for line in event.text.splitlines()}
    return [line for line in (*told.lines, *told.manche) if line not in ending]
