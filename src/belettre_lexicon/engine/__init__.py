"""Floor 3. The engine: plays whole games of Belettre, using the word checks of ``words``. Start reading at ``partie``.

Front-ends import what they need from here. The engine displays nothing and contains no messages for
players. It has two subpackages: ``bots`` has programs that play a seat, ``records`` has formats for saving games.
"""

from ..game.chain import RecordError
from ..game.machine import ReplayError
from ..game.refusals import IllegalActionError
from .actions import Action, AnnounceBelettre, Discard, Lay, Overrule, Overtime, Passe, PickUp, Reveal, Swap
from .deal import Deal
from .events import (
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
    action_of,
)
from .legality import MoveRefusal
from .partie import Partie, WordJudge
from .questions import Question
from .records.journal import Journal, JournalError
from .records.json_lines import (
    Difference,
    Record,
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
    "BelettreAnnounced",
    "Deal",
    "Dealt",
    "Difference",
    "Discard",
    "Discarded",
    "Event",
    "IllegalActionError",
    "Journal",
    "JournalError",
    "Lay",
    "MancheEnded",
    "MoveRefusal",
    "Overran",
    "Overrule",
    "Overruled",
    "Overtime",
    "Partie",
    "PartieEnded",
    "Passe",
    "Passed",
    "PickUp",
    "PliTaken",
    "Question",
    "Record",
    "RecordError",
    "ReplayError",
    "Reveal",
    "Revealed",
    "Seat",
    "Setup",
    "ShorthandError",
    "Swap",
    "Swapped",
    "TakerNamed",
    "Team",
    "Trapped",
    "View",
    "WordAccepted",
    "WordJudge",
    "WordRefused",
    "WordSaid",
    "action_of",
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
