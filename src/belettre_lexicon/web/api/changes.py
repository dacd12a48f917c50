"""What the operations that change a game have in common: entering actions, and the answers afterwards."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import msgspec
from litestar import Response

from ...games.kit.machine import IllegalActionError
from ..edge.problems import ProblemError
from ..services import services_of
from ..tables.loaded_game import StaleError
from ..tables.registry import AnyGame
from .call import Call, json_answer


class RefusedRule(msgspec.Struct):
    """One reason why a move is illegal.

    reason  the name of the reason, for programs
    rule    the id of the rule, such as "P3"
    text    the reason as a sentence
    """

    reason: str
    rule: str
    text: str


def enter(call: Call[Any, Any], game: AnyGame, number: int, actions: list[Any]) -> Response[bytes]:
    """Apply actions as one entry, and return the changed game.

    *number* is the number of entries that the device had seen. Raises ProblemError if the device had not seen all
    entries, or if the rules forbid an action. The game is unchanged in these cases.
    """
    with explain(call, game):
        game.enter(number, *actions)
    return changed(call, game)


@contextmanager
def explain(call: Call[Any, Any], game: AnyGame) -> Iterator[None]:
    """Raise the ProblemError that tells the device why if the ``with`` block raises an error about a change.

    IllegalActionError is told with its reasons, StaleError with the game as it is now.
    """
    try:
        yield
    except StaleError as error:
        raise stale(call, game) from error
    except IllegalActionError as error:
        refusals = [RefusedRule(one.reason, one.rule, game.refusal_text(one, call.language)) for one in error.refusals]
        raise ProblemError("illegal", refusals=refusals) from error


def changed(call: Call[Any, Any], game: AnyGame) -> Response[bytes]:
    """Send the game to the devices that follow it, and return the response to a successful change."""
    services_of(call.request).hub.publish(game)
    state = call.state(game)
    return json_answer(state["state"] if call.for_page else {"number": game.number, **state})


def check_seen(call: Call[Any, Any], game: AnyGame) -> None:
    """Raise ProblemError if the device had not seen all entries, as the field ``number`` of the body says."""
    if call.body.number != game.number:
        raise stale(call, game)


def stale(call: Call[Any, Any], game: AnyGame) -> ProblemError:
    """Return the problem for a device that had not seen all entries of a game.

    The problem contains a snapshot, or the state of the page, that includes entries made by other processes.
    """
    game.catch_up()
    return ProblemError("stale", **call.state(game))
