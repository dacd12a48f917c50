"""How a table begins, or goes on where it was left: start reading at ``open_table``."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

from ...decks import BOXED, Deck
from ...engine.deal import check_manches
from ...engine.partie import Partie
from ...engine.records.journal import Journal, JournalError
from ...engine.records.json_lines import Record
from ...engine.seats import MAX_PLAYER_NAME, SEATS, Seat
from ...engine.setup import Setup
from ...errors import ArgumentError
from ...lexicon.lexicon import Lexicon
from ...words.house_list import HouseList
from ...words.judge import Judge
from ..check import read_house_list
from .savegame import SaveFile, SavegameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..arguments import TableOptions

#: The game that goes on, in the folder of the tables; those before it carry their date.
_CURRENT = Path("tables", "partie.jsonl")
_START = re.compile(
    r"(?:manche )?(?P<manche>[1-4])(?: (?:pli )?(?P<pli>[1-8]) (?P<opener>\w+)(?: (?P<a>\d{1,5})-(?P<b>\d{1,5}))?)?"
)


class OpenedTable(NamedTuple):
    """A game and where it is kept.

    file     None for a batch that keeps nothing
    resumed  whether it was begun in an earlier session
    other_terms  whether the options asked for other terms than the game that is resumed has
    retired  where the game before it is now, when it had to make room
    """

    journal: Journal
    file: SaveFile | None = None
    resumed: bool = False
    other_terms: bool = False
    retired: Path | None = None


def open_table(options: TableOptions, path: Path | None, *, rotating: bool) -> OpenedTable:
    """The game of a file, resumed unless another is asked for; a new one without a file.

    rotating  whether a game that is over makes room for a new one; else it is shown again, to be contested

    Raises ArgumentError for options that are none, SavegameError when the file cannot be used.
    """
    lexicon = Lexicon.open(options.lexicon)
    fresh = _begun(options, lexicon)  # so that bad options are refused even where a game is resumed
    if path is None:
        return OpenedTable(fresh)
    file = SaveFile(path)
    try:
        lines = [] if options.new else file.read()
        if lines:
            journal = _resumed(file.path, lines, lexicon)
            if not (rotating and journal.partie.over):
                return OpenedTable(journal, file, True, _asks_for_others(fresh, journal))
        retired = file.retire() if lines or (options.new and file.used) else None
        if retired is not None:
            file.close()
            file = SaveFile(path)
        try:
            file.append(fresh.header)
        except OSError as error:
            raise SavegameError("unusable", path, why=error.strerror or str(error)) from error
        return OpenedTable(fresh, file, retired=retired)
    except BaseException:
        file.close()
        raise


def data_folder() -> Path | None:
    """The folder of this user's games; None where platformdirs, which knows it, is not installed."""
    try:
        from platformdirs import user_data_path  # an extra
    except ImportError:
        return None
    return user_data_path("belettre", appauthor=False)


def current_game(folder: Path) -> Path:
    """The file of the game that goes on."""
    return folder / _CURRENT


def read_start(text: str | None) -> dict[str, object]:
    """Where a table that is watched from the middle begins, as ``Partie.watched`` takes it.

    Raises ArgumentError when it is not understood.

    >>> read_start("2 3 LEV 84-61")
    {'first': 2, 'before': 2, 'opener': <Seat.LEVANTIN: 'LEV'>, 'points': (84, 61)}
    """
    if text is None:
        return {}
    found = _START.fullmatch(" ".join(text.split()))
    if found is None:
        raise ArgumentError(
            f"start {text!r:.60}: expected manche (1 to 4), pli (1 to 8), opener and points, as « 2 3 LEV 84-61 »"
        )
    return {
        "first": int(found["manche"]),
        "before": int(found["pli"] or 1) - 1,
        "opener": Seat.of(found["opener"]) if found["opener"] else None,
        "points": (int(found["a"] or 0), int(found["b"] or 0)),
    }


def read_players(text: str | None) -> dict[Seat, str]:
    """Names by seat, from four names in playing order; an empty one is left out.

    Raises ArgumentError when they are not four, or too long.

    >>> read_players("Ana, Bob,, David")[Seat.MERIDIONAL]
    'David'
    """
    if text is None:
        return {}
    names = [" ".join(name.split()) for name in text.split(",")]
    if len(names) != len(SEATS) or not all(len(name) <= MAX_PLAYER_NAME and name.isprintable() for name in names):
        raise ArgumentError(
            f"players {text!r:.60}: expected four names of up to {MAX_PLAYER_NAME} printable characters "
            "in playing order, separated by commas"
        )
    return {seat: name for seat, name in zip(SEATS, names, strict=True) if name}


def _asks_for_others(fresh: Journal, journal: Journal) -> bool:
    """Whether the terms of *fresh* were asked for, and are not those of *journal*."""
    asked = (fresh.partie.setup, fresh.players)
    return asked != (Setup(), {}) and asked != (journal.partie.setup, journal.players)


def _begun(options: TableOptions, lexicon: Lexicon) -> Journal:
    judge = Judge(lexicon, options.rules(), read_house_list(options.house_list))
    deck = Deck.read(options.deck) if options.deck else BOXED
    manches = check_manches(options.manches)
    partie = Partie.watched(judge, manches=manches, deck=deck, **read_start(options.start))  # type: ignore[arg-type]  # by name
    return Journal(partie, read_players(options.players))


def _resumed(path: Path, lines: list[str], lexicon: Lexicon) -> Journal:
    """The journal of its lines, judged by the terms it began with."""

    def judge_of(record: Record) -> Judge:
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(lexicon, record.setup.rules, house)

    try:
        return Journal.resume(lines, judge_of)
    except JournalError as error:
        raise SavegameError("damaged", path, line=error.line, why=str(error)) from error
