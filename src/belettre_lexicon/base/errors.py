"""The exceptions of this library; they all derive from ``BelettreError``.

The message of an exception names the invalid value and says what was expected. Refused words do not raise exceptions:
refusals are values (see ``words.verdicts``).
"""

from __future__ import annotations


class BelettreError(Exception):
    """The base class of all exceptions that belettre_lexicon raises intentionally.

    These exceptions keep their attributes when they are pickled, so a worker process can send them to its parent.
    """

    def __reduce__(self) -> tuple[object, ...]:
        # The default calls the class with the message, which fails for a class that takes something else.
        return _restored, (type(self), self.args, self.__dict__)


def _restored(kind: type[BelettreError], args: tuple[object, ...], attributes: dict[str, object]) -> BelettreError:
    """Return the exception that was pickled with these values, without calling ``__init__`` of its class *kind*."""
    error = kind.__new__(kind, *args)
    error.__dict__.update(attributes)
    return error


class LexiconError(BelettreError):
    """Raised if the compiled lexicon or a message catalogue is missing, damaged, closed or of another version."""


class LayerError(BelettreError):
    """Raised when a lexicon is compiled if an input file is invalid or the data do not fit into the compiled format.

    If the error is in one line of a file, the message starts with ``file:line:``.
    """


class SourceError(BelettreError):
    """Raised by the build if a source, such as a dictionary, is missing or invalid, or differs from the pinned file."""


class ArgumentError(BelettreError, ValueError):
    """Raised if an argument is invalid, such as a letter, an option or the text of a deck."""
