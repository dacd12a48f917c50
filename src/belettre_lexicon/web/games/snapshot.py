"""Floor 5. A game as a device may see it: what pages and JSON answers are made of, in the sentences of one language.

Hidden cards show their back (P7): to all at a table of real cards, whoever entered them, and to all but the person who
holds them in a practice game. Start reading at ``sight``; ``chronicle`` is the whole game so far.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ...cards import Card, Case
from ...engine.actions import THINKING_TIME, Action
from ...engine.events import Event, MancheEnded, PliTaken, WordRefused
from ...engine.pli import Laid
from ...engine.questions import questions
from ...engine.seats import SEATS, TEAMS, Seat
from ...engine.state import LAY
from ...engine.view import laid_as_seen, majuscules_seen, seen_by
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.game import awaits_text, event_text, question_text
from ...referee.names import capital, seat_text, team_text, with_players
from . import bot_driver as players
from .games import Game

#: Near words that are offered for a word that is not known: it may have been mistyped.
_NEAR = 3


class LaidCard(msgspec.Struct):
    """A card on the table: its text (« F », « l », « ? », « JOKER », or the back « maj », « min », « unseen »), whether
    it lies face up, what was said with it, what the JOKER was named, what it is worth (None for a back)."""

    seat: Seat
    name: str
    card: str
    up: bool
    word: str | None
    letter: str
    points: int | None


class Player(msgspec.Struct):
    """A seat: who sits there (« Chloé », or the seat's own name), his team, the majuscules he was seen to lay (P12),
    cards in hand, the fewest and most majuscules among them, how far his Belettre is (``engine.manche``)."""

    seat: Seat
    name: str
    team: int
    majuscules: list[str]
    cards: int
    majuscules_left: tuple[int, int]
    belettre: str


class Score(msgspec.Struct):
    """A team and its points so far (S5)."""

    team: str
    points: int


class Asked(msgspec.Struct):
    """What the table is asked (``engine.questions``)."""

    kind: str
    seat: Seat
    text: str


class EventText(msgspec.Struct):
    """An event as a sentence; ``kind`` is its name in records, ``near`` near words of a refused one."""

    kind: str
    text: str
    seat: Seat | None = None
    near: list[str] = []


class Snapshot(msgspec.Struct):
    """A game as a device may see it.

    number    how many entries it has: the device sends it along with what it enters
    awaits    "lay", "swap", "reveal", "pick_up" or "over", and as a sentence; turn  whose card is awaited
    movers    who may act now; fault  who may have to swap (T2 to T4)
    may_lay   the packs of which the next card may be (P3): "maj", "min"
    initial, letters  what the next word must fit (P4)
    holder    who would pick up now (P8)
    last      what the last entry did
    elapsed   seconds since the last entry, of the ``allowed`` ones (P13)
    undoable  whether something can be taken back
    ruling    the last word and whether it holds, when the arbiter may overrule it; None else
    seat, hand, actions, asked   of a practice game, for the person who plays it: the own cards, what may be done as
              JSON actions, whether a Belettre may be announced before another opens (S3)
    """

    code: str
    kind: str
    number: int
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
    questions: list[Asked]
    last: list[EventText]
    elapsed: float
    allowed: int
    undoable: bool
    ruling: tuple[str, bool] | None
    lexicon: dict[str, str]
    seat: Seat | None = None
    hand: list[str] = []
    actions: list[Action] = []
    asked: bool = False


class Chapter(msgspec.Struct):
    """A manche of a chronicle: its sentences by pli, and the score sheet's line once it is over."""

    number: int
    plis: list[list[EventText]]
    ended: MancheEnded | None = None


def sight(game: Game, say: Catalogue, lexicon: Lexicon, seat: Seat | None = None) -> Snapshot:
    """What a device may see of a game; *seat* is the person's own for the device that plays a practice game."""
    say = with_players(say, game.journal.players)
    partie = game.partie
    state, setup = partie.state, partie.setup
    manche, pli = state.manche, state.manche.pli
    laid = laid_as_seen(pli.laid, seat)
    majuscules = majuscules_seen(manche.taken, laid)
    view = partie.view(seat or SEATS[0])
    said = state.last_word
    movers = _movers(game)
    return Snapshot(
        code=game.code,
        kind=game.terms.kind,
        number=game.number,
        manche=manche.number,
        manches=setup.manches,
        pli=min(manche.pli_number, 8),
        over=partie.over,
        awaits=partie.awaits,
        awaits_text=_awaits_text(game, say),
        turn=partie.turn,
        movers=list(movers),
        fault=list(pli.fault),
        may_lay=[case.value for case in Case if partie.awaits == LAY and pli.allows(case)],
        initial=pli.initial,
        letters=pli.letters,
        holder=pli.holder,
        table=[_laid_card(one, game, say) for one in laid],
        players=[
            Player(
                one,
                player_text(one, game, say),
                one.team.index,
                [card.text for card in majuscules[one.index]],
                view.left[one.index][0],
                view.left[one.index][1:],
                manche.belettres[one.index].stage,
            )
            for one in SEATS
        ],
        scores=[Score(capital(team_text(team, say)), partie.points[team.index]) for team in TEAMS],
        words=list(state.words),
        questions=[Asked(asked.kind, asked.seat, question_text(asked, say)) for asked in questions(state)],
        last=told(game.journal.last, game, say, lexicon, seat),
        elapsed=game.elapsed,
        allowed=THINKING_TIME,
        undoable=game.undoable > 0,
        ruling=(said.event.verdict.word, said.valid) if said is not None else None,
        lexicon=dict(lexicon.identity),
        seat=seat,
        hand=[card.text for card in view.hand] if seat is not None else [],
        actions=list(view.actions) if seat is not None else [],
        asked=seat is not None and players.asked(game),
    )


def chronicle(game: Game, say: Catalogue, lexicon: Lexicon, seat: Seat | None = None) -> list[Chapter]:
    """The whole game so far, manche by manche and pli by pli."""
    chapters: list[Chapter] = []
    fresh = True
    for event in game.partie.log:
        one = told([event], game, say, lexicon, seat)[0]
        if one.kind == "dealt" or not chapters:
            chapters.append(Chapter(getattr(event, "manche", 1), []))
            fresh = True
        if isinstance(event, MancheEnded):
            chapters[-1].ended = event
        if fresh:
            chapters[-1].plis.append([])
        chapters[-1].plis[-1].append(one)
        fresh = isinstance(event, PliTaken)
    return chapters


def told(events: Iterable[Event], game: Game, say: Catalogue, lexicon: Lexicon, seat: Seat | None) -> list[EventText]:
    """Events of a game as sentences that name its players, as a device may know them."""
    say, found = with_players(say, game.journal.players), []
    for event in events:
        near: list[str] = []
        if isinstance(event, WordRefused) and "unknown" in event.verdict.reasons:
            near = lexicon.suggest(event.verdict.word, limit=_NEAR, deep=False)
        kind = str(event.__struct_config__.tag)
        found.append(EventText(kind, event_text(seen_by(event, seat), say), getattr(event, "seat", None), near))
    return found


def player_text(seat: Seat, game: Game, say: Catalogue) -> str:
    """Who sits there: the name that was given, else the seat's."""
    return game.journal.players.get(seat) or capital(seat_text(seat, say))


def _movers(game: Game) -> tuple[Seat, ...]:
    """Who may act now, as all may know: that a bot may announce a Belettre would tell its majuscules (S3)."""
    movers, own, turn = game.partie.movers(), game.seat, game.partie.turn
    return movers if own is None or turn is None else tuple(seat for seat in movers if seat in (own, turn))


def _awaits_text(game: Game, say: Catalogue) -> str:
    partie = game.partie
    seats = (partie.turn,) if partie.turn is not None else partie.movers()
    return awaits_text(partie.awaits, seats, say)


def _laid_card(laid: Laid, game: Game, say: Catalogue) -> LaidCard:
    card: Card = laid.card
    return LaidCard(
        laid.seat,
        player_text(laid.seat, game, say),
        card.text,
        laid.up,
        laid.word,
        laid.letter,
        game.points.get(card),
    )
