"""Floor 3. A whole game on top of the word checks: start reading at ``partie``; it knows no sentences and no screen.

What a front-end needs is imported from here; bots are in ``bots`` and ``strategy``, simulations in ``simulation``.
"""

from .actions import Action, AnnounceBelettre, Discard, Lay, Overrule, Overtime, Passe, PickUp, Reveal, Swap
from .deal import Deal
from .events import Event
from .legality import IllegalActionError, MoveRefusal
from .partie import Partie, ReplayError, WordJudge
from .questions import Question
from .records.journal import Journal, JournalError
from .records.json_lines import (
    Record,
    RecordError,
    fingerprint,
    format_record,
    judge_again,
    parse_record,
    partie_of,
    record_of,
)
from .records.shorthand import ShorthandError, read_shorthand, write_shorthand
from .seats import SEATS, Seat, Team
from .setup import Setup
from .view import View, seen_by

__all__ = [
    "SEATS",
    "Action",
    "AnnounceBelettre",
    "Deal",
    "Discard",
    "Event",
    "IllegalActionError",
    "Journal",
    "JournalError",
    "Lay",
    "MoveRefusal",
    "Overrule",
    "Overtime",
    "Partie",
    "Passe",
    "PickUp",
    "Question",
    "Record",
    "RecordError",
    "ReplayError",
    "Reveal",
    "Seat",
    "Setup",
    "ShorthandError",
    "Swap",
    "Team",
    "View",
    "WordJudge",
    "fingerprint",
    "format_record",
    "judge_again",
    "parse_record",
    "partie_of",
    "read_shorthand",
    "record_of",
    "seen_by",
    "write_shorthand",
]
