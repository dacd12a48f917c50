"""Corrects the last word of a game that was mistyped, in its journal. Start reading at ``correcting_word``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from msgspec.structs import replace

from ....base.errors import ArgumentError
from ..actions import Action, Lay, Overrule
from ..events import WordSaid, action_of
from ..seats import Seat
from .json_lines import Journal


class LaidWord(NamedTuple):
    """The word that was laid last, as it was entered.

    seat     who laid it
    word     the word
    event    the index of its event in the log of the partie
    entries  the number of entries in whose place a correction is made: the entry with the word, and those after it
    """

    seat: Seat
    word: str
    event: int
    entries: int


def last_word(journal: Journal) -> LaidWord | None:
    """Return the word that was laid last; None if none has been laid yet."""
    log = journal.partie.log
    for index in range(len(log) - 1, 0, -1):
        event = log[index]
        if isinstance(event, WordSaid):
            return LaidWord(event.seat, event.verdict.word, index, journal.entries_from(index))
    return None


@contextmanager
def correcting_word(journal: Journal, word: str) -> Iterator[str]:
    """Put *word* in the place of the word that was laid last, in one entry. The context manager yields its line.

    What was entered after the mistyped word stays, except rulings on it. The ``with`` block must write the line to
    permanent storage, as that of ``Journal.correcting``. Raises ArgumentError if no word has been laid, and
    IllegalActionError if what was entered afterwards is not legal after the other word.
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
            action, passed = replace(action, word=word), True
        if action is not None and not (passed and isinstance(action, Overrule)):
            yield action
