"""The command ``belettre table``, which referees a game with real cards; an arbiter types what happens.

``entries`` parses the lines, ``kit.session`` enters them in the journal, and ``answers`` answers questions.

The game of a session at a keyboard is saved in a file, and can be resumed even if the process is killed. A batch, that
is a session whose lines come from a pipe or a file, saves the game only if ``--save`` names a file. Start reading at
``RefereeSession.enter``.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import cast

from ...games.belettre.actions import Action, Discard, Lay, Overtime, Passe
from ...games.belettre.events import Event, WordRefused, action_of
from ...games.belettre.manche import PLIS
from ...games.belettre.partie import Partie
from ...games.belettre.records.json_lines import Journal, correcting_word, last_word
from ...games.belettre.seats import Seat
from ...games.belettre.state import LAY, REVEAL
from ...games.kit.machine import IllegalActionError
from ...referee.catalogue import LANGUAGES, Catalogue, printable
from ...referee.game import awaits_text, event_text, move_refusal_text, question_text
from ...referee.names import capital, cards_text, seat_text, with_players
from ...referee.sentences import editions_text, near_words
from ...words.judge import Judge
from ..commands import TableOptions
from ..kit.save_file import OpenedJournal, SavegameError, choose_file
from ..kit.session import KeyboardSession, UnclearLine, typed_lines
from ..kit.terminal import EXIT_OK, UnusableInputError, paint, plain_lines, write
from ..words.check import verdict_line
from ..words.find import write_list
from . import answers
from .board import last_manche_lines, near_lines, watched_lines, words_line
from .clock import Clock
from .entries import VERBS, ArbiterCommand, completions, parse_entry
from .savegame import open_table, save_record

#: The file of the current game, in the user's data folder. Earlier games are in the same folder, with dates in their
#: names.
_CURRENT_GAME = "tables/partie.jsonl"
#: The name of the file that stores the lines typed, in the user's data folder.
_HISTORY = "history"


def run(options: TableOptions) -> int:
    """Referee a game and return the exit status.

    The status is EXIT_NEGATIVE if the session is a batch and any line was not accepted, otherwise EXIT_OK. Raises
    UnusableInputError if the file of the game cannot be used, ArgumentError for unusable options.
    """
    say = Catalogue.load(options.lang)
    path, folder, keyboard = choose_file(options.save, _CURRENT_GAME)
    if path is None and keyboard:
        raise UnusableInputError(say("table.no_folder"))
    try:
        game = open_table(options, path, rotating=folder is not None)
    except SavegameError as error:
        raise UnusableInputError(error.text(say)) from error
    clock = Clock(running=keyboard and not options.no_clock)
    session = RefereeSession(game.journal, say, game.keep, clock=clock, allows_find=options.find)
    try:
        if game.end is not None and (remark := game.end.text(say)):
            write(remark)
        if not keyboard:
            status = session.run_batch(plain_lines(), "table.bad_line")
            session.show_points()
            return status
        where = "" if path is None else printable(str(path))
        _greet(session, game, where, say)
        with suppress(KeyboardInterrupt):
            session.run(_typed(session, folder / _HISTORY if folder else None, say))
        write(say("table.left", path=where))
        return EXIT_OK
    finally:
        game.close()


class RefereeSession(KeyboardSession[Journal]):
    """A session in which one arbiter referees a game.

    clock  the clock that times the current turn (P13)
    """

    UNDO_REPLIES = ("play.nothing_to_undo", "table.undo_what")
    REDO_REPLIES = ("table.nothing_to_redo", "table.redo_what")
    refusal_text = staticmethod(move_refusal_text)

    def __init__(
        self, journal: Journal, say: Catalogue, keep: Callable[[str], None], *, clock: Clock, allows_find: bool = False
    ) -> None:
        """Begin a session. *keep* saves a line of the journal; *allows_find*: the arbiter may list words that fit."""
        say = with_players(say, journal.players)
        super().__init__(journal, say, keep)
        self.clock = clock
        self._lexicon = self.judge.lexicon
        self._allows_find = allows_find
        #: The methods of the commands that take an argument; each returns whether the command was carried out.
        self._commands: dict[str, Callable[[str], bool]] = {
            "undo": lambda argument: self.undo(_parse_number(argument, default=1)),
            "redo": lambda argument: self.redo(_parse_number(argument, default=1)),
            "correct": self._correct_word,
            "contest": self._contest,
            "family": self._family,
            "judge": self._judge_word,
            "find": self._find,
            "clock": self._clock,
            "save": lambda path: save_record(path, self.journal.record(), say),
            "quit": self._quit,
        }
        #: The functions of the commands that only show something; each returns the lines to print.
        self._displays: dict[str, Callable[[], Iterator[str]]] = {
            "table": lambda: watched_lines(self.partie, say),
            "score": lambda: answers.points_lines(self.partie, say),
            "plis": lambda: answers.plis_lines(self.partie, say),
            "analysis": lambda: last_manche_lines(self.partie, self.judge, say),
            "words": lambda: iter([words_line(self.partie.state.words, say)]),
            "help": lambda: answers.help_lines(say),
            "nothing": lambda: iter(()),
        }

    @property
    def partie(self) -> Partie:
        """The game in its current state."""
        return self.journal.partie

    @property
    def judge(self) -> Judge:
        """The judge of the words, which applies the house rules and the house list that the game began with."""
        return cast(Judge, self.partie.judge)

    def enter(self, line: str) -> bool:
        """Carry out a line that the arbiter typed and print the result.

        Return True, or False if the line was not accepted: it was not understood, is not legal now, or could not be
        saved. The game has not changed in that case.
        """
        entry = parse_entry(line, self.partie, self.journal.players, LANGUAGES.index(self._say.language))
        if isinstance(entry, UnclearLine):
            write(f"{entry.text(self._say)} {self.expected()}")
            return False
        if not isinstance(entry, ArbiterCommand):
            return self.act(entry)
        if entry.verb in self._displays:
            self.show_lines(self._displays[entry.verb]())
            return True
        return self._commands[entry.verb](entry.argument)

    def show(self) -> None:
        """Print the cards on the table and what is expected now."""
        self.show_lines(watched_lines(self.partie, self._say))

    def show_points(self) -> None:
        """Print the points of every manche and of both teams."""
        self.show_lines(answers.points_lines(self.partie, self._say))

    def prompt(self) -> str:
        """Return the prompt of the next line, such as « Chloé (LEV) · pli 3 : F + l, e > »."""
        partie, say = self.partie, self._say
        if partie.turn is None:
            seats = ", ".join(seat.value for seat in partie.movers())
            return say(f"table.prompt_{partie.awaits}", seats=seats)
        pli, seat, number = partie.state.manche.pli, self._named(partie.turn), partie.state.manche.pli_number
        if not (pli.initial or pli.letters):
            return capital(say("table.prompt_bare", seat=seat, pli=number))
        return capital(say("table.prompt", seat=seat, pli=number, cards=cards_text(pli.initial, pli.letters, say)))

    def expected(self) -> str:
        """Return a sentence that says what the game is waiting for."""
        partie, say = self.partie, self._say
        if partie.awaits == LAY:
            pli = partie.state.manche.pli
            key = "table.expected_down" if pli.lost_by else "table.expected"
            return capital(say(key, seat=self._named(partie.movers()[-1])))
        if partie.awaits == REVEAL:
            return question_text(partie.questions()[0], say)
        return awaits_text(partie.awaits, partie.movers(), say)

    def toolbar(self) -> tuple[str, str]:
        """Return the style (in the syntax of prompt_toolkit) and the text of the toolbar.

        The toolbar shows the seconds of the current turn, in red if the thinking time is exceeded (P13). The style is
        "" for the default style.
        """
        turn = self.partie.turn
        seat = "" if turn is None else self._named(turn)
        return self.clock.toolbar(self._say, "table", timed=turn is not None, seat=seat)

    def _named(self, seat: Seat) -> str:
        """Return the name of a seat: « le Levantin », or « Chloé (LEV) » if the player's name is known."""
        text = seat_text(seat, self._say)
        return self._say("table.named", name=text, seat=seat.value) if self.journal.players.get(seat) else text

    def act(self, *actions: Action) -> bool:
        """Enter an action, after an Overtime if its player thought too long (P13); return whether it was accepted."""
        (action,), overrun = actions, self.clock.overrun()
        if overrun is not None and isinstance(action, Lay | Passe | Discard) and action.seat is self.partie.turn:
            actions = Overtime(action.seat, overrun), action  # P13
        if not super().act(*actions):
            return False
        if self.partie.awaits == LAY and self.partie.state.manche.begun:
            self.clock.begin()
        else:  # nobody is thinking while cards are dealt, revealed or swapped
            self.clock.stop()
        return True

    def tell(self, events: Iterable[Event]) -> None:
        """Print what has happened; words with a similar spelling follow a word that was refused as unknown."""
        for event in events:
            write(event_text(event, self._say))
            if isinstance(event, WordRefused):
                for text in near_lines(event, self._lexicon, self._say, "table.near"):
                    write(paint(text, "dim"))

    def undone_lines(self, events: tuple[Event, ...]) -> Iterator[str]:
        """Yield a line for each action among the events that are taken back, the oldest first."""
        for event in events:
            if action_of(event) is not None:
                yield self._say("table.undone", text=event_text(event, self._say).partition("\n")[0])

    def undo(self, entries: int = 1) -> bool:
        """Take back the last *entries* entries, print them and stop the clock; return False if that is not possible."""
        return super().undo(entries) and self._stop_clock()

    def redo(self, entries: int = 1) -> bool:
        """Enter again *entries* entries that were taken back, print them and stop the clock; False if not possible."""
        return super().redo(entries) and self._stop_clock()

    def refuse(self, error: IllegalActionError) -> None:
        """Print why an action is illegal and, if the game awaits another kind of action, which one."""
        super().refuse(error)
        if any(refusal.reason.startswith("awaits") for refusal in error.refusals):
            write(self.expected())

    def _stop_clock(self) -> bool:
        self.clock.stop()
        return True

    def _correct_word(self, word: str) -> bool:
        """Replace the last word that was laid by *word* (``correcting_word``); return False if that is not possible."""
        mistyped = last_word(self.journal)
        if mistyped is None or not word:
            write(self._say("table.no_word_yet" if mistyped is None else "table.correct_what"))
            return False
        later = mistyped.entries - 1
        advice = self._say("table.correct_later", entries=later) if later else ""
        if not self.change(correcting_word(self.journal, word), advice):
            return False
        write(self._say("table.corrected", typed=printable(mistyped.word), word=printable(word)))
        self.tell(self.journal.last)
        return self._stop_clock()

    def _contest(self, word: str) -> bool:
        """Print everything about a word ("" for the last one), and the last ruling on it; False if there is no word."""
        self.clock.stop()  # a dispute is not thinking time
        verdict = answers.verdict_on(word, self.partie, self.judge)
        if verdict is None:
            write(self._say("table.no_word_yet"))
            return False
        family = VERBS["family"][LANGUAGES.index(self._say.language)][0]
        answers.write_dossier(verdict, self._lexicon, self._say, f"{family} {verdict.word}")
        if (ruling := answers.ruling_on(verdict, self.partie)) is not None:
            write(event_text(ruling, self._say))
        return True

    def _family(self, word: str) -> bool:
        verdict = answers.verdict_on(word, self.partie, self.judge)
        if verdict is None:
            write(self._say("table.no_word_yet"))
            return False
        self.clock.stop()  # a family is asked for in a dispute
        answers.write_families(verdict.word, self._lexicon, self._say)
        return True

    def _judge_word(self, word: str) -> bool:
        if not word:
            write(self._say("table.judge_what"))
            return False
        verdict = answers.judge_now(word, self.partie, self.judge)
        write(verdict_line(verdict, self._say, near_words(verdict, self._lexicon)))
        return True

    def _find(self, argument: str) -> bool:
        """Print at most *argument* words that fit the cards; return False if that is not allowed, or not a number."""
        if not self._allows_find:
            write(self._say("table.find_off"))
            return False
        limit = _parse_number(argument, default=answers.DEFAULT_FOUND)
        if not 1 <= limit <= answers.MAX_FOUND:
            write(self._say("table.find_what", most=answers.MAX_FOUND))
            return False
        pli, history = self.partie.state.manche.pli, self.partie.history
        initial = pli.initial or None
        judge = self.judge.courteous()
        words = judge.find(initial, pli.letters, limit=limit, played=history)
        count = judge.count(initial, pli.letters, played=history)
        write_list(cards_text(initial, pli.letters, self._say), count, words, self._say)
        return True

    def _clock(self, _: str) -> bool:
        self.clock.toggle()
        write(self._say("table.clock_on" if self.clock.running else "table.clock_off"))
        return True

    def _quit(self, _: str) -> bool:
        self.left = True
        return True


def _parse_number(argument: str, *, default: int) -> int:
    """Return the argument of a command as a number; *default* if it is "", 0 if it is not a number of 1 to 9 digits."""
    if not argument:
        return default
    return int(argument) if argument.isdecimal() and len(argument) < 10 else 0


def _greet(session: RefereeSession, game: OpenedJournal[Journal], path: str, say: Catalogue) -> None:
    """Print whether the game is new or resumed, and for a resumed one what differs now and its last event."""
    write(say("table.welcome"))
    partie = session.partie
    if game.aside is not None:
        write(say("savegame.retired", path=printable(str(game.aside))))
    if not game.resumed:
        write(say("table.begun", path=path))
        return
    manche = partie.state.manche
    write(say("table.resumed", manche=manche.number, pli=min(manche.pli_number, PLIS), path=path))
    if game.other_terms:
        write(say("table.other_terms"))
    if other := editions_text(session.journal.record().lexicon, session.judge.lexicon.identity, say):
        write(other)
    if partie.actions_done:
        write(event_text(partie.log[-1], with_players(say, session.journal.players)))


def _typed(session: RefereeSession, history: Path | None, say: Catalogue) -> Iterator[str]:
    """Yield the lines that the arbiter types; before a line, show the table if the game has changed."""
    language_index = LANGUAGES.index(say.language)
    lines = typed_lines(
        session.prompt,
        session.toolbar,
        lambda text: completions(text, session.partie, session.journal.players.values(), language_index),
        session.clock.hold,
        history,
        say,
    )
    entries_shown = -1
    while True:
        if entries_shown != session.journal.number:
            entries_shown = session.journal.number
            session.show()
        sys.stdout.flush()
        line = next(lines, None)
        if line is None:
            return
        yield line
