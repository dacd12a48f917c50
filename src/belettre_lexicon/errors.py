"""Floor 0. One root for everything this library raises on purpose.

A message names the offending value and what was expected. Refused words are no errors:
they are values (see ``words.verdicts``).
"""

from __future__ import annotations


class BelettreError(Exception):
    """Root of every error that belettre_lexicon raises on purpose."""


class LexiconError(BelettreError):
    """The compiled lexicon is missing, damaged or of another format version."""


class LayerError(BelettreError):
    """A text layer or hand-written table does not parse; the message starts ``file:line:``."""


class SourceError(BelettreError):
    """A pinned source cannot be had, or is not the pinned one."""


class ArgumentError(BelettreError, ValueError):
    """A caller's argument is unusable: not a word, not a letter, not an option."""
