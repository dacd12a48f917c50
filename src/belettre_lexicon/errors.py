"""Floor 0. The exceptions of this library; they all derive from ``BelettreError``.

The message of an exception names the invalid value and says what was expected. Refused words do not raise exceptions:
refusals are values (see ``words.verdicts``).
"""

from __future__ import annotations


class BelettreError(Exception):
    """The base class of all exceptions that belettre_lexicon raises intentionally."""


class LexiconError(BelettreError):
    """Raised if the compiled lexicon or a message catalogue is missing, damaged or in another format version."""


class LayerError(BelettreError):
    """Raised by the build if an input file is invalid or the data do not fit the format of the compiled lexicon.

    If the error is in one line of a file, the message starts with ``file:line:``.
    """


class SourceError(BelettreError):
    """Raised by the build if a source is missing or invalid, or differs from the pinned file."""


class ArgumentError(BelettreError, ValueError):
    """Raised if an argument is invalid, such as a letter, an option or the text of a deck."""
