"""Damaged and forged records and journals: the promised error with its line, or a game that the rules allow.

The samples are short, so that every byte, line and value can be damaged in turn.
"""

from __future__ import annotations

import functools
import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from belettre_lexicon import HouseList, Judge, Lexicon
from belettre_lexicon.engine import (
    Journal,
    JournalError,
    Lay,
    Overrule,
    Overtime,
    Partie,
    Passe,
    Record,
    RecordError,
    Reveal,
    Seat,
    fingerprint,
    format_record,
    judge_again,
    parse_record,
    partie_of,
    record_of,
    write_shorthand,
)
from belettre_lexicon.french.cards import Card
from tests.engine.forged_records import recompute_checks

PON, SEP, LEV, MER = Seat
LEXICON = Lexicon.open()
#: Values of every JSON type that no field expects, or that lie just outside what a field allows.
NASTY: list[Any] = [
    None,
    True,
    0,
    1,
    -1,
    2**63,
    10**30,
    10**400,
    1e308,
    1.5,
    "",
    "é",
    "\0",
    "PON",
    "NOR",
    "JOKER",
    "min",
    "unseen",
    "a" * 5000,
    [],
    [[]],
    {},
    {"event": "passed"},
]
#: Pieces of text that no JSON library would write, or that break a careless one.
ODD_TEXTS = [
    "NaN",
    "Infinity",
    "9" * 5000,
    "[" * 100_000,
    "[" * 900 + "]" * 900,
    '{"a":' * 800 + "1" + "}" * 800,
    '{"a":1,"a":2}',
    "\x00",
]


@functools.cache
def sample(kind: str) -> str:
    """Return a short game as a record or a journal."""
    if kind == "dealt record":
        dealt = Partie.new(Judge(LEXICON), random.Random(7), manches=1, seed=7)
        dealt.apply(Lay(PON, Card.of("i"), "histoire"))
        return format_record(record_of(dealt, {PON: "Léa"}))
    house = HouseList.parse(["+ chocolatine chez nous"])
    journal = Journal(Partie.watched(Judge(LEXICON, None, house), manches=1), {SEP: "Bob"})
    lines = [journal.header]
    for entry in (
        (Lay(PON, Card.of("l"), "Volontés"),),
        (Overrule(True, "au singulier"),),
        (Overtime(SEP, 40), Lay(SEP, Card.of("e"), "École")),
        (Lay(LEV, Card.of("c"), "Raclettes"),),
        None,
        (Lay(LEV, Card.of("c"), "Raclette"),),
        (Passe(MER, Card.of("maj")),),
        (Reveal(MER, Card.of("F")),),
    ):
        with journal.taking_back() if entry is None else journal.entering(*entry) as line:
            lines.append(line)
    return format_record(journal.record()) if kind == "record" else "\n".join(lines) + "\n"


KINDS = ["record", "journal", "dealt record"]


def judge_of(record: Record) -> Judge:
    """Return the judge of a record."""
    house = HouseList.parse(record.house_list) if record.house_list else None
    return Judge(LEXICON, record.setup.rules, house)


def survives(text: str, kind: str) -> bool:
    """Read a game and use all of it. Return whether it is a game; False if the promised error was raised."""
    promised: type[JournalError | RecordError] = JournalError if kind.startswith("journal") else RecordError
    try:
        if promised is JournalError:
            journal = Journal.resume(text.removesuffix("\n").split("\n"), judge_of)
            record, partie = journal.record(), journal.partie
        else:
            record = parse_record(text)
            partie = partie_of(record, judge_of(record))
    except promised as error:
        assert 1 <= error.line <= text.count("\n") + 2
        assert len(str(error)) < 500
        return False
    again = parse_record(format_record(record))
    assert partie_of(again, judge_of(again)).log == partie.log
    assert fingerprint(again) == fingerprint(record)
    assert partie.log[: len(record.events)] == record.events
    write_shorthand(partie)
    list(judge_again(record, judge_of(record)))
    assert partie.setup.seed_is_true in (True, False, None)
    return True


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    """Yield the path to a JSON value and to every value in it."""
    yield path
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, (*path, key))


def replaced(value: Any, path: tuple[Any, ...], new: Any) -> Any:
    """Return a JSON value in which the value at *path* is *new*."""
    if not path:
        return new
    copy = value.copy()
    copy[path[0]] = replaced(value[path[0]], path[1:], new)
    return copy


def forged(kind: str, rng: random.Random, count: int, news: list[Any]) -> Iterator[tuple[str, str]]:
    """Yield *count* texts with a value at a random place replaced by each of *news*, plain and with right checks."""
    lines = sample(kind).splitlines()
    decoded = [json.loads(line) for line in lines]
    places = [(number, path) for number, line in enumerate(decoded) for path in paths(line) if path]
    for number, path in rng.sample(places, min(count, len(places))):
        for new in news:
            value = replaced(decoded[number], path, new)
            text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
            yield "\n".join([*lines[:number], text, *lines[number + 1 :], ""]), str((number, path, str(new)[:40]))


@pytest.mark.parametrize("kind", KINDS)
def test_the_samples_are_games(kind: str) -> None:
    """Undamaged, each of them reads."""
    assert survives(sample(kind), kind)


@pytest.mark.parametrize("kind", KINDS)
def test_any_changed_byte_is_noticed(kind: str) -> None:
    """A record or journal with one byte changed is refused at a line, wherever it is."""
    text = sample(kind)

    for place in range(0, len(text), 7):
        changed = chr(ord(text[place]) ^ 1)

        assert not survives(text[:place] + changed + text[place + 1 :], kind), place


@pytest.mark.parametrize("kind", KINDS)
def test_any_dropped_or_swapped_lines_are_noticed(kind: str) -> None:
    """Lines that are missing or in another order are refused; only the end of a journal may be cut."""
    lines = sample(kind).splitlines()
    cut_is_seen = kind != "journal"

    for first in range(len(lines)):
        dropped = "\n".join([*lines[:first], *lines[first + 1 :], ""])

        assert survives(dropped, kind) is (first == len(lines) - 1 and not cut_is_seen), first

        for second in range(first):
            swapped = [*lines]
            swapped[first], swapped[second] = lines[second], lines[first]

            assert not survives("\n".join(swapped) + "\n", kind), (first, second)


@pytest.mark.parametrize("kind", KINDS)
def test_a_text_cut_at_any_place_is_noticed_or_a_shorter_game(kind: str) -> None:
    """Cut in the middle of a line, it is refused; at the end of a line, a record says that its end is missing."""
    text = sample(kind)
    cut_is_seen = kind != "journal"
    ends = {place for place, character in enumerate(text) if character == "\n"}

    for place in {*range(0, len(text), 9), *ends, *(end + 1 for end in ends if end + 1 < len(text))}:
        at_end = place in ends or place - 1 in ends
        whole = place == len(text) - 1

        assert survives(text[:place], kind) is (at_end and (whole or not cut_is_seen) and place > 0), place


@pytest.mark.parametrize("kind", KINDS)
def test_any_value_replaced_is_the_promised_error_or_a_game(kind: str) -> None:
    """Nothing but the promised error is raised, also with right checks; what reads is a game that the rules allow."""
    rng = random.Random(kind)

    for text, where in forged(kind, rng, 12, NASTY):
        try:
            survives(text, kind)
            survives(recompute_checks(text), kind)
        except (AssertionError, JournalError, RecordError):
            raise
        except ValueError as error:  # recompute_checks cannot read what it should forge
            assert type(error).__module__ == "msgspec", where


@pytest.mark.parametrize("kind", KINDS)
def test_odd_json_is_the_promised_error(kind: str) -> None:
    """NaN, deep nesting, names given twice and numbers of thousands of digits are refused at their line."""
    rng = random.Random(kind)

    for text, where in forged(kind, rng, 10, ["@@"]):
        for odd in ODD_TEXTS:
            assert not survives(text.replace('"@@"', odd), kind), (where, odd[:20])
