"""Misuse: whatever is wrong with an action or a deck, nothing changes and the error names the value."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.cards import FACES, Card
from belettre_lexicon.decks import BOXED, Deck
from belettre_lexicon.engine.actions import (
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    PickUp,
    Reveal,
    Swap,
)
from belettre_lexicon.engine.deal import Deal
from belettre_lexicon.engine.legality import MOVE_REASONS
from belettre_lexicon.engine.partie import Partie, ReplayError
from belettre_lexicon.engine.seats import Seat
from belettre_lexicon.engine.setup import Setup
from belettre_lexicon.game.refusals import IllegalActionError
from tests.engine.tables import GOOD, LEV, MER, PLAIN, PON, SEP, StubJudge, deal_of, play, refused, table

NO_SEATS: list[Any] = [None, "PON", "Ponantais", 0, 4, Card.of("A"), []]
NO_CARDS: list[Any] = [None, "l", "A", 3, Seat.PONANTAIS, ()]
LETTER = Card.of("l")


@pytest.mark.parametrize("seat", NO_SEATS)
def test_d4_an_unknown_seat_is_refused_in_every_action(seat: Any) -> None:
    """The refusal names the value and the four seats."""
    for move in (
        AnnounceBelettre(seat),
        Lay(seat, LETTER, GOOD),
        Passe(seat, LETTER),
        Discard(seat, LETTER),
        Swap(seat, LETTER),
        Reveal(seat, LETTER),
        PickUp(seat),
        Overtime(seat, 31),
    ):
        (wrong,) = refused(table(), move)
        assert (wrong.rule, wrong.value, wrong.expected) == ("D4", repr(seat), "PON, SEP, LEV, MER")


@pytest.mark.parametrize("card", NO_CARDS)
def test_d1_what_is_no_card_is_refused_in_every_action(card: Any) -> None:
    """The refusal names the value."""
    for move in (Lay(PON, card, GOOD), Passe(PON, card), Discard(PON, card), Swap(PON, card), Reveal(PON, card)):
        (wrong,) = refused(table(), move)
        assert (wrong.rule, wrong.value) == ("D1", repr(card))


def test_d2_a_card_that_he_does_not_hold_is_refused() -> None:
    """Every card of the deck that is not in the hand, laid or passed."""
    partie = table()
    for card in set(FACES) - set(partie.view(PON).hand):
        letter = "k" if card.text == "JOKER" else ""
        for move in (Lay(PON, card, GOOD, letter), Passe(PON, card)):
            (wrong,) = refused(partie, move)
            assert (wrong.rule, wrong.value) == ("D2", card.text)


def test_d2_a_card_is_laid_once() -> None:
    """The only d of the hand is gone after it was laid."""
    partie = table()
    play(partie, "d e! m! S!")
    assert partie.turn is PON
    assert {one.rule for one in refused(partie, Lay(PON, Card.of("d"), GOOD))} == {"D2"}


@pytest.mark.parametrize("text", ["maj", "min", "unseen"])
def test_p5_a_back_is_no_card_of_a_known_hand(text: str) -> None:
    """Where hands are known every card is named."""
    partie = table()
    assert {one.rule for one in refused(partie, Lay(PON, Card.of(text), GOOD))} == {"P1"}
    assert {one.rule for one in refused(partie, Passe(PON, Card.of(text)))} == {"P5"}


@pytest.mark.parametrize("word", [None, 3, b"bon", ["bon"]])
def test_p1_a_word_that_is_no_text_is_refused(word: Any) -> None:
    """The refusal names the value."""
    (wrong,) = refused(table(), Lay(PON, LETTER, word))
    assert (wrong.rule, wrong.value) == ("P1", repr(word))


@pytest.mark.parametrize("letter", [None, 0, [], False])
def test_j3_a_letter_that_is_no_text_is_refused(letter: Any) -> None:
    """For a card that is not named as well."""
    assert not table().can(Lay(PON, LETTER, GOOD, letter))


@pytest.mark.parametrize("says", [None, "no", 2])
def test_s3_what_he_says_is_yes_or_no(says: Any) -> None:
    """« no » is not taken for yes."""
    assert not table().can(Lay(PON, LETTER, GOOD, says=says))


@pytest.mark.parametrize("move", [None, "l", 3, LETTER, PON, Lay, (PON, LETTER)])
def test_what_is_no_action_is_an_argument_error(move: Any) -> None:
    """For all that take an action; nothing changes."""
    partie = table()
    state, log = partie.state, partie.log
    for ask in (partie.refusals, partie.can, partie.apply):
        with pytest.raises(ArgumentError, match="action"):
            ask(move)
    assert partie.state == state and partie.log == log


def test_every_kind_of_action_at_the_wrong_moment() -> None:
    """Swaps, reveals and pick-ups while a card is awaited."""
    partie = table()
    for move in (Swap(PON, Card.of("A")), Reveal(PON, LETTER), PickUp(PON)):
        assert [(one.rule, one.reason) for one in refused(partie, move)] == [("P1", "awaits_lay")]


def test_w10_every_rule_against_an_action_is_told() -> None:
    """A majuscule not held, while one lies: both."""
    partie = table()
    play(partie, "A")
    assert {one.rule for one in refused(partie, Lay(SEP, Card.of("A"), GOOD))} == {"D2", "P3"}
    assert {one.rule for one in refused(partie, Lay(SEP, Card.of("A"), None, "k"))} == {"D2", "P3", "P1", "J3"}  # type: ignore[arg-type]  # wrong on purpose


def test_every_refusal_names_a_rule_and_has_a_sentence() -> None:
    """A key of the public table; the error starts with the kind of action."""
    with pytest.raises(IllegalActionError, match=r"^Passe: P1: .* \(SEP, expected PON\)$"):
        table().apply(Passe(SEP, Card.of("e")))
    assert all(rule[0] in "DPTJWS" and rule[1:].isdigit() and text for rule, text in MOVE_REASONS.values())


def test_legality_agrees_with_itself_for_every_card_and_seat() -> None:
    """``refusals``, ``can``, ``legal_actions`` say the same of all cards, at several moments."""
    for script in ("", "l", "l e m", "l- e. m. W.", "JOKER:k", "A e"):
        hands = ("*Jdiru?l", *PLAIN[1:]) if "JOKER" in script else PLAIN
        partie = table(*hands)
        play(partie, script)
        listed = set(partie.legal_actions())
        for seat in Seat:
            for card in FACES:
                letter = "k" if card.text == "JOKER" else ""
                for move in (Lay(seat, card, letter=letter), Passe(seat, card), Discard(seat, card), PickUp(seat)):
                    assert (move in listed) is partie.can(move) is (partie.refusals(move) == ())


@pytest.mark.parametrize("steps", [3, 99, -1, 1.0, "1", None])
def test_undo_of_more_than_was_done_is_refused(steps: Any) -> None:
    """The message names the number; nothing changes."""
    partie = table()
    play(partie, "l e")
    state, log = partie.state, partie.log
    with pytest.raises(ArgumentError, match=rf"undo: {steps!r}"):
        partie.undo(steps)
    assert partie.state == state and partie.log == log and partie.actions_done == 2


def test_undo_of_nothing_changes_nothing() -> None:
    """Zero steps are a number of steps."""
    partie = table()
    play(partie, "l")
    state = partie.state
    partie.undo(0)
    assert partie.state is state


@pytest.mark.parametrize("name", ["", "west", "PO", "🂡", None, 3])
def test_d4_seats_are_read_by_name(name: Any) -> None:
    """Short or long, in any case; all else is an error that names it."""
    with pytest.raises(ArgumentError, match="seat"):
        Seat.of(name)
    assert Seat.of(" méridional ") is MER and Seat.of("lev") is LEV


@pytest.mark.parametrize("text", ["", "É", "ab", "joker", "Joker", "1", " a", None, 3, ["a"]])
def test_d1_cards_are_read_by_what_is_written_on_them(text: Any) -> None:
    """All else is an error that names it."""
    with pytest.raises(ArgumentError, match="card"):
        Card.of(text)


@pytest.mark.parametrize(
    ("lines", "where", "what"),
    [
        (["# a comment", "", "e 24 1 8"], "deck:3:", "e 24 1 8"),
        (["e 24 1 8 2 5"], "deck:1:", "e 24 1 8 2 5"),
        (["e 24 1 8 x"], "deck:1:", "e 24 1 8 x"),
        (["e -1 1 8 2"], "deck:1:", "e -1 1 8 2"),
        (["e 24.0 1 8 2"], "deck:1:", "e 24.0 1 8 2"),
        (["e 1000 1 8 2"], "deck:1:", "1000"),
        (["é 24 1 8 2"], "deck:1:", "é"),
        (["a,e 24 1 8 2"], "deck:1:", ","),
        (["e 24 1 8 2", "ae 1 1 1 1"], "deck:2:", "'e'"),
        (["ee 24 1 8 2"], "deck:1:", "'e'"),
        (["24 1 8 2"], "deck:1:", "24 1 8 2"),
    ],
)
def test_d1_a_malformed_deck_names_file_line_and_value(lines: list[str], where: str, what: str) -> None:
    """As ``name:line:``, whether it is parsed or read."""
    with pytest.raises(ArgumentError) as error:
        Deck.parse(lines)
    assert str(error.value).startswith(where) and what in str(error.value)


def test_d1_a_deck_file_that_is_malformed_is_named(tmp_path: Path) -> None:
    """Its path and the line; a file that is missing or no text is an error as well."""
    path = tmp_path / "deck.txt"
    path.write_text("# ours\ne 24 1 8 2\nxyz\n", encoding="utf-8")
    with pytest.raises(ArgumentError, match=rf"^{path}:3: 'xyz'"):
        Deck.read(str(path))
    path.write_bytes(b"e 24 1 8 2\n\xff\xfe")
    with pytest.raises(ArgumentError, match=rf"^{path}"):
        Deck.read(str(path))
    with pytest.raises(ArgumentError, match=rf"^{tmp_path}"):
        Deck.read(str(tmp_path))
    with pytest.raises(ArgumentError, match=r"none\.txt"):
        Deck.read(str(tmp_path / "none.txt"))


def test_d1_a_deck_file_that_is_too_small_is_named(tmp_path: Path) -> None:
    """Somebody with several decks needs to know which."""
    path = tmp_path / "deck.txt"
    path.write_text("e 24 1 7 2\n", encoding="utf-8")
    with pytest.raises(ArgumentError, match=rf"{path}.*7 majuscules"):
        Deck.read(str(path))


@pytest.mark.parametrize("path", [None, "a\0b"])
def test_d1_a_path_that_is_none_is_an_argument_error(path: Any) -> None:
    """A NUL in a path, or no path at all."""
    with pytest.raises(ArgumentError):
        Deck.read(path)


def test_d1_a_deck_is_read_as_it_is_written(tmp_path: Path) -> None:
    """The boxed deck's rows, written out as a file with a byte order mark."""
    path = tmp_path / "deck.txt"
    rows = [f"{letter} {' '.join(map(str, row))}" for letter, row in BOXED.rows().items()]
    path.write_text("\n".join(rows), encoding="utf-8-sig")
    assert Deck.read(str(path)) == BOXED


def _small_hands() -> Deal:
    deal = deal_of(*PLAIN)
    return Deal(1, (deal.hands[0][:7], *deal.hands[1:]), deal.kept)


@pytest.mark.parametrize(
    "setup",
    [
        Setup(manches=0),
        Setup(manches=9),
        Setup(manches=2, deals=(deal_of(*PLAIN),)),
        Setup(manches=1, deals=(_small_hands(),)),
        Setup(manches=1, before=8),
    ],
    ids=["no manche", "nine manches", "a deal is missing", "seven cards", "eight plis before"],
)
def test_d2_a_setup_that_no_partie_has_is_refused(setup: Setup) -> None:
    """Before the first card, not with an IndexError after the last."""
    with pytest.raises(ArgumentError):
        Partie(StubJudge(), setup)


def test_a_log_that_no_partie_has_is_refused_with_its_number() -> None:
    """Another deal, a repeated event, an event left out."""
    partie = table()
    play(partie, "l e m W")
    log = partie.log
    for events, number in (
        (Partie.watched(StubJudge(), first=2).log, 1),
        ((*log[:2], log[1]), 3),
        ((*log[:2], *log[3:]), 3),
        ((*log[:5], log[1]), 6),
    ):
        with pytest.raises(ReplayError) as error:
            Partie.replay(StubJudge(), partie.setup, events)
        assert error.value.number == number and str(number) in str(error.value)


def test_an_overruling_of_nothing_changes_nothing() -> None:
    """Before the first word of a partie."""
    assert [one.rule for one in refused(table(), Overrule(True, "why"))] == ["P6"]


@pytest.mark.parametrize("seat", ["PON", None, 0])
def test_d4_a_view_of_no_seat_is_refused(seat: Seat) -> None:
    """A name is not a seat: ``Seat.of`` makes one of it."""
    with pytest.raises(ArgumentError, match="D4"):
        table().view(seat)
