"""The API operations on rights: the token that allows its holder to change a game, and the seats that phones hold.

A device receives the token when it creates a game (``key_cookie``), or when it says the token or an invitation
(``claim_arbiter``). ``change_key`` replaces the token, for example after a link was shown to the wrong people.

Players may type their own words on their own phones, at a table of real cards. A phone asks for a seat (``ask_seat``)
and gets a token and two digits. The arbiter gives the seat to the phone that shows these digits (``answer_request``),
or makes an invitation to the seat that the phone opens (``claim_seat``). What a player then enters waits until it is
confirmed (``answer_proposal``), unless the table has it otherwise (``set_confirmation``). ``tables.table_state`` keeps
it all. Start reading at ``ask_seat``.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable
from typing import Annotated, Any, Generic

import msgspec
import segno
from litestar import Response
from msgspec import Meta
from msgspec.structs import replace

from ..edge.problems import ProblemError
from ..edge.request_context import game_url, key_cookie, may_change, token_of, viewer_of
from ..services import services_of
from ..tables.keys import draw_token, hash_token
from ..tables.kind import phone_id
from ..tables.loaded_game import StaleError
from ..tables.registry import AnyGame, AnySeated
from ..tables.table_state import Proposal, SeatT, TableState
from .call import Call, change_game, changed, enter, explain, json_answer, stale
from .operation import Operation
from .requests import ArbiterToken, ConfirmationRule, Nothing, Query, SeatInvitation, Seen

#: The number of characters of the hash that stands for the address of a phone.
_ORIGIN = 16


class ChangedKey(msgspec.Struct):
    """A game whose token was replaced.

    code   the code of the game, which stays the same
    token  the new token
    """

    code: str
    token: str


class SeatOnly(msgspec.Struct, Generic[SeatT], forbid_unknown_fields=True):
    """The body of a request about a seat at a table of real cards.

    seat  the seat
    """

    seat: SeatT


class SeatAnswer(msgspec.Struct, Generic[SeatT], forbid_unknown_fields=True):
    """The body of a request that gives a seat to a phone that has asked for it, or refuses it.

    seat    the seat
    check   the digits that the phone shows
    accept  whether the phone gets the seat
    """

    seat: SeatT
    check: Annotated[str, Meta(pattern="^[0-9]{2,4}$")]
    accept: bool = True


class ProposalAnswer(msgspec.Struct, Generic[SeatT], forbid_unknown_fields=True):
    """The body of a request that confirms or rejects what a player has entered on their own phone.

    number    the number of entries that the device had seen
    seat      the seat of the player
    accept    whether the actions are entered; otherwise they are dropped, and the player may enter others
    overtime  whether to note that the player exceeded the thinking time, if they did, before the actions (P13)
    version   the version of the game that the device had seen: the request is refused if the player has entered
              something else since. None to answer whatever waits
    """

    number: Seen
    seat: SeatT
    accept: bool = True
    overtime: bool = False
    version: Seen | None = None


class AskedSeat(msgspec.Struct, Generic[SeatT]):
    """The response to a phone that asks for a seat.

    seat   the seat
    token  the token of the phone, which allows nothing until the arbiter has given it the seat
    check  digits, usually two, for the arbiter to compare; "" if the phone has the seat at once, because it is an
           arbiter's or was invited
    phone  a name for the phone, under which snapshots list it among those that wait or hold a seat
    """

    seat: SeatT
    token: str
    check: str
    phone: str


class Invited(msgspec.Struct):
    """An invitation, valid for 15 minutes and for one device.

    invitation  what the device sends to « arbiter », or to « seats/claim » if the invitation is to a seat
    link        the link to the page of the game that does so: it has the view key, and behind « # » the invitation
    qr          a picture of its QR code, as a URL that contains the picture
    """

    invitation: str
    link: str
    qr: str


@Operation(
    "arbiter",
    "Allow this device to change the {noun}; sets the cookie",
    ArbiterToken,
    answer=None,
    status=204,
    description="the token is right",
)
def claim_arbiter(call: Call[Query, ArbiterToken]) -> Response[bytes]:
    """Check a token or an invitation, and store the token in a cookie, so that the device may change the game.

    An invitation is used up by this.
    """
    with call.games.open_game(call.code) as game:
        invitation = game.read_invitation(call.body.token)
        token = call.body.token if invitation is None else invitation.token
        if not game.accepts_token(token):
            raise ProblemError("token")
        if invitation is not None:
            change(call, game, lambda state: state.with_used(invitation))
    response = Response(b"", status_code=204)
    response.set_cookie(key_cookie(call.request, call.code, call.games.keys.sign(call.code, token)))
    return response


@Operation(
    "invitation",
    "An invitation for another arbiter's device, valid for 15 minutes and once: for the arbiter",
    Nothing,
    Invited,
)
def invite_arbiter(call: Call[Query, Nothing]) -> Response[bytes]:
    """Return an invitation that makes the device that opens it first an arbiter's.

    It contains the token, so that the request must have it, also on a server that only this machine can reach.
    """
    token = token_of(call.request, call.code)
    with call.games.open_game(call.code) as game:
        if not game.accepts_token(token):
            raise ProblemError("token")
        return _invited(call, game, "arbiter", game.invite(token=token))


@Operation(
    "keys",
    "Replace the token of the {noun}; sets the cookie. The old token and invitations stop",
    Nothing,
    ChangedKey,
    description="the new token",
)
def change_key(call: Call[Query, Nothing]) -> Response[bytes]:
    """Replace the token of a game; return the new one, and set it as a cookie.

    The old token and all earlier invitations are invalid at once, in all processes. The devices that follow the game
    with it have to connect again, so that none of them goes on seeing what only the holder of the token may see.
    """
    with call.games.open_game(call.code) as game:
        call.check_token(game)
        try:
            token = game.new_token()
        except StaleError as error:  # another device has just replaced it, so that this one has the old token
            raise ProblemError("token") from error
        services_of(call.request).hub.publish(game)
    response = json_answer(ChangedKey(call.code, token))
    response.set_cookie(key_cookie(call.request, call.code, token))
    return response


@Operation(
    "seats",
    "Ask for a seat for this phone, at a table of real cards; sets the cookie",
    SeatOnly,
    answer=AskedSeat,
    status=201,
    description="the token of the phone",
)
def ask_seat(call: Call[Query, SeatOnly[Any]]) -> Response[bytes]:
    """Ask for a seat for the phone that sends the request. Return its token, which is also set as a cookie.

    A phone that asks again keeps its token and its digits. An arbiter's device has the seat at once. Raises
    TooManyAskError if too many phones ask already.
    """
    seat = call.body.seat
    with call.open() as game:
        token = _token_of_phone(call, game)
        secret = hash_token(token)
        check_phones(game)
        if may_change(call.request, game):
            change(call, game, lambda state: state.with_holder(seat, secret))
            check = ""
        else:
            address = (call.request.scope.get("client") or ("",))[0]
            origin = hashlib.sha256(f"{game.code}{address}".encode()).hexdigest()[:_ORIGIN]
            change(call, game, lambda state: state.with_request(seat, secret, origin))
            check = next(one.check for one in game.table_state.requests if one.secret == secret)
    response = json_answer(AskedSeat(seat, token, check, phone_id(secret)), 201)
    response.set_cookie(key_cookie(call.request, call.code, token, "-seat"))
    return response


@Operation(
    "seats/answer",
    "Give a seat to the phone that asked for it and shows the two digits, or refuse it: for the arbiter",
    SeatAnswer,
)
def answer_request(call: Call[Query, SeatAnswer[Any]]) -> Response[bytes]:
    """Give a seat to the phone that asked for it and shows the digits, or refuse it; return the changed game.

    Only for an arbiter's device. A phone that had the seat before loses it. If no phone asks for the seat with these
    digits, the problem says what is known of the phone that showed them.
    """
    body = call.body

    def answered(game: AnySeated, state: TableState[Any, Any]) -> TableState[Any, Any]:
        asked = (body.seat, body.check)
        request = next((one for one in state.open_requests() if (one.seat, one.check) == asked), None)
        if request is None:
            raise ProblemError("no_request", _request_text(call, game, state))
        if body.accept:
            return state.with_holder(request.seat, request.secret)
        return state.without_request(request.secret)

    return change_game(call, lambda game: change(call, game, lambda state: answered(game, state)))


@Operation("seats/free", "Take a seat from its phone: for the arbiter, and for the phone itself", SeatOnly)
def free_seat(call: Call[Query, SeatOnly[Any]]) -> Response[bytes]:
    """Take a seat from its phone; return the changed game. Only for an arbiter's device and for that phone itself."""
    seat = call.body.seat
    with call.open() as game:
        if viewer_of(call.request, game).seat is not seat:
            call.check_token(game)
        change(call, game, lambda state: state.without_holder(seat))
        return changed(call, game)


@Operation("seats/show", "Let the arbiter read, in the record, the card that this phone laid face down", SeatOnly)
def show_card(call: Call[Query, SeatOnly[Any]]) -> Response[bytes]:
    """Open the record to the arbiter although the card of a seat lies face down; return the changed game (P7).

    Only for the phone that knows the card, whoever holds the seat now. The record stays closed for other such cards.
    """
    seat = call.body.seat
    secret = hash_token(token_of(call.request, call.code, seat=True))
    with call.open() as game:
        pli = game.hidden_in(seat)
        if not pli or game.knower_of(seat) != secret:
            raise ProblemError("token")
        change(call, game, lambda state: replace(state, shown={**state.shown, seat: pli}))
        return changed(call, game)


@Operation(
    "seats/invitation",
    "An invitation to a seat, valid for 15 minutes and for one phone: for the arbiter",
    SeatOnly,
    Invited,
)
def invite_to_seat(call: Call[Query, SeatOnly[Any]]) -> Response[bytes]:
    """Return an invitation to a seat: the first phone that opens it gets the seat. Only for an arbiter's device.

    It is valid for 15 minutes. Raises ProblemError if phones cannot hold seats in the game, or for any other device.
    """
    seat = call.body.seat
    with call.open() as game:
        check_phones(game)
        call.check_token(game)
        return _invited(call, game, "seat", game.invite(seat))


@Operation(
    "seats/claim",
    "Take a seat with an invitation to it; sets the cookie",
    SeatInvitation,
    answer=AskedSeat,
    status=201,
    description="the token of the phone",
)
def claim_seat(call: Call[Query, SeatInvitation]) -> Response[bytes]:
    """Give a seat to the phone that sends an invitation to it. Return its token, which is also set as a cookie.

    Raises ProblemError if the invitation is not valid, or not any more.
    """
    with call.open() as game:
        token = _token_of_phone(call, game)

        def claimed(state: TableState[Any, Any]) -> TableState[Any, Any]:
            for seat in game.SEATS:
                if (invitation := game.read_invitation(call.body.invitation, seat)) is not None:
                    return state.with_used(invitation).with_holder(seat, hash_token(token))
            raise ProblemError("invitation")

        change(call, game, claimed)
        seat = game.table_state.seat_of(hash_token(token))
    assert seat is not None  # the change gave it to the token
    response = json_answer(AskedSeat(seat, token, "", phone_id(hash_token(token))), 201)
    response.set_cookie(key_cookie(call.request, call.code, token, "-seat"))
    return response


@Operation("confirmation", "Say who confirms what players enter on their own phones: for the arbiter", ConfirmationRule)
def set_confirmation(call: Call[Query, ConfirmationRule]) -> Response[bytes]:
    """Set who confirms what players enter on their own phones; return the changed game.

    What already waits goes on waiting. Raises ProblemError if the device may not change the game.
    """
    confirm = call.body.confirm
    return change_game(call, lambda game: change(call, game, lambda state: replace(state, confirm=confirm)))


def propose(call: Call[Any, Any], game: AnySeated, seat: Any, number: int, actions: list[Any]) -> Response[bytes]:
    """Apply the actions that a player has entered on their phone, or store them; return the changed game.

    *number* is the number of entries that the phone had seen. The actions are applied at once if nobody has to confirm
    them at this table. Otherwise they wait: until they are confirmed, the player can withdraw them, and nobody learns
    the verdict on a word. Raises NotYoursError if the player may not enter the actions, and ProblemError if the rules
    forbid them or if the phone had not seen all entries.
    """
    game.check_actions(seat, actions)
    if game.table_state.confirm == "none":
        return enter(call, game, number, actions)
    if number != game.number:
        raise stale(call, game)
    with explain(call, game):
        game.try_actions(*actions)
    change(call, game, lambda state: replace(state, proposal=Proposal(seat, number, actions, game.elapsed)))
    return changed(call, game)


@Operation("proposal", "Confirm or reject what a player has entered on their own phone", ProposalAnswer)
def answer_proposal(call: Call[Query, ProposalAnswer[Any]]) -> Response[bytes]:
    """Confirm what a player has entered on their phone, or reject it; return the changed game.

    For an arbiter's device and, if ``TableState.confirm`` is "any", for the phones of the other seats. The player's own
    phone may only reject it, that is, withdraw it.
    """
    body = call.body
    with call.open() as game:
        proposal = game.table_state.proposal_for(game.number)
        own = viewer_of(call.request, game).seat
        if not may_change(call.request, game):
            mine = proposal is not None and own is proposal.seat
            if own is None or (mine and body.accept) or (not mine and game.table_state.confirm != "any"):
                raise ProblemError("token")
        seen = body.number == game.number and body.version in (None, game.version)
        if not seen or proposal is None or proposal.seat is not body.seat:
            raise stale(call, game)
        if not body.accept:
            change(call, game, lambda state: replace(state, proposal=None))
            return changed(call, game)
        clock = game.overtime_of(proposal) if body.overtime else []
        return enter(call, game, body.number, [*clock, *proposal.actions])


def _invited(call: Call[Any, Any], game: AnyGame, right: str, invitation: str) -> Response[bytes]:
    """Return the answer with an invitation and its link, which gives a *right*: "arbiter" or "seat".

    The picture is part of the answer, because nothing that was sent may remember the invitation.
    """
    link = f"{game_url(call.request, game)}#{right}={invitation}"
    qr = segno.make(link, error="m").svg_data_uri(scale=8, border=3, light="#ffffff")
    return json_answer(Invited(invitation, link, qr))


def _request_text(call: Call[Any, SeatAnswer[Any]], game: AnySeated, state: TableState[Any, Any]) -> str:
    """Return a sentence about the request that the digits of an answer belong to; the seat and the digits if none."""
    request = state.find_request(call.body.check)
    if request is None:
        return f"{call.body.seat.value} {call.body.check}"
    state_of = "open" if request in state.open_requests() else "past"
    name, minutes = game.seat_name(request.seat, call.language), int(time.time() - request.at) // 60
    return call.say(f"seat.request_{state_of}", check=request.check, name=name, minutes=minutes)


def change(call: Call[Any, Any], game: AnyGame, change: Callable[[TableState[Any, Any]], TableState[Any, Any]]) -> None:
    """Change the state of a game's table, and send the game to the devices that follow it.

    *change* takes the current state and returns the new one. It is called again with the newer state if another process
    has changed the state meanwhile. Raises ProblemError if this keeps happening (``LoadedGame.change_table_state``).
    """
    with explain(call, game):
        game.change_table_state(change)
    services_of(call.request).hub.publish(game)


def _token_of_phone(call: Call[Query, object], game: AnyGame) -> str:
    """Return the token with which a phone holds a seat: the one that it has already, otherwise a new one.

    So a phone that loses its seat and gets it again still knows the card that it had laid face down (P7).
    """
    token = token_of(call.request, call.code, seat=True)
    if call.games.keys.is_token(token, call.code) and not game.accepts_token(token):
        return token
    return call.games.keys.sign(call.code, draw_token())


def check_phones(game: AnyGame) -> None:
    """Raise ProblemError if phones cannot hold seats in a game, such as one whose other seats belong to bots."""
    if not game.has_phones:
        raise ProblemError("not_yours")
