"""The state machine (``games.kit.machine``): undo, logs and what their errors say; and where matches are played."""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

import pytest

from belettre_lexicon.base.errors import ArgumentError
from belettre_lexicon.games.kit.machine import ActionRefusal, IllegalActionError, ReplayError
from belettre_lexicon.games.kit.matches import play_matches
from tests.game.toy_nim import Corner, Nim, NimRefusal, NimSetup, Over, Started, Take

N, E, S, W = Corner


def nim_after(heap: int, *moves: Take) -> Nim:
    """A game in which moves were made."""
    game = Nim(heap)
    for move in moves:
        game.apply(move)
    return game


@pytest.mark.parametrize("steps", [-1, 3, "1", 1.0, None])
def test_undo_takes_a_number_of_actions(steps: Any) -> None:
    """A number below 0 or above the actions taken is refused with its value; the game has not changed."""
    game = nim_after(9, Take(N, 1), Take(E, 1))
    before = game.state, game.log

    with pytest.raises(ArgumentError, match=f"^undo: {steps!r} is not a number of actions from 0 to 2$"):
        game.undo(steps)

    assert (game.state, game.log) == before


def test_undo_takes_back_one_action_unless_told_otherwise() -> None:
    """Its events go with it; 0 takes nothing back."""
    game = nim_after(9, Take(N, 3), Take(E, 3), Take(S, 2))
    assert game.log[-1] == Over(W)

    game.undo()
    assert game.log == (Started(), Take(N, 3), Take(E, 3))
    assert (game.state.left, game.state.turn) == (3, S)

    game.undo(0)
    assert game.actions_done == 2


def test_events_since_an_action_are_told() -> None:
    """All after the first actions, with those that followed by themselves; none after the last action."""
    game = nim_after(9, Take(N, 3), Take(E, 3), Take(S, 2))

    assert game.since(0) == (Take(N, 3), Take(E, 3), Take(S, 2), Over(W))
    assert game.since(2) == (Take(S, 2), Over(W))
    assert game.since(3) == ()
    assert Nim(9).since(0) == ()


def test_the_state_before_each_event_is_told() -> None:
    """Also of events that followed by themselves; the first event has none, and there is none after the last."""
    game = nim_after(9, Take(N, 3), Take(E, 3), Take(S, 2))

    assert [game.state_before(event).left for event in (1, 2, 3, 4)] == [9, 6, 3, 1]
    assert game.state_before(4).loser is None
    for event in (-1, 0, 5):
        with pytest.raises(IndexError, match=f"^event {event}: expected an index from 1 to 4$"):
            game.state_before(event)


def test_the_terms_of_a_game_are_kept() -> None:
    """``setup`` is what the game was made with."""
    assert Nim(9).setup == NimSetup(9)


def test_a_log_that_goes_wrong_late_is_refused_at_its_event() -> None:
    """The number counts the events of the whole log, before the game as well as replayed; the game has not changed."""
    game = nim_after(20, Take(N, 1), Take(E, 1))
    before = game.state, game.log

    with pytest.raises(ReplayError, match=r"^event 6: N2: a player takes 1 to 3 matches.* \(4\)$") as error:
        game.follow([Take(S, 1), Take(W, 1), Take(N, 4), Take(E, 1)])

    assert error.value.number == 6
    assert error.value.message.startswith("N2: ")
    assert (game.state, game.log, game.actions_done) == (*before, 2)


def test_every_rule_that_an_event_breaks_is_named() -> None:
    """The texts of the refusals are separated by semicolons."""
    with pytest.raises(ReplayError, match=r"^event 2: N1: .*\(S, expected N\); N2: .*\(4\)$"):
        Nim(9).follow_log([Started(), Take(S, 4)])


def test_events_that_follow_by_themselves_may_be_missing_at_the_end() -> None:
    """They are added; a log that has them leads to the same game."""
    short, long = Nim(4), Nim(4)

    short.follow_log([Started(), Take(N, 3)])
    long.follow_log([Started(), Take(N, 3), Over(E)])

    assert short.log == long.log == (Started(), Take(N, 3), Over(E))


def process_of_game(ignored: int) -> Callable[[int], int]:
    """What a process of a match plays: the number of the process."""
    return lambda number: os.getpid()


def test_one_process_is_this_one() -> None:
    """With ``processes=1`` the games are played here; otherwise in other processes only."""
    assert set(play_matches(3, process_of_game, 0, processes=1)) == {os.getpid()}
    for processes in (2, None):
        assert os.getpid() not in set(play_matches(3, process_of_game, 0, processes=processes))


def test_an_illegal_action_is_kept_with_its_refusals() -> None:
    """The error has the action and every refusal, which cannot be changed."""
    with pytest.raises(IllegalActionError) as error:
        Nim(9).apply(Take(S, 4))

    refusals = error.value.refusals
    assert error.value.action == Take(S, 4)
    assert refusals == (NimRefusal("turn", "S", "N"), NimRefusal("number", "4"))
    assert [refusal.rule for refusal in refusals] == ["N1", "N2"]
    with pytest.raises(AttributeError):
        refusals[0].reason = "over"  # type: ignore[misc]  # a frozen field
    with pytest.raises(AttributeError):
        ActionRefusal("over").reason = "turn"  # type: ignore[misc]
