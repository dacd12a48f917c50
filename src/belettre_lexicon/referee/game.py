"""Floor 4. A game as sentences: what happened, what is against a move, what the table is asked, what is awaited.

Start reading at ``event_text``. An event is told as it is: where somebody must not see a card, ``engine.seen_by``
comes first. Whatever a record or a player brought in is printable when it leaves here.
"""

from __future__ import annotations

from ..cards import CARDS
from ..engine.actions import MAX_REASON, THINKING_TIME
from ..engine.events import (
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
from ..engine.manche import PLIS
from ..engine.questions import Question
from ..engine.seats import SEATS, TEAMS, Seat
from ..game.refusals import ActionRefusal
from ..words.verdicts import Verdict
from .catalogue import Catalogue
from .names import capital, card_text, points_text, seat_text, seats_text, team_text
from .sentences import printable, verdict_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Refusals whose value is what somebody typed, and so no card and no seat even where it looks like one.
_TYPED = frozenset(
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
#: The sentence of a Belettre that has come so far (S3).
_BELETTRES = {
    BEGUN: "events.belettre_begun",
    SCORED: "events.belettre_scored",
    FORFEITED: "events.belettre_forfeited",
}


def event_text(event: Event, say: Catalogue) -> str:
    """What happened, in whole sentences; several lines where several things did, as for a score."""
    return "\n".join(printable(capital(line)) for line in _lines(event, say))


def move_refusal_text(refusal: ActionRefusal, say: Catalogue) -> str:
    """One rule against a move, as a sentence that a player understands."""

    def named(text: str) -> str:
        return ", ".join(_named(part, say) for part in text.split(", "))

    value, expected = refusal.value, refusal.expected
    text = say(
        f"move.{refusal.reason}",
        value=value if refusal.reason in _TYPED else named(value),
        expected=named(expected),
        maximum=MAX_REASON,
        allowed=THINKING_TIME,
    )
    return printable(capital(text))


def question_text(question: Question, say: Catalogue) -> str:
    """What the table is asked: « Le Méridional n'a plus de majuscule ? »."""
    return capital(say(f"questions.{question.kind}", seat=seat_text(question.seat, say)))


def awaits_text(awaits: str, seats: Sequence[Seat], say: Catalogue) -> str:
    """What a game waits for, and whom: *seats* has one seat to lay, those that may have to swap, pick up or show."""
    several = "_unknown" if awaits == "swap" and len(seats) > 1 else ""
    return capital(say(f"awaits.{awaits}{several}", seats=seats_text(seats, say)))


def _lines(event: Event, say: Catalogue) -> Iterator[str]:
    match event:
        case WordAccepted() | WordRefused():
            yield _word_text(event, say)
        case PliTaken():
            yield from _taken_lines(event, say)
        case MancheEnded():
            yield from _manche_lines(event, say)
        case _:
            yield _one_line(event, say)
    if isinstance(event, WordSaid | Passed | Discarded | Swapped | Revealed) and event.belettre in _BELETTRES:
        yield say(_BELETTRES[event.belettre], seat=seat_text(event.seat, say), points=points_text(BELETTRE, say))


def _one_line(event: Event, say: Catalogue) -> str:
    match event:
        case Dealt():
            dealer, opener = seat_text(event.dealer, say), seat_text(event.opener, say)
            return say("events.dealt", manche=event.manche, dealer=dealer, opener=opener)
        case BelettreAnnounced():
            return say("events.announced", seat=seat_text(event.seat, say))
        case Passed():
            key = "events.passed_fault" if event.fault else "events.passed"
            return say(key, **_who_and_card(event, say), team=team_text(event.seat.team, say))
        case Discarded():
            key = f"events.discarded_{event.rule.lower()}" if event.rule in ("J4", "P9") else "events.discarded"
            return say(key, **_who_and_card(event, say))
        case Trapped():
            return _trapped_text(event, say)
        case Swapped():
            return say("events.swapped", **_who_and_card(event, say), back=card_text(event.back, say))
        case Revealed():
            return say("events.revealed", **_who_and_card(event, say))
        case TakerNamed():
            return say("events.taker", team=capital(team_text(event.seat.team, say)), seat=seat_text(event.seat, say))
        case PartieEnded():
            return _partie_text(event, say)
        case Overruled():
            key = "events.overruled_accept" if event.accept else "events.overruled_refuse"
            return say(key, word=event.word, seat=seat_text(event.seat, say), reason=event.reason)
        case Overran():
            seat = seat_text(event.seat, say)
            return say("events.overran", seat=seat, seconds=event.seconds, allowed=THINKING_TIME)
    raise TypeError(f"{event!r:.80} is no event")


def _who_and_card(event: Passed | Discarded | Swapped | Revealed, say: Catalogue) -> dict[str, str]:
    return {"seat": seat_text(event.seat, say), "card": card_text(event.card, say)}


def _word_text(event: WordSaid, say: Catalogue) -> str:
    verdict = event.verdict
    values = {"seat": seat_text(event.seat, say), "card": card_text(event.card, say, event.letter)}
    if isinstance(event, WordAccepted):
        return say("events.word", **values, verdict=_verdict_text(verdict, say))
    if not verdict.word:
        return say("events.refused_silent", **values)
    return say("events.refused", **values, verdict=_verdict_text(verdict, say))


def _verdict_text(verdict: Verdict, say: Catalogue) -> str:
    """The verdict and its proof; a recorded valid word has no proof, since records keep no readings."""
    return " ".join(filter(None, verdict_line(verdict, say)))


def _trapped_text(event: Trapped, say: Catalogue) -> str:
    """T1 to T4: position 4 is trapped; at fault is its partner, else the seat before it, else the opener."""
    seat = event.seat
    whose = {seat.partner: "partner", seat.partner.next: "before", seat.next: "opener"}
    kind = whose.get(event.fault[0], "unknown") if len(event.fault) == 1 else "unknown"
    return say(
        f"events.trapped_{kind}",
        seat=seat_text(seat, say),
        fault=seats_text(event.fault, say),
        partner=seat_text(seat.partner, say),
    )


def _taken_lines(event: PliTaken, say: Catalogue) -> Iterator[str]:
    yield say(
        "events.taken",
        seat=seat_text(event.seat, say),
        number=event.number,
        points=points_text(event.points, say),
        cards=", ".join(say("find.joker") if card.text == "?" else card.text for card in event.cards),
    )
    if event.number == PLIS:
        yield say("events.dix_de_der", points=points_text(DIX_DE_DER, say), team=team_text(event.seat.team, say))


def _manche_lines(event: MancheEnded, say: Catalogue) -> Iterator[str]:
    yield say("events.manche", number=event.number)
    for team in TEAMS:
        yield say(
            "events.manche_team",
            team=capital(team_text(team, say)),
            plis=event.plis[team.index],
            belettres=event.belettres[team.index],
            dix=DIX_DE_DER if event.dix_de_der is team else 0,
            points=points_text(event.points[team.index], say),
        )


def _partie_text(event: PartieEnded, say: Catalogue) -> str:
    if event.winner is None:
        return say("events.draw", points=points_text(event.points[0], say))
    winner = event.winner
    points = points_text(event.points[winner.index], say)
    return say("events.over", team=team_text(winner, say), points=points, other=event.points[winner.other.index])


def _named(text: str, say: Catalogue) -> str:
    """A seat or a card as players say it; any other text as it is."""
    for seat in SEATS:
        if text == seat.value:
            return seat_text(seat, say)
    return card_text(CARDS[text], say) if text in CARDS else text
