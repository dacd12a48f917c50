"""Floor 5. Invitations: links that make another device an arbiter's, and that are worth nothing after a while.

A browser keeps the whole address of every link that it opens in its history, with the part behind « # »; no page can
prevent that, nor erase it afterwards. A link therefore does not contain the token of the game, but an invitation: the
token, sealed for INVITATION_SECONDS with the hash of the token. A server can open it, because the database has the
hash. Whoever finds an old one in a history cannot, and neither can whoever knows the database alone: it has no
invitations. With a new token, all earlier invitations are worth nothing either.

    invitation = base64url(header + token ^ keystream + signature)
    header     = 4 bytes: when it ends, in seconds since 1970; 8 random bytes
    keystream  = HMAC-SHA-256(hash, "seal" + code + header)
    signature  = the first 16 bytes of HMAC-SHA-256(hash, "sign" + code + header + sealed token)

Start reading at ``write_invitation``.
"""

from __future__ import annotations

import binascii
import hashlib
import hmac
import secrets
import time
from base64 import urlsafe_b64decode, urlsafe_b64encode

#: How long an invitation is valid, in seconds: enough to send it to a phone at the same table.
INVITATION_SECONDS = 15 * 60
_NONCE_BYTES, _HEADER_BYTES, _SIGNATURE_BYTES = 8, 12, 16
#: Maximum number of bytes of a token: those of a keystream.
_MAX_TOKEN = 32


def write_invitation(token: str, code: str, secret: str) -> str:
    """Return an invitation to change the game with a code. *secret* is the hash of its token.

    Raises ValueError for a token of more than 32 bytes, which no game has.
    """
    plain = token.encode()
    if len(plain) > _MAX_TOKEN:
        raise ValueError("the token is too long for an invitation")
    header = (int(time.time()) + INVITATION_SECONDS).to_bytes(4, "big") + secrets.token_bytes(_NONCE_BYTES)
    sealed = _xor(plain, _mac("seal", code, secret, header))
    signature = _mac("sign", code, secret, header + sealed)[:_SIGNATURE_BYTES]
    return urlsafe_b64encode(header + sealed + signature).decode().rstrip("=")


def read_invitation(text: str, code: str, secret: str) -> str | None:
    """Return the token in an invitation to the game with a code; None if it is not valid, or not any more."""
    try:
        raw = urlsafe_b64decode(text.encode("ascii") + b"=" * (-len(text) % 4))
    except (UnicodeEncodeError, binascii.Error):
        return None
    signed, signature = raw[:-_SIGNATURE_BYTES], raw[-_SIGNATURE_BYTES:]
    header, sealed = signed[:_HEADER_BYTES], signed[_HEADER_BYTES:]
    if not hmac.compare_digest(_mac("sign", code, secret, signed)[:_SIGNATURE_BYTES], signature):
        return None
    if int.from_bytes(header[:4], "big") < time.time():
        return None
    return _xor(sealed, _mac("seal", code, secret, header)).decode()


def _mac(purpose: str, code: str, secret: str, message: bytes) -> bytes:
    return hmac.new(secret.encode(), purpose.encode() + code.encode() + message, hashlib.sha256).digest()


def _xor(data: bytes, key: bytes) -> bytes:
    return bytes(a ^ b for a, b in zip(data, key, strict=False))
