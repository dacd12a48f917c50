"""Records of games as JSON lines: they read back, and damaged or forged records are errors with their line."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.cards import MIN_BACK, UNSEEN, Card
from belettre_lexicon.decks import Deck
from belettre_lexicon.engine.actions import Discard, Lay, Overrule, Passe, PickUp, Reveal, Swap
from belettre_lexicon.engine.events import Overran
from belettre_lexicon.engine.partie import Partie, ReplayError
from belettre_lexicon.engine.records.json_lines import (
    Record,
    format_record,
    judge_again,
    parse_record,
    partie_of,
    record_of,
)
from belettre_lexicon.engine.records.shorthand import read_shorthand, write_shorthand
from belettre_lexicon.engine.seats import Seat
from belettre_lexicon.game.chain import RecordError
from tests.engine.forged_records import recompute_checks
from tests.engine.random_games import random_game_with_words

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
    assert not difference.now.valid
    assert difference.recorded.valid


def test_recomputed_checks_are_those_of_the_record(judge: Judge) -> None:
    """The helper of these tests that recomputes checks leaves a correct record unchanged."""
    text = format_record(record_of(random_game_with_words(judge, 3, 1)))

    assert recompute_checks(text) == text


@pytest.mark.parametrize("line", range(1, 20))
def test_the_error_for_a_damaged_record_names_the_line(judge: Judge, line: int) -> None:
    """One character changed, or one line lost, doubled or moved, is an error with the number of the line."""
    lines = format_record(record_of(random_game_with_words(judge, 1, 1))).splitlines()
    place = line - 1
    spot = len(lines[place]) // 2
    changed = lines[place][:spot] + ("x" if lines[place][spot] != "x" else "y") + lines[place][spot + 1 :]

    with pytest.raises(RecordError, match=f"line {line}:"):
        parse_record([*lines[:place], changed, *lines[line:]])

    with pytest.raises(RecordError, match=f"line {line}:"):
        parse_record(lines[:place] + lines[line:])

    with pytest.raises(RecordError, match=f"line {line + 1}:"):
        parse_record([*lines[:line], lines[place], *lines[line:]])

    with pytest.raises(RecordError, match=f"line {line}:"):
        parse_record([*lines[:place], lines[line], lines[place], *lines[line + 1 :]])


def test_another_version_is_refused(judge: Judge) -> None:
    """A record of another version of the format is an error in line 1, whatever else it contains."""
    text = format_record(record_of(random_game_with_words(judge, 1, 1)))

    with pytest.raises(RecordError, match="line 1: format version 2, expected 1"):
        parse_record(recompute_checks(text.replace('"version":1', '"version":2,"news":true', 1)))


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
    text = format_record(record_of(partie))

    assert old in text

    with pytest.raises(RecordError, match=f"line {line}: .*{message}"):
        partie_of(parse_record(recompute_checks(text.replace(old, new, 1))), judge)


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


def test_the_record_of_an_unfinished_game_is_a_prefix(judge: Judge) -> None:
    """A game only adds lines to its record, so that a record may be written line by line."""
    partie = random_game_with_words(judge, 4, 1)

    whole = format_record(record_of(partie)).splitlines()
    partie.undo(10)
    part = format_record(record_of(partie)).splitlines()

    assert whole[: len(part)] == part
    assert isinstance(parse_record(part), Record)
    assert json.loads(part[0])["header"]["version"] == 1


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
