"""Random walks through games of Belote: undo, replay and copies are exact, and no game raises an exception."""

from __future__ import annotations

import copy
import random
from collections import Counter

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from belettre_lexicon import ArgumentError
from belettre_lexicon.belote import (
    PACK,
    SEATS,
    Action,
    AnnoncesJudged,
    BeloteRules,
    Claim,
    Claimed,
    DealEnded,
    Dealt,
    IllegalActionError,
    Lay,
    Partie,
    PartieEnded,
    PliTaken,
    Seat,
    action_of,
    mask_of,
    points_in,
    result_of,
)
from tests.belote.played import play_on, random_action, random_rules, rules_of_houses
from tests.exhaustive import EXHAUSTIVE

PARTIES = 10_000 if EXHAUSTIVE else 300


class BeloteWalk(RuleBasedStateMachine):
    """A game in which players act, take back and go on; beside it stand the actions that were not taken back."""

    @initialize(rules=rules_of_houses, seed=st.integers(0, 10**6))
    def begin(self, rules: BeloteRules, seed: int) -> None:
        """Begin a game with random house rules."""
        self.partie = Partie.new(rules, seed=seed)
        self.rng = random.Random(seed)
        self.done: list[Action] = []
        self.logs = [self.partie.log]

    @rule(actions=st.integers(1, 12))
    def act(self, actions: int) -> None:
        """Take some random legal actions."""
        for _ in range(actions):
            if self.partie.over:
                return
            action = random_action(self.partie, self.rng)
            assert self.partie.can(action)
            events = self.partie.apply(action)
            assert self.partie.log[-len(events) :] == events
            self.done.append(action)
            self.logs.append(self.partie.log)

    @rule(share=st.floats(0, 1))
    def undo(self, share: float) -> None:
        """Take back some actions: the log is what it was then."""
        steps = round(share * min(len(self.done), 60))
        self.partie.undo(steps)
        del self.done[len(self.done) - steps :], self.logs[len(self.logs) - steps :]

    @rule(seat=st.sampled_from(SEATS), card=st.sampled_from(PACK))
    def lay_any(self, seat: Seat, card: object) -> None:
        """Lay any card: it is legal exactly if it is listed, and otherwise nothing changes."""
        action = Lay(seat, card)  # type: ignore[arg-type]
        if action in self.partie.legal_actions():
            assert self.partie.refusals(action) == ()
            return
        refusals = self.partie.refusals(action)
        assert refusals
        assert all(str(refusal).startswith(f"{refusal.rule}: ") for refusal in refusals)
        with pytest.raises(IllegalActionError):
            self.partie.apply(action)

    @precondition(lambda self: len(self.done) < 150)
    @rule()
    def play_again(self) -> None:
        """The actions that were not taken back lead to the same game, and so does its log."""
        again = Partie(self.partie.setup)
        for action in self.done:
            again.apply(action)
        assert again == self.partie
        assert again.state == self.partie.state
        assert Partie.replay(self.partie.setup, self.partie.log) == self.partie

    @rule(number=st.integers(0, 60))
    def copy_and_play(self, number: int) -> None:
        """A copy goes on by itself; the game stays as it is."""
        play_on(copy.copy(self.partie), random.Random(number), number)

    @invariant()
    def nothing_else_changed(self) -> None:
        """The log is that of the actions done, and ``since`` and ``action_at`` agree with it."""
        if not hasattr(self, "partie"):
            return
        partie = self.partie
        assert partie.log == self.logs[-1]
        assert partie.actions_done == len(self.done)
        if self.done:
            last = partie.since(len(self.done) - 1)
            assert action_of(last[0]) is not None
            assert partie.action_at(len(partie.log) - 1) == len(self.done) - 1


TestBeloteWalk = pytest.mark.sampled(BeloteWalk.TestCase)
TestBeloteWalk.settings = settings(max_examples=300 if EXHAUSTIVE else 25, stateful_step_count=30, deadline=None)


def check_log(partie: Partie) -> None:
    """Check a finished game against what must hold of every game, from its log alone."""
    rules, totals, waits = partie.rules, [0, 0], 0
    plis: list[PliTaken] = []
    for event in partie.log:
        match event:
            case Dealt():
                plis = []
                assert mask_of(event.pack) == mask_of(PACK)
            case PliTaken():
                plis.append(event)
                assert event.number == len(plis)
            case DealEnded() if event.taker is not None and event.contract is not None:
                assert mask_of(card for pli in plis for card in pli.cards) == mask_of(PACK)
                whole = points_in(mask_of(PACK), event.contract, rules.ta_values) + 10
                assert sum(event.plis) == whole
                assert sum(pli.points for pli in plis) + 10 == whole
                assert (sum(event.plis_won), event.waited[0]) == (8, waits)
                result = result_of(event, rules)
                assert (result.outcome, result.points, result.waiting) == (
                    event.outcome,
                    event.points,
                    event.waiting[0],
                )
                waits = event.waiting[0]
                totals = [totals[0] + event.points[0], totals[1] + event.points[1]]
            case DealEnded():
                assert (plis, event.points, event.waiting[0]) == ([], (0, 0), waits)
            case PartieEnded():
                assert event is partie.log[-1]
                assert event.points == tuple(totals) == partie.points
    assert Partie.replay(partie.setup, partie.log) == partie


@pytest.mark.sampled
@pytest.mark.parametrize("part", range(10))
def test_random_parties_end_without_an_exception(part: int) -> None:
    """Any house rules, any legal actions: sums, waiting points and totals hold in every deal (BC6, BS8)."""
    met: Counter[str] = Counter()
    for number in range(PARTIES // 10):
        seed = part * 1_000_000 + number
        rng = random.Random(seed)
        partie = play_on(Partie.new(random_rules(rng), seed=seed), rng, 3000)
        if partie.over:
            check_log(partie)
        met.update(event.outcome for event in partie.log if isinstance(event, DealEnded))
        met.update(type(event).__name__ for event in partie.log)

    assert {"made", "chute", "passed", "AnnoncesJudged", "PartieEnded"} <= set(met)


@pytest.mark.sampled
def test_rare_events_are_met_in_random_parties() -> None:
    """Each kind of event and most outcomes occur, so that the walks test them."""
    found: set[object] = set()
    for seed in range(60):
        rng = random.Random(seed)
        rules = BeloteRules(annonces=True, contracts=rng.choice(["overcall", "ladder"]), rounding="ten", ballotage=True)
        for event in play_on(Partie.new(rules, seed=seed), rng).log:
            found.add(type(event))
            if isinstance(event, DealEnded):
                found.add(event.outcome)

    assert {Claimed, AnnoncesJudged, "made", "chute", "passed"} <= found
    assert found & {"ballotage", "litige"}


@pytest.mark.parametrize("steps", [-1, 1, True, 0.0, "1"])
def test_undo_takes_a_number_of_actions(steps: object) -> None:
    """From 0 to those that were done."""
    partie = Partie.new(seed=1)

    with pytest.raises(ArgumentError, match="undo"):
        partie.undo(steps)  # type: ignore[arg-type]
    partie.undo(0)


def test_every_action_of_a_claim_is_undone() -> None:
    """BB3: the claim is free again after an undo."""
    for seed in range(400):
        rng = random.Random(seed)
        partie = Partie.new(BeloteRules(), seed=seed)
        while not partie.over and partie.awaits != "claim":
            partie.apply(random_action(partie, rng))
        if partie.over:
            continue
        before = partie.state
        partie.apply(Claim(SEATS[before.turn].team))
        assert any(partie.state.sheet.claimed)
        partie.undo()
        assert partie.state == before
        return
    raise AssertionError("no rebelote was forgotten")
