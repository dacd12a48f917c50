"""``belettre replay``: check the record of a game, or a game in the short notation, and tell it."""

from __future__ import annotations

import sys
from pathlib import Path

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
from ..words.houselist import HouseList
from ..words.judge import Judge
from .terminal import ALL_VALID, SOME_REFUSED, UnusableInputError, paint, write, write_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .arguments import ReplayOptions

#: Bytes of a file at most: a partie takes some 60 KB.
MAX_BYTES = 1 << 25


def run(options: ReplayOptions) -> int:
    """Tell the game of a file; exit status 1 when a word would be judged otherwise today."""
    say = Catalogue.load(options.lang)
    lexicon = Lexicon.open(options.lexicon)
    text = _read(options.file)
    if text.lstrip("\ufeff \r\n").startswith("{"):
        record = parse_record(text.removeprefix("\ufeff"))
        judge = Judge(lexicon, record.setup.rules, HouseList.parse(record.house_list) if record.house_list else None)
        partie = partie_of(record, judge)
    else:
        judge = Judge(lexicon, options.rules())
        partie = read_shorthand(text.removeprefix("\ufeff"), judge)
        record = record_of(partie)
        if not partie.actions_done:
            raise UnusableInputError(f"{options.file}: no move in it, expected a game")
    differences = list(judge_again(record, judge))
    if options.json:
        write_json(_described(record, partie, lexicon, [difference.line for difference in differences]))
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
    return SOME_REFUSED if differences else ALL_VALID


def _read(path: str) -> str:
    """The text of a file, or of standard input for « - ». Raises UnusableInputError when it is none."""
    try:
        with sys.stdin.buffer if path == "-" else Path(path).open("rb") as stream:
            raw = stream.read(MAX_BYTES + 1)
        if len(raw) > MAX_BYTES:
            raise UnusableInputError(f"{path}: more than {MAX_BYTES} bytes, expected a game")
        return raw.decode("utf-8")
    except OSError as error:
        raise UnusableInputError(f"{path}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError as error:
        raise UnusableInputError(f"{path}: not UTF-8 at byte {error.start}") from error


def _write_checks(record: Record, lexicon: Lexicon, say: Catalogue) -> None:
    """What was checked: every event, and every word by the lexicon at hand."""
    words = sum(isinstance(event, WordAccepted | WordRefused) for event in record.events)
    write(paint(say("replay.sound", events=len(record.events), check=fingerprint(record)), "dim"))
    if other := editions_text(record.lexicon, lexicon.identity, say):
        write(other)
    write(paint(say("replay.judged", words=words), "dim"))


def _described(record: Record, partie: Partie, lexicon: Lexicon, lines: list[int]) -> dict[str, object]:
    """The game in one JSON object."""
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
        "judged_otherwise": lines,
        "recorded_lexicon": record.lexicon,
        "lexicon": lexicon.identity,
    }
