"""The engine, which plays whole games of Belettre, using the word checks of ``words``. Start reading at ``partie``.

This module only exports the public names of ``games.belettre``, for front-ends. The engine displays nothing and has no
messages for players. ``engine.bots`` has programs that play a seat; names from ``records`` save and load games.
"""

from ..games.belettre.actions import Action as Action
from ..games.belettre.actions import AnnounceBelettre as AnnounceBelettre
from ..games.belettre.actions import Discard as Discard
from ..games.belettre.actions import Lay as Lay
from ..games.belettre.actions import Overrule as Overrule
from ..games.belettre.actions import Overtime as Overtime
from ..games.belettre.actions import Passe as Passe
from ..games.belettre.actions import PickUp as PickUp
from ..games.belettre.actions import Reveal as Reveal
from ..games.belettre.actions import Swap as Swap
from ..games.belettre.checks import MoveRefusal as MoveRefusal
from ..games.belettre.events import BelettreAnnounced as BelettreAnnounced
from ..games.belettre.events import Dealt as Dealt
from ..games.belettre.events import Discarded as Discarded
from ..games.belettre.events import Event as Event
from ..games.belettre.events import MancheEnded as MancheEnded
from ..games.belettre.events import Overran as Overran
from ..games.belettre.events import Overruled as Overruled
from ..games.belettre.events import PartieEnded as PartieEnded
from ..games.belettre.events import Passed as Passed
from ..games.belettre.events import PliTaken as PliTaken
from ..games.belettre.events import Revealed as Revealed
from ..games.belettre.events import Swapped as Swapped
from ..games.belettre.events import TakerNamed as TakerNamed
from ..games.belettre.events import Trapped as Trapped
from ..games.belettre.events import WordAccepted as WordAccepted
from ..games.belettre.events import WordRefused as WordRefused
from ..games.belettre.events import WordSaid as WordSaid
from ..games.belettre.events import action_of as action_of
from ..games.belettre.legality import Question as Question
from ..games.belettre.partie import Partie as Partie
from ..games.belettre.partie import WordJudge as WordJudge
from ..games.belettre.records.json_lines import Difference as Difference
from ..games.belettre.records.json_lines import Journal as Journal
from ..games.belettre.records.json_lines import Record as Record
from ..games.belettre.records.json_lines import fingerprint as fingerprint
from ..games.belettre.records.json_lines import format_record as format_record
from ..games.belettre.records.json_lines import judge_again as judge_again
from ..games.belettre.records.json_lines import parse_record as parse_record
from ..games.belettre.records.json_lines import partie_of as partie_of
from ..games.belettre.records.json_lines import record_of as record_of
from ..games.belettre.records.shorthand import ShorthandError as ShorthandError
from ..games.belettre.records.shorthand import read_shorthand as read_shorthand
from ..games.belettre.records.shorthand import write_shorthand as write_shorthand
from ..games.belettre.seats import SEATS as SEATS
from ..games.belettre.seats import Seat as Seat
from ..games.belettre.seats import Team as Team
from ..games.belettre.setup import Deal as Deal
from ..games.belettre.setup import Setup as Setup
from ..games.belettre.view import View as View
from ..games.belettre.view import seen_by as seen_by
from ..games.kit.chain import RecordError as RecordError
from ..games.kit.journal import JournalError as JournalError
from ..games.kit.machine import IllegalActionError as IllegalActionError
from ..games.kit.machine import ReplayError as ReplayError

#: The public names are those imported above.
__all__ = sorted(name for name in globals() if not name.startswith("_"))
