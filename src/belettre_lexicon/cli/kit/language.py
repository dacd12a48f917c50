"""Chooses the language of a command's answers, and the language of its help page and errors.

Both are chosen by ``--lang``, else by the environment variable BELETTRE_LANG, else by the locale: French for a French
locale, English for any other. If nothing names a language (the locale is C), answers are in French, like the words
that they are about, and help and errors are in English, the language of that locale.

Start reading at ``answer_language``.
"""

from __future__ import annotations

import os
import sys

from ...base.errors import ArgumentError, LexiconError
from ...referee.catalogue import LANGUAGES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import ClassVar

    from ...referee.translation import Translation

#: The environment variable that chooses the language of all commands.
VARIABLE = "BELETTRE_LANG"
_OPTION = "--lang"


class _CommandLine:
    """The arguments of the command that runs. ``--lang`` is looked for in them when an error is reported."""

    arguments: ClassVar[list[str]] = []


def listen(arguments: list[str]) -> list[str]:
    """Remember the arguments of a command line, so that ``message_language`` finds ``--lang`` in them.

    Return the arguments to parse. A ``--lang`` before the name of the command is moved behind the name, because each
    command has this option; if no command follows, it is left out. Otherwise the arguments are returned unchanged.

    >>> listen(["--lang", "en", "check", "arbre"]), listen(["--lang=en", "--help"])
    (['check', '--lang', 'en', 'arbre'], ['--help'])
    """
    _CommandLine.arguments = arguments
    taken = 0
    while taken < len(arguments) and arguments[taken].partition("=")[0] == _OPTION:
        taken += 1 if "=" in arguments[taken] else 2
    option, rest = arguments[:taken], arguments[taken:]
    return [rest[0], *option, *rest[1:]] if rest and not rest[0].startswith("-") else rest


def answer_language() -> str:
    """Return the language of answers for a command line without ``--lang``: "fr" or "en".

    Raises ArgumentError if BELETTRE_LANG is set to anything else; if it is "", the locale decides.
    """
    chosen = os.environ.get(VARIABLE, "")
    if chosen and chosen not in LANGUAGES:
        raise ArgumentError(f"{VARIABLE} {chosen!r:.40}: expected one of {', '.join(LANGUAGES)}")
    return chosen or _of_locale() or LANGUAGES[0]


def message_language() -> str:
    """Return the language of help and errors of the command that runs: "fr" or "en". Unknown languages are ignored."""
    chosen = _typed(_CommandLine.arguments) or os.environ.get(VARIABLE, "")
    return chosen if chosen in LANGUAGES else _of_locale() or "en"


def translation(language: str | None = None) -> Translation | None:
    """Return the translation of help and errors into *language*; if it is None, into ``message_language()``.

    The result is None for English, in which the texts are written, and if the file of the translation is missing or
    damaged: errors are then reported in English.
    """
    if (language or message_language()) == "en":
        return None
    from ...referee.translation import Translation  # most commands end without an error

    try:
        return Translation.load()
    except LexiconError:
        return None


def spoken(message: str, language: str | None = None) -> str:
    """Return the translation of an English error message; *message* itself for English, or if there is none.

    language  the language to translate to: "fr" or "en"; None for the language of help and errors of this command
    """
    translated = translation(language)
    return message if translated is None else translated.message(message)


def _typed(arguments: list[str]) -> str | None:
    """Return the language that ``--lang`` names among the arguments; None if it names none of ``LANGUAGES``."""
    parts = [part for text in arguments for part in (text.split("=", 1) if text.startswith(f"{_OPTION}=") else [text])]
    values = [parts[place] for place in range(1, len(parts)) if parts[place - 1] == _OPTION]
    return next((value for value in reversed(values) if value in LANGUAGES), None)


def _of_locale() -> str | None:
    """Return the language of the locale, as gettext finds it: "fr", or "en" for all others; None for the locale C."""
    environment = os.environ.get
    locale = environment("LC_ALL") or environment("LC_MESSAGES") or environment("LANG") or _of_system()
    if locale.split(".")[0] in ("", "C", "POSIX"):
        return None
    spoken_ones = (tag[:2].lower() for tag in (*environment("LANGUAGE", "").split(":"), locale))
    return next((tag for tag in spoken_ones if tag in LANGUAGES), "en")


def _of_system() -> str:
    """Return the user's locale on Windows, which has no environment variable for it; "" on other systems."""
    if sys.platform != "win32":
        return ""
    import locale  # imports re, which takes as long as all of this package

    return locale.getlocale()[0] or ""
