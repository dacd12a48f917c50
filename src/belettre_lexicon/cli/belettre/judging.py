"""The session of ``belettre check`` at a keyboard, which judges the words of a game with real cards.

A line is a word to judge, cards (« maj F », « min l e c »), or a command, which begins with a sign: « + volonté »
records a word that was played. No French word is a command, since any word may have to be judged. The session knows
the cards that a word must fit and the words played, but neither seats nor turns, which ``belettre table`` handles.

Each change makes a new ``Position``, so that it can be undone. The position is kept in a file as well, so that a later
session can go on with it, however this one ends. Start reading at ``JudgeSession.enter``.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

from ...base.errors import ArgumentError
from ...base.files import UnwritableFileError, write_file
from ...french.letters import HYPHENS, MAX_WORD, SPACES, first_non_letter, fold, parse_initial, parse_pli
from ...referee.catalogue import Catalogue
from ...referee.names import cards_text
from ...referee.precedents import rule_text
from ...referee.sentences import near_words, printable
from ...words.history import History
from ...words.judge import Judge
from ...words.verdicts import Verdict
from ..kit.commands import split_words
from ..kit.save_file import data_folder
from ..kit.session import MAX_QUOTED, TypedSession, typed_lines
from ..kit.terminal import EXIT_OK, UNREADABLE, paint, plain_lines, write
from ..words.check import CheckOptions, open_lexicon, parse_history, read_house_list, verdict_line
from .answers import write_dossier, write_families
from .board import words_line
from .clock import Clock
from .entries import VERBS
from .moves import clean

#: The words before cards. None of them is a word that may be played.
MAJ, MIN = "maj", "min"
#: The signs with which a command begins: record a word, ask about a word, show the cards and words, begin a new pli, go
#: on with the last session.
RECORD, ASK, SHOW, NEW_PLI, GO_ON = "+", "?", "=", "/", "<"
#: English words that may be typed instead of signs. None of them is a French word, which might have to be judged.
_QUIT = "quit"
_ENGLISH = {"undo": "-", "help": ASK, _QUIT: _QUIT}
#: The topics of the help, in order. Each of them completes a key « judging.help_… » of the catalogues.
_HELP = ("word", "cards", "record", "undo", "pli", "show", "go_on", "ask", "family", "quit")
#: The file of the last session with words, in the user's data folder; how it begins, and the most bytes that are read.
_FILE, _HEAD, _MAX_BYTES = "check.json", b'{"belettre check": 1', 1 << 16
#: The folded commands of ``belettre table``. Here they are judged as words, but a hint says that they are no commands.
_VERBS_OF_TABLE = {fold(word) for languages in VERBS.values() for words in languages for word in words}


class Position(NamedTuple):
    """The cards and the earlier words by which a word is judged.

    initial  the face-up majuscule, in lower case; "" if there is none (W2)
    letters  the face-up minuscules, with ``?`` for the joker (W3)
    words    the valid words played so far, in order (W7, W8)
    """

    initial: str = ""
    letters: str = ""
    words: tuple[str, ...] = ()


class KeptPosition:
    """The file that keeps the position of the last session in which words were played.

    earlier  the position that the file had before this session; None if there is none
    """

    def __init__(self, path: Path | None) -> None:
        """Read the file at *path*, which need not exist; None keeps nothing. What cannot be read counts as nothing."""
        self._path = path
        self.earlier = _read_position(path) if path else None

    def keep(self, position: Position) -> None:
        """Keep a position, unless no word was played. Raises UnwritableFileError if that fails."""
        if self._path is None or not position.words:
            return
        if not self._path.parent.exists():
            self._path.parent.mkdir(0o700, parents=True)
        kept = {"belettre check": 1, **position._asdict()}
        write_file(
            self._path, json.dumps(kept, ensure_ascii=False).encode() + b"\n", lambda head: head.startswith(_HEAD)
        )


def _read_position(path: Path) -> Position | None:
    """Return the position in a file; None if there is no such file, or if it is damaged."""
    try:
        with path.open("rb") as file:
            kept = json.loads(file.read(_MAX_BYTES))
        initial, letters, words = kept["initial"], kept["letters"], tuple(kept["words"])
        parse_pli(letters)
        if not words or any(not word or first_non_letter(fold(word)) or len(word) > MAX_WORD for word in words):
            return None
        return Position(parse_initial(initial), fold(letters), words)
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError, ArgumentError):
        return None


def run(options: CheckOptions) -> int:
    """Judge the words that are typed at a keyboard until the input ends, and return EXIT_OK.

    The session begins with the cards and the earlier words of *options*. Raises ArgumentError for unusable options.
    """
    say = Catalogue.load(options.lang)
    judge = Judge(open_lexicon(options.lexicon), options.rules(), read_house_list(options.house_list))
    letters = fold(options.letters.replace(",", ""))
    words = tuple(parse_history(options.played, judge.rules))
    folder = data_folder()
    kept = KeptPosition(folder / _FILE if folder else None)
    session = JudgeSession(judge, say, Position(parse_initial(options.initial), letters, words), kept=kept)
    write(paint(say("judging.welcome"), "dim"))
    if kept.earlier:
        write(paint(say("judging.earlier", words=words_text(kept.earlier, say)), "dim"))
    session.run_at_keyboard()
    if session.position.words and folder:
        write(paint(say("judging.left", words=words_text(session.position, say)), "dim"))
    return EXIT_OK


def words_text(position: Position, say: Catalogue) -> str:
    """Return how many words were played, such as « 3 mots »."""
    count = len(position.words)
    return say("judging.word" if count == 1 else "judging.words", count=count)


class JudgeSession(TypedSession):
    """A session in which somebody asks the judge about the words of a game with real cards.

    clock  the clock of the player who is thinking; it begins when a word is recorded (P13)
    """

    def __init__(
        self,
        judge: Judge,
        say: Catalogue,
        position: Position | None = None,
        clock: Clock | None = None,
        kept: KeptPosition | None = None,
    ) -> None:
        """Begin a session.

        judge     the judge, with the rules and the house list of the table
        position  the cards and words that the session begins with; None for none
        kept      where the cards and words are kept; None to keep them nowhere
        """
        super().__init__(say)
        self._kept = kept or KeptPosition(None)
        #: Whether the session has said that the words cannot be kept.
        self._told_unkept = False
        self.clock = clock or Clock()
        self._judge = judge
        #: The positions so far, the current one last.
        self._positions = [position or Position()]
        self._history = History(self.position.words, judge.rules)
        #: The last word that was judged, for questions about it; "" if there is none.
        self._word = ""
        #: The last verdict, on a word that is not recorded yet; None if there is none.
        self._last: Verdict | None = None
        #: Whether the session has said how a word is recorded.
        self._taught = False

    @property
    def position(self) -> Position:
        """The cards and words at present."""
        return self._positions[-1]

    def enter(self, line: str) -> None:
        """Carry out a line that was typed and print the answer: a word to judge, cards, or a command with its sign.

        A line that is not understood changes nothing.
        """
        text = line.strip(SPACES)
        text = _ENGLISH.get(text.lower(), text)
        first = text[:1]
        if not text:
            return
        if text == _QUIT:
            self.left = True
        elif UNREADABLE in text:
            write(self._say("judging.unreadable"))
        elif first == RECORD:
            self._record(text[1:])
        elif first in HYPHENS:
            self._take_back(text[1:])
        elif first == NEW_PLI:
            self._change(self.position._replace(initial="", letters=""))
        elif first == SHOW:
            self._show_position()
        elif first == GO_ON:
            self._go_on()
        elif first == ASK:
            self._answer(text[1:].strip(SPACES))
        elif (parts := text.lower().replace(",", " ").split()) and parts[0] in (MAJ, MIN):
            self._lay(parts)
        else:
            self._judge_word(clean(text))

    def run_at_keyboard(self) -> None:
        """Enter the lines that are typed until the input ends, or Ctrl-C is pressed twice.

        A first Ctrl-C only discards the line that is being typed, so that the cards and words of a game are not lost by
        accident.
        """
        lines = typed_lines(self.prompt, self.toolbar, self.completions, self.clock.hold, None, self._say)
        interrupted = False
        while not self.left:
            try:
                if (line := next(lines, None)) is None:
                    return
                interrupted = False
                self.enter(line)
            except KeyboardInterrupt:
                if interrupted:
                    return
                interrupted = True
                write("")
                write(paint(self._say("judging.interrupted"), "dim"))
                lines = plain_lines(self.prompt)

    def prompt(self) -> str:
        """Return the prompt of the next line, such as « F + l, e · 3 mots > »."""
        initial, letters, words = self.position
        parts = [cards_text(initial, letters, self._say)] if initial or letters else []
        if words:
            parts.append(words_text(self.position, self._say))
        return " ".join(filter(None, [" · ".join(parts), "> "]))

    def toolbar(self) -> tuple[str, str]:
        """Return style and text of the toolbar: the signs of commands, and the seconds since a word was recorded."""
        return self.clock.toolbar(self._say, "judging")

    def completions(self, text: str) -> list[str]:
        """Return the completions of the last word of *text*; [] if there are none.

        After a hyphen (take back) these are the words played, at the beginning of a line « maj » and « min ».
        """
        sign, _, start = text.rpartition(" ")
        if sign and sign in HYPHENS:
            return [word for word in self.position.words if fold(word).startswith(fold(start))]
        return [] if sign else [f"{word} " for word in (MAJ, MIN) if word.startswith(start.lower())]

    def _judge_word(self, word: str) -> None:
        self._last = verdict = self._verdict_on(word)
        self._word = verdict.word
        write(verdict_line(verdict, self._say, near_words(verdict, self._judge.lexicon)))
        if rule := rule_text(verdict, self._say):
            write(rule)
        if verdict.key in _VERBS_OF_TABLE:
            write(paint(self._say("judging.no_verb"), "dim"))
        elif verdict.valid and not self._taught:
            self._taught = True
            write(paint(self._say("judging.teach"), "dim"))

    def _verdict_on(self, word: str) -> Verdict:
        position = self.position
        return self._judge(word, initial=position.initial or None, letters=position.letters, played=self._history)

    def _record(self, text: str) -> None:
        """Record words as played: those of *text*, separated by commas, or the word that was judged last.

        A word of *text* is recorded even if it is refused, since the table decides; the reasons are printed, because a
        refused word is often a misspelt one.
        """
        words = [clean(word) for word in split_words(text)]
        if not text.strip(SPACES):
            if self._last is None or not self._last.valid:
                key = "nothing_judged" if self._last is None else "refused"
                write(self._say(f"judging.{key}", word=_quoted("" if self._last is None else self._last.word)))
                return
            words = [self._last.word]
        recorded = [word for word in words if self._record_word(word)]
        if recorded:
            self._last = None
            self._taught = True
            self._positions.append(self.position._replace(words=(*self.position.words, *recorded)))
            self._keep()
            self.clock.begin()

    def _record_word(self, word: str) -> bool:
        """Add a word to the history and print its turn; return False, after saying so, if the text is not a word."""
        if not 0 < len(word) <= MAX_WORD or not fold(word) or first_non_letter(fold(word)):
            write(self._say("judging.no_word", word=_quoted(word)))
            return False
        verdict = self._judge(word, played=self._history)
        if not verdict.valid:
            write(verdict_line(verdict, self._say, near_words(verdict, self._judge.lexicon)))
        self._history.add(word)
        write(self._say("judging.recorded", word=printable(word), turn=len(self._history)))
        return True

    def _take_back(self, text: str) -> None:
        """Undo the last change of cards or words, or take back the word played that *text* names."""
        if word := clean(text):
            turns = [turn for turn, played in enumerate(self.position.words) if fold(played) == fold(word)]
            if not turns:
                write(self._say("judging.not_played", word=_quoted(word)))
                return
            words = self.position.words
            self._change(self.position._replace(words=words[: turns[-1]] + words[turns[-1] + 1 :]))
        elif len(self._positions) == 1:
            write(self._say("play.nothing_to_undo"))
            return
        else:
            self._positions.pop()
            self._last = None
            self._history = History(self.position.words, self._judge.rules)
            self._keep()
        self.clock.stop()  # a mistake is being corrected, so nobody is thinking
        self._show_position()

    def _lay(self, parts: list[str]) -> None:
        """Set the majuscule, the minuscules or both, given the parts of « maj f min l e »; « maj » alone removes it."""
        values: dict[str, str] = {}
        kind = ""
        for part in parts:
            if part in (MAJ, MIN):
                kind = part
                values[kind] = ""
            else:
                values[kind] += "?" if part == "joker" and kind == MIN else part
        initial, letters = values.get(MAJ, self.position.initial), values.get(MIN, self.position.letters)
        try:
            parse_pli(letters)
            self._change(self.position._replace(initial=parse_initial(initial), letters=fold(letters)))
        except ArgumentError:
            write(self._say("judging.cards_what"))

    def _change(self, position: Position) -> None:
        if position == self.position:
            return
        if position.words != self.position.words:
            self._last = None
            self._history = History(position.words, self._judge.rules)
        self._positions.append(position)
        self._keep()

    def _go_on(self) -> None:
        """Take the cards and words of the last session, in place of those of this one."""
        if self._kept.earlier is None:
            write(self._say("judging.none_earlier"))
            return
        self._change(self._kept.earlier)
        self.clock.stop()
        self._show_position()

    def _keep(self) -> None:
        """Keep the position in the file; say once if that fails."""
        try:
            self._kept.keep(self.position)
        except (OSError, UnwritableFileError) as error:
            if not self._told_unkept:
                self._told_unkept = True
                why = getattr(error, "why", None) or getattr(error, "strerror", None) or str(error)
                write(paint(self._say("judging.unkept", why=printable(why)), "dim"))

    def _show_position(self) -> None:
        write(self._say("judging.cards", cards=cards_text(self.position.initial, self.position.letters, self._say)))
        write(words_line(self.position.words, self._say))

    def _answer(self, text: str) -> None:
        """Print the help, everything about a word (« ? portes ») or the whole of its families (« ?? portes »)."""
        whole = text.startswith(ASK)
        word = clean(text.lstrip(ASK + SPACES)) or self._word
        if not text:
            for key in _HELP:
                write(f"  {self._say(f'judging.help_{key}')}", " " * 18)
        elif not word:
            write(self._say("judging.nothing_judged", word=""))
        elif whole:
            write_families(word, self._judge.lexicon, self._say)
        else:
            self._word = word
            self.clock.stop()  # a dispute is not thinking time
            write_dossier(self._verdict_on(word), self._judge.lexicon, self._say, f"?? {word}")


def _quoted(text: str) -> str:
    """Return the beginning of a text that was typed, safe to print on a terminal."""
    return printable(text[:MAX_QUOTED])
