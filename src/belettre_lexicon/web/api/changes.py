"""What the operations that change a game have in common: entering actions, and the answers afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from litestar import Response

from ...games.belettre.actions import Action, Overrule, Overtime, PickUp
from ...games.belettre.seats import Seat
from ...games.kit.machine import IllegalActionError
from ...referee.game import move_refusal_text
from ...referee.names import with_players
from ..edge.problems import ProblemError
from ..services import services_of
from ..tables.registry import Game, StaleError
from ..tables.snapshot import Snapshot
from .call import Call, json_answer


class ChangedGame(msgspec.Struct):
    """A game after a change.

    number  the number of entries, including undos
    sight   a snapshot of the game; the Python field is called ``snapshot``
    """

    number: int
    snapshot: Snapshot = msgspec.field(name="sight")


class RefusedRule(msgspec.Struct):
    """One reason why a move is illegal.

    reason  the name of the reason, for programs
    rule    the id of the rule, such as "P3"
    text    the reason as a sentence
    """

    reason: str
    rule: str
    text: str


def enter(call: Call[Any, Any], game: Game, number: int, actions: list[Action]) -> Response[bytes]:
    """Apply actions as one entry, and return the changed game.

    *number* is the number of entries that the device had seen. Raises ProblemError if the device had not seen all
    entries, or if the rules forbid an action. The game is unchanged in these cases.
    """
    with explain_illegal(call, game):
        try:
            game.enter(number, *actions)
        except StaleError as error:
            raise stale(call, game) from error
    return changed(call, game)


def check_own_actions(seat: Seat, actions: list[Action]) -> None:
    """Raise ProblemError if the player of a seat may not enter one of *actions*.

    A player may enter their own actions and choose which player of their team picks up a pli (P9), but no other action
    of another player, and no action of an arbiter.
    """
    for action in actions:
        if isinstance(action, Overrule | Overtime):
            raise ProblemError("not_yours", str(type(action).__struct_config__.tag))
        is_team_choice = isinstance(action, PickUp) and action.seat.team is seat.team
        if action.seat is not seat and not is_team_choice:
            raise ProblemError("not_yours", action.seat.value)


@contextmanager
def explain_illegal(call: Call[Any, Any], game: Game) -> Iterator[None]:
    """Raise the ProblemError that tells the reasons if the ``with`` block raises IllegalActionError."""
    try:
        yield
    except IllegalActionError as error:
        say = with_players(call.say, game.journal.players)
        refusals = [
            RefusedRule(refusal.reason, refusal.rule, move_refusal_text(refusal, say)) for refusal in error.refusals
        ]
        raise ProblemError("illegal", refusals=refusals) from error


def changed(call: Call[Any, Any], game: Game) -> Response[bytes]:
    """Send the game to the devices that follow it, and return the response to a successful change."""
    services_of(call.request).hub.publish(game)
    snapshot = call.snapshot(game)
    if call.page_state is not None:
        return json_answer(call.page_state(call.request, game))
    return json_answer(ChangedGame(game.number, snapshot))


def stale(call: Call[Any, Any], game: Game) -> ProblemError:
    """Return the problem for a device that had not seen all entries of a game.

    The problem contains a snapshot, or the state of the page, that includes entries made by other processes.
    """
    game.catch_up()
    snapshot = call.snapshot(game)
    if call.page_state is not None:
        return ProblemError("stale", state=call.page_state(call.request, game))
    return ProblemError("stale", sight=snapshot)
