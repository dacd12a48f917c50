"""Floor 0. The exceptions of this library, under one root.

A message names the offending value and what was expected. Refused words do not raise: refusals are values (see
``words.verdicts``).
"""

from __future__ import annotations


class BelettreError(Exception):
    """Base class of all errors that belettre_lexicon raises on purpose."""


class LexiconError(BelettreError):
    """The compiled lexicon is missing, damaged or of another format version."""


class LayerError(BelettreError):
    """A text layer or a hand-written table is invalid; the message starts with ``file:line:``."""


class SourceError(BelettreError):
    """A pinned source cannot be fetched, or its content is not the pinned one."""


class ArgumentError(BelettreError, ValueError):
    """An argument is invalid, such as a word, a letter or an option."""
