"""Practice rules: whose move it is, silence about a Belettre (S3), and how far an undo goes back."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.cards import Card
from belettre_lexicon.engine.actions import AnnounceBelettre, Lay, Passe, PickUp
from belettre_lexicon.engine.practice import Practice
from belettre_lexicon.engine.seats import SEATS, Seat
from belettre_lexicon.engine.state import LAY, PICK_UP
from tests.engine.scripted_games import LEV, MER, PON, SEP, VALID_WORD, StubJudge, deal_with_hands, new_partie_of_deal

#: Hands in which the Septentrional alone holds two majuscules that follow each other.
BELETTRE_OF_SEP = ("AEbcdfgh", "GHijklmn", "MPopqrst", "TWuvwxyz")


def practice(person: Seat) -> Practice:
    return Practice(new_partie_of_deal(StubJudge(), deal_with_hands(*BELETTRE_OF_SEP)), person)


def test_s3_the_person_is_asked_for_a_belettre_before_another_opens() -> None:
    """The person who may announce moves before the opener, until they announce or keep silent."""
    game = practice(SEP)
    assert game.may_announce
    assert game.mover() is SEP

    game.keep_silent()

    assert not game.may_announce
    assert game.mover() is PON


def test_s3_the_opener_is_not_asked() -> None:
    """A person who opens the manche announces or lays a card; they are not asked first."""
    game = practice(PON)

    assert not game.may_announce
    assert game.mover() is SEP  # a bot that may announce does so before the person opens


def test_s3_an_undo_takes_a_silence_back() -> None:
    """After a silence the bots move on; an undo asks the person again."""
    game = practice(SEP)
    assert game.actions_since_decision() is None
    game.keep_silent()
    game.keep_silent()
    game.partie.apply(Lay(PON, Card.of("b"), VALID_WORD))

    assert game.actions_since_decision() == 1
    assert game.actions_since_decision(silences=False) is None
    game.partie.undo(1)
    game.after_undo()

    assert game.may_announce
    assert game.actions_since_decision() is None


def test_an_undo_goes_back_to_the_last_decision_of_the_person() -> None:
    """Cards of the bots since then are taken back too; a silence before it stays."""
    game = practice(SEP)
    game.partie.apply(AnnounceBelettre(SEP))
    for move in (Lay(PON, Card.of("b"), VALID_WORD), Lay(SEP, Card.of("i"), VALID_WORD), Passe(LEV, Card.of("M"))):
        game.partie.apply(move)

    assert game.actions_since_decision() == 2
    game.partie.undo(2)
    game.after_undo()

    assert game.mover() is SEP
    assert game.actions_since_decision() == 2  # the announcement, and the card of the opener


def test_s3_after_an_undo_the_person_is_asked_again() -> None:
    """An undo that goes back to a decision after the silence lets the person be asked; the next one ends the silence."""
    game = practice(SEP)
    game.keep_silent()
    game.partie.apply(AnnounceBelettre(SEP))  # legal all the same

    game.partie.undo(game.actions_since_decision() or 0)
    game.after_undo()

    assert game.may_announce

    game.keep_silent()
    game.partie.apply(Lay(PON, Card.of("b"), VALID_WORD))
    game.partie.apply(Lay(SEP, Card.of("i"), VALID_WORD))
    for back in (1, 1):
        assert game.actions_since_decision() == back
        game.partie.undo(back)
        game.after_undo()

    assert game.may_announce
    assert game.partie.actions_done == 0


@pytest.mark.parametrize("person", [SEP, MER])
def test_p9_the_person_chooses_who_picks_up_before_their_partner(person: Seat) -> None:
    """After a pass in position 1 the other team may choose: the person of that team does, whichever seat they have."""
    game = practice(person)
    for seat, card in ((PON, "b"), (SEP, "i"), (LEV, "o"), (MER, "T")):
        actions = [action for action in game.partie.legal_actions() if getattr(action, "card", None) is Card.of(card)]
        game.partie.apply(next(action for action in actions if not isinstance(action, Lay)))
        assert seat in SEATS
    assert game.partie.awaits == PICK_UP

    assert game.mover() is person
    game.partie.apply(PickUp(person.partner))

    assert game.actions_since_decision() == 1


def test_somebody_moves_until_the_partie_is_over() -> None:
    """Whatever the person's seat, there is a mover as long as the partie goes on, and none after it."""
    for person in SEATS:
        rng, game = random.Random(person.index), practice(person)
        while (seat := game.mover()) is not None:
            if seat is person and game.may_announce and rng.random() < 0.5:
                game.keep_silent()
                continue
            legal = [action for action in game.partie.view(seat).actions if getattr(action, "seat", seat) is seat]
            action = rng.choice(legal or list(game.partie.view(seat).actions))
            game.partie.apply(action.saying(VALID_WORD) if isinstance(action, Lay) else action)
        assert game.partie.over
    assert game.partie.awaits != LAY
