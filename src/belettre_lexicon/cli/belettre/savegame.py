"""The file in which ``belettre table`` and ``belettre play`` save a game while it is played, to resume it later.

``kit.save_file`` reads and writes the file; this module makes games of Belettre from its lines. Start reading at
``open_table``.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ...base.errors import ArgumentError
from ...base.files import ForeignFileError, UnwritableFileError, write_file
from ...french.decks import BOXED, Deck
from ...games.belettre.manche import PLIS
from ...games.belettre.partie import Partie
from ...games.belettre.records.json_lines import Journal, Record, format_record
from ...games.belettre.seats import MAX_PLAYER_NAME, SEATS, Seat
from ...games.belettre.setup import MANCHES, Setup, check_manches
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue, printable
from ...words.house_list import HouseList
from ...words.judge import Judge
from ..commands import TableOptions
from ..kit.commands import typed_as
from ..kit.save_file import OpenedJournal, SavegameError, open_saved
from ..kit.terminal import write
from ..words.check import open_lexicon, read_house_list

#: The value of ``--start``: « manche 2 pli 3 LEV 84-61 ». Everything except the number of the manche is optional.
_START = re.compile(
    rf"(?:manche )?(?P<manche>[1-{MANCHES}])"
    rf"(?: (?:pli )?(?P<pli>[1-{PLIS}]) (?P<opener>\w+)(?: (?P<first>\d{{1,5}})-(?P<second>\d{{1,5}}))?)?"
)


def open_table(options: TableOptions, path: Path | None, *, rotating: bool) -> OpenedJournal[Journal]:
    """Resume the game that is saved in a file, or begin a new one if the file is empty or ``--new`` is given.

    options   the options of ``belettre table``, with the terms of a new game
    path      the file of the game; None to begin a game that is not saved
    rotating  whether a new game is begun if the saved one is finished. Otherwise the finished game is resumed, so that
              its words can still be contested

    Raises ArgumentError for unusable options; SavegameError if the file cannot be used, if its last lines are missing,
    or if its game is one against bots.
    """
    lexicon = open_lexicon(options.lexicon)
    judge = Judge(lexicon, options.rules(), read_house_list(options.house_list))
    deck = Deck.read(options.deck) if options.deck else BOXED
    manches = check_manches(MANCHES if options.manches is None else options.manches)
    partie = Partie.watched(judge, manches=manches, deck=deck, **parse_start(options.start))  # type: ignore[arg-type]  # by name
    # Made first, so that unusable options are refused even if a game is resumed.
    fresh = Journal(partie, parse_players(options.players))
    game = open_saved(
        fresh,
        path,
        lambda lines: resume_game(lines, lexicon, path, hands_known=False),
        new=options.new,
        done=lambda journal: rotating and journal.partie.over,
        accept_loss=options.accept_loss,
    )
    asked, begun = (fresh.partie.setup, fresh.players), (game.journal.partie.setup, game.journal.players)
    return game._replace(other_terms=game.resumed and asked not in ((Setup(), {}), begun))


def parse_start(text: str | None) -> dict[str, object]:
    """Parse the value of ``--start``, which says where a game begins, into keyword arguments of ``Partie.watched``.

    They are the manche, the number of plis already played in it, the opener of the next pli, and the points of the
    teams by ``Team.index``; {} if *text* is None. Raises ArgumentError if *text* is not understood.

    >>> parse_start("2 3 LEV 84-61")
    {'first': 2, 'before': 2, 'opener': <Seat.LEVANTIN: 'LEV'>, 'points': (84, 61)}
    """
    if text is None:
        return {}
    match = _START.fullmatch(" ".join(text.split()))
    if match is None:
        raise ArgumentError(
            f"--start {text!r:.60}: expected manche (1 to {MANCHES}), pli (1 to {PLIS}), opener and points, "
            "as « 2 3 LEV 84-61 »"
        )
    return {
        "first": int(match["manche"]),
        "before": int(match["pli"] or 1) - 1,
        "opener": typed_as("--start, opener", "seat", Seat.of, match["opener"]) if match["opener"] else None,
        "points": (int(match["first"] or 0), int(match["second"] or 0)),
    }


def parse_players(text: str | None) -> dict[Seat, str]:
    """Parse the value of ``--players``, four names from the Ponantais on; return the name of the player at each seat.

    Empty names are omitted; {} is returned if *text* is None. Raises ArgumentError if there are not exactly four names,
    or if a name is too long or contains unprintable characters.

    >>> parse_players("Ana, Bob,, David")[Seat.MERIDIONAL]
    'David'
    """
    if text is None:
        return {}
    names = [" ".join(name.split()) for name in text.split(",")]
    if len(names) != len(SEATS) or not all(len(name) <= MAX_PLAYER_NAME and name.isprintable() for name in names):
        raise ArgumentError(
            f"--players {text!r:.60}: expected four names of up to {MAX_PLAYER_NAME} printable characters "
            "in playing order, separated by commas"
        )
    return {seat: name for seat, name in zip(SEATS, names, strict=True) if name}


def resume_game(lines: list[str], lexicon: Lexicon, path: Path | None, *, hands_known: bool) -> Journal:
    """Return the game whose journal consists of *lines*, which come from the file *path* (None allows both kinds).

    hands_known  True to accept only games against bots, whose hands the engine knows; False to accept only games with
                 real cards

    Raises JournalError if the lines are damaged, SavegameError for a game of the other kind.
    """
    journal = Journal.resume(lines, judges_with(lexicon))
    if path is not None and journal.partie.setup.hands_known is not hands_known:
        raise SavegameError("watched" if hands_known else "practice", path)
    return journal


def judges_with(lexicon: Lexicon) -> Callable[[Record], Judge]:
    """Return a function that makes the judge for a record: *lexicon* with the record's house rules and house list."""

    def judge_of(record: Record) -> Judge:
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(lexicon, record.setup.rules, house)

    return judge_of


def save_record(path: str, record: Record, say: Catalogue) -> bool:
    """Write the record of a game to a new file, and print whether that succeeded.

    Return False if *path* is "", if a file of that name exists and is not empty, or if it cannot be written.
    """
    if not path:
        write(say("table.save_what"))
        return False
    try:
        write_file(path, format_record(record).encode("utf-8"), lambda head: False)
    except ForeignFileError:
        write(say("table.exists", path=printable(path)))
        return False
    except UnwritableFileError as error:
        write(say("table.not_written", path=printable(path), why=printable(error.why)))
        return False
    write(say("play.saved", path=printable(path)))
    return True
