"""The floor that all card games share, tried with a toy game that has no cards at all."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.errors import ArgumentError
from belettre_lexicon.game.chain import (
    MAX_LINE,
    RecordError,
    chained_lines,
    encode_line,
    header_line,
    next_check,
    read_chain,
)
from belettre_lexicon.game.dispatch import Dispatch
from belettre_lexicon.game.journal import EntryJournal, EventCodec, JournalError, read_entries
from belettre_lexicon.game.machine import ReplayError
from belettre_lexicon.game.matches import play_matches
from belettre_lexicon.game.places import in_order
from belettre_lexicon.game.refusals import IllegalActionError
from tests.game.nim import Corner, Event, Nim, NimRefusal, Over, Side, Started, Take

N, E, S, W = Corner


def decode_event(raw: bytes) -> Event:
    """A take, or the end of the game that followed from it."""
    return msgspec.json.decode(raw, type=Over) if b'"type"' in raw else msgspec.json.decode(raw, type=Take)


CODEC: EventCodec[Event] = EventCodec(msgspec.json.Encoder().encode, decode_event)


def random_nim(heap: int, seed: int) -> Nim:
    """A game of random moves, played to its end."""
    rng, game = random.Random(seed), Nim(heap)
    while moves := game.legal_actions():
        game.apply(rng.choice(moves))
    return game


# Places


def test_places_go_round_and_partners_sit_opposite() -> None:
    """Four steps lead back, two lead to the partner, and neighbours are opponents."""
    for corner in Corner:
        assert corner.next.next is corner.partner
        assert corner.partner.partner is corner
        assert corner.partner.team is corner.team
        assert corner.next.team is corner.team.other
        assert in_order(corner) == (corner, corner.next, corner.partner, corner.next.partner)
    assert [corner.index for corner in Corner] == [0, 1, 2, 3]
    assert [side.index for side in Side] == [0, 1]


def test_places_are_found_by_short_and_long_names() -> None:
    """A name is found in any case; an unknown one is named in the error with the names that exist."""
    assert Corner.of("n") is N
    assert Corner.of(" North ") is N
    with pytest.raises(ArgumentError, match="seat 'X': expected one of N, E, S, W"):
        Corner.of("X")


# Machine


def test_an_action_is_followed_by_its_consequences() -> None:
    """The event of the action comes first; the game ends by itself."""
    game = Nim(4)

    events = game.apply(Take(N, 3))

    assert events == (Take(N, 3), Over(E))
    assert game.state.loser is E
    assert game.legal_actions() == []


def test_an_illegal_action_names_every_rule_and_changes_nothing() -> None:
    """All refusals are listed, by ``refusals``, ``can`` and ``apply`` alike."""
    game = Nim(9)
    before = game.state, game.log
    move = Take(S, 4)

    with pytest.raises(
        IllegalActionError, match=r"Take: N1: it is another corner's turn \(S, expected N\); N2: 1 to 3"
    ):
        game.apply(move)

    assert game.refusals(move) == (NimRefusal("turn", "S", "N"), NimRefusal("number", "4"))
    assert not game.can(move)
    assert (game.state, game.log) == before


@given(heap=st.integers(2, 40), seed=st.integers(0, 99), steps=st.integers(0, 40))
def test_undo_and_replay_lead_to_the_same_game(heap: int, seed: int, steps: int) -> None:
    """A game taken back and followed again from its log is the game it was."""
    game = random_nim(heap, seed)
    state, log = game.state, game.log
    back = min(steps, game.actions_done)

    game.undo(back)
    game.follow(log[len(game.log) :])

    assert (game.state, game.log) == (state, log)
    again = Nim(heap)
    again.follow_log(log)
    assert (again.state, again.log) == (state, log)
    assert again.since(0) == log[1:]


def test_undo_refuses_more_than_was_done() -> None:
    """The error names the number and the bound."""
    with pytest.raises(ArgumentError, match="undo: 1 is not a number of actions from 0 to 0"):
        Nim(5).undo()


@pytest.mark.parametrize(
    ("log", "number", "message"),
    [
        ([Take(N, 1)], 1, "expected Started"),
        ([Started(), Take(E, 1)], 2, "N1"),
        ([Started(), Over(E)], 2, "Over does not follow here"),
        ([Started(), Take(N, 3), Over(N)], 3, "expected Over"),
    ],
)
def test_a_log_that_breaks_the_rules_is_refused_at_its_event(log: list[Event], number: int, message: str) -> None:
    """The first event that does not follow is named by its place, and nothing has changed."""
    game = Nim(4)

    with pytest.raises(ReplayError, match=message) as error:
        game.follow_log(log)

    assert error.value.number == number
    assert game.actions_done == 0


# Chained records


def read_number(raw: bytes) -> int:
    return msgspec.json.decode(raw, type=int)


@given(st.integers(), st.lists(st.integers(), max_size=6))
def test_a_chain_reads_back_as_it_was_written(header: int, events: list[int]) -> None:
    """Any header and events, each as JSON, are read back in order."""
    raws = [str(event).encode() for event in events]
    lines = [encode_line(line).decode() for line in chained_lines(str(header).encode(), raws)]

    assert read_chain(lines, read_number, read_number) == (header, events)


def lines_of_chain() -> list[str]:
    return [encode_line(line).decode() for line in chained_lines(b"0", [b"1", b"2", b"3"])]


@pytest.mark.parametrize(
    ("damage", "line", "message"),
    [
        (lambda lines: lines[:0], 1, "it is empty"),
        (lambda lines: lines[1:], 1, "expected the header of a record"),
        (lambda lines: [lines[0], *lines[2:]], 2, "the line was changed"),
        (lambda lines: [*lines[:2], lines[2].replace("2}", "7}"), lines[3]], 3, "the line was changed"),
        (lambda lines: [lines[0], lines[0]], 2, "expected an event"),
        (lambda lines: [*lines, "{"], 5, "Input data was truncated"),
        (lambda lines: [*lines, " " * (MAX_LINE + 1)], 5, "more than"),
    ],
)
def test_a_damaged_chain_is_refused_at_its_line(
    damage: Callable[[list[str]], list[str]], line: int, message: str
) -> None:
    """The first damaged line is named."""
    with pytest.raises(RecordError, match=message) as error:
        read_chain(damage(lines_of_chain()), read_number, read_number)

    assert error.value.line == line


def test_a_check_covers_all_lines_before_it() -> None:
    """Two chains whose headers differ have no check in common."""
    first = {line.check for line in chained_lines(b"0", [b"1", b"2"])}
    second = {line.check for line in chained_lines(b"9", [b"1", b"2"])}

    assert not first & second
    assert header_line(b"0").check == next_check("", b"0")


# Journal


def journal_of(heap: int) -> EntryJournal[Nim, Take, Event]:
    line = header_line(str(heap).encode())
    return EntryJournal(Nim(heap), encode_line(line).decode(), line.check, CODEC)


@given(st.data())
def test_another_process_follows_a_journal(data: st.DataObject) -> None:
    """Entries and undos followed line by line give the same game, the same check and the same number."""
    kept, followed = journal_of(30), journal_of(30)
    game = kept._game
    lines: list[str] = []
    for _ in range(data.draw(st.integers(0, 12))):
        moves = game.legal_actions()
        if kept.undoable and (not moves or data.draw(st.booleans())):
            with kept.taking_back(data.draw(st.integers(1, kept.undoable))) as line:
                lines.append(line)
        elif moves:
            with kept.entering(data.draw(st.sampled_from(moves))) as line:
                lines.append(line)

    for line in lines:  # one at a time, as a process that follows would
        followed.follow([line])

    assert followed._game.log == game.log
    assert (followed.check, followed.number, followed.undoable) == (kept.check, kept.number, kept.undoable)
    assert followed.last == kept.last
    entries = read_entries(lines, header_line(b"30").check, CODEC)
    assert (entries.check, entries.number) == (kept.check, kept.number)
    assert len(entries.standing) == kept.undoable


def test_what_could_not_be_kept_was_never_entered() -> None:
    """An error while the line is made durable leaves game and journal as they were."""
    journal = journal_of(9)

    with pytest.raises(OSError, match="disk full"), journal.entering(Take(N, 1), Take(E, 2)):
        raise OSError("disk full")

    assert journal._game.actions_done == 0
    assert (journal.number, journal.undoable) == (0, 0)


@pytest.mark.parametrize("line", ["", "{", '{"check":"0","undid":1}', '{"check":"0"}', " " * (MAX_LINE + 1)])
def test_a_damaged_entry_is_refused(line: str) -> None:
    """A line that is no entry, has a wrong check or takes back what there is not is named, counted from the header."""
    with pytest.raises(JournalError) as error:
        journal_of(9).follow([line])

    assert error.value.line == 2


# Matches and dispatch


def open_nim(heap: int) -> Callable[[int], Event]:
    return partial(_loser, heap)


def _loser(heap: int, number: int) -> Event:
    return random_nim(heap, number).log[-1]


def test_the_number_of_processes_changes_no_match() -> None:
    """Matches come in the order of their numbers, from one process or two."""
    alone = list(play_matches(9, open_nim, 20, processes=1))

    assert list(play_matches(9, open_nim, 20, processes=2)) == alone
    assert alone == [random_nim(20, number).log[-1] for number in range(9)]


def test_a_dispatch_goes_by_the_exact_type() -> None:
    """A value of another type has no function, a subclass included."""
    table = Dispatch[[str], str]().on(int, lambda value, unit: f"{value} {unit}")

    assert table[int](2, "points") == "2 points"
    assert bool not in table
