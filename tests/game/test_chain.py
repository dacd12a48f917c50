"""Chained lines to the letter (``games.kit.chain``): their form, JSON with two meanings, and the last line."""

from __future__ import annotations

import pytest

from belettre_lexicon.games.kit.chain import (
    Head,
    RecordError,
    chained_lines,
    encode_line,
    follow_chain,
    next_check,
    read_chain,
    unreadable,
)
from tests.game.test_floor import NUMBERS, journal_of, lines_of_chain, read_header
from tests.game.toy_nim import RECORD_FORMAT, Corner, Take


def line_of(content: bytes, check_before: str = "", name: str = "header", number: str = "") -> str:
    """A line with a correct check, whatever its content."""
    return f'{{"check":"{next_check(check_before, content)}",{number}"{name}":{content.decode()}}}'


def test_lines_are_written_as_they_always_were() -> None:
    """A check has 16 hexadecimal digits, and every line but the header its number: old files stay readable."""
    lines = [encode_line(line).decode() for line in chained_lines(b"0", [b"1", b"2"])]

    assert lines == [
        '{"check":"5feceb66ffc86f38","header":0}',
        '{"check":"95b0183ec13472ab","line":2,"event":1}',
        '{"check":"e3fbace5cb98c365","line":3,"event":2}',
    ]


def test_the_lines_of_a_journal_have_numbers() -> None:
    """The line of the first entry is line 2, that of its undo line 3."""
    journal = journal_of(9)

    with journal.entering(Take(Corner.NORTH, 1)) as entry:
        pass
    with journal.taking_back() as undo:
        pass

    assert '"line":2,"did":[' in entry
    assert '"line":3,"undid":1' in undo


@pytest.mark.parametrize("header", ['{"a":1,"a":2}', '"nine"', "{}"])
def test_a_header_that_cannot_be_read_is_an_error_of_line_1(header: str) -> None:
    """The reader refuses JSON with a repeated name, which is ambiguous, and a header of anything but a game."""

    def read_any(raw: bytes) -> Head[int]:
        read_header(b"0" if b"a" in raw else raw)
        return Head(0)

    with pytest.raises(RecordError, match=r"the name 'a' occurs twice|Expected `int`") as error:
        read_chain([line_of(header.encode())], read_any, NUMBERS.read)

    assert error.value.line == 1


def test_an_event_with_a_name_twice_is_an_error() -> None:
    """It could be read in two ways; the same event with each name once is read, in any order and with spaces."""
    header = line_of(b"0")
    check = next_check("", b"0")
    once, twice = (
        b'{"matches": 1, "event": "take", "corner": "N"}',
        b'{"event":"take","corner":"N","matches":2,"matches":1}',
    )

    read = read_chain([header, line_of(once, check, "event", '"line":2,')], read_header, RECORD_FORMAT.codec.read)
    with pytest.raises(RecordError, match="the name 'matches' occurs twice") as error:
        read_chain([header, line_of(twice, check, "event", '"line":2,')], read_header, RECORD_FORMAT.codec.read)

    assert read == (0, [Take(Corner.NORTH, 1)])
    assert error.value.line == 2


def test_a_line_without_its_number_is_an_error() -> None:
    """The error says what was expected."""
    lines = lines_of_chain()

    with pytest.raises(RecordError, match='line 3: the line has no number, expected "line":3: the line was changed'):
        read_chain([*lines[:2], lines[2].replace('"line":3,', "")], read_header, NUMBERS.read)


def test_a_chain_has_a_hundred_thousand_lines_at_most() -> None:
    """The last of them is read; the line after it is an error that says so."""
    lines = [
        line_of(b"1", "", "event", '"line":100000,'),
        line_of(b"2", next_check("", b"1"), "event", '"line":100001,'),
    ]

    chain = follow_chain(lines, 100_000, "", RecordError)

    assert next(chain)[0] == 100_000
    with pytest.raises(RecordError, match="line 100001: more than 100000 lines, expected a game"):
        next(chain)


def test_a_line_that_cannot_be_read_is_shown_up_to_80_characters() -> None:
    """The reason up to 200, each cut behind them; blanks around the line are not shown."""
    for length in (77, 78, 79, 1000):
        message = unreadable(f" {'x' * length}\n", ValueError("y" * length))
        assert message == f"{'y' * min(length, 200)}: {repr('x' * length)[:80]}"
