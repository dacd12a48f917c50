"""The API operations on score sheets of Belote: create, view, follow and change them.

An entry of a sheet is one stored change, such as a deal or a correction, or an undo. Start reading at ``enter_deals``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec
from litestar import Response

from ...games.belettre.records.json_lines import to_json
from ...games.belote.marque.names import names_problem
from ...games.belote.marque.refusals import MarqueRefusal
from ...games.kit.machine import IllegalActionError
from ...referee.belote.sheet_replies import marque_refusal_text
from ..edge.problems import ProblemError
from ..edge.request_context import language_of, standing_of
from ..kinds.belote_sheet import BeloteSheet
from ..kinds.belote_snapshot import SheetSnapshot, current_sheet_snapshot
from ..live.live import DeviceView, Follower
from ..services import services_of
from ..tables.registry import StaleError
from .belote_requests import NewSheet, SheetEntry
from .call import Call, json_answer
from .changes import RefusedRule
from .games import CreatedGame
from .keys import set_token_cookie
from .requests import NumberOnly, Query


class ChangedSheet(msgspec.Struct):
    """A score sheet after a change.

    number  the number of entries, including undos
    sheet   the sheet
    """

    number: int
    sheet: SheetSnapshot


def create_sheet(call: Call[Query, NewSheet]) -> Response[bytes]:
    """Create a score sheet and return its code and token.

    The response also sets the token as a cookie, so that the browser may change the sheet. Raises ProblemError if the
    names cannot be used.
    """
    names = call.body.players()
    if (problem := names_problem(names)) is not None:
        raise _refused(call, [MarqueRefusal(problem[0], problem[1])])
    code, token = call.games.create_sheet(call.body.house_rules(), names, call.body.dealer)
    response = json_answer(CreatedGame(code, token), 201)
    response.headers["Location"] = f"/api/belote/{code}"
    set_token_cookie(call, response, code, token)
    return response


def show_sheet(call: Call[Query, None]) -> Response[bytes]:
    """Return a score sheet."""
    with call.games.open_sheet(call.code) as sheet:
        return json_answer(_snapshot(call, sheet))


async def stream_sheet(call: Call[Query, None]) -> Follower:
    """Stream a score sheet, now and after every change, as server-sent events."""

    def find_rights() -> tuple[str, ...]:
        with call.games.open_sheet(call.code) as sheet:
            return standing_of(call.request, sheet).rights

    rights = await asyncio.to_thread(find_rights)
    view = DeviceView(("api", language_of(call.request)), lambda sheet: to_json(_snapshot(call, sheet)), rights)
    return services_of(call.request).hub.stream(call.code, view)


def enter_deals(call: Call[Query, SheetEntry]) -> Response[bytes]:
    """Apply the actions of the body as one entry, and return the changed sheet.

    Raises ProblemError if the device may not change the sheet, if it had not seen all entries, or if no deal can give
    what was entered. The sheet is unchanged in these cases.
    """
    with call.games.open_sheet(call.code) as sheet:
        call.check_token(sheet)
        try:
            sheet.enter(call.body.number, *call.body.actions)
        except StaleError as error:
            raise _stale(call, sheet) from error
        except IllegalActionError as error:
            raise _refused(call, error.refusals) from error
        return _changed(call, sheet)


def undo_deal(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Undo the last entry and return the changed sheet."""
    with call.games.open_sheet(call.code) as sheet:
        call.check_token(sheet)
        try:
            sheet.take_back(call.body.number)
        except StaleError as error:
            raise _stale(call, sheet) from error
        return _changed(call, sheet)


def redo_deal(call: Call[Query, NumberOnly]) -> Response[bytes]:
    """Enter again what the last undo took back, and return the changed sheet."""
    with call.games.open_sheet(call.code) as sheet:
        call.check_token(sheet)
        try:
            sheet.redo(call.body.number)
        except StaleError as error:
            raise _stale(call, sheet) from error
        return _changed(call, sheet)


def _snapshot(call: Call[Query, object], sheet: BeloteSheet) -> SheetSnapshot:
    """Return a sheet in the language of the response."""
    return current_sheet_snapshot(sheet, services_of(call.request).sheet_sayings[language_of(call.request)])


def _changed(call: Call[Query, object], sheet: BeloteSheet) -> Response[bytes]:
    """Send the sheet to the devices that follow it, and return the response to a successful change."""
    services_of(call.request).hub.publish(sheet)
    if call.page_state is not None:
        return json_answer(call.page_state(call.request, sheet))
    return json_answer(ChangedSheet(sheet.number, _snapshot(call, sheet)))


def _stale(call: Call[Query, object], sheet: BeloteSheet) -> ProblemError:
    """Return the problem for a device that had not seen all entries, with the sheet as it is now."""
    sheet.catch_up()
    if call.page_state is not None:
        return ProblemError("stale", state=call.page_state(call.request, sheet))
    return ProblemError("stale", sheet=_snapshot(call, sheet))


def _refused(call: Call[Query, object], refusals: Iterable[Any]) -> ProblemError:
    """Return the problem for an entry that no deal can give, or for names that cannot be used."""
    say = services_of(call.request).sheet_sayings[language_of(call.request)].belote
    rules = [RefusedRule(one.reason, one.rule, marque_refusal_text(one, say)) for one in refusals]
    return ProblemError("illegal", refusals=rules)
