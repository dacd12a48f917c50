"""The answer with an invitation: a link and its QR code, ``invitation_answer``."""

from __future__ import annotations

import msgspec
import segno
from litestar import Response

from ..services import Request
from .render import server_url


class InvitationLink(msgspec.Struct):
    """A link that gives a right to the phone that opens it.

    link  the link, with an invitation behind « # »
    qr    its QR code, as a URL that contains the picture: nothing that was sent may remember the invitation
    """

    link: str
    qr: str


def invitation_answer(request: Request, path: str, right: str, invitation: str) -> Response[bytes]:
    """Return an ``InvitationLink`` to the page with a path. *right* is what it gives: "arbiter" or "seat"."""
    link = f"{server_url(request)}{path}#{right}={invitation}"
    qr = segno.make(link, error="m").svg_data_uri(scale=8, border=3, light="#ffffff")
    return Response(msgspec.json.encode(InvitationLink(link, qr)), media_type="application/json")
