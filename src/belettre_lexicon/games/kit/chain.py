"""Chained lines: JSON lines, each with a check over the lines before it, so that damage is noticed.

Records and journals consist of such lines. The first line contains a header, every other line an event (in a record) or
an entry (in a journal, see ``journal``)::

    {"check":"…","header":{…}}
    {"check":"…","line":2,"event":{…}}

``check`` is the beginning of the SHA-256 of the previous check and the content of the line. ``line`` is the number of
the line in its file. A check that does not follow from the previous one reveals damage; the numbers tell what happened
(``_Diagnosis``): a line was changed, repeated or moved, or lines are missing. Lines missing at the end do not break the
chain. To notice these, a record states in its header how many lines it has; for a journal, the caller has to keep the
last check elsewhere. The checks reveal damage and mistakes, but not forgery, because anyone can compute them.

Start reading at ``follow_chain``.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import Any, Generic, Literal, NamedTuple, TypeVar

import msgspec

from ...base.errors import ArgumentError, BelettreError

H = TypeVar("H")
E = TypeVar("E")

#: The most characters in a line, and the most lines in a record. A game has about 250 lines of about 200 characters.
MAX_LINE, MAX_LINES = 1 << 20, 100_000
#: What decoding a damaged line, header or event may raise.
DAMAGE = (msgspec.DecodeError, ArgumentError, UnicodeError, RecursionError)
#: The type of an exception about a line: it takes the number of the line, from 1, and a message.
LineErrorType = Callable[[int, str], BelettreError]
#: Hexadecimal digits in a check.
_DIGITS = 16
#: What msgspec says of a line that ends too early.
_TRUNCATED = "Input data was truncated"
#: The most characters of a damaged line, and of the reason why it cannot be read, in an error.
_SHOWN, _REASON = 80, 200


class RecordError(BelettreError):
    """Raised if a record cannot be read. ``line`` is the number of the line with the error, from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"record, line {line}: {message}")
        self.line = line


class ChainedLine(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A line of a record or a journal.

    In a valid line, exactly one of *header*, *event*, *undid* and *did* is filled in, or *undid* and *did* both are.

    check   the check of this line and all lines before it
    line    the number of the line in its file; 0 for the first line
    header  the JSON of the header, in the first line
    event   the JSON of an event, in a record
    undid   in a journal, the number of entries that were taken back; 0 if none were
    did     in a journal, the JSON of each event of an entry; with *undid*, it replaces the entries that were taken back
    """

    check: str
    line: int = 0
    header: msgspec.Raw = msgspec.Raw()
    event: msgspec.Raw = msgspec.Raw()
    undid: int = 0
    did: tuple[msgspec.Raw, ...] = ()

    def content(self) -> bytes:
        """Return the bytes of the line that are hashed, after the check of the previous line, to give its check."""
        undid = b"undid %d" % self.undid
        if self.did:
            return b"\n".join([*([undid] if self.undid else []), *map(bytes, self.did)])
        return bytes(self.header) or bytes(self.event) or undid

    @property
    def kind(self) -> Literal["header", "event", "entry", ""]:
        """What the line contains; undos and corrections are entries too. "" if it contains none or several of these."""
        header, event = bytes(self.header), bytes(self.event)
        if self.did or self.undid:
            return "" if header or event else "entry"
        if event:
            return "" if header else "event"
        return "header" if header else ""


class Head(NamedTuple, Generic[H]):
    """The header of a record or journal, after decoding.

    header  the decoded header, such as a record without events
    lines   how many lines the file of a record has, the header included; 0 if the header does not say it
    """

    header: H
    lines: int = 0


def next_check(before: str, raw: bytes) -> str:
    """Return the check of a line whose content is *raw*.

    *before* is the check of the previous line; "" for the first line.

    >>> next_check("", b"{}")
    '44136fa355b3678a'
    """
    return hashlib.sha256(before.encode("ascii") + raw).hexdigest()[:_DIGITS]


def header_line(raw: bytes) -> ChainedLine:
    """Return the first line of a record or journal, from the JSON of its header."""
    return ChainedLine(next_check("", raw), header=msgspec.Raw(raw))


def chained_lines(header: bytes, events: Iterable[bytes]) -> Iterator[ChainedLine]:
    """Yield the lines of a record, from the JSON of its header and of its events."""
    line = header_line(header)
    yield line
    check = line.check
    for number, raw in enumerate(events, 2):
        check = next_check(check, raw)
        yield ChainedLine(check, number, event=msgspec.Raw(raw))


def encode_line(line: ChainedLine) -> bytes:
    """Return a line as JSON, without a line break."""
    return _ENCODER.encode(line)


def read_chain(
    lines: Iterable[str], read_header: Callable[[bytes], Head[H]], read_event: Callable[[bytes], E]
) -> tuple[H, list[E]]:
    """Read the lines of a record; return its header and its events.

    *read_header* and *read_event* decode the JSON of a header and of an event; they raise msgspec.DecodeError or
    ArgumentError if the JSON is invalid. Raises RecordError, which names the first line that is damaged, changed,
    missing, moved or too long.
    """
    remaining = iter(lines)
    head, check = read_head(next(remaining, None), read_header, RecordError)
    events: list[E] = []
    number = 1
    for number, line in follow_chain(remaining, 2, check, RecordError):
        if line.kind != "event":
            raise RecordError(number, f"expected an event and nothing else, {_found(line)}")
        if head.lines and number > head.lines:
            raise RecordError(number, f"the record has {head.lines} lines: this line was added")
        try:
            events.append(read_event(bytes(line.event)))
        except DAMAGE as error:
            raise RecordError(number, unreadable(bytes(line.event), error)) from error
    if number < head.lines:
        raise RecordError(number + 1, f"the record ends here, but has {head.lines} lines: its end is missing")
    return head.header, events


def read_head(
    line: str | None, read_header: Callable[[bytes], Head[H]], error_type: LineErrorType
) -> tuple[Head[H], str]:
    """Read the first line of a record or journal; return the decoded header and the check of the line.

    line         the first line; None if the file has no lines
    read_header  decodes the JSON of a header, as in ``read_chain``
    error_type   the type of the exception that is raised if the line is missing, is not a header or was changed
    """
    if line is None:
        raise error_type(1, "the file is empty, expected a header")
    decoded = _decode(line, 1, error_type)
    if decoded.kind != "header" or decoded.line not in (0, 1):
        found = f"{_found(decoded)}: the first line is missing or was moved"
        raise error_type(1, f"expected a header and nothing else, {found}")
    raw = bytes(decoded.header)
    check = next_check("", raw)
    if decoded.check != check:
        raise error_type(1, f"the check is {decoded.check!r:.40}, expected {check!r}: the line was changed")
    try:
        check_names(raw)
        return read_header(raw), check
    except DAMAGE as error:
        raise error_type(1, unreadable(raw, error)) from error


def follow_chain(
    lines: Iterable[str], first: int, check: str, error_type: LineErrorType
) -> Iterator[tuple[int, ChainedLine]]:
    """Yield the number of each line and the decoded line, after checking that it follows from the line before it.

    first       the number of the first of *lines* in the file
    check       the check of the line before the first of *lines*
    error_type  the type of the exception that is raised at the first line that cannot be read or does not follow
    """
    seen = {check: first - 1}
    remaining = iter(lines)
    for number, text in enumerate(remaining, first):
        line = _decode(text, number, error_type)
        expected = next_check(check, line.content())
        if line.check != expected or line.line != number:
            raise error_type(number, _Diagnosis(number, check, seen, remaining).of(line))
        check = expected
        seen[check] = number
        yield number, line


def unreadable(raw: bytes | str, error: Exception) -> str:
    """Return a message that says that *raw*, a line or its content, cannot be read because of *error*."""
    text = raw.decode("utf-8", "replace") if isinstance(raw, bytes) else raw
    why = "the line is cut off" if str(error) == _TRUNCATED else f"{error!s:.{_REASON}}"
    return f"{why}: {text.strip()!r:.{_SHOWN}}"


def check_names(raw: bytes | str) -> None:
    """Raise ArgumentError if an object in the JSON has the same name twice.

    msgspec would accept such a line and use the last value of that name; another reader may use the first.
    """
    json.loads(raw, object_pairs_hook=_check_pairs, parse_int=str)  # int would refuse 4300 digits


class _Diagnosis:
    """Tells what happened to a line that does not follow from the line before it.

    number  the number that the line should have, from its place in the file
    before  the check of the line before it
    seen    the number of each line before it, by its check
    rest    the lines after it
    """

    def __init__(self, number: int, before: str, seen: dict[str, int], rest: Iterator[str]) -> None:
        self._number = number
        self._before = before
        self._seen = seen
        #: The lines after it that can be read, each with its number in the file.
        self._rest: list[tuple[int, ChainedLine]] = []
        for place, text in enumerate(islice(rest, MAX_LINES), number + 1):
            try:
                self._rest.append((place, _DECODER.decode(text)))
            except (msgspec.DecodeError, UnicodeError, RecursionError):
                continue

    def of(self, line: ChainedLine) -> str:
        number = self._number
        check = next_check(self._before, line.content())
        if earlier := self._seen.get(line.check):
            return f"the line repeats line {earlier}"
        if not line.line:
            return f'the line has no number, expected "line":{number}: the line was changed'
        if line.check == check:
            return f"the number of the line is {line.line}, expected {number}: the number was changed"
        if belongs := next((place for place, other in self._rest if self._follows(other)), 0):
            if belongs == number + 1 and line.line == number:
                return f"the line does not belong here: line {belongs} of the file follows line {number - 1}"
            return f"the line was moved here from line {line.line}: line {number} is now line {belongs} of the file"
        if line.line > number:
            return self._missing(line.line)
        return f"the check is {line.check!r:.40}, expected {check!r}: the line was changed"

    def _follows(self, line: ChainedLine) -> bool:
        return line.line == self._number and line.check == next_check(self._before, line.content())

    def _missing(self, found: int) -> str:
        """Return which of the lines before line *found* are missing."""
        later = {line.line for _, line in self._rest}
        missing = sum(number not in later for number in range(self._number, min(found, self._number + MAX_LINES)))
        if found - self._number == 1:
            return f"line {self._number} is missing: line {found} stands in its place"
        return f"{missing} lines are missing, from line {self._number} on: line {found} stands in its place"


def _decode(text: str, number: int, error_type: LineErrorType) -> ChainedLine:
    """Decode a line. *error_type* is the type of the exception that is raised if it is too long or cannot be read."""
    if number > MAX_LINES:
        raise error_type(number, f"more than {MAX_LINES} lines, expected a game")
    if len(text) > MAX_LINE:
        raise error_type(number, f"the line has more than {MAX_LINE} characters")
    try:
        line = _DECODER.decode(text)
        if _ENCODER.encode(line).decode("utf-8") != text:
            check_names(text)
    except DAMAGE as error:
        raise error_type(number, unreadable(text, error)) from error
    return line


def _check_pairs(pairs: list[tuple[str, Any]]) -> None:
    names = [name for name, _ in pairs]
    if len(set(names)) != len(names):
        twice = next(name for name in names if names.count(name) > 1)
        raise ArgumentError(f"the name {twice!r:.40} occurs twice in an object")


def _found(line: ChainedLine) -> str:
    return {
        "header": "found the first line of a game",
        "event": "found a line of a record",
        "entry": "found a line of a journal",
    }.get(line.kind, "found none or several of header, event, did and undid")


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(ChainedLine)
