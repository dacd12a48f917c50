"""The command ``belote play``: a person, in any seat, plays against three bots in the terminal.

A line that the person types is parsed and applied to the game as an action; then the resulting events are printed::

    line → moves.parse_line → Journal.entering → the file (fsync) → events → view.seen_by → event_text → lines

The output contains only what the person may know. The game of a session at a keyboard is saved in a file and resumed
from it; the file contains the seed, and so all hands. A game whose lines come from a pipe is saved only if ``--save``
names a file. Start reading at ``BelotePlaySession.play``.
"""

from __future__ import annotations

import random
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import NamedTuple

from ...games.belote.actions import Action
from ...games.belote.bots.simulation import EASY, STRONG, BotKind, make_bot
from ...games.belote.events import Claimed, DealEnded, action_of
from ...games.belote.partie import Partie
from ...games.belote.records.json_lines import Journal
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.totals import PLIS
from ...games.belote.seats import SEATS, Seat
from ...games.belote.view import View, seen_by
from ...games.kit.seats import Points
from ...referee.belote import load_belote
from ...referee.belote.game import event_text, refusal_text, seat_text
from ...referee.belote.names import printable_name
from ...referee.belote.table_rules import table_rules_lines
from ...referee.catalogue import Catalogue
from ..belettre.savegame import data_folder
from ..kit.save_file import SavegameError
from ..kit.saved_journal import OpenedJournal, open_saved
from ..kit.terminal import UnusableInputError, at_keyboard, plain_lines
from .commands import BelotePlayCommand
from .games.board import (
    board_lines,
    hand_line,
    help_lines,
    last_pli_line,
    legal_line,
    prompt_lines,
    sheet_lines,
    total_line,
)
from .games.moves import BeloteEntry, UnclearMove, parse_line
from .output import EXIT_OK, paint, write
from .saved_games import GAMES, not_kept_text, savegame_text

#: The kinds of bot that ``--level`` accepts, the default first.
BELOTE_LEVELS: tuple[BotKind, ...] = (STRONG, EASY)
#: Seeds drawn at random are below this limit, so that they are short enough to type.
_SEED_LIMIT = 1_000_000
#: The file of the current game, in the user's data folder. Earlier games are in the same folder, with dates in their
#: names.
_CURRENT_GAME = Path("belote", "partie.jsonl")
#: The name of a bot in the journal, which contains its kind: « machine (strong) ».
_BOT_NAME = re.compile(rf".* \((?P<kind>{'|'.join(BELOTE_LEVELS)})\)")


class BeloteTerms(NamedTuple):
    """The terms on which a game of ``belote play`` begins.

    seed   the seed of the cards
    rules  the house rules
    seat   the seat of the person
    level  the kind of the bots
    """

    seed: int
    rules: BeloteRules
    seat: Seat
    level: BotKind


def run(command: BelotePlayCommand) -> int:
    """Play a game until it is over or the person leaves, and return EXIT_OK.

    Raises ArgumentError for unusable options, before the game begins, and UnusableInputError if the file of the game
    cannot be used.
    """
    say = load_belote(command.lang)
    keyboard = at_keyboard()
    folder = data_folder() if keyboard and not command.save else None
    path = folder / _CURRENT_GAME if folder else Path(command.save) if command.save else None
    try:
        game = _open_game(command, path, say, rotating=folder is not None)
        try:
            terms = terms_of(game.journal, path)
            _greet(game, _other_terms(command, terms) if game.resumed else False, say, warns=keyboard and path is None)
            session = BelotePlaySession(game.journal, terms, plain_lines(), say, game.keep)
            try:
                session.play()
            except KeyboardInterrupt:
                write("")
                write(say("play.left_game"))
        finally:
            game.close()
    except SavegameError as error:
        raise UnusableInputError(savegame_text(error, say)) from error
    if path is not None:
        over = game.journal.partie.over
        write(say("play.over_kept" if over else "play.kept", path=printable_name(str(path))))
    return EXIT_OK


def terms_of(journal: Journal, path: Path | None = None) -> BeloteTerms:
    """Return the terms of a game, from its setup and the names of the players in its journal.

    The person has no name. Raises SavegameError, which names *path*, if the game is not one of a person against three
    bots of one kind.
    """
    players, setup = journal.players, journal.partie.setup
    kinds = {seat: match["kind"] for seat in SEATS if (match := _BOT_NAME.fullmatch(players.get(seat, "")))}
    persons = [seat for seat in SEATS if seat not in kinds]
    level = next((kind for kind in BELOTE_LEVELS if set(kinds.values()) == {kind}), None)
    if len(persons) != 1 or level is None:
        raise SavegameError("damaged", path or Path(), line=1, why="expected a person and three bots of one kind")
    return BeloteTerms(setup.seed, setup.rules, persons[0], level)


def entries_since_decision(partie: Partie, person: Seat) -> int | None:
    """Return how many actions an undo takes back: the person's last decision and all actions after it.

    A decision is an action of the person's seat, or a claim of their team (BB3). Return None if there was none yet.
    """
    done = [event for event in partie.log if action_of(event) is not None]
    for back, event in enumerate(reversed(done), 1):
        if isinstance(event, Claimed):
            if event.team is person.team:
                return back
        elif getattr(event, "seat", None) is person:
            return back
    return None


class BelotePlaySession:
    """A session in which a person plays a game against three bots.

    journal  the game
    terms    its terms
    lines    the lines that the person types; the session ends when there are no more
    say      the catalogue of the output language
    keep     the function that writes a line of the journal to the disk; it raises OSError if it fails
    """

    def __init__(
        self,
        journal: Journal,
        terms: BeloteTerms,
        lines: Iterator[str],
        say: Catalogue,
        keep: Callable[[str], None],
    ) -> None:
        self._journal = journal
        self._partie = partie = journal.partie
        self._terms = terms
        self._seat = terms.seat
        self._lines = lines
        self._say = say
        self._keep = keep
        #: The number of events in the log that have been narrated. A resumed game begins with its last event.
        self._told = len(partie.log) - 1 if partie.actions_done else 0

    def play(self) -> None:
        """Play until the game is over or the person leaves.

        Raises UnusableInputError if the action of a bot cannot be saved.
        """
        partie, say = self._partie, self._say
        write(say("play.welcome", seat=seat_text(self._seat, say), partner=seat_text(self._seat.partner, say)))
        self._tell()
        while (turn := partie.turn) is not None:
            claims = partie.awaits == "claim" and turn.team is self._seat.team
            if turn is not self._seat and not claims:
                self._enter_bot(turn)
            elif not self._decide():
                write(say("play.left_game"))
                return
            self._tell()

    def _tell(self) -> None:
        """Print the events since the last call, hiding what the person may not know."""
        partie, say = self._partie, self._say
        log = partie.log
        for event in log[self._told :]:
            write(event_text(seen_by(event, self._seat), partie.rules, say, self._seat))
            if isinstance(event, DealEnded):
                write(total_line(_points_after(event, partie), self._seat, say))
        self._told = len(log)

    def _decide(self) -> bool:
        """Read lines from the person until one of them changes the game.

        Return True if the game has changed, False if the person leaves.
        """
        self._show()
        while True:
            sys.stdout.flush()
            line = next(self._lines, None)
            if line is None:
                return False
            entry = parse_line(line, self._view(), self._say.language)
            if entry is BeloteEntry.QUIT:
                return False
            if isinstance(entry, UnclearMove):
                write(entry.text(self._say))
            elif self._run_command(entry) if isinstance(entry, BeloteEntry) else self._act(entry):
                return True

    def _act(self, action: Action) -> bool:
        """Enter an action of the person and return True.

        Return False, after printing the reasons, if the action is illegal or could not be saved.
        """
        refused = self._partie.refusals(action)
        for refusal in refused:
            write(paint(refusal_text(refusal, self._say), "red"))
        return not refused and self._saved(self._journal.entering(action))

    def _enter_bot(self, seat: Seat) -> None:
        """Enter the action of a bot. Raises UnusableInputError if it could not be saved; the game is then unchanged.

        The random choices of a bot depend only on the seed, its seat and the number of entries, so that a resumed game
        goes on exactly as it would have done without the interruption.
        """
        chance = random.Random(f"{self._terms.seed}:{seat.value}:{self._journal.number}")
        action = make_bot(self._terms.level, chance).choose(self._partie.view(seat))
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

    def _run_command(self, command: BeloteEntry) -> bool:
        """Carry out a command and return whether the game has changed."""
        view, say = self._view(), self._say
        match command:
            case BeloteEntry.UNDO:
                return self._undo()
            case BeloteEntry.TABLE:
                self._show()
            case BeloteEntry.HAND:
                write(hand_line(view, say))
            case BeloteEntry.LAST:
                write(last_pli_line(view, say))
            case BeloteEntry.LEGAL:
                for line in (legal_line(view, say),) if view.allowed else prompt_lines(view, say):
                    write(line)
            case BeloteEntry.SCORE:
                for line in sheet_lines(view, say):
                    write(line)
            case BeloteEntry.RULES:
                for line in table_rules_lines(view.rules, say):
                    write(line)
            case BeloteEntry.HELP:
                for line in help_lines(view.rules, say):
                    write(f"  {line}")
        return False

    def _undo(self) -> bool:
        """Take back the last decision of the person and everything that happened after it.

        Return True if the game has changed, False if there was no decision to take back.
        """
        entries = entries_since_decision(self._partie, self._seat)
        if entries is None:
            write(self._say("play.nothing_to_undo"))
            return False
        if not self._saved(self._journal.taking_back(entries)):
            return False
        self._told = len(self._partie.log)
        write(self._say("play.undone"))
        return True

    def _show(self) -> None:
        """Print the game as the person sees it, then what they may do."""
        view = self._view()
        write("")
        for line in board_lines(view, self._say):
            write(line)
        for line in prompt_lines(view, self._say):
            write(paint(line, "bold"))

    def _view(self) -> View:
        return self._partie.view(self._seat)


def _open_game(
    command: BelotePlayCommand, path: Path | None, say: Catalogue, *, rotating: bool
) -> OpenedJournal[Journal]:
    """Resume the game that is saved in a file, or begin a new one.

    Raises ArgumentError for unusable options, SavegameError if the file cannot be used.
    """
    seat = Seat.of(command.seat)
    seed = random.SystemRandom().randrange(_SEED_LIMIT) if command.seed is None else command.seed
    partie = Partie.new(command.rules(), seed=seed)
    players = {other: f"{say('play.bot')} ({command.level})" for other in SEATS if other is not seat}
    return open_saved(
        Journal(partie, players),
        path,
        Journal.resume,
        new=command.new,
        done=lambda journal: rotating and journal.partie.over,
        accept_loss=command.accept_loss,
        kinds=GAMES,
    )


def _other_terms(command: BelotePlayCommand, terms: BeloteTerms) -> bool:
    """Return whether the options ask for terms that a resumed game does not have."""
    default = BelotePlayCommand()
    seed = terms.seed if command.seed is None else command.seed
    asked = BeloteTerms(seed, command.rules(), Seat.of(command.seat), command.level)
    by_default = BeloteTerms(terms.seed, BeloteRules(), Seat.of(default.seat), default.level)
    return asked not in (terms, by_default)


def _greet(game: OpenedJournal[Journal], other_terms: bool, say: Catalogue, *, warns: bool) -> None:
    """Print the seed of the game, and whether it is new or resumed.

    other_terms  whether the options ask for terms that the resumed game does not have
    warns        also say that the game is not saved
    """
    partie = game.journal.partie
    if game.aside is not None:
        write(say("play.retired", path=printable_name(str(game.aside))))
    write(say("play.seed", seed=partie.setup.seed))
    if game.file is not None and game.resumed:
        number, pli = partie.state.donne.dealt.number, min(len(partie.state.taken) + 1, PLIS)
        write(say("play.resumed", number=number, pli=pli, path=printable_name(str(game.file.path))))
    if game.end is not None and (remark := game.end.text(say)):
        write(remark)
    if other_terms:
        write(say("play.other_terms"))
    if warns:
        write(paint(say("play.not_saved"), "dim"))


def _points_after(ended: DealEnded, partie: Partie) -> Points:
    """Return the points of both teams after a deal that is over."""
    deals = [event for event in partie.state.sheet.ended if event.number <= ended.number]
    return sum(deal.points[0] for deal in deals), sum(deal.points[1] for deal in deals)
