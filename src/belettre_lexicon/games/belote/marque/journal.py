"""The journal of a score sheet: every entry in order, mistakes and undos included. Start at ``MarqueJournal``.

The lines have the format of ``kit.journal``. The first line is the header: the terms of the sheet::

    {"check":"…","header":{"version":1,"kind":"marque","rules":{"target":1001},"dealer":"S","names":["Ana","Bob","",""]}}
    {"check":"…","line":2,"did":[{"event":"written","number":1,"entry":{"team":"N+S","plis":92,"taker":"S"}}]}
    {"check":"…","line":3,"undid":1}

A front-end writes each line to permanent storage before it acknowledges the entry, and resumes the sheet from them.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Self

import msgspec

from ....base.errors import ArgumentError
from ...kit.journal import EntryJournal, JournalError
from ...kit.record import EventCodec, GameRecord, JournalFormat, check_version
from ..rules import BeloteRules
from ..seats import Seat
from .entries import NO_NAMES, MarqueAction, MarqueEvent, MarqueTerms, PlayerNames
from .marque import Marque

__all__ = ["JournalError", "MarqueJournal"]

#: The version of the format, and what the header says that the lines are.
VERSION = 1
KIND = "marque"


class MarqueRecord(GameRecord[MarqueTerms, MarqueEvent], frozen=True):
    """The terms and the log of a score sheet."""


class _MarqueHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    kind: str
    rules: dict[str, bool | int | str | None]
    dealer: Seat
    names: PlayerNames = NO_NAMES


class _Kind(msgspec.Struct, frozen=True):
    version: int
    kind: str = ""


def _encode_header(record: MarqueRecord) -> bytes:
    terms = record.setup
    return msgspec.json.encode(_MarqueHeader(VERSION, KIND, terms.rules.as_dict(), terms.dealer, terms.names))


def _decode_header(raw: bytes) -> MarqueRecord:
    found = msgspec.json.decode(raw, type=_Kind)
    if found.kind != KIND:
        raise ArgumentError(f"kind {found.kind!r:.40}, expected {KIND!r}: a score sheet of Belote")
    check_version(found.version, VERSION)
    header = msgspec.json.decode(raw, type=_MarqueHeader)
    return MarqueRecord(MarqueTerms(BeloteRules.from_dict(header.rules), header.dealer, header.names), ())


class MarqueJournal(EntryJournal[Marque, MarqueAction, MarqueEvent, MarqueRecord]):
    """A score sheet together with the journal of its entries.

    >>> from .entries import DealEntry, WriteDeal
    >>> from ..seats import Team
    >>> journal = MarqueJournal(Marque.new())
    >>> lines = [journal.header]
    >>> with journal.entering(WriteDeal(DealEntry(Team.NS, 92))) as line:
    ...     lines.append(line)
    >>> MarqueJournal.resume(lines).marque.totals
    (92, 70)

    header, number, check   as in ``EntryJournal``
    """

    __slots__ = ()
    format = JournalFormat(_encode_header, _decode_header, EventCodec[MarqueEvent](MarqueEvent))

    def __init__(self, marque: Marque) -> None:
        """Start the journal of a new sheet. Raises ArgumentError if something was entered already."""
        super().__init__(marque, MarqueRecord(marque.setup, marque.log))

    @property
    def marque(self) -> Marque:
        """The sheet, without entries that were taken back."""
        return self._game

    @classmethod
    def resume(cls, lines: Iterable[str]) -> Self:
        """Resume a sheet from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or that no
        sheet can have.
        """
        return cls.resume_game(lines, lambda record: Marque(record.setup))
