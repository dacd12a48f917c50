"""The pages of score sheets of Belote: the form for a new sheet, the sheet with its live updates, its QR code.

The part of the sheet's page that changes is a fragment of HTML (``belote_fragment``), rendered once for all devices
with the same language and rights. Start reading at ``sheet_page``.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec
from litestar import Response
from litestar.response import Redirect

from ...games.belote.seats import SEATS
from ...referee.belote.table_rules import topic_lines
from ..api.operations import operation
from ..edge.request_context import language_of, may_change, standing_of
from ..kinds.belote_sheet import BeloteSheet
from ..kinds.belote_snapshot import SheetSayings, current_sheet_snapshot
from ..live.live import DeviceView, Follower
from ..services import Request, services_of
from ..tables.registry import OtherKindError, parse_code
from .belote_fragment import sheet_state
from .belote_rules import rule_fields
from .game import state_answer
from .render import page, qr_picture, render_page, server_url


@page("/belote")
def new_sheet_page(request: Request) -> Response[bytes]:
    """Return the page with the form for a new sheet."""
    sayings = _sayings(request)
    main, more = rule_fields(sayings)
    return render_page(request, "belote_new.html", tell=sayings.pages, seats=SEATS, main_rules=main, more_rules=more)


@page("/belote/{code:str}")
def sheet_page(request: Request) -> Response[bytes]:
    """Return the page of a score sheet. The code of a game of Belettre redirects to the page of the game."""
    code, services = parse_code(request.path_params["code"]), services_of(request)
    sayings = _sayings(request)
    try:
        with services.games.open_sheet(code) as sheet:
            may = may_change(request, sheet)
            state = _state(request, sheet)
            rules = list(topic_lines(sheet.marque.rules, sayings.belote))
    except OtherKindError:
        return Redirect(f"/g/{code}", status_code=303)
    address = f"{server_url(request)}/belote/{code}"
    return render_page(
        request,
        "belote.html",
        tell=sayings.pages,
        code=code,
        may=may,
        state=state,
        rules=rules,
        address=address,
        invites=services.settings.shared and may,
        shared=services.settings.shared,
    )


@page("/belote/{code:str}/live")
async def live_sheet(request: Request) -> Follower:
    """Stream the state of a sheet to its page as server-sent events, as ``game.live_events`` does for games."""
    code, services, sayings = parse_code(request.path_params["code"]), services_of(request), _sayings(request)

    def find_rights() -> tuple[str, ...]:
        with services.games.open_sheet(code) as sheet:
            return standing_of(request, sheet).rights

    rights = await asyncio.to_thread(find_rights)

    def render(sheet: BeloteSheet) -> bytes:
        return msgspec.json.encode(_state_as_seen(sheet, sayings, bool(rights)))

    return services.hub.stream(code, DeviceView(("page", language_of(request)), render, rights))


@page("/belote/{code:str}/state")
def current_sheet(request: Request) -> Response[bytes]:
    """Return the current state of a sheet as JSON, as ``game.current_state`` does for games."""
    with services_of(request).games.open_sheet(parse_code(request.path_params["code"])) as sheet:
        return state_answer(request, sheet, _state)


@page("/belote/{code:str}/qr.svg")
def sheet_qr_code(request: Request) -> Response[bytes]:
    """Return a picture (SVG) of the QR code that contains the URL of a sheet."""
    return qr_picture(f"{server_url(request)}/belote/{parse_code(request.path_params['code'])}")


def _sayings(request: Request) -> SheetSayings:
    return services_of(request).sheet_sayings[language_of(request)]


def _state(request: Request, sheet: BeloteSheet) -> dict[str, Any]:
    """Return the state of a sheet for the script of the page that sent a request. The sheet must be locked."""
    return _state_as_seen(sheet, _sayings(request), may_change(request, sheet))


def _state_as_seen(sheet: BeloteSheet, sayings: SheetSayings, may: bool) -> dict[str, Any]:
    """Return the result of ``sheet_state``, from the cache if possible. The sheet must be locked."""
    key = ("sheet page", sayings.pages.language, may)
    if key not in sheet.rendered:
        snapshot = current_sheet_snapshot(sheet, sayings)
        sheet.rendered[key] = sheet_state(snapshot, sheet.marque, sayings, may)
    state: dict[str, Any] = sheet.rendered[key]
    return state


ROUTES = [
    new_sheet_page,
    sheet_page,
    live_sheet,
    current_sheet,
    *(
        operation("POST", f"/api/belote/{{code}}/{change}").handler(f"/belote/{{code}}/{change}", _state)
        for change in ("entries", "undo", "redo")
    ),
    sheet_qr_code,
]
