"""The file in which ``belettre table`` and ``belettre play`` save a game while it is played, to resume it later.

``save_file`` has the file itself. Start reading at ``open_game``.
"""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

from ...engine.records.journal import Journal, JournalError
from ...engine.records.json_lines import Record, format_record
from ...files import ForeignFileError, UnwritableFileError, write_file
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.sentences import printable
from ...words.house_list import HouseList
from ...words.judge import Judge
from ..terminal import write
from .journal_end import ComparedEnd, compare_end
from .save_file import SaveFile, SavegameError


class OpenedGame(NamedTuple):
    """A game and the file in which it is saved.

    journal      the game
    file         the file of the game; None if the game is not saved
    resumed      whether the game was begun in an earlier session
    other_terms  whether the options ask for terms (rules, deck, players and so on) that the resumed game does not have
    aside        the file to which the previous game was copied to make room for this game; None if there was none
    end          the end of the saved game, compared with what was noted; None if the game is not saved
    """

    journal: Journal
    file: SaveFile | None = None
    resumed: bool = False
    other_terms: bool = False
    aside: Path | None = None
    end: ComparedEnd | None = None

    def keep(self, line: str) -> None:
        """Append a line of the journal to the file, if the game is saved. Raises OSError if that fails."""
        if self.file is not None:
            self.file.append(line)

    def close(self) -> None:
        """Close the file, if there is one."""
        if self.file is not None:
            self.file.close()


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
    if path is None:
        return OpenedGame(fresh)
    file = SaveFile(path)
    try:
        lines = [] if new else file.read()
        end = None if new else compare_end(path, lines)
        if lines and end is not None:
            journal = _resume(path, lines, lexicon)
            dealt = journal.partie.setup.hands_known
            if dealt is not fresh.partie.setup.hands_known:
                raise SavegameError("practice" if dealt else "watched", path)
            if end.shorter and not accept_loss:
                raise SavegameError("shorter", path, line=len(lines), why=str(end.noted - len(lines)))
            if not (rotating and journal.partie.over):
                file.note_end()
                return OpenedGame(journal, file, resumed=True, end=end)
        aside = file.set_aside() if file.used else None
        try:
            file.append(fresh.header)
        except OSError as error:
            raise SavegameError("unusable", path, why=error.strerror or str(error)) from error
        return OpenedGame(fresh, file, aside=aside, end=end if end is not None and end.shorter else None)
    except BaseException:
        file.close()
        raise


def data_folder() -> Path | None:
    """Return the user's data folder; None if the library platformdirs (extra ``table``) is not installed."""
    try:
        from platformdirs import user_data_path
    except ImportError:
        return None
    return user_data_path("belettre", appauthor=False)


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


def not_kept_text(error: OSError, say: Catalogue) -> str:
    """Return the sentence that an entry was not made because its line could not be saved."""
    return say("table.not_kept", path=printable(str(error.filename or "")), why=error.strerror or str(error))


def _resume(path: Path, lines: list[str], lexicon: Lexicon) -> Journal:
    """Resume the journal that consists of *lines*, with a judge that applies the rules of that game.

    Raises SavegameError if the lines are damaged; *path* is the file they were read from.
    """

    def judge_of(record: Record) -> Judge:
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(lexicon, record.setup.rules, house)

    try:
        return Journal.resume(lines, judge_of)
    except JournalError as error:
        raise SavegameError("damaged", path, line=error.line, why=str(error)) from error
