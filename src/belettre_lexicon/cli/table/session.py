"""``belettre table``: the referee of a game with real cards, for one arbiter who types what happens.

    line → entries.read_entry → Journal.entering → the file (fsync) → events → game.event_text → lines

A session at a keyboard is kept in a file and resumed from it after any death; one that is fed from a pipe is a batch
referee, which judges a game and keeps nothing unless told where. Start reading at ``RefereeSession.enter``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import cast

from ...engine.actions import THINKING_TIME, Action, Discard, Lay, Overtime, Passe
from ...engine.events import WordRefused, action_of
from ...engine.partie import Partie
from ...engine.records.journal import Journal
from ...engine.records.json_lines import format_record
from ...engine.seats import Seat
from ...engine.state import LAY, REVEAL
from ...game.refusals import IllegalActionError
from ...referee.catalogue import LANGUAGES, Catalogue
from ...referee.game import awaits_text, event_text, move_refusal_text, question_text
from ...referee.names import capital, cards_text, seat_text, with_players
from ...referee.sentences import editions_text, printable
from ...words.judge import Judge
from ..board import near_lines, watched_lines, words_line
from ..find import write_list
from ..lines import at_keyboard, plain_lines
from ..moves import Unclear
from ..terminal import ALL_VALID, SOME_REFUSED, UnusableInputError, paint, write
from . import answers as inquiries
from .clock import Clock
from .entries import TableQuery, read_entry
from .opening import OpenedTable, current_game, data_folder, open_table
from .savegame import SavegameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ..arguments import TableOptions

#: What was typed, beside the folder of the tables.
_HISTORY = "history"


def run(options: TableOptions) -> int:
    """Referee a game; the exit status: in a batch 1 when a line was not understood or not legal, else 0."""
    say = Catalogue.load(options.lang)
    keyboard = at_keyboard()
    folder = data_folder() if keyboard and not options.save else None
    if folder is None and keyboard and not options.save:
        raise UnusableInputError(say("table.no_folder"))
    path = current_game(folder) if folder else Path(options.save) if options.save else None
    try:
        table = open_table(options, path, rotating=folder is not None)
    except SavegameError as error:
        values = {"path": printable(str(error.path)), "line": error.line, "why": printable(error.why)}
        raise UnusableInputError(say(f"table.{error.key}", **values)) from error
    clock = Clock(running=keyboard and not options.no_clock)
    session = RefereeSession(
        table.journal, say, _keep_nothing if table.file is None else table.file.append, clock=clock, finds=options.find
    )
    try:
        if not keyboard:
            return _referee_batch(session, say)
        where = "" if path is None else printable(str(path))
        _greet(session, table, where, say)
        _converse(session, folder / _HISTORY if folder else None, say)
        write(say("table.left", path=where))
        return ALL_VALID
    finally:
        if table.file is not None:
            table.file.close()


class RefereeSession:
    """One arbiter at a table.

    journal  the game; *keep* makes a line of it durable, or raises OSError
    clock    of the turn (P13); *finds* is whether the words that fit may be asked for
    left     whether the arbiter has said that he leaves
    """

    def __init__(
        self,
        journal: Journal,
        say: Catalogue,
        keep: Callable[[str], None],
        *,
        clock: Clock,
        finds: bool = False,
    ) -> None:
        self.journal = journal
        self.clock = clock
        self.left = False
        self._say = say = with_players(say, journal.players)
        self._lexicon = self.judge.lexicon
        self._keep = keep
        self._finds = finds
        self._answers: dict[str, Callable[[str], bool]] = {
            "undo": self._undo,
            "contest": self._contest,
            "judge": self._judge_word,
            "find": self._find,
            "clock": self._clock,
            "save": self._save,
            "quit": self._quit,
        }
        self._shown: dict[str, Callable[[], Iterator[str]]] = {
            "table": lambda: watched_lines(self.partie, say),
            "score": lambda: inquiries.points_lines(self.partie, say),
            "plis": lambda: inquiries.plis_lines(self.partie, say),
            "words": lambda: iter([words_line(self.partie.state.words, say)]),
            "help": lambda: inquiries.help_lines(say),
            "nothing": lambda: iter(()),
        }

    @property
    def partie(self) -> Partie:
        """The game as it stands."""
        return self.journal.partie

    @property
    def judge(self) -> Judge:
        """The judge of the game, whose rules and own words are those it began with."""
        return cast(Judge, self.partie.judge)

    def enter(self, line: str) -> bool:
        """Do what a line says, or answer it; False when it was not understood, not legal, or could not be kept."""
        said = read_entry(line, self.partie, self.journal.players)
        if isinstance(said, Unclear):
            write(f"{said.text(self._say)} {self.expected()}")
            return False
        if not isinstance(said, TableQuery):
            return self._do(said)
        if said.verb in self._shown:
            for text in self._shown[said.verb]():
                write(text)
            return True
        return self._answers[said.verb](said.argument)

    def show(self) -> None:
        """The table as it lies."""
        for text in watched_lines(self.partie, self._say):
            write(text)

    def prompt(self) -> str:
        """« Chloé (LEV) · pli 3 : F + l, e > »."""
        partie, say = self.partie, self._say
        if partie.turn is None:
            seats = ", ".join(seat.value for seat in partie.movers())
            return say(f"table.prompt_{partie.awaits}", seats=seats)
        pli, seat, number = partie.state.manche.pli, self._named(partie.turn), partie.state.manche.pli_number
        if not (pli.initial or pli.letters):
            return capital(say("table.prompt_bare", seat=seat, pli=number))
        return capital(say("table.prompt", seat=seat, pli=number, cards=cards_text(pli.initial, pli.letters, say)))

    def expected(self) -> str:
        """What the game waits for, in a sentence."""
        partie, say = self.partie, self._say
        if partie.awaits == LAY:
            pli = partie.state.manche.pli
            key = "table.expected_down" if pli.lost_by else "table.expected"
            return capital(say(key, seat=self._named(partie.movers()[-1])))
        if partie.awaits == REVEAL:
            return question_text(partie.questions()[0], say)
        return awaits_text(partie.awaits, partie.movers(), say)

    def toolbar(self) -> tuple[str, str]:
        """The clock of the turn, and how many seconds it is over (P13): a style of prompt_toolkit, and the text."""
        seconds, overrun, turn = self.clock.seconds, self.clock.overrun(), self.partie.turn
        if seconds is None or turn is None:
            return "", self._say("table.toolbar")
        if overrun is None:
            return "", capital(self._say("table.toolbar_clock", seat=self._named(turn), seconds=seconds))
        text = self._say("table.toolbar_over", seat=self._named(turn), seconds=seconds, over=overrun - THINKING_TIME)
        return "fg:ansired bold", capital(text)

    def _named(self, seat: Seat) -> str:
        """« le Levantin », or « Chloé (LEV) »: by the short name she may be called too."""
        text = seat_text(seat, self._say)
        return self._say("table.named", name=text, seat=seat.value) if self.journal.players.get(seat) else text

    def _do(self, action: Action) -> bool:
        """Enter an action, and tell what came of it."""
        partie, told = self.partie, len(self.partie.log)
        try:
            with self.journal.entering(*self._timed(action)) as line:
                self._keep(line)
        except IllegalActionError as error:
            for refusal in error.refusals:
                write(paint(move_refusal_text(refusal, self._say), "red"))
            if any(refusal.reason.startswith("awaits") for refusal in error.refusals):
                write(self.expected())
            return False
        except OSError as error:
            return self._not_kept(error)
        for event in partie.log[told:]:
            write(event_text(event, self._say))
            if isinstance(event, WordRefused):
                for text in near_lines(event, self._lexicon, self._say):
                    write(paint(text, "dim"))
        if partie.awaits == LAY and partie.state.manche.begun:
            self.clock.begin()
        else:  # nobody is thinking: cards are dealt, told or swapped
            self.clock.stop()
        return True

    def _timed(self, action: Action) -> tuple[Action, ...]:
        """A card that came too late has its overrun before it (P13)."""
        overrun = self.clock.overrun()
        if overrun is None or not isinstance(action, Lay | Passe | Discard) or action.seat is not self.partie.turn:
            return (action,)
        return Overtime(action.seat, overrun), action

    def _undo(self, argument: str) -> bool:
        """Take back the last entries, one unless *argument* says how many."""
        entries = int(argument) if argument.isdecimal() and len(argument) < 10 else 0 if argument else 1
        if not 1 <= entries <= self.journal.undoable:
            write(
                self._say(
                    "table.undo_what" if self.journal.undoable else "play.nothing_to_undo", most=self.journal.undoable
                )
            )
            return False
        before = self.partie.log
        try:
            with self.journal.taking_back(entries) as line:
                self._keep(line)
        except OSError as error:
            return self._not_kept(error)
        for event in before[len(self.partie.log) :]:
            if action_of(event) is not None:
                write(self._say("table.undone", text=event_text(event, self._say).partition("\n")[0]))
        self.clock.stop()  # what comes next corrects a slip: nobody is thinking
        return True

    def _contest(self, word: str) -> bool:
        self.clock.stop()  # a dispute is no thinking
        verdict = inquiries.verdict_on(word, self.partie, self.judge)
        if verdict is None:
            write(self._say("table.no_word_yet"))
            return False
        for text in inquiries.contest_lines(verdict, self._lexicon, self._say):
            write(text)
        if (ruling := inquiries.ruling_on(verdict, self.partie)) is not None:
            write(event_text(ruling, self._say))
        return True

    def _judge_word(self, word: str) -> bool:
        if not word:
            write(self._say("table.judge_what"))
            return False
        for text in inquiries.verdict_lines(inquiries.judged(word, self.partie, self.judge), self._lexicon, self._say):
            write(text)
        return True

    def _find(self, argument: str) -> bool:
        """The words that fit, when the table allows the cheat."""
        if not self._finds:
            write(self._say("table.find_off"))
            return False
        limit = int(argument) if argument.isdecimal() and len(argument) < 10 else 0 if argument else inquiries.FOUND
        if not 1 <= limit <= inquiries.MOST_FOUND:
            write(self._say("table.find_what", most=inquiries.MOST_FOUND))
            return False
        pli, history = self.partie.state.manche.pli, self.partie.history
        initial = pli.initial or None
        found = self.judge.find(initial, pli.letters, limit=limit, played=history)
        count = self.judge.count(initial, pli.letters, played=history)
        write_list(cards_text(initial, pli.letters, self._say), count, found, self._say)
        return True

    def _clock(self, _: str) -> bool:
        self.clock.toggle()
        write(self._say("table.clock_on" if self.clock.running else "table.clock_off"))
        return True

    def _save(self, path: str) -> bool:
        """Write the record of the game to a new file."""
        if not path:
            write(self._say("table.save_what"))
            return False
        try:
            with Path(path).open("x", encoding="utf-8", newline="\n") as file:
                file.write(format_record(self.journal.record()))
        except FileExistsError:
            write(self._say("table.exists", path=printable(path)))
            return False
        except (OSError, ValueError) as error:
            write(
                self._say("table.not_written", path=printable(path), why=getattr(error, "strerror", None) or str(error))
            )
            return False
        write(self._say("play.saved", path=printable(path)))
        return True

    def _quit(self, _: str) -> bool:
        self.left = True
        return True

    def _not_kept(self, error: OSError) -> bool:
        write(paint(self._say("table.not_kept", why=error.strerror or str(error)), "red"))
        return False


def _keep_nothing(_: str) -> None:
    """Where a batch keeps its lines."""


def _referee_batch(session: RefereeSession, say: Catalogue) -> int:
    """Go through all lines, name those that are bad, and tell the points at the end."""
    status = ALL_VALID
    for number, line in enumerate(plain_lines(), 1):
        if not session.enter(line):
            write(say("table.bad_line", number=number))
            status = SOME_REFUSED
        if session.left:
            break
    for text in inquiries.points_lines(session.partie, say):
        write(text)
    return status


def _greet(session: RefereeSession, table: OpenedTable, path: str, say: Catalogue) -> None:
    """Say what is refereed, and where it is kept."""
    write(say("table.welcome"))
    partie = session.partie
    if table.retired is not None:
        write(say("table.retired", path=printable(str(table.retired))))
    if not table.resumed:
        write(say("table.begun", path=path))
        return
    manche = partie.state.manche
    write(say("table.resumed", manche=manche.number, pli=min(manche.pli_number, 8), path=path))
    if table.other_terms:
        write(say("table.other_terms"))
    if other := editions_text(session.journal.record().lexicon, session.judge.lexicon.identity, say):
        write(other)
    if partie.actions_done:
        write(event_text(partie.log[-1], with_players(say, session.journal.players)))


def _converse(session: RefereeSession, history: Path | None, say: Catalogue) -> None:
    """Let the arbiter type until he leaves: every entry is on the disk when it is answered."""
    lines, shown = _typed_lines(session, history, say), -1
    with suppress(KeyboardInterrupt):
        while not session.left:
            if shown != session.journal.number:
                shown = session.journal.number
                session.show()
            sys.stdout.flush()
            line = next(lines, None)
            if line is None:
                break
            session.enter(line)


def _typed_lines(session: RefereeSession, history: Path | None, say: Catalogue) -> Iterator[str]:
    """Lines with editing, completion and the clock; with less where prompt_toolkit is not installed."""
    if not sys.stdout.isatty():
        return plain_lines(session.prompt)
    try:
        from .line_editor import completions, edited_lines  # an extra, and 200 ms to import
    except ImportError:
        write(paint(say("table.no_editor"), "dim"))
        return plain_lines(session.prompt)
    language = LANGUAGES.index(say.language)
    return edited_lines(
        session.prompt,
        session.toolbar,
        lambda text: completions(text, session.partie, session.journal.players.values(), language),
        session.clock.hold,
        history,
    )
