"""Renders the fragment ``_state.html``: the part of a game page that changes with the game.

A snapshot contains what a device may know about a game. This module turns it into the places around the table, the
cards to choose from and the buttons. Start reading at ``page_state``.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ....french.cards import CARDS, FACES, MAJ_BACK, MIN_BACK, UNSEEN, Card, Case, in_rank
from ....games.belettre.actions import Action, AnnounceBelettre, Discard, Lay, Passe, PickUp, Reveal, Swap
from ....games.belettre.events import action_of
from ....games.belettre.partie import Partie
from ....games.belettre.pli import TrapPhase
from ....games.belettre.seats import SEATS, TEAMS, Seat
from ....games.belettre.state import LAY, PICK_UP, REVEAL, SWAP, all_seen
from ....referee.catalogue import Catalogue
from ....referee.names import capital, points_text, team_heading
from ...pages.render import card_macros, drawn_size, names_of_cards, render_template
from ...tables.kind import catalogue
from ...tables.loaded_game import Viewer
from .finale import ending_view
from .game import PRACTICE, BelettreGame
from .naming import bots_of, name_for, naming, reader_of
from .places import finished_text, table_places, told_lines, verdict_band
from .snapshot import Snapshot, action_text
from .story import ended_manche, manche_totals

#: The backs in the order in which they are offered to the arbiter: minuscule, majuscule, unknown pack.
_BACKS = (MIN_BACK.text, MAJ_BACK.text, UNSEEN.text)


def page_state(game: BelettreGame, viewer: Viewer) -> dict[str, Any]:
    """Return the state of a game for the page's script: the HTML fragment, and values that update the rest of the page.

    The keys of the result are those of ``Kind.page_state``, and:

    turn    the short name of the seat that lays the next card, such as "PON"; "" if no card is to be laid
    clock   whether the page shows how long the player has been thinking
    done    the number of actions in the game, which is smaller after an undo and larger after a new entry
    verdict "valid" or "refused" if the last entry was a word, or decided on one; otherwise ""
    waits   what waits for an answer: a card to be confirmed, and phones that ask for a seat (``waiting_text``)
    said_here  the word of the last entry, if the player whose seat the phone holds said it; "" otherwise
    """
    seat, may, say = viewer.seat, viewer.may, catalogue(viewer.language)
    snapshot = game.current_snapshot(viewer)
    acts = may and (snapshot.kind != PRACTICE or seat is not None)
    awaits = player_awaits(snapshot)
    choices = legal_choices(game.partie) if snapshot.seat is None and (acts or snapshot.own) else Choices(set(), {}, [])
    teams = team_names(game, viewer)
    band, told = verdict_band(game, snapshot, say), told_lines(snapshot)
    turn_text = _turn_text(snapshot, say, seat)
    html = render_template(
        "_state.html",
        say,
        snapshot=snapshot,
        turn_text=turn_text,
        may=acts,
        places=table_places(game, snapshot, viewer),
        finished=finished_text(game, snapshot, viewer),
        last_pli=taken[-1] if (taken := game.partie.state.manche.taken) else None,
        band=band,
        told=told,
        enters=acts or snapshot.own is not None,
        lines=[*told.lines, *_questions(snapshot, say, acts)],
        word_due=word_due(game),
        why_down=_why_down(game, say),
        takes_back=not may and game.may_take_back(seat),
        teams=teams,
        over=ending_view(game, viewer, teams),
        ended=ended_manche(game),
        totals=manche_totals(game),
        names={place: name_for(game, place, viewer) for place in SEATS},
        bots=bots_of(game),
        cards=card_macros(say),
        drawn_size=drawn_size,
        names_of_cards=names_of_cards(say),
        majuscules=[face.text for face in FACES if face.case is Case.MAJ],
        minuscules=[face.text for face in FACES if face.case is Case.MIN],
        spent=spent_cards(game.partie) if (acts or awaits) and snapshot.seat is None else (),
        hidden_packs=_hidden_packs(snapshot, snapshot.movers if acts else [snapshot.own]),
        kinds=choices.kinds if acts or awaits == LAY else set(),
        player_awaits=awaits,
        backs=choices.backs,
        announcers=choices.announcers,
        undone=_undone(game, snapshot, viewer) if acts else [],
        own_kinds=set(_cards_by_kind(snapshot.actions)),
        hand=_hand(game, snapshot),
        points_of=lambda points: points_text(points, say),
        takers=[action.seat for action in snapshot.actions if isinstance(action, PickUp)],
    )
    return {
        "number": snapshot.number,
        "version": snapshot.version,
        "html": html,
        "turn": snapshot.turn.value if snapshot.turn else "",
        "clock": game.clock_runs,
        "said": " ".join(event.text for event in snapshot.last),
        "title": turn_text,
        "done": game.partie.actions_done,
        "verdict": "" if band is None else "valid" if band.valid else "refused",
        "waits": waiting_text(snapshot),
        "said_here": band.word if band is not None and band.seat is snapshot.own else "",
    }


def player_awaits(snapshot: Snapshot) -> str:
    """Return what the game awaits from the seat that the phone holds: "lay", "swap", "reveal" or "pick_up"; else ""."""
    own = snapshot.own
    if own is None:
        return ""
    if snapshot.awaits == LAY:
        return LAY if snapshot.turn is own else ""
    if snapshot.awaits == PICK_UP:
        return PICK_UP if own.team in [seat.team for seat in snapshot.movers] else ""
    return snapshot.awaits if own in snapshot.movers else ""


def waiting_text(snapshot: Snapshot) -> str:
    """Return what waits for an answer: a card to be confirmed, digits of phones that ask for a seat; "" if nothing."""
    seats = snapshot.seats
    if seats is None:
        return ""
    return " ".join([seats.proposal.text if seats.proposal else "", *(asking.check for asking in seats.asking)]).strip()


def _turn_text(snapshot: Snapshot, say: Catalogue, seat: Seat | None) -> str:
    """Return what the game waits for, as the device with a seat is told."""
    if snapshot.waiting:
        return say("band.waiting")
    if snapshot.seats and snapshot.seats.proposal and snapshot.seats.proposal.own:
        return say("seat.waiting")
    return say("web.your_turn") if seat is not None and snapshot.turn is seat else snapshot.awaits_text


def _questions(snapshot: Snapshot, say: Catalogue, acts: bool) -> list[str]:
    """Return what the table has yet to say about cards that lie face down, beside what the form asks for.

    A device that *acts* for the table is also told what it can do.
    """
    about = say("web.which_pack_about")
    return [
        f"{one.text} {about}" if acts and one.kind == "which_pack" else one.text
        for one in snapshot.questions
        if snapshot.awaits != REVEAL or one.kind == "lies_twice"
    ]


def _why_down(game: BelettreGame, say: Catalogue) -> str:
    """Return why the next card has to be laid face down without a word (P9, T1, J4); "" if a word may be said."""
    partie, turn = game.partie, game.partie.turn
    if partie.awaits != LAY or turn is None:
        return ""
    pli = partie.state.manche.pli
    if pli.lost_by is not None:
        return say("hand.pli_lost", name=game.seat_name(pli.lost_by, say.language))
    if pli.trap is TrapPhase.SET and not partie.state.manche.hands[turn.index].may_have(Case.MAJ):
        return say("hand.trapped")
    return ""


def word_due(game: BelettreGame) -> bool:
    """Return whether the next card may be laid with a word, so that its letters matter (P4, P9)."""
    return game.partie.awaits == LAY and game.partie.state.manche.pli.lost_by is None


def _undone(game: BelettreGame, snapshot: Snapshot, viewer: Viewer) -> list[str]:
    """Return the actions that an undo takes back as sentences, if it takes back more than one entry."""
    if snapshot.undoing < 2:
        return []
    say, reader = naming(game, viewer), reader_of(game, viewer)
    taken = map(action_of, game.journal.events_of_last(snapshot.undoing))
    return [
        capital(action_text(action, getattr(action, "seat", None) is snapshot.seat, say, reader))
        for action in taken
        if action is not None
    ]


def team_names(game: BelettreGame, viewer: Viewer) -> list[str]:
    """Return the names of both teams: those of the players or, if no player of a team has a name, its seats."""
    say = naming(game, viewer)
    named = {seat.team for seat in (*game.journal.players, reader_of(game, viewer)) if seat is not None}
    return [capital(team_heading(team, say)) if team in named else say(f"web.team_{team.index}") for team in TEAMS]


def _cards_by_kind(actions: Iterable[Action]) -> dict[str, set[str]]:
    """Return the texts of the cards that *actions* use, by kind of action.

    An action without a card counts as an action with the card "unseen".
    """
    cards: dict[str, set[str]] = {}
    for action in actions:
        kind = str(action.__struct_config__.tag)
        cards.setdefault(kind, set()).add(getattr(action, "card", UNSEEN).text)
    return cards


def _hand(game: BelettreGame, snapshot: Snapshot) -> list[tuple[str, bool, int]]:
    """Return the sorted hand of the human player of a practice game, [] for all other devices.

    For each card, it has its text, whether it can be used in a legal action now, and its points (S1).
    """
    usable = set().union(*_cards_by_kind(snapshot.actions).values())
    hand = in_rank(CARDS[text] for text in snapshot.hand)
    return [(card.text, card.text in usable, game.card_points[card]) for card in hand]


def _hidden_packs(snapshot: Snapshot, seats: Sequence[Seat | None]) -> list[str]:
    """Return the packs, "min" and "maj", from which the hidden cards of *seats* may come (P7).

    The result is meaningful only while the game is waiting for hidden cards to be revealed.
    """
    packs = {CARDS[laid.card].case for laid in snapshot.table if laid.seat in seats}
    return [case.value for case in reversed(Case) if case in packs or None in packs]


class Choices(NamedTuple):
    """What an arbiter may enter now.

    kinds       those of the kinds of action "lay", "passe", "discard" and "announce" that are legal
    backs       the backs that may be entered for a card laid without a word (P7), by the kinds "passe" and "discard".
                The arbiter enters a back for a card that they have not seen
    announcers  the seats that may announce a Belettre (S3)
    """

    kinds: set[str]
    backs: dict[str, list[str]]
    announcers: list[Seat]


def legal_choices(partie: Partie) -> Choices:
    """Return what the arbiter of a game with real cards may enter now, as far as the forms depend on it.

    Only one action of each kind is tested; testing all of the about 100 legal actions would give the same result.
    """
    turn, pli = partie.turn, partie.state.manche.pli
    announcers = [seat for seat in SEATS if partie.can(AnnounceBelettre(seat))]
    kinds = {"announce"} if announcers else set()
    backs: dict[str, list[str]] = {}
    if turn is not None:
        allowed_cards = (card for card in CARDS.values() if card.case is not None and pli.allows(card.case))
        if any(partie.can(Lay(turn, card, "a", letter=letter_of(card))) for card in allowed_cards if card.known):
            kinds.add("lay")
        for kind, action in (("passe", Passe), ("discard", Discard)):
            # A card that may be laid face down may also be entered by a back: the arbiter need not have seen it.
            allowed = [back for back in _BACKS if partie.can(action(turn, CARDS[back]))]
            if allowed:
                kinds.add(kind)
                backs[kind] = allowed
    return Choices(kinds, backs, announcers)


def spent_cards(partie: Partie) -> frozenset[str]:
    """Return the texts of the cards of which no copy is left: no player who may act now can have one (D1).

    Cards that a player cannot have for another reason are not among these: if they are entered, the reason is told,
    because an earlier entry may be wrong.
    """
    movers, state, setup = partie.movers(), partie.state, partie.setup

    def is_spent(seat: Seat, card: Card) -> bool:
        return any(refusal.reason == "spent" for refusal in partie.refusals(_entry(partie, seat, card)))

    seen = [card for card in FACES if movers and all_seen(state, setup, card)]  # few, and no other can be spent
    return frozenset(card.text for card in seen if all(is_spent(seat, card) for seat in movers))


def _entry(partie: Partie, seat: Seat, card: Card) -> Action:
    if partie.awaits == SWAP:
        return Swap(seat, card)
    if partie.awaits == REVEAL:
        return Reveal(seat, card)
    return Lay(seat, card, "a", letter=letter_of(card))


def letter_of(card: Card) -> str:
    """Return a letter that can be named for a card: "a" for the JOKER (J3), which can be any letter; "" for others."""
    return "a" if card.wild and card.case is Case.MAJ else ""
