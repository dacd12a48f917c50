"""What all card games share (``games.kit``), tested with a toy game that has no cards at all."""

from __future__ import annotations

import random
from collections.abc import Callable
from functools import partial

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.kit.chain import (
    MAX_LINE,
    Head,
    RecordError,
    chained_lines,
    encode_line,
    header_line,
    next_check,
    read_chain,
)
from belettre_lexicon.games.kit.journal import JournalError
from belettre_lexicon.games.kit.machine import Dispatch, IllegalActionError, ReplayError
from belettre_lexicon.games.kit.matches import play_matches
from belettre_lexicon.games.kit.record import EventCodec
from belettre_lexicon.games.kit.seats import BaseSeat, BaseTeam, Seating
from tests.game.toy_nim import Corner, Event, Nim, NimJournal, NimRefusal, Over, Started, Take

N, E, S, W = Corner


def random_nim(heap: int, seed: int) -> Nim:
    """A game of random moves, played to its end."""
    rng, game = random.Random(seed), Nim(heap)

    while moves := game.legal_actions():
        game.apply(rng.choice(moves))
    return game


# Seats


class Side(BaseTeam):
    """Two teams."""

    ODD = "odd"
    EVEN = "even"


class Chair(BaseSeat, teams=Side):
    """Four seats."""

    FIRST = "1"
    SECOND = "2"
    THIRD = "3"
    FOURTH = "4"


def test_seats_go_round_and_partners_sit_opposite() -> None:
    """Two steps lead to the partner, four steps back to the start, and neighbours are opponents."""
    for seat in Chair:
        assert seat.next.next is seat.partner
        assert seat.partner.partner is seat
        assert seat.partner.team is seat.team
        assert seat.next.team is not seat.team
        assert seat.in_order == (seat, seat.next, seat.partner, seat.next.partner)
    assert [seat.index for seat in Chair] == [0, 1, 2, 3]
    assert [side.index for side in Side] == [0, 1]
    assert [side.other for side in Side] == [Side.EVEN, Side.ODD]


def test_seats_are_found_by_short_and_long_names() -> None:
    """A name is found in upper or lower case; the error for an unknown name lists the known ones."""
    assert Corner.of("n") is N
    assert Corner.of(" North ") is N
    with pytest.raises(ArgumentError, match="seat 'X': expected one of N, E, S, W"):
        Corner.of("X")


@pytest.mark.parametrize(
    ("players", "teams", "partners"),
    [(2, 2, ""), (3, 3, ""), (4, 2, "3"), (4, 4, ""), (5, 5, ""), (6, 2, "35"), (6, 3, "4"), (6, 6, "")],
)
def test_every_number_of_players_has_its_teams(players: int, teams: int, partners: str) -> None:
    """Two to six players, in teams of equal size that sit evenly around the table, or each alone."""
    seating = Seating("123456"[:players], None if players == teams else teams)

    assert (seating.teams, "".join(seating.partners("1"))) == (teams, partners)
    assert [seating.team(seat) for seat in seating.seats] == [index % teams for index in range(players)]
    assert seating.in_order("2") == tuple("23456"[: players - 1] + "1")
    assert seating.next(seating.seats[-1]) == "1"
    with pytest.raises(ArgumentError, match="seat '7': expected one of 1, 2"):
        seating.team("7")


@pytest.mark.parametrize(
    ("seats", "teams", "message"),
    [
        ("1", None, "seats: 1,"),
        ("1234567", None, "seats: 7,"),
        ("11", 2, "seats: 2,"),
        ("123", 2, "teams: 2"),
        ("12", 1, "teams: 1"),
    ],
)
def test_seats_that_no_table_has_are_refused(seats: str, teams: int | None, message: str) -> None:
    """Too few, too many or equal seats, and teams that are not of one size."""
    with pytest.raises(ArgumentError, match=message):
        Seating(seats, teams)


# Machine


def test_an_action_is_followed_by_its_consequences() -> None:
    """The event of the action comes first; the game ends by itself."""
    game = Nim(4)

    events = game.apply(Take(N, 3))

    assert events == (Take(N, 3), Over(E))
    assert game.state.loser is E
    assert game.legal_actions() == []


def test_an_illegal_action_names_every_rule_and_changes_nothing() -> None:
    """``apply`` and ``refusals`` list every refusal, ``can`` returns False, and state and log stay as they were."""
    game = Nim(9)
    before = game.state, game.log
    move = Take(S, 4)

    with pytest.raises(
        IllegalActionError, match=r"Take: N1: it is another corner's turn \(S, expected N\); N2: a player takes 1 to 3"
    ):
        game.apply(move)

    assert game.refusals(move) == (NimRefusal("turn", "S", "N"), NimRefusal("number", "4"))
    assert not game.can(move)
    assert (game.state, game.log) == before


@given(heap=st.integers(2, 40), seed=st.integers(0, 99), steps=st.integers(0, 40))
def test_undo_and_replay_lead_to_the_same_game(heap: int, seed: int, steps: int) -> None:
    """A game that is partly undone and then repeats its log is the same as before; so is a replay from the start."""
    game = random_nim(heap, seed)
    state, log = game.state, game.log
    replayed = Nim(heap)

    game.undo(min(steps, game.actions_done))
    game.follow(log[len(game.log) :])
    replayed.follow_log(log)

    assert (game.state, game.log) == (state, log)
    assert (replayed.state, replayed.log) == (state, log)
    assert replayed.since(0) == log[1:]


def test_undo_refuses_more_than_was_done() -> None:
    """The error names the number asked for and how many actions can be undone; True is not a number."""
    with pytest.raises(ArgumentError, match="undo: 1 is not a number of actions from 0 to 0"):
        Nim(5).undo()

    with pytest.raises(ArgumentError, match="undo: True is not a number of actions from 0 to"):
        random_nim(9, 1).undo(True)


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
    """The error has the number of the first event that breaks the rules, and the game has not changed."""
    game = Nim(4)

    with pytest.raises(ReplayError, match=message) as error:
        game.follow_log(log)

    assert error.value.number == number
    assert game.actions_done == 0


# Chained records


def read_number(raw: bytes) -> int:
    """Decode an event of the chains below, which are plain numbers."""
    return msgspec.json.decode(raw, type=int)


NUMBERS: EventCodec[int] = EventCodec(int)


def read_header(raw: bytes) -> Head[int]:
    """Decode a header of the chains below, a plain number."""
    return Head(read_number(raw))


@given(st.integers(), st.lists(st.integers(), max_size=6))
def test_a_chain_reads_back_as_it_was_written(header: int, events: list[int]) -> None:
    """Any header and events, each as JSON, are read back in order."""
    raw_events = [str(event).encode() for event in events]
    chain = chained_lines(str(header).encode(), raw_events)
    lines = [encode_line(line).decode() for line in chain]

    assert read_chain(lines, read_header, NUMBERS.read) == (header, events)


def lines_of_chain() -> list[str]:
    """The lines of a record with the events 1 to 4."""
    chain = chained_lines(b"0", [b"1", b"2", b"3", b"4"])
    return [encode_line(line).decode() for line in chain]


def changed(line: str) -> str:
    """The line with another event and the old check."""
    return line[:-2] + "77}"


#: A damage, the number of the line that the error names, and the message.
DAMAGES: list[tuple[Callable[[list[str]], list[str]], int, str]] = [
    (lambda lines: lines[:0], 1, "the file is empty"),
    (lambda lines: lines[1:], 1, "expected a header and nothing else"),
    (lambda lines: [changed(lines[0]), *lines[1:]], 1, "the line was changed"),
    (lambda lines: [lines[0], *lines[2:]], 2, "line 2 is missing: line 3 stands in its place"),
    (lambda lines: [lines[0], *lines[4:]], 2, "3 lines are missing, from line 2 on"),
    (lambda lines: [*lines[:2], changed(lines[2]), *lines[3:]], 3, "the line was changed$"),
    (lambda lines: [*lines[:2], lines[1], *lines[2:]], 3, "the line repeats line 2"),
    (
        lambda lines: [lines[0], lines[2], lines[1], *lines[3:]],
        2,
        "does not belong here: line 3 of the file follows line 1|moved here.* line 2 is now line 3",
    ),
    (lambda lines: [lines[0], *lines[2:], lines[1]], 2, "moved here.* line 2 is now line 5"),
    (lambda lines: [*lines[:3], lines[1], *lines[3:]], 4, "the line repeats line 2"),
    (lambda lines: [*lines[:2], changed(lines[2]), *lines[2:]], 3, "the line does not belong here: line 4"),
    (lambda lines: [*lines[:2], lines[2].replace('"line":3', '"line":4'), *lines[3:]], 3, "number was changed"),
    (lambda lines: [*lines[:2], lines[2].replace('"line":3,', ""), *lines[3:]], 3, 'expected "line":3'),
    (lambda lines: [lines[0], lines[0]], 2, "repeats line 1"),
    (lambda lines: [lines[0], lines[1][:-1] + ',"header":7}'], 2, "expected an event|was changed"),
    (lambda lines: [lines[0][:-1] + ',"event":7}'], 1, "expected a header and nothing else"),
    (lambda lines: [*lines, "{"], 6, "line 6: the line is cut off"),
    (lambda lines: [*lines, "[" * 100_000], 6, "recursion|JSON|array"),
    (lambda lines: [*lines, lines[4].replace('"check"', '"check":"","check"')], 6, "'check' occurs twice"),
    (lambda lines: [*lines, lines[4].replace('"check"', '"ch\\u0065ck":"","check"')], 6, "occurs twice"),
    (lambda lines: [*lines, " " * (MAX_LINE + 1)], 6, "more than 1048576 characters"),
]


@pytest.mark.parametrize(("damage", "line", "message"), DAMAGES)
def test_the_error_for_a_damaged_chain_says_what_happened_at_which_line(
    damage: Callable[[list[str]], list[str]], line: int, message: str
) -> None:
    """Lines that were changed, dropped, repeated, moved or added are told apart."""
    with pytest.raises(RecordError, match=message) as error:
        read_chain(damage(lines_of_chain()), read_header, NUMBERS.read)

    assert error.value.line == line
    assert len(str(error.value)) < 400


def test_the_missing_end_of_a_chain_is_named() -> None:
    """If the header says how many lines there are, a cut end is an error at the first missing line."""

    def header_with_lines(raw: bytes) -> Head[int]:
        return Head(read_number(raw), 5)

    assert read_chain(lines_of_chain(), header_with_lines, NUMBERS.read) == (0, [1, 2, 3, 4])

    for length in range(1, 5):
        with pytest.raises(RecordError, match=f"line {length + 1}: .* has 5 lines: its end is missing"):
            read_chain(lines_of_chain()[:length], header_with_lines, NUMBERS.read)


def test_a_check_covers_all_lines_before_it() -> None:
    """Two chains with different headers and the same events have no check in common."""
    first = {line.check for line in chained_lines(b"0", [b"1", b"2"])}
    second = {line.check for line in chained_lines(b"9", [b"1", b"2"])}

    assert not first & second
    assert header_line(b"0").check == next_check("", b"0")


# Journal


def journal_of(heap: int) -> NimJournal:
    """The journal of a new game."""
    return NimJournal(Nim(heap))


@given(st.data())
def test_another_process_follows_a_journal(data: st.DataObject) -> None:
    """A journal that follows the lines of another has the same game, check and number; so does one read afresh."""
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

    for line in lines:  # one at a time, as another process would
        followed.follow([line])

    read_afresh = journal_of(30)
    read_afresh.follow(lines)

    assert followed._game.log == game.log
    assert (followed.check, followed.number, followed.undoable) == (kept.check, kept.number, kept.undoable)
    assert followed.last == kept.last
    assert (read_afresh.check, read_afresh.number) == (kept.check, kept.number)
    assert read_afresh.undoable == kept.undoable


def test_an_entry_whose_line_was_not_kept_is_not_entered() -> None:
    """An error while the line is made durable leaves game and journal as they were."""
    journal = journal_of(9)

    with pytest.raises(OSError, match="disk full"), journal.entering(Take(N, 1), Take(E, 2)):
        raise OSError("disk full")

    assert journal._game.actions_done == 0
    assert (journal.number, journal.undoable) == (0, 0)


def test_an_entry_without_actions_is_refused() -> None:
    """Its line would have no events, and no journal with such a line could be read."""
    journal = journal_of(9)

    with pytest.raises(ArgumentError, match="entry: no actions, expected one or more"), journal.entering():
        pass

    assert (journal.number, journal.undoable) == (0, 0)


@pytest.mark.parametrize(
    "line", ["", "{", '{"check":"0","undid":1}', '{"check":"0"}', " " * (MAX_LINE + 1), "\ud800", '{"check":"é"}']
)
def test_a_damaged_entry_is_refused(line: str) -> None:
    """The error has the number of the line, for which the header counts as 1."""
    with pytest.raises(JournalError) as error:
        journal_of(9).follow([line])

    assert error.value.line == 2


# Matches and dispatch


def start_nim(heap: int) -> Callable[[int], Event]:
    """What a process of a match plays: the last event of a random game, by the number of the game."""
    return partial(_last_event, heap)


def _last_event(heap: int, number: int) -> Event:
    return random_nim(heap, number).log[-1]


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    """Results come in the order of the games, from one process or two."""
    one_process = list(play_matches(9, start_nim, 20, processes=1))
    two_processes = list(play_matches(9, start_nim, 20, processes=2))

    assert two_processes == one_process
    assert one_process == [random_nim(20, number).log[-1] for number in range(9)]


def test_a_dispatch_goes_by_the_exact_type() -> None:
    """Functions are found by the type they were registered for; a subclass has none."""
    functions = Dispatch[[str], str]().on(int, lambda value, unit: f"{value} {unit}")

    assert functions[int](2, "points") == "2 points"
    assert bool not in functions


def test_an_event_is_found_in_its_line() -> None:
    """``line_of`` gives the line of the entry that an event of the log belongs to, past undos and double entries."""
    journal = journal_of(20)
    for moves in ((Take(N, 1),), (Take(E, 2), Take(S, 1)), (Take(W, 3),)):
        with journal.entering(*moves):
            pass
    with journal.taking_back():
        pass
    with journal.entering(Take(W, 2)):
        pass

    assert [journal.line_of(event) for event in range(5)] == [1, 2, 3, 3, 6]
