"""The command ``belettre replay``, which checks a recorded game, or a game in the short notation, and narrates it.

It reads records, journals and shorthand. Start reading at ``run``.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from typing import NamedTuple

from ... import engine
from ...base.files import kind_of
from ...games.belettre.analysis import MancheAnalysis, analyse
from ...games.belettre.events import WordAccepted, WordRefused
from ...games.belettre.manche import PLIS
from ...games.belettre.partie import Partie
from ...games.belettre.records.json_lines import Record
from ...games.belettre.seats import SEATS
from ...lexicon.lexicon import Lexicon
from ...referee.analysis import analysis_lines, analysis_object
from ...referee.catalogue import Catalogue, player_name_text
from ...referee.game import awaits_text, event_text
from ...referee.names import capital, seat_text, with_players
from ...referee.sentences import editions_text, verdict_text
from ...words.judge import Judge
from ..kit.terminal import UnusableInputError, paint, write, write_exactly, write_json
from ..kit.text_files import complete_lines, read_game_file, report_doubts
from ..words.check import open_lexicon
from .savegame import judges_with

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.files import FileKind
    from ..commands import ReplayOptions

#: The kinds of file that contain a game, and the journals among them.
_GAMES: Collection[FileKind] = ("record", "journal", "shorthand")
_JOURNALS: tuple[FileKind, ...] = ("journal",)


class _RecordedGame(NamedTuple):
    """A game that was read from a file.

    judge    a judge with the house rules and the house list of the game, and the current lexicon
    line_of  returns the number of the line that contains an event, given the index of the event in the log
    torn     whether the last line of its journal is incomplete: it was being written when the process died
    """

    record: Record
    partie: Partie
    judge: Judge
    line_of: Callable[[int], int]
    torn: bool = False


def run(options: ReplayOptions) -> int:
    """Check the game in a file, print it and return the exit status.

    The game is printed as a narrative, as an analysis of its manches that are over, as JSON or in the short notation,
    depending on *options*. The status is EXIT_OK if the game is sound, finished or not, and EXIT_NEGATIVE if there is a
    doubt: the current lexicon judges a word differently, the cards were not dealt from the seed that is stated, the
    stated edition of the lexicon does not belong to the stated hash, or the end of a journal is missing.

    Raises ArgumentError if the file cannot be read, RecordError, JournalError or ShorthandError if it is not a sound
    game, and UnusableInputError if it contains no moves or the options exclude each other.
    """
    if options.analyse and options.shorthand:
        raise UnusableInputError("--analyse and --shorthand: expected one of the two")
    say = Catalogue.load(options.lang)
    lexicon = open_lexicon(options.lexicon)
    file = read_game_file(options.file, expected="a game", kinds=_GAMES, journals=_JOURNALS)
    game = _read_game(file.text, lexicon, options)
    differences = list(engine.judge_again(game.record, game.judge))
    doubts = [*_doubts(game, lexicon, say), *file.end_doubts(say)]
    analyses = analyse(game.partie, game.judge) if options.analyse else ()
    if options.json:
        described = {**_game_object(game, lexicon, differences), "end_missing": file.end_is_missing}
        if options.analyse:
            described["analysis"] = [analysis_object(analysis) for analysis in analyses]
        write_json(described)
    elif options.shorthand:
        write_exactly(engine.write_shorthand(game.partie).rstrip("\n"))
    else:
        if options.analyse:
            _write_analyses(game, analyses, say)
        else:
            _narrate(game, lexicon, say, intact=not doubts)
        if game.torn:
            write(say("replay.torn"))
    for difference in differences:
        line, verdict = game.line_of(difference.event), verdict_text(difference.now, say)
        doubts.append(say("replay.difference", line=line, verdict=verdict))
    return report_doubts(doubts, as_json=options.json)


def _read_game(text: str, lexicon: Lexicon, options: ReplayOptions) -> _RecordedGame:
    """Return the game in a record, a journal or shorthand; raise RecordError, JournalError or ShorthandError."""
    judge_of = judges_with(lexicon)
    kind = kind_of(text)
    if kind == "journal":
        lines, torn = complete_lines(text)
        journal = engine.Journal.resume(lines, judge_of)
        return _RecordedGame(journal.record(), journal.partie, judge_of(journal.record()), journal.line_of, torn)
    if kind == "record" or text.lstrip().startswith("{"):
        record = engine.parse_record(text)
        judge = judge_of(record)
        return _RecordedGame(record, engine.partie_of(record, judge), judge, lambda event: event + 2)
    judge = Judge(lexicon, options.rules())
    partie = engine.read_shorthand(text, judge)
    if not partie.actions_done:
        raise UnusableInputError(f"{options.file}: no moves, expected a game")
    return _RecordedGame(engine.record_of(partie), partie, judge, lambda event: event + 2)


def _narrate(game: _RecordedGame, lexicon: Lexicon, say: Catalogue, *, intact: bool) -> None:
    """Print the players, the events and what was checked. If *intact*, also print that the game was not changed."""
    record, partie = game.record, game.partie
    for seat in SEATS:
        if name := record.players.get(seat):
            write(f"{capital(seat_text(seat, say))} : {player_name_text(name, say)}")
    named = with_players(say, record.players)
    for event in partie.log:
        write(event_text(event, named))
    if not partie.over:
        write(paint(_unfinished_text(partie, named), "bold"))
    words = sum(isinstance(event, WordAccepted | WordRefused) for event in record.events)
    key, check = "replay.sound" if intact else "replay.counted", engine.fingerprint(record)
    write(paint(say(key, events=len(record.events), check=check), "dim"))
    if other := editions_text(record.lexicon, lexicon.identity, say):
        write(other)
    write(paint(say("replay.judged", words=words), "dim"))


def _write_analyses(game: _RecordedGame, analyses: Sequence[MancheAnalysis], say: Catalogue) -> None:
    named = with_players(say, game.record.players)
    for analysis in analyses:
        for number, line in enumerate(analysis_lines(analysis, named)):
            write(line if number else paint(line, "bold"))
    if not analyses:
        write(say("analysis.not_yet"))
    if not game.partie.over:
        write(paint(_unfinished_text(game.partie, named), "bold"))


def _unfinished_text(partie: Partie, say: Catalogue) -> str:
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


def _doubts(game: _RecordedGame, lexicon: Lexicon, say: Catalogue) -> Iterator[str]:
    """Yield a sentence if the seed in the header is wrong, and one if the edition of the lexicon is wrong."""
    setup, recorded, current = game.partie.setup, game.record.lexicon, lexicon.identity
    if setup.seed_is_true is False:
        yield say("replay.seed", seed=setup.seed)
    if recorded and recorded["hash"] == current["hash"] and recorded["edition"] != current["edition"]:
        yield say("replay.forged_edition", edition=recorded["edition"], own=current["edition"])


def _game_object(game: _RecordedGame, lexicon: Lexicon, differences: list[engine.Difference]) -> dict[str, object]:
    """Return the game as a JSON-ready object. *differences* are the words that the lexicon judges differently."""
    record, partie, manche = game.record, game.partie, game.partie.state.manche
    return {
        "fingerprint": engine.fingerprint(record),
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
