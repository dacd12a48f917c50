"""A judge that is not ours: a partie played with one, its records and its sentences."""

from __future__ import annotations

import random
from typing import Any

import pytest

from belettre_lexicon import (
    REASONS,
    ArgumentError,
    HouseRules,
    OwnReason,
    Partie,
    Reading,
    Refusal,
    Verdict,
    WordJudge,
)
from belettre_lexicon.engine import (
    Lay,
    PartieEnded,
    WordAccepted,
    WordRefused,
    format_record,
    judge_again,
    parse_record,
    partie_of,
    read_shorthand,
    record_of,
    write_shorthand,
)
from belettre_lexicon.referee import LANGUAGES, Catalogue, event_text, verdict_text
from belettre_lexicon.words.decode import decode_verdict

VULGAR = OwnReason("vulgar", rule="house", fr="« {said} » est vulgaire", en="“{said}” is vulgar")
TOO_SHORT = Refusal("too_short", {"letters": 5, "minimum": 9})
READING = Reading("portes", "porte", "N.f.p", "plural", (), (), 3.0)


class Stub:
    """A judge that knows no words: it decides by the length of the word alone."""

    rules = HouseRules()

    def __call__(self, word: str, *, initial: str | None, letters: str, played: object) -> Verdict:
        return (
            Verdict.accepted(word),
            Verdict.refused(word, ["unknown"]),
            Verdict.refused(word, [TOO_SHORT, VULGAR.refusal(said=word)]),
        )[len(word) % 3]


@pytest.fixture
def finished() -> Partie:
    """A whole game of a stub, with words of every kind."""
    judge: WordJudge = Stub()
    chance = random.Random(5)
    partie = Partie.new(judge, chance)
    while not partie.over:
        action = chance.choice(partie.legal_actions())
        partie.apply(action.saying("mot" + "x" * chance.randrange(3)) if isinstance(action, Lay) else action)
    return partie


def test_a_whole_game_is_played_with_a_stub(finished: Partie) -> None:
    """The game ends, and has words that were accepted and refused."""
    kinds = {type(event) for event in finished.log}

    assert {WordAccepted, WordRefused, PartieEnded} <= kinds


def test_its_record_is_read_and_replayed(finished: Partie) -> None:
    """A record of the game is equal after a round trip, and gives the same state without asking the judge."""
    record = record_of(finished)

    read = parse_record(format_record(record))

    assert read == record
    assert partie_of(read, Stub()).state == finished.state
    assert list(judge_again(read, Stub())) == []


def test_a_judge_without_the_own_reasons_lets_them_stand(finished: Partie) -> None:
    """A refusal by a rule that the judge does not have is no difference; the other reasons are compared."""

    class Silent(Stub):
        def __call__(self, word: str, *, initial: str | None, letters: str, played: object) -> Verdict:
            refusals = super().__call__(word, initial=initial, letters=letters, played=played).refusals
            left = [refusal for refusal in refusals if refusal.reason in REASONS]
            return Verdict.refused(word, left) if left else Verdict.accepted(word)

    class Mute(Silent):
        def __call__(self, word: str, *, initial: str | None, letters: str, played: object) -> Verdict:
            return Verdict.accepted(word)

    assert list(judge_again(record_of(finished), Silent())) == []
    assert list(judge_again(record_of(finished), Mute())) != []


def test_every_event_has_sentences(finished: Partie) -> None:
    """Each event has a text in each language; a custom reason uses its own sentence."""
    for language, expected in (("fr", "est vulgaire"), ("en", "is vulgar")):
        say = Catalogue.load(language)
        texts = [event_text(event, say) for event in finished.log]
        assert all(texts)
        assert any(expected in text for text in texts)


def test_its_history_needs_a_lexicon_for_kin(finished: Partie) -> None:
    """A stub has no lexicon, so its history says that it cannot name kin."""
    with pytest.raises(ArgumentError, match="knows no lexicon"):
        finished.history.find("motx")


def test_shorthand_of_a_stub() -> None:
    """A game in short notation is read with a stub and written again."""
    text = "PON l mot · SEP e mot · LEV c mot · MER F mot → MER"

    assert write_shorthand(read_shorthand(text, Stub())).endswith(f"{text}\n")


@pytest.mark.parametrize("word", ["", " mot ", "Mot", "\x00", "\ud800", "x" * 1000, "日本"])
def test_any_text_may_be_accepted_or_refused(word: str) -> None:
    """The word of a verdict is stripped and cut as that of a judge, and is said in both languages."""
    for verdict in (Verdict.accepted(word), Verdict.refused(word, ["unknown"])):
        assert len(verdict.word) <= 65
        assert verdict.readings == ()
        assert all(verdict_text(verdict, Catalogue.load(language)) for language in LANGUAGES)
        assert decode_verdict(verdict.as_dict()) == verdict


@pytest.mark.parametrize(
    "refusal",
    [
        Refusal("too_short", {"letters": 3, "minimum": 5}),
        Refusal("wrong_initial", {"found": "a", "expected": "f"}),
        Refusal("missing_letters", {"missing": "e", "letters": "le"}),
        Refusal("too_many_jokers", {"jokers": 2}),
        Refusal("unknown", {}),
        Refusal("plural", {"reading": READING}),
        Refusal("repeated", {"earlier": "mot", "turn": 1}),
        Refusal("house_list", {"note": "non"}),
        VULGAR.refusal(said="mot"),
    ],
    ids=lambda refusal: refusal.reason,
)
def test_a_refusal_with_its_evidence_is_said_and_recorded(refusal: Refusal) -> None:
    """A refusal with the evidence that ``Refusal`` lists has a sentence, and is decoded from its JSON object."""
    verdict = Verdict.refused("mots", [refusal])

    assert verdict_text(verdict, Catalogue.load("en")) != verdict_text(verdict, Catalogue.load("fr"))
    assert decode_verdict(verdict.as_dict()).reasons == (refusal.reason,)


@pytest.mark.parametrize("name", [name for name in REASONS if name != "unknown"])
def test_a_refusal_without_its_evidence_is_an_error(name: Any) -> None:
    """The error says which facts the reason needs; "other_spelling" is the reason of remarks alone."""
    for refusal in (name, Refusal(name, {"facts": 3})):
        with pytest.raises(ArgumentError, match="expected"):
            Verdict.refused("mot", [refusal])


@pytest.mark.parametrize(
    "refusals",
    [[], (), None, 3, "unknown", [None], [3], ["too_long"], [Refusal("too_long", {})], [VULGAR]],  # type: ignore[type-var]  # what is tested
)
def test_invalid_refusals_are_an_error(refusals: Any) -> None:
    """An empty list, a value that is not a refusal, and an unknown reason raise ArgumentError."""
    with pytest.raises(ArgumentError, match="expected"):
        Verdict.refused("mot", refusals)


@pytest.mark.parametrize("word", [None, 3, b"mot"])
def test_a_word_that_is_not_text_is_an_error(word: Any) -> None:
    """Neither verdict is made of anything but text."""
    with pytest.raises(ArgumentError, match="word: expected text"):
        Verdict.accepted(word)
    with pytest.raises(ArgumentError, match="word: expected text"):
        Verdict.refused(word, ["unknown"])
