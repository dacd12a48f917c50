"""The lines that are typed at a keyboard: with the line editor if it is installed, otherwise plainly."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

from ....referee.catalogue import Catalogue
from ...kit.terminal import is_dumb, paint, plain_lines, write


def typed_lines(
    prompt: Callable[[], str],
    toolbar: Callable[[], tuple[str, str]],
    complete: Callable[[str], Iterable[str]],
    typing: Callable[[bool], None],
    history: Path | None,
    say: Catalogue,
) -> Iterator[str]:
    """Return an iterator over the lines that are typed.

    The line editor is used if prompt_toolkit is installed and standard output is a terminal that can move its cursor,
    otherwise ``plain_lines``. *say* says once how to install it; the other parameters are those of ``edited_lines``.
    """
    if not sys.stdout.isatty() or is_dumb():
        return plain_lines(prompt)
    try:
        from .line_editor import edited_lines  # needs an extra and takes 200 ms to import
    except ImportError:
        write(paint(say("table.no_editor"), "dim"))
        return plain_lines(prompt)
    return edited_lines(prompt, toolbar, complete, typing, history)
