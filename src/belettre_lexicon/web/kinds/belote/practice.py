"""A deal of any game of the Belote family against bots, on a page that needs no script and stores nothing.

The address has the game, the bots, the seed of the cards, and the moves so far: each is a place in the list of the
legal actions at its time. The deal is replayed from them, the bots answer, and the page shows what the person may see
and do. An address with other moves shows the deal as far as they are legal. Start reading at ``practice_page``.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple
from urllib.parse import urlencode

from litestar import Response

from ....base.errors import ArgumentError
from ....games.belote.actions import Action, Bid, Lay, Swap, Take
from ....games.belote.auction import Prise
from ....games.belote.bots.hindsight import best_cards, plis_of
from ....games.belote.bots.simulation import BotKind, make_bot
from ....games.belote.cards import PACK, RANKS, SANS_ATOUT, SUITS, Card, cards_of, tables
from ....games.belote.events import DealEnded, Event, action_of
from ....games.belote.options import OPTIONS_OF, SHEETS, Game
from ....games.belote.partie import Partie
from ....games.belote.rules import BeloteRules
from ....games.belote.seats import TEAMS, Seat
from ....games.belote.view import View, seen_by
from ....referee.belote.game import (
    best_lines,
    cards_text,
    event_text,
    refusal_text,
    scores_text,
    seat_text,
)
from ....referee.belote.names import capital, card_text
from ....referee.belote.spoken import contract_line, spoken_words, word_text
from ....referee.catalogue import Catalogue
from ...edge.request_context import language_of
from ...pages.lessons import learn_catalogue
from ...pages.render import page, render_page
from ...services import Request, services_of
from .lesson import card_name
from .snapshot import sheet_catalogue

#: The address of the page.
_PATH = "/practice/belote"
_OWN = Seat.SUD
#: The games and the kinds of bot of the form, the defaults first.
GAMES: tuple[Game, ...] = ("classic", "coinche", "three", "decouverte", "bis", "comptoir", "lyonnaise")
LEVELS: tuple[BotKind, ...] = ("easy", "amateur", "strong")
#: The kinds of bot at a server that is open to all: the answer of another takes up to a second.
_QUICK = LEVELS[:2]
#: Where the players sit on the felt as the person sees them, by the number of players.
_SIDES = {2: ("bottom", "top"), 3: ("bottom", "right", "left"), 4: ("bottom", "right", "top", "left")}
#: The most moves and digits of an address, and the limit of the seeds that are drawn.
_MOST_MOVES, _MOST_DIGITS, _SEEDS = 400, 9, 1_000_000


class AskedDeal(NamedTuple):
    """What an address asks for.

    game   the game
    level  the kind of the bots
    seed   the seed of the cards; None for the form that begins a deal
    moves  the moves so far, of all players: places in the lists of legal actions
    card   a card that the person touched; "" for none
    best   whether to tell what should have been played, once the deal is over
    """

    game: Game
    level: BotKind
    seed: int | None
    moves: tuple[int, ...]
    card: str
    best: bool

    @classmethod
    def read(cls, fields: Any) -> AskedDeal:
        """Return what the parameters of an address ask for; what is not understood counts as missing."""
        game, level = fields.get("game", ""), fields.get("level", "")
        moves = []
        done = fields.get("choice" if fields.get("say") else "do", "")
        for text in (*fields.get("m", "").split("."), done)[: 2 * _MOST_MOVES]:
            number = _number(text)
            if number is None and text:
                break
            moves += [] if number is None else [number]
        return cls(
            game if game in GAMES else GAMES[0],
            level if level in LEVELS else LEVELS[0],
            _number(fields.get("seed", "")),
            tuple(moves[:_MOST_MOVES]),
            fields.get("card", "")[:_MOST_DIGITS],
            fields.get("best", "") == "1",
        )

    @property
    def rules(self) -> BeloteRules:
        """The house rules: those of the game without options, for a single deal."""
        return BeloteRules(game=self.game, deals=1 if "deals" in OPTIONS_OF[self.game] else None)

    def url(self, moves: tuple[int, ...], **more: object) -> str:
        """Return the address of the deal after some moves."""
        fields = {"game": self.game, "level": self.level, "seed": self.seed, "m": ".".join(map(str, moves)), **more}
        return f"{_PATH}?{urlencode(fields)}"


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS else None


class PractisedDeal:
    """A deal that is replayed from an address, and played on by the bots until the person's turn or its end.

    partie  the game
    moves   the moves that were made, as in ``AskedDeal.moves``
    back    the moves before the person's last one; None if they have made none
    """

    def __init__(self, asked: AskedDeal) -> None:
        self.partie = Partie.new(asked.rules, seed=asked.seed)
        self.moves: tuple[int, ...] = ()
        self.back: tuple[int, ...] | None = None
        for number in asked.moves:
            legal = self.partie.legal_actions()
            if self.over or number >= len(legal):
                break
            self._do(number, legal[number])
        while not self.over and not self.awaits_person and len(self.moves) < _MOST_MOVES:
            self._let_bot_act(asked)

    @property
    def over(self) -> bool:
        """Whether a deal was played to its end: the page has one deal, after those that nobody took."""
        return self.partie.over or any(ended.taker is not None for ended in self.partie.state.sheet.ended)

    @property
    def awaits_person(self) -> bool:
        """Whether the person has to act; if their team may claim a belote, they do so (BB3)."""
        turn, table = self.partie.turn, self.partie.rules.variant.table
        if turn is None or self.partie.awaits != "claim":
            return turn is _OWN
        return table.side(turn) is table.side(_OWN)

    def _do(self, number: int, action: Action) -> None:
        if self.awaits_person:
            self.back = self.moves
        self.partie.apply(action)
        self.moves += (number,)

    def _let_bot_act(self, asked: AskedDeal) -> None:
        turn = self.partie.turn
        if turn is None:
            return
        # The same address gives the same answer: chance depends on the cards and the number of moves alone.
        chance = random.Random(f"{asked.seed}:{len(self.moves)}")
        action = make_bot(asked.level, chance, asked.game).choose(self.partie.view(turn))
        legal = self.partie.legal_actions()
        if isinstance(action, Lay):  # one that keeps silent about a belote is not among them
            action = next(one for one in legal if isinstance(one, Lay) and one.card is action.card)
        self._do(legal.index(action), action)

    def news(self) -> list[Event]:
        """Return the events since the person's last action, or all if they have not acted."""
        log, seen = self.partie.log, 0
        for place, event in enumerate(log):
            action = action_of(event)
            if action is not None and getattr(action, "seat", _OWN) is _OWN:
                seen = place
        found = [*log[seen:]]
        last = next((place for place, event in enumerate(found) if isinstance(event, DealEnded) and event.taker), None)
        return found if last is None else found[: last + 1]  # the next deal has begun by itself


@page(_PATH, words=True)
def practice_page(request: Request) -> Response[bytes]:
    """Return the form that begins a deal or, if the address has a seed, the deal at the person's turn or its end."""
    say, asked = sheet_catalogue(language_of(request)), AskedDeal.read(request.query_params)
    if services_of(request).settings.shared:  # where strangers play, nobody's bots may think long
        asked = asked._replace(level=asked.level if asked.level in _QUICK else LEVELS[0], best=False)
        levels = _QUICK
    else:
        levels = LEVELS
    values: dict[str, Any] = {"asked": asked, "games": GAMES, "levels": levels, "tell": say, "path": _PATH}
    seed = random.SystemRandom().randrange(_SEEDS)
    if asked.seed is None:
        return render_page(request, "practice_belote.html", deal=None, new_seed=seed, **values)
    deal = PractisedDeal(asked)
    values |= _values(deal, asked, say, learn_catalogue(say.language))
    if levels is _QUICK:
        values["best"] = None
    new = AskedDeal(asked.game, asked.level, seed, (), "", best=False).url(())
    return render_page(request, "practice_belote.html", deal=deal, new_seed=seed, new=new, **values)


def _values(deal: PractisedDeal, asked: AskedDeal, say: Catalogue, learn: Catalogue) -> dict[str, Any]:
    """Return the values of ``practice_belote.html`` for a deal."""
    partie, rules = deal.partie, deal.partie.rules
    view = partie.view(_OWN)
    legal = partie.legal_actions() if deal.awaits_person and not deal.over else []
    places = {action.card: place for place, action in enumerate(legal) if isinstance(action, Lay)}
    words = [(place, action) for place, action in enumerate(legal) if not isinstance(action, Lay)]
    many = [(place, action) for place, action in words if isinstance(action, Bid | Swap)]
    news = [seen_by(event, _OWN, rules=rules) for event in deal.news()]
    return {
        "say_word": lambda action: _word(action, say),
        "news": [line for event in news for line in event_text(event, rules, say, _OWN).split("\n")],
        "standing": [] if deal.over else list(_standing(view, say)),
        "places": [] if deal.over else _places(view, say),
        "hand": [] if deal.over else [(card, places.get(card)) for card in _sorted(view.hand_mask, view)],
        "rows": []
        if deal.over
        else [(_row_name(seat, say), view.rows[seat.index]) for seat in view.order if view.rows],
        "row_places": places,
        "buttons": [one for one in words if one not in many],
        "choices": many,
        "swaps": any(isinstance(action, Swap) for _, action in many),
        "problem": _problem(partie, asked.card, say) if asked.card and not deal.over else "",
        "again": asked.url(()),
        "undo": None if deal.back is None else asked.url(deal.back),
        "here": asked.url(deal.moves),
        "state": ".".join(map(str, deal.moves)),
        "best": asked.url(deal.moves, best=1) if deal.over and rules.variant.table.sides == TEAMS else None,
        "best_lines": list(_best(deal, say)) if asked.best and deal.over else [],
        "suits": SUITS,
        "ranks": {rank: card_text(Card.of(f"{rank}♥"), say)[:-1] for rank in RANKS},
        "card_names": {card: card_name(card, say, learn) for card in PACK},
    }


def _standing(view: View, say: Catalogue) -> Iterator[str]:
    """Yield lines about where the deal stands: the points, the auction or the contract, and cards that lie open."""
    if view.rules.game in SHEETS:
        yield say("play.sheets", points=scores_text(view.points, view.rules, say, _OWN))
    if view.awaits == "speak":
        if view.retourne is not None:
            yield say("play.retourne", card=card_text(view.retourne, say))
        if view.spoken:
            yield say("play.spoken", list=", ".join(spoken_words(view, say)))
    elif view.taker is not None:
        yield contract_line(view, say)
    if view.chien:
        yield say("play.chien", cards=cards_text(view.chien, say))


class Place(NamedTuple):
    """A player on the felt: the name, the side, the card in this pli or None, and whether they hold it and are next."""

    name: str
    side: str
    laid: Card | None
    holds: bool
    now: bool


def _places(view: View, say: Catalogue) -> list[Place]:
    laid = dict(view.laid)
    sides = _SIDES[view.rules.variant.players]
    return [
        Place(_name(seat, say), sides[seat.index], laid.get(seat), seat is view.holder, seat is view.turn)
        for seat in view.rules.variant.table.seats
        if seat in view.order
    ]


def _row_name(seat: Seat, say: Catalogue) -> str:
    return say("play.row_you") if seat is _OWN else say("play.row", seat=seat_text(seat, say))


def _name(seat: Seat, say: Catalogue) -> str:
    return say("play.you") if seat is _OWN else seat_text(seat, say)


def _word(action: Action, say: Catalogue) -> str:
    """Return the text of a button: what the person says with an action."""
    if isinstance(action, Take):
        return say("practice.take", contract=word_text(action, say))
    if (kind := type(action).__name__) in ("Claim", "Announce"):
        yes = "" if getattr(action, "claims", True) else "_no"
        return say(f"practice.{kind.lower()}{yes}", kinds=", ".join(getattr(action, "kinds", ())))
    return capital(word_text(action, say))


def _problem(partie: Partie, text: str, say: Catalogue) -> str:
    """Return why a card that the person touched may not be laid; "" if it is no card, or may be."""
    try:
        refusals = partie.refusals(Lay(_OWN, Card.of(text)))
    except ArgumentError:
        return ""
    return " ".join(refusal_text(refusal, say, numbered=False) for refusal in refusals)


def _best(deal: PractisedDeal, say: Catalogue) -> Iterator[str]:
    """Yield what the person should have played, with all cards known."""
    ended = next(one for one in deal.partie.state.sheet.ended if one.taker is not None)
    plis = plis_of(deal.partie.log, ended.number)
    return best_lines(best_cards(plis, ended.contract or "♥", deal.partie.rules), ended.number, say, _OWN)


def _sorted(mask: int, view: View) -> list[Card]:
    """Return the cards of a mask by suit, trumps first, each suit from its strongest card."""
    turned = view.retourne.suit if view.retourne is not None and isinstance(view.auction, Prise) else SANS_ATOUT
    contract = view.contract or turned
    above = tables(contract).above
    return sorted(
        cards_of(mask),
        key=lambda card: (card.suit != contract, SUITS.index(card.suit), above[card.index].bit_count()),
    )
