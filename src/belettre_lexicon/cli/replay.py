"""The command ``belettre replay``, which checks the record of a game, or a game in the short notation, and narrates it.

Start reading at ``run``.
"""

from __future__ import annotations

from ..engine import fingerprint, judge_again, parse_record, partie_of, read_shorthand, record_of, write_shorthand
from ..engine.events import WordAccepted, WordRefused
from ..engine.partie import Partie
from ..engine.records.json_lines import Record
from ..engine.seats import SEATS
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.game import event_text
from ..referee.names import capital, seat_text
from ..referee.sentences import editions_text, printable, verdict_text
from ..words.house_list import HouseList
from ..words.judge import Judge
from .terminal import EXIT_NEGATIVE, EXIT_OK, UnusableInputError, paint, write, write_json
from .text_files import read_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import ReplayOptions

#: The maximum size of a file, in bytes. The record of a whole partie takes about 60 KB.
MAX_BYTES = 1 << 25


def run(options: ReplayOptions) -> int:
    """Check the game in a file, print it and return the exit status.

    The game is printed as a narrative, as JSON or in the short notation, depending on *options*. The status is
    EXIT_NEGATIVE if the current lexicon judges any word differently than the record does, otherwise EXIT_OK. Raises
    UnusableInputError if the file contains no moves.
    """
    say = Catalogue.load(options.lang)
    lexicon = Lexicon.open(options.lexicon, verify=True)
    text = read_text(options.file, max_bytes=MAX_BYTES, expected="a game")
    if text.lstrip("\ufeff \r\n").startswith("{"):
        record = parse_record(text.removeprefix("\ufeff"))
        judge = Judge(lexicon, record.setup.rules, HouseList.parse(record.house_list) if record.house_list else None)
        partie = partie_of(record, judge)
    else:
        judge = Judge(lexicon, options.rules())
        partie = read_shorthand(text.removeprefix("\ufeff"), judge)
        record = record_of(partie)
        if not partie.actions_done:
            raise UnusableInputError(f"{options.file}: no moves, expected a game")
    differences = list(judge_again(record, judge))
    if options.json:
        write_json(_game_object(record, partie, lexicon, [difference.line for difference in differences]))
    elif options.shorthand:
        write(write_shorthand(partie).rstrip("\n"))
    else:
        for seat in SEATS:
            if name := record.players.get(seat):
                write(f"{capital(seat_text(seat, say))} : {printable(name)}")
        for event in partie.log:
            write(event_text(event, say))
        _write_checks(record, lexicon, say)
    for difference in differences:
        write(paint(say("replay.difference", line=difference.line, verdict=verdict_text(difference.now, say)), "red"))
    return EXIT_NEGATIVE if differences else EXIT_OK


def _write_checks(record: Record, lexicon: Lexicon, say: Catalogue) -> None:
    """Print what was checked: the number of events, and the number of words judged again with the current lexicon."""
    words = sum(isinstance(event, WordAccepted | WordRefused) for event in record.events)
    write(paint(say("replay.sound", events=len(record.events), check=fingerprint(record)), "dim"))
    if other := editions_text(record.lexicon, lexicon.identity, say):
        write(other)
    write(paint(say("replay.judged", words=words), "dim"))


def _game_object(record: Record, partie: Partie, lexicon: Lexicon, changed_lines: list[int]) -> dict[str, object]:
    """Return the game as a JSON-ready object.

    changed_lines  the lines of the record with words that the current lexicon judges differently
    """
    return {
        "fingerprint": fingerprint(record),
        "events": len(record.events),
        "over": partie.over,
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
        "judged_otherwise": changed_lines,
        "recorded_lexicon": record.lexicon,
        "lexicon": lexicon.identity,
    }
