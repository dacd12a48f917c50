"""Random legal games against the invariants of the rules.

``Play`` is a state machine that does any legal action. Twin deals test what a view shows (P7), and games entered as by
an arbiter are compared with the same games with known hands.
"""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from belettre_lexicon.french.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card, Case, pack
from belettre_lexicon.french.decks import Deck
from belettre_lexicon.games.belettre.actions import (
    Action,
    Discard,
    Lay,
    Overrule,
    Passe,
    Reveal,
    Swap,
)
from belettre_lexicon.games.belettre.events import SCORED, Event, MancheEnded, PliTaken, Swapped, action_of
from belettre_lexicon.games.belettre.hands import KnownHand
from belettre_lexicon.games.belettre.partie import Partie
from belettre_lexicon.games.belettre.pli import Pli
from belettre_lexicon.games.belettre.seats import SEATS, Seat
from tests.engine.random_games import DECKS, TwinDeal, choose_action, play_randomly, random_game
from tests.engine.scripted_games import REFUSED_WORD, VALID_WORD, StubJudge, points_of

MACHINE = settings(max_examples=60, stateful_step_count=70, deadline=None, derandomize=True)


def hand_of(partie: Partie, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that a seat holds."""
    hand = partie.state.manche.hands[seat.index]
    assert isinstance(hand, KnownHand)
    return hand.cards


def cards_in_play(partie: Partie) -> Counter[Card]:
    """Return every card since the last shuffle: in hands, in plis and kept."""
    manche, deck = partie.state.manche, partie.setup.deck
    deal = partie.setup.deals[manche.number - 1]
    cards = Counter(deal.kept[0] + deal.kept[1])
    for seat in SEATS:
        cards.update(hand_of(partie, seat))
    for pli in (*(taken.laid for taken in manche.taken), manche.pli.laid):
        cards.update(laid.card for laid in pli)
    while len(deal.kept[0]) + 8 < sum(deck.majuscules.values()):  # dealt from what was kept (D3)
        deal = partie.setup.deals[deal.manche - 2]
        cards.update(card for hand in deal.hands for card in hand)
    return cards


class Play(RuleBasedStateMachine):
    """A game with known hands, one legal action at a time."""

    @initialize(seed=st.integers(0, 2**32), manches=st.integers(1, 4), deck=st.sampled_from(DECKS))
    def deal_hands(self, seed: int, manches: int, deck: Deck) -> None:
        self.judge = StubJudge()
        self.partie = Partie.new(self.judge, random.Random(seed), manches=manches, deck=deck)
        self.deck_cards = Counter(pack(deck, Case.MAJ) + pack(deck, Case.MIN))
        self.before: list[tuple[object, tuple[Event, ...]]] = []

    def do(self, move: Action) -> None:
        self.before.append((self.partie.state, self.partie.log))
        events = self.partie.apply(move)

        assert self.partie.log == self.before[-1][1] + events

    @precondition(lambda self: not self.partie.over)
    @rule(
        place=st.integers(0, 10**6),
        valid=st.sampled_from([True, True, False]),
        says=st.sampled_from([True, True, False]),
    )
    def act(self, place: int, valid: bool, says: bool) -> None:
        """Do any legal action."""
        actions = self.partie.legal_actions()

        assert actions, "there is always a legal action before the end"

        move = actions[place % len(actions)]
        if isinstance(move, Lay):
            move = Lay(move.seat, move.card, VALID_WORD if valid else REFUSED_WORD, move.letter, says)

        self.do(move)

    @precondition(lambda self: not self.partie.over)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 40))
    def act_many_times(self, seed: int, count: int) -> None:
        """Do many actions, so that all manches are reached."""
        rng = random.Random(seed)
        for _ in range(count):
            if not self.partie.over:
                self.do(choose_action(self.partie, rng))

    @precondition(lambda self: self.partie.state.last_word is not None)
    @rule()
    def overrule(self) -> None:
        """Overrule the last word."""
        last_word = self.partie.state.last_word
        assert last_word is not None
        self.do(Overrule(not last_word.valid, "reason"))

    @rule(steps=st.integers(1, 30))
    def undo(self, steps: int) -> None:
        """After an undo, state and log are as they were that many actions before."""
        steps = min(steps, len(self.before))

        if steps:
            self.partie.undo(steps)
            state, log = self.before[-steps]
            del self.before[-steps:]

            assert self.partie.state == state
            assert self.partie.log == log

    @invariant()
    def listed_actions_are_legal(self) -> None:
        """``legal_actions``, ``can`` and ``refusals`` agree, and each view lists the actions of its seat."""
        actions = self.partie.legal_actions()

        assert bool(actions) is not self.partie.over
        assert len(set(actions)) == len(actions)
        assert all(self.partie.can(move) and not self.partie.refusals(move) for move in actions)

        if self.partie.awaits == "lay":
            shown = [move for seat in SEATS for move in self.partie.view(seat).actions]

            assert set(shown) == set(actions)
            assert len(shown) == len(actions)

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        """Every card of the deck is in exactly one place (D1 to D3)."""
        assert cards_in_play(self.partie) == self.deck_cards

    @invariant()
    def plis_have_one_majuscule(self) -> None:
        """Every pli has one majuscule (T5), and the hands have as many majuscules as there are plis left."""
        manche = self.partie.state.manche

        for taken in manche.taken:
            assert sum(laid.card.case is Case.MAJ for laid in taken.laid) == 1
            assert len(taken.laid) == 4

        if not manche.pli.laid:
            held = [card for seat in SEATS for card in hand_of(self.partie, seat)]
            assert sum(card.case is Case.MAJ for card in held) == 8 - len(manche.taken)

    @invariant()
    def the_seat_to_play_has_a_minuscule_when_it_needs_one(self) -> None:
        """The opposite of the trap cannot happen: after a majuscule, the next player always has a minuscule."""
        pli, turn = self.partie.state.manche.pli, self.partie.turn

        if turn is not None and pli.majuscules:
            assert any(card.case is Case.MIN for card in hand_of(self.partie, turn))

    @invariant()
    def points_are_those_of_the_cards(self) -> None:
        """The points follow from the cards by S1 to S5 and the table of D1."""
        for ended in self.partie.state.ended:
            assert sum(ended.points) == sum(ended.plis) + sum(ended.belettres) + 10
            assert ended.belettres[0] % 20 == ended.belettres[1] % 20 == 0

        state, points = self.partie.state, [0, 0]

        for taken in state.manche.taken:
            assert taken.points == points_of(laid.card for laid in taken.laid)

            points[taken.taker.team.index] += taken.points

        for seat, belettre in zip(SEATS, state.manche.belettres, strict=True):
            points[seat.team.index] += 20 * (belettre.stage == SCORED)

        if len(state.manche.taken) == 8:
            points[state.manche.taken[-1].taker.team.index] += 10

            assert state.ended[-1].points == tuple(points)

        earlier = [ended.points for ended in state.ended if ended.number < state.manche.number]

        assert self.partie.points == tuple(points[team] + sum(pair[team] for pair in earlier) for team in (0, 1))

    @invariant()
    def the_history_has_the_words_of_the_state(self) -> None:
        """The history has the valid words (W9), whatever was undone or overruled."""
        assert tuple(self.partie.history) == self.partie.state.words

    def teardown(self) -> None:
        """A replay of the log leads to the same state, and all actions can be undone."""
        if not hasattr(self, "partie"):
            return

        again = Partie.replay(self.judge, self.partie.setup, self.partie.log)

        assert again.state == self.partie.state
        assert again.log == self.partie.log

        self.partie.undo(self.partie.actions_done)

        assert self.partie.state == Partie(self.judge, self.partie.setup).state
        assert len(self.partie.log) == 1


PlayTest = Play.TestCase
PlayTest.settings = MACHINE


@pytest.mark.parametrize("seed", range(40))
def test_the_points_of_whole_games_add_up(seed: int) -> None:
    """The plis of a manche are worth the cards dealt, and any beginning of the log can be replayed."""
    partie, rng = random_game(seed), random.Random(seed)
    ended = [event for event in partie.log if isinstance(event, MancheEnded)]

    assert len(ended) == partie.setup.manches
    assert partie.actions_done >= 32 * len(ended)

    for manche_ended, deal in zip(ended, partie.setup.deals, strict=True):
        assert sum(manche_ended.plis) == points_of(card for hand in deal.hands for card in hand)

    undone = Partie.replay(StubJudge(), partie.setup, partie.log)

    while undone.actions_done:
        undone.undo(min(undone.actions_done, rng.randint(1, 40)))
        again = Partie.replay(StubJudge(), partie.setup, undone.log)

        assert again.state == undone.state
        assert again.log == undone.log == partie.log[: len(undone.log)]


def test_random_games_meet_every_rule() -> None:
    """The random games contain traps, faults, forced discards, choices, Belettres and JOKERs."""
    events = [event for seed in range(40) for event in random_game(seed).log]
    feature_counts = Counter(feature for event in events for feature in _features(event))

    for feature in ("Trapped", "Swapped", "fault", "P9", "J4", "TakerNamed", "scored", "forfeited", "JOKER"):
        assert feature_counts[feature] >= 5, feature_counts


def _features(event: Event) -> list[str]:
    """Return what an event is an example of: its type, a fault, a rule, the stage of a Belettre, its card."""
    card = getattr(event, "card", None)
    fault = "fault" if getattr(event, "fault", False) is True else ""
    return [type(event).__name__, fault, getattr(event, "rule", ""), getattr(event, "belettre", ""), str(card)]


def test_p7_views_of_twin_deals_are_equal() -> None:
    """Cards that a seat may not know, in other hands, kept or hidden in this pli, do not change its view."""
    compared = skipped = hidden = 0

    for seed in range(60):
        done: list[Action] = []

        for partie, move, rng in play_randomly(1000 + seed):
            if rng.random() < 0.25:
                seat = rng.choice(SEATS)
                twin = TwinDeal(partie, seat, rng)

                other = twin.replay(partie, done, seat) if twin.differs else None

                if other is None:
                    skipped += 1
                else:
                    assert other.view(seat) == partie.view(seat)

                    compared += 1
                    hidden += any(not laid.card.known for laid in partie.view(seat).pli)

            done.append(move)

    assert compared > 300, (compared, skipped, hidden)
    assert hidden > 20, (compared, skipped, hidden)


def _as_entered(move: Action, rng: random.Random) -> Action:
    """Return the action as an arbiter may enter it: a face-down card perhaps as a back or as unseen."""
    if isinstance(move, Passe | Discard | Swap) and rng.random() < 0.7:
        known = MAJ_BACK if move.card.case is Case.MAJ else MIN_BACK
        open_pack = not isinstance(move, Swap) and rng.random() < 0.2
        return type(move)(move.seat, UNSEEN if open_pack else known)
    return move


def _hidden_card(later_events: tuple[Event, ...], pli: Pli, seat: Seat) -> Card:
    """Return the card that a seat laid face down, from the later events of the fully known game."""
    for event in later_events:
        if isinstance(event, Swapped) and event.seat is seat:
            return event.back
        if isinstance(event, PliTaken):
            return event.cards[pli.position(seat) - 1]
    raise AssertionError("the pli was never picked up")


@pytest.mark.parametrize("seed", range(40))
def test_a_watched_game_has_the_same_takers_and_points(seed: int) -> None:
    """A game entered without hands, hidden cards revealed at the pick-up, ends like the game with known hands."""
    full, rng = random_game(seed), random.Random(seed)
    watched = Partie.watched(StubJudge(), manches=full.setup.manches, deck=full.setup.deck)
    for number, event in enumerate(full.log, 1):
        move = action_of(event)
        if move is None:
            continue

        watched.apply(_as_entered(move, rng))
        while watched.awaits == "reveal":
            pli = watched.state.manche.pli

            watched.apply(Reveal(pli.hidden[0], _hidden_card(full.log[number:], pli, pli.hidden[0])))

    assert full.over
    assert watched.over

    takers = [(event.seat, event.cards, event.points) for event in full.log if isinstance(event, PliTaken)]

    assert takers == [(event.seat, event.cards, event.points) for event in watched.log if isinstance(event, PliTaken)]
    assert watched.points == full.points
    assert watched.state.ended == full.state.ended
