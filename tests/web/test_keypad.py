"""The keypad of a table of real cards: what is used up cannot be tapped, everything else can."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import FACES, Card
from belettre_lexicon.games.belettre.actions import Lay, Passe
from belettre_lexicon.games.belettre.events import Swapped
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.web.kinds.belettre.fragment import letter_of, spent_cards
from tests.engine.random_games import play_randomly
from tests.engine.scripted_games import LEV, PON, SEP, StubJudge


@pytest.mark.exhaustive
@given(seed=st.integers(0, 10**6))
def test_d1_only_cards_that_nobody_can_have_are_spent(seed: int) -> None:
    """D1: a legal card is never spent, at any moment of a manche; a card of which all were seen always is."""
    watched = Partie.watched(StubJudge())
    for partie, move, _ in play_randomly(seed):
        if partie.state.ended:
            break
        _check(watched)
        if not watched.can(move):
            break
        watched.apply(move)


def _check(partie: Partie) -> None:
    spent = spent_cards(partie)
    if partie.turn is None:
        return
    legal = {card.text for card in FACES if partie.can(Lay(partie.turn, card, "a", letter=letter_of(card)))}
    assert not legal & spent
    manche = partie.state.manche
    plis = [*(taken.laid for taken in manche.taken), manche.pli.laid]
    seen = Counter(laid.card.text for pli in plis for laid in pli if laid.card.known)
    told = {laid.told.text for laid in manche.pli.laid if laid.told is not None}  # its player alone knows it (P7)
    deck = partie.setup.deck
    counts = {
        **deck.minuscules,
        **{("JOKER" if text == "?" else text.upper()): count for text, count in deck.majuscules.items()},
    }
    taken_back = any(isinstance(event, Swapped) for event in partie.log)  # seen, and in a hand again
    for text in spent:
        assert taken_back or seen[text] >= counts[text]
        assert text not in told


def test_d1_a_majuscule_that_lies_is_spent(judge: Judge) -> None:
    """D1: there is one majuscule of each letter, so the one that lies on the table cannot be tapped again."""
    partie = Partie.watched(judge)
    assert not spent_cards(partie)

    partie.apply(Lay(PON, Card.of("F"), "Facile"))
    assert spent_cards(partie) == {"F"}


def test_p7_the_keypad_tells_nothing_about_hidden_cards(judge: Judge) -> None:
    """P7: whichever card was entered face down, the same cards can be tapped."""
    seen = set()
    for card in ("K", "M"):
        partie = Partie.watched(judge)
        for action in (Lay(PON, Card.of("n"), "Dolmen"), Lay(SEP, Card.of("e"), "École"), Passe(LEV, Card.of(card))):
            partie.apply(action)
        seen.add(spent_cards(partie))

    assert len(seen) == 1
    assert random.choice(list(seen)) == frozenset()
