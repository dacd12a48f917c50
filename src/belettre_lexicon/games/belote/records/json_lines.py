"""Records of Belote: a partie as JSON lines. Start at ``Record``, ``format_record`` and ``parse_record``.

Each line is a JSON object with a check, a hash of this line and all lines before it (``games.kit.chain``). The first line
contains the header, every other line an event::

    {"check":"…","header":{"version":1,"game":"belote","kind":"record","lines":90,"rules":{},"seed":7,"dealer":"S",…}}
    {"check":"…","line":2,"event":{"event":"dealt","number":1,"dealer":"S","retourne":"9♣","pack":["7♥",…]}}
    {"check":"…","line":3,"event":{"event":"passed","seat":"E"}}

``kind`` is "journal" in the header of a journal (``journal``), which has no ``lines``, because lines are added to it.
The last check is the fingerprint of the whole record. Anyone can change a record and compute new checks, so players who
want proof have to write the fingerprint down. A record may end in the middle of a game. It shows all hands and the seed
of the next deals, so nobody who is still playing should see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec

from ....base.errors import ArgumentError
from ...kit.chain import (
    ChainedLine,
    EventCodec,
    Head,
    RecordError,
    chained_lines,
    check_line_count,
    encode_line,
    header_line,
    last_check,
    read_chain,
)
from ..cards import Card, read_cards
from ..events import Event
from ..partie import Partie, ReplayError
from ..rules import BeloteRules
from ..seats import Seat
from ..setup import Setup

__all__ = [
    "EVENT_CODEC",
    "GAME",
    "JOURNAL",
    "RECORD",
    "VERSION",
    "Record",
    "RecordError",
    "decode_header",
    "event_from_json",
    "fingerprint",
    "format_header",
    "format_record",
    "json_reader",
    "parse_record",
    "partie_of",
    "record_of",
    "to_json",
]

T = TypeVar("T")

#: Version of this format; records of other versions are refused.
VERSION = 1
#: The game that a header names. Records of Belettre name none.
GAME: Final = "belote"
#: What a header begins: a record or a journal.
RECORD: Final = "record"
JOURNAL: Final = "journal"


class Record(msgspec.Struct, frozen=True):
    """Everything that is needed to rebuild a game.

    setup    the terms of the partie
    events   the log of the partie
    players  the names of the players by seat; seats without a name are left out
    """

    setup: Setup
    events: tuple[Event, ...]
    players: dict[Seat, str] = {}


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    version: int
    game: Literal["belote"]
    kind: Literal["record", "journal"]
    lines: int = 0
    rules: dict[str, bool | int | str | None]
    seed: int
    dealer: Seat
    packs: tuple[str, ...] = ()
    players: dict[Seat, str] = {}


class _Named(msgspec.Struct, frozen=True):
    """What is read of a header first, to say what is wrong with a file of another kind."""

    version: int
    game: str = "belettre"


def record_of(partie: Partie, players: Mapping[Seat, str] | None = None) -> Record:
    """Return the record of a game as far as it has been played. *players* maps seats to the names of their players."""
    return Record(partie.setup, partie.log, dict(players or {}))


def partie_of(record: Record) -> Partie:
    """Rebuild the game of a record. Each event is checked against the rules.

    Raises RecordError, which names the line of the first event that breaks the rules.
    """
    try:
        return Partie.replay(record.setup, record.events)
    except ReplayError as error:
        raise RecordError(error.number + 1, error.message) from error
    except ArgumentError as error:
        raise RecordError(1, str(error)) from error


def format_record(record: Record) -> str:
    """Return a record as text, from which ``parse_record`` returns an equal record."""
    return b"\n".join(map(encode_line, _lines(record))).decode("utf-8") + "\n"


def parse_record(text: str | Iterable[str]) -> Record:
    """Read a record from text, or from lines that may end with a line break.

    Raises RecordError, which names the first line that is damaged, changed, missing, repeated, moved, of another
    version, or not an event.
    """
    # Not splitlines: a name may hold a character that ends a line elsewhere, and JSON leaves it as it is.
    lines = text.removesuffix("\n").split("\n") if isinstance(text, str) else text
    record, events = read_chain(lines, lambda raw: decode_header(raw, RECORD), EVENT_CODEC)
    return msgspec.structs.replace(record, events=tuple(events))


def fingerprint(record: Record) -> str:
    """Return the fingerprint of a record: the check of its last line, 16 hexadecimal digits.

    Equal records have equal fingerprints. Different records have different fingerprints, unless one record was forged.
    """
    return last_check(_lines(record))


def format_header(record: Record) -> tuple[str, str]:
    """Return the first line of the journal of a game, and its check. *record* is the game at its beginning."""
    line = header_line(_encode_header(record, JOURNAL))
    return encode_line(line).decode("utf-8"), line.check


def decode_header(raw: bytes, expected: Literal["record", "journal"]) -> Head[Record]:
    """Decode the header of a record or journal. The record that is returned has no events.

    Raises ArgumentError or msgspec.DecodeError if the header is invalid, of another version or game, or of the other
    kind.
    """
    named = msgspec.json.decode(raw, type=_Named)
    if named.game != GAME:
        raise ArgumentError(f"game {named.game!r:.40}: the file is of another game, expected {GAME!r}")
    if named.version != VERSION:
        raise ArgumentError(f"format version {named.version}, expected {VERSION}")
    header = msgspec.json.decode(raw, type=_Header)
    if header.kind != expected:
        other = {RECORD: "the record of a game", JOURNAL: "the journal of a game"}[header.kind]
        raise ArgumentError(f"kind {header.kind!r}: the file is {other}, expected a {expected}")
    check_line_count(header.lines, of_record=header.kind == RECORD)
    rules = BeloteRules.from_dict(header.rules)
    setup = Setup(rules, header.seed, header.dealer, tuple(map(read_cards, header.packs)))
    setup.check()
    return Head(Record(setup, (), header.players), True, header.lines)


def to_json(value: object) -> bytes:
    """Encode as JSON an event, an action, or a value that contains events or actions.

    Cards are written as players write them (``Card.text``).
    """
    return _ENCODER.encode(value)


def json_reader(kind: type[T]) -> msgspec.json.Decoder[T]:
    """Return a decoder from JSON to values of type *kind*, which may contain events and actions.

    Its ``decode`` raises msgspec.DecodeError, whose message says where in the JSON the error is.
    """
    return msgspec.json.Decoder(kind, dec_hook=_decode_hook)


def event_from_json(raw: bytes | msgspec.Raw) -> Event:
    """Decode an event. Raises msgspec.DecodeError, whose message says where in the JSON the error is."""
    return _EVENT_DECODER.decode(raw)


def _lines(record: Record) -> Iterator[ChainedLine]:
    return chained_lines(_encode_header(record, RECORD), map(to_json, record.events))


def _encode_header(record: Record, kind: Literal["record", "journal"]) -> bytes:
    setup = record.setup
    return msgspec.json.encode(
        _Header(
            version=VERSION,
            game=GAME,
            kind=kind,
            lines=0 if kind == JOURNAL else len(record.events) + 1,
            rules=setup.rules.as_dict(),
            seed=setup.seed,
            dealer=setup.dealer,
            packs=tuple(" ".join(card.text for card in pack) for pack in setup.packs),
            players=record.players,
        )
    )


def _encode_hook(value: object) -> Any:
    """Turn a value that msgspec cannot encode by itself into one that it can."""
    if isinstance(value, Card):
        return value.text
    raise TypeError(f"{type(value).__name__} cannot be part of an event")


def _decode_hook(kind: type, value: Any) -> Any:
    """Return the card that a text names. Raises ArgumentError, a ValueError, so msgspec adds the place in the JSON."""
    return Card.of(value)


_ENCODER = msgspec.json.Encoder(enc_hook=_encode_hook)
_EVENT_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=_decode_hook)
#: How records and journals keep events.
EVENT_CODEC: EventCodec[Event] = EventCodec(to_json, event_from_json)
