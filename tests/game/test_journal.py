"""The entries of a journal (``games.kit.journal``): what they leave when they fail, are taken back or followed."""

from __future__ import annotations

from typing import Any

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.kit.chain import next_check
from belettre_lexicon.games.kit.journal import JournalError
from tests.game.test_floor import journal_of
from tests.game.toy_nim import Corner, Event, NimJournal, Over, Take

N, E, S, W = Corner


def entered(journal: NimJournal, *moves: Take) -> str:
    """Enter moves as one entry; return its line."""
    with journal.entering(*moves) as line:
        return line
    raise AssertionError("unreachable: no error is suppressed")


def taken_back(journal: NimJournal, *entries: int) -> str:
    """Take entries back; return the line."""
    with journal.taking_back(*entries) as line:
        return line
    raise AssertionError("unreachable: no error is suppressed")


def last_of(journal: NimJournal) -> list[Event]:
    """The events of the last entry."""
    return list(journal.last)


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


def test_an_undo_that_is_followed_is_carried_out() -> None:
    """The game of a journal that follows another one loses the entries taken back there."""
    kept, followed = journal_of(9), journal_of(9)
    lines = [entered(kept, Take(N, 1)), entered(kept, Take(E, 2), Take(S, 1)), taken_back(kept, 1)]

    followed.follow(lines)

    assert followed._game.log[1:] == (Take(N, 1),)
    assert (followed.number, followed.undoable, followed.check) == (3, 1, kept.check)


@pytest.mark.parametrize(
    ("content", "name"), [(b"0", "header"), (b"1", "event"), (b"undid 2", "undid"), (b"undid -1", "undid")]
)
def test_a_line_that_is_no_entry_is_refused_where_it_stands(content: bytes, name: str) -> None:
    """A header, an event of a record, and an undo of more entries than there are; the entries before it stay."""
    kept, followed = journal_of(9), journal_of(9)
    first = entered(kept, Take(N, 1))
    value = content.decode().removeprefix("undid ")
    line = f'{{"check":"{next_check(kept.check, content)}","line":3,"{name}":{value}}}'

    with pytest.raises(JournalError, match="expected events, or at most 1 entries to take back") as error:
        followed.follow([first, line])

    assert error.value.line == 3
    assert (followed.number, followed.undoable, followed.check) == (1, 1, kept.check)
    assert followed._game.log == kept._game.log
