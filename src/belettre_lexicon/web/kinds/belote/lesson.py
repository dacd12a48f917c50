"""The guided deal with which a person learns Belote: the prise, then eight plis with open cards, each with one idea.

``_PLIS`` has the cards of the whole deal, and ``_OWN`` is the seat of the person. A step replays the deal with the
engine up to the person's turn. They may touch any card: the engine says why one may not be played. Start reading at
``show_step``.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from ....base.errors import ArgumentError
from ....games.belote.actions import Lay, Pass, Take
from ....games.belote.cards import PACK, PACK_SIZE, RANKS, SUITS, Card, Contract, cards_of, read_cards, tables
from ....games.belote.deals.deal import Setup, places_of
from ....games.belote.events import DealEnded, Laid, PliTaken
from ....games.belote.partie import Partie
from ....games.belote.rules import BeloteRules
from ....games.belote.seats import SEATS, Seat, Team
from ....lexicon.lexicon import Lexicon
from ....referee.belote.game import contract_text, points_text, refusal_text
from ....referee.belote.names import capital, card_text
from ....referee.catalogue import Catalogue
from ...pages.lessons import SHOW, Answer, Lesson, LessonPlace, Shown, learn_catalogue, lesson_route
from .snapshot import sheet_catalogue

_OWN, _DEALER = Seat.SUD, Seat.NORD
_TRUMP: Contract = "♥"
#: The card that is turned up, which the person takes, and the two that they get with it (BD7).
_RETOURNE, _LATER = Card.of("V♥"), read_cards("R♦ 8♠")
#: The cards of each pli in playing order.
_PLIS = tuple(
    read_cards(line)
    for line in (
        "A♦ 7♦ V♦ 8♦",
        "A♣ D♥ V♣ 7♣",
        "V♥ A♥ 9♥ 7♥",
        "8♠ 9♠ A♠ 7♠",
        "10♠ 8♥ R♥ V♠",
        "9♦ D♣ 10♦ D♦",
        "10♣ 9♣ R♦ R♣",
        "R♠ 8♣ 10♥ D♠",
    )
)
#: The seat that opens each pli.
_OPENERS = tuple(map(Seat.of, ("O", "O", "S", "S", "N", "S", "N", "N")))
#: The first step is the prise; then each step is a pli.
STEPS = 1 + len(_PLIS)
#: The keys of the names of the players, and the sides on which the person sees them, by ``Seat.index`` (BD1).
_NAMES, _SIDES = ("you", "est", "nord", "ouest"), ("bottom", "right", "top", "left")


def show_step(answer: Answer, lexicon: Lexicon, language: str) -> Shown:
    """Return what a step of the lesson shows after what the person did in it; the lexicon is not needed."""
    say, tell = sheet_catalogue(language), learn_catalogue(language)
    partie, step = _replay(answer.step), answer.step
    problem = ""
    if step == 1:
        done = answer.act in ("take", SHOW)
        if done:
            partie.apply(Take(_OWN, _TRUMP))
    else:
        invited = _own_card(step)
        card = invited.text if answer.act == SHOW else answer.card
        if card or answer.act:
            problem = _refusal(partie, card, invited, say, tell)
        done = bool(card) and not problem
        if done:
            partie.apply(Lay(_OWN, invited))
            _play_others(partie, step)
    return Shown(done, _text(step, partie, done, say, tell), False, problem, {}, _values(partie, step, done, say, tell))


LESSON = Lesson("belote", STEPS, show_step)
lesson_page = lesson_route(LESSON)


def _refusal(partie: Partie, text: str, invited: Card, say: Catalogue, tell: Catalogue) -> str:
    """Return why the person has to choose another card: a rule forbids it, or the lesson needs another; else ""."""
    try:
        card = Card.of(text)
    except ArgumentError:
        return tell("belote.no_card")
    if refusals := partie.refusals(Lay(_OWN, card)):
        return " ".join(refusal_text(refusal, say, numbered=False) for refusal in refusals)
    if card is invited:
        return ""
    return tell("belote.other_card", card=card_text(card, say), invited=card_text(invited, say))


def _replay(step: int) -> Partie:
    """Return the deal at the person's turn in a step."""
    partie = Partie(_setup())
    partie.apply(Pass(_DEALER.next))
    if step > 1:
        partie.apply(Take(_OWN, _TRUMP))
    for number in range(2, step + 1):
        moves = _PLIS[number - 2]
        for seat, card in zip(_OPENERS[number - 2].in_order, moves, strict=True):
            if seat is _OWN and number == step:
                break
            partie.apply(Lay(seat, card))
    return partie


def _play_others(partie: Partie, step: int) -> None:
    """Lay the cards of the players after the person in the pli of a step."""
    order = _OPENERS[step - 2].in_order
    own = order.index(_OWN)
    for seat, card in list(zip(order, _PLIS[step - 2], strict=True))[own + 1 :]:
        partie.apply(Lay(seat, card))


def _own_card(step: int) -> Card:
    """Return the card that the person is to lay in a step from 2 on."""
    return _PLIS[step - 2][_OPENERS[step - 2].in_order.index(_OWN)]


@cache
def _setup() -> Setup:
    """Return the terms of a partie whose first deal has the cards of ``_PLIS``."""
    hands: dict[Seat, list[Card]] = {seat: [] for seat in SEATS}
    for opener, cards in zip(_OPENERS, _PLIS, strict=True):
        for seat, card in zip(opener.in_order, cards, strict=True):
            hands[seat].append(card)
    last = (*_LATER, _RETOURNE)
    hands[_OWN] = [*(card for card in hands[_OWN] if card not in last), *last]
    dealt = {
        place: card
        for seat, places in places_of(_DEALER, _OWN).items()
        for place, card in zip(places, hands[seat], strict=True)
    }
    return Setup(BeloteRules(), 0, _DEALER, (tuple(dealt[place] for place in range(PACK_SIZE)),))


def _text(step: int, partie: Partie, done: bool, say: Catalogue, tell: Catalogue) -> str:
    """Return what the step asks for or, once it is done, what has happened."""
    if not done or step == 1:
        return tell(f"belote.{'done' if done else 'do'}_{step}")
    taken, points = _plis(partie)[-1], _points(partie)
    name = tell(f"lesson.{_NAMES[taken.seat.index]}")
    return tell(
        f"belote.done_{step}",
        name=name,
        points=points_text(taken.points, say),
        ours=points[Team.NS.index],
        theirs=points[Team.EO.index],
    )


def _plis(partie: Partie) -> list[PliTaken]:
    return [event for event in partie.log if isinstance(event, PliTaken)]


def _points(partie: Partie) -> tuple[int, int]:
    """Return the points of both teams in the deal: those of the plis or, once it is over, all."""
    for event in partie.log:
        if isinstance(event, DealEnded):
            ours, theirs = event.points
            return ours, theirs
    points = [0, 0]
    for pli in _plis(partie):
        points[pli.seat.team.index] += pli.points
    return points[0], points[1]


def _values(partie: Partie, step: int, done: bool, say: Catalogue, tell: Catalogue) -> dict[str, Any]:
    """Return the values of ``learn_belote.html``."""
    state, over = partie.state, done and step == STEPS
    taken = _plis(partie)[-1] if done and step > 1 else None
    own = [] if over else _sorted_hand(state.hand(_OWN.index))  # once the deal is over, the next one is dealt
    text = ""
    if taken is not None:
        key = "lesson.taken_own" if taken.seat is _OWN else "lesson.taken"
        name = tell(f"lesson.{_NAMES[taken.seat.index]}")
        text = tell(key, name=name, points=points_text(taken.points, say))
    return {
        "places": [_place(seat, partie, taken, tell, shown=step > 1 or done, over=over) for seat in SEATS],
        "finished": taken is not None,
        "taken": text,
        "points": _points(partie),
        "hand": own,
        "invited": _own_card(step) if step > 1 else None,
        "retourne": _RETOURNE if step == 1 and not done else None,
        "trump": tell("belote.trump", suit=contract_text(_TRUMP, say)),
        "said": {event.card: event.said for event in partie.log if isinstance(event, Laid)},
        "suits": SUITS,
        "ranks": {rank: card_text(Card.of(f"{rank}{_TRUMP}"), say)[:-1] for rank in RANKS},
        "card_names": {card: card_name(card, say, tell) for card in PACK},
    }


def _place(
    seat: Seat, partie: Partie, taken: PliTaken | None, tell: Catalogue, *, shown: bool, over: bool
) -> LessonPlace:
    """Return what lies before a player: in the pli *taken*, or in that on the table if it is None.

    *shown* states whether the hands of the others are open; *over*, whether the deal is over, so that there are none.
    """
    state = partie.state
    opener, cards = (taken.opener, taken.cards) if taken else (SEATS[state.opener], state.pli)
    holder = taken.seat if taken else SEATS[state.holder] if cards else None
    position = opener.in_order.index(seat)
    fresh = max(0, position - opener.in_order.index(_OWN)) if taken else 0
    return LessonPlace(
        name=tell(f"lesson.{_NAMES[seat.index]}"),
        side=_SIDES[seat.index],
        laid=cards[position] if position < len(cards) else None,
        down=False,
        number=position + 1,
        holds=seat is holder,
        fresh=fresh,
        hand=_sorted_hand(state.hand(seat.index)) if shown and not over else [],
    )


def _sorted_hand(mask: int) -> list[Card]:
    """Return the cards of a mask by suit, trumps first, each suit from its strongest card."""
    above = tables(_TRUMP).above

    def place(card: Card) -> tuple[bool, int, int]:
        return card.suit != _TRUMP, SUITS.index(card.suit), above[card.index].bit_count()

    return sorted(cards_of(mask), key=place)


def card_name(card: Card, say: Catalogue, tell: Catalogue) -> str:
    """Return the name of a card in words, for those who hear it: « Valet de cœur »."""
    rank = tell(f"belote.rank_{card.rank}") if card.rank in "VDRA" else card.rank
    return capital(tell("belote.card", rank=rank, suit=contract_text(card.suit, say)))
