"""``belettre play``: a game in the terminal against bots, a person in any seat.

    line → moves.read_line → Partie.apply → events → view.seen_by → game.event_text → lines

Only the view of the person's seat is ever shown. Start reading at ``PracticeSession.play``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path

from ..cards import points
from ..decks import BOXED, Deck
from ..engine.actions import Action
from ..engine.bots.amateur import Bot
from ..engine.bots.simulation import RANDOM, STRONG, BotFactory, BotKind
from ..engine.deal import check_manches
from ..engine.events import WordRefused
from ..engine.history_cache import HistoryCache
from ..engine.partie import Partie
from ..engine.records.json_lines import format_record, record_of
from ..engine.seats import SEATS, Seat
from ..engine.state import LAY, PICK_UP
from ..engine.view import seen_by
from ..errors import ArgumentError
from ..game.refusals import IllegalActionError
from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from ..referee.game import event_text, move_refusal_text
from ..referee.names import seat_text
from ..referee.sentences import printable
from ..words.judge import Judge
from .arguments import PlayOptions
from .board import board_lines, hand_line, near_lines, prompt_lines, score_lines, words_line
from .check import read_house_list
from .lines import plain_lines
from .moves import Command, Unclear, read_line
from .terminal import ALL_VALID, UnusableInputError, paint, write

#: How the bots play, by the value of ``--level``.
LEVELS: tuple[BotKind, ...] = (STRONG, RANDOM)
#: Seeds that are drawn are below this, short enough to be typed again.
_DRAWN = 1_000_000
_HELP = ("minuscule", "majuscule", "joker", "pass", "discard", "belettre", "swap", "take", "show", "undo", "quit")


def run(options: PlayOptions) -> int:
    """Play a game, or as much of it as the person likes; the exit status."""
    say = Catalogue.load(options.lang)
    seat = Seat.of(options.seat)
    level = next((kind for kind in LEVELS if kind == options.level), None)
    if level is None:
        raise UnusableInputError(f"play: level {options.level!r} is none of {', '.join(LEVELS)}")
    seed = random.SystemRandom().randrange(_DRAWN) if options.seed is None else options.seed
    check_manches(options.manches)
    judge = Judge(Lexicon.open(options.lexicon), options.rules(), read_house_list(options.house_list))
    deck = Deck.read(options.deck) if options.deck else BOXED
    partie = Partie.new(judge, random.Random(seed), manches=options.manches, deck=deck, seed=seed)
    if options.save:
        _check_writable(options.save)
    write(say("play.seed", seed=seed))
    session = PracticeSession(partie, _bots(judge, level, seed, seat), seat, plain_lines(), say, judge.lexicon)
    try:
        session.play()
    except KeyboardInterrupt:
        write("")
        write(say("play.left_game"))
    finally:
        if options.save:
            _save(partie, options.save, {one: _name(one is seat, options.level, say) for one in SEATS})
    if options.save:
        write(say("play.saved", path=printable(options.save)))
    return ALL_VALID


class PracticeSession:
    """One person at a table with three bots.

    partie  the game; *bots* play every seat but the person's, *seat*
    lines   what the person types, a line at a time; its end is the end of the session
    lexicon  where near words come from
    """

    def __init__(
        self,
        partie: Partie,
        bots: Mapping[Seat, Bot],
        seat: Seat,
        lines: Iterator[str],
        say: Catalogue,
        lexicon: Lexicon,
    ) -> None:
        self._partie = partie
        self._bots = bots
        self._seat = seat
        self._lines = lines
        self._say = say
        self._points = points(partie.setup.deck)
        self._lexicon = lexicon
        #: How many events were told.
        self._told = 0
        #: ``Partie.actions_done`` before each decision of the person.
        self._decisions: list[int] = []
        #: The manche in which he keeps silent about his Belettre.
        self._silent = 0

    def play(self) -> None:
        """Play until the game is over, or until the person leaves."""
        partie, say = self._partie, self._say
        write(say("play.welcome", seat=seat_text(self._seat, say), partner=seat_text(self._seat.partner, say)))
        self._tell()
        while (seat := self._mover()) is not None:
            if seat is not self._seat:
                partie.apply(self._bots[seat].choose(partie.view(seat)))
            elif not self._decide():
                write(say("play.left_game"))
                return
            self._tell()

    def _mover(self) -> Seat | None:
        """Who acts now; None when the game is over. Where a team may choose, the person does before his partner."""
        partie, own = self._partie, self._seat
        movers = partie.movers()
        if partie.awaits == PICK_UP and own in movers:
            return own
        silent = partie.turn not in (None, own) and self._silent == partie.state.manche.number
        return next((seat for seat in movers if not (silent and seat is own)), None)

    def _tell(self) -> None:
        """Tell what happened since it was last told, as far as the person may know it."""
        log = self._partie.log
        for event in log[self._told :]:
            write(event_text(seen_by(event, self._seat), self._say))
            if isinstance(event, WordRefused) and event.seat is self._seat:
                for line in near_lines(event, self._lexicon, self._say):
                    write(paint(line, "dim"))
        self._told = len(log)

    def _decide(self) -> bool:
        """Ask the person until something changes; False when he leaves."""
        self._show()
        while True:
            sys.stdout.flush()
            line = next(self._lines, None)
            if line is None:
                return False
            said = read_line(line, self._partie.view(self._seat))
            if said is Command.QUIT:
                return False
            if isinstance(said, Unclear):
                write(said.text(self._say))
            elif self._answer(said) if isinstance(said, Command) else self._act(said):
                return True

    def _act(self, action: Action) -> bool:
        """Do it; or say why not."""
        before = self._partie.actions_done
        try:
            self._partie.apply(action)
        except IllegalActionError as error:
            for refusal in error.refusals:
                write(paint(move_refusal_text(refusal, self._say), "red"))
            return False
        self._decisions.append(before)
        return True

    def _answer(self, command: Command) -> bool:
        """Carry out a command; whether the game has changed."""
        view, say = self._partie.view(self._seat), self._say
        match command:
            case Command.UNDO:
                return self._undo()
            case Command.SILENT:
                return self._keep_silent()
            case Command.TABLE:
                self._show()
            case Command.HAND:
                write(hand_line(view, self._points, say))
            case Command.WORDS:
                write(words_line(view.words, say))
            case Command.SCORE:
                for line in score_lines(view.points, say):
                    write(line)
            case Command.HELP:
                for key in _HELP:
                    write(f"  {say(f'play.help_{key}')}")
        return False

    def _undo(self) -> bool:
        """Take back everything since the person's last decision, that decision included."""
        if not self._decisions:
            write(self._say("play.nothing_to_undo"))
            return False
        self._partie.undo(self._partie.actions_done - self._decisions.pop())
        self._told = len(self._partie.log)
        self._silent = 0
        write(self._say("play.undone"))
        return True

    def _keep_silent(self) -> bool:
        """An empty line is a decision where a Belettre may be announced before another player opens (S3)."""
        if self._partie.awaits != LAY or self._partie.turn is self._seat:
            return False
        self._silent = self._partie.state.manche.number
        self._decisions.append(self._partie.actions_done)
        return True

    def _show(self) -> None:
        view = self._partie.view(self._seat)
        write("")
        for line in board_lines(view, self._points, self._say):
            write(line)
        for line in prompt_lines(view, self._say):
            write(paint(line, "bold"))


def _bots(judge: Judge, level: BotKind, seed: int, seat: Seat) -> dict[Seat, Bot]:
    """A bot for every other seat, each with chance of its own."""
    table, memory = BotFactory(judge), HistoryCache(judge.rules)
    return {
        other: table.bot(level, random.Random(f"{seed}:{other.value}"), memory) for other in SEATS if other is not seat
    }


def _name(person: bool, level: str, say: Catalogue) -> str:
    return say("play.person") if person else f"{say('play.bot')} ({level})"


def _check_writable(path: str) -> None:
    """Refuse a file that cannot be written before the game, not after it. Raises ArgumentError."""
    try:
        with Path(path).open("a", encoding="utf-8"):
            pass
    except (OSError, ValueError) as error:
        raise ArgumentError(f"{path}: cannot be written: {getattr(error, 'strerror', None) or error}") from error


def _save(partie: Partie, path: str, players: Mapping[Seat, str]) -> None:
    try:
        Path(path).write_text(format_record(record_of(partie, players)), encoding="utf-8", newline="\n")
    except OSError as error:
        raise ArgumentError(f"{path}: cannot be written: {error.strerror or error}") from error
