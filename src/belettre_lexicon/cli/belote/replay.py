"""The command ``belote replay``, which checks a recorded game and tells it deal by deal.

It reads records, journals of ``belote play``, shorthand, and score sheets of ``belote score``. Start reading at
``run``.
"""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from ...base.file_kinds import kind_of
from ...games.belote.marque.journal import MarqueJournal
from ...games.belote.marque.marque import summary
from ...games.belote.partie import Partie
from ...games.belote.records.json_lines import fingerprint, record_of
from ...games.belote.records.shorthand import write_shorthand
from ...games.belote.scoring.totals import PLIS
from ...games.belote.seats import SEATS
from ...referee.belote import load_belote
from ...referee.belote.game import seat_text, with_names
from ...referee.belote.names import capital, printable_name
from ...referee.belote.sheet import sheet_event_text, sheet_lines
from ...referee.catalogue import Catalogue
from ..kit.journal_end import ComparedEnd, compare_end
from ..kit.terminal import UnusableInputError
from ..kit.text_files import read_text
from .commands import BeloteReplayCommand
from .games.narrative import narrated_lines
from .games.recorded import RecordedPartie, format_of, read_game
from .games.replay_json import game_object
from .output import EXIT_NEGATIVE, EXIT_OK, paint, write, write_exactly, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.file_kinds import FileKind

#: The maximum size of a file, in bytes. The record of a whole partie takes about 100 KB.
MAX_BYTES = 1 << 25
#: The kinds of file that the command reads.
_KINDS: Collection[FileKind] = ("belote_record", "belote_journal", "score_sheet", "shorthand")


def run(command: BeloteReplayCommand) -> int:
    """Check the game in a file, print it and return the exit status.

    The status is EXIT_NEGATIVE if the file says other results than the rules give, or if the end of a journal is
    missing; otherwise EXIT_OK. Raises RecordError, JournalError, ShorthandError or ArgumentError if the game cannot be
    read.
    """
    say = load_belote(command.lang)
    text = read_text(
        command.file, max_bytes=MAX_BYTES, expected="a game or a score sheet of Belote", kinds=_KINDS
    ).removeprefix("\ufeff")
    end = _compared_end(command.file, text)
    if format_of(text) == "marque":
        doubts = _replay_sheet(command, text, say)
    else:
        doubts = _replay_game(command, read_game(text), end, say)
    if end is not None and end.shorter:
        doubts.append(end.text(say))
    if not command.json:
        for doubt in doubts:
            write(paint(doubt, "red"))
    return EXIT_NEGATIVE if doubts else EXIT_OK


def _compared_end(path: str, text: str) -> ComparedEnd | None:
    """Return the end of a journal compared with the note beside its file; None if the text is not a journal's file."""
    if path == "-" or kind_of(text) not in ("belote_journal", "score_sheet"):
        return None
    whole, end, _ = text.rpartition("\n")
    return compare_end(Path(path), (whole if end else text).split("\n"))


def _replay_game(
    command: BeloteReplayCommand, game: RecordedPartie, end: ComparedEnd | None, say: Catalogue
) -> list[str]:
    """Print a game; return a sentence for each result that is not what the rules give.

    Raises UnusableInputError if the game has no deal with the number that is asked for.
    """
    partie = game.partie
    deals = partie.state.donne.dealt.number
    if command.deal is not None and command.deal > deals:
        raise UnusableInputError(say("replay.no_deal", number=command.deal, deals=deals))
    doubts = [
        say("replay.differs", line=difference.line, event=event, field=field, recorded=recorded, found=found)
        for difference in game.differences
        for event, field, recorded, found in difference.changes()
    ]
    if command.json:
        end_missing = end is not None and end.shorter
        write_json({**game_object(game, command.deal), "end_missing": end_missing})
    elif command.shorthand:
        write_exactly(write_shorthand(partie).rstrip("\n"))
    else:
        _narrate(game, command.deal, say, intact=not doubts)
    return doubts


def _narrate(game: RecordedPartie, deal: int | None, say: Catalogue, *, intact: bool) -> None:
    """Print the players, the deals and what was checked. *intact*: also say that the file agrees."""
    partie = game.partie
    for seat in SEATS:
        if name := game.players.get(seat):
            write(say("replay.player", seat=capital(seat_text(seat, say)), name=printable_name(name)))
    named = with_names(say, game.players)
    for line in narrated_lines(partie, named, deal):
        write(line)
    if not partie.over:
        write(paint(_unfinished_text(partie, named), "bold"))
    check = fingerprint(record_of(partie, game.players))
    write(paint(say("replay.sound" if intact else "replay.counted", events=len(partie.log), check=check), "dim"))
    if game.torn:
        write(say("replay.torn"))


def _unfinished_text(partie: Partie, say: Catalogue) -> str:
    """Return a sentence that says where an unfinished game stopped, and what it awaits."""
    number, pli = partie.state.donne.dealt.number, min(len(partie.state.taken) + 1, PLIS)
    seat = "" if partie.turn is None else seat_text(partie.turn, say)
    return say(f"replay.awaits_{partie.awaits}", number=number, pli=pli, seat=seat)


def _replay_sheet(command: BeloteReplayCommand, text: str, say: Catalogue) -> list[str]:
    """Print the score sheet of a journal, with what was entered. There are no results in it that could differ.

    Raises JournalError if it cannot be read, UnusableInputError for options that do not go with a sheet.
    """
    if command.deal is not None or command.shorthand:
        raise UnusableInputError(say("replay.of_games"))
    whole, end, _ = text.rpartition("\n")
    marque = MarqueJournal.resume((whole if end else text).split("\n")).marque
    if command.json:
        write_json(summary(marque))
        return []
    for event in marque.log:
        write(sheet_event_text(event, marque, say))
    for line in sheet_lines(marque, say):
        write(line)
    return []
