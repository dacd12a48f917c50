"""Floor 1. Records as JSON lines with a chain of checks: any line that was changed, lost or moved is noticed.

The first line holds a header, every other line an event::

    {"check":"…","header":{…}}
    {"check":"…","event":{…}}

``check`` is the beginning of the SHA-256 of the previous check and the bytes of the header or event, so that the last
check is the fingerprint of the whole. There is no secret in it: it shows damage and slips, not forgery.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec

from ..errors import ArgumentError, BelettreError

H = TypeVar("H")
E = TypeVar("E")

#: Characters in a line, and lines in a record, at most. A game has some 250 lines of some 200 characters.
MAX_LINE, MAX_LINES = 1 << 20, 100_000
#: Hexadecimal digits of a check.
_DIGITS = 16


class RecordError(BelettreError):
    """Raised for a record that cannot be read; ``line`` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"record, line {line}: {message}")
        self.line = line


class ChainedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a record: its check, and the JSON of a header or of an event."""

    check: str
    header: msgspec.Raw = msgspec.Raw()
    event: msgspec.Raw = msgspec.Raw()


def next_check(before: str, raw: bytes) -> str:
    """The check of *raw* after the check *before*, which is "" for the first line.

    >>> next_check("", b"{}")
    '44136fa355b3678a'
    """
    return hashlib.sha256(before.encode("ascii") + raw).hexdigest()[:_DIGITS]


def header_line(raw: bytes) -> ChainedLine:
    """The first line of a record, from the JSON of its header."""
    return ChainedLine(next_check("", raw), header=msgspec.Raw(raw))


def chained_lines(header: bytes, events: Iterable[bytes]) -> Iterator[ChainedLine]:
    """The lines of a record, from the JSON of its header and of its events."""
    line = header_line(header)
    yield line
    check = line.check
    for raw in events:
        check = next_check(check, raw)
        yield ChainedLine(check, event=msgspec.Raw(raw))


def encode_line(line: ChainedLine) -> bytes:
    """A line as JSON, without a line end."""
    return _ENCODER.encode(line)


def read_chain(
    lines: Iterable[str], read_header: Callable[[bytes], H], read_event: Callable[[bytes], E]
) -> tuple[H, list[E]]:
    """The header and events of a record, each read by the function that is handed in.

    The functions raise msgspec.DecodeError or ArgumentError for JSON that they cannot read. Raises RecordError naming
    the first line that is damaged, changed or too long.
    """
    header: H | None = None
    events: list[E] = []
    check = ""
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise RecordError(number, f"more than {MAX_LINES} lines or {MAX_LINE} characters, expected a game")
        first = number == 1
        try:
            decoded = _DECODER.decode(line)
            raw = bytes(decoded.header if first else decoded.event)
            if not raw:
                raise RecordError(number, f"expected {'the header of a record' if first else 'an event'}")
            if first:
                header = read_header(raw)
            check = next_check(check, raw)
            if decoded.check != check:
                raise RecordError(
                    number, f"the check is {decoded.check!r:.40}, expected {check!r}: the line was changed"
                )
            if not first:
                events.append(read_event(raw))
        except (msgspec.DecodeError, ArgumentError, UnicodeEncodeError) as error:
            raise RecordError(number, f"{error}: {line.strip()!r:.80}") from error
    if header is None:
        raise RecordError(1, "it is empty, expected the header of a record")
    return header, events


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ChainedLine)
