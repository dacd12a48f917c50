"""The journal of a score sheet: every entry in order, mistakes and undos included. Start at ``MarqueJournal``.

The lines have the format of ``games.kit.journal``. The first line is the header: the terms of the sheet::

    {"check":"…","header":{"version":1,"kind":"marque","rules":{"target":1001},"dealer":"S","names":["Ana","Bob","",""]}}
    {"check":"…","line":2,"did":[{"event":"written","number":1,"entry":{"team":"N+S","plis":92,"taker":"S"}}]}
    {"check":"…","line":3,"undid":1}

A front-end writes each line to permanent storage before it acknowledges the entry, and resumes the sheet from them.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from ....base.errors import ArgumentError
from ...kit.chain import EventCodec, Head, encode_line, header_line, read_head
from ...kit.journal import EntryJournal, JournalError
from ..rules import BeloteRules
from ..seats import Seat
from .entries import NO_NAMES, MarqueAction, MarqueEvent, PlayerNames
from .marque import Marque
from .terms import MarqueTerms

__all__ = ["JournalError", "MarqueJournal"]

#: The version of the format, and what the header says that the lines are.
VERSION = 1
KIND = "marque"


class MarqueJournal(EntryJournal[Marque, MarqueAction, MarqueEvent]):
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

    def __init__(self, marque: Marque) -> None:
        """Start the journal of a new sheet. Raises ArgumentError if something was entered already."""
        terms = marque.setup
        raw = msgspec.json.encode(_MarqueHeader(VERSION, KIND, terms.rules.as_dict(), terms.dealer, terms.names))
        line = header_line(raw)
        super().__init__(marque, encode_line(line).decode("utf-8"), line.check, _CODEC)

    @property
    def marque(self) -> Marque:
        """The sheet, without entries that were taken back."""
        return self._game

    @classmethod
    def resume(cls, lines: Iterable[str]) -> MarqueJournal:
        """Resume a sheet from the lines of its journal.

        Raises JournalError, which names the first line that is damaged, changed, missing, repeated or moved, or that no
        sheet can have.
        """
        remaining = iter(lines)
        header = next(remaining, None)
        head, check = read_head(header, _decode_header, JournalError)
        try:
            journal = cls(Marque(head.header))
        except ArgumentError as error:
            raise JournalError(1, str(error)) from error
        journal.header, journal.check = (header or "").rstrip("\r\n"), check
        journal.follow(remaining)
        return journal


class _MarqueHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    version: int
    kind: str
    rules: dict[str, bool | int | str | None]
    dealer: Seat
    names: PlayerNames = NO_NAMES


class _Kind(msgspec.Struct, frozen=True):
    version: int
    kind: str = ""


def _decode_header(raw: bytes) -> Head[MarqueTerms]:
    """Decode a header. Raises ArgumentError or msgspec.DecodeError if it is not the header of a sheet."""
    found = msgspec.json.decode(raw, type=_Kind)
    if found.kind != KIND:
        raise ArgumentError(f"kind {found.kind!r:.40}, expected {KIND!r}: a score sheet of Belote")
    if found.version != VERSION:
        raise ArgumentError(f"format version {found.version}, expected {VERSION}")
    header = msgspec.json.decode(raw, type=_MarqueHeader)
    return Head(MarqueTerms(BeloteRules.from_dict(header.rules), header.dealer, header.names), numbered=True)


_CODEC: EventCodec[MarqueEvent] = EventCodec(msgspec.json.encode, msgspec.json.Decoder(MarqueEvent).decode)
