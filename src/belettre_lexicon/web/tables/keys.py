"""The keys of games: texts that a server knows to be its own without looking up the game that they are for.

The code of a game is short enough to be typed, so that it could be found by trying many. Links, QR codes and cookies
therefore carry a key, which nobody can guess, and which passes every limit on wrong codes (``edge.rate_limit``).

    token      = 22 random characters (128 bits) + signature
    view key   = signature
    signature  = the first 16 characters (96 bits) of base64url(HMAC-SHA-256(signing key, code + random characters))

The *view key* of a game is in every link to it, and stands for its code. A *token* gives rights: to change the game, or
to enter cards for a seat. The database has the SHA-256 of its random characters, which games have in common if their
players go on from one to the next: each of these games has a signature of its own (``Keys.sign``). A token without a
signature, which earlier versions gave, keeps its rights, and is signed when a device begins to use it.

The signing key is random. All servers that share a database find it there. Start reading at ``Keys``.
"""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import urlsafe_b64encode

#: The numbers of random characters of a token, and of characters of a signature.
RANDOM, _SIGNATURE = 22, 16


class Keys:
    """Issues keys, and recognizes those that a server with the same signing key has issued. Needs no database.

    >>> keys = Keys("signing key")
    >>> token = keys.sign("BCDFGHJK", draw_token())
    >>> [keys.is_issued(key, "BCDFGHJK") for key in (token, keys.sign("BCDFGHJK"), keys.sign("ZZZZZZZZ"), "")]
    [True, True, False, False]
    """

    def __init__(self, signing_key: str) -> None:
        self._signing_key = signing_key.encode()

    def sign(self, code: str, token: str = "") -> str:
        """Return *token* as a key of the game with this code; without a token, return the view key of the game.

        A token that has a signature, such as that for an earlier game of the same players, gets this one in its place.
        """
        drawn = token[:RANDOM]
        digest = hmac.digest(self._signing_key, (code + drawn).encode("utf-8", "replace"), "sha256")
        return drawn + urlsafe_b64encode(digest)[:_SIGNATURE].decode()

    def is_issued(self, key: str, code: str) -> bool:
        """Return whether *key* was issued for the game with this code. This does not tell whether it still has rights.

        *code* may be "", the code of no game.
        """
        signed = self.sign(code, key[:-_SIGNATURE])
        return bool(code) and hmac.compare_digest(signed.encode("utf-8", "replace"), key.encode("utf-8", "replace"))

    def is_token(self, key: str, code: str) -> bool:
        """Return whether *key* is a token that was issued for the game with this code, not its view key."""
        return len(key) > _SIGNATURE and self.is_issued(key, code)


def draw_token() -> str:
    """Return the 128 random bits of a new token, which ``Keys.sign`` makes a key of a game."""
    return secrets.token_urlsafe(16)


def hash_token(token: str) -> str:
    """Return the SHA-256 of the random characters of a token, in hexadecimal. The database stores it, and no token."""
    return hashlib.sha256(token[:RANDOM].encode("utf-8", "replace")).hexdigest()
