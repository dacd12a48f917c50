"""Games of random legal moves, for the tests of invariants and of records.

``play_randomly`` and ``random_game`` play with a ``StubJudge``; ``random_game_with_words`` plays real words of the
lexicon. ``TwinDeal`` makes a second deal that one seat cannot tell from the first.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

from belettre_lexicon import Judge
from belettre_lexicon.french.cards import Card, Case, in_rank
from belettre_lexicon.french.decks import BOXED, Deck
from belettre_lexicon.games.belettre.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Overtime,
    Passe,
    Swap,
)
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from belettre_lexicon.games.belettre.setup import Deal, Setup
from belettre_lexicon.games.kit.machine import IllegalActionError
from tests.engine.scripted_games import REFUSED_WORD, VALID_WORD, StubJudge

#: A deck half of which is jokers, so that J1, J3 and J4 apply often; it is too small for three manches (D3).
JOKER_DECK = Deck.parse(["ae 8 1 2 2", "io 5 2 2 4", "? 40 0 8 0"])
DECKS = (BOXED, JOKER_DECK)
#: Words that the real judge refuses, each for another reason with another kind of proof (W10).
REFUSED_WORDS = ("portes", "grande", "Paris", "considéré", "funérailles", "raclate", "abc", "x\u202e 1", "UNESCO", "")


def choose_action(partie: Partie, rng: random.Random) -> Action:
    """Return a random legal action; announcements and words are likelier than passes, so that not all plis are lost."""
    moves = partie.legal_actions()
    kinds: list[type[Action]] = [AnnounceBelettre, Lay]
    for kind in kinds:
        of_kind = [move for move in moves if isinstance(move, kind)]
        if of_kind and rng.random() < 0.8:
            moves = of_kind
            break
    move = rng.choice(moves)
    if isinstance(move, Lay):
        word = VALID_WORD if rng.random() < 0.7 else REFUSED_WORD
        return Lay(move.seat, move.card, word, move.letter, rng.random() < 0.95)
    return move


def play_randomly(seed: int, *, manches: int = 1, deck: Deck = BOXED) -> Iterator[tuple[Partie, Action, random.Random]]:
    """Play a random game; yield the partie before each action, the action, and the random generator of the game."""
    rng = random.Random(seed)
    partie = Partie.new(StubJudge(), rng, manches=manches, deck=deck)
    while not partie.over:
        move = choose_action(partie, rng)
        yield partie, move, rng
        partie.apply(move)


def random_game(seed: int) -> Partie:
    """Return a finished random game of one to four manches with either deck of ``DECKS``."""
    *_, (partie, _, _) = play_randomly(seed, manches=1 + seed % 4, deck=DECKS[seed // 4 % 2])
    return partie


def random_game_with_words(judge: Judge, seed: int, manches: int = 4, refused: float = 0.2) -> Partie:
    """Return a finished random game with real words: valid ones, refused ones and relatives of earlier ones.

    *refused* is the probability that a word is one of ``REFUSED_WORDS``, an earlier word or an earlier word with an s.
    """
    rng = random.Random(seed)
    partie = Partie.new(judge, random.Random(seed), manches=manches, seed=seed)
    while not partie.over:
        action = rng.choice(partie.legal_actions())
        if isinstance(action, Lay):
            initial, letters = partie.state.manche.pli.constraints(action.card, action.letter)
            words = judge.find(initial or None, letters, limit=20, played=partie.history)
            earlier = list(partie.history)
            if rng.random() < refused or not words:
                action = action.saying(rng.choice([*REFUSED_WORDS, *earlier, *(f"{word}s" for word in earlier[-3:])]))
            else:
                action = action.saying(rng.choice(words).spelling)
        partie.apply(action)
        if rng.random() < 0.05 and partie.state.last_word is not None:
            partie.apply(Overrule(not partie.state.last_word.valid, 'décidé à la table · « oui » → "non"'))
        if rng.random() < 0.05 and partie.turn is not None:
            partie.apply(Overtime(partie.turn, 42))
    return partie


class TwinDeal:
    """A second deal that *seat* cannot tell from that of *partie*: the cards it has not seen are mixed in their pack.

    deal     the second deal
    differs  whether any hand differs from the first deal
    """

    def __init__(self, partie: Partie, seat: Seat, rng: random.Random) -> None:
        manche, deal = partie.state.manche, partie.setup.deals[0]
        #: For each seat, the cards dealt to it that *seat* has seen.
        seen = [Counter(deal.hands[seat.index]) if other is seat else Counter[Card]() for other in SEATS]
        for pli in (*(taken.laid for taken in manche.taken), partie.view(seat).pli):
            for laid in pli:
                if laid.card.known and laid.seat is not seat:
                    seen[laid.seat.index][laid.card] += 1
        #: Every card that *seat* has not seen, with the index of its seat, or 4 if it was not dealt.
        places: list[tuple[int, Card]] = []
        hands: list[list[Card]] = []
        for other in SEATS:
            hidden = Counter(deal.hands[other.index]) - seen[other.index]
            hands.append(list(seen[other.index].elements()))
            places += [(other.index, card) for card in hidden.elements()]
        places += [(4, card) for card in deal.kept[0] + deal.kept[1]]
        hands.append([])
        #: Index of a seat → for each pack, its hidden cards in the second deal.
        self._hidden_cards: dict[int, dict[Case, list[Card]]] = {}
        for case in Case:
            places_of_pack = [(place, card) for place, card in places if card.case is case]
            mixed = [card for _, card in places_of_pack]
            rng.shuffle(mixed)
            for (place, _), card in zip(places_of_pack, mixed, strict=True):
                hands[place].append(card)
                self._hidden_cards.setdefault(place, {}).setdefault(case, []).append(card)
        kept = [tuple(card for card in hands[4] if card.case is case) for case in Case]
        dealt = [in_rank(hand) for hand in hands[:4]]
        self.deal = Deal(1, (dealt[0], dealt[1], dealt[2], dealt[3]), (kept[0], kept[1]))
        self.differs = self.deal.hands != deal.hands

    def replay(self, partie: Partie, actions: list[Action], seat: Seat) -> Partie | None:
        """Return a partie of the second deal after the same public actions, or None if its cards do not allow them.

        A card that *seat* sees only as a back in *partie* is replaced by one of the second deal.
        """
        twin = Partie(StubJudge(), Setup(manches=1, deals=(self.deal,)))
        hidden_seats = [laid.seat for laid in partie.view(seat).pli if not laid.card.known]
        last_lays = {other: max(n for n, move in enumerate(actions) if _lays(move, other)) for other in hidden_seats}
        for number, move in enumerate(actions):
            card = getattr(move, "card", None)
            if isinstance(move, Passe | Discard | Swap) and card is not None and last_lays.get(move.seat) == number:
                move = type(move)(move.seat, self._hidden_cards[move.seat.index][card.case][0])
            try:
                twin.apply(move)
            except IllegalActionError:
                return None
        return twin


def _lays(move: Action, seat: Seat) -> bool:
    return isinstance(move, Lay | Passe | Discard | Swap) and move.seat is seat
