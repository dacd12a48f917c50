"""Records: a partie as JSON lines. Start reading at ``Record``, ``format_record`` and ``parse_record``.

Each line is a JSON object with a check, a hash of this line and all lines before it (``kit.chain``). The first line
contains the header, every other line an event::

    {"check":"…","header":{"version":2,"kind":"record","lines":90,"lexicon":{…},"deck":{…},"rules":{…},"manches":4,…}}
    {"check":"…","line":2,"event":{"event":"dealt","manche":1,"dealer":"MER","opener":"PON"}}
    {"check":"…","line":3,"event":{"event":"accepted","seat":"PON","card":"l","verdict":{"word":"Volonté",…}}}

``kind`` is "journal" in the header of a ``Journal``, which has no ``lines``, because lines are added to it.
``kit.journal`` describes the other lines of a journal.

The last check is the fingerprint of the whole record. Anyone can change a record and compute new checks, so players who
want proof have to write the fingerprint down. A record may end in the middle of a game. It shows all hands, so nobody
who is still playing should see it.

Files of format 1 cannot be read. No release has written such files.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from operator import attrgetter
from typing import Any, NamedTuple, Self

import msgspec

from ....base.errors import ArgumentError
from ....french.cards import Card
from ....french.decks import Deck
from ....french.rules import HouseRules
from ....lexicon.lexicon import Lexicon
from ....words.decode import decode_verdict, encode_record, with_readings
from ....words.house_list import HouseList
from ....words.verdicts import REASONS, Verdict
from ...kit.journal import EntryJournal
from ...kit.record import UNNAMED_GAME, EventCodec, GameRecord, RecordFormat, RecordHeader, replay_record
from ...kit.seats import Points
from ..actions import Action, Lay, Overrule
from ..events import Event, WordAccepted, WordRefused, WordSaid, action_of
from ..partie import HistoryCache, Partie, WordJudge
from ..seats import Seat
from ..setup import Deal, Setup
from ..state import with_states

#: Version of this format; records of other versions are refused.
VERSION = 2
#: The largest number of characters in the identity of a lexicon: its hash has 64.
_MOST_IDENTITY = 100


class Record(GameRecord[Setup, Event], frozen=True):
    """Everything that is needed to rebuild a game.

    setup       the terms of the partie, with its deals
    events      the log of the partie
    lexicon     the edition and the hash of the lexicon used to judge the words; {} if the judge has no lexicon
    players     the names of the players by seat; seats without a name are left out
    house_list  the words that the players agreed to accept or refuse, as ``HouseList.lines`` returns them; () for none
    """

    lexicon: dict[str, str] = msgspec.field(default_factory=dict)
    players: dict[Seat, str] = msgspec.field(default_factory=dict)
    house_list: tuple[str, ...] = ()


class Difference(msgspec.Struct, frozen=True):
    """A word for which a judge returns a different verdict from the one in a record.

    line      the number of the line of the word in the record, from 1 (the header)
    recorded  the verdict in the record
    now       the verdict of the judge
    """

    line: int
    recorded: Verdict
    now: Verdict

    @property
    def event(self) -> int:
        """The index of the event of the word in the log, from 0."""
        return self.line - 2


class _Deal(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    manche: int
    hands: tuple[str, str, str, str]
    kept: tuple[str, str]


class _Header(RecordHeader, frozen=True, kw_only=True):
    lexicon: dict[str, str]
    deck: dict[str, tuple[int, int, int, int]]
    rules: dict[str, bool | int | str]
    manches: int
    seed: int | None = None
    deals: tuple[_Deal, ...] = ()
    first: int = 1
    before: int = 0
    opener: Seat = Seat.PONANTAIS
    points: Points = (0, 0)
    players: dict[Seat, str] = msgspec.field(default_factory=dict)
    house_list: tuple[str, ...] = ()


def record_of(partie: Partie, players: Mapping[Seat, str] | None = None) -> Record:
    """Return the record of a game as far as it has been played. *players* maps seats to the names of their players."""
    judge = partie.judge
    lexicon = getattr(judge, "lexicon", None)
    house = getattr(judge, "house", None)
    return Record(
        partie.setup,
        partie.log,
        dict(lexicon.identity) if lexicon is not None else {},
        dict(players or {}),
        tuple(house.lines()) if house is not None else (),
    )


def partie_of(record: Record, judge: WordJudge) -> Partie:
    """Rebuild the game of a record. Each event is checked against the rules; words keep their recorded verdicts.

    Records do not contain the readings of words (lemma, part of speech, form). If *judge* has the lexicon of the
    record, they are looked up again. Raises RecordError, which names the line of the first event that breaks the rules,
    or line 1 if the judge has other house rules.
    """
    return replay_record(lambda: Partie(judge, record.setup), _restore_readings(record.events, record, judge))


def judge_again(record: Record, judge: WordJudge) -> Iterator[Difference]:
    """Yield the words for which *judge* returns a different verdict from the recorded one.

    Verdicts differ if only one of them accepts the word, or if they refuse it for different reasons. A recorded reason
    of a check that the table had added is ignored if *judge* does not have that check.
    """
    known = {*REASONS, *(check.reason for check in getattr(judge, "checks", ()))}
    history_cache = HistoryCache(record.setup.rules)
    for line, (state, event) in enumerate(with_states(record.events, record.setup), 2):
        if state is not None and isinstance(event, WordAccepted | WordRefused):
            initial, letters = state.manche.pli.constraints(event.card, event.letter)
            recorded = event.verdict
            history = history_cache.of(state.words)
            now = judge(recorded.word, initial=initial or None, letters=letters, played=history)
            compared = known.union(now.reasons)
            if now.reasons != tuple(reason for reason in recorded.reasons if reason in compared):
                yield Difference(line, recorded, now)


def format_record(record: Record) -> str:
    """Return a record as text, from which ``parse_record`` returns an equal record."""
    return RECORD_FORMAT.format(record)


def parse_record(text: str | Iterable[str]) -> Record:
    """Read a record from text, or from lines that may end with a line break.

    Raises RecordError, which names the first line that is damaged, changed, missing, repeated, moved, of another
    version, or not an event.
    """
    return RECORD_FORMAT.parse(text)


def fingerprint(record: Record) -> str:
    """Return the fingerprint of a record: the check of its last line, 16 hexadecimal digits.

    Equal records have equal fingerprints. Different records have different ones, unless a forger made them equal.
    """
    return RECORD_FORMAT.fingerprint(record)


def _restore_readings(events: Iterable[Event], record: Record, judge: WordJudge) -> Iterator[Event]:
    """Yield events. If *judge* has the lexicon of *record*, add the readings of words, which records do not contain."""
    lexicon: Lexicon | None = getattr(judge, "lexicon", None)
    if lexicon is None or lexicon.identity != record.lexicon:
        yield from events
        return
    for event in events:
        if isinstance(event, WordAccepted | WordRefused):
            yield msgspec.structs.replace(event, verdict=with_readings(event.verdict, lexicon.readings))
        else:
            yield event


def _to_header(record: Record) -> _Header:
    setup = record.setup
    return _Header(
        lexicon=record.lexicon,
        deck=setup.deck.rows(),
        rules=setup.rules.as_dict(),
        deals=tuple(map(_encode_deal, setup.deals)),
        players=record.players,
        house_list=record.house_list,
        **_shared(setup),
    )


def _shared(terms: Setup | _Header) -> dict[str, Any]:
    """Return the fields that are the same in the terms of a partie and in a header."""
    return {name: getattr(terms, name) for name in ("manches", "seed", "first", "before", "opener", "points")}


def _from_header(header: _Header) -> Record:
    if set(header.lexicon) not in (set(), {"edition", "hash"}):
        raise ArgumentError(f"lexicon: {sorted(header.lexicon)!r:.60}, expected edition and hash, or nothing")
    if any(len(text) > _MOST_IDENTITY or not text.isprintable() for text in header.lexicon.values()):
        raise ArgumentError(f"lexicon: {header.lexicon!r:.120} does not identify a lexicon")
    setup = Setup(
        deck=Deck.from_rows(header.deck),
        rules=HouseRules.from_dict(header.rules),
        deals=tuple(map(_decode_deal, header.deals)),
        **_shared(header),
    )
    setup.check()
    HouseList.parse(header.house_list, "house_list")  # raises ArgumentError for a damaged line
    return Record(setup, (), header.lexicon, header.players, header.house_list)


def _encode_deal(deal: Deal) -> _Deal:
    hands, kept = ([" ".join(card.text for card in cards) for cards in part] for part in (deal.hands, deal.kept))
    return _Deal(deal.manche, (hands[0], hands[1], hands[2], hands[3]), (kept[0], kept[1]))


def _decode_deal(deal: _Deal) -> Deal:
    hands, kept = ([tuple(map(Card.of, text.split())) for text in part] for part in (deal.hands, deal.kept))
    return Deal(deal.manche, (hands[0], hands[1], hands[2], hands[3]), (kept[0], kept[1]))


#: How events and actions are written as JSON: cards as players write them, verdicts as ``words.decode`` writes them.
EVENT_CODEC: EventCodec[Event] = EventCodec(
    Event, {Card: (attrgetter("text"), Card.of), Verdict: (encode_record, decode_verdict)}
)
to_json, json_reader, event_from_json = EVENT_CODEC.encode, EVENT_CODEC.reader, EVENT_CODEC.decode
#: How records and journals are written.
RECORD_FORMAT = RecordFormat(
    VERSION, UNNAMED_GAME, header_type=_Header, to_header=_to_header, from_header=_from_header, codec=EVENT_CODEC
)


class Journal(EntryJournal[Partie, Action, Event, Record]):
    """A partie together with the journal of its entries.

    >>> from belettre_lexicon import Judge
    >>> from belettre_lexicon.french.cards import Card
    >>> from belettre_lexicon.games.belettre.actions import Lay
    >>> judge = Judge(Lexicon.open())
    >>> journal = Journal(Partie.watched(judge))
    >>> lines = [journal.header]
    >>> with journal.entering(Lay(Seat.PONANTAIS, Card.of("l"), "volonté")) as line:
    ...     lines.append(line)
    >>> with journal.taking_back() as line:
    ...     lines.append(line)
    >>> again = Journal.resume(lines, lambda record: judge)
    >>> again.number, again.undoable, again.partie.turn
    (2, 0, <Seat.PONANTAIS: 'PON'>)

    header, number, check   as in ``EntryJournal``
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
    def resume(cls, lines: Iterable[str], judge_of: Callable[[Record], WordJudge]) -> Self:
        """Resume a game from the lines of its journal.

        *judge_of* takes the record of the game at its beginning, and returns a judge with the house rules and the house
        list of that record. Words keep their recorded verdicts. Raises JournalError, which names the first line that is
        damaged, changed, missing, repeated or moved, or whose events break the rules.
        """
        return cls.resume_game(lines, lambda record: Partie(judge_of(record), record.setup))

    def _restored(self, events: Iterable[Event]) -> Iterable[Event]:
        return _restore_readings(events, self._begun, self.partie.judge)


class LaidWord(NamedTuple):
    """The word that was said last, valid or not, as it was entered.

    seat     the seat that said it
    word     the word
    event    the index of its event in the log of the partie, from 0
    entries  how many entries of the journal a correction of the word replaces: its own entry and all later ones
    """

    seat: Seat
    word: str
    event: int
    entries: int


def last_word(journal: Journal) -> LaidWord | None:
    """Return the word that was said last, valid or not; None if none has been said yet."""
    log = journal.partie.log
    for index in range(len(log) - 1, 0, -1):
        event = log[index]
        if isinstance(event, WordSaid):
            return LaidWord(event.seat, event.verdict.word, index, journal.entries_from(index))
    return None


@contextmanager
def correcting_word(journal: Journal, word: str) -> Iterator[str]:
    """Replace the word that was said last with *word*. The context manager yields the line of this correction.

    Actions that were entered after the mistyped word are kept, except rulings on it. The ``with`` block must write the
    line to permanent storage, as for ``Journal.correcting``. Raises ArgumentError if no word has been said, and
    IllegalActionError if a later action is not legal after the new word.
    """
    mistyped = last_word(journal)
    if mistyped is None:
        raise ArgumentError("correction: no word has been laid")
    with journal.correcting(*_actions(journal, mistyped, word), entries=mistyped.entries) as line:
        yield line


def _actions(journal: Journal, mistyped: LaidWord, word: str) -> Iterator[Action]:
    """Yield the actions of the entries to replace, with *word* in the place of the mistyped one."""
    laid, passed = journal.partie.log[mistyped.event], False
    for event in journal.events_of_last(mistyped.entries):
        action = action_of(event)
        if event is laid and isinstance(action, Lay):
            action, passed = action.saying(word), True
        if action is not None and not (passed and isinstance(action, Overrule)):
            yield action
