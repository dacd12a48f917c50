"""Tables at which everything goes to the left (BD1): bots think about them as if everything went to the right."""

from __future__ import annotations

from typing import TypeVar

from msgspec.structs import replace

from ..events import Action, Claim
from ..seats import Seat
from ..view import View

T = TypeVar("T")
_MIRRORED = {Seat.EST: Seat.OUEST, Seat.OUEST: Seat.EST}


def mirrored(view: View) -> View:
    """Return the view of a clockwise table as if it were seen in a mirror, with Est and Ouest exchanged.

    The deals that are over are not changed, and who plays with whom is not either.
    """
    judged = view.judged
    return replace(
        view,
        seat=_seat(view.seat),
        dealer=_seat(view.dealer),
        turn=view.turn and _seat(view.turn),
        order=tuple(map(_seat, view.order)),
        spoken=tuple(map(_of, view.spoken)),
        taker=view.taker and _seat(view.taker),
        opener=_seat(view.opener),
        holder=view.holder and _seat(view.holder),
        taken=tuple(replace(pli, seat=_seat(pli.seat), opener=_seat(pli.opener)) for pli in view.taken),
        said=tuple(map(_of, view.said)),
        judged=judged and replace(judged, shown=tuple(map(_of, judged.shown))),
        belotes=tuple(map(_of, view.belotes)),
        actions=tuple(map(mirrored_action, view.actions)),
    )


def mirrored_action(action: Action) -> Action:
    """Return an action as it is called in the mirror."""
    return action if isinstance(action, Claim) else _of(action)


def _seat(seat: Seat) -> Seat:
    return _MIRRORED.get(seat, seat)


def _of(told: T) -> T:
    """Return an event, or something else with a seat, in which the seat is exchanged."""
    return replace(told, seat=_seat(told.seat))  # type: ignore[type-var, attr-defined]  # all have a seat
