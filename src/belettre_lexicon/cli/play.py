"""The command ``belettre play``, with which a human player, in any seat, plays against three bots in the terminal.

A line that the player types is parsed and applied to the game as an action; then the resulting events are printed::

    line → moves.parse_line → Partie.apply → events → view.seen_by → game.event_text → lines

The output contains only what the human player may know. Start reading at ``PracticeSession.play``.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Mapping

from ..cards import points
from ..decks import BOXED, Deck
from ..engine.actions import Action
from ..engine.bots.amateur import Bot
from ..engine.bots.simulation import RANDOM, STRONG, BotFactory, BotKind
from ..engine.deal import MANCHES, check_manches
from ..engine.events import WordRefused
from ..engine.history_cache import HistoryCache
from ..engine.partie import Partie
from ..engine.practice import Practice
from ..engine.records.json_lines import format_record, record_of
from ..engine.seats import SEATS, Seat
from ..engine.state import LAY
from ..engine.view import seen_by
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
from .moves import Command, UnclearLine, parse_line
from .terminal import EXIT_OK, UnusableInputError, paint, plain_lines, write
from .text_files import check_writable, write_text

#: The kinds of bot that ``--level`` accepts.
LEVELS: tuple[BotKind, ...] = (STRONG, RANDOM)
#: Seeds drawn at random are below this limit, so that they are short enough to type.
_SEED_LIMIT = 1_000_000
_HELP = ("minuscule", "majuscule", "joker", "pass", "discard", "belettre", "swap", "take", "show", "undo", "quit")


def run(options: PlayOptions) -> int:
    """Play a game until it is over or the human player leaves, and return EXIT_OK.

    If ``--save`` is given, the record of the game is written at the end, even if the player leaves early. Raises
    ArgumentError or UnusableInputError for unusable options, before the game begins.
    """
    say = Catalogue.load(options.lang)
    seat = Seat.of(options.seat)
    level = next((kind for kind in LEVELS if kind == options.level), None)
    if level is None:
        raise UnusableInputError(f"play: level {options.level!r} is not one of {', '.join(LEVELS)}")
    seed = random.SystemRandom().randrange(_SEED_LIMIT) if options.seed is None else options.seed
    manches = check_manches(MANCHES if options.manches is None else options.manches)
    judge = Judge(Lexicon.open(options.lexicon, verify=True), options.rules(), read_house_list(options.house_list))
    deck = Deck.read(options.deck) if options.deck else BOXED
    partie = Partie.new(judge, random.Random(seed), manches=manches, deck=deck, seed=seed)
    if options.save:
        check_writable(options.save)
    write(say("play.seed", seed=seed))
    session = PracticeSession(partie, _bots(judge, level, seed, seat), seat, plain_lines(), say, judge.lexicon)
    try:
        session.play()
    except KeyboardInterrupt:
        write("")
        write(say("play.left_game"))
    finally:
        if options.save:
            players = {other: _player_name(other is seat, level, say) for other in SEATS}
            write_text(options.save, format_record(record_of(partie, players)))
    if options.save:
        write(say("play.saved", path=printable(options.save)))
    return EXIT_OK


class PracticeSession:
    """A session in which one human player plays a game against three bots.

    partie   the game
    bots     the bot of each seat except the human player's
    seat     the seat of the human player
    lines    the lines that the human player types; the session ends when there are no more
    say      the catalogue of the output language
    lexicon  the lexicon in which words close to a mistyped word are found
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
        #: The number of events in the log that have been narrated.
        self._told = 0
        self._practice = Practice(partie, seat)

    def play(self) -> None:
        """Play until the game is over or the human player leaves."""
        partie, say = self._partie, self._say
        write(say("play.welcome", seat=seat_text(self._seat, say), partner=seat_text(self._seat.partner, say)))
        self._tell()
        while (seat := self._practice.mover()) is not None:
            if seat is not self._seat:
                partie.apply(self._bots[seat].choose(partie.view(seat)))
            elif not self._decide():
                write(say("play.left_game"))
                return
            self._tell()

    def _tell(self) -> None:
        """Print the events since the last call, hiding what the human player may not know."""
        log = self._partie.log
        for event in log[self._told :]:
            write(event_text(seen_by(event, self._seat), self._say))
            if isinstance(event, WordRefused) and event.seat is self._seat:
                for line in near_lines(event, self._lexicon, self._say):
                    write(paint(line, "dim"))
        self._told = len(log)

    def _decide(self) -> bool:
        """Read lines from the human player until one of the lines changes the game.

        Return True if the game has changed, False if the player leaves.
        """
        self._show()
        while True:
            sys.stdout.flush()
            line = next(self._lines, None)
            if line is None:
                return False
            entry = parse_line(line, self._partie.view(self._seat))
            if entry is Command.QUIT:
                return False
            if isinstance(entry, UnclearLine):
                write(entry.text(self._say))
            elif self._run_command(entry) if isinstance(entry, Command) else self._act(entry):
                return True

    def _act(self, action: Action) -> bool:
        """Apply an action to the game and return True; if the action is illegal, print the reasons and return False."""
        try:
            self._partie.apply(action)
        except IllegalActionError as error:
            for refusal in error.refusals:
                write(paint(move_refusal_text(refusal, self._say), "red"))
            return False
        return True

    def _run_command(self, command: Command) -> bool:
        """Carry out a command and return whether the game has changed."""
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
        """Take back the last decision of the human player and everything that happened after it.

        Return True if the game has changed, False if there was no decision to take back.
        """
        actions = self._practice.actions_since_decision()
        if actions is None:
            write(self._say("play.nothing_to_undo"))
            return False
        self._partie.undo(actions)
        self._practice.after_undo()
        self._told = len(self._partie.log)
        write(self._say("play.undone"))
        return True

    def _keep_silent(self) -> bool:
        """Record that the human player does not announce a Belettre before another player opens the manche (S3).

        Return True, or False if no other player is about to lay a card; the command SILENT has no meaning then.
        """
        if self._partie.awaits != LAY or self._partie.turn is self._seat:
            return False
        self._practice.keep_silent()
        return True

    def _show(self) -> None:
        """Print the game as the human player sees it, then what they may do."""
        view = self._partie.view(self._seat)
        write("")
        for line in board_lines(view, self._points, self._say):
            write(line)
        for line in prompt_lines(view, self._say):
            write(paint(line, "bold"))


def _bots(judge: Judge, level: BotKind, seed: int, seat: Seat) -> dict[Seat, Bot]:
    """Return a bot for each seat except *seat*, which is the human player's.

    Each bot has its own random generator, whose seed is derived from *seed*.
    """
    factory, history_cache = BotFactory(judge), HistoryCache(judge.rules)
    return {
        other: factory.bot(level, random.Random(f"{seed}:{other.value}"), history_cache)
        for other in SEATS
        if other is not seat
    }


def _player_name(person: bool, level: BotKind, say: Catalogue) -> str:
    """Return the name of a player for the record of the game.

    person  whether this is the human player; otherwise the player is a bot
    """
    return say("play.person") if person else f"{say('play.bot')} ({level})"
