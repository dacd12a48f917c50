"""J1 to J4: the joker and the JOKER.

Strings such as ``"JOKER:m e! ?-"`` are scripts, explained in ``scripted_games``: the JOKER laid and named m, a refused
word with e, a pass with the joker.
"""

from __future__ import annotations

import pytest

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import Card
from belettre_lexicon.french.letters import ALPHABET
from belettre_lexicon.games.belettre.actions import Discard, Lay, Passe, PickUp
from belettre_lexicon.games.belettre.events import Discarded, Passed, PliTaken
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import Seat
from tests.engine.scripted_games import (
    LEV,
    MER,
    PON,
    SEP,
    VALID_WORD,
    StubJudge,
    legal_moves,
    new_partie,
    play,
    refusals_of,
    rules_against,
)

JOKER, WILD = Card.of("JOKER"), Card.of("?")
#: A hand of two majuscules and six jokers. In the three deals below, the second, third or fourth player has this hand,
#: and the Ponantais has the JOKER.
ALL_WILD = "GM??????"
SECOND_WILD = ("*Jdiruul", ALL_WILD, "CPmeetir", "SWbaoeus")
THIRD_WILD = ("*Jdiruul", "CPmeetir", ALL_WILD, "SWbaoeus")
FOURTH_WILD = ("*Jdiruul", "CPmeetir", "SWbaoeus", ALL_WILD)
#: The Ponantais has a joker, the Méridional the JOKER.
FOURTH_JOKER = ("AJdiru?l", "GMaelnos", "CPmeetir", "*Sbaoeuu")
#: Every player has a joker, and the Ponantais also the JOKER.
JOKERS = ("*Jdiru?l", "GMaelno?", "CPmeeti?", "SWbaoeu?")


@pytest.mark.parametrize("opening", ["?", "JOKER:m"])
def test_j1_no_second_joker_is_laid_while_one_lies_face_up(opening: str) -> None:
    """The joker and the JOKER count together: after either, no second one may be laid with a word."""
    partie = new_partie(*JOKERS)

    play(partie, opening)

    assert rules_against(partie, "?") == {"J1"}
    assert not any(isinstance(move, Lay) and move.card.wild for move in legal_moves(partie))


def test_j1_the_majuscule_joker_is_not_laid_after_the_joker() -> None:
    """While a joker lies face up, the JOKER may not be laid face up."""
    partie = new_partie(*FOURTH_JOKER)

    play(partie, "? a m")

    assert "J1" in rules_against(partie, "JOKER:k")


@pytest.mark.parametrize("opening", ["?!", "JOKER:m!"])
def test_j1_a_face_down_joker_does_not_count(opening: str) -> None:
    """After a joker that was turned face down, another may be laid face up."""
    partie = new_partie(*JOKERS)

    play(partie, opening, "?")

    assert partie.state.manche.pli.laid[1].up


def test_j1_a_joker_may_be_passed_while_one_lies() -> None:
    """A second joker may be passed, since face down it gives no letter."""
    partie = new_partie(*JOKERS)

    play(partie, "? a ?-")

    assert isinstance(partie.log[-1], Passed)


def test_j1_a_joker_may_lie_in_the_next_pli() -> None:
    """The limit of one joker is for each pli."""
    partie = new_partie(*JOKERS)

    play(partie, "? a! m! S-   d ?")

    assert partie.state.manche.pli.letters == "d?"


def test_j2_the_joker_stands_for_any_letter() -> None:
    """The judge gets ``?`` among the letters of each word."""
    judge = StubJudge()

    play(new_partie(*JOKERS, judge=judge), "? a m S")

    assert judge.constraints == [(None, "?"), (None, "?a"), (None, "?am"), ("s", "?am")]


def test_j2_the_joker_may_stand_for_another_letter_in_the_next_word(judge: Judge) -> None:
    """The lexicon's judge accepts two words whose only common letters are those of the cards."""
    partie = Partie(judge, new_partie(*JOKERS).setup)

    partie.apply(Lay(PON, WILD, "Dolmen"))
    partie.apply(Lay(SEP, Card.of("a"), "Crabe"))

    assert [laid.up for laid in partie.state.manche.pli.laid] == [True, True]


@pytest.mark.parametrize("letter", ["", "K", "é", "km", "?", None, 3])
def test_j3_the_joker_is_named_a_letter_when_it_is_laid(letter: str) -> None:
    """A JOKER without a letter from a to z is refused; the refusal gives the letter that was said."""
    (refusal,) = refusals_of(new_partie(*SECOND_WILD), Lay(PON, JOKER, VALID_WORD, letter))

    assert (refusal.rule, refusal.value, refusal.expected) == ("J3", repr(letter), "a-z")


def test_j3_any_letter_may_be_named() -> None:
    """Each of the 26 letters is an action of its own."""
    laid = [move for move in legal_moves(new_partie(*SECOND_WILD)) if isinstance(move, Lay) and move.card is JOKER]

    assert [move.letter for move in laid] == list(ALPHABET)


def test_j3_the_letter_holds_for_the_whole_pli() -> None:
    """All words of the pli must start with the named letter."""
    judge = StubJudge()

    play(new_partie(*FOURTH_WILD, judge=judge), "JOKER:m e! b")

    assert judge.constraints == [("m", ""), ("m", "e"), ("m", "b")]


def test_j3_a_refused_joker_gives_no_initial() -> None:
    """Face down it restricts no word (P7), although it is the pli's majuscule (P3)."""
    judge = StubJudge()
    partie = new_partie(*JOKERS, judge=judge)

    play(partie, "JOKER:m! a")

    assert judge.constraints[-1] == (None, "a")
    assert rules_against(partie, "C") == {"P3"}


@pytest.mark.parametrize("card", ["J", "d"])
def test_j3_only_the_majuscule_joker_is_named(card: str) -> None:
    """A letter named with any other card is refused, the minuscule joker included."""
    (refusal,) = refusals_of(new_partie(*JOKERS), Lay(PON, Card.of(card), VALID_WORD, "k"))

    assert (refusal.rule, refusal.value) == ("J3", "'k'")

    (refusal,) = refusals_of(new_partie(*JOKERS), Lay(PON, WILD, VALID_WORD, "k"))

    assert refusal.rule == "J3"


def test_j4_position_2_with_nothing_but_jokers_discards_one_without_fault() -> None:
    """Position 2 neither speaks nor passes, and the pli is not lost under P9."""
    partie = new_partie(*SECOND_WILD)

    play(partie, "JOKER:m")

    assert legal_moves(partie) == [Discard(SEP, WILD)]
    assert rules_against(partie, "?-") == {"J4"}
    assert "J4" in rules_against(partie, "?")

    (event,) = play(partie, "?.")

    assert event == Discarded(SEP, WILD, "J4")
    assert partie.state.manche.pli.lost_by is None

    taken = play(partie, "m b!")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is LEV


@pytest.mark.parametrize(
    ("hands", "before", "seat", "taker"), [(THIRD_WILD, "m", LEV, SEP), (FOURTH_WILD, "m b", MER, LEV)]
)
def test_j4_positions_3_and_4_discard_a_joker_too(hands: tuple[str, ...], before: str, seat: Seat, taker: Seat) -> None:
    """A player in position 3 or 4 with nothing but jokers discards one and cannot win the pli."""
    partie = new_partie(*hands)

    play(partie, "JOKER:m", before)

    assert partie.turn is seat
    assert legal_moves(partie) == [Discard(seat, WILD)]

    play(partie, "?.")
    if not partie.state.manche.taken:
        play(partie, "b!")

    assert partie.turn is taker


def test_j4_position_4_whose_only_majuscule_is_the_joker_lays_it_face_down() -> None:
    """After three minuscules, P3 requires a majuscule and J1 forbids the JOKER, so there is no trap."""
    partie = new_partie(*FOURTH_JOKER)

    play(partie, "l e! m! S-   ? a e!")

    assert legal_moves(partie) == [Discard(MER, JOKER)]

    taken = play(partie, "JOKER.")[-1]

    assert isinstance(taken, PliTaken)
    assert taken.seat is SEP


@pytest.mark.parametrize("opening", ["JOKER:m!", "A"])
def test_j4_no_discard_when_no_joker_lies_face_up(opening: str) -> None:
    """Without a face-up joker, a player with nothing but jokers lays one with a word or passes."""
    partie = (
        new_partie(*SECOND_WILD) if "JOKER" in opening else new_partie("AJdiruul", ALL_WILD, "CPmeetir", "SWbaoeus")
    )

    play(partie, opening)

    assert rules_against(partie, "?.") == {"J4"}
    assert set(legal_moves(partie)) == {Lay(SEP, WILD), Passe(SEP, WILD)}


def test_j4_no_discard_when_something_else_can_be_laid() -> None:
    """One minuscule besides the jokers is enough, or a majuscule where P3 allows it."""
    partie = new_partie("*Jdiruul", "GM?????a", "CPmeetir", "SWbaoeus")

    play(partie, "JOKER:m")

    assert rules_against(partie, "?.") == rules_against(partie, "a.") == {"J4"}

    partie = new_partie("AJdiru?l", "GM??????", "CPmeetir", "SWbaoeus")

    play(partie, "?")

    assert rules_against(partie, "?.") == {"J4"}
    assert {move.card.text for move in legal_moves(partie) if isinstance(move, Lay)} == {"G", "M"}


def test_j4_a_joker_discarded_in_a_pli_lost_by_p9_does_not_save_it() -> None:
    """The discard is then one under P9, and the pli stays lost."""
    partie = new_partie(*SECOND_WILD)

    play(partie, "JOKER-")
    (event,) = play(partie, "?.")

    assert event == Discarded(SEP, WILD, "P9")

    play(partie, "m. b.")

    assert partie.legal_actions() == [PickUp(SEP), PickUp(MER)]
