"""Lines typed on a terminal with prompt_toolkit: editing, history, completion, and a toolbar that changes by itself.

What is completed are verbs, seats and the cards that may be laid, never words: that would be a cheat.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.buffer import Buffer
from prompt_toolkit.completion import CompleteEvent, Completer, Completion
from prompt_toolkit.document import Document
from prompt_toolkit.history import FileHistory, History, InMemoryHistory
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent

from ...cards import Card
from ...engine.partie import Partie
from ...engine.seats import SEATS, Seat
from ...letters import fold
from ..lines import bounded
from .entries import CARD_VERBS, RULING_VERBS, RULINGS, SEAT_VERBS, VERBS

#: Seconds between two looks at the clock.
_REFRESH = 1.0


def edited_lines(
    prompt: Callable[[], str],
    toolbar: Callable[[], tuple[str, str]],
    complete: Callable[[str], Iterable[str]],
    typing: Callable[[bool], None],
    history: Path | None,
) -> Iterator[str]:
    """What is typed, until Ctrl-D, or Ctrl-C on an empty line.

    toolbar   what stands at the bottom now, with its style
    complete  the words that may stand where the line ends now
    typing    is told whether the line has text, whenever it changes
    history   the file that keeps what was typed; None to forget it
    """
    session: PromptSession[str] = PromptSession(
        history=_history(history),
        completer=_Words(complete),
        complete_while_typing=False,
        key_bindings=_bindings(),
        bottom_toolbar=lambda: [toolbar()],
        refresh_interval=_REFRESH,
    )
    session.default_buffer.on_text_changed += lambda buffer: typing(bool(buffer.text))
    while True:
        try:
            line = session.prompt(prompt())
        except (EOFError, KeyboardInterrupt):
            return
        yield bounded(line)


def completions(text: str, partie: Partie, players: Iterable[str], language: int) -> list[str]:
    """What may stand where *text* ends; *language* is 0 for French words, 1 for English ones.

    >>> from belettre_lexicon import Judge
    >>> partie = Partie.watched(Judge(Lexicon.open()))
    >>> completions("arbitre a", partie, (), 0), completions("ann", partie, (), 0)
    (['accepte'], ['annuler'])
    """
    *before, token = text.split(" ")
    first = fold(before[0]) if before else ""
    seats = [*(seat.value for seat in SEATS), *players]
    if first == fold(RULING_VERBS[language]):
        found = list(RULINGS[language]) if len(before) == 1 else []
    elif first in map(fold, SEAT_VERBS[language]):
        found = seats
    elif not before or (len(before) == 1 and first in map(fold, seats)):
        verbs = [words[language][0] for words in VERBS.values()]
        found = [*CARD_VERBS[language], *SEAT_VERBS[language], RULING_VERBS[language], *verbs, *seats, *_cards(partie)]
    elif first in map(fold, CARD_VERBS[language]) or fold(before[-1]) in map(fold, CARD_VERBS[language]):
        found = _cards(partie)
    else:
        found = []
    # Small and capital letters are different cards; else they do not matter, nor do accents.
    return [word for word in found if word.startswith(token) or (len(word) > 1 and fold(word).startswith(fold(token)))]


def _cards(partie: Partie) -> list[str]:
    """The cards that may be laid or told now, backs included."""
    mover: Seat | None = next(iter(partie.movers()), None)
    actions = partie.view(partie.turn or mover).actions if mover is not None else ()
    cards: dict[str, None] = {}
    for action in actions:
        card = getattr(action, "card", None)
        if isinstance(card, Card) and card.case is not None:
            cards[card.text] = None
    return list(cards)


def _history(path: Path | None) -> History:
    if path is None:
        return InMemoryHistory()
    try:
        path.touch(0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))


def _bindings() -> KeyBindings:
    """Ctrl-C drops the line that is being typed; on an empty line it ends the session, as Ctrl-D does."""
    bindings = KeyBindings()

    @bindings.add("c-c")
    def _(event: KeyPressEvent) -> None:
        buffer: Buffer = event.current_buffer
        if buffer.text:
            buffer.reset()
        else:
            event.app.exit(exception=EOFError())

    return bindings


class _Words(Completer):
    """Completion of the last part of the line."""

    def __init__(self, complete: Callable[[str], Iterable[str]]) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor.lstrip()
        token = text.rpartition(" ")[2]
        for word in self._complete(text):
            yield Completion(word, start_position=-len(token))
