"""Random legal play against invariants of the rules: a state machine, twins for the view, a mirror for the arbiter."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from belettre_lexicon.cards import MAJ_BACK, MIN_BACK, UNSEEN, Card, Case, in_rank, pack
from belettre_lexicon.decks import BOXED, Deck
from belettre_lexicon.engine.actions import (
    Action,
    AnnounceBelettre,
    Discard,
    Lay,
    Overrule,
    Passe,
    Reveal,
    Swap,
)
from belettre_lexicon.engine.deal import Deal
from belettre_lexicon.engine.events import SCORED, Event, MancheEnded, PliTaken, Swapped, action_of
from belettre_lexicon.engine.hands import KnownHand
from belettre_lexicon.engine.partie import Partie
from belettre_lexicon.engine.pli import Pli
from belettre_lexicon.engine.seats import SEATS, Seat
from belettre_lexicon.engine.setup import Setup
from belettre_lexicon.game.refusals import IllegalActionError
from tests.engine.tables import BAD, GOOD, StubJudge, worth

#: Half of it jokers, so that J1, J3 and J4 are met often, with the boxed deck's points; too small for three manches.
WILD = Deck.parse(["ae 8 1 2 2", "io 5 2 2 4", "? 40 0 8 0"])
DECKS = (BOXED, WILD)
MACHINE = settings(max_examples=60, stateful_step_count=70, deadline=None, derandomize=True)


def hand_of(partie: Partie, seat: Seat) -> tuple[Card, ...]:
    hand = partie.state.manche.hands[seat.index]
    assert isinstance(hand, KnownHand)
    return hand.cards


def cards_in_play(partie: Partie) -> Counter[Card]:
    """Every card since the last shuffle, wherever it lies."""
    manche, deck = partie.state.manche, partie.setup.deck
    deal = partie.setup.deals[manche.number - 1]
    found = Counter(deal.kept[0] + deal.kept[1])
    for seat in SEATS:
        found.update(hand_of(partie, seat))
    for laid in (*(taken.laid for taken in manche.taken), manche.pli.laid):
        found.update(one.card for one in laid)
    while len(deal.kept[0]) + 8 < sum(deck.majuscules.values()):  # dealt from what was kept (D3)
        deal = partie.setup.deals[deal.manche - 2]
        found.update(card for hand in deal.hands for card in hand)
    return found


def choose(partie: Partie, rng: random.Random) -> Action:
    """A legal action; words are likelier than passes, so that plis are not all lost."""
    moves = partie.legal_actions()
    kinds: list[type[Action]] = [AnnounceBelettre, Lay]
    for kind in kinds:
        some = [move for move in moves if isinstance(move, kind)]
        if some and rng.random() < 0.8:
            moves = some
            break
    move = rng.choice(moves)
    if isinstance(move, Lay):
        return Lay(move.seat, move.card, GOOD if rng.random() < 0.7 else BAD, move.letter, rng.random() < 0.95)
    return move


class Play(RuleBasedStateMachine):
    """A whole game in full mode, any legal action at a time."""

    @initialize(seed=st.integers(0, 2**32), manches=st.integers(1, 4), deck=st.sampled_from(DECKS))
    def deal(self, seed: int, manches: int, deck: Deck) -> None:
        self.judge = StubJudge()
        self.partie = Partie.new(self.judge, random.Random(seed), manches=manches, deck=deck)
        self.whole = Counter(pack(deck, Case.MAJ) + pack(deck, Case.MIN))
        self.before: list[tuple[object, tuple[Event, ...]]] = []

    def do(self, move: Action) -> None:
        self.before.append((self.partie.state, self.partie.log))
        events = self.partie.apply(move)
        assert self.partie.log == self.before[-1][1] + events

    @precondition(lambda self: not self.partie.over)
    @rule(
        place=st.integers(0, 10**6),
        good=st.sampled_from([True, True, False]),
        says=st.sampled_from([True, True, False]),
    )
    def act(self, place: int, good: bool, says: bool) -> None:
        """Anything legal, announcements before cards."""
        actions = self.partie.legal_actions()
        assert actions, "nobody is ever without a legal action before the end"
        move = actions[place % len(actions)]
        if isinstance(move, Lay):
            move = Lay(move.seat, move.card, GOOD if good else BAD, move.letter, says)
        self.do(move)

    @precondition(lambda self: not self.partie.over)
    @rule(seed=st.integers(0, 2**32), count=st.integers(1, 40))
    def act_on(self, seed: int, count: int) -> None:
        """Many actions, so that all manches are reached."""
        rng = random.Random(seed)
        for _ in range(count):
            if not self.partie.over:
                self.do(choose(self.partie, rng))

    @precondition(lambda self: self.partie.state.last_word is not None)
    @rule()
    def overrule(self) -> None:
        """The arbiter thinks otherwise."""
        said = self.partie.state.last_word
        assert said is not None
        self.do(Overrule(not said.valid, "reason"))

    @rule(steps=st.integers(1, 30))
    def undo(self, steps: int) -> None:
        """State and log are what they were so many actions before."""
        steps = min(steps, len(self.before))
        if steps:
            self.partie.undo(steps)
            state, log = self.before[-steps]
            del self.before[-steps:]
            assert self.partie.state == state and self.partie.log == log

    @invariant()
    def what_is_listed_can_be_done(self) -> None:
        """``legal_actions``, ``can`` and ``refusals`` agree, nothing is listed twice, views list the seat's own."""
        actions = self.partie.legal_actions()
        assert bool(actions) is not self.partie.over
        assert len(set(actions)) == len(actions)
        assert all(self.partie.can(move) and not self.partie.refusals(move) for move in actions)
        if self.partie.awaits == "lay":
            shown = [move for seat in SEATS for move in self.partie.view(seat).actions]
            assert set(shown) == set(actions) and len(shown) == len(actions)

    @invariant()
    def no_card_is_lost_or_doubled(self) -> None:
        """The cards of the deck lie somewhere once (D1 to D3)."""
        assert cards_in_play(self.partie) == self.whole

    @invariant()
    def plis_have_one_majuscule(self) -> None:
        """T5; and the hands still have as many majuscules as there are plis to come."""
        manche = self.partie.state.manche
        for taken in manche.taken:
            assert sum(laid.card.case is Case.MAJ for laid in taken.laid) == 1 and len(taken.laid) == 4
        if not manche.pli.laid:
            assert sum(card.case is Case.MAJ for seat in SEATS for card in hand_of(self.partie, seat)) == 8 - len(
                manche.taken
            )

    @invariant()
    def nobody_needs_a_minuscule_that_he_lacks(self) -> None:
        """The trap has no reverse: with a majuscule on the table whoever plays holds a minuscule."""
        pli, turn = self.partie.state.manche.pli, self.partie.turn
        if turn is not None and pli.majuscules:
            assert any(card.case is Case.MIN for card in hand_of(self.partie, turn))

    @invariant()
    def points_are_those_of_the_cards(self) -> None:
        """S1 to S5, from the log and the table of D1."""
        for ended in self.partie.state.ended:
            assert sum(ended.points) == sum(ended.plis) + sum(ended.belettres) + 10
            assert ended.belettres[0] % 20 == ended.belettres[1] % 20 == 0
        state, points = self.partie.state, [0, 0]
        for taken in state.manche.taken:
            assert taken.points == worth(laid.card for laid in taken.laid)
            points[taken.taker.team.index] += taken.points
        for seat, belettre in zip(SEATS, state.manche.belettres, strict=True):
            points[seat.team.index] += 20 * (belettre.stage == SCORED)
        if len(state.manche.taken) == 8:
            points[state.manche.taken[-1].taker.team.index] += 10
            assert state.ended[-1].points == tuple(points)
        earlier = [ended.points for ended in state.ended if ended.number < state.manche.number]
        assert self.partie.points == tuple(points[team] + sum(pair[team] for pair in earlier) for team in (0, 1))

    @invariant()
    def the_history_is_that_of_the_state(self) -> None:
        """W9, whatever was undone or overruled."""
        assert tuple(self.partie.history) == self.partie.state.words

    def teardown(self) -> None:
        """The log leads to the same state again, and all can be undone."""
        if not hasattr(self, "partie"):
            return
        again = Partie.replay(self.judge, self.partie.setup, self.partie.log)
        assert again.state == self.partie.state and again.log == self.partie.log
        self.partie.undo(self.partie.actions_done)
        assert self.partie.state == Partie(self.judge, self.partie.setup).state and len(self.partie.log) == 1


PlayTest = Play.TestCase
PlayTest.settings = MACHINE


def played(seed: int, *, manches: int = 1, deck: Deck = BOXED) -> Iterator[tuple[Partie, Action, random.Random]]:
    """A random game: the partie before each action, and the action."""
    rng = random.Random(seed)
    partie = Partie.new(StubJudge(), rng, manches=manches, deck=deck)
    while not partie.over:
        move = choose(partie, rng)
        yield partie, move, rng
        partie.apply(move)


def game(seed: int) -> Partie:
    """A random game that is over, of one to four manches with either deck."""
    *_, (partie, _, _) = played(seed, manches=1 + seed % 4, deck=DECKS[seed // 4 % 2])
    return partie


@pytest.mark.parametrize("seed", range(40))
def test_full_mode_whole_games_keep_their_sums(seed: int) -> None:
    """Every manche counts the cards that were dealt, the Dix de Der and Belettres; any part of the log replays."""
    partie, rng = game(seed), random.Random(seed)
    ended = [event for event in partie.log if isinstance(event, MancheEnded)]
    assert len(ended) == partie.setup.manches and partie.actions_done >= 32 * len(ended)
    for one, deal in zip(ended, partie.setup.deals, strict=True):
        assert sum(one.plis) == worth(card for hand in deal.hands for card in hand)
    undone = Partie.replay(StubJudge(), partie.setup, partie.log)
    while undone.actions_done:
        undone.undo(min(undone.actions_done, rng.randint(1, 40)))
        again = Partie.replay(StubJudge(), partie.setup, undone.log)
        assert again.state == undone.state and again.log == undone.log == partie.log[: len(undone.log)]


def test_random_games_meet_every_rule() -> None:
    """The games above are worth something: traps, faults, forced discards, choices and Belettres happen in them."""
    met = Counter(name for seed in range(40) for event in game(seed).log for name in _names(event))
    for name in ("Trapped", "Swapped", "fault", "P9", "J4", "TakerNamed", "scored", "forfeited", "JOKER"):
        assert met[name] >= 5, met


def _names(event: Event) -> list[str]:
    """What an event is an example of."""
    card = getattr(event, "card", None)
    fault = "fault" if getattr(event, "fault", False) is True else ""
    return [type(event).__name__, fault, getattr(event, "rule", ""), getattr(event, "belettre", ""), str(card)]


class Twin:
    """A second deal that a seat cannot tell from the first: cards that he never saw are mixed within their pack."""

    def __init__(self, partie: Partie, seat: Seat, rng: random.Random) -> None:
        manche, deal = partie.state.manche, partie.setup.deals[0]
        #: By seat: cards of the deal that this seat has not seen; places in ``deal`` keep their pack.
        seen = [Counter(deal.hands[seat.index]) if other is seat else Counter[Card]() for other in SEATS]
        for laid in (*(taken.laid for taken in manche.taken), partie.view(seat).pli):
            for one in laid:
                if one.card.known and one.seat is not seat:
                    seen[one.seat.index][one.card] += 1
        places: list[tuple[int, Card]] = []
        hands: list[list[Card]] = []
        for other in SEATS:
            hidden = Counter(deal.hands[other.index]) - seen[other.index]
            hands.append(list(seen[other.index].elements()))
            places += [(other.index, card) for card in hidden.elements()]
        places += [(4, card) for card in deal.kept[0] + deal.kept[1]]
        hands.append([])
        #: (seat, a hidden card of his on the table) → what lies there in the twin.
        self.mapped: dict[int, dict[Case, list[Card]]] = {}
        for case in Case:
            here = [(place, card) for place, card in places if card.case is case]
            mixed = [card for _, card in here]
            rng.shuffle(mixed)
            for (place, _), card in zip(here, mixed, strict=True):
                hands[place].append(card)
                self.mapped.setdefault(place, {}).setdefault(case, []).append(card)
        kept = [tuple(card for card in hands[4] if card.case is case) for case in Case]
        dealt = [in_rank(hand) for hand in hands[:4]]
        self.deal = Deal(1, (dealt[0], dealt[1], dealt[2], dealt[3]), (kept[0], kept[1]))
        self.differs = self.deal.hands != deal.hands

    def course(self, partie: Partie, actions: list[Action], seat: Seat) -> Partie | None:
        """The twin after the same public course; None when the other cards do not allow it."""
        twin = Partie(StubJudge(), Setup(manches=1, deals=(self.deal,)))
        unseen = [one.seat for one in partie.view(seat).pli if not one.card.known]
        last = {other: max(n for n, move in enumerate(actions) if _lays(move, other)) for other in unseen}
        for number, move in enumerate(actions):
            card = getattr(move, "card", None)
            if isinstance(move, Passe | Discard | Swap) and card is not None and last.get(move.seat) == number:
                choice = self.mapped[move.seat.index][card.case]
                move = type(move)(move.seat, choice[0])
            try:
                twin.apply(move)
            except IllegalActionError:
                return None
        return twin


def _lays(move: Action, seat: Seat) -> bool:
    return isinstance(move, Lay | Passe | Discard | Swap) and move.seat is seat


def test_views_of_twins_are_equal() -> None:
    """What a seat may not know (other hands, kept cards, hidden cards of this pli) changes nothing he sees (P7)."""
    compared = skipped = hidden = 0
    for seed in range(60):
        done: list[Action] = []
        for partie, move, rng in played(1000 + seed):
            if rng.random() < 0.25:
                seat = rng.choice(SEATS)
                twin = Twin(partie, seat, rng)
                other = twin.course(partie, done, seat) if twin.differs else None
                if other is None:
                    skipped += 1
                else:
                    assert other.view(seat) == partie.view(seat)
                    compared += 1
                    hidden += any(not one.card.known for one in partie.view(seat).pli)
            done.append(move)
    assert compared > 300 and hidden > 20, (compared, skipped, hidden)


def _entered(move: Action, rng: random.Random) -> Action:
    """What an arbiter enters: of a card that goes face down perhaps its back alone, or not even its pack."""
    if isinstance(move, Passe | Discard | Swap) and rng.random() < 0.7:
        known = MAJ_BACK if move.card.case is Case.MAJ else MIN_BACK
        open_pack = not isinstance(move, Swap) and rng.random() < 0.2
        return type(move)(move.seat, UNSEEN if open_pack else known)
    return move


def _shown(coming: tuple[Event, ...], pli: Pli, seat: Seat) -> Card:
    """What a seat had laid face down, from what the full-mode log says next."""
    for event in coming:
        if isinstance(event, Swapped) and event.seat is seat:
            return event.back
        if isinstance(event, PliTaken):
            return event.cards[pli.position(seat) - 1]
    raise AssertionError("the pli was never picked up")


@pytest.mark.parametrize("seed", range(40))
def test_arbiter_mode_mirrors_full_mode(seed: int) -> None:
    """Entering only what lies on the table, hidden cards at the pick-up, gives the same takers and the same points."""
    full, rng = game(seed), random.Random(seed)
    watched = Partie.watched(StubJudge(), manches=full.setup.manches, deck=full.setup.deck)
    for number, event in enumerate(full.log, 1):
        move = action_of(event)
        if move is None:
            continue
        watched.apply(_entered(move, rng))
        while watched.awaits == "reveal":
            pli = watched.state.manche.pli
            watched.apply(Reveal(pli.hidden[0], _shown(full.log[number:], pli, pli.hidden[0])))
    assert full.over and watched.over
    takers = [(event.seat, event.cards, event.points) for event in full.log if isinstance(event, PliTaken)]
    assert takers == [(event.seat, event.cards, event.points) for event in watched.log if isinstance(event, PliTaken)]
    assert watched.points == full.points and watched.state.ended == full.state.ended
