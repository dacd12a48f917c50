"""The verdict sheet of a word that was said in a game, as the game judged it: ``word_page``.

The sheet is that of the judge's page. Its verdict is the one that the game recorded, with the cards and the earlier
words of that moment, the house list of the table, and what an arbiter decided afterwards.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from jinja2.environment import TemplateModule
from litestar import Response

from ....games.belettre.analysis import Moment
from ....games.belettre.events import Overruled, WordAccepted, WordRefused
from ....referee.catalogue import Catalogue
from ...api.requests import VerdictQuery
from ...edge.problems import ProblemError
from ...edge.request_context import catalogue_of
from ...pages.render import render_page, server_url
from ...pages.table import code_of
from ...pages.verdict import sheet_values
from ...pages.verdict_form import form_fields
from ...services import Request, services_of
from .fragment import card_macros
from .game import BelettreGame
from .places import short_name


class SheetWord(NamedTuple):
    """What the sheet of a word tells of the moment when it was said.

    code        the code of the game
    manche      the number of the manche
    pli         the number of the pli in its manche
    name        the short name of the player
    card        the text of the card that was laid with the word
    letter      the letter named for the JOKER (J3); "" for any other card
    rulings     the decisions of the arbiter about the word, in order
    house_list  the lines of the house list of the table; () if it has none
    cards       the macros that draw cards
    """

    code: str
    manche: int
    pli: int
    name: str
    card: str
    letter: str
    rulings: tuple[Overruled, ...]
    house_list: tuple[str, ...]
    cards: TemplateModule


def word_page(request: Request) -> Response[bytes]:
    """Return the verdict sheet of a word. Raises ProblemError if no word has the number any more (``word_number``)."""
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    number = request.path_params["number"]
    with services_of(request).games.open_game(code_of(request), BelettreGame) as game:
        moment = game.find_word(number)
        if moment is None or not isinstance(moment.event, WordAccepted | WordRefused):
            raise ProblemError("word", number)
        record, path = game.journal.record(), game.word_path(moment.at)
        query, said = word_question(game, moment), _said_word(game, moment, say)
    return render_page(
        request,
        "verdict.html",
        **sheet_values(query, moment.event.verdict, lexicon, say, linked=not record.house_list),
        said=said,
        form=form_fields(query) | {"word": ""},
        json="",
        link=server_url(request) + path,
        other_edition=record.lexicon if record.lexicon != lexicon.identity else None,
    )


def word_question(game: BelettreGame, moment: Moment) -> VerdictQuery:
    """Return what the judge of a game was asked at a moment in which a word was said.

    A query cannot contain the house list of the game, which the judge obeyed too.
    """
    event, state = moment.event, moment.state
    assert isinstance(event, WordAccepted | WordRefused)
    initial, letters = state.manche.pli.constraints(event.card, event.letter)
    rules: dict[str, Any] = game.partie.setup.rules.as_dict()
    return VerdictQuery(
        word=event.verdict.word, maj=initial.upper(), min=letters, played=",".join(state.words), **rules
    )


def _said_word(game: BelettreGame, moment: Moment, say: Catalogue) -> SheetWord:
    """Return what the sheet of a word tells of its moment."""
    event, manche = moment.event, moment.state.manche
    assert isinstance(event, WordAccepted | WordRefused)
    return SheetWord(
        game.code,
        manche.number,
        manche.pli_number,
        short_name(event.seat, game, say),
        event.card.text,
        event.letter,
        moment.rulings,
        game.journal.record().house_list,
        card_macros(say),
    )
