"""The journal: a game is restored from its lines, undos included, at any line, and damage is an error with its line."""

from __future__ import annotations

import json
import random
from copy import copy

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belettre_lexicon import Judge
from belettre_lexicon.base.errors import ArgumentError
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
from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.events import WordAccepted
from tests.engine.forged_records import recompute_checks
from tests.engine.scripted_games import LEV, PON, RULES, SEP, StubJudge, legal_moves

#: Two words, of which the stub judge accepts the first.
WORDS = ("bon", "faux")


def resumed(lines: list[str], judge: object = None) -> Journal:
    """Return the journal resumed from its lines, with a stub judge by default."""
    return Journal.resume(lines, lambda record: judge or StubJudge())  # type: ignore[arg-type,return-value]


def random_journal(seed: int, steps: list[int]) -> tuple[Journal, list[str], list[Journal]]:
    """Return a journal with random entries, undos, redos and corrections, its lines, and two journals that followed.

    The first journal followed line by line, the second in batches.
    """
    rng = random.Random(seed)
    partie = Partie.new(StubJudge(), rng, manches=2) if seed % 2 else Partie.watched(StubJudge(), manches=2)
    journal = Journal(partie)
    lines = [journal.header]
    followers = [resumed(lines) for _ in range(2)]
    for step in steps:
        if step == 0 and journal.undoable:
            with journal.taking_back(rng.randint(1, min(3, journal.undoable))) as line:
                lines.append(line)
        elif step == 2 and journal.redoable:
            with journal.redoing() as line:
                lines.append(line)
        elif step == 3 and journal.undoable:
            entries = rng.randint(1, min(3, journal.undoable))
            before = copy(partie)
            before.undo(partie.actions_done - partie.action_at(len(partie.log) - len(journal.events_of_last(entries))))
            move = rng.choice(legal_moves(before))
            move = move.saying(rng.choice(WORDS)) if isinstance(move, Lay) else move
            with journal.correcting(move, entries=entries) as line:
                lines.append(line)
        elif not partie.over:
            move = rng.choice(legal_moves(partie))
            move = move.saying(rng.choice(WORDS)) if isinstance(move, Lay) else move
            overtime = [Overtime(partie.turn, 31)] if step == 1 and partie.turn is not None else []
            with journal.entering(*overtime, move) as line:
                lines.append(line)
        followers[0].follow(lines[followers[0].number + 1 :])
        if step > 7:
            followers[1].follow(lines[followers[1].number + 1 :])
    followers[1].follow(lines[followers[1].number + 1 :])
    return journal, lines, followers


@given(st.integers(0, 1000), st.lists(st.integers(0, 9), max_size=90))
@settings(max_examples=60, deadline=None)
def test_a_journal_is_restored_from_its_lines(seed: int, steps: list[int]) -> None:
    """Resumed from its lines or followed, it has the same events, check, number of lines and depth of undo."""
    journal, lines, followers = random_journal(seed, steps)

    for other in (resumed(lines), *followers):
        assert other.partie.log == journal.partie.log
        assert (other.number, other.check, other.undoable) == (journal.number, journal.check, journal.undoable)
        assert other.header == journal.header
        assert other.last == journal.last
        assert other.redoable == journal.redoable

    assert len(lines) == journal.number + 1

    record = parse_record(format_record(journal.record()))

    assert record.events == journal.partie.log


def test_an_entry_that_could_not_be_stored_is_taken_back() -> None:
    """An exception while the line is stored takes back the entry, or the undo."""
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


def test_an_entry_with_an_illegal_action_is_taken_back() -> None:
    """An entry is applied completely or not at all."""
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


def test_an_overruled_word_is_restored(judge: Judge) -> None:
    """After the resume, the word accepted by the arbiter is valid, and the players have their names."""
    journal = Journal(Partie.watched(judge), {SEP: "Bob"})
    lines = [journal.header]
    for action in (Lay(PON, Card.of("l"), "Volontés"), Overrule(True, "il avait dit « volonté »")):
        with journal.entering(action) as line:
            lines.append(line)

    again = resumed(lines, judge)

    assert again.partie.state.words == ("Volontés",)
    assert again.players == {SEP: "Bob"}
    assert again.record().players == {Seat.SEPTENTRIONAL: "Bob"}


def test_a_valid_word_is_restored_with_its_readings(judge: Judge) -> None:
    """A resumed word has its readings; a header with the hash of another lexicon fails its check."""
    journal = Journal(Partie.watched(judge))
    lines = [journal.header]
    with journal.entering(Lay(PON, Card.of("l"), "volonté")) as line:
        lines.append(line)

    event = resumed(lines, judge).partie.log[1]

    assert isinstance(event, WordAccepted)
    assert event.verdict.readings[0].lemma == "volonté"

    other = [journal.header.replace(judge.lexicon.hash, "0" * 64)]

    with pytest.raises(JournalError, match=r"line 1: .* the line was changed"):  # the check is made over the hash
        resumed(other, judge)


@pytest.mark.parametrize("place", range(4))
def test_the_error_for_a_damaged_journal_names_the_line(place: int) -> None:
    """A changed line is an error with its number; so is a missing, moved or repeated line, and it says which."""
    _, lines, _ = random_journal(2, [5] * 6)
    changed = [*lines]
    changed[place] = changed[place].replace('"', "'", 1)
    line = place + 1

    with pytest.raises(JournalError, match=f"line {line}:"):
        resumed(changed)

    dropped = f"line {line} is missing" if place else "the first line is missing"

    with pytest.raises(JournalError, match=f"line {line}: .*{dropped}"):
        resumed([*lines[:place], *lines[place + 1 :]])

    with pytest.raises(JournalError, match=f"line {line}: .*(was moved|line {line + 1} of the file follows)"):
        resumed([*lines[:place], lines[place + 1], lines[place], *lines[place + 2 :]])

    with pytest.raises(JournalError, match=f"line {line + 1}: the line repeats line {line}"):
        resumed([*lines[:line], *lines[place:]])


def test_a_rule_broken_in_the_middle_is_named_at_its_line() -> None:
    """If the checks are right but an entry breaks the rules, the error names its line, not the last one."""
    _, lines, _ = random_journal(4, [5] * 6)
    forged = "\n".join([*lines[:3], lines[3].replace('"seat":"LEV"', '"seat":"SEP"'), *lines[4:]])

    with pytest.raises(JournalError, match=r"line 4: .*P1"):
        resumed(recompute_checks(forged).splitlines())


def test_a_judge_with_other_rules_is_the_promised_error() -> None:
    """``Journal.resume`` raises JournalError for line 1 if the judge does not have the house rules of the header."""
    _, lines, _ = random_journal(4, [5] * 2)
    forged = recompute_checks("\n".join(lines).replace('"min_letters":', '"min_letters":1'))

    with pytest.raises(JournalError, match="line 1: rules: the judge has"):
        resumed(forged.splitlines())


def test_invalid_lines_and_arguments_are_refused() -> None:
    """Empty, unknown and too long lines are refused, like an undo of too much and a game already begun."""
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


def test_follow_stops_at_the_first_line_that_does_not_follow() -> None:
    """The lines before it are applied, and the journal can follow on from there."""
    journal, lines, _ = random_journal(4, [5] * 5)
    other = resumed(lines[:3])

    with pytest.raises(JournalError, match="line 5"):
        other.follow([lines[3], lines[5]])

    assert other.number == 3

    other.follow(lines[4:])

    assert other.partie.log == journal.partie.log
    assert other.partie.setup.rules == RULES
