"""Floor 1. Records as JSON lines, each with a check over the lines before it, so that damage is noticed.

The first line contains a header, every other line an event::

    {"check":"…","header":{…}}
    {"check":"…","event":{…}}

``check`` is the beginning of the SHA-256 of the previous check and the bytes of the header or event. A line that was
changed, moved or removed from the middle breaks the chain. Lines missing at the end do not break it, but change the
last check, which is the fingerprint of the whole record. The checks reveal damage and mistakes, but not forgery,
because anyone can compute them.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Iterator
from typing import TypeVar

import msgspec

from ..errors import ArgumentError, BelettreError

H = TypeVar("H")
E = TypeVar("E")

#: The most characters in a line, and the most lines in a record. A game has about 250 lines of about 200 characters.
MAX_LINE, MAX_LINES = 1 << 20, 100_000
#: Hexadecimal digits in a check.
_DIGITS = 16


class RecordError(BelettreError):
    """Raised if a record cannot be read. ``line`` is the number of the line with the error, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"record, line {line}: {message}")
        self.line = line


class ChainedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a record: its check, and the JSON of a header or an event. Either ``header`` or ``event`` is empty."""

    check: str
    header: msgspec.Raw = msgspec.Raw()
    event: msgspec.Raw = msgspec.Raw()


def next_check(before: str, raw: bytes) -> str:
    """Return the check of a line whose header or event is *raw*.

    *before* is the check of the previous line; "" for the first line.

    >>> next_check("", b"{}")
    '44136fa355b3678a'
    """
    return hashlib.sha256(before.encode("ascii") + raw).hexdigest()[:_DIGITS]


def header_line(raw: bytes) -> ChainedLine:
    """Return the first line of a record, from the JSON of its header."""
    return ChainedLine(next_check("", raw), header=msgspec.Raw(raw))


def chained_lines(header: bytes, events: Iterable[bytes]) -> Iterator[ChainedLine]:
    """Return the lines of a record, from the JSON of its header and of its events."""
    line = header_line(header)
    yield line
    check = line.check
    for raw in events:
        check = next_check(check, raw)
        yield ChainedLine(check, event=msgspec.Raw(raw))


def encode_line(line: ChainedLine) -> bytes:
    """Return a line as JSON, without a line break."""
    return _ENCODER.encode(line)


def read_chain(
    lines: Iterable[str], read_header: Callable[[bytes], H], read_event: Callable[[bytes], E]
) -> tuple[H, list[E]]:
    """Read the lines of a record; return its header and its events.

    read_header, read_event  decode the JSON of a header or event; they raise msgspec.DecodeError or ArgumentError if
                             the JSON is invalid

    Raises RecordError, which names the first line that is damaged, changed or too long.
    """
    header: H | None = None
    events: list[E] = []
    check = ""
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES:
            raise RecordError(number, f"the record has more than {MAX_LINES} lines")
        if len(line) > MAX_LINE:
            raise RecordError(number, f"the line has more than {MAX_LINE} characters")
        first = number == 1
        try:
            decoded = _DECODER.decode(line)
            raw = bytes(decoded.header if first else decoded.event)
            if not raw or (decoded.event if first else decoded.header):
                raise RecordError(
                    number, f"expected {'the header of a record' if first else 'an event'} and nothing else"
                )
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
        raise RecordError(1, "the record is empty, expected a header")
    return header, events


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ChainedLine)
