"""Records of games as JSON lines: they read back, and damaged or forged records are errors with their line."""

from __future__ import annotations

import json
import random
from typing import Any

import msgspec
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.french.cards import MIN_BACK, UNSEEN, Card
from belettre_lexicon.french.decks import Deck
from belettre_lexicon.games.belettre.actions import Discard, Lay, Overrule, Passe, PickUp, Reveal, Swap
from belettre_lexicon.games.belettre.events import Overran
from belettre_lexicon.games.belettre.partie import Partie, ReplayError
from belettre_lexicon.games.belettre.records.json_lines import (
    RECORD_FORMAT,
    Journal,
    format_record,
    judge_again,
    parse_record,
    partie_of,
    record_of,
)
from belettre_lexicon.games.belettre.records.shorthand import read_shorthand, write_shorthand
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.kit.chain import RecordError
from belettre_lexicon.games.kit.journal import JournalError
from tests.engine.forged_records import recompute_checks
from tests.engine.random_games import random_game_with_words
from tests.engine.scripted_games import StubJudge

PON, SEP, LEV, MER = Seat


@pytest.mark.parametrize("seed", range(12))
def test_a_record_reads_back_unchanged(judge: Judge, seed: int) -> None:
    """Reading and writing are inverse to each other, and the game rebuilt from a record is the same."""
    partie = random_game_with_words(judge, seed, manches=1 + seed % 4)

    record = record_of(partie, {PON: "Léa « la Belette »", MER: "\u202eevil\n"})
    text = format_record(record)
    again = parse_record(text)

    assert again == record
    assert format_record(again) == text

    rebuilt = partie_of(again, judge)

    assert rebuilt.state == partie.state
    assert rebuilt.log == partie.log
    assert list(judge_again(again, judge)) == []


def test_refused_words_keep_their_proofs(judge: Judge) -> None:
    """The verdict on a refused word is recorded with every reason and proof, kinship included (W8, W10)."""
    partie = Partie.watched(judge)

    partie.apply(Lay(PON, Card.of("j"), "joueur"))
    (event,) = partie.apply(Lay(SEP, Card.of("o"), "jouet"))
    record = parse_record(format_record(record_of(partie)))
    (refusal,) = record.events[-1].verdict.refusals  # type: ignore[union-attr]  # it is a word

    assert refusal.reason == "same_family"
    assert refusal.as_dict() == event.verdict.refusals[0].as_dict()  # type: ignore[union-attr]
    assert [link.lexeme.spelling for link in refusal.evidence["kinship"].chain] == ["jouet", "joueur"]


def test_a_game_continues_from_its_record(judge: Judge) -> None:
    """The record of an unfinished game contains the later deals, so that it continues as it would have."""
    partie = Partie.new(judge, random.Random(5), seed=5)

    first = partie_of(parse_record(format_record(record_of(partie))), judge)
    for game in (partie, first):
        rng = random.Random(1)
        while not game.over:
            game.apply(rng.choice(game.legal_actions()))

    assert first.state == partie.state
    assert first.log == partie.log


def test_an_arbiters_game_reads_back(judge: Judge) -> None:
    """A late start, hidden cards, a trap, an overruled word and a choice of who picks up all read back."""
    partie = Partie.watched(judge, manches=3, first=2, before=2, opener=PON, points=(84, 61))
    for action in (
        Lay(PON, Card.of("s"), "Veste"),
        Lay(SEP, Card.of("o"), "blousons"),
        Overrule(True, "Le Septentrional l'a dit au singulier"),
        Lay(LEV, Card.of("d"), "Adosser"),
        Passe(MER, MIN_BACK),
        Swap(SEP, Card.of("A")),
        Reveal(MER, Card.of("e")),
        Passe(LEV, UNSEEN),
        Discard(MER, UNSEEN),
        Discard(PON, Card.of("b")),
        Discard(SEP, UNSEEN),
        Reveal(LEV, Card.of("k")),
        Reveal(MER, Card.of("e")),
        Reveal(SEP, Card.of("W")),
        PickUp(SEP),
    ):
        partie.apply(action)

    record = record_of(partie)
    again = parse_record(format_record(record))

    assert again == record
    assert partie_of(again, judge).state == partie.state
    assert [difference.line for difference in judge_again(again, judge)] == []


def test_a_record_contains_the_deck_the_rules_and_the_house_list() -> None:
    """Another deck, other house rules and a table's own word list read back equal."""
    rules = HouseRules(memory="manche", plural_only=True)
    judge = Judge(Lexicon.open(), rules, HouseList.parse(["+ chocolatine chez nous", "- wagon"]))
    deck = Deck.parse(["a 20 2 4 3", "e 20 1 4 2", "? 2 0 1 0"])
    partie = Partie.new(judge, random.Random(1), manches=2, deck=deck)

    record = parse_record(format_record(record_of(partie)))

    assert (record.setup.deck, record.setup.rules) == (deck, rules)
    assert record.house_list == ("+ chocolatine chez nous", "- wagon")
    assert partie_of(record, judge).state == partie.state


def test_judging_again_finds_words_with_another_verdict(judge: Judge) -> None:
    """A recorded valid word that the judge refuses today is given with its line."""
    partie = Partie.watched(judge)

    partie.apply(Lay(PON, Card.of("l"), "Volonté"))
    text = format_record(record_of(partie))
    forged = parse_record(recompute_checks(text.replace('"word":"Volonté"', '"word":"Volontés"')))
    (difference,) = judge_again(forged, judge)

    assert difference.line == 3
    assert difference.event == 1
    assert not difference.now.valid
    assert difference.recorded.valid


def test_recomputed_checks_are_those_of_the_record(judge: Judge) -> None:
    """The helper of these tests that recomputes checks leaves a correct record unchanged."""
    text = format_record(record_of(random_game_with_words(judge, 3, 1)))

    assert recompute_checks(text) == text


@pytest.mark.parametrize("line", range(1, 20))
def test_the_error_for_a_damaged_record_names_the_line(judge: Judge, line: int) -> None:
    """One character changed, or one line lost, doubled or moved, is told apart, with the number of the line."""
    lines = format_record(record_of(random_game_with_words(judge, 1, 1))).splitlines()
    place = line - 1
    spot = len(lines[place]) // 2
    changed = lines[place][:spot] + ("x" if lines[place][spot] != "x" else "y") + lines[place][spot + 1 :]

    with pytest.raises(RecordError, match=f"line {line}:"):
        parse_record([*lines[:place], changed, *lines[line:]])

    missing = f"line {line} is missing" if place else "the first line is missing"

    with pytest.raises(RecordError, match=f"line {line}: .*{missing}"):
        parse_record(lines[:place] + lines[line:])

    with pytest.raises(RecordError, match=f"line {line + 1}: the line repeats line {line}"):
        parse_record([*lines[:line], lines[place], *lines[line:]])

    with pytest.raises(RecordError, match=f"line {line}: .*moved"):
        parse_record([*lines[:place], lines[line], lines[place], *lines[line + 1 :]])

    with pytest.raises(RecordError, match=f"line {line + 1}: .* its end is missing"):
        parse_record(lines[:line])


def test_a_dropped_line_is_not_called_a_changed_one(judge: Judge) -> None:
    """With any line dropped, the error says that it is missing and no word of a change."""
    lines = format_record(record_of(random_game_with_words(judge, 1, 1))).splitlines()

    for place in range(1, len(lines)):
        with pytest.raises(RecordError, match="missing") as caught:
            parse_record(lines[:place] + lines[place + 1 :])

        assert "changed" not in str(caught.value)


def test_another_version_is_refused(judge: Judge) -> None:
    """A record of another version of the format is an error in line 1, whatever else it contains."""
    text = format_record(record_of(random_game_with_words(judge, 1, 1)))

    for version in ("3", "1", "0", "-1"):
        forged = recompute_checks(text.replace('"version":2', f'"version":{version},"news":true', 1))

        with pytest.raises(RecordError, match=f"line 1: format version {version}, expected 2: "):
            parse_record(forged)


def test_a_judge_with_other_rules_is_the_promised_error(judge: Judge) -> None:
    """``partie_of`` raises RecordError for line 1 if the judge does not have the house rules of the record."""
    text = format_record(record_of(random_game_with_words(judge, 1, 1)))
    forged = parse_record(recompute_checks(text.replace('"min_letters":5', '"min_letters":4')))

    with pytest.raises(RecordError, match="line 1: rules: the judge has"):
        partie_of(forged, judge)


def test_the_journal_of_a_game_is_no_record(judge: Judge) -> None:
    """The error says what the file is."""
    journal = Journal(Partie.watched(judge))
    lines = [journal.header]
    with journal.entering(Lay(PON, Card.of("l"), "Volonté")) as line:
        lines.append(line)

    with pytest.raises(RecordError, match=r"line 1: .*the file is the journal of a game"):
        parse_record(lines)

    header = format_record(journal.record()).splitlines()[0]
    with pytest.raises(RecordError, match=r"line 2: .*found a line of a journal"):
        parse_record(recompute_checks("\n".join([header, lines[1]])))

    with pytest.raises(JournalError, match=r"line 1: .*the file is the record of a game"):
        Journal.resume(format_record(journal.record()).splitlines(), lambda record: judge)


@pytest.mark.parametrize(
    ("old", "new", "line", "message"),
    [
        ('"seat":"PON"', '"seat":"NOR"', 3, "NOR"),
        ('"card":"i"', '"card":"é"', 3, "é"),
        ('"card":"i"', '"card":"z"', 3, "D2"),
        ('"card":"i"', '"card":["i"]', 3, "card"),
        ('"event":"accepted"', '"event":"won"', 3, "won"),
        ('"valid":true', '"valid":"yes"', 3, "verdict"),
        ('"valid":true', '"valid":false', 3, "verdict"),
        ('"seat":"PON"', '"seat":"SEP"', 3, "P1"),
        ('"manche":1,"dealer":"MER"', '"manche":1,"dealer":"SEP"', 2, "expected"),
        ('"kind":"record",', "", 1, "kind ''"),
        ('"kind":"record"', '"kind":"game"', 1, "kind"),
        ('"lexicon":{', '"lexicon":{"colour":"red",', 1, "expected edition and hash"),
        ('"edition":"', '"edition":"\u202e', 1, "does not identify"),
        ('"players":{', '"first":2,"players":{', 1, "a game with deals is whole"),
        ('"points":[0,0]', '"points":[5,0]', 1, "a game with deals is whole"),
        ('"players":{', '"before":1,"players":{', 1, "a game with deals is whole"),
        ('"players":{', '"opener":"MER","players":{', 1, "a game with deals is whole"),
        ('"players":{', '"players":{"NOR":"x",', 1, "NOR"),
        ('"seed":7', '"seed":9223372036854775808', 1, "seed"),
        ('"min_letters":5', '"min_letters":true', 1, "min_letters"),
        ('"min_letters":5', '"min_letters":31', 1, "31"),
        ('"min_letters":5', '"min_letters":[]', 1, "rules"),
        ('"compounds":true', '"compounds":true,"compounds":true', 1, "occurs twice"),
        ('"manches":1', '"manches":9', 1, "9"),
        ('"manches":1', '"manches":2', 1, "deals"),
        ('"memory":"partie"', '"memory":"life"', 1, "life"),
        ('"memory":"partie"', '"memory":7', 1, "memory"),
        ('"memory":"partie"', '"memory":"partie","extra":true', 1, "extra"),
        ('"hands":["F ', '"hands":["f ', 1, "majuscules"),
        ('"hands":["F ', '"hands":["E ', 1, "D1"),
        ('"a":[11,', '"a":[0,', 1, "D1"),
        ('"z":[1,5,1,10]', '"z":[1,5,1]', 1, "deck"),
        ('"z":[1,5,1,10]', '"z":[1,5,1,-10]', 1, "-10"),
        ('"z":[1,5,1,10]', '"é":[1,5,1,10]', 1, "é"),
    ],
)
def test_a_forged_record_is_refused(judge: Judge, old: str, new: str, line: int, message: str) -> None:
    """A record with impossible content but correct checks is an error with its line and value."""
    partie = Partie.new(judge, random.Random(7), manches=1, seed=7)

    partie.apply(Lay(PON, Card.of("i"), "histoire"))
    text = format_record(record_of(partie, {SEP: "Bob"}))

    assert old in text

    with pytest.raises(RecordError, match=f"line {line}: .*{message}"):
        partie_of(parse_record(recompute_checks(text.replace(old, new, 1))), judge)


@pytest.mark.parametrize(
    ("kind", "lines", "message"),
    [
        ("record", 1, ""),
        ("record", 100_000, ""),
        ("record", 0, "lines: expected the number of lines of the record"),
        ("record", -1, "lines: -1 is not a number from 1 to 100000, or is not of a record"),
        ("record", 100_001, "lines: 100001 is not a number from 1 to 100000, or is not of a record"),
        ("journal", 0, ""),
        ("journal", 1, "lines: 1 is not a number from 1 to 100000, or is not of a record"),
    ],
)
def test_a_header_has_the_number_of_lines_of_a_record(kind: Any, lines: int, message: str) -> None:
    """It is 1 or more; a journal has none, since lines are added to it. A message of "" says that it is good."""
    header = json.loads(format_record(record_of(Partie.watched(StubJudge()))).partition("\n")[0])["header"]
    raw = json.dumps({**header, "kind": kind, "lines": lines}).encode()

    if message:
        with pytest.raises(ArgumentError, match=f"^{message}$"):
            RECORD_FORMAT.decode_header(raw, kind)
    else:
        head = RECORD_FORMAT.decode_header(raw, kind)

        assert head.lines == lines
        assert head.header.lexicon == {}


def test_a_header_may_leave_out_what_a_whole_game_does_not_need() -> None:
    """Without start, points, deals and names, a game with real cards is watched from its first card."""
    record = record_of(Partie.watched(StubJudge()))
    header = json.loads(format_record(record).partition("\n")[0])["header"]
    needed = ("version", "kind", "lines", "lexicon", "deck", "rules", "manches")

    head = RECORD_FORMAT.decode_header(json.dumps({name: header[name] for name in needed}).encode(), "record")

    assert set(header) == {*needed, "points"}
    assert head.header == msgspec.structs.replace(record, events=())


def test_a_damaged_house_list_is_an_error_of_the_header(judge: Judge) -> None:
    """It is found when the record is read, not when its words are judged."""
    record = msgspec.structs.replace(record_of(Partie.watched(judge)), house_list=("+ chocolatine", "wagon"))

    with pytest.raises(RecordError, match=r"line 1: house_list:2: "):
        parse_record(format_record(record))


def test_a_lexicon_is_identified_by_100_characters_at_most(judge: Judge) -> None:
    """One more is an error in line 1."""
    record = msgspec.structs.replace(record_of(Partie.watched(judge)), lexicon={"edition": "x" * 100, "hash": ""})
    longer = msgspec.structs.replace(record, lexicon={"edition": "", "hash": "x" * 101})

    assert parse_record(format_record(record)) == record
    with pytest.raises(RecordError, match=r"line 1: .*does not identify a lexicon"):
        parse_record(format_record(longer))


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "{",
        "[]",
        "null",
        "[" * 100_000,
        '{"check":"1","header":{}}',
        '{"header":{"version":1}}',
        "\x00",
        "é" * 9,
        '{"check":"a","header":{"version":' + "9" * 5000 + "}}",
        "x" * ((1 << 20) + 1),
    ],
)
def test_text_that_is_not_a_record_is_refused(text: str) -> None:
    """The error for text that is not a record is short and names line 1."""
    with pytest.raises(RecordError, match="line 1:") as caught:
        parse_record(text)

    assert len(str(caught.value)) < 400


def test_a_log_with_a_repeated_event_is_refused(judge: Judge) -> None:
    """Repeating any event is an error with its number or the next one; events that follow by themselves included."""
    partie = random_game_with_words(judge, 2, 1)
    log = partie.log

    for number in range(1, len(log)):
        if isinstance(log[number - 1], Overran):
            continue  # the same overrun may be reported twice

        with pytest.raises(ReplayError) as caught:
            Partie.replay(judge, partie.setup, (*log[:number], log[number - 1], *log[number:]))

        assert caught.value.number <= number + 1


def test_the_record_of_an_unfinished_game_is_the_beginning_of_the_whole_one(judge: Judge) -> None:
    """A game only adds events to its record; the header alone differs, because it says how many lines there are."""
    partie = random_game_with_words(judge, 4, 1)

    whole = parse_record(format_record(record_of(partie)))
    partie.undo(10)
    part = parse_record(format_record(record_of(partie)))

    assert whole.events[: len(part.events)] == part.events
    assert part == msgspec.structs.replace(whole, events=part.events)


def test_a_seed_that_does_not_give_the_deals_is_noticed(judge: Judge) -> None:
    """``Setup.seed_is_true`` is False if the seed was changed, None without a seed, True for the seed that was used."""
    setup = Partie.new(judge, random.Random(7), seed=7).setup

    assert setup.seed_is_true is True
    assert msgspec.structs.replace(setup, seed=8).seed_is_true is False
    assert msgspec.structs.replace(setup, seed=None).seed_is_true is None
    assert Partie.watched(judge).setup.seed_is_true is None

    with pytest.raises(ArgumentError, match="seed: 7, but nothing was dealt"):
        msgspec.structs.replace(Partie.watched(judge).setup, seed=7).check()


@settings(max_examples=200, deadline=None)
@example("mo\u2028t", "o\u0085ui", "\u2029")
@given(st.text(max_size=80), st.text(min_size=1, max_size=30), st.text(max_size=20))
def test_any_text_reads_back(word: str, reason: str, name: str) -> None:
    """Words, reasons and names of any characters, line separators included, read back from both notations."""
    judge = Judge(Lexicon.open())
    partie = Partie.watched(judge)

    partie.apply(Lay(PON, Card.of("l"), word))
    overrule = Overrule(True, reason)
    if partie.can(overrule):
        partie.apply(overrule)

    record = record_of(partie, {SEP: name})

    assert parse_record(format_record(record)) == record

    short = write_shorthand(partie)

    assert write_shorthand(read_shorthand(short, judge)) == short


@pytest.mark.parametrize("seed", [1 << 63, -(1 << 63) - 1, True, "7"])
def test_a_seed_that_no_record_can_store_is_refused(judge: Judge, seed: int) -> None:
    """The error comes before the first card, not when the game is written."""
    with pytest.raises(ArgumentError, match="seed"):
        Partie.new(judge, random.Random(1), seed=seed)
