"""Records: the header and the events of a game as chained lines (``chain``), in the format of the game.

A game says what its headers contain, and which types occur in its events; everything else is the same for all games.
Start reading at ``RecordFormat``. The headers of all games begin with the same fields (``RecordHeader``)::

    {"version":1,"game":"belote","kind":"record","lines":90,…}

``kind`` is "journal" in the header of a journal (``journal``), which has no ``lines``, because lines are added to it.
``version`` is the version of the format of that game. A file of another version is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any, Final, Generic, Literal, NamedTuple, TypeVar

import msgspec

from ...base.errors import ArgumentError
from . import chain
from .chain import ChainedLine, Head, RecordError
from .machine import EventT, Machine, ReplayError, SetupT

T = TypeVar("T")
MachineT = TypeVar("MachineT", bound=Machine[Any, Any, Any, Any, Any])
RecordT = TypeVar("RecordT", bound="GameRecord[Any, Any]")
#: What a header begins: a record or a journal.
RecordKind = Literal["record", "journal"]
RECORD: Final = "record"
JOURNAL: Final = "journal"
#: The game of headers that name none.
UNNAMED_GAME = "belettre"
#: A function that turns a value into one that JSON has, and one that does the reverse or raises ArgumentError.
JsonFunctions = tuple[Callable[[Any], Any], Callable[[Any], Any]]


class EventCodec(Generic[EventT]):
    """How the events of a game are written as JSON, and read again.

    encode  returns the JSON of an event, or of any value that contains events or actions
    decode  returns the event that JSON describes; raises msgspec.DecodeError, whose message says where the error is
    """

    __slots__ = ("_decoders", "_encoders", "decode", "encode")

    def __init__(self, event_type: Any, types: Mapping[type, JsonFunctions] = MappingProxyType({})) -> None:
        """Prepare to write and read events.

        event_type  the type of the events, or the union of their types
        types       the types that occur in events and that msgspec does not know
        """
        self._encoders = {kind: encode for kind, (encode, _) in types.items()}
        self._decoders = {kind: decode for kind, (_, decode) in types.items()}
        self.encode: Callable[[object], bytes] = msgspec.json.Encoder(enc_hook=self._encode_value).encode
        self.decode: Callable[[bytes | msgspec.Raw], EventT] = self.reader(event_type).decode

    def of_type(self, kind: Any) -> EventCodec[Any]:
        """Return a codec for values of type *kind*, which may contain events or actions of the game.

        Its ``encode`` is the same; its ``decode`` returns values of that type.
        """
        return EventCodec(kind, {one: (encode, self._decoders[one]) for one, encode in self._encoders.items()})

    def reader(self, kind: type[T]) -> msgspec.json.Decoder[T]:
        """Return a decoder from JSON to values of type *kind*, which may contain events and actions.

        Its ``decode`` raises msgspec.DecodeError, whose message says where in the JSON the error is.
        """
        # ArgumentError is a ValueError, so msgspec adds the position in the JSON.
        return msgspec.json.Decoder(kind, dec_hook=lambda wanted, value: self._decoders[wanted](value))

    def read(self, raw: bytes) -> EventT:
        """Return the event that JSON describes.

        Raises msgspec.DecodeError like ``decode``, and ArgumentError if an object has the same name twice, which
        ``decode`` accepts.
        """
        event = self.decode(raw)
        if self.encode(event) != raw:
            chain.check_names(raw)
        return event

    def _encode_value(self, value: object) -> Any:
        encode = self._encoders.get(value.__class__)
        if encode is None:
            raise TypeError(f"{type(value).__name__} cannot be part of an event")
        return encode(value)


class GameRecord(msgspec.Struct, Generic[SetupT, EventT], frozen=True):
    """Base class of records, the data from which a game is rebuilt. Each game adds fields of its own.

    setup   the terms of the game
    events  the log of the game
    """

    setup: SetupT
    events: tuple[EventT, ...]


class RecordHeader(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """The fields with which the headers of all games begin. Each game adds its own; ``RecordFormat`` fills in these.

    version  the version of the format
    game     the name of the game; "" for Belettre
    kind     "record" or "journal"
    lines    how many lines a record has, the header included; 0 in a journal
    """

    version: int = 0
    game: str = ""
    kind: str = ""
    lines: int = 0


class _Named(msgspec.Struct, frozen=True):
    """The fields of a header that are read first, to recognize a file of another game, kind or version."""

    version: int
    game: str = UNNAMED_GAME
    kind: str = ""


class JournalFormat(NamedTuple, Generic[RecordT, EventT]):
    """How the journals of a game are written and read (``journal``).

    encode_header  returns the JSON of a header, from the record of the game at its beginning
    decode_header  returns that record from the JSON; raises msgspec.DecodeError or ArgumentError if it is invalid
    codec          writes and reads the events
    """

    encode_header: Callable[[RecordT], bytes]
    decode_header: Callable[[bytes], RecordT]
    codec: EventCodec[EventT]


class RecordFormat(Generic[RecordT, EventT]):
    """The format of the records and journals of a game.

    version      the version that is written and read; raise it if programs that read the old version would misread
                 the new one
    game         the name of the game
    header_type  the type of the headers
    to_header    returns the header of a record; the fields of ``RecordHeader`` are filled in afterwards
    from_header  returns the record that a header describes, without events; raises ArgumentError if the header is
                 invalid
    codec        writes and reads the events
    """

    def __init__(
        self,
        version: int,
        game: str,
        *,
        header_type: type[RecordHeader],
        to_header: Callable[[RecordT], RecordHeader],
        from_header: Callable[[Any], RecordT],
        codec: EventCodec[EventT],
    ) -> None:
        self.version = version
        self.game = game
        self.codec = codec
        self._header_type = header_type
        self._to_header = to_header
        self._from_header = from_header

    def format(self, record: RecordT) -> str:
        """Return a record as text, JSON lines from which ``parse`` returns an equal record."""
        return b"\n".join(map(chain.encode_line, self._lines(record))).decode("utf-8") + "\n"

    def parse(self, text: str | Iterable[str]) -> RecordT:
        """Read a record from text, or from lines that may end with a line break.

        Raises RecordError, which names the first line that is damaged, changed, missing, repeated, moved, of another
        version, or not an event.
        """
        # Not splitlines: a text may hold a character that ends a line elsewhere, and JSON leaves it as it is.
        lines = text.removesuffix("\n").split("\n") if isinstance(text, str) else text
        record, events = chain.read_chain(lines, lambda raw: self.decode_header(raw, RECORD), self.codec.read)
        return msgspec.structs.replace(record, events=tuple(events))

    def fingerprint(self, record: RecordT) -> str:
        """Return the fingerprint of a record: the check of its last line, 16 hexadecimal digits."""
        *_, last = self._lines(record)
        return last.check

    def encode_header(self, record: RecordT, kind: RecordKind) -> bytes:
        """Return the JSON of the header of a record or, depending on *kind*, of a journal of the same game."""
        header = msgspec.structs.replace(
            self._to_header(record),
            version=self.version,
            game="" if self.game == UNNAMED_GAME else self.game,
            kind=kind,
            lines=0 if kind == JOURNAL else len(record.events) + 1,
        )
        return msgspec.json.encode(header)

    def decode_header(self, raw: bytes, expected: RecordKind) -> Head[RecordT]:
        """Return the record that the JSON of a header describes, without events, and its number of lines.

        Raises ArgumentError or msgspec.DecodeError if the header is invalid, is of another game or version, or is not
        of the *expected* kind.
        """
        named = msgspec.json.decode(raw, type=_Named)
        if named.game != self.game:
            raise ArgumentError(f"game {named.game!r:.40}: the file is of another game, expected {self.game!r}")
        if named.kind != expected:
            other = {RECORD: "the record of a game", JOURNAL: "the journal of a game"}.get(
                named.kind, "of another sort"
            )
            raise ArgumentError(f"kind {named.kind!r:.40}: the file is {other}, expected a {expected}")
        check_version(named.version, self.version)
        header = msgspec.json.decode(raw, type=self._header_type)
        lines = header.lines
        if lines and (expected != RECORD or not 1 <= lines <= chain.MAX_LINES):
            raise ArgumentError(f"lines: {lines} is not a number from 1 to {chain.MAX_LINES}, or is not of a record")
        if not lines and expected == RECORD:
            raise ArgumentError("lines: expected the number of lines of the record")
        return Head(self._from_header(header), lines)

    @property
    def journal(self) -> JournalFormat[RecordT, EventT]:
        """The format of the journals of the game."""
        return JournalFormat(
            lambda record: self.encode_header(record, JOURNAL),
            lambda raw: self.decode_header(raw, JOURNAL).header,
            self.codec,
        )

    def _lines(self, record: RecordT) -> Iterator[ChainedLine]:
        return chain.chained_lines(self.encode_header(record, RECORD), map(self.codec.encode, record.events))


def check_version(found: int, expected: int) -> None:
    """Raise ArgumentError if the version of a format is not the expected one."""
    if found != expected:
        raise ArgumentError(f"format version {found}, expected {expected}")


def replay_record(start: Callable[[], MachineT], events: Iterable[Any]) -> MachineT:
    """Return the game of a record: *start* returns the game at its beginning, then *events*, its log, are replayed.

    Raises RecordError, which names the line of the first event that breaks the rules, or line 1 if the game cannot
    start.
    """
    try:
        game = start()
        game.follow_log(events)
    except ReplayError as error:
        raise RecordError(error.number + 1, error.message) from error
    except ArgumentError as error:
        raise RecordError(1, str(error)) from error
    return game
