"""The journal: a game is what its lines say, after any number of undos, resumed at any line; damage is named."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import Judge
from belettre_lexicon.cards import Card
from belettre_lexicon.engine import (
    IllegalActionError,
    Journal,
    JournalError,
    Lay,
    Overrule,
    Overtime,
    Partie,
    Seat,
    format_record,
    parse_record,
)
from belettre_lexicon.engine.events import WordAccepted
from belettre_lexicon.errors import ArgumentError
from tests.engine.scripted_games import LEV, PON, RULES, SEP, StubJudge, legal_moves

GOOD = ("bon", "faux")


def resumed(lines: list[str], judge: object = None) -> Journal:
    return Journal.resume(lines, lambda record: judge or StubJudge())  # type: ignore[arg-type,return-value]


def play(seed: int, steps: list[int]) -> tuple[Journal, list[str], list[Journal]]:
    """A journal entered at random, its lines, and others that follow it line by line or in bundles."""
    rng = random.Random(seed)
    partie = Partie.new(StubJudge(), rng, manches=2) if seed % 2 else Partie.watched(StubJudge(), manches=2)
    journal = Journal(partie)
    lines = [journal.header]
    followers = [resumed(lines) for _ in range(2)]
    for step in steps:
        if step == 0 and journal.undoable:
            with journal.taking_back(rng.randint(1, min(3, journal.undoable))) as line:
                lines.append(line)
        elif not partie.over:
            move = rng.choice(legal_moves(partie))
            move = move.saying(rng.choice(GOOD)) if isinstance(move, Lay) else move
            thought = [Overtime(partie.turn, 31)] if step == 1 and partie.turn is not None else []
            with journal.entering(*thought, move) as line:
                lines.append(line)
        followers[0].follow(lines[followers[0].number + 1 :])
        if step > 7:
            followers[1].follow(lines[followers[1].number + 1 :])
    followers[1].follow(lines[followers[1].number + 1 :])
    return journal, lines, followers


@given(st.integers(0, 1000), st.lists(st.integers(0, 9), max_size=90))
@settings(max_examples=60, deadline=None)
def test_a_game_is_what_its_lines_say(seed: int, steps: list[int]) -> None:
    """Resumed from its lines, or followed line by line: the same events, check, number and depth of undo."""
    journal, lines, followers = play(seed, steps)

    for again in (resumed(lines), *followers):
        assert again.partie.log == journal.partie.log
        assert (again.number, again.check, again.undoable) == (journal.number, journal.check, journal.undoable)
        assert again.header == journal.header
        assert again.last == journal.last

    assert len(lines) == journal.number + 1

    record = parse_record(format_record(journal.record()))

    assert record.events == journal.partie.log


def test_an_entry_that_was_not_kept_never_was() -> None:
    """What is raised while the line is made durable takes the entry back, and the undo too."""
    journal = Journal(Partie.watched(StubJudge()))
    before = journal.partie.log, journal.check

    with pytest.raises(OSError, match="disk full"), journal.entering(Lay(PON, Card.of("l"), "bon")):
        raise OSError("disk full")

    assert (journal.partie.log, journal.check) == before
    assert journal.number == 0

    with journal.entering(Lay(PON, Card.of("l"), "bon")):
        pass

    kept = journal.partie.log, journal.check

    with pytest.raises(OSError, match="disk full"), journal.taking_back():
        raise OSError("disk full")

    assert (journal.partie.log, journal.check) == kept
    assert journal.undoable == 1


def test_all_actions_of_an_entry_or_none() -> None:
    """An action that is not legal takes those before it in its entry back."""
    journal = Journal(Partie.watched(StubJudge()))

    with pytest.raises(IllegalActionError), journal.entering(Overtime(PON, 40), Lay(LEV, Card.of("l"), "bon")):
        pass

    assert len(journal.partie.log) == 1
    assert journal.number == 0

    with journal.entering(Overtime(PON, 40), Lay(PON, Card.of("l"), "bon")) as line:
        assert len(json.loads(line)["did"]) == 2

    assert [type(event).__name__ for event in journal.last] == ["Overran", "WordAccepted"]

    with journal.taking_back():
        pass

    assert len(journal.partie.log) == 1


def test_an_overruled_word_is_resumed(judge: Judge) -> None:
    """The arbiter's word stands in the lines as it was given, and holds after the resume."""
    journal = Journal(Partie.watched(judge), {SEP: "Bob"})
    lines = [journal.header]
    for action in (Lay(PON, Card.of("l"), "Volontés"), Overrule(True, "il avait dit « volonté »")):
        with journal.entering(action) as line:
            lines.append(line)

    again = resumed(lines, judge)

    assert again.partie.state.words == ("Volontés",)
    assert again.players == {SEP: "Bob"}
    assert again.record().players == {Seat.SEPTENTRIONAL: "Bob"}


def test_words_of_the_same_lexicon_know_their_readings_again(judge: Judge) -> None:
    """A resumed game tells a valid word with its grammar; of another lexicon it keeps silent about it."""
    journal = Journal(Partie.watched(judge))
    lines = [journal.header]
    with journal.entering(Lay(PON, Card.of("l"), "volonté")) as line:
        lines.append(line)

    event = resumed(lines, judge).partie.log[1]

    assert isinstance(event, WordAccepted)
    assert event.verdict.readings[0].lemma == "volonté"

    other = [format_record(parse_record(journal.header)).replace(judge.lexicon.hash, "0" * 64)]

    with pytest.raises(JournalError):  # the header's check is made over the hash
        resumed(other, judge)


@pytest.mark.parametrize("place", range(4))
def test_a_changed_lost_or_moved_line_is_named(place: int) -> None:
    """Any damage is an error with its line, never another game."""
    _, lines, _ = play(2, [5] * 6)
    changed = [*lines]
    changed[place] = changed[place].replace('"', "'", 1)

    with pytest.raises(JournalError) as found:
        resumed(changed)

    assert found.value.line == place + 1

    with pytest.raises(JournalError):
        resumed([*lines[:place], *lines[place + 1 :]])

    with pytest.raises(JournalError):
        resumed([*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]])


def test_what_is_no_journal() -> None:
    """Empty, of another kind, too long, undoing more than there is: each is refused."""
    journal = Journal(Partie.watched(StubJudge()))

    for lines in ([], ["{}"], [journal.header, "{}"], [journal.header, "x" * (1 << 21)], [journal.header, "\ud800"]):
        with pytest.raises(JournalError):
            resumed(lines)

    with pytest.raises(ArgumentError, match="undo: 1"), journal.taking_back():
        pass

    with pytest.raises(ArgumentError, match="undo: True"), journal.taking_back(True):
        pass

    partie = Partie.watched(StubJudge())

    partie.apply(Lay(PON, Card.of("l"), "bon"))

    with pytest.raises(ArgumentError, match="1 actions"):
        Journal(partie)


def test_a_line_that_does_not_follow_changes_nothing() -> None:
    """Following another game stops at the line that is not its own; those before it are done."""
    journal, lines, _ = play(4, [5] * 5)
    other = resumed(lines[:3])

    with pytest.raises(JournalError, match="line 5"):
        other.follow([lines[3], lines[5]])

    assert other.number == 3

    other.follow(lines[4:])

    assert other.partie.log == journal.partie.log
    assert other.partie.setup.rules == RULES
