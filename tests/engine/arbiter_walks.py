"""Random entries of an arbiter, for the tests of games with real cards: ``walk`` takes listed actions to the end."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator

from belettre_lexicon.french.cards import UNSEEN
from belettre_lexicon.french.decks import BOXED, Deck
from belettre_lexicon.games.belettre.actions import Action, Discard, Lay, Overrule, Passe, Reveal, Swap
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import SEATS
from tests.engine.random_games import JOKER_DECK
from tests.engine.scripted_games import REFUSED_WORD, VALID_WORD, StubJudge

#: The smallest deck that one manche needs, with few different cards.
SMALL_DECK = Deck.parse(["e 20 1 6 2", "k 1 5 1 10", "? 3 0 1 0"])
#: A deck with more jokers than other cards.
WILD_DECK = Deck.parse(["ae 4 1 2 2", "? 16 0 4 0"])
DECKS = (BOXED, JOKER_DECK, SMALL_DECK, WILD_DECK)
#: The kinds of actions of which an entry is one, if there is any: words most often, so that not all plis are lost.
PREFERRED: tuple[Callable[[Action], bool], ...] = (
    lambda action: isinstance(action, Lay),
    lambda action: isinstance(action, Lay),
    lambda action: isinstance(action, Lay) and action.card.wild,
    lambda action: isinstance(action, Discard),
    lambda action: isinstance(action, Passe | Discard | Swap) and not action.card.known,
    lambda action: isinstance(action, Passe | Discard) and action.card is UNSEEN,
    lambda action: isinstance(action, Lay | Passe | Discard | Reveal | Swap) and action.card.wild,
    lambda action: True,
)


def start(seed: int) -> Partie:
    """Return a game with real cards: one to four manches, any deck, sometimes watched from the middle."""
    rng = random.Random(seed)
    manches, first, before = rng.choice([1, 1, 2, 3, 4]), 1, 0
    if rng.random() < 0.4:
        first, before = rng.randint(1, manches), rng.randint(1, 7)
    opener = rng.choice(SEATS) if before else None
    return Partie.watched(
        StubJudge(), manches=manches, deck=DECKS[seed % len(DECKS)], first=first, before=before, opener=opener
    )


def choose_entry(partie: Partie, rng: random.Random) -> Action | None:
    """Return a random listed action; None if there is none. Words, discards, backs and jokers are likely."""
    actions = partie.legal_actions()
    if not actions:
        return None
    preferred = rng.choice(PREFERRED)
    action = rng.choice([action for action in actions if preferred(action)] or actions)
    if isinstance(action, Lay):
        word = rng.choice([VALID_WORD] * 6 + [REFUSED_WORD] * 2 + [""])
        return Lay(action.seat, action.card, word, action.letter, rng.random() < 0.9)
    return action


def walk(seed: int) -> Iterator[tuple[Partie, Action]]:
    """Enter random actions up to the end; yield the partie before each action, and the action.

    Words are overruled and actions undone now and then. The walk ends early if nothing is legal.
    """
    rng, partie = random.Random(seed), start(seed)
    while not partie.over:
        action = choose_entry(partie, rng)
        if action is None:
            return
        yield partie, action
        partie.apply(action)
        last_word = partie.state.last_word
        if last_word is not None and rng.random() < 0.1:
            partie.apply(Overrule(not last_word.valid, "heard wrong"))
        if rng.random() < 0.05:
            partie.undo(min(partie.actions_done, rng.randint(1, 5)))
