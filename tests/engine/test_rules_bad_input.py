"""Invalid arguments: the error or refusal gives the wrong value, and nothing changes.

Strings such as ``"l e! m- W"`` are scripts, explained in ``scripted_games``: cards laid in turn with a valid word,
``!`` with a refused word, ``-`` with a pass, ``.`` face down without a word.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from belettre_lexicon import ArgumentError
from belettre_lexicon.french.cards import FACES, Card
from belettre_lexicon.french.decks import BOXED, Deck
from belettre_lexicon.games.belettre.actions import (
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
from belettre_lexicon.games.belettre.checks import MOVE_REASONS
from belettre_lexicon.games.belettre.events import Overran, Overruled
from belettre_lexicon.games.belettre.partie import Partie, ReplayError
from belettre_lexicon.games.belettre.seats import Seat
from belettre_lexicon.games.belettre.setup import Deal, Setup
from belettre_lexicon.games.belettre.state import first_event, with_states
from belettre_lexicon.games.kit.machine import IllegalActionError
from tests.engine.scripted_games import (
    LEV,
    MER,
    PLAIN_HANDS,
    PON,
    SEP,
    VALID_WORD,
    StubJudge,
    deal_with_hands,
    new_partie,
    play,
    refusals_of,
)

INVALID_SEATS: list[Any] = [None, "PON", "Ponantais", 0, 4, Card.of("A"), []]
INVALID_CARDS: list[Any] = [None, "l", "A", 3, Seat.PONANTAIS, ()]
#: A card of the hand of the Ponantais, who plays first.
HELD_CARD = Card.of("l")


@pytest.mark.parametrize("seat", INVALID_SEATS)
def test_d4_an_unknown_seat_is_refused_in_every_action(seat: Any) -> None:
    """Every action of an unknown seat is refused; the refusal gives the value and the four seats."""
    for move in (
        AnnounceBelettre(seat),
        Lay(seat, HELD_CARD, VALID_WORD),
        Passe(seat, HELD_CARD),
        Discard(seat, HELD_CARD),
        Swap(seat, HELD_CARD),
        Reveal(seat, HELD_CARD),
        PickUp(seat),
        Overtime(seat, 31),
    ):
        (refusal,) = refusals_of(new_partie(), move)
        assert (refusal.rule, refusal.value, refusal.expected) == ("D4", repr(seat), "PON, SEP, LEV, MER")


@pytest.mark.parametrize("card", INVALID_CARDS)
def test_d1_an_invalid_card_is_refused_in_every_action(card: Any) -> None:
    """Every action with a value that is not a card is refused; the refusal gives the value."""
    for move in (Lay(PON, card, VALID_WORD), Passe(PON, card), Discard(PON, card), Swap(PON, card), Reveal(PON, card)):
        (refusal,) = refusals_of(new_partie(), move)
        assert (refusal.rule, refusal.value) == ("D1", repr(card))


def test_d2_a_card_that_is_not_in_the_hand_is_refused() -> None:
    """Every card that is not in the hand is refused, laid with a word or passed."""
    partie = new_partie()

    for card in set(FACES) - set(partie.view(PON).hand):
        letter = "k" if card.text == "JOKER" else ""

        for move in (Lay(PON, card, VALID_WORD, letter), Passe(PON, card)):
            (refusal,) = refusals_of(partie, move)

            assert (refusal.rule, refusal.value) == ("D2", card.text)


def test_d2_a_card_is_laid_once() -> None:
    """A hand with one d has none left after it was laid."""
    partie = new_partie()

    play(partie, "d e! m! S!")

    assert partie.turn is PON
    assert {refusal.rule for refusal in refusals_of(partie, Lay(PON, Card.of("d"), VALID_WORD))} == {"D2"}


@pytest.mark.parametrize("text", ["maj", "min", "unseen"])
def test_p5_an_unknown_card_is_refused_if_hands_are_known(text: str) -> None:
    """A card back or an unseen card is refused where the engine knows the hands."""
    partie = new_partie()

    assert {refusal.rule for refusal in refusals_of(partie, Lay(PON, Card.of(text), VALID_WORD))} == {"P1"}
    assert {refusal.rule for refusal in refusals_of(partie, Passe(PON, Card.of(text)))} == {"P5"}


@pytest.mark.parametrize("word", [None, 3, b"bon", ["bon"]])
def test_p1_a_word_that_is_not_a_string_is_refused(word: Any) -> None:
    """A word that is not a string is refused; the refusal gives the value."""
    (refusal,) = refusals_of(new_partie(), Lay(PON, HELD_CARD, word))

    assert (refusal.rule, refusal.value) == ("P1", repr(word))


@pytest.mark.parametrize("letter", [None, 0, [], False])
def test_j3_a_letter_that_is_not_a_string_is_refused(letter: Any) -> None:
    """A letter that is not a string is refused, even for a card that is not the JOKER."""
    assert not new_partie().can(Lay(PON, HELD_CARD, VALID_WORD, letter))


@pytest.mark.parametrize("says", [None, "no", 2])
def test_s3_says_must_be_a_bool(says: Any) -> None:
    """Values of ``says`` such as None, 2 or « no » are refused."""
    assert not new_partie().can(Lay(PON, HELD_CARD, VALID_WORD, says=says))


@pytest.mark.parametrize("move", [None, "l", 3, HELD_CARD, PON, Lay, (PON, HELD_CARD)])
def test_a_value_that_is_not_an_action_is_an_argument_error(move: Any) -> None:
    """``refusals``, ``can`` and ``apply`` raise ArgumentError for other values, and nothing changes."""
    partie = new_partie()
    state, log = partie.state, partie.log

    for ask in (partie.refusals, partie.can, partie.apply):
        with pytest.raises(ArgumentError, match="action"):
            ask(move)

    assert partie.state == state
    assert partie.log == log


def test_actions_at_the_wrong_moment_are_refused() -> None:
    """Swaps, reveals and pick-ups are refused while a card is to be laid."""
    partie = new_partie()

    for move in (Swap(PON, Card.of("A")), Reveal(PON, HELD_CARD), PickUp(PON)):
        assert [(refusal.rule, refusal.reason) for refusal in refusals_of(partie, move)] == [("P1", "awaits_lay")]


def test_w10_an_illegal_action_gets_every_refusal() -> None:
    """A majuscule that is not held, laid after a majuscule, breaks two rules, and both are given."""
    partie = new_partie()

    play(partie, "A")
    valid_word = Lay(SEP, Card.of("A"), VALID_WORD)
    no_word = Lay(SEP, Card.of("A"), None, "k")  # type: ignore[arg-type]  # wrong on purpose

    assert {refusal.rule for refusal in refusals_of(partie, valid_word)} == {"D2", "P3"}
    assert {refusal.rule for refusal in refusals_of(partie, no_word)} == {"D2", "P3", "P1", "J3"}


def test_every_refusal_names_a_rule_and_has_a_sentence() -> None:
    """The error names the kind of action, the rule and the values; every reason has a rule id and a text."""
    with pytest.raises(IllegalActionError, match=r"^Passe: P1: .* \(SEP, expected PON\)$"):
        new_partie().apply(Passe(SEP, Card.of("e")))

    assert all(rule[0] in "DPTJWS" and rule[1:].isdigit() and text for rule, text in MOVE_REASONS.values())


def test_refusals_can_and_legal_actions_agree() -> None:
    """The three agree for all cards and seats, at several moments of a pli."""
    for script in ("", "l", "l e m", "l- e. m. W.", "JOKER:k", "A e"):
        hands = ("*Jdiru?l", *PLAIN_HANDS[1:]) if "JOKER" in script else PLAIN_HANDS
        partie = new_partie(*hands)
        play(partie, script)
        listed = set(partie.legal_actions())
        for seat in Seat:
            for card in FACES:
                letter = "k" if card.text == "JOKER" else ""
                for move in (Lay(seat, card, letter=letter), Passe(seat, card), Discard(seat, card), PickUp(seat)):
                    assert (move in listed) is partie.can(move) is (partie.refusals(move) == ())


@pytest.mark.parametrize("steps", [3, 99, -1, 1.0, "1", None])
def test_undo_of_an_invalid_number_of_actions_is_refused(steps: Any) -> None:
    """An undo of an invalid number of actions is an error with the number, and nothing changes."""
    partie = new_partie()

    play(partie, "l e")
    state, log = partie.state, partie.log

    with pytest.raises(ArgumentError, match=rf"undo: {steps!r}"):
        partie.undo(steps)

    assert partie.state == state
    assert partie.log == log
    assert partie.actions_done == 2


def test_undo_of_zero_actions_changes_nothing() -> None:
    """Zero is a valid number of actions to undo."""
    partie = new_partie()

    play(partie, "l")
    state = partie.state

    partie.undo(0)

    assert partie.state is state


@pytest.mark.parametrize("name", ["", "west", "PO", "🂡", None, 3])
def test_d4_seats_are_read_by_short_or_long_name(name: Any) -> None:
    """``Seat.of`` reads short and long names in upper or lower case; any other value is an error."""
    with pytest.raises(ArgumentError, match="seat"):
        Seat.of(name)

    assert Seat.of(" méridional ") is MER
    assert Seat.of("lev") is LEV


@pytest.mark.parametrize("text", ["", "É", "ab", "joker", "Joker", "1", " a", None, 3, ["a"]])
def test_d1_an_unknown_card_name_is_an_argument_error(text: Any) -> None:
    """``Card.of`` accepts only what is written on a card."""
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
def test_d1_the_error_for_a_malformed_deck_names_line_and_value(lines: list[str], where: str, what: str) -> None:
    """The error for a malformed deck starts with ``deck:line:`` and contains the wrong value."""
    with pytest.raises(ArgumentError) as error:
        Deck.parse(lines)

    assert str(error.value).startswith(where)
    assert what in str(error.value)


def test_d1_the_error_for_a_malformed_deck_file_names_its_path(tmp_path: Path) -> None:
    """The error names the path and the line; a missing file and a file that is not text are errors as well."""
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


def test_d1_the_error_for_a_small_deck_names_its_file(tmp_path: Path) -> None:
    """The error for a deck file with too few cards names the file, since a table may have several."""
    path = tmp_path / "deck.txt"
    path.write_text("e 24 1 7 2\n", encoding="utf-8")

    with pytest.raises(ArgumentError, match=rf"{path}.*7 majuscules"):
        Deck.read(str(path))


@pytest.mark.parametrize("path", [None, "a\0b"])
def test_d1_an_invalid_path_is_an_argument_error(path: Any) -> None:
    """A path that is None or contains a NUL character raises ArgumentError."""
    with pytest.raises(ArgumentError):
        Deck.read(path)


def test_d1_a_deck_written_to_a_file_reads_back(tmp_path: Path) -> None:
    """The rows of the boxed deck, written with a byte order mark, give the same deck."""
    path = tmp_path / "deck.txt"
    rows = [f"{letter} {' '.join(map(str, row))}" for letter, row in BOXED.rows().items()]
    path.write_text("\n".join(rows), encoding="utf-8-sig")

    assert Deck.read(str(path)) == BOXED


def _deal_with_seven_cards() -> Deal:
    """Return a deal whose Ponantais has only seven cards."""
    deal = deal_with_hands(*PLAIN_HANDS)
    return Deal(1, (deal.hands[0][:7], *deal.hands[1:]), deal.kept)


@pytest.mark.parametrize(
    "setup",
    [
        Setup(manches=0),
        Setup(manches=9),
        Setup(manches=2, deals=(deal_with_hands(*PLAIN_HANDS),)),
        Setup(manches=1, deals=(_deal_with_seven_cards(),)),
        Setup(manches=1, before=8),
    ],
    ids=["no manche", "nine manches", "a deal is missing", "seven cards", "eight plis before"],
)
def test_d2_an_impossible_setup_is_refused(setup: Setup) -> None:
    """An impossible setup raises ArgumentError before the first card is laid."""
    with pytest.raises(ArgumentError):
        Partie(StubJudge(), setup)


def test_the_error_for_an_impossible_log_names_the_event() -> None:
    """The error gives the number of the first event that does not follow: repeated, left out, or of another deal."""
    partie = new_partie()

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

        assert error.value.number == number
        assert str(number) in str(error.value)


def test_a_log_that_is_no_game_is_a_type_error() -> None:
    """It must begin with a deal, and a word must be said before it is overruled."""
    setup, overruled = Setup(), Overruled(PON, "mot", True, "si")
    dealt = first_event(setup)

    assert [state is None for state, _ in with_states((dealt, Overran(PON, 31)), setup)] == [True, False]
    with pytest.raises(TypeError, match=r"^expected a partie to begin with a deal, got Overruled\("):
        list(with_states((overruled, dealt), setup))
    with pytest.raises(TypeError, match=r"^no word to overrule before Overruled\("):
        list(with_states((dealt, overruled, overruled), setup))


def test_p6_an_overruling_before_the_first_word_is_refused() -> None:
    """Before the first word of a partie, there is nothing to overrule."""
    assert [refusal.rule for refusal in refusals_of(new_partie(), Overrule(True, "why"))] == ["P6"]


@pytest.mark.parametrize("seat", ["PON", None, 0])
def test_d4_a_view_needs_a_seat(seat: Seat) -> None:
    """The name of a seat is not a seat; ``Seat.of`` converts it."""
    with pytest.raises(ArgumentError, match="D4"):
        new_partie().view(seat)


def test_d1_a_deck_line_that_is_too_long_is_refused() -> None:
    """A line of more than 200 characters is an error with its number; it is not cut. Comments do not count."""
    with pytest.raises(ArgumentError, match=r"deck:2: 'e 24 1 8 2 .*: more than 200 characters"):
        Deck.parse(["# ours", "e 24 1 8 2" + " " * 300 + "9"])

    assert Deck.parse(["e 24 1 8 2 # " + "x" * 300]).majuscules == {"e": 8}


def test_a_game_with_deals_begins_at_its_beginning() -> None:
    """``Setup.check`` refuses deals together with a late start, which would be ignored."""
    setup = new_partie().setup

    for late in ({"first": 2}, {"before": 3}, {"opener": Seat.LEVANTIN}, {"points": (5, 0)}):
        with pytest.raises(ArgumentError, match="a game with deals is whole"):
            msgspec.structs.replace(setup, **late).check()
