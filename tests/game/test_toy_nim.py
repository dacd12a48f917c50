"""A new game on the kit takes few lines (``toy_nim``): undo, replay, journal and records come with it."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.kit.chain import RecordError, encode_line, header_line
from belettre_lexicon.games.kit.journal import JournalError
from tests.game.toy_nim import RECORD_FORMAT, Corner, Nim, NimJournal, NimRecord, nim_of


def played(players: int, heap: int = 12) -> tuple[Nim, NimJournal, list[str]]:
    """A game of random moves to its end, with its journal and the lines of the journal; one entry was taken back."""
    rng, game = random.Random(players), Nim(heap, players)
    journal = NimJournal(game)
    lines = [journal.header]
    while moves := game.legal_actions():
        with journal.entering(rng.choice(moves)) as line:
            lines.append(line)
        if len(lines) == 3:
            with journal.taking_back() as line:
                lines.append(line)
    return game, journal, lines


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_turn_goes_around_the_seats_that_are_taken(players: int) -> None:
    """After the last player it is the first one's turn again; the others do not play."""
    game = Nim(12, players)
    turns = []

    for _ in range(players + 1):
        turns.append(game.state.turn)
        game.apply(game.legal_actions()[0])

    assert turns == [*tuple(Corner)[:players], Corner.NORTH]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_game_is_undone_replayed_resumed_and_recorded(players: int) -> None:
    """Every way back leads to the same game."""
    game, journal, lines = played(players)
    record = journal.record()
    text = RECORD_FORMAT.format(record)

    resumed = NimJournal.resume(lines)
    again = Nim(12, players)
    again.follow_log(game.log)
    again.undo(2)
    again.follow(game.log[len(again.log) :])

    assert game.state.loser is not None
    assert again == game
    assert resumed._game == game
    assert (resumed.number, resumed.check, resumed.undoable) == (journal.number, journal.check, journal.undoable)
    assert RECORD_FORMAT.parse(text) == record == NimRecord(game.setup, game.log)
    assert nim_of(RECORD_FORMAT.parse(text)) == game
    assert f'"check":"{RECORD_FORMAT.fingerprint(record)}"' in text.splitlines()[-1]


def test_a_file_of_another_game_or_kind_or_terms_is_refused() -> None:
    """The error names the line of the header."""
    _, journal, lines = played(3)
    alone = b'{"version":1,"game":"nim","kind":"journal","heap":9,"players":1}'
    text = RECORD_FORMAT.format(journal.record())

    with pytest.raises(RecordError, match="line 1: kind 'journal': the file is the journal of a game"):
        RECORD_FORMAT.parse(lines)
    with pytest.raises(JournalError, match="line 1: kind 'record': the file is the record of a game"):
        NimJournal.resume(text.splitlines())
    with pytest.raises(ArgumentError, match="game 'belettre': the file is of another game, expected 'nim'"):
        RECORD_FORMAT.decode_header(b'{"version":1,"kind":"record","lines":1,"heap":3,"players":2}', "record")
    with pytest.raises(ArgumentError, match="format version 2, expected 1"):
        RECORD_FORMAT.decode_header(b'{"version":2,"game":"nim","kind":"record"}', "record")
    with pytest.raises(JournalError, match="line 1: seats: 1, expected 2 to 6 different ones"):
        NimJournal.resume([encode_line(header_line(alone)).decode()])
