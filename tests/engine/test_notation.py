"""Game records: what is written reads back, and what was damaged is refused with its line."""

from __future__ import annotations

import json
import random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from belettre_lexicon import ArgumentError, HouseList, HouseRules, Judge, Lexicon
from belettre_lexicon.cards import MIN_BACK, UNSEEN, Card
from belettre_lexicon.decks import Deck
from belettre_lexicon.engine.actions import Discard, Lay, Overrule, Overtime, Passe, PickUp, Reveal, Swap
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

PON, SEP, LEV, MER = Seat
#: Words that are refused, each for another reason with another kind of proof (W10).
REFUSED = ("portes", "grande", "Paris", "considéré", "funérailles", "raclate", "abc", "x\u202e 1", "UNESCO", "")


def played(judge: Judge, seed: int, manches: int = 4, refused: float = 0.2) -> Partie:
    """A game of random moves, with words found, words refused and kin of earlier words."""
    rng = random.Random(seed)
    partie = Partie.new(judge, random.Random(seed), manches=manches, seed=seed)
    while not partie.over:
        action = rng.choice(partie.legal_actions())
        if isinstance(action, Lay):
            initial, letters = partie.state.manche.pli.constraints(action.card, action.letter)
            found = judge.find(initial or None, letters, limit=20, played=partie.history)
            earlier = list(partie.history)
            if rng.random() < refused or not found:
                action = action.saying(rng.choice([*REFUSED, *earlier, *(f"{word}s" for word in earlier[-3:])]))
            else:
                action = action.saying(rng.choice(found).spelling)
        partie.apply(action)
        if rng.random() < 0.05 and partie.state.last_word is not None:
            partie.apply(Overrule(not partie.state.last_word.valid, 'décidé à la table · « oui » → "non"'))
        if rng.random() < 0.05 and partie.turn is not None:
            partie.apply(Overtime(partie.turn, 42))
    return partie


@pytest.mark.parametrize("seed", range(12))
def test_a_record_reads_back_as_it_was(judge: Judge, seed: int) -> None:
    """parse(format(x)) = x, format(parse(text)) = text, and the game rebuilt of it is the same."""
    partie = played(judge, seed, manches=1 + seed % 4)
    record = record_of(partie, {PON: "Léa « la Belette »", MER: "\u202eevil\n"})
    text = format_record(record)
    again = parse_record(text)
    assert again == record and format_record(again) == text
    rebuilt = partie_of(again, judge)
    assert rebuilt.state == partie.state and rebuilt.log == partie.log
    assert list(judge_again(again, judge)) == []


def test_refused_words_keep_their_proofs(judge: Judge) -> None:
    """A refused word's verdict is in the record with every reason and proof, kinship included (W8, W10)."""
    partie = Partie.watched(judge)
    partie.apply(Lay(PON, Card.of("j"), "joueur"))
    (event,) = partie.apply(Lay(SEP, Card.of("o"), "jouet"))
    record = parse_record(format_record(record_of(partie)))
    (refusal,) = record.events[-1].verdict.refusals  # type: ignore[union-attr]  # it is a word
    assert refusal.reason == "same_family"
    assert refusal.as_dict() == event.verdict.refusals[0].as_dict()  # type: ignore[union-attr]
    assert [link.lexeme.spelling for link in refusal.evidence["kinship"].chain] == ["jouet", "joueur"]


def test_a_game_goes_on_from_its_record(judge: Judge) -> None:
    """A record of a game that is not over holds the deals to come: the game goes on as it would have."""
    partie = Partie.new(judge, random.Random(5), seed=5)
    first = partie_of(parse_record(format_record(record_of(partie))), judge)
    for game in (partie, first):
        rng = random.Random(1)
        while not game.over:
            game.apply(rng.choice(game.legal_actions()))
    assert first.state == partie.state and first.log == partie.log


def test_an_arbiters_game_reads_back(judge: Judge) -> None:
    """A table of real cards, begun late, with hidden cards, a trap, an overruled word and a choice, reads back."""
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
        Reveal(MER, Card.of("W")),
        Reveal(SEP, Card.of("e")),
        PickUp(SEP),
    ):
        partie.apply(action)
    record = record_of(partie)
    again = parse_record(format_record(record))
    assert again == record
    assert partie_of(again, judge).state == partie.state
    assert [difference.line for difference in judge_again(again, judge)] == []


def test_other_decks_rules_and_lists_are_kept() -> None:
    """The deck, the house rules and the table's own words are part of the record."""
    rules = HouseRules(memory="manche", plural_only=True)
    judge = Judge(Lexicon.open(), rules, HouseList.parse(["+ chocolatine chez nous", "- wagon"]))
    deck = Deck.parse(["a 20 2 4 3", "e 20 1 4 2", "? 2 0 1 0"])
    partie = Partie.new(judge, random.Random(1), manches=2, deck=deck)
    record = parse_record(format_record(record_of(partie)))
    assert (record.setup.deck, record.setup.rules) == (deck, rules)
    assert record.house_list == ("+ chocolatine chez nous", "- wagon")
    assert partie_of(record, judge).state == partie.state


def test_todays_judge_may_see_a_word_otherwise(judge: Judge) -> None:
    """A word of a record that the judge would refuse today is named with its line."""
    partie = Partie.watched(judge)
    partie.apply(Lay(PON, Card.of("l"), "Volonté"))
    text = format_record(record_of(partie))
    forged = parse_record(rehashed(text.replace('"word":"Volonté"', '"word":"Volontés"')))
    (difference,) = judge_again(forged, judge)
    assert difference.line == 3 and not difference.now.valid and difference.recorded.valid


def rehashed(text: str) -> str:
    """A record whose checks were made anew: what somebody does who forges one with care."""
    import hashlib

    check = ""
    lines: list[str] = []
    for line in text.splitlines():
        body = line.partition(',"')[2].partition(":")[2][:-1]
        check = hashlib.sha256((check + body).encode()).hexdigest()[:16]
        kind = "header" if not lines else "event"
        lines.append(f'{{"check":"{check}","{kind}":{body}}}')
    return "\n".join(lines) + "\n"


def test_the_forger_of_these_tests_makes_sound_records(judge: Judge) -> None:
    """Without a change, the forger's record is the very record."""
    text = format_record(record_of(played(judge, 3, 1)))
    assert rehashed(text) == text


@pytest.mark.parametrize("line", range(1, 20))
def test_a_changed_line_is_named(judge: Judge, line: int) -> None:
    """A record with one character changed, one line lost, doubled or swapped is refused with the line's number."""
    lines = format_record(record_of(played(judge, 1, 1))).splitlines()
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
    """A record of another version of the format is refused in line 1, whatever else it holds."""
    text = format_record(record_of(played(judge, 1, 1)))
    with pytest.raises(RecordError, match="line 1: version 2 of the format, expected 1"):
        parse_record(rehashed(text.replace('"version":1', '"version":2,"news":true', 1)))


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
    """A record whose checks are right and whose content is impossible is refused with line and value."""
    partie = Partie.new(judge, random.Random(7), manches=1, seed=7)
    partie.apply(Lay(PON, Card.of("i"), "histoire"))
    text = format_record(record_of(partie))
    assert old in text
    with pytest.raises(RecordError, match=f"line {line}: .*{message}"):
        partie_of(parse_record(rehashed(text.replace(old, new, 1))), judge)


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
def test_what_is_no_record_is_refused(text: str) -> None:
    """Text that is no record gets one clear error for line 1."""
    with pytest.raises(RecordError, match="line 1:") as caught:
        parse_record(text)
    assert len(str(caught.value)) < 400


def test_a_log_that_no_partie_has_is_refused(judge: Judge) -> None:
    """Events that do not follow from each other are refused with their number; a consequence is not an action."""
    partie = played(judge, 2, 1)
    log = partie.log
    for number in range(1, len(log)):
        if isinstance(log[number - 1], Overran):
            continue  # he may well be told twice
        with pytest.raises(ReplayError) as caught:
            Partie.replay(judge, partie.setup, (*log[:number], log[number - 1], *log[number:]))
        assert caught.value.number <= number + 1


def test_record_of_a_partial_game_is_a_prefix(judge: Judge) -> None:
    """The record of a game is an extension of that of its beginning: it may be written line by line."""
    partie = played(judge, 4, 1)
    whole = format_record(record_of(partie)).splitlines()
    partie.undo(10)
    part = format_record(record_of(partie)).splitlines()
    assert whole[: len(part)] == part
    assert isinstance(parse_record(part), Record)
    assert json.loads(part[0])["header"]["version"] == 1


@settings(max_examples=200, deadline=None)
@example("mo\u2028t", "o\u0085ui", "\u2029")
@given(st.text(max_size=80), st.text(min_size=1, max_size=30), st.text(max_size=20))
def test_any_text_survives(word: str, reason: str, name: str) -> None:
    """Words, reasons and names of any signs, line ends of other systems too, read back in both notations."""
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
def test_a_seed_that_no_record_keeps_is_refused(judge: Judge, seed: int) -> None:
    """Before the first card, not when the game is written."""
    with pytest.raises(ArgumentError, match="seed"):
        Partie.new(judge, random.Random(1), seed=seed)
