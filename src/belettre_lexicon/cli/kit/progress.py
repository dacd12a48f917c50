"""A progress bar on the terminal for commands that play many games. Start reading at ``progress_bar``."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def progress_bar(total: int, name: str) -> Iterator[Callable[[int], None] | None]:
    """Show a progress bar while the ``with`` block runs, and yield the function that updates the bar.

    The function takes the number of games that are done, of *total*. Yield None instead, without a bar, if standard
    error is not a terminal or tqdm is not installed (extra ``plots``).
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield None
        return
    try:
        from tqdm import tqdm
    except ImportError:
        yield None
        return
    with tqdm(total=total, desc=name, leave=False) as bar:

        def progress(done: int) -> None:
            bar.update(done - bar.n)

        yield progress
