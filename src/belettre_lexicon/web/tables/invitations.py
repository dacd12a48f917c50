"""Invitations: links, valid for 15 minutes, that turn another device into an arbiter's device or give it a seat.

A browser keeps the whole address of every link that it opens in its history, with the part behind « # »; no page can
prevent that, nor erase it afterwards. A link therefore does not contain the token of the game, but an invitation: the
token, sealed for INVITATION_SECONDS with the hash of the token. A server can open it, because the database has the
hash. Anyone who finds an old invitation in a history cannot open it, and the database alone is not enough either,
because it contains no invitations. When the token of the game is replaced, all earlier invitations become invalid.

    invitation = base64url(header + token ^ keystream + signature)
    header     = 4 bytes: when it ends, in seconds since 1970; 8 random bytes
    keystream  = HMAC-SHA-256(hash, "seal" + code + header)
    signature  = the first 16 bytes of HMAC-SHA-256(hash, "sign" + code + header + sealed token)


An invitation to a seat (``write_seat_invitation``) contains no token: the phone that opens it is given one of its own.
It is signed with the number of times that the seat has changed hands, so that it becomes invalid for ever once it was
used, or the seat was given or taken in another way.

    seat invitation = base64url(header + seat + signature)
    signature       = the first 16 bytes of HMAC-SHA-256(hash, "seat" + code + header + seat + number)

Start reading at ``write_invitation``.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Mapping, Sequence
from typing import TypeVar

SeatT = TypeVar("SeatT")

#: How long an invitation is valid, in seconds: enough to send it to a phone at the same table.
INVITATION_SECONDS = 15 * 60
_NONCE_BYTES, _HEADER_BYTES, _SIGNATURE_BYTES = 8, 12, 16
#: Maximum number of bytes of a token: those of a keystream.
_MAX_TOKEN = 32


def write_invitation(token: str, code: str, secret: str) -> str:
    """Return an invitation that gives its reader the token of a game.

    token   the token of the game
    code    the code of the game
    secret  the hash of the token, as ``hash_token`` returns it

    Raises ValueError if the token has more than 32 bytes; the tokens of games are shorter.
    """
    plain = token.encode()
    if len(plain) > _MAX_TOKEN:
        raise ValueError("the token is too long for an invitation")
    header = _header()
    sealed = _xor(plain, _mac("seal", code, secret, header))
    signature = _mac("sign", code, secret, header + sealed)[:_SIGNATURE_BYTES]
    return urlsafe_b64encode(header + sealed + signature).decode().rstrip("=")


def read_invitation(text: str, code: str, secret: str) -> str | None:
    """Return the token in an invitation to the game with this code; None if the invitation is invalid or has ended.

    *secret* is the hash of the current token of the game.
    """
    signed = _signed(text, "sign", code, secret)
    if signed is None:
        return None
    header, sealed = signed[:_HEADER_BYTES], signed[_HEADER_BYTES:]
    return _xor(sealed, _mac("seal", code, secret, header)).decode()


def write_seat_invitation(seat: int, code: str, secret: str, changes: int) -> str:
    """Return an invitation to a seat of the game with this code. *seat* is the index of the seat in playing order.

    *secret* is the hash of the token of the game, *changes* how often the seat was given to a phone or taken from it.
    """
    signed = _header() + bytes([seat])
    signature = _mac("seat", code, secret, signed, changes)[:_SIGNATURE_BYTES]
    return urlsafe_b64encode(signed + signature).decode().rstrip("=")


def read_seat_invitation(
    text: str, code: str, secret: str, seats: Sequence[SeatT], changes: Mapping[SeatT, int]
) -> SeatT | None:
    """Return the seat of an invitation; None if the invitation is invalid, was used or has ended.

    secret   the hash of the current token of the game
    seats    the seats of the game in playing order
    changes  how often a seat was given to a phone or taken from it, by seat
    """
    for index, seat in enumerate(seats):
        signed = _signed(text, "seat", code, secret, changes.get(seat, 0))
        if signed is not None and signed[_HEADER_BYTES:] == bytes([index]):
            return seat
    return None


def _header() -> bytes:
    return (int(time.time()) + INVITATION_SECONDS).to_bytes(4, "big") + secrets.token_bytes(_NONCE_BYTES)


def _signed(text: str, purpose: str, code: str, secret: str, number: int | str = "") -> bytes | None:
    """Return the signed bytes of an invitation; None if the signature is wrong or the invitation has ended."""
    try:
        raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (UnicodeEncodeError, binascii.Error):
        return None
    signed, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
    if not hmac.compare_digest(_mac(purpose, code, secret, signed, number)[:_SIGNATURE_BYTES], signature):
        return None
    return signed if int.from_bytes(signed[:4], "big") >= time.time() else None


def _mac(purpose: str, code: str, secret: str, message: bytes, number: int | str = "") -> bytes:
    signed = purpose.encode() + code.encode() + message + str(number).encode()
    return hmac.new(secret.encode(), signed, hashlib.sha256).digest()


def _xor(data: bytes, key: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(data, key, strict=False))
