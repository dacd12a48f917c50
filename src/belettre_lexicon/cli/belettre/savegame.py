"""The file in which ``belettre table`` and ``belettre play`` save a game while it is played, to resume it later.

``save_file`` has the file itself. Start reading at ``open_game``.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from ...base.files import ForeignFileError, UnwritableFileError, write_file
from ...games.belettre.records.json_lines import Journal, Record, format_record
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue, printable
from ...words.house_list import HouseList
from ...words.judge import Judge
from ..kit.save_file import OpenedJournal, SavegameError, open_saved
from ..kit.terminal import write

#: A game of Belettre and its file.
OpenedGame = OpenedJournal[Journal]


def open_game(
    fresh: Journal, path: Path | None, lexicon: Lexicon, *, new: bool, rotating: bool, accept_loss: bool = False
) -> OpenedGame:
    """Resume the game that is saved in a file, or begin the game *fresh* if the file is empty.

    path         the file of the game; None to begin a game that is not saved
    lexicon      the lexicon of the judge of a resumed game, whose rules and house list are those of that game
    new          whether to begin the game *fresh* even if another one is saved
    rotating     whether a new game is begun if the saved one is finished; otherwise the finished game is resumed
    accept_loss  whether to resume a game whose last lines are missing

    Raises SavegameError if the file cannot be used, if its last lines are missing, or if its game is of another kind:
    with hands that the engine knows, or with real cards.
    """
    known = fresh.partie.setup.hands_known
    return open_saved(
        fresh,
        path,
        lambda lines: resume_game(lines, lexicon, path, hands_known=known),
        new=new,
        done=lambda journal: rotating and journal.partie.over,
        accept_loss=accept_loss,
    )


def resume_game(lines: list[str], lexicon: Lexicon, path: Path | None, *, hands_known: bool) -> Journal:
    """Return the game with these lines of the file *path*.

    Raises JournalError if they are damaged, SavegameError if the game has hands that the engine knows and
    *hands_known* is False, or real cards and it is True.
    """
    journal = Journal.resume(lines, judges_with(lexicon))
    if path is not None and journal.partie.setup.hands_known is not hands_known:
        raise SavegameError("watched" if hands_known else "practice", path)
    return journal


def judges_with(lexicon: Lexicon) -> Callable[[Record], Judge]:
    """Return the function that makes the judge of a recorded game, with its house rules and its house list."""

    def judge_of(record: Record) -> Judge:
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(lexicon, record.setup.rules, house)

    return judge_of


def save_record(path: str, record: Record, say: Catalogue) -> bool:
    """Write the record of a game to a new file, and print whether that succeeded.

    Return False if *path* is "", if there is a file that is not empty, or if the file cannot be written.
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
