"""Closing a lexicon: every use of it raises LexiconError from then on, and its file is let go. Floor 1.

The objects that read a lexicon hold views of its memory, and callers hold these objects: a judge, a word that was
found, a kinship whose proof has not been read. None of them may meet memory that is gone. ``close_parts`` therefore
puts a ``Closed`` in the place of all that they hold, so that no look-up needs to ask whether the lexicon is open.
"""

from __future__ import annotations

from ...base.errors import LexiconError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import NoReturn


class Closed:
    """Stands in the place of whatever a closed lexicon held. Every use of it raises LexiconError.

    >>> Closed(LexiconError("fr.lexicon: this lexicon is closed"))["marche"]
    Traceback (most recent call last):
    belettre_lexicon.base.errors.LexiconError: fr.lexicon: this lexicon is closed
    """

    __slots__ = ("_error",)

    def __init__(self, error: LexiconError) -> None:
        self._error = error

    def _refuse(self, *_: object) -> NoReturn:
        raise LexiconError(*self._error.args)

    __call__ = __getattr__ = __getitem__ = __setitem__ = __contains__ = __iter__ = __len__ = __bool__ = _refuse


def close_parts(holders: Iterable[object], closed: Closed, keep: str = "") -> None:
    """Put *closed* into every slot of these objects, except the slot with the name *keep* and slots with numbers.

    A number reads no memory, and whatever it counts cannot be read.
    """
    for holder in holders:
        for name in type(holder).__slots__:  # type: ignore[attr-defined]  # the readers of a lexicon have slots
            if name != keep and not isinstance(getattr(holder, name, None), int):
                setattr(holder, name, closed)
