"""Redo and corrections in a journal (``games.kit.journal``): what can be entered again, and what takes its place."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.kit.chain import next_check
from belettre_lexicon.games.kit.journal import JournalError
from belettre_lexicon.games.kit.machine import IllegalActionError
from tests.game.test_floor import journal_of
from tests.game.test_journal import entered, last_of, taken_back
from tests.game.toy_nim import Corner, Nim, NimJournal, Over, Take

N, E, S, W = Corner


def redone(journal: NimJournal) -> str:
    """Enter again what was taken back; return the line."""
    with journal.redoing() as line:
        return line
    raise AssertionError("unreachable: no error is suppressed")


def corrected(journal: NimJournal, *moves: Take, entries: int = 1) -> str:
    """Put moves in the place of entries; return the line."""
    with journal.correcting(*moves, entries=entries) as line:
        return line
    raise AssertionError("unreachable: no error is suppressed")


def standing(journal: NimJournal) -> object:
    """All that a redo, an undo or a correction may change."""
    return journal._game.log, journal.check, journal.number, journal.undoable, journal.redoable, journal.last


def test_entries_taken_back_are_entered_again_in_order() -> None:
    """The entry that was made first comes first; its line is that of an ordinary entry, with all its actions."""
    journal = journal_of(12)
    first = entered(journal, Take(N, 1), Take(E, 2))
    entered(journal, Take(S, 3))
    taken_back(journal, 2)
    assert journal.redoable == 2

    line = redone(journal)
    assert last_of(journal) == [Take(N, 1), Take(E, 2)]
    assert json.loads(line)["did"] == json.loads(first)["did"]
    assert (json.loads(line)["line"], journal.redoable, journal.undoable) == (5, 1, 1)

    redone(journal)
    assert last_of(journal) == [Take(S, 3)]
    assert (journal.redoable, journal.undoable) == (0, 2)


def test_a_new_entry_ends_the_redo_but_the_same_one_is_the_redo() -> None:
    """A line tells only its events, so that typing the same again leaves the rest to be entered again."""
    journal = journal_of(20)
    for move in (Take(N, 1), Take(E, 2), Take(S, 3)):
        entered(journal, move)
    taken_back(journal, 3)

    entered(journal, Take(N, 1))
    assert journal.redoable == 2

    entered(journal, Take(E, 1))
    assert journal.redoable == 0
    with pytest.raises(ArgumentError, match="redo: no entries were taken back"):
        redone(journal)


def test_a_correction_puts_an_entry_in_the_place_of_others() -> None:
    """Its line says both; what it replaced neither returns with an undo nor can be entered again."""
    journal = journal_of(9)
    entered(journal, Take(N, 1))
    entered(journal, Take(E, 2))
    entered(journal, Take(S, 3))

    line = corrected(journal, Take(E, 3), Take(S, 3), entries=2)
    assert {key: value for key, value in json.loads(line).items() if key in ("line", "undid")} == {
        "line": 5,
        "undid": 2,
    }
    assert last_of(journal) == [Take(E, 3), Take(S, 3)]
    assert (journal.number, journal.undoable, journal.redoable) == (4, 2, 0)

    taken_back(journal)
    assert journal._game.log[1:] == (Take(N, 1),)
    redone(journal)
    assert last_of(journal) == [Take(E, 3), Take(S, 3)]


def test_a_correction_that_fails_changes_nothing() -> None:
    """An action that is illegal there, a line that is not kept, no action, and too many entries."""
    journal = journal_of(9)
    for move in (Take(N, 1), Take(E, 2), Take(S, 3)):
        entered(journal, move)
    taken_back(journal)
    before = standing(journal)

    with pytest.raises(IllegalActionError):
        corrected(journal, Take(E, 3), Take(E, 1))
    with pytest.raises(OSError, match="disk full"), journal.correcting(Take(E, 3)):
        assert standing(journal) == before
        raise OSError("disk full")
    with pytest.raises(OSError, match="disk full"), journal.redoing():
        assert standing(journal) == before
        raise OSError("disk full")
    with pytest.raises(ArgumentError, match="correction: no actions"):
        corrected(journal)
    with pytest.raises(ArgumentError, match="correction: 3 is not a number of entries from 1 to 2"):
        corrected(journal, Take(N, 1), entries=3)

    assert standing(journal) == before


@pytest.mark.parametrize(
    ("undid", "did", "message"),
    [
        (1, b'{"event":"take","corner":"N","matches":1}', "N1"),
        (3, b'{"event":"take","corner":"N","matches":1}', "at most 2 entries"),
        (1, b'{"event":"take","corner":"E"}', "matches"),
    ],
)
def test_a_correction_that_no_game_can_have_is_refused(undid: int, did: bytes, message: str) -> None:
    """It breaks the rules, takes back too much or cannot be read: the entries that it would replace stay."""
    kept, followed = journal_of(9), journal_of(9)
    lines = [entered(kept, Take(N, 1)), entered(kept, Take(E, 2))]
    check = next_check(kept.check, b"undid %d\n" % undid + did)
    followed.follow(lines)
    before = standing(followed)

    with pytest.raises(JournalError, match=message) as error:
        followed.follow([f'{{"check":"{check}","line":4,"undid":{undid},"did":[{did.decode()}]}}'])

    assert error.value.line == 4
    assert standing(followed) == before


def test_what_a_correction_takes_back_is_part_of_its_check() -> None:
    """A changed number is noticed."""
    kept, followed = journal_of(9), journal_of(9)
    lines = [entered(kept, Take(N, 1)), entered(kept, Take(E, 2)), corrected(kept, Take(E, 1))]

    with pytest.raises(JournalError, match="the line was changed"):
        followed.follow([*lines[:2], lines[2].replace('"undid":1', '"undid":2')])


def test_an_event_is_found_in_the_last_entries() -> None:
    """``entries_from`` counts the entries up to that of an event, which ``events_of_last`` tells."""
    journal = journal_of(9)
    entered(journal, Take(N, 1))
    entered(journal, Take(E, 2), Take(S, 1))
    entered(journal, Take(W, 3), Take(N, 1))

    assert [journal.entries_from(event) for event in range(1, len(journal._game.log))] == [3, 2, 2, 1, 1, 1]
    assert journal.events_of_last(0) == ()
    assert journal.events_of_last(1) == (Take(W, 3), Take(N, 1), Over(E))
    assert journal.events_of_last(3) == journal._game.log[1:]


class Listed:
    """A second model of a journal: lists of moves, one list for each entry that stands or can be entered again."""

    def __init__(self) -> None:
        self.entries: list[list[Take]] = []
        self.again: list[list[Take]] = []

    def enter(self, moves: list[Take]) -> None:
        """Add an entry; it is a redo if it is the one that comes next."""
        self.again = self.again[1:] if self.again[:1] == [moves] else []
        self.entries = [*self.entries, moves]

    def take_back(self, number: int) -> None:
        """Move the last entries to those that can be entered again."""
        at = len(self.entries) - number
        self.entries, self.again = self.entries[:at], [*self.entries[at:], *self.again]

    def redo(self) -> None:
        """Move an entry back."""
        self.entries, self.again = [*self.entries, self.again[0]], self.again[1:]

    def correct(self, number: int, moves: list[Take]) -> None:
        """Replace the last entries."""
        self.entries, self.again = [*self.entries[: len(self.entries) - number], moves], []


def draw_moves(data: st.DataObject, listed: list[list[Take]]) -> list[Take]:
    """Draw one or two legal moves after those that are listed; none if the game is over there."""
    game = Nim(30)
    for move in (move for moves in listed for move in moves):
        game.apply(move)
    moves: list[Take] = []
    for _ in range(data.draw(st.integers(1, 2))):
        if legal := game.legal_actions():
            moves.append(data.draw(st.sampled_from(legal)))
            game.apply(moves[-1])
    return moves


@given(st.data())
def test_any_entries_undos_redos_and_corrections_give_the_game_of_the_lists(data: st.DataObject) -> None:
    """The lists say what stands and what can be entered again; so do journals that follow the lines one by one, or
    that are resumed from all of them."""
    kept, followed, listed = journal_of(30), journal_of(30), Listed()
    lines: list[str] = []
    for _ in range(data.draw(st.integers(0, 14))):
        what = data.draw(st.sampled_from(["enter", "take_back", "redo", "correct", "fail"]))
        number = data.draw(st.integers(1, max(1, len(listed.entries))))
        if what == "enter" and (moves := draw_moves(data, listed.entries)):
            lines.append(entered(kept, *moves))
            listed.enter(moves)
        elif what == "take_back" and listed.entries:
            lines.append(taken_back(kept, number))
            listed.take_back(number)
        elif what == "redo" and listed.again:
            lines.append(redone(kept))
            listed.redo()
        elif what == "correct" and listed.entries:
            moves = draw_moves(data, listed.entries[: len(listed.entries) - number])
            lines.append(corrected(kept, *moves, entries=number))
            listed.correct(number, moves)
        elif what == "fail" and listed.entries:
            with pytest.raises(IllegalActionError):
                corrected(kept, Take(N, 1), Take(N, 1), entries=number)
        followed.follow(lines[followed.number :])
        assert standing(followed) == standing(kept)

        moves = [move for entry in listed.entries for move in entry]
        assert [event for event in kept._game.log if isinstance(event, Take)] == moves
        assert (kept.undoable, kept.redoable) == (len(listed.entries), len(listed.again))

    resumed = journal_of(30)
    resumed.follow(lines)
    assert standing(resumed) == standing(kept)
    assert resumed._game == kept._game
