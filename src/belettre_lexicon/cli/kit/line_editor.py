"""The line editor of the sessions that time a player: with history, completion and a toolbar.

It uses the library prompt_toolkit (extra ``table``). Start reading at ``edited_lines``.
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

from .terminal import legible

#: The seconds between two updates of the toolbar.
_REFRESH = 1.0


def edited_lines(
    prompt: Callable[[], str],
    toolbar: Callable[[], tuple[str, str]],
    complete: Callable[[str], Iterable[str]],
    typing: Callable[[bool], None],
    history: Path | None,
) -> Iterator[str]:
    """Yield the lines that the user types, until they press Ctrl-D, or Ctrl-C on an empty line.

    prompt    returns the prompt of the next line
    toolbar   returns the style and the text of the toolbar
    complete  returns the completions of the text that is before the cursor
    typing    called whenever the line changes, with True if the line has text and False if it is empty
    history   the file in which typed lines are stored for later sessions; None to store them in memory only
    """
    session: PromptSession[str] = PromptSession(
        history=_history(history),
        completer=_LineCompleter(complete),
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
        yield legible(line)


def _history(path: Path | None) -> History:
    """Return the history in a file that only the user can read; one in memory if *path* is None or cannot be used."""
    if path is None:
        return InMemoryHistory()
    try:
        path.touch(0o600)
    except OSError:
        return InMemoryHistory()
    return FileHistory(str(path))


def _bindings() -> KeyBindings:
    """Return key bindings in which Ctrl-C clears the line or, if the line is empty, ends the input as Ctrl-D does."""
    bindings = KeyBindings()

    @bindings.add("c-c")
    def _(event: KeyPressEvent) -> None:
        buffer: Buffer = event.current_buffer
        if buffer.text:
            buffer.reset()
        else:
            event.app.exit(exception=EOFError())

    return bindings


class _LineCompleter(Completer):
    """A completer for the last word before the cursor, given the function that returns the completions of a text."""

    def __init__(self, complete: Callable[[str], Iterable[str]]) -> None:
        self._complete = complete

    def get_completions(self, document: Document, complete_event: CompleteEvent) -> Iterator[Completion]:
        text = document.text_before_cursor.lstrip()
        token = text.rpartition(" ")[2]
        for word in self._complete(text):
            yield Completion(word, start_position=-len(token))
