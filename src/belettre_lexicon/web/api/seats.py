"""The API operations on seats: players who type their own words on their own phones, at a table of real cards.

A phone asks for a seat (``ask_seat``) and gets a token and two digits. The arbiter gives the seat to the phone that
shows these digits (``answer_request``), or makes an invitation to the seat that the phone opens (``claim_seat``).
What a player then enters waits until it is confirmed (``answer_proposal``), unless the table has it otherwise
(``set_confirmation``). ``games.table_state`` keeps it all. Start reading at ``ask_seat``.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from litestar import Response
from msgspec.structs import replace

from ...games.belettre.actions import THINKING_TIME, Action, Lay, Overtime
from ...games.belettre.seats import Seat
from ..edge.problems import ProblemError
from ..edge.request_context import may_change, seat_cookie_name, seat_of, seat_token_of
from ..services import services_of
from ..tables.invitations import read_seat_invitation, write_seat_invitation
from ..tables.loaded_game import draw_token, hash_token
from ..tables.registry import Game, StaleError
from ..tables.seat_snapshot import phone_id
from ..tables.table_state import Proposal, TableState
from .call import Call, json_answer
from .changes import changed, check_own_actions, enter, explain_illegal, stale
from .keys import set_cookie
from .requests import ConfirmationRule, NumberOnly, ProposalAnswer, Query, SeatAnswer, SeatInvitation, SeatOnly

#: How often a change of the table's state is tried again if another process was quicker.
_TRIES = 5


class AskedSeat(msgspec.Struct):
    """What a phone gets that asks for a seat.

    seat   the seat
    token  the token of the phone, which allows nothing until the arbiter has given it the seat
    check  two digits for the arbiter to compare; "" if the phone has the seat already, because it is an arbiter's
    phone  the name of the phone, by which the snapshot says whether it waits or has the seat
    """

    seat: Seat
    token: str
    check: str
    phone: str


class InvitedSeat(msgspec.Struct):
    """An invitation to a seat.

    seat        the seat
    invitation  what the phone sends to « claim »; valid for 15 minutes and for one phone
    """

    seat: Seat
    invitation: str


def ask_seat(call: Call[Query, SeatOnly]) -> Response[bytes]:
    """Ask for a seat for the phone that sends the request; it gets a token, which is also set as a cookie.

    A phone that asks again gets another token and other digits. An arbiter's device has the seat at once.
    """
    seat, token = call.body.seat, draw_token()
    secret, earlier = hash_token(token), hash_token(seat_token_of(call.request, call.code))
    with call.games.open_game(call.code) as game:
        _refuse_practice(game)
        if may_change(call.request, game):
            _change(call, game, lambda state: state.with_holder(seat, secret))
            check = ""
        else:
            _change(call, game, lambda state: state.with_request(seat, secret, earlier))
            check = next(one.check for one in game.table_state.requests if one.secret == secret)
    response = json_answer(AskedSeat(seat, token, check, phone_id(secret)), 201)
    _set_seat_cookie(call, response, token)
    return response


def answer_request(call: Call[Query, SeatAnswer]) -> Response[bytes]:
    """Give a seat to the phone that asked for it and shows the digits, or refuse it; return the changed game.

    Only an arbiter's device may. A phone that had the seat before has it no longer.
    """
    body = call.body
    with call.games.open_game(call.code) as game:
        call.check_token(game)

        def answered(state: TableState) -> TableState:
            request = state.request_of(body.seat, body.check)
            if request is None:
                raise ProblemError("no_request", f"{body.seat.value} {body.check}")
            if body.accept:
                return state.with_holder(request.seat, request.secret)
            return state.without_request(request.secret)

        _change(call, game, answered)
        return changed(call, game)


def free_seat(call: Call[Query, SeatOnly]) -> Response[bytes]:
    """Take a seat from its phone: an arbiter's device may, and the phone itself. Return the changed game."""
    seat = call.body.seat
    with call.games.open_game(call.code) as game:
        if seat_of(call.request, game) is not seat:
            call.check_token(game)
        _change(call, game, lambda state: state.without_holder(seat))
        return changed(call, game)


def invite_to_seat(call: Call[Query, SeatOnly]) -> Response[bytes]:
    """Return an invitation to a seat, which the phone that opens it first gets. Only for an arbiter's device."""
    seat = call.body.seat
    with call.games.open_game(call.code) as game:
        _refuse_practice(game)
        call.check_token(game)
        holder = game.table_state.holders.get(seat, "")
        invitation = write_seat_invitation(seat, game.code, game.token_hash, holder)
    return json_answer(InvitedSeat(seat, invitation))


def claim_seat(call: Call[Query, SeatInvitation]) -> Response[bytes]:
    """Give a seat to the phone that sends an invitation to it; its token is set as a cookie."""
    token = draw_token()
    with call.games.open_game(call.code) as game:

        def claimed(state: TableState) -> TableState:
            seat = read_seat_invitation(call.body.invitation, game.code, game.token_hash, state.holders)
            if seat is None:
                raise ProblemError("token")
            return state.with_holder(seat, hash_token(token))

        _change(call, game, claimed)
        seat = game.table_state.seat_of(hash_token(token))
    assert seat is not None  # the change gave it to the token
    response = json_answer(AskedSeat(seat, token, "", phone_id(hash_token(token))), 201)
    _set_seat_cookie(call, response, token)
    return response


def set_confirmation(call: Call[Query, ConfirmationRule]) -> Response[bytes]:
    """Say who confirms what players enter on their own phones, for an arbiter; return the changed game."""
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        _change(call, game, lambda state: replace(state, confirm=call.body.confirm))
        return changed(call, game)


def propose(call: Call[Any, Any], game: Game, seat: Seat, number: int, actions: list[Action]) -> Response[bytes]:
    """Enter what the player of a seat has entered on their phone, or let it wait until it is confirmed.

    Raises ProblemError if it is not theirs to enter, if the rules forbid it, or if the phone had not seen all entries.
    The word is judged when it is confirmed: until then it can be withdrawn, and nobody knows the verdict.
    """
    check_own_actions(seat, actions)
    if game.table_state.confirm == "none":
        return enter(call, game, number, actions)
    if number != game.number:
        raise stale(call, game)
    with explain_illegal(call, game):
        game.try_actions(*actions)
    _change(call, game, lambda state: replace(state, proposal=Proposal(seat, number, actions, game.elapsed)))
    return changed(call, game)


def answer_proposal(call: Call[Query, ProposalAnswer]) -> Response[bytes]:
    """Confirm what a player has entered on their phone, or reject it; return the changed game.

    An arbiter's device may, and the phone of another seat if the table has it so. The player themselves may withdraw
    it.
    """
    body = call.body
    with call.games.open_game(call.code) as game:
        proposal = game.table_state.proposal_for(game.number)
        own = seat_of(call.request, game)
        if not may_change(call.request, game):
            mine = proposal is not None and own is proposal.seat
            if own is None or (mine and body.accept) or (not mine and game.table_state.confirm != "any"):
                raise ProblemError("token")
        seen = body.number == game.number and body.version in (None, game.version)
        if not seen or proposal is None or proposal.seat is not body.seat:
            raise stale(call, game)
        if not body.accept:
            _change(call, game, lambda state: replace(state, proposal=None))
            return changed(call, game)
        late = body.overtime and proposal.elapsed > THINKING_TIME and isinstance(proposal.actions[0], Lay)
        clock: list[Action] = [Overtime(proposal.seat, int(proposal.elapsed))] if late else []
        return enter(call, game, body.number, [*clock, *proposal.actions])


def stop_clock(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Stop the clock while a dispute lasts. Only for an arbiter's device. Return the changed game."""
    return _turn_clock(call, stopped=True)


def start_clock(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Start a stopped clock again. Only for an arbiter's device. Return the changed game."""
    return _turn_clock(call, stopped=False)


def _turn_clock(call: Call[Query, NumberOnly], *, stopped: bool) -> Response[bytes]:
    with call.games.open_game(call.code) as game:
        _refuse_practice(game)
        call.check_token(game)
        if call.body.number != game.number:
            raise stale(call, game)
        _change(call, game, lambda state: state.with_clock(game.number, stopped=stopped))
        return changed(call, game)


def _change(call: Call[Any, Any], game: Game, change: Callable[[TableState], TableState]) -> None:
    """Change the state of a game's table, and tell the devices that follow the game.

    *change* is called again with the newer state if another process was quicker. Raises ProblemError if that happens
    again and again.
    """
    for _ in range(_TRIES):
        try:
            game.change_table_state(change(game.table_state))
        except StaleError:
            continue
        services_of(call.request).hub.publish(game)
        return
    raise stale(call, game)


def _refuse_practice(game: Game) -> None:
    """Raise ProblemError for a practice game, whose other seats belong to bots."""
    if game.practice is not None:
        raise ProblemError("not_yours")


def _set_seat_cookie(call: Call[Any, Any], response: Response[bytes], token: str) -> None:
    set_cookie(call, response, seat_cookie_name(call.code), token)
