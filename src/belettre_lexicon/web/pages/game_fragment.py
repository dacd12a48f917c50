"""Floor 5. What the fragment ``_state.html`` is made of: a game as somebody who looks at it sees it and may act on it.

``sight`` says what a device may know; here it becomes places, cards to pick and buttons. Start reading at ``shown``.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

from ...cards import CARDS, FACES, MAJ_BACK, MIN_BACK, UNSEEN, Case, in_rank
from ...engine.actions import Action, AnnounceBelettre, PickUp
from ...engine.events import Dealt, PliTaken
from ...engine.pli import Pli
from ...engine.seats import SEATS, Seat, in_order
from ...engine.state import LAY
from ...letters import ALPHABET, MAX_WORD
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.names import card_text
from ..api.requests import VerdictQuery
from ..games.games import PRACTICE, Game
from ..games.snapshot import LaidCard, Snapshot, sight, told
from .render import fragment
from .verdict_form import address_of

#: Backs, in the order of how much they tell.
_BACKS = (MIN_BACK.text, MAJ_BACK.text, UNSEEN.text)


class TablePlace(NamedTuple):
    """A seat around the table.

    laid   its card, if it has laid one; back  the pack of a card that lies face down, "" for one that lies face up
    told   what happened with it, in sentences; sheet  the address of its word's verdict, "" when there is none
    """

    seat: Seat
    name: str
    laid: LaidCard | None
    back: str
    told: list[str]
    sheet: str


class LastPli(NamedTuple):
    """The pli that was picked up last: its cards, its taker, its points (P12, S1)."""

    number: int
    cards: list[str]
    taker: str
    points: int


class Tile(NamedTuple):
    """A card of the own hand; ``usable``: something may be done with it now."""

    card: str
    usable: bool


def shown(game: Game, say: Catalogue, lexicon: Lexicon, seat: Seat | None, may: bool) -> dict[str, Any]:
    """The state of a game for the script of its page: the fragment, and what stands outside of it.

    *seat* is the person's of a practice game, *may* whether the device may change the game.
    """
    seen = sight(game, say, lexicon, seat)
    acts = may and (seen.kind != PRACTICE or seat is not None)
    legal = game.partie.legal_actions() if acts else []
    turn_text = say("web.your_turn") if seat is not None and seen.turn is seat else seen.awaits_text
    html = fragment(
        "_state.html",
        say,
        sight=seen,
        turn_text=turn_text,
        may=acts,
        places=_places(game, seen, say, lexicon, seat),
        last_pli=_last_pli(game, say),
        told=[line for one in seen.last for line in one.text.splitlines()],
        names={one: name_of(one, game, say) for one in SEATS},
        names_of_cards={text: card_text(card, say) for text, card in CARDS.items()},
        letters=ALPHABET,
        majuscules=[face.text for face in FACES if face.case is Case.MAJ],
        minuscules=[face.text for face in FACES if face.case is Case.MIN],
        hidden_packs=_hidden_packs(seen),
        kinds=set(_does(legal)),
        downs=_downs(legal),
        announcers=[action.seat for action in legal if isinstance(action, AnnounceBelettre)],
        does=_does(seen.actions),
        hand=_hand(seen),
        takers=[action.seat for action in seen.actions if isinstance(action, PickUp)],
    )
    return {
        "number": seen.number,
        "html": html,
        "turn": seen.turn.value if seen.turn else "",
        "clock": seen.awaits == LAY and seen.kind != PRACTICE,
        "said": " ".join(one.text for one in seen.last),
        "title": turn_text,
    }


def name_of(seat: Seat, game: Game, say: Catalogue) -> str:
    """Who sits there, short enough for the place under a card: « Chloé », else « Ponantais »."""
    return game.journal.players.get(seat) or say(f"web.seat_{seat.name.lower()}")


def _places(game: Game, seen: Snapshot, say: Catalogue, lexicon: Lexicon, seat: Seat | None) -> list[TablePlace]:
    """The four seats in the order of the pli, each with its card and what was told of it."""
    texts = told(game.partie.log[_begin_of_pli(game) :], game, say, lexicon, seat)
    sheets = _sheets(game)
    laid = {one.seat: one for one in seen.table}
    return [
        TablePlace(
            one,
            name_of(one, game, say),
            laid.get(one),
            _pack(laid[one].card) if one in laid and not laid[one].up else "",
            [text.text for text in texts if text.seat is one],
            sheets.get(one, ""),
        )
        for one in in_order(game.partie.state.manche.pli.opener)
    ]


def _sheets(game: Game) -> dict[Seat, str]:
    """For each word of the pli on the table the address of its verdict: the dispute sheet.

    A verdict under a table's own list is in no address; after a swap the pli does not tell what a word had to fit.
    """
    pli, words = game.partie.state.manche.pli, game.partie.state.words
    if game.journal.record().house_list or pli.swapper is not None:
        return {}
    rules: dict[str, Any] = game.partie.setup.rules.as_dict()
    before = words[: len(words) - sum(one.up for one in pli.laid)]
    found: dict[Seat, str] = {}
    so_far = Pli(pli.opener)
    for one in pli.laid:
        if not one.word or len(one.word) > MAX_WORD:
            continue
        initial, letters = so_far.constraints(one.card, one.letter)
        query = VerdictQuery(word=one.word, maj=initial.upper(), min=letters, played=",".join(before), **rules)
        found[one.seat] = address_of(query)
        so_far = so_far.with_word(one.seat, one.card, one.word, one.letter, one.up)
        before = (*before, one.word) if one.up else before
    return found


def _begin_of_pli(game: Game) -> int:
    """Where the events of the pli on the table begin in the log."""
    log = game.partie.log
    return next((n + 1 for n in range(len(log) - 1, -1, -1) if isinstance(log[n], PliTaken | Dealt)), 0)


def _pack(card: str) -> str:
    """Of which pack a card that lies face down is: "maj", "min", or "unseen"."""
    case = CARDS[card].case
    return "unseen" if case is None else case.value


def _last_pli(game: Game, say: Catalogue) -> LastPli | None:
    taken = game.partie.state.manche.taken
    if not taken:
        return None
    pli = taken[-1]
    return LastPli(pli.number, [laid.card.text for laid in pli.laid], name_of(pli.taker, game, say), pli.points)


def _does(actions: Iterable[Action]) -> dict[str, set[str]]:
    """What may be done, by kind: the cards for it."""
    found: dict[str, set[str]] = {}
    for action in actions:
        kind = str(action.__struct_config__.tag)
        found.setdefault(kind, set()).add(getattr(action, "card", UNSEEN).text)
    return found


def _hand(seen: Snapshot) -> list[Tile]:
    """The hand of a practice game, sorted, each card with whether something may be done with it now."""
    usable = set().union(*_does(seen.actions).values())
    return [Tile(card.text, card.text in usable) for card in in_rank(CARDS[text] for text in seen.hand)]


def _downs(legal: Iterable[Action]) -> dict[str, list[str]]:
    """The backs that may be laid without a word, by kind of action (P7): the arbiter may not have seen the card."""
    backs = {kind: cards & set(_BACKS) for kind, cards in _does(legal).items() if kind in ("passe", "discard")}
    return {kind: [back for back in _BACKS if back in cards] for kind, cards in backs.items()}


def _hidden_packs(seen: Snapshot) -> list[str]:
    """Of which packs the cards may be that are to be told (P7)."""
    packs = {laid.card for laid in seen.table if laid.seat in seen.movers}
    return [pack for pack in ("min", "maj") if pack in packs or "unseen" in packs]
