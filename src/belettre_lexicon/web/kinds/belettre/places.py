"""What the felt shows: the places around the table, and the verdict on the last word, in large letters.

The places (``table_places``, ``finished_text``) stay where they are during the whole partie. They show the pli on the
table or, until the next card is laid, the pli that was finished last. The verdict is that of ``verdict_band``.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ....french.cards import CARDS
from ....games.belettre.events import (
    Dealt,
    Event,
    Overruled,
    PliTaken,
    Trapped,
    WordAccepted,
    WordRefused,
    action_of,
)
from ....games.belettre.manche import PLIS
from ....games.belettre.seats import PLAYERS, SEATS, Seat
from ....lexicon.lexicon import Lexicon
from ....referee.catalogue import Catalogue
from ....referee.dossier import meaning_text
from ....referee.game import taking_text
from ....referee.names import addressed, points_text
from ....referee.sentences import first_proof, printable
from ....words.judge import Judge
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .game import BelettreGame
from .naming import name_for, naming, reader_of
from .snapshot import LaidCard, Snapshot, event_texts

#: The sides of the table, clockwise as the seats follow one another: the Ponantais sits in the west.
_SIDES = ("left", "top", "right", "bottom")
#: The largest number of words that the band names as possible in place of a refused one.
_MAX_POSSIBLE = 3
#: How many meanings of words are kept, for all games and languages.
_MEANINGS = 4096
#: The kinds of events that decide on a word, as records name them.
_DECIDING = ("accepted", "refused", "overruled")


class TablePlace(NamedTuple):
    """A seat around the table, with its card in the pli that the felt shows.

    seat         the seat
    name         the short name of the player
    side         where the felt shows the place: "left", "top", "right" or "bottom", which is that of the device's seat
    position     the position of the seat in this pli, from 1 for the opener to 4
    laid         the card that the player has laid in this pli; None if they have not laid one yet
    back         the back of the card if it lies face down and is not known: "maj", "min" or "unseen"; otherwise ""
    events       the events of this pli that concern the player, as sentences
    verdict_url  the path of the page with the verdict on the player's word; "" if they have not said one
    takes        whether the player has picked up this pli; False while it is not finished
    why_takes    by which rule they have picked it up, as a sentence; "" if they have not
    meaning      what the player's word is, in one line; "" if there is no word, or the lexicon does not know it
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
    why_takes: str
    meaning: str


def table_places(game: BelettreGame, snapshot: Snapshot, viewer: Viewer) -> list[TablePlace]:
    """Return the four places in playing order, from the Ponantais."""
    seat: Seat | None = viewer.seat
    log, finish = game.partie.log, game.find_finish()
    end, _, state = finish or (len(log), None, game.partie.state)
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
    hidden = {card.seat: CARDS[card.card].case for card in snapshot.table if not card.up} if finished is None else {}
    backs = {place: "unseen" if case is None else case.value for place, case in hidden.items()}
    say, reader = catalogue(viewer.language), reader_of(game, viewer)
    taker = finished.taker if finished is not None else None
    why_takes = taking_text(pli, naming(game, viewer), reader) if taker is not None else ""
    turned = -1 if seat is None else (seat.index + 1) % PLAYERS
    return [
        TablePlace(
            place,
            name_for(game, place, viewer),
            _SIDES[place.index if seat is None else (place.index - turned) % PLAYERS],
            pli.position(place),
            laid.get(place),
            backs.get(place, ""),
            [text.text for text in texts if text.seat is place],
            sheets.get(place, ""),
            taker is place,
            why_takes if taker is place else "",
            _meaning(game.lexicon, word, say) if (word := getattr(laid.get(place), "word", None)) else "",
        )
        for place in SEATS
    ]


@lru_cache(maxsize=_MEANINGS)
def _meaning(lexicon: Lexicon, word: str, say: Catalogue) -> str:
    """Return ``meaning_text``, which takes up to 3 ms, from the cache if possible: the felt is drawn at every entry."""
    return meaning_text(lexicon, word, say)


def finished_text(game: BelettreGame, snapshot: Snapshot, viewer: Viewer) -> str:
    """Return what the felt says about the pli that was finished last; "" if it shows the pli on the table.

    The text contains the number of the pli, the player who picked it up, and its points. After the last pli of a
    manche, unless the partie is over, it contains the number of the manche and the points of both teams in it instead.
    """
    pli, say = snapshot.finished, catalogue(viewer.language)
    if pli is None:
        return ""
    ended = game.partie.state.ended
    if pli.number == PLIS and ended and ended[-1].number == pli.manche and not game.partie.over:
        first, second = ended[-1].points
        return say("hand.manche_over", number=pli.manche, first=first, second=second)
    name, points = name_for(game, pli.taker, viewer), points_text(pli.points, say)
    key = addressed("band.finished", say, pli.taker, reader_of(game, viewer))
    return say(key, number=pli.number, name=name, points=points)


def _start_of_pli(log: tuple[Event, ...], end: int) -> int:
    """Return the index in the log of the first event of the pli whose last event is before the index *end*."""
    start = end
    while start and not isinstance(log[start - 1], PliTaken | Dealt):
        start -= 1
        if isinstance(log[start], Overruled):  # the end of the pli that it took back is still in the log
            while action_of(log[start - 1]) is None:
                start -= 1
    return start


class VerdictBand(NamedTuple):
    """The verdict on the last word that was said.

    key       a text that differs for every entry, so that each verdict is drawn anew
    seat      the seat of the player who said it
    word      the word
    valid     whether it counts as valid
    why       the first reason or reading, as a short sentence; "" if there is nothing to say
    rule      the id of the rule behind the first reason; "" if the word is valid or an arbiter decided
    lines     the sentences about the entry that decided, one for each line
    near      playable words spelled almost like a word that was refused as unknown
    siblings  other spellings of its letters that would be valid in its place (W4)
    possible  words that the human player of a practice game could have said with their card instead
    """

    key: str
    seat: Seat
    word: str
    valid: bool
    why: str
    rule: str = ""
    lines: tuple[str, ...] = ()
    near: tuple[str, ...] = ()
    siblings: tuple[str, ...] = ()
    possible: tuple[str, ...] = ()


class ToldLines(NamedTuple):
    """The sentences about the last entry that stand below the verdict (``VerdictBand``), one for each line.

    lines   those that are always shown
    manche  those about the end of a manche, of which the first is shown and unfolds the others; [] if none has ended
    """

    lines: list[str]
    manche: list[str]


def verdict_band(game: BelettreGame, snapshot: Snapshot, say: Catalogue) -> VerdictBand | None:
    """Return the verdict on the word of the last entry; None if nobody said a word with it."""
    decided = (event for event in game.journal.last if isinstance(event, WordAccepted | WordRefused | Overruled))
    event = next(decided, None)
    if event is None:
        return None
    told = next(text for text in snapshot.last if text.kind in _DECIDING)
    key, lines = str(game.number), tuple(told.text.splitlines())
    if isinstance(event, Overruled):
        why = say("band.overruled", reason=printable(event.reason))
        return VerdictBand(key, event.seat, event.word, event.accept, why, lines=lines)
    verdict = event.verdict
    band = VerdictBand(key, event.seat, verdict.word, verdict.valid, first_proof(verdict, say), lines=lines)
    if verdict.valid:
        return band
    return band._replace(
        rule=verdict.refusals[0].rule if verdict.refusals else "",
        near=tuple(told.near),
        siblings=tuple(told.siblings),
        possible=_possible_words(game) if snapshot.seat is event.seat else (),
    )


def told_lines(snapshot: Snapshot) -> ToldLines:
    """Return the sentences about the last entry that stand below the verdict (``VerdictBand``).

    They leave out what the verdict shows, and who picked up the pli, which the felt shows with that pli.
    """
    ends = any(event.kind == "manche" for event in snapshot.last)
    told = ToldLines([], [])
    for event in snapshot.last:
        lines = event.text.splitlines()[event.kind == "taken" :]
        if event.kind == "manche":
            told.manche[:0] = lines
        elif event.kind not in _DECIDING:
            (told.manche if ends and event.kind == "taken" else told.lines).extend(lines)
    return told


def _possible_words(game: BelettreGame) -> tuple[str, ...]:
    """Return words that could have been said with the card of the last word, which was refused (P4); the best known."""
    last, judge = game.partie.state.last_word, game.partie.judge
    if last is None or not isinstance(judge, Judge):
        return ()
    initial, letters = last.before.manche.pli.constraints(last.event.card, last.event.letter)
    words = judge.courteous().find(initial or None, letters, limit=_MAX_POSSIBLE, played=last.before.words)
    return tuple(word.spelling for word in words)
