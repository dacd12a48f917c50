"""Floor 5. What a server is started with."""

from __future__ import annotations

from typing import NamedTuple


class Settings(NamedTuple):
    """The settings of a server.

    database  a URL of SQLAlchemy; lexicon  a compiled lexicon, None for the bundled one
    shared    whether other devices reach it (``--lan``): then a game's token is needed to change it, and its code to
              see it; without it whoever sits at this machine may do both
    address   how other devices reach it, as ``http://192.0.2.7:8000``; "" for this machine alone
    hosts     names that requests may ask for, without ports (a page of another site that points its own name at this
              machine asks for that name)
    language  of devices that do not say which they want
    hints     whether words that fit are told (``--find``), which is cheating at most tables
    """

    database: str
    lexicon: str | None = None
    shared: bool = False
    address: str = ""
    hosts: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]")
    language: str = "fr"
    hints: bool = False
