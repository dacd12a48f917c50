"""Floor 3. Game records: a partie as JSON lines, which reads back as it was written.

Each line is one object with a check over all lines before it (``game.chain``). The first holds the header, every other
an event::

    {"check":"…","header":{"version":1,"lexicon":{…},"deck":{…},"rules":{…},"manches":4,"seed":7,"deals":[…],…}}
    {"check":"…","event":{"event":"dealt","manche":1,"dealer":"MER","opener":"PON"}}
    {"check":"…","event":{"event":"accepted","seat":"PON","card":"l","verdict":{"word":"Volonté","valid":true}}}

The last check is the fingerprint of the whole record. Anyone who rewrites a record can make the checks again, so
players who want proof write the fingerprint down. A record may end in the middle of a game. It holds all cards: nobody
who still plays should see it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from ...cards import Card
from ...decks import Deck
from ...game.chain import ChainedLine, RecordError, chained_lines, encode_line, header_line, read_chain
from ...lexicon.lexicon import Lexicon
from ...options import HouseRules
from ...words.decode import verdict_of, with_readings
from ...words.houselist import HouseList
from ...words.verdicts import Verdict
from ..deal import Deal
from ..events import Event, WordAccepted, WordRefused
from ..history_cache import HistoryCache
from ..partie import Partie, ReplayError, WordJudge
from ..seats import Seat
from ..setup import Setup
from ..state import with_states

T = TypeVar("T")

#: Version of this format; records of other versions are refused.
VERSION = 1


class Record(msgspec.Struct, frozen=True):
    """Everything that a game can be rebuilt from.

    lexicon     edition and hash of the lexicon that judged; {} when the judge has none
    players     names of the players by seat; seats without a name are left out
    house_list  the table's own words, as ``HouseList.lines`` gives them
    """

    setup: Setup
    events: tuple[Event, ...]
    lexicon: dict[str, str] = {}
    players: dict[Seat, str] = {}
    house_list: tuple[str, ...] = ()


class Difference(msgspec.Struct, frozen=True):
    """A word on which today's judge and the record disagree; ``line`` counts from 1 in the record."""

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


class _Version(msgspec.Struct, frozen=True):
    version: int


def record_of(partie: Partie, players: Mapping[Seat, str] | None = None) -> Record:
    """The record of a game as far as it has been played."""
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
    """The game of a record. Every event is checked against the rules; words keep the verdicts they had.

    Records hold no readings of valid words; a judge with the same lexicon looks them up again.
    Raises RecordError naming the line of the first event that does not follow.
    """
    try:
        return Partie.replay(judge, record.setup, restore_readings(record.events, record, judge))
    except ReplayError as error:
        raise RecordError(error.number + 1, error.message) from error


def judge_again(record: Record, judge: WordJudge) -> Iterator[Difference]:
    """The words on which *judge* and a record disagree: valid or not, or refused for other reasons."""
    history_cache = HistoryCache(record.setup.rules)
    for line, (state, event) in enumerate(with_states(record.events, record.setup), 2):
        if state is not None and isinstance(event, WordAccepted | WordRefused):
            initial, letters = state.manche.pli.constraints(event.card, event.letter)
            recorded = event.verdict
            history = history_cache.of(state.words)
            now = judge(recorded.word, initial=initial or None, letters=letters, played=history)
            if (now.valid, now.reasons) != (recorded.valid, recorded.reasons):
                yield Difference(line, recorded, now)


def format_record(record: Record) -> str:
    """A record as text, which ``parse_record`` reads back as it was."""
    return b"\n".join(map(encode_line, _lines(record))).decode("utf-8") + "\n"


def fingerprint(record: Record) -> str:
    """The last check of a record: two records with the same fingerprint are the same, but for forgery."""
    check = ""
    for line in _lines(record):
        check = line.check
    return check


def format_header(record: Record) -> tuple[str, str]:
    """The first line of a record, and its check; ``parse_record`` reads it alone as a record without events."""
    line = header_line(_encode_header(record))
    return encode_line(line).decode("utf-8"), line.check


def to_json(value: object) -> bytes:
    """An event or action, or a value that contains some, as JSON: cards as players write them, verdicts as dicts."""
    return _EVENT_ENCODER.encode(value)


def json_reader(kind: type[T]) -> msgspec.json.Decoder[T]:
    """A decoder of JSON into *kind*, which may contain events and actions.

    It raises msgspec.DecodeError, which names the place of the error.
    """
    return msgspec.json.Decoder(kind, dec_hook=_read)


def event_from_json(raw: bytes | msgspec.Raw) -> Event:
    """The event of its JSON. Raises msgspec.DecodeError, which names the place of the error."""
    return _EVENT_DECODER.decode(raw)


def restore_readings(events: Iterable[Event], record: Record, judge: WordJudge) -> Iterator[Event]:
    """Events of a record; words get their readings back where *judge* has the lexicon that judged them."""
    lexicon: Lexicon | None = getattr(judge, "lexicon", None)
    if lexicon is None or lexicon.identity != record.lexicon:
        yield from events
        return
    for event in events:
        if isinstance(event, WordAccepted | WordRefused):
            yield msgspec.structs.replace(event, verdict=with_readings(event.verdict, lexicon.readings))
        else:
            yield event


def parse_record(text: str | Iterable[str]) -> Record:
    """Read a record from text or from lines.

    Raises RecordError naming the first line that is damaged, changed, of another version, or not an event.
    """
    # Not splitlines: a word may hold a character that ends a line elsewhere, and JSON leaves it as it is.
    lines = text.removesuffix("\n").split("\n") if isinstance(text, str) else text
    record, events = read_chain(lines, _decode_header, event_from_json)
    return msgspec.structs.replace(record, events=tuple(events))


def _lines(record: Record) -> Iterator[ChainedLine]:
    return chained_lines(_encode_header(record), map(to_json, record.events))


def _encode_header(record: Record) -> bytes:
    setup = record.setup
    return msgspec.json.encode(
        _Header(
            version=VERSION,
            lexicon=record.lexicon,
            deck=setup.deck.rows(),
            rules=setup.rules.as_dict(),
            manches=setup.manches,
            seed=setup.seed,
            deals=tuple(map(_encode_deal, setup.deals)),
            first=setup.first,
            before=setup.before,
            opener=setup.opener,
            points=setup.points,
            players=record.players,
            house_list=record.house_list,
        )
    )


def _decode_header(raw: bytes) -> Record:
    version = msgspec.json.decode(raw, type=_Version).version
    if version != VERSION:
        raise RecordError(1, f"version {version} of the format, expected {VERSION}")
    header = msgspec.json.decode(raw, type=_Header)
    deck = Deck.from_rows(header.deck)
    rules = HouseRules.from_dict(header.rules)
    setup = Setup(
        deck,
        rules,
        header.manches,
        tuple(map(_decode_deal, header.deals)),
        header.seed,
        header.first,
        header.before,
        header.opener,
        header.points,
    )
    setup.check()
    HouseList.parse(header.house_list, "house_list")  # raises ArgumentError for a damaged line
    return Record(setup, (), header.lexicon, header.players, header.house_list)


def _encode_deal(deal: Deal) -> _Deal:
    first, second, third, fourth = map(_encode_cards, deal.hands)
    majuscules, minuscules = map(_encode_cards, deal.kept)
    return _Deal(deal.manche, (first, second, third, fourth), (majuscules, minuscules))


def _decode_deal(deal: _Deal) -> Deal:
    first, second, third, fourth = map(_decode_cards, deal.hands)
    majuscules, minuscules = map(_decode_cards, deal.kept)
    return Deal(deal.manche, (first, second, third, fourth), (majuscules, minuscules))


def _encode_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(card.text for card in cards)


def _decode_cards(text: str) -> tuple[Card, ...]:
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
    return Card.of(value) if kind is Card else verdict_of(value)


_EVENT_ENCODER = msgspec.json.Encoder(enc_hook=_write)
_EVENT_DECODER: msgspec.json.Decoder[Event] = msgspec.json.Decoder(Event, dec_hook=_read)
