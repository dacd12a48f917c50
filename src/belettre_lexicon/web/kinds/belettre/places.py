"""The places around the table, as the felt shows them: ``table_places`` and ``finished_strip``.

The places stay where they are during the whole partie. They show the pli on the table or, until the next card is laid,
the pli that was finished last.
"""

from __future__ import annotations

from typing import NamedTuple

from ....french.cards import CARDS
from ....games.belettre.events import Dealt, Event, Overruled, PliTaken, Trapped, WordAccepted, WordRefused, action_of
from ....games.belettre.manche import PLIS
from ....games.belettre.seats import PLAYERS, SEATS, Seat
from ....referee.catalogue import Catalogue
from ....referee.names import points_text
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .game import BelettreGame
from .snapshot import LaidCard, Snapshot, event_texts

#: The sides of the table, clockwise as the seats follow one another: the Ponantais sits in the west.
_SIDES = ("left", "top", "right", "bottom")


class TablePlace(NamedTuple):
    """A seat around the table, with its card in the pli that the felt shows.

    seat         the seat
    name         the short name of the player
    side         where the felt shows the place: "left", "top", "right" or "bottom". The own place is at the bottom
    position     the position of the seat in this pli, from 1 for the opener to 4
    laid         the card that the player has laid in this pli; None if they have not laid one yet
    back         the back of the card if it lies face down and is not known: "maj", "min" or "unseen"; otherwise ""
    events       the events of this pli that concern the player, as sentences
    verdict_url  the path of the page with the verdict on the player's word; "" if they have not said one
    takes        whether the player has picked up this pli, which is finished
    """

    seat: Seat
    name: str
    side: str
    position: int
    laid: LaidCard | None
    back: str
    events: list[str]
    verdict_url: str
    takes: bool


class FinishedStrip(NamedTuple):
    """What the felt says about the pli that was finished last.

    key   a text that differs for every pli of a partie, for the script
    text  the number of the pli, who picked it up, and its points
    """

    key: str
    text: str


def table_places(game: BelettreGame, snapshot: Snapshot, viewer: Viewer) -> list[TablePlace]:
    """Return the four places, from the Ponantais."""
    seat, say = viewer.seat, catalogue(viewer.language)
    log, finish = game.partie.log, game.find_finish()
    state, end = (finish.before, finish.event) if finish else (game.partie.state, len(log))
    pli = state.manche.pli
    start = _start_of_pli(log, end)
    told = [event for event in log[start:end] if action_of(event) or isinstance(event, Trapped)]
    texts = event_texts(told, game, viewer)
    sheets = {
        event.seat: game.word_path(index)
        for index, event in enumerate(log[start:end], start)
        if isinstance(event, WordAccepted | WordRefused)
    }
    finished = snapshot.finished
    laid = {card.seat: card for card in (finished.cards if finished else snapshot.table)}
    turned = -1 if seat is None else (seat.index + 1) % PLAYERS
    return [
        TablePlace(
            place,
            short_name(place, game, say),
            _SIDES[place.index if seat is None else (place.index - turned) % PLAYERS],
            pli.position(place),
            laid.get(place),
            _back(laid[place].card) if place in laid and not laid[place].up and finished is None else "",
            [text.text for text in texts if text.seat is place],
            sheets.get(place, ""),
            finished is not None and finished.taker is place,
        )
        for place in SEATS
    ]


def finished_strip(game: BelettreGame, snapshot: Snapshot, say: Catalogue) -> FinishedStrip | None:
    """Return what the felt says about the pli that was finished last; None if it shows the pli on the table.

    The last pli of a manche ends it, so the points of the manche are told.
    """
    pli = snapshot.finished
    if pli is None:
        return None
    ended = game.partie.state.ended
    if pli.number == PLIS and ended and ended[-1].number == pli.manche and not game.partie.over:
        first, second = ended[-1].points
        text = say("hand.manche_over", number=pli.manche, first=first, second=second)
        return FinishedStrip(f"{pli.manche}.{pli.number}", text)
    text = say(
        "band.finished",
        number=pli.number,
        name=short_name(pli.taker, game, say),
        points=points_text(pli.points, say),
    )
    return FinishedStrip(f"{pli.manche}.{pli.number}", text)


def short_name(seat: Seat, game: BelettreGame, say: Catalogue) -> str:
    """Return the name of the player at a seat, or the name of the seat without an article if the player has none."""
    return game.journal.players.get(seat) or say(f"web.seat_{seat.name.lower()}")


def _start_of_pli(log: tuple[Event, ...], end: int) -> int:
    """Return the index in the log of the first event of the pli whose last event is before the index *end*."""
    start = end
    while start and not isinstance(log[start - 1], PliTaken | Dealt):
        start -= 1
        if isinstance(log[start], Overruled):  # the end of the pli that it took back is still in the log
            while action_of(log[start - 1]) is None:
                start -= 1
    return start


def _back(card: str) -> str:
    """Return the text of the back of a card: "maj", "min", or "unseen" if the pack of the card is unknown."""
    case = CARDS[card].case
    return "unseen" if case is None else case.value
