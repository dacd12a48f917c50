"""Floor 3. Game records: a partie as JSON lines, which reads back as it was written.

One object a line. The first holds the header, every other an event::

    {"check":"…","header":{"version":1,"lexicon":{…},"deck":{…},"rules":{…},"manches":4,"seed":7,"deals":[…],…}}
    {"check":"…","event":{"event":"dealt","manche":1,"dealer":"MER","opener":"PON"}}
    {"check":"…","event":{"event":"accepted","seat":"PON","card":"l","verdict":{"word":"Volonté","valid":true}}}

``check`` is the beginning of the SHA-256 of the check before it and of the bytes of the header or event: a line that
was changed, lost or moved shows, and the last check is the fingerprint of the whole. It keeps no secret: who rewrites a
record can make the checks anew, so players who want proof note the last one. A record may end in the middle of a game.
It holds all cards: nobody who still plays should see it.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from ...cards import Card
from ...decks import Deck
from ...errors import ArgumentError, BelettreError
from ...lexicon.lexicon import Lexicon
from ...options import HouseRules
from ...words.decode import decode_verdict, with_readings
from ...words.house_list import HouseList
from ...words.verdicts import Verdict
from ..deal import Deal
from ..events import Event, WordAccepted, WordRefused
from ..history_cache import HistoryCache
from ..partie import Partie, ReplayError, WordJudge
from ..seats import Seat
from ..setup import Setup
from ..state import evolve

T = TypeVar("T")

#: Version of this format; a record of another is refused.
VERSION = 1
#: Characters of a line, and lines of a record, at most: a partie has some 250 lines of some 200 characters.
MAX_LINE, MAX_LINES = 1 << 20, 100_000
#: Hexadecimal digits of a check.
_DIGITS = 16


class RecordError(BelettreError):
    """A record that cannot be read; ``line`` counts from 1."""

    def __init__(self, line: int, message: str) -> None:
        super().__init__(f"record, line {line}: {message}")
        self.line = line


class Record(msgspec.Struct, frozen=True):
    """Everything that a game is rebuilt from.

    lexicon     edition and hash of the lexicon that judged, {} when the judge has none
    players     names by seat, for those that have one
    house_list  the table's own words, as ``HouseList.lines`` gives them
    """

    setup: Setup
    events: tuple[Event, ...]
    lexicon: dict[str, str] = {}
    players: dict[Seat, str] = {}
    house_list: tuple[str, ...] = ()


class Difference(msgspec.Struct, frozen=True):
    """A word that the judge of today sees otherwise than the record; ``line`` is that of the record."""

    line: int
    recorded: Verdict
    now: Verdict


class _Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    manche: int
    hands: tuple[str, str, str, str]
    kept: tuple[str, str]


class _Header(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    version: int
    lexicon: dict[str, str]
    deck: dict[str, tuple[int, int, int, int]]
    rules: dict[str, bool | int | str]
    manches: int
    seed: int | None = None
    deals: tuple[_Deal, ...] = ()
    first: int = 1
    before: int = 0
    opener: Seat = Seat.PONANTAIS
    points: tuple[int, int] = (0, 0)
    players: dict[Seat, str] = {}
    house_list: tuple[str, ...] = ()


class _Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    check: str
    header: msgspec.Raw = msgspec.Raw()
    event: msgspec.Raw = msgspec.Raw()


class _Version(msgspec.Struct, frozen=True):
    version: int


def record_of(partie: Partie, players: Mapping[Seat, str] | None = None) -> Record:
    """The record of a game as far as it was played."""
    judge = partie.judge
    lexicon = getattr(judge, "lexicon", None)
    house = getattr(judge, "house_list", None)
    return Record(
        partie.setup,
        partie.log,
        dict(lexicon.identity) if lexicon is not None else {},
        dict(players or {}),
        tuple(house.lines()) if house is not None else (),
    )


def partie_of(record: Record, judge: WordJudge) -> Partie:
    """The game of a record, every event checked against the rules; words keep the verdicts they had.

    Records keep no readings; a judge of the same lexicon gives them back, so that a game tells its words as it did.
    Raises RecordError naming the line of the first event that does not follow.
    """
    try:
        return Partie.replay(judge, record.setup, told_again(record.events, record, judge))
    except ReplayError as error:
        raise RecordError(error.number + 1, error.message) from error


def judge_again(record: Record, judge: WordJudge) -> Iterator[Difference]:
    """The words of a record that *judge* sees otherwise: accepted or not, or for other reasons."""
    memory = HistoryCache(record.setup.rules)
    state = None
    for number, event in enumerate(record.events):
        if state is not None and isinstance(event, WordAccepted | WordRefused):
            initial, letters = state.manche.pli.asking(event.card, event.letter)
            said = event.verdict
            now = judge(said.word, initial=initial or None, letters=letters, played=memory.of(state.words))
            if (now.valid, now.reasons) != (said.valid, said.reasons):
                yield Difference(number + 2, said, now)
        state = evolve(state, event, record.setup)


def format_record(record: Record) -> str:
    """A record as text, a line each, which ``parse_record`` reads back as it was."""
    return b"\n".join(_LINES.encode(line) for line in _lines(record)).decode("utf-8") + "\n"


def fingerprint(record: Record) -> str:
    """The last check of a record: equal for equal records, and for no others that anybody will meet by chance."""
    check = ""
    for line in _lines(record):
        check = line.check
    return check


def format_header(record: Record) -> tuple[str, str]:
    """The first line of a record, and its check; ``parse_record`` reads it alone as a record without events."""
    line = _header_line(record)
    return _LINES.encode(line).decode("utf-8"), line.check


def to_json(value: object) -> bytes:
    """An event, an action, or what holds some, as JSON: cards as players write them, verdicts with their proofs."""
    return _EVENTS.encode(value)


def json_reader(kind: type[T]) -> msgspec.json.Decoder[T]:
    """What reads JSON that holds events or actions into *kind*; it raises msgspec.DecodeError naming the place."""
    return msgspec.json.Decoder(kind, dec_hook=_read)


def event_of(raw: bytes | msgspec.Raw) -> Event:
    """The event of its JSON. Raises msgspec.DecodeError, naming the place, when it is none."""
    return _EVENT_READER.decode(raw)


def chained(before: str, raw: bytes) -> str:
    """The check of what is written after the check *before*."""
    return hashlib.sha256(before.encode("ascii") + raw).hexdigest()[:_DIGITS]


def told_again(events: Iterable[Event], record: Record, judge: WordJudge) -> Iterator[Event]:
    """Events of a record, whose words know their readings where *judge* goes by the lexicon that judged then."""
    lexicon: Lexicon | None = getattr(judge, "lexicon", None)
    if lexicon is None or lexicon.identity != record.lexicon:
        yield from events
        return
    for event in events:
        if isinstance(event, WordAccepted | WordRefused):
            yield msgspec.structs.replace(event, verdict=with_readings(event.verdict, lexicon.readings))
        else:
            yield event


def _header_line(record: Record) -> _Line:
    setup = record.setup
    header = _Header(
        version=VERSION,
        lexicon=record.lexicon,
        deck=setup.deck.rows(),
        rules=setup.rules.as_dict(),
        manches=setup.manches,
        seed=setup.seed,
        deals=tuple(map(_write_deal, setup.deals)),
        first=setup.first,
        before=setup.before,
        opener=setup.opener,
        points=setup.points,
        players=record.players,
        house_list=record.house_list,
    )
    raw = _LINES.encode(header)
    return _Line(chained("", raw), header=msgspec.Raw(raw))


def _lines(record: Record) -> Iterator[_Line]:
    line = _header_line(record)
    yield line
    check = line.check
    for event in record.events:
        raw = to_json(event)
        check = chained(check, raw)
        yield _Line(check, event=msgspec.Raw(raw))


def parse_record(text: str | Iterable[str]) -> Record:
    """Read a record, from text or from lines. Raises RecordError naming the first line that is damaged, changed, of
    another version or no event."""
    # Not splitlines: a word may hold a sign that ends a line elsewhere, and JSON leaves it as it is.
    lines = text.removesuffix("\n").split("\n") if isinstance(text, str) else text
    record, check = None, ""
    events: list[Event] = []
    for number, line in enumerate(lines, 1):
        if number > MAX_LINES or len(line) > MAX_LINE:
            raise RecordError(number, f"more than {MAX_LINES} lines or {MAX_LINE} characters, expected a game")
        try:
            read = _LINE_READER.decode(line)
            raw = bytes(read.event if record is not None else read.header)
            if not raw:
                raise RecordError(number, f"expected {'an event' if record is not None else 'the header of a record'}")
            if record is None:
                record = _read_header(raw, number)
            check = chained(check, raw)
            if read.check != check:
                raise RecordError(number, f"the check is {read.check!r:.40}, expected {check!r}: the line was changed")
            if number > 1:
                events.append(event_of(raw))
        except (msgspec.DecodeError, ArgumentError, UnicodeEncodeError) as error:
            raise RecordError(number, f"{error}: {line.strip()!r:.80}") from error
    if record is None:
        raise RecordError(1, "it is empty, expected the header of a record")
    return msgspec.structs.replace(record, events=tuple(events))


def _read_header(raw: bytes, number: int) -> Record:
    version = msgspec.json.decode(raw, type=_Version).version
    if version != VERSION:
        raise RecordError(number, f"version {version} of the format, expected {VERSION}")
    header = msgspec.json.decode(raw, type=_Header)
    deck = Deck.from_rows(header.deck)
    rules = HouseRules.from_dict(header.rules)
    setup = Setup(
        deck,
        rules,
        header.manches,
        tuple(map(_read_deal, header.deals)),
        header.seed,
        header.first,
        header.before,
        header.opener,
        header.points,
    )
    setup.check()
    HouseList.parse(header.house_list, "house_list")  # raises where a line is none
    return Record(setup, (), header.lexicon, header.players, header.house_list)


def _write_deal(deal: Deal) -> _Deal:
    first, second, third, fourth = map(_write_cards, deal.hands)
    return _Deal(deal.manche, (first, second, third, fourth), (_write_cards(deal.kept[0]), _write_cards(deal.kept[1])))


def _read_deal(deal: _Deal) -> Deal:
    first, second, third, fourth = map(_read_cards, deal.hands)
    return Deal(deal.manche, (first, second, third, fourth), (_read_cards(deal.kept[0]), _read_cards(deal.kept[1])))


def _write_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def _read_cards(text: str) -> tuple[Card, ...]:
    return tuple(map(Card.of, text.split()))


def _write(value: object) -> Any:
    """What msgspec cannot write by itself."""
    if isinstance(value, Card):
        return value.text
    if isinstance(value, Verdict):
        return value.as_dict()
    raise TypeError(f"{type(value).__name__} is in no event")


def _read(kind: type, value: Any) -> Any:
    """What msgspec cannot read by itself. Raises ArgumentError, a ValueError, which msgspec reports with its place."""
    return Card.of(value) if kind is Card else decode_verdict(value)


_EVENTS = msgspec.json.Encoder(enc_hook=_write)
_LINES = msgspec.json.Encoder()
_EVENT_READER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=_read)
_LINE_READER = msgspec.json.Decoder(_Line)
