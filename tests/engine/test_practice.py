"""Practice games: whose move it is, silence about a Belettre (S3), and how far an undo goes back."""

from __future__ import annotations

import random

import pytest

from belettre_lexicon.french.cards import Card
from belettre_lexicon.games.belettre.actions import AnnounceBelettre, Discard, Lay, Passe, PickUp
from belettre_lexicon.games.belettre.practice import Practice
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.games.belettre.state import OVER, PICK_UP
from tests.engine.scripted_games import LEV, MER, PON, SEP, VALID_WORD, StubJudge, deal_with_hands, new_partie_of_deal

#: Hands by seat, in which only the Septentrional has two neighbouring majuscules (G and H).
BELETTRE_OF_SEP = ("AEbcdfgh", "GHijklmn", "MPopqrst", "TWuvwxyz")


def practice(person: Seat) -> Practice:
    """A practice game with these hands, before its first card. The judge accepts ``VALID_WORD``."""
    return Practice(new_partie_of_deal(StubJudge(), deal_with_hands(*BELETTRE_OF_SEP)), person)


def test_s3_the_person_is_asked_for_a_belettre_before_another_opens() -> None:
    """A person with a Belettre moves before the opener, until they announce it or keep silent."""
    game = practice(SEP)

    assert game.may_announce
    assert game.mover() is SEP

    game.keep_silent()

    assert not game.may_announce
    assert game.mover() is PON


def test_s3_the_opener_is_not_asked() -> None:
    """A person who opens the manche is not asked: they announce a Belettre or lay a card."""
    game = practice(PON)

    assert not game.may_announce
    assert game.mover() is SEP  # a bot that may announce does so before the person opens


def test_s3_an_undo_goes_back_to_a_silence_after_an_announcement() -> None:
    """Only what followed the silence is taken back, not what another player announced before it."""
    hands = ("AEbcdfgh", "GHijklmn", "MNopqrst", "TWuvwxyz")
    game = Practice(new_partie_of_deal(StubJudge(), deal_with_hands(*hands)), SEP)
    game.partie.apply(AnnounceBelettre(LEV))
    game.keep_silent()

    assert game.actions_since_decision() == 0

    game.partie.apply(Lay(PON, Card.of("b"), VALID_WORD))

    assert game.actions_since_decision() == 1
    assert game.actions_since_decision(silences=False) is None


def test_s3_an_undo_takes_a_silence_back() -> None:
    """After a silence the bots move on; an undo goes back to it, and the person is asked again."""
    game = practice(SEP)
    assert game.actions_since_decision() is None

    game.keep_silent()
    game.keep_silent()  # has no effect
    game.partie.apply(Lay(PON, Card.of("b"), VALID_WORD))

    assert game.actions_since_decision() == 1
    assert game.actions_since_decision(silences=False) is None

    game.partie.undo(1)
    game.after_undo()

    assert game.may_announce
    assert game.actions_since_decision() is None


def test_an_undo_goes_back_to_the_last_decision_of_the_person() -> None:
    """An undo takes back the person's last card and what the bots laid after it; an earlier announcement stays."""
    game = practice(SEP)
    game.partie.apply(AnnounceBelettre(SEP))
    for move in (Lay(PON, Card.of("b"), VALID_WORD), Lay(SEP, Card.of("i"), VALID_WORD), Passe(LEV, Card.of("M"))):
        game.partie.apply(move)

    assert game.actions_since_decision() == 2  # the card of the person, and that of the next bot

    game.partie.undo(2)
    game.after_undo()

    assert game.mover() is SEP
    assert game.actions_since_decision() == 2  # the announcement, and the card of the opener


def test_s3_after_an_undo_the_person_is_asked_again() -> None:
    """An undo to a decision after a silence lets the person be asked again; so does one to the silence itself."""
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
    """After a pass in position 1 the other team may choose: the person does, in either seat of that team."""
    game = practice(person)
    for seat, card in ((PON, "b"), (SEP, "i"), (LEV, "o"), (MER, "T")):
        face_down = Passe if seat is PON else Discard  # the pass loses the pli, so the others lay a card without a word
        game.partie.apply(face_down(seat, Card.of(card)))

    assert game.partie.awaits == PICK_UP
    assert game.mover() is person

    game.partie.apply(PickUp(person.partner))

    assert game.actions_since_decision() == 1


@pytest.mark.parametrize("person", SEATS)
def test_there_is_a_mover_until_the_partie_is_over(person: Seat) -> None:
    """Whatever the person's seat, random moves of every mover lead to the end of the partie."""
    rng, game = random.Random(person.index), practice(person)

    while (mover := game.mover()) is not None:
        if mover is person and game.may_announce and rng.random() < 0.5:
            game.keep_silent()
            continue
        actions = game.partie.view(mover).actions
        own = [action for action in actions if getattr(action, "seat", mover) is mover]
        action = rng.choice(own or list(actions))
        game.partie.apply(action.saying(VALID_WORD) if isinstance(action, Lay) else action)

    assert game.partie.over
    assert game.partie.awaits == OVER
