"""Replies of a score sheet to lines that it refuses or does not understand, and its help."""

from __future__ import annotations

from ...games.belote.seats import SEATS, TEAMS
from ..catalogue import Catalogue, printable
from .names import player_text, side_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from ...games.belote.marque.refusals import MarqueRefusal
    from ...games.belote.marque.typed import UnclearEntry

#: The topics of the help, in order.
_HELP = (
    "deal",
    "team",
    "belote",
    "capot",
    "annonces",
    "renonce",
    "passed",
    "correct",
    "show",
    "players",
    "quit",
)


def marque_refusal_text(refusal: MarqueRefusal, say: Catalogue) -> str:
    """Return a sentence that says why an entry is refused, with the id of the rule."""
    key = f"marque_refusal.{refusal.reason}"
    if refusal.reason == "no_such_deal" and refusal.expected:
        key += "_expected"
    if refusal.reason == "too_many_belotes" and refusal.expected == "1":
        key += "_one"
    why = say(key, value=printable(refusal.value), expected=printable(refusal.expected))
    return say("marque_refusal.sentence", why=why, proof=refusal.rule)


def unclear_entry_text(unclear: UnclearEntry, names: Sequence[str], say: Catalogue) -> str:
    """Return a sentence that says what a line lacks, or which word of it is not understood."""
    reason = unclear.reason
    if reason == "who" and not unclear.value:
        return say("marque_unclear.who_missing", known=_known(names, say))
    example, other = _examples(names, say)
    return say(
        f"marque_unclear.{reason}",
        value=printable(unclear.value),
        expected=unclear.expected,
        known=_known(names, say),
        example=example,
        other=other,
    )


def sheet_help_lines(names: Sequence[str], say: Catalogue) -> Iterator[str]:
    """Yield a line for each kind of line that may be typed, with the players of the table as examples."""
    example, other = _examples(names, say)
    for topic in _HELP:
        yield say(f"marque_help.{topic}", example=example, other=other)


def _known(names: Sequence[str], say: Catalogue) -> str:
    """Return the players and teams that a line can name."""
    players = [player_text(seat, names, say) for seat in SEATS]
    return ", ".join([*players, *(side_text(team, say) for team in TEAMS)])


def _examples(names: Sequence[str], say: Catalogue) -> tuple[str, str]:
    """Return the names of two players of different teams, as they may be typed."""
    return player_text(SEATS[0], names, say).lower(), player_text(SEATS[1], names, say).lower()
