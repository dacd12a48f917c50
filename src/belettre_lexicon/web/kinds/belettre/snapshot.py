"""Snapshots: the state of a game as one device may see it, in one language, for pages and JSON responses.

Cards laid face down without a word are replaced by their backs (P7). In a game with real cards, this applies to every
device, including the device that entered the card. In a practice game the human player sees their own cards. Start
reading at ``take_snapshot``; ``game_history`` returns all events so far.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ....french.cards import Card, Case, back
from ....games.belettre.actions import (
    LEFT_ALONE,
    THINKING_TIME,
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from ....games.belettre.analysis import moments
from ....games.belettre.events import Dealt, Event, MancheEnded, Overruled, PartieEnded, WordRefused, WordSaid
from ....games.belettre.legality import questions
from ....games.belettre.manche import PLIS
from ....games.belettre.pli import Laid
from ....games.belettre.seats import SEATS, TEAMS, Seat
from ....games.belettre.setup import Setup
from ....games.belettre.state import LAY, State, with_states
from ....games.belettre.view import cards_left, laid_as_seen, majuscules_seen, seen_by
from ....referee.catalogue import Catalogue
from ....referee.game import awaits_text, event_text, question_text
from ....referee.names import addressed, capital, card_text, seat_text, team_heading
from ....referee.sentences import near_words, printable
from ...tables.kind import SeatsSeen, phones_as_seen
from ...tables.loaded_game import Viewer
from .game import PRACTICE, TABLE, BelettreGame, GameKind
from .naming import naming, player_text, reader_of


class LaidCard(msgspec.Struct):
    """A card on the table.

    seat    the seat that laid the card
    name    the name of the player who laid the card, as in ``Player``
    card    "F", "l", "?" (minuscule joker), "JOKER" (majuscule joker), or a back: "maj", "min", or "unseen" if the pack
            of the card is unknown
    up      whether the card lies face up
    word    the word said with the card; None if it was laid without a word
    letter  the letter that was named for the JOKER (J3); "" for any other card
    points  the points of the card (S1); None for a back
    """

    seat: Seat
    name: str
    card: str
    up: bool
    word: str | None
    letter: str
    points: int | None


class Player(msgspec.Struct):
    """A seat and its player.

    seat             the seat
    name             the player's name, or the name of the seat if the player has none; « Vous » for the human player of
                     a practice game on their own device
    team             0 or 1, the index of the player's team
    majuscules       the majuscules that the player has laid in this manche, as far as the device may see them (P12)
    cards            the number of cards in the player's hand
    majuscules_left  the smallest and the largest number of majuscules that may still be in the player's hand
    belettre         the stage of the player's Belettre (S3): "none", "announced", "begun", "scored" or "forfeited"
    """

    seat: Seat
    name: str
    team: int
    majuscules: list[str]
    cards: int
    majuscules_left: tuple[int, int]
    belettre: str


class Score(msgspec.Struct):
    """The score of a team.

    team    the name of the team
    points  the points of the team so far (S5)
    """

    team: str
    points: int


class OpenQuestion(msgspec.Struct):
    """A question to the players about something that was not entered, such as the pack of a hidden card.

    kind  the kind of question (``engine.Question``)
    seat  the player whom the question is about
    text  the question as a sentence
    """

    kind: str
    seat: Seat
    text: str


class EventText(msgspec.Struct):
    """An event as a sentence.

    kind  the kind of event, as it is named in records
    text  the sentence; it may have several lines
    seat  the player whom the event is about; None if it is not about a single player
    near  playable words spelled almost like a word that was refused as unknown; [] for any other event
    siblings  other spellings of the letters of a refused word that would be valid in its place (W4); [] for any other
              event
    sheet     the path of the page with the verdict on the word; "" for any other event, and outside a history
    """

    kind: str
    text: str
    seat: Seat | None = None
    near: list[str] = []
    siblings: list[str] = []
    sheet: str = ""


class FinishedPli(msgspec.Struct):
    """The pli that was finished last, of which everybody sees all cards (P7).

    manche  the number of its manche, from 1
    number  the number of the pli in its manche, from 1
    opener  the seat that opened it
    taker   the seat that picked it up
    points  the points of its cards (S1)
    cards   its cards in playing order. A card that was laid without a word or with a refused word is not ``up``
    """

    manche: int
    number: int
    opener: Seat
    taker: Seat
    points: int
    cards: list[LaidCard]


class Snapshot(msgspec.Struct):
    """The state of a game as one device may see it.

    code         the game code
    kind         the kind of game: "table" for a game with real cards, or "practice"
    number       the number of entries so far, including undos; a device sends it along with every change
    version      a number that grows with every change: of the entries, the phones' seats, the clock, and so on
    manche       the number of the current manche, from 1
    manches      the number of manches of the game
    pli          the number of the current pli in its manche, from 1 to 8
    over         whether the game is over
    awaits       what the game is waiting for: "lay", "swap", "reveal" or "pick_up"; "over" if the game is over
    awaits_text  a sentence that says what the game is waiting for
    turn         the seat that lays the next card; None if the game is not waiting for a card
    movers       the seats that may act now
    fault        the seats that may have to swap a card because of a trap (T2 to T4); [] if no swap is required
    may_lay      the packs from which the next card may be laid (P3), "maj" and "min"; [] if no card may be laid
    initial      the letter with which the next word must begin (P4); "" if there is none, or no card is due
    letters      the letters that the next word must contain (P4), with ? for the joker; "" if there are none, or no
                 card is due
    holder       the seat that would pick up the pli now (P8); None if no valid word holds the pli
    table        the cards of the current pli in playing order
    finished     the pli that was finished last, until the next card is laid; otherwise None
    players      the four seats and their players, in playing order from the Ponantais
    scores       the scores of the two teams, that of the Ponantais and the Levantin first
    words        the valid words that a new word is compared with (W7 to W9)
    questions    the open questions to the players; [] in a practice game
    last         the events of the last entry that was not undone; the first deal if there is none
    elapsed      the number of seconds since the last entry
    allowed      the number of seconds that a player has to think (P13)
    left_alone   the number of seconds after which a clock stops, because nobody is at the table
    undoable     whether there is an entry to undo
    undoing      how many entries an undo takes back: one, or several in a practice game; 0 if there is nothing to undo
    redoable     whether what the last undo took back can be entered again
    correctable  the last word laid, while a mistyped word can be corrected; otherwise None
    ruling       the last word and whether it counts as valid, while the arbiter may overrule it; otherwise None
    lexicon      the edition and the hash of the lexicon
    next         the code of the game that the players have begun after this one; "" if they have not begun one

    Two fields are set only for games with real cards:

    own          the seat that the device holds as a player's phone; None if it holds none
    seats        the phones at the table; None in a practice game

    The other fields are set only for the human player of a practice game:

    seat         the seat of the human player
    hand         the cards of the human player
    actions      all actions that the human player may take now
    asked        whether the human player must now decide if they announce a Belettre, before another player opens (S3)
    waiting      whether the bots of a patient game wait until the human player continues
    """

    code: str
    kind: GameKind
    number: int
    version: int
    manche: int
    manches: int
    pli: int
    over: bool
    awaits: str
    awaits_text: str
    turn: Seat | None
    movers: list[Seat]
    fault: list[Seat]
    may_lay: list[str]
    initial: str
    letters: str
    holder: Seat | None
    table: list[LaidCard]
    players: list[Player]
    scores: list[Score]
    words: list[str]
    questions: list[OpenQuestion]
    last: list[EventText]
    elapsed: float
    allowed: int
    left_alone: int
    undoable: bool
    undoing: int
    redoable: bool
    correctable: str | None
    ruling: tuple[str, bool] | None
    lexicon: dict[str, str]
    next: str = ""
    own: Seat | None = None
    seats: SeatsSeen[Seat] | None = None
    seat: Seat | None = None
    hand: list[str] = []
    actions: list[Action] = []
    asked: bool = False
    waiting: bool = False
    finished: FinishedPli | None = None


class MancheHistory(msgspec.Struct):
    """The events of a manche as sentences.

    number  the number of the manche, from 1
    plis    the events of each pli. The first element begins with the deal. If the manche is over, an additional last
            element contains the events after the last pli
    ended   the event with the points of the manche; None while the manche is being played
    """

    number: int
    plis: list[list[EventText]]
    ended: MancheEnded | None = None


def take_snapshot(game: BelettreGame, viewer: Viewer) -> Snapshot:
    """Return the state of a game as a device may see it."""
    seat, say, reader = viewer.seat, naming(game, viewer), reader_of(game, viewer)
    partie, turn = game.partie, game.partie.turn
    state, setup = partie.state, partie.setup
    manche, pli = state.manche, state.manche.pli
    laid = laid_as_seen(pli.laid, game.sees(viewer))
    majuscules = majuscules_seen(manche.taken, laid)
    left = [cards_left(state, place) for place in SEATS]
    person = seat if game.practice is not None else None
    view = partie.view(person) if person is not None else None
    said, mistyped = state.last_word, game.correctable
    movers = _movers(game)
    return Snapshot(
        code=game.code,
        kind=PRACTICE if game.practice is not None else TABLE,
        number=game.number,
        version=game.version,
        manche=manche.number,
        manches=setup.manches,
        pli=min(manche.pli_number, PLIS),
        over=partie.over,
        awaits=partie.awaits,
        awaits_text=awaits_text(partie.awaits, (turn,) if turn is not None else partie.movers(), say, reader),
        turn=turn,
        movers=list(movers),
        fault=list(pli.fault),
        may_lay=[case.value for case in Case if partie.awaits == LAY and pli.allows(case)],
        initial=pli.initial if partie.awaits == LAY else "",
        letters=pli.letters if partie.awaits == LAY else "",
        holder=pli.holder,
        table=[laid_card(card, game, say, reader) for card in laid],
        players=[
            Player(
                place,
                player_text(place, game, say, reader),
                place.team.index,
                [card.text for card in majuscules[place.index]],
                left[place.index][0],
                left[place.index][1:],
                manche.belettres[place.index].stage,
            )
            for place in SEATS
        ],
        scores=[Score(capital(team_heading(team, say)), partie.points[team.index]) for team in TEAMS],
        words=list(state.words),
        questions=[OpenQuestion(one.kind, one.seat, question_text(one, say)) for one in questions(state)],
        last=event_texts(game.journal.last, game, viewer),
        elapsed=game.elapsed,
        allowed=THINKING_TIME,
        left_alone=LEFT_ALONE,
        undoable=game.undoable > 0,
        undoing=game.undoable,
        redoable=game.redoable > 0,
        correctable=mistyped.word if mistyped is not None else None,
        ruling=(said.event.verdict.word, said.valid) if said is not None else None,
        lexicon=dict(game.lexicon.identity),
        next=game.table_state.next,
        own=seat if game.practice is None else None,
        seats=phones_as_seen(game, viewer) if game.practice is None else None,
        seat=person,
        hand=[card.text for card in view.hand] if view is not None else [],
        actions=list(view.actions) if view is not None else [],
        asked=person is not None and game.asked,
        waiting=person is not None and game.waiting,
        finished=_finished_pli(game, say, reader),
    )


def game_history(game: BelettreGame, viewer: Viewer) -> list[MancheHistory]:
    """Return all events of a game so far as sentences, by manche and pli.

    The decision of an arbiter about a word stands in the pli of that word, and what followed from the verdict before it
    is left out if it lies in later plis, or after the last.
    """
    plis: dict[tuple[int, int], list[EventText]] = {}
    ended: dict[int, MancheEnded] = {}
    partie = game.partie
    said = {moment.at for moment in moments(partie) if isinstance(moment.event, WordSaid)}
    for index, (state, event) in enumerate(with_states(partie.log, partie.setup)):
        place = _place_of(state, event, partie.setup)
        if isinstance(event, Overruled):
            plis = {key: texts for key, texts in plis.items() if key <= place}
            ended.pop(place[0], None)
        if isinstance(event, MancheEnded):
            ended[event.number] = event
        text = event_texts([event], game, viewer)[0]
        if index in said:
            text.sheet = game.word_path(index)
        plis.setdefault(place, []).append(text)
    numbers = dict.fromkeys(manche for manche, _ in plis)
    return [
        MancheHistory(number, [texts for (manche, _), texts in plis.items() if manche == number], ended.get(number))
        for number in numbers
    ]


def _place_of(state: State | None, event: Event, setup: Setup) -> tuple[int, int]:
    """Return the numbers of the manche and the pli in which the history tells an event: pli 9 comes after the last.

    *state* is the state before the event, None before the first deal.
    """
    if state is None or isinstance(event, Dealt):
        number = event.manche if isinstance(event, Dealt) else setup.first
        return number, setup.before + 1 if number == setup.first else 1
    if isinstance(event, Overruled) and state.last_word is not None:
        state = state.last_word.before
    if isinstance(event, MancheEnded | PartieEnded):
        return state.manche.number, PLIS + 1
    return state.manche.number, state.manche.pli_number


def event_texts(events: Iterable[Event], game: BelettreGame, viewer: Viewer) -> list[EventText]:
    """Return events of a game as sentences with the players' names, hiding the cards that the device may not see."""
    say, reader = naming(game, viewer), reader_of(game, viewer)
    texts = []
    for event in events:
        kind = str(event.__struct_config__.tag)
        text = EventText(kind, event_text(seen_by(event, game.sees(viewer)), say, reader), getattr(event, "seat", None))
        if isinstance(event, WordRefused):
            remarks = (one for one in event.verdict.remarks if one.reason == "other_spelling")
            text.near = near_words(event.verdict, game.lexicon)
            text.siblings = [remark.evidence["reading"].spelling for remark in remarks]
        texts.append(text)
    return texts


def action_text(action: object, own: bool, say: Catalogue, reader: Seat | None = None) -> str:
    """Return a player's action as a sentence.

    own     whether it is for that player, who alone sees hidden cards
    reader  the seat whose player *say* calls « vous » (``naming``)
    """

    def about(key: str, seat: Seat, **values: str) -> str:
        return say(addressed(f"seat.{key}", say, seat, reader), player=seat_text(seat, say), **values)

    match action:
        case Lay(seat=seat, card=card, word=word, letter=letter):
            return about("lays", seat, card=card_text(card, say, letter), word=printable(word))
        case Passe(seat=seat, card=card) | Discard(seat=seat, card=card) | Swap(seat=seat, card=card):
            key = {Passe: "passes", Discard: "discards", Swap: "swaps"}[type(action)]
            return about(key, seat, card=card_text(card if own else back(card), say))
        case Reveal(seat=seat, card=card):
            return about("reveals", seat, card=card_text(card, say))
        case AnnounceBelettre(seat=seat):
            return about("announces", seat)
        case PickUp(seat=seat):
            return about("picks_up", seat)
        case _:
            raise TypeError(f"{type(action).__name__} is not entered by players")


def _movers(game: BelettreGame) -> tuple[Seat, ...]:
    """Return the seats that may act now; () if the game is over.

    In a practice game, leave out the other players who may only announce a Belettre (S3), and the person themselves if
    they hold none.
    """
    partie, person, turn = game.partie, game.seat, game.partie.turn
    if person is None or turn is None:
        return partie.movers()
    return tuple(seat for seat in partie.acting_seats() if seat in (person, turn))


def _finished_pli(game: BelettreGame, say: Catalogue, reader: Seat | None) -> FinishedPli | None:
    finish = game.find_finish()
    if finish is None:
        return None
    _, taken, before = finish
    manche = before.manche
    cards = [laid_card(laid, game, say, reader) for laid in manche.pli.laid]
    return FinishedPli(manche.number, taken.number, manche.pli.opener, taken.seat, taken.points, cards)


def laid_card(laid: Laid, game: BelettreGame, say: Catalogue, reader: Seat | None) -> LaidCard:
    """Return a card on the table as devices see it. *laid* must be what they may see (``view.laid_as_seen``)."""
    card: Card = laid.card
    return LaidCard(
        laid.seat,
        player_text(laid.seat, game, say, reader),
        card.text,
        laid.up,
        laid.word,
        laid.letter,
        game.card_points.get(card),
    )
