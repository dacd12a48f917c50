"""Invitations: links, valid for 15 minutes and used once, that make another device an arbiter's or give it a seat.

A browser keeps the whole address of every link that it opens in its history, with the part behind « # »; no page can
prevent that, nor erase it afterwards. A link therefore does not contain the token of the game, but an invitation, which
is worth nothing once it was used: the state of the table remembers it until it ends (``TableState.with_used``). The
random characters of the token in it are sealed with their hash. A server can open it, because the database has the
hash; the database alone is not enough, because it contains no invitations. When the token of the game is replaced, all
earlier invitations become invalid.

    invitation = base64url(header + sealed + signature)
    header     = 4 bytes: when it ends, in seconds since 1970; 8 random bytes
    sealed     = random characters of the token ^ HMAC-SHA-256(hash, "seal" + code + header); empty if it is to a seat
    signature  = the first 16 bytes of HMAC-SHA-256(hash, purpose + code + header + sealed)

The *purpose* says for whom an invitation is (``LoadedGame.read_invitation``). The phone that opens one to a seat is
given a token of its own. Start reading at ``write_invitation``.
"""

from __future__ import annotations

import binascii
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from typing import NamedTuple

from .keys import RANDOM

#: How long an invitation is valid, in seconds: enough to send it to a phone at the same table.
INVITATION_SECONDS = 15 * 60
_NONCE_BYTES, _HEADER_BYTES, _SIGNATURE_BYTES = 8, 12, 16


class Invitation(NamedTuple):
    """An invitation that was opened.

    token   the random characters of the token of the game; "" if it is to a seat
    header  its header in hexadecimal, by which the state of the table remembers that it was used
    ends    when it ends, in seconds since 1970
    """

    token: str
    header: str
    ends: int


def write_invitation(purpose: str, code: str, secret: str, token: str = "") -> str:
    """Return an invitation to the game with this code.

    purpose  for whom it is
    secret   the hash of the token of the game, as ``hash_token`` returns it
    token    the token, which it gives to its reader; "" to give none
    """
    header = (int(time.time()) + INVITATION_SECONDS).to_bytes(4, "big") + secrets.token_bytes(_NONCE_BYTES)
    signed = header + _sealed(token[:RANDOM].encode(), code, secret, header)
    signature = _mac(purpose, code, secret, signed)[:_SIGNATURE_BYTES]
    return urlsafe_b64encode(signed + signature).decode().rstrip("=")


def read_invitation(text: str, purpose: str, code: str, secret: str) -> Invitation | None:
    """Return an opened invitation; None if it is invalid or has ended. Whether it was used is not known here.

    The arguments are as in ``write_invitation``; *secret* is the hash of the current token.
    """
    try:
        raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (UnicodeEncodeError, binascii.Error):
        return None
    signed, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
    header, ends = signed[:_HEADER_BYTES], int.from_bytes(signed[:4], "big")
    if not hmac.compare_digest(_mac(purpose, code, secret, signed)[:_SIGNATURE_BYTES], signature) or ends < time.time():
        return None
    return Invitation(_sealed(signed[_HEADER_BYTES:], code, secret, header).decode(), header.hex(), ends)


def _sealed(data: bytes, code: str, secret: str, header: bytes) -> bytes:
    """Return *data* sealed, or opened if it is sealed."""
    return bytes(a ^ b for a, b in zip(data, _mac("seal", code, secret, header), strict=False))


def _mac(purpose: str, code: str, secret: str, message: bytes) -> bytes:
    return hmac.digest(secret.encode(), f"{purpose}{code}".encode() + message, "sha256")
