"""The command ``belettre play``, with which a human player, in any seat, plays against three bots in the terminal.

``kit.play`` saves and resumes the game, and ``kit.session`` reads the lines; this module says what they mean in
Belettre. The output contains only what the human player may know. Start reading at ``PracticeSession``.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, cast

from ...french.cards import points
from ...french.decks import BOXED, Deck
from ...games.belettre.bots.simulation import AMATEUR, EASY, STRONG, BotFactory, BotKind
from ...games.belettre.events import Event, MancheEnded, WordRefused
from ...games.belettre.manche import PLIS
from ...games.belettre.partie import HistoryCache, Partie
from ...games.belettre.practice import Practice
from ...games.belettre.records.json_lines import Journal
from ...games.belettre.seats import SEATS, Seat
from ...games.belettre.setup import MANCHES, Setup, check_manches
from ...games.belettre.state import LAY
from ...games.belettre.view import seen_by
from ...referee.catalogue import Catalogue
from ...referee.game import event_text, move_refusal_text
from ...referee.names import seat_text
from ...words.judge import Judge
from ..commands import PlayOptions
from ..kit.commands import typed_as
from ..kit.play import PlayedGame, bot_names, chosen_seed, play_saved
from ..kit.save_file import JOURNALS
from ..kit.session import GameBot, PlaySession, UnclearLine
from ..kit.terminal import UnusableInputError, paint, write
from ..words.check import open_lexicon, read_house_list
from .board import board_lines, hand_line, last_manche_lines, near_lines, prompt_lines, score_lines, words_line
from .moves import Command, parse_line, parse_saving
from .savegame import resume_game, save_record

#: The kinds of bot that ``--level`` accepts. The last is the former name of the amateur, which saved games may have.
LEVELS: tuple[BotKind, ...] = (STRONG, AMATEUR, EASY, "random")
#: What is expected of the players of a saved game.
PLAYERS_EXPECTED = "expected a human player and three bots"
#: The file of the current game, in the user's data folder.
_CURRENT_GAME = "practice/partie.jsonl"
#: The topics of the help, in order. Each of them completes a key « play.help_… » of the catalogues.
_HELP = "minuscule majuscule joker pass discard belettre swap take show undo analysis save quit"


def run(options: PlayOptions) -> int:
    """Play a game until it is over or the human player leaves, and return EXIT_OK.

    Raises ArgumentError or UnusableInputError for unusable options, before the game begins, and UnusableInputError if
    the file of the game cannot be used.
    """
    say = Catalogue.load(options.lang)
    seat = typed_as("--seat", "seat", Seat.of, options.seat)
    if options.level not in LEVELS:
        raise UnusableInputError(f"--level {options.level!r} is not one of {', '.join(LEVELS)}")
    seed = chosen_seed(options.seed)
    manches = check_manches(MANCHES if options.manches is None else options.manches)
    lexicon = open_lexicon(options.lexicon)
    judge = Judge(lexicon, options.rules(), read_house_list(options.house_list))
    deck = Deck.read(options.deck) if options.deck else BOXED
    partie = Partie.new(judge, random.Random(seed), manches=manches, deck=deck, seed=seed)
    names = {seat: say("play.person"), **bot_names(SEATS, seat, options.level, say)}
    players = {place: names[place] for place in SEATS}

    def asks_other_terms(journal: Journal, person: Seat, level: str) -> bool:
        asked = (seed, manches, deck, judge.rules, seat, options.level)
        by_default = (seed, MANCHES, BOXED, Setup().rules, SEATS[0], LEVELS[0])
        begun = journal.partie.setup
        asks = options.seed is not None or asked != by_default
        return asks and asked != (begun.seed, begun.manches, begun.deck, begun.rules, person, level)

    return play_saved(
        PlayedGame(PracticeSession, lambda _: SEATS, LEVELS, _CURRENT_GAME, JOURNALS, PLAYERS_EXPECTED),
        Journal(partie, players),
        options,
        say,
        resume=lambda lines, path: resume_game(lines, lexicon, path, hands_known=True),
        asks_other_terms=asks_other_terms,
        bot_maker=_bot_maker,
    )


def _bot_maker(journal: Journal, level: str) -> Callable[[random.Random], GameBot]:
    judge = cast(Judge, journal.partie.judge)
    factory, cache = BotFactory(judge), HistoryCache(judge.rules)
    return lambda chance: factory.bot(cast(BotKind, level), chance, cache)


class PracticeSession(PlaySession[Journal]):
    """A session in which one human player plays a game against three bots."""

    refusal_text = staticmethod(move_refusal_text)
    seat_text = staticmethod(seat_text)
    prompt_lines = staticmethod(prompt_lines)

    def __init__(self, journal: Journal, bots: Mapping[Seat, GameBot], seat: Seat, *more: Any) -> None:
        super().__init__(journal, bots, seat, *more)
        self._points = points(journal.partie.setup.deck)
        self._judge = cast(Judge, journal.partie.judge)
        self._practice = Practice(journal.partie, seat)

    def enter(self, line: str) -> bool:
        """Carry out a line and print the result; return True for a legal move, an undo, or silence about a Belettre."""
        if (path := parse_saving(line)) is not None:
            save_record(path, self.journal.record(), self._say)
            return False
        entry = parse_line(line, self.view)
        if isinstance(entry, UnclearLine):
            write(entry.text(self._say))
            return False
        return self._run_command(entry) if isinstance(entry, Command) else self.act(entry)

    def tell(self, events: Iterable[Event]) -> None:
        """Print events, hiding what the human player may not know."""
        for event in events:
            write(event_text(seen_by(event, self._seat), self._say, self._seat))
            if isinstance(event, WordRefused) and event.seat is self._seat:
                for line in near_lines(event, self._judge.lexicon, self._say):
                    write(paint(line, "dim"))
            if isinstance(event, MancheEnded) and not self.journal.partie.over:
                write(paint(self._say("analysis.offer"), "dim"))

    def resumed_text(self, path: str) -> str:
        """Return the sentence that the game was resumed from the file *path*, with the manche and the pli reached."""
        manche = self.journal.partie.state.manche
        return self._say("table.resumed", manche=manche.number, pli=min(manche.pli_number, PLIS), path=path)

    def mover(self) -> Seat | None:
        """Return the seat that acts next, the human player's if they have to be asked; None if the game is over."""
        return self._practice.mover()

    def board_lines(self) -> Iterator[str]:
        """Return the lines that show the game to the human player."""
        return board_lines(self.view, self._points, self._say)

    def entries_since_decision(self) -> int | None:
        """Return how many entries an undo takes back: the human player's last decision and all entries after it.

        Return None if there was no decision yet, and 0 if it was the choice not to announce a Belettre (S3).
        """
        return self._practice.actions_since_decision()

    def undo_decision(self) -> bool:
        """Take back the human player's last decision and all that followed; False if there is none, or not saved."""
        undone = super().undo_decision()
        if undone:
            self._practice.after_undo()
        return undone

    def answer_after_end(self) -> None:
        """Answer commands about a game that is over, until the human player leaves, for example with an empty line."""
        write(paint(self._say("analysis.offer_at_end"), "bold"))
        while (line := self.next_line()) is not None:
            entry = parse_line(line, self.view)
            if (path := parse_saving(line)) is not None:
                save_record(path, self.journal.record(), self._say)
            elif entry in (Command.QUIT, Command.SILENT):
                return
            elif entry in (Command.ANALYSIS, Command.WORDS, Command.SCORE):
                self._run_command(entry)
            else:
                write(self._say("analysis.offer_at_end"))

    def _run_command(self, command: Command) -> bool:
        view, say = self.view, self._say
        match command:
            case Command.UNDO:
                return self.undo_decision()
            case Command.SILENT:
                return self._keep_silent()
            case Command.QUIT:
                self.left = True
            case Command.TABLE:
                self.show_game()
            case Command.HAND:
                write(hand_line(view, self._points, say))
            case Command.WORDS:
                write(words_line(view.words, say))
            case Command.ANALYSIS:
                here = {f"seats.{self._seat.name.lower()}": say("play.you", seat=seat_text(self._seat, say))}
                self.show_lines(last_manche_lines(self.journal.partie, self._judge, say.with_messages(here)))
            case Command.SCORE:
                self.show_lines(score_lines(view.points, say))
            case Command.HELP:
                self.show_lines(f"  {say(f'play.help_{key}')}" for key in _HELP.split())
        return False

    def _keep_silent(self) -> bool:
        """Record that the person announces no Belettre (S3); return False if no other player is about to lay a card."""
        partie = self.journal.partie
        if partie.awaits != LAY or partie.turn is self._seat:
            return False
        self._practice.keep_silent()
        return True
