"""The command ``belettre replay``, which checks a recorded game, or a game in the short notation, and narrates it.

It reads records, journals and shorthand. Start reading at ``run``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ...base.file_kinds import kind_of
from ...engine import (
    Difference,
    Journal,
    fingerprint,
    judge_again,
    parse_record,
    partie_of,
    read_shorthand,
    record_of,
    write_shorthand,
)
from ...games.belettre.analysis import MancheAnalysis, analyse
from ...games.belettre.events import WordAccepted, WordRefused
from ...games.belettre.manche import PLIS
from ...games.belettre.partie import Partie
from ...games.belettre.records.json_lines import Record
from ...games.belettre.seats import SEATS
from ...lexicon.lexicon import Lexicon
from ...referee.analysis import analysis_lines, analysis_object
from ...referee.catalogue import Catalogue
from ...referee.game import awaits_text, event_text
from ...referee.names import capital, seat_text, with_players
from ...referee.sentences import editions_text, printable, verdict_text
from ...words.house_list import HouseList
from ...words.judge import Judge
from ..kit.journal_end import compare_end
from ..kit.terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, paint, write, write_exactly, write_json
from ..kit.text_files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.file_kinds import FileKind
    from ..commands import ReplayOptions

#: The maximum size of a file, in bytes. The record of a whole partie takes about 60 KB.
MAX_BYTES = 1 << 25
#: The kinds of file that contain a game.
_GAMES: Collection[FileKind] = ("record", "journal", "shorthand")


class RecordedGame(NamedTuple):
    """A game that was read from a file.

    record   the record of the game
    partie   the game, replayed
    judge    a judge with the house rules and the house list of the game, and the current lexicon
    line_of  returns the number of the line that contains an event, from the index of the event in the log
    """

    record: Record
    partie: Partie
    judge: Judge
    line_of: Callable[[int], int]


def run(options: ReplayOptions) -> int:
    """Check the game in a file, print it and return the exit status.

    The game is printed as a narrative, as an analysis of its manches that are over, as JSON or in the short notation,
    depending on *options*. The status is EXIT_OK if the game is sound, finished or not, and EXIT_NEGATIVE if something
    in it is not what it says: the current lexicon judges a word differently, the seed does not give the deals, the
    lexicon of that hash is of another edition, or the end of a journal is missing.

    Raises RecordError, JournalError or ShorthandError if the game cannot be read, and UnusableInputError if the file
    contains no moves or the options exclude each other.
    """
    if options.analyse and options.shorthand:
        raise UnusableInputError("--analyse and --shorthand: expected one of the two")
    say = Catalogue.load(options.lang)
    lexicon = Lexicon.open(options.lexicon, verify=True)
    text = read_text(options.file, max_bytes=MAX_BYTES, expected="a game", kinds=_GAMES).removeprefix("\ufeff")
    torn, end = "", None
    if kind_of(text) == "journal":
        text, torn = _split_torn(text)
        end = compare_end(Path(options.file), text.removesuffix("\n").split("\n")) if options.file != "-" else None
    lost = end is not None and end.shorter
    game = _read_game(text, lexicon, options)
    differences = list(judge_again(game.record, game.judge))
    doubts = list(_doubts(game, lexicon, say))
    if end is not None and lost:
        doubts.append(end.text(say))
    analyses = analyse(game.partie, game.judge) if options.analyse else ()
    if options.json:
        described = {**_game_object(game, lexicon, differences), "end_missing": lost}
        if options.analyse:
            described["analysis"] = [analysis_object(analysis) for analysis in analyses]
        write_json(described)
    elif options.shorthand:
        write_exactly(write_shorthand(game.partie).rstrip("\n"))
    else:
        if options.analyse:
            _write_analyses(game, analyses, say)
        else:
            _narrate(game, lexicon, say, intact=not doubts)
        if torn:
            write(say("replay.torn"))
    for difference in differences:
        line, verdict = game.line_of(difference.event), verdict_text(difference.now, say)
        doubts.append(say("replay.difference", line=line, verdict=verdict))
    if not options.json:
        for doubt in doubts:
            write(paint(doubt, "red"))
    return EXIT_NEGATIVE if doubts else EXIT_OK


def _read_game(text: str, lexicon: Lexicon, options: ReplayOptions) -> RecordedGame:
    """Return the game that a record, a journal or shorthand contains.

    Raises RecordError, JournalError, ShorthandError or UnusableInputError if there is none.
    """

    def judge_of(record: Record) -> Judge:
        house = HouseList.parse(record.house_list) if record.house_list else None
        return Judge(lexicon, record.setup.rules, house)

    kind = kind_of(text)
    if kind == "journal":
        journal = Journal.resume(text.removesuffix("\n").split("\n"), judge_of)
        return RecordedGame(journal.record(), journal.partie, judge_of(journal.record()), journal.line_of)
    if kind == "record" or text.lstrip().startswith("{"):
        record = parse_record(text)
        judge = judge_of(record)
        return RecordedGame(record, partie_of(record, judge), judge, lambda event: event + 2)
    judge = Judge(lexicon, options.rules())
    partie = read_shorthand(text, judge)
    if not partie.actions_done:
        raise UnusableInputError(f"{options.file}: no moves, expected a game")
    return RecordedGame(record_of(partie), partie, judge, lambda event: event + 2)


def _split_torn(text: str) -> tuple[str, str]:
    """Return the complete lines of a journal, and what follows them: a line that was being written when its game ended.

    Such a line was never acknowledged. A text without any line end is returned as it is.
    """
    lines, end, torn = text.rpartition("\n")
    return (lines + end, torn) if end else (text, "")


def _narrate(game: RecordedGame, lexicon: Lexicon, say: Catalogue, *, intact: bool) -> None:
    """Print the players, the events and what was checked. *intact*: also say that nothing in the game was changed."""
    record, partie = game.record, game.partie
    for seat in SEATS:
        if name := record.players.get(seat):
            write(f"{capital(seat_text(seat, say))} : {printable(name)}")
    named = with_players(say, record.players)
    for event in partie.log:
        write(event_text(event, named))
    if not partie.over:
        write(paint(_unfinished_text(partie, named), "bold"))
    words = sum(isinstance(event, WordAccepted | WordRefused) for event in record.events)
    write(
        paint(
            say("replay.sound" if intact else "replay.counted", events=len(record.events), check=fingerprint(record)),
            "dim",
        )
    )
    if other := editions_text(record.lexicon, lexicon.identity, say):
        write(other)
    write(paint(say("replay.judged", words=words), "dim"))


def _write_analyses(game: RecordedGame, analyses: Sequence[MancheAnalysis], say: Catalogue) -> None:
    """Print the analyses of the manches that are over; if there is none, a line that says so."""
    named = with_players(say, game.record.players)
    for analysis in analyses:
        for number, line in enumerate(analysis_lines(analysis, named)):
            write(line if number else paint(line, "bold"))
    if not analyses:
        write(say("analysis.not_yet"))
    if not game.partie.over:
        write(paint(_unfinished_text(game.partie, named), "bold"))


def _unfinished_text(partie: Partie, say: Catalogue) -> str:
    """Return a sentence that says that the game is not over, where it stopped and what it awaits."""
    manche = partie.state.manche
    awaits = awaits_text(partie.awaits, (partie.turn,) if partie.turn else partie.movers(), say)
    return say(
        "replay.unfinished",
        manche=manche.number,
        manches=partie.setup.manches,
        pli=manche.pli_number,
        cards=len(manche.pli.laid),
        awaits=awaits,
    )


def _doubts(game: RecordedGame, lexicon: Lexicon, say: Catalogue) -> Iterator[str]:
    """Yield a sentence for each statement of the header that is not true."""
    setup, recorded, current = game.partie.setup, game.record.lexicon, lexicon.identity
    if setup.seed_is_true is False:
        yield say("replay.seed", seed=setup.seed)
    if recorded and recorded["hash"] == current["hash"] and recorded["edition"] != current["edition"]:
        yield say("replay.forged_edition", edition=recorded["edition"], own=current["edition"])


def _game_object(game: RecordedGame, lexicon: Lexicon, differences: list[Difference]) -> dict[str, object]:
    """Return the game as a JSON-ready object. *differences* are the words that the lexicon judges differently."""
    record, partie, manche = game.record, game.partie, game.partie.state.manche
    return {
        "fingerprint": fingerprint(record),
        "events": len(record.events),
        "over": partie.over,
        "awaits": partie.awaits,
        "movers": [seat.value for seat in partie.movers()],
        "manche": manche.number,
        "pli": min(manche.pli_number, PLIS),
        "players": {seat.value: name for seat, name in record.players.items()},
        "seed": partie.setup.seed,
        "seed_is_true": partie.setup.seed_is_true,
        "points": list(partie.points),
        "manches": [
            {
                "number": ended.number,
                "plis": list(ended.plis),
                "belettres": list(ended.belettres),
                "dix_de_der": ended.dix_de_der.value,
                "points": list(ended.points),
            }
            for ended in partie.state.ended
        ],
        "words": [event.verdict.as_dict() for event in record.events if isinstance(event, WordAccepted | WordRefused)],
        "judged_otherwise": [game.line_of(difference.event) for difference in differences],
        "recorded_lexicon": record.lexicon,
        "lexicon": lexicon.identity,
    }
