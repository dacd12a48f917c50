"""The lines of records and journals (``game.chain``, ``game.journal``): their form, their limits, what is refused."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

from belettre_lexicon.errors import ArgumentError
from belettre_lexicon.game import journal as journal_module
from belettre_lexicon.game.chain import (
    MAX_LINE,
    MAX_LINES,
    ChainedLine,
    RecordError,
    chained_lines,
    encode_line,
    next_check,
    read_chain,
)
from belettre_lexicon.game.journal import EntryJournal, JournalError, read_entries
from tests.game.nim import Corner, Event, Nim, Over, Take
from tests.game.test_floor import CODEC, journal_of, lines_of_chain, read_number

N, E, S, W = Corner
#: The first line of the journals below.
HEADER = '{"check":"624b60c58c9d8bfb","header":30}'


def entered(journal: EntryJournal[Nim, Take, Event], *moves: Take) -> str:
    """Enter moves as one entry; return its line."""
    with journal.entering(*moves) as line:
        return line
    raise AssertionError("unreachable: no error is suppressed")


def taken_back(journal: EntryJournal[Nim, Take, Event], *entries: int) -> str:
    """Take entries back; return the line."""
    with journal.taking_back(*entries) as line:
        return line
    raise AssertionError("unreachable: no error is suppressed")


def last_of(journal: EntryJournal[Nim, Take, Event]) -> list[Event]:
    """The events of the last entry."""
    return list(journal.last)


def with_valid_check(before: str, content: str, fields: dict[str, Any]) -> str:
    """A line of a journal whose check is right, whatever its fields; *content* is what the check covers."""
    return json.dumps({"check": next_check(before, content.encode()), **fields})


# Records


def test_a_record_has_exactly_these_lines() -> None:
    """The check has 16 digits, and neither it nor a field depends on the version of the library."""
    assert lines_of_chain() == [
        '{"check":"5feceb66ffc86f38","header":0}',
        '{"check":"95b0183ec13472ab","event":1}',
        '{"check":"e3fbace5cb98c365","event":2}',
        '{"check":"cd1a73e0fe32cbf3","event":3}',
    ]


def test_a_record_has_100_000_lines_at_most() -> None:
    """The longest record is read; one line more is refused at its number."""
    lines = [encode_line(line).decode() for line in chained_lines(b"0", [b"1"] * MAX_LINES)]

    header, events = read_chain(lines[:MAX_LINES], read_number, read_number)

    assert MAX_LINES == 100_000
    assert (header, len(events)) == (0, MAX_LINES - 1)
    with pytest.raises(RecordError, match="record, line 100001: the record has more than 100000 lines"):
        read_chain(lines, read_number, read_number)


def test_a_line_of_a_record_has_a_million_characters_at_most() -> None:
    """The longest line is read; one character more is refused."""
    header, *events = lines_of_chain()
    padded = header.ljust(MAX_LINE)

    assert MAX_LINE == 1_048_576
    assert read_chain([padded, *events], read_number, read_number) == (0, [1, 2, 3])
    with pytest.raises(RecordError, match="record, line 1: the line has more than 1048576 characters"):
        read_chain([padded + " ", *events], read_number, read_number)


def test_a_record_without_lines_is_refused_by_its_first() -> None:
    """The message says what was expected."""
    with pytest.raises(RecordError, match=r"^record, line 1: the record is empty, expected a header$"):
        read_chain([], read_number, read_number)


def test_a_line_of_a_record_has_no_other_fields() -> None:
    """A field that a later version might add is refused instead of ignored."""
    header, *events = lines_of_chain()

    with pytest.raises(RecordError, match="unknown field `note`"):
        read_chain([header[:-1] + ',"note":1}', *events], read_number, read_number)


@pytest.mark.parametrize("kind", [ChainedLine, journal_module._EntryLine])
def test_lines_cannot_be_changed(kind: Callable[[str], Any]) -> None:
    """A line is a value: its check can only be read."""
    line = kind("0")

    with pytest.raises(AttributeError):
        line.check = "1"


# Journals


def test_a_journal_has_exactly_these_lines() -> None:
    """An entry has its events, an undo the number of entries; a field that says nothing is left out."""
    journal = journal_of(30)

    assert journal.header == HEADER
    assert entered(journal, Take(N, 1), Take(E, 2)) == (
        '{"check":"08f84234d7999817","did":[{"corner":"N","matches":1},{"corner":"E","matches":2}]}'
    )
    assert entered(journal, Take(S, 3)) == '{"check":"a6cd3d15b8a5045f","did":[{"corner":"S","matches":3}]}'
    assert taken_back(journal, 2) == '{"check":"bdec325433cde7c2","undid":2}'


def test_the_check_of_an_entry_tells_apart_where_its_events_end() -> None:
    """Events are joined by line breaks, which no event contains."""
    journal = journal_of(30)
    before = journal.check

    entered(journal, Take(N, 1), Take(E, 2))

    assert journal.check == next_check(before, b'{"corner":"N","matches":1}\n{"corner":"E","matches":2}')


def test_the_last_entry_is_told_with_all_its_events() -> None:
    """At the beginning it is the first event of the game; taking back one entry leaves those before it."""
    journal = journal_of(9)
    assert journal.last == journal._game.log[:1]

    entered(journal, Take(N, 1))
    assert last_of(journal) == [Take(N, 1)]
    entered(journal, Take(E, 2), Take(S, 3))
    assert last_of(journal) == [Take(E, 2), Take(S, 3)]
    entered(journal, Take(W, 2))
    assert last_of(journal) == [Take(W, 2), Over(N)]
    assert journal.undoable == 3

    taken_back(journal)
    assert last_of(journal) == [Take(E, 2), Take(S, 3)]
    assert journal._game.log[1:] == (Take(N, 1), Take(E, 2), Take(S, 3))
    assert (journal.number, journal.undoable) == (4, 2)


def test_an_entry_whose_line_was_not_kept_leaves_those_before_it() -> None:
    """Only the actions of the entry that failed are undone."""
    journal = journal_of(9)
    entered(journal, Take(N, 1))
    entered(journal, Take(E, 1))

    with pytest.raises(OSError, match="disk full"), journal.entering(Take(S, 1)):
        raise OSError("disk full")

    assert journal._game.log[1:] == (Take(N, 1), Take(E, 1))
    assert (journal.number, journal.undoable) == (2, 2)


@pytest.mark.parametrize("entries", [0, -1, 3, True, "1", 1.0])
def test_only_a_number_of_standing_entries_can_be_taken_back(entries: Any) -> None:
    """The error names the number, and nothing is taken back."""
    journal = journal_of(9)
    entered(journal, Take(N, 1))
    entered(journal, Take(E, 1))

    with pytest.raises(ArgumentError, match=f"undo: {entries!r} is not a number of entries from 1 to 2"):
        taken_back(journal, entries)

    assert (journal.number, journal.undoable, journal._game.actions_done) == (2, 2, 2)


def test_a_journal_starts_with_a_new_game() -> None:
    """A game in which an action was taken has no journal that tells it."""
    game = Nim(9)
    game.apply(Take(N, 1))

    with pytest.raises(ArgumentError, match="partie: 1 actions were done already, expected a new partie"):
        EntryJournal(game, HEADER, "0", CODEC)


def test_an_undo_that_is_followed_is_carried_out() -> None:
    """The game of a journal that follows another one loses the entries taken back there."""
    kept, followed = journal_of(9), journal_of(9)
    lines = [entered(kept, Take(N, 1)), entered(kept, Take(E, 2), Take(S, 1)), taken_back(kept, 1)]

    followed.follow(lines)

    assert followed._game.log[1:] == (Take(N, 1),)
    assert (followed.number, followed.undoable, followed.check) == (3, 1, kept.check)


def test_an_entry_that_breaks_the_rules_is_refused_at_its_line() -> None:
    """The lines before it remain in effect; the error says which rule is broken."""
    kept = journal_of(30)
    other_heap: EntryJournal[Nim, Take, Event] = EntryJournal(Nim(3), HEADER, kept.check, CODEC)
    lines = [entered(kept, Take(N, 1)), entered(kept, Take(E, 2))]

    with pytest.raises(JournalError, match=r"^journal, line 3: event 3: N2: a player takes 1 to 3") as error:
        other_heap.follow(lines)

    assert error.value.line == 3
    assert other_heap._game.log[1:] == (Take(N, 1),)
    assert (other_heap.number, other_heap.undoable) == (1, 1)


def test_a_journal_resumes_with_its_standing_entries() -> None:
    """A game to which the entries were applied goes on as the journal that wrote them."""
    kept, resumed = journal_of(9), journal_of(9)
    lines = [entered(kept, Take(N, 1)), entered(kept, Take(E, 2)), taken_back(kept), entered(kept, Take(E, 3))]
    lines.append(entered(kept, Take(S, 1), Take(W, 3)))
    entries = read_entries(lines, resumed.check, CODEC)

    resumed._resume_at(kept._game, entries, Nim._action_of)

    assert entries.standing == [(Take(N, 1),), (Take(E, 3),), (Take(S, 1), Take(W, 3), Over(N))]
    assert resumed._game is kept._game
    assert (resumed.number, resumed.check, resumed.undoable) == (5, kept.check, 3)
    assert resumed.last == kept.last
    taken_back(resumed, 1)
    assert resumed._game.log[1:] == (Take(N, 1), Take(E, 3))


def undo_of(entries: int) -> Callable[[str], str]:
    """A line that takes entries back, with a check that is right."""
    return lambda before: with_valid_check(before, f"undid {entries}", {"undid": entries})


@pytest.mark.parametrize(
    ("line", "message"),
    [
        (undo_of(2), "expected events, or at most 1 entries to take back"),
        (undo_of(-1), "expected events, or at most 1 entries to take back"),
        (undo_of(0), "expected events, or at most 1 entries to take back"),
        (lambda before: with_valid_check(before, "7", {"did": [7], "undid": 1}), "expected events, or at most 1"),
        (lambda before: with_valid_check(before, "undid 1", {"undid": 1, "by": "N"}), "unknown field `by`"),
        (lambda before: '{"check":"0","undid":1}', "the check is '0', expected '[0-9a-f]{16}': a line was changed"),
        (lambda before: undo_of(1)(before).ljust(MAX_LINE + 1), "the line has more than 1048576 characters"),
    ],
)
def test_a_line_that_cannot_be_is_refused_in_two_ways(line: Callable[[str], str], message: str) -> None:
    """Following the line and reading it afresh refuse it with the same words at the same line."""
    journal = journal_of(9)
    start = journal.check
    first = entered(journal, Take(N, 1))
    second = line(journal.check)

    for read in (lambda: journal.follow([second]), lambda: read_entries([first, second], start, CODEC)):
        with pytest.raises(JournalError, match=f"^journal, line 3: .*{message}") as error:
            read()
        assert error.value.line == 3
    assert (journal.number, journal.undoable) == (1, 1)


def test_a_line_of_a_journal_may_be_as_long_as_one_of_a_record() -> None:
    """A line of exactly the most characters is read."""
    journal = journal_of(9)
    entered(journal, Take(N, 1))

    journal.follow([undo_of(1)(journal.check).ljust(MAX_LINE)])

    assert (journal.number, journal.undoable) == (2, 0)
