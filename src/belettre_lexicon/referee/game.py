"""Sentences about a game: its events, refused moves, questions to the players, and what it is waiting for.

Start reading at ``event_text``. Its result names every card of an event: to hide cards from a player, pass the event
through ``engine.seen_by`` first. Unprintable characters in text from records and players are escaped
(``sentences.printable``).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

from ..french.cards import CARDS
from ..french.decks import JOKER
from ..games.belettre.actions import MAX_REASON, THINKING_TIME
from ..games.belettre.checks import MoveRefusal
from ..games.belettre.events import (
    BEGUN,
    BELETTRE,
    DIX_DE_DER,
    FORFEITED,
    SCORED,
    BelettreAnnounced,
    Dealt,
    Discarded,
    Event,
    MancheEnded,
    Overran,
    Overruled,
    PartieEnded,
    Passed,
    PliTaken,
    Revealed,
    Swapped,
    TakerNamed,
    Trapped,
    WordAccepted,
    WordRefused,
    WordSaid,
)
from ..games.belettre.legality import Question
from ..games.belettre.manche import PLIS
from ..games.belettre.pli import Pli
from ..games.belettre.seats import SEATS, TEAMS, Seat
from ..games.belettre.state import SWAP, Awaits
from ..games.kit.machine import ActionRefusal
from .catalogue import Catalogue
from .names import addressed, capital, card_text, points_text, seat_text, seats_text, team_heading, team_text
from .sentences import items_text, printable, verdict_text

#: The section of the catalogue with sentences about the reader, or with sentences about any player.
_Section = Literal["you", "events"]
#: The reasons whose value is shown unchanged, even if it looks like a card or a seat. Most of these values are text
#: that a person typed.
_TYPED_VALUES = frozenset(
    {
        "not_a_seat",
        "not_a_card",
        "no_word",
        "not_yes_or_no",
        "not_named",
        "named",
        "holds_already",
        "no_reason",
        "in_time",
    }
)
#: The keys of the sentences about a Belettre, by the stage that it has reached with an event (S3).
_BELETTRE_KEYS = {BEGUN: "belettre_begun", SCORED: "belettre_scored", FORFEITED: "belettre_forfeited"}
#: The keys of the sentences about events that need only one line, or the beginnings of these keys.
_KEYS: dict[type, str] = {
    BelettreAnnounced: "announced",
    Discarded: "discarded",
    Overran: "overran",
    Overruled: "overruled",
    Passed: "passed",
    Revealed: "revealed",
    Swapped: "swapped",
    TakerNamed: "taker",
    WordAccepted: "word",
    WordRefused: "refused",
}


def event_text(event: Event, say: Catalogue, you: Seat | None = None) -> str:
    """Return sentences that describe an event; some events, such as the end of a manche, need several lines.

    you  the seat of the only reader, who is addressed: « Vous posez … »; None to name all players by their seats
    """
    return "\n".join(printable(capital(line)) for line in _event_lines(event, say, you))


def move_refusal_text(refusal: ActionRefusal, say: Catalogue, you: Seat | None = None) -> str:
    """Return a sentence for players that gives one reason, *refusal*, why a move is illegal.

    *you* is the seat of the only reader, if *say* calls them « vous » (``names.with_players``).
    """

    def names(text: str) -> str:
        return ", ".join(_seat_or_card_text(part, say) for part in text.split(", "))

    value, expected = refusal.value, refusal.expected
    seat = next((seat for seat in SEATS if seat.value == value), None)
    text = say(
        addressed(f"move.{refusal.reason}", say, seat, you),
        value=value if refusal.reason in _TYPED_VALUES else names(value),
        expected=names(expected),
        maximum=MAX_REASON,
        allowed=THINKING_TIME,
        **_evidence(refusal, say),
    )
    return printable(capital(text))


def taking_text(pli: Pli, say: Catalogue, you: Seat | None = None) -> str:
    """Return a sentence that says by which rule a full pli was picked up (P8, P9, P11, T2 to T4).

    *you* is the seat of the only reader, if *say* calls them « vous » (``names.with_players``).
    """
    rule = pli.taking_rule
    seat = {"P8": pli.holder, "P9": pli.lost_by, "P11": pli.opener}.get(rule, pli.swapper)
    assert seat is not None  # by the rule
    word = pli.laid_by(seat).word
    return say(
        addressed(f"taking.{rule}", say, seat, you),
        word=printable(word or ""),
        seat=seat_text(seat, say),
        position=pli.position(seat),
        team=team_text(seat.team, say),
    )


def question_text(question: Question, say: Catalogue) -> str:
    """Return the text of a question for players with real cards: « Le Méridional n'a plus de majuscule ? »."""
    card = card_text(question.card, say) if question.card is not None else ""
    return capital(say(f"questions.{question.kind}", seat=seat_text(question.seat, say), card=card))


def awaits_text(awaits: Awaits, seats: Sequence[Seat], say: Catalogue, you: Seat | None = None) -> str:
    """Return a sentence that says what the game is waiting for, and who may act: « Le Ponantais joue. »

    awaits  the kind of action that the game is waiting for (``Partie.awaits``)
    seats   the seats that may act: one seat to lay a card; one or more to swap, to pick up or to reveal a card; none if
            the game is over
    you     the seat of the only reader, if *say* calls them « vous » (``names.with_players``)
    """
    several = "_unknown" if awaits == SWAP and len(seats) > 1 else ""
    key = addressed(f"awaits.{awaits}{several}", say, seats[0] if len(seats) == 1 else None, you)
    return capital(say(key, seats=seats_text(seats, say)))


def _event_lines(event: Event, say: Catalogue, you: Seat | None) -> Iterator[str]:
    """Yield the lines that describe an event. A Belettre begun, scored or forfeited with it has its own line (S3)."""
    about: _Section = "you" if you is not None and getattr(event, "seat", None) is you else "events"
    match event:
        case PliTaken():
            yield from _taken_lines(event, say, about)
        case MancheEnded():
            yield from _manche_lines(event, say)
        case Dealt():
            yield _dealt_text(event, say, you)
        case Trapped():
            yield _trapped_text(event, say, you)
        case _:
            yield _one_line(event, say, about)
    if isinstance(event, WordSaid | Passed | Discarded | Swapped | Revealed) and event.belettre in _BELETTRE_KEYS:
        key = f"{about}.{_BELETTRE_KEYS[event.belettre]}"
        yield say(key, seat=seat_text(event.seat, say), points=points_text(BELETTRE, say))


def _one_line(event: Event, say: Catalogue, about: _Section) -> str:
    """Return the sentence for an event that needs only one line. Raises TypeError if *event* is not an event."""
    key = _KEYS.get(type(event), "")
    match event:
        case PartieEnded():
            return _partie_text(event, say)
        case WordRefused() | Passed():
            key += "_fault" if event.fault else ""
        case Discarded(rule="J4" | "P9"):
            key += f"_{event.rule.lower()}"
        case Overruled():
            key += "_accept" if event.accept else "_refuse"
    if not key:
        raise TypeError(f"{event!r:.80} is not an event")
    return say(f"{about}.{key}", **_values(event, say))


def _values(event: Any, say: Catalogue) -> dict[str, object]:
    """Return the values of the placeholders in the sentence for an event: its fields by name, and "team"."""
    values: dict[str, object] = {name: getattr(event, name) for name in event.__struct_fields__}
    values |= {"seat": seat_text(event.seat, say), "team": team_text(event.seat.team, say), "allowed": THINKING_TIME}
    if "card" in values:
        values["card"] = card_text(event.card, say, getattr(event, "letter", ""))
    if "back" in values:
        values["back"] = card_text(event.back, say)
    if "verdict" in values:
        values["verdict"] = verdict_text(event.verdict, say)
    return values


def _evidence(refusal: ActionRefusal, say: Catalogue) -> dict[str, str]:
    """Return the values of the placeholders "seat" and "shown" for a refusal: who has shown which cards."""
    if not isinstance(refusal, MoveRefusal):
        return {"seat": "", "shown": ""}
    shown = [say("find.joker") if card == JOKER else card for card in refusal.shown]
    return {
        "seat": _seat_or_card_text(refusal.seat, say),
        "shown": items_text(shown, say) if shown else say("move.nothing_shown"),
    }


def _dealt_text(event: Dealt, say: Catalogue, you: Seat | None) -> str:
    """Return a sentence that says who deals a manche and who opens it (D4)."""
    key = "you.dealt_dealer" if event.dealer is you else "you.dealt_opener" if event.opener is you else "events.dealt"
    return say(key, manche=event.manche, dealer=seat_text(event.dealer, say), opener=seat_text(event.opener, say))


def _trapped_text(event: Trapped, say: Catalogue, you: Seat | None) -> str:
    """Return a sentence that says who is trapped and who is at fault (T1 to T4).

    The player in position 4 is trapped. The player at fault is their partner in position 2, the player in position 3,
    or the opener in position 1. If several players may be at fault because hands are unknown, the sentence lists all
    of them.
    """
    seat = event.seat
    faults = {seat.partner: "partner", seat.partner.next: "before", seat.next: "opener"}
    kind = faults.get(event.fault[0], "unknown") if len(event.fault) == 1 else "unknown"
    key = f"events.trapped_{kind}"
    if you is seat:
        key = f"you.trapped_{kind}"
    elif event.fault == (you,):
        key = f"you.fault_{kind}"
    elif you is seat.partner and kind == "before":
        key = "you.partner_before"
    return say(
        key,
        seat=seat_text(seat, say),
        fault=seats_text(event.fault, say),
        partner=seat_text(seat.partner, say),
    )


def _taken_lines(event: PliTaken, say: Catalogue, about: _Section) -> Iterator[str]:
    """Yield a sentence that names the player who picks up a pli, and the points and cards of the pli."""
    yield say(
        f"{about}.taken",
        seat=seat_text(event.seat, say),
        number=event.number,
        points=points_text(event.points, say),
        cards=", ".join(say("find.joker") if card.text == "?" else card.text for card in event.cards),
    )
    if event.number == PLIS:
        yield say("events.dix_de_der", points=points_text(DIX_DE_DER, say), team=team_text(event.seat.team, say))


def _manche_lines(event: MancheEnded, say: Catalogue) -> Iterator[str]:
    """Yield the lines that describe the score of a manche: a heading, then one line for each team."""
    yield say("events.manche", number=event.number)
    for team in TEAMS:
        yield say(
            "events.manche_team",
            team=capital(team_heading(team, say)),
            plis=event.plis[team.index],
            belettres=event.belettres[team.index],
            dix=DIX_DE_DER if event.dix_de_der is team else 0,
            points=points_text(event.points[team.index], say),
        )


def _partie_text(event: PartieEnded, say: Catalogue) -> str:
    """Return a sentence that names the winner and the points of a partie, or says that it is a draw."""
    if event.winner is None:
        return say("events.draw", points=points_text(event.points[0], say))
    winner = event.winner
    points = points_text(event.points[winner.index], say)
    return say("events.over", team=team_text(winner, say), points=points, other=event.points[winner.other.index])


def _seat_or_card_text(text: str, say: Catalogue) -> str:
    """Return the name of the seat or card that *text* stands for (« MER », « F »); other text is returned unchanged."""
    for seat in SEATS:
        if text == seat.value:
            return seat_text(seat, say)
    return card_text(CARDS[text], say) if text in CARDS else text
