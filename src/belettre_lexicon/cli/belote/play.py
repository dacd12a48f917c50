"""The command ``belote play``: a person, in any seat, plays against bots in the terminal.

``kit.play`` saves and resumes the game, and ``kit.session`` reads the lines; this module says what they mean in Belote.
The output contains only what the person may know. Start reading at ``BelotePlaySession`` and, for the lines, at
``parse_line``. French and English words are both understood, whatever the output language; only the letters of cards
and suits depend on it. Words are compared folded, that is in lower case and without accents; quotation marks and
punctuation at the ends are ignored. The game, not the parser, checks whether an action is legal.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from enum import Enum
from typing import cast

from ...base.errors import ArgumentError
from ...french.letters import fold
from ...games.belote.actions import Action, Announce, Cancel, Claim, Lay, Pass, SayCards, Take, VoidDeal
from ...games.belote.auction import Prise
from ...games.belote.bots.hindsight import best_in
from ...games.belote.bots.simulation import BotKind, make_bot
from ...games.belote.cards import SUITS, Card, read_contract
from ...games.belote.events import Claimed, DealEnded, Event, action_of
from ...games.belote.options import SHEETS
from ...games.belote.partie import Partie
from ...games.belote.records import Journal
from ...games.belote.rules import BeloteRules
from ...games.belote.scoring.annonces import ANNONCE_KINDS, AnnonceKind
from ...games.belote.seats import ALL_SEATS, Seat
from ...games.belote.view import View, seen_by
from ...referee.belote import load_belote
from ...referee.belote.game import best_lines, event_text, refusal_text, seat_text, total_lines
from ...referee.belote.house_rules import table_rules_lines
from ..kit.play import PlayedGame, bot_names, chosen_seed, play_saved
from ..kit.session import PlaySession, UnclearLine
from ..kit.terminal import write
from . import board
from .commands import BELOTE_LEVELS, BelotePlayCommand
from .spoken import MissingColourError, read_word

#: What is expected of the players of a saved game.
BELOTE_PLAYERS_EXPECTED = "expected a person and bots of one kind"
#: The file of the current game, in the user's data folder.
_CURRENT_GAME = "belote/partie.jsonl"


def run(command: BelotePlayCommand) -> int:
    """Play a game until it is over or the person leaves, and return EXIT_OK.

    Raises ArgumentError for unusable options, before the game begins, and UnusableInputError if the file of the game
    cannot be used.
    """
    say = load_belote(command.lang)
    partie = Partie.new(command.rules(), seed=chosen_seed(command.seed))
    seats = partie.rules.variant.table.seats
    person = _seat_of(command, partie.rules)
    players = bot_names(seats, person, command.level, say)

    def asks_other_terms(journal: Journal, person: Seat, level: str) -> bool:
        default, begun = BelotePlayCommand(), journal.partie.setup
        seed = begun.seed if command.seed is None else command.seed
        asked = (seed, command.rules(), Seat.of(command.seat, len(ALL_SEATS)), command.level)
        by_default = (begun.seed, BeloteRules(), Seat.of(default.seat), default.level)
        return asked not in ((begun.seed, begun.rules, person, level), by_default)

    return play_saved(
        PlayedGame(
            BelotePlaySession,
            lambda journal: journal.partie.rules.variant.table.seats,
            BELOTE_LEVELS,
            _CURRENT_GAME,
            ["belote_journal"],
            BELOTE_PLAYERS_EXPECTED,
        ),
        Journal(partie, players),
        command,
        say,
        resume=lambda lines, path: Journal.resume(lines),
        asks_other_terms=asks_other_terms,
        bot_maker=lambda journal, level: (
            lambda chance: make_bot(cast(BotKind, level), chance, journal.partie.rules.game)
        ),
    )


def _seat_of(command: BelotePlayCommand, rules: BeloteRules) -> Seat:
    """Return the seat of --seat. Raises ArgumentError if nobody sits there in the game."""
    seat, seats = Seat.of(command.seat, len(ALL_SEATS)), rules.variant.table.seats
    if seat not in seats:
        names = ", ".join(one.name.lower() for one in seats)
        raise ArgumentError(f"--seat {command.seat!r}: expected one of {names}, the seats of {len(seats)}")
    return seat


class BelotePlaySession(PlaySession[Journal]):
    """A session in which a person plays a game against bots."""

    refusal_text = staticmethod(refusal_text)
    seat_text = staticmethod(seat_text)
    prompt_lines = staticmethod(board.prompt_lines)
    #: How many events the game had when the person last let the others speak instead of speaking out of turn.
    _waits_at = 0

    def enter(self, line: str) -> bool:
        """Carry out a line and print the result; return whether it was a legal move or an undo, not a question."""
        entry = parse_line(line, self.view, self._say.language)
        if isinstance(entry, UnclearLine):
            write(entry.text(self._say))
            return False
        if isinstance(entry, BeloteEntry):
            return self._run_command(entry)
        if isinstance(entry, Pass) and self._may_interrupt():
            self._waits_at = len(self.journal.partie.log)
            return True
        return self.act(entry)

    def tell(self, events: Iterable[Event]) -> None:
        """Print the sentences of events, without what the person may not know; the totals follow a deal."""
        partie, say = self.journal.partie, self._say
        for event in events:
            write(event_text(seen_by(event, self._seat, rules=partie.rules), partie.rules, say, self._seat))
            if isinstance(event, DealEnded):
                deals = [deal.points for deal in partie.state.sheet.ended[: event.number]]
                start = (partie.rules.sheet if partie.rules.game in SHEETS else 0,) * partie.rules.variant.sides
                total = tuple(map(sum, zip(start, *deals, strict=True)))
                self.show_lines(total_lines(total, event.points, partie.rules, say, self._seat))
                if event.contract is not None and partie.rules.game not in ("three", *SHEETS):
                    write(say("play.best_hint"))

    def welcome_text(self) -> str:
        """Return the first line of the session, which names the seat of the person and their partner, if any."""
        if self.journal.partie.rules.variant.table.partners[self._seat.index] < 0:
            return self._say("play.welcome_alone", seat=seat_text(self._seat, self._say))
        return super().welcome_text()

    def resumed_text(self, path: str) -> str:
        """Return the sentence that the game was resumed from a file, with the deal and the pli that it had reached."""
        state = self.journal.partie.state
        plis = self.journal.partie.rules.variant.plis
        number, pli = state.donne.dealt.number, min(len(state.taken) + 1, plis)
        return self._say("play.resumed", number=number, pli=pli, path=path)

    def mover(self) -> Seat | None:
        """Return the seat that acts next; None if the game is over.

        If the person's team may claim a forgotten « Rebelote » (BB3), or the person may coinche out of turn (VC11), it
        is the person's seat.
        """
        partie, person = self.journal.partie, self._seat
        turn, table = partie.turn, partie.rules.variant.table
        claims = turn is not None and partie.awaits == "claim" and table.side(turn) is table.side(person)
        return person if claims or self._may_interrupt() else turn

    def _may_interrupt(self) -> bool:
        """Return whether the person may speak out of turn (VC11) and has not let the others speak yet."""
        partie = self.journal.partie
        if not partie.rules.volley or partie.awaits != "speak" or partie.turn is self._seat:
            return False
        return bool(self.view.actions) and self._waits_at != len(partie.log)

    def board_lines(self) -> Iterator[str]:
        """Return the lines that show the game to the person: points, prise or contract, the pli, and their own hand."""
        return board.board_lines(self.view, self._say)

    def entries_since_decision(self) -> int | None:
        """Return how many entries an undo takes back: the person's last decision and all after it; None if none yet."""
        done = [event for event in self.journal.partie.log if action_of(event) is not None]
        for back, event in enumerate(reversed(done), 1):
            decider = event.team if isinstance(event, Claimed) else getattr(event, "seat", None)
            if decider in (self._seat, self.journal.partie.rules.variant.table.side(self._seat)):
                return back
        return None

    def _best_lines(self) -> Iterator[str]:
        """Yield what the person should have played in the last deal that was played to its end."""
        partie = self.journal.partie
        played = [ended for ended in partie.state.sheet.ended if ended.contract is not None]
        if not played:
            return iter((self._say("play.best_no_deal"),))
        ended = played[-1]
        cards = best_in(partie.log, ended, partie.rules)
        if cards is None:
            return iter((self._say("play.best_teams"),))
        return best_lines(cards, ended.number, self._say, self._seat)

    def _run_command(self, command: BeloteEntry) -> bool:
        view, say = self.view, self._say
        match command:
            case BeloteEntry.UNDO:
                return self.undo_decision()
            case BeloteEntry.QUIT:
                self.left = True
            case BeloteEntry.TABLE:
                self.show_game()
            case BeloteEntry.HAND:
                write(board.hand_line(view, say))
            case BeloteEntry.LAST:
                write(board.last_pli_line(view, say))
            case BeloteEntry.LEGAL:
                self.show_lines((board.legal_line(view, say),) if view.allowed else board.prompt_lines(view, say))
            case BeloteEntry.SCORE:
                self.show_lines(board.sheet_lines(view, say))
            case BeloteEntry.BEST:
                self.show_lines(self._best_lines())
            case BeloteEntry.RULES:
                self.show_lines(table_rules_lines(view.rules, say, flags=False))
            case BeloteEntry.HELP:
                self.show_lines(f"  {line}" for line in board.help_lines(view.rules, say))
        return False


class BeloteEntry(Enum):
    """A command that a player may give to the session instead of making a move."""

    TABLE = "table"
    HAND = "hand"
    LAST = "last"
    LEGAL = "legal"
    SCORE = "score"
    BEST = "best"
    RULES = "rules"
    HELP = "help"
    UNDO = "undo"
    QUIT = "quit"


#: The folded lines that stand for each command.
_LINES: dict[BeloteEntry, tuple[str, ...]] = {
    BeloteEntry.TABLE: ("table", "board"),
    BeloteEntry.HAND: ("main", "hand"),
    BeloteEntry.LAST: ("dernier", "dernier pli", "last", "last pli"),
    BeloteEntry.LEGAL: ("jouables", "legal"),
    BeloteEntry.SCORE: ("marque", "score", "sheet", "points"),
    BeloteEntry.BEST: ("revoir", "que fallaitil jouer", "que fallaitil jouer ?", "best", "review"),
    BeloteEntry.RULES: ("regles", "rules"),
    BeloteEntry.HELP: ("aide", "help", "?"),
    BeloteEntry.UNDO: ("annuler", "annule", "retour", "back", "undo"),
    BeloteEntry.QUIT: ("quitter", "quitte", "quit", "exit"),
}
_COMMANDS = {line: entry for entry, lines in _LINES.items() for line in lines}
#: The first words of a pass (BA2: « une » in the first round, « deux » in the second), a take, an announcement, and a
#: card, which may also be typed alone.
_PASSES = frozenset({"passe", "passer", "pass", "une", "deux"})
_TAKES = frozenset({"prends", "prend", "prendre", "take"})
_ANNOUNCES = frozenset({"annonce", "annonces", "annoncer", "announce"})
_LAYS = frozenset({"joue", "jouer", "pose", "poser", "play", "lay"})
#: The words behind a card that say or keep back « Belote » and « Rebelote » (BB2, BB5).
_SAYS = {"belote": True, "rebelote": True, "muet": False, "muette": False, "silence": False, "silent": False}
#: What a player may answer when a team may claim a forgotten « Rebelote » (BB3).
_ANSWERS = dict.fromkeys(("oui", "yes", "reclame", "claim"), True) | dict.fromkeys(("non", "no", "laisse"), False)
#: How annonces are cancelled (BN4) and a deal is voided (BD11), by options of the table.
_CANCELS = frozenset({"sans annonces", "pas d'annonces", "no melds", "no annonces"})
_VOIDS = frozenset({"nulle", "donne nulle", "redonne", "void", "redeal"})
#: The words behind a take that ask for a capot (BV6).
_CAPOTS = frozenset({"capot"})
#: Words that may stand before a move, and before the contract of a take.
_SPEAKERS, _AT = frozenset({"je", "i"}), frozenset({"a", "at"})
#: The kind of annonce of each folded word.
_KINDS: dict[str, AnnonceKind] = {fold(kind): kind for kind in ANNONCE_KINDS}
#: Characters without meaning, which are removed from both ends of a line and of its words.
_PUNCTUATION = ' \t,;:.!«»“”"'


def parse_line(line: str, view: View, lang: str = "fr") -> Action | BeloteEntry | UnclearLine:
    """Return the action or the command that a line stands for when the player of *view* types it.

    An UnclearLine is returned if the line is not understood. *lang* is the language of the letters of cards and suits.

    >>> from belettre_lexicon.games.belote.partie import Partie
    >>> from belettre_lexicon.games.belote.seats import Seat
    >>> view = Partie.new(seed=7, dealer=Seat.SUD).view(Seat.EST)
    >>> parse_line("« Je passe ! »", view), parse_line("Prends pique", view)
    (Pass(seat=<Seat.EST: 'E'>), Take(seat=<Seat.EST: 'E'>, contract='♠', capot=False))
    >>> parse_line("vc muet", view), parse_line("annuler", view)
    (Lay(seat=<Seat.EST: 'E'>, card=Card('V♥'), says=False), <BeloteEntry.UNDO: 'undo'>)
    """
    typed = [word for word in (part.strip(_PUNCTUATION) for part in line.split()) if word]
    words = [fold(word) for word in typed]
    command = _COMMANDS.get(" ".join(words))
    if command is not None:
        return command
    if words and words[0] in _SPEAKERS:
        del typed[0], words[0]
    first = words[0] if words else ""
    if view.awaits == "speak" and not isinstance(view.auction, Prise):
        return _parse_word(typed, view, lang) or UnclearLine("no_word", {"line": line.strip()})
    unknown = UnclearLine("unknown", {"line": line.strip()})
    if " ".join(words) in _CANCELS | _VOIDS:
        return Cancel(view.seat) if " ".join(words) in _CANCELS else VoidDeal(view.seat)
    if first in _PASSES:
        return Pass(view.seat) if len(words) == 1 else unknown
    if first in _TAKES and isinstance(view.auction, Prise):
        return _parse_take(typed[1:], view, lang)
    if first in _ANSWERS:
        if len(words) > 1:
            return unknown
        side = view.rules.variant.table.side(view.seat)
        return Claim(side, _ANSWERS[first]) if view.awaits == "claim" else UnclearLine("no_claim", {})
    if first in _ANNOUNCES or first in _KINDS:
        return _parse_announce(words[first in _ANNOUNCES :], view)
    laid = _parse_lay(typed[first in _LAYS :], view, lang)
    said = None if laid is not None or isinstance(view.auction, Prise) else _parse_word(typed, view, lang)
    return laid or said or unknown


def _parse_word(typed: Sequence[str], view: View, lang: str) -> Action | UnclearLine | None:
    """Return what is said in an auction without a retourne; None if it is nothing that is said there."""
    says_cards = any(isinstance(action, SayCards) for action in view.actions)
    try:
        return read_word(typed, view.seat, view.rules, lang, cards=says_cards)
    except MissingColourError:
        return UnclearLine("which_colour", {})


def _parse_take(typed: Sequence[str], view: View, lang: str) -> Action | UnclearLine:
    """Return a take at the contract that is typed, or at the only one that is possible (BA2).

    In the first round, « prends » alone means the suit of the retourne, even where others may be taken (BV4).
    """
    words = list(typed[1:] if typed and fold(typed[0]) in _AT else typed)
    capot = bool(words) and fold(words[-1]) in _CAPOTS
    if capot:
        del words[-1]
    if words:
        try:
            return Take(view.seat, read_contract(" ".join(words), lang), capot)
        except ArgumentError:
            return UnclearLine("no_contract", {"text": " ".join(words)})
    possible = [action.contract for action in view.actions if isinstance(action, Take) and not action.capot]
    turned = view.retourne.suit if view.retourne is not None else SUITS[0]
    if not possible or (turned in possible and not board.second_round(view)):  # if none is possible, the game says why
        return Take(view.seat, turned, capot)
    return Take(view.seat, possible[0], capot) if len(possible) == 1 else UnclearLine("which_contract", {})


def _parse_announce(words: Sequence[str], view: View) -> Action | UnclearLine:
    """Return the announcement of the kinds of annonces in *words*, or of all in the hand if *words* is empty (BN6)."""
    if not words:
        everything = next((action for action in view.actions if isinstance(action, Announce)), None)
        if everything is not None:
            return everything
        kinds = tuple(annonce.kind for annonce in view.annonces)
        return Announce(view.seat, kinds) if kinds else UnclearLine("no_annonces", {})
    for word in words:
        if word not in _KINDS:
            return UnclearLine("no_kind", {"text": word})
    return Announce(view.seat, tuple(_KINDS[word] for word in words))


def _parse_lay(typed: Sequence[str], view: View, lang: str) -> Action | UnclearLine | None:
    """Return the action that lays the typed card, with or without a word about « Belote »; None if it is not a card.

    The word may stand before the card or behind it.
    """
    says, words = True, list(typed)
    for place in (-1, 0):
        if words and fold(words[place]) in _SAYS:
            says = _SAYS[fold(words.pop(place))]
            break
    if not words:
        return UnclearLine("belote_alone", {}) if typed else None
    try:
        return Lay(view.seat, Card.of(" ".join(words), lang), says)
    except ArgumentError:
        return None
