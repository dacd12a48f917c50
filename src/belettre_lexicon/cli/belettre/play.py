"""The command ``belettre play``, with which a human player, in any seat, plays against three bots in the terminal.

A line that the player types is parsed and applied to the game as an action; then the resulting events are printed::

    line → moves.parse_line → Journal.entering → the file (fsync) → events → view.seen_by → game.event_text → lines

The output contains only what the human player may know. The game of a session at a keyboard is saved in a file and
resumed from it, as ``belettre table`` does; the file contains all hands. A game whose lines come from a pipe is saved
only if ``--save`` names a file. Start reading at ``PracticeSession.play``.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import cast

from ...french.cards import points
from ...french.decks import BOXED, Deck
from ...games.belettre.actions import Action
from ...games.belettre.bots.amateur import Bot
from ...games.belettre.bots.simulation import AMATEUR, STRONG, BotFactory, BotKind
from ...games.belettre.deal import MANCHES, check_manches
from ...games.belettre.events import MancheEnded, WordRefused
from ...games.belettre.manche import PLIS
from ...games.belettre.partie import HistoryCache, Partie
from ...games.belettre.practice import Practice
from ...games.belettre.records.json_lines import Journal
from ...games.belettre.seats import SEATS, Seat
from ...games.belettre.setup import Setup
from ...games.belettre.state import LAY
from ...games.belettre.view import View, seen_by
from ...games.kit.machine import IllegalActionError
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.game import event_text, move_refusal_text
from ...referee.names import seat_text
from ...referee.sentences import printable
from ...words.judge import Judge
from ..commands import PlayOptions
from ..kit.commands import typed_as
from ..kit.save_file import SavegameError
from ..kit.terminal import EXIT_OK, UnusableInputError, at_keyboard, paint, plain_lines, write
from ..words.check import read_house_list
from .board import board_lines, hand_line, near_lines, prompt_lines, score_lines, words_line
from .last_manche import last_manche_lines
from .moves import Command, UnclearLine, parse_line, parse_saving
from .savegame import OpenedGame, data_folder, not_kept_text, open_game, save_record

#: The kinds of bot that ``--level`` accepts.
LEVELS: tuple[BotKind, ...] = (STRONG, AMATEUR)
#: Seeds drawn at random are below this limit, so that they are short enough to type.
_SEED_LIMIT = 1_000_000
_HELP = (
    "minuscule",
    "majuscule",
    "joker",
    "pass",
    "discard",
    "belettre",
    "swap",
    "take",
    "show",
    "undo",
    "analysis",
    "save",
    "quit",
)
#: The file of the current game, in the user's data folder. Earlier games are in the same folder, with dates in their
#: names.
_CURRENT_GAME = Path("practice", "partie.jsonl")
#: The name of a bot in the journal, which contains its kind: « machine (strong) ».
_BOT_NAME = re.compile(rf".* \((?P<kind>{'|'.join(LEVELS)})\)")


def run(options: PlayOptions) -> int:
    """Play a game until it is over or the human player leaves, and return EXIT_OK.

    Raises ArgumentError or UnusableInputError for unusable options, before the game begins, and UnusableInputError if
    the file of the game cannot be used.
    """
    say = Catalogue.load(options.lang)
    keyboard = at_keyboard()
    folder = data_folder() if keyboard and not options.save else None
    path = folder / _CURRENT_GAME if folder else Path(options.save) if options.save else None
    try:
        game = _open_game(options, path, say, rotating=folder is not None)
        try:
            seat, level = opponents_of(game, path)
            _greet(game, say, warns=keyboard and path is None)
            session = PracticeSession(
                game.journal, _bots(game.journal, level, seat), seat, plain_lines(), say, game.keep
            )
            try:
                session.play()
            except KeyboardInterrupt:
                write("")
                write(say("play.left_game"))
        finally:
            game.close()
    except SavegameError as error:
        raise UnusableInputError(error.text(say)) from error
    if path is not None:
        over = game.journal.partie.over
        write(say("play.over_kept" if over else "play.kept", path=printable(str(path))))
    return EXIT_OK


def opponents_of(game: OpenedGame, path: Path | None) -> tuple[Seat, BotKind]:
    """Return the seat of the human player and the kind of the bots, from the names of the players in the journal.

    Raises SavegameError, which names *path*, if the game is not one of a human player against three bots.
    """
    players = game.journal.players
    kinds = {seat: match["kind"] for seat in SEATS if (match := _BOT_NAME.fullmatch(players.get(seat, "")))}
    persons = [seat for seat in SEATS if seat not in kinds]
    level = next((kind for kind in LEVELS if set(kinds.values()) == {kind}), None)
    if len(persons) != 1 or level is None:
        raise SavegameError("damaged", path or Path(), line=1, why="expected a human player and three bots")
    return persons[0], level


def _open_game(options: PlayOptions, path: Path | None, say: Catalogue, *, rotating: bool) -> OpenedGame:
    """Resume the game that is saved in a file, or begin a new one, as ``savegame.open_game`` does.

    Raises ArgumentError or UnusableInputError for unusable options, SavegameError if the file cannot be used.
    """
    seat = typed_as("--seat", "seat", Seat.of, options.seat)
    level = next((kind for kind in LEVELS if kind == options.level), None)
    if level is None:
        raise UnusableInputError(f"--level {options.level!r} is not one of {', '.join(LEVELS)}")
    seed = random.SystemRandom().randrange(_SEED_LIMIT) if options.seed is None else options.seed
    manches = check_manches(MANCHES if options.manches is None else options.manches)
    lexicon = Lexicon.open(options.lexicon, verify=True)
    judge = Judge(lexicon, options.rules(), read_house_list(options.house_list))
    deck = Deck.read(options.deck) if options.deck else BOXED
    partie = Partie.new(judge, random.Random(seed), manches=manches, deck=deck, seed=seed)
    players = {other: _player_name(other is seat, level, say) for other in SEATS}
    game = open_game(
        Journal(partie, players), path, lexicon, new=options.new, rotating=rotating, accept_loss=options.accept_loss
    )
    if not game.resumed:
        return game
    resumed = game.journal.partie.setup
    asked = (seed, manches, deck, judge.rules, seat, level)
    by_default = (seed, MANCHES, BOXED, Setup().rules, SEATS[0], LEVELS[0])
    begun = (resumed.seed, resumed.manches, resumed.deck, resumed.rules, *opponents_of(game, path))
    asks = options.seed is not None or asked != by_default
    return game._replace(other_terms=asks and asked != begun)


def _greet(game: OpenedGame, say: Catalogue, *, warns: bool) -> None:
    """Print the seed of the game, and whether the game is new or resumed. *warns*: also say that it is not saved."""
    partie = game.journal.partie
    if game.aside is not None:
        write(say("table.retired", path=printable(str(game.aside))))
    write(say("play.seed", seed=partie.setup.seed))
    if game.file is not None and game.resumed:
        manche, path = partie.state.manche, printable(str(game.file.path))
        write(say("table.resumed", manche=manche.number, pli=min(manche.pli_number, PLIS), path=path))
    if game.end is not None and (remark := game.end.text(say)):
        write(remark)
    if game.other_terms:
        write(say("play.other_terms"))
    if warns:
        write(paint(say("play.not_saved"), "dim"))


class PracticeSession:
    """A session in which one human player plays a game against three bots.

    journal  the game
    bots     the bot of each seat except the human player's
    seat     the seat of the human player
    lines    the lines that the human player types; the session ends when there are no more
    say      the catalogue of the output language
    keep     the function that writes a line of the journal to the disk; it raises OSError if it fails
    """

    def __init__(
        self,
        journal: Journal,
        bots: Mapping[Seat, Bot],
        seat: Seat,
        lines: Iterator[str],
        say: Catalogue,
        keep: Callable[[str], None],
    ) -> None:
        self._journal = journal
        self._partie = partie = journal.partie
        self._keep = keep
        self._bots = bots
        self._seat = seat
        self._lines = lines
        self._say = say
        self._points = points(partie.setup.deck)
        #: The number of events in the log that have been narrated. A resumed game begins with its last event.
        self._told = len(partie.log) - 1 if partie.actions_done else 0
        self._judge = cast(Judge, partie.judge)
        self._practice = Practice(partie, seat)

    def play(self) -> None:
        """Play until the game is over or the human player leaves.

        Raises UnusableInputError if the action of a bot cannot be saved.
        """
        partie, say = self._partie, self._say
        write(say("play.welcome", seat=seat_text(self._seat, say), partner=seat_text(self._seat.partner, say)))
        self._tell()
        while (seat := self._practice.mover()) is not None:
            if seat is not self._seat:
                self._enter_bot(self._bots[seat].choose(partie.view(seat)))
            elif not self._decide():
                write(say("play.left_game"))
                return
            self._tell()
        self._answer_after_end()

    def _tell(self) -> None:
        """Print the events since the last call, hiding what the human player may not know."""
        log = self._partie.log
        for event in log[self._told :]:
            write(event_text(seen_by(event, self._seat), self._say, self._seat))
            if isinstance(event, WordRefused) and event.seat is self._seat:
                for line in near_lines(event, self._judge.lexicon, self._say):
                    write(paint(line, "dim"))
            if isinstance(event, MancheEnded) and not self._partie.over:
                write(paint(self._say("analysis.offer"), "dim"))
        self._told = len(log)

    def _answer_after_end(self) -> None:
        """Answer commands about a game that is over, until the human player leaves, as with an empty line."""
        write(paint(self._say("analysis.offer_at_end"), "bold"))
        while True:
            sys.stdout.flush()
            line = next(self._lines, None)
            entry = parse_line(line, self._partie.view(self._seat)) if line is not None else Command.QUIT
            if line is not None and (path := parse_saving(line)) is not None:
                save_record(path, self._journal.record(), self._say)
            elif entry in (Command.QUIT, Command.SILENT):
                return
            elif entry in (Command.ANALYSIS, Command.WORDS, Command.SCORE):
                self._run_command(entry)
            else:
                write(self._say("analysis.offer_at_end"))

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
            if (path := parse_saving(line)) is not None:
                save_record(path, self._journal.record(), self._say)
                continue
            entry = parse_line(line, self._partie.view(self._seat))
            if entry is Command.QUIT:
                return False
            if isinstance(entry, UnclearLine):
                write(entry.text(self._say))
            elif self._run_command(entry) if isinstance(entry, Command) else self._act(entry):
                return True

    def _act(self, action: Action) -> bool:
        """Enter an action of the human player and return True.

        Return False, after printing the reasons, if the action is illegal or could not be saved.
        """
        try:
            return self._saved(self._journal.entering(action))
        except IllegalActionError as error:
            for refusal in error.refusals:
                write(paint(move_refusal_text(refusal, self._say), "red"))
            return False

    def _enter_bot(self, action: Action) -> None:
        """Enter an action of a bot. Raises UnusableInputError if it could not be saved; the game is then unchanged."""
        try:
            with self._journal.entering(action) as line:
                self._keep(line)
        except OSError as error:
            raise UnusableInputError(not_kept_text(error, self._say)) from error

    def _saved(self, change: AbstractContextManager[str]) -> bool:
        """Change the game after saving the line of the change, and return True.

        Return False, after printing why, if the line could not be saved; the game is then unchanged.
        """
        try:
            with change as line:
                self._keep(line)
        except OSError as error:
            write(paint(not_kept_text(error, self._say), "red"))
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
            case Command.ANALYSIS:
                here = {f"seats.{self._seat.name.lower()}": say("play.you", seat=seat_text(self._seat, say))}
                for line in last_manche_lines(self._partie, self._judge, say.with_messages(here)):
                    write(line)
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
        if actions and not self._saved(self._journal.taking_back(actions)):
            return False
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


class _Opponent:
    """A bot whose random choices depend only on the seed of the game, on its seat and on the number of entries.

    A resumed game therefore goes on exactly as it would have done without the interruption.
    """

    def __init__(self, journal: Journal, kind: BotKind, seat: Seat, factory: BotFactory, cache: HistoryCache) -> None:
        self._journal = journal
        self._kind = kind
        self._seat = seat
        self._factory = factory
        self._cache = cache

    def choose(self, view: View) -> Action:
        """Return the action that the bot takes in a game that it sees as *view*."""
        chance = random.Random(f"{self._journal.partie.setup.seed}:{self._seat.value}:{self._journal.number}")
        return self._factory.bot(self._kind, chance, self._cache).choose(view)


def _bots(journal: Journal, kind: BotKind, person: Seat) -> dict[Seat, Bot]:
    """Return a bot for each seat except *person*, the seat of the human player."""
    judge = cast(Judge, journal.partie.judge)
    factory, cache = BotFactory(judge), HistoryCache(judge.rules)
    return {seat: _Opponent(journal, kind, seat, factory, cache) for seat in SEATS if seat is not person}


def _player_name(person: bool, level: BotKind, say: Catalogue) -> str:
    """Return the name of a player for the record of the game.

    person  whether this is the human player; otherwise the player is a bot
    """
    return say("play.person") if person else f"{say('play.bot')} ({level})"
