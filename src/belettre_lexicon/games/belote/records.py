"""Records of Belote: a partie as JSON lines. Start at ``Record``, ``format_record`` and ``parse_record``.

Each line is a JSON object with a check, a hash of this line and all lines before it (``kit.chain``). The first line
contains the header, every other line an event::

    {"check":"…","header":{"version":1,"game":"belote","kind":"record","lines":90,"rules":{},"seed":7,"dealer":"S",…}}
    {"check":"…","line":2,"event":{"event":"dealt","number":1,"dealer":"S","retourne":"9♣","pack":["7♥",…]}}
    {"check":"…","line":3,"event":{"event":"passed","seat":"E"}}

``kind`` is "journal" in the header of a ``Journal``, which has no ``lines``, because lines are added to it.
``kit.journal`` describes the other lines of a journal.

The last check is the fingerprint of the whole record. Anyone can change a record and compute new checks, so players who
want proof have to write the fingerprint down. A record may end in the middle of a game. It shows all hands and the seed
of the next deals, so nobody who is still playing should see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from operator import attrgetter
from typing import Self

import msgspec

from ...base.errors import ArgumentError
from ..kit.chain import RecordError as RecordError
from ..kit.journal import EntryJournal
from ..kit.journal import JournalError as JournalError
from ..kit.record import EventCodec, GameRecord, RecordFormat, RecordHeader, replay_record
from .actions import Action
from .cards import Card, read_cards
from .deals.deal import Setup
from .events import Event
from .partie import Partie
from .rules import BeloteRules
from .seats import Seat

#: Version of this format; records of other versions are refused.
VERSION = 1
#: The game that a header names.
GAME = "belote"


class Record(GameRecord[Setup, Event], frozen=True):
    """Everything that is needed to rebuild a game.

    setup    the terms of the partie
    events   the log of the partie
    players  the names of the players by seat; seats without a name are left out
    """

    players: dict[Seat, str] = msgspec.field(default_factory=dict)


class _Header(RecordHeader, frozen=True, kw_only=True):
    rules: dict[str, bool | int | str | None]
    seed: int
    dealer: Seat
    packs: tuple[str, ...] = ()
    players: dict[Seat, str] = msgspec.field(default_factory=dict)


def record_of(partie: Partie, players: Mapping[Seat, str] | None = None) -> Record:
    """Return the record of a game as far as it has been played. *players* maps seats to the names of their players."""
    return Record(partie.setup, partie.log, dict(players or {}))


def partie_of(record: Record) -> Partie:
    """Rebuild the game of a record. Each event is checked against the rules.

    Raises RecordError, which names the line of the first event that breaks the rules.
    """
    return replay_record(lambda: Partie(record.setup), record.events)


def _to_header(record: Record) -> _Header:
    setup = record.setup
    return _Header(
        rules=setup.rules.as_dict(),
        seed=setup.seed,
        dealer=setup.dealer,
        packs=tuple(" ".join(card.text for card in pack) for pack in setup.packs),
        players=record.players,
    )


def _from_header(header: _Header) -> Record:
    rules = BeloteRules.from_dict(header.rules)
    setup = Setup(rules, header.seed, header.dealer, tuple(map(read_cards, header.packs)))
    setup.check()
    seats = rules.variant.table.seats
    for seat in header.players:
        if seat not in seats:
            raise ArgumentError(f"players: {seat.value}, expected one of {', '.join(one.value for one in seats)}")
    return Record(setup, (), header.players)


#: How events and actions are written as JSON: cards as players write them.
EVENT_CODEC: EventCodec[Event] = EventCodec(Event, {Card: (attrgetter("text"), Card.of)})
to_json, json_reader, event_from_json = EVENT_CODEC.encode, EVENT_CODEC.reader, EVENT_CODEC.decode
#: How records and journals are written.
RECORD_FORMAT = RecordFormat(
    VERSION, GAME, header_type=_Header, to_header=_to_header, from_header=_from_header, codec=EVENT_CODEC
)
#: Functions that return a record as text, read one from text, and return its fingerprint.
format_record, parse_record, fingerprint = RECORD_FORMAT.format, RECORD_FORMAT.parse, RECORD_FORMAT.fingerprint


class Journal(EntryJournal[Partie, Action, Event, Record]):
    """A partie together with the journal of its entries.

    >>> from belettre_lexicon.games.belote.events import Pass
    >>> journal = Journal(Partie.new(seed=7))
    >>> lines = [journal.header]
    >>> with journal.entering(Pass(Seat.EST)) as line:
    ...     lines.append(line)
    >>> with journal.taking_back() as line:
    ...     lines.append(line)
    >>> again = Journal.resume(lines)
    >>> again.number, again.undoable, again.partie.turn
    (2, 0, <Seat.EST: 'E'>)

    header, check  the first line of the journal, and the check of the last line
    number         how many lines follow the first; the lines of entries that were taken back are among them
    """

    format = RECORD_FORMAT.journal

    def __init__(self, partie: Partie, players: Mapping[Seat, str] | None = None) -> None:
        """Start the journal of a new partie. Raises ArgumentError if actions were already taken in it."""
        super().__init__(partie, record_of(partie, players))

    @property
    def partie(self) -> Partie:
        """The game. It does not include entries that were taken back."""
        return self._game

    @property
    def players(self) -> dict[Seat, str]:
        """The names of the players by seat; seats without a name are left out."""
        return self._begun.players

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Self:
        """Resume a game from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or whose
        events break the rules.
        """
        return cls.resume_game(lines, lambda record: Partie(record.setup))
