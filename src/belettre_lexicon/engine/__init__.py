"""The engine: plays whole games of Belettre, using the word checks of ``words``. Start reading at ``partie``.

Front-ends import what they need from here. The engine displays nothing and contains no messages for
players. It has two subpackages: ``bots`` has programs that play a seat, ``records`` has formats for saving games.
"""

from ..games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from ..games.belettre.deal import Deal
from ..games.belettre.events import (
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
from ..games.belettre.legality.checks import MoveRefusal
from ..games.belettre.partie import Partie, WordJudge
from ..games.belettre.real_cards import Question
from ..games.belettre.records.json_lines import (
    Difference,
    Journal,
    Record,
    fingerprint,
    format_record,
    judge_again,
    parse_record,
    partie_of,
    record_of,
)
from ..games.belettre.records.shorthand import ShorthandError, read_shorthand, write_shorthand
from ..games.belettre.seats import SEATS, Seat, Team
from ..games.belettre.setup import Setup
from ..games.belettre.view import View, seen_by
from ..games.kit.chain import RecordError
from ..games.kit.journal import JournalError
from ..games.kit.machine import IllegalActionError, ReplayError

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
