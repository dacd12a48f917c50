"""The language of a command: of its answers, and of its help page and errors.

Both are what ``--lang`` says, else the environment variable BELETTRE_LANG, else the locale: French for a French one,
English for that of any other language. Where nothing names a language (the locale C), answers are in French, as the
words are, while help and errors stay in English, as that locale asks for.

Start reading at ``answer_language``; a one-word check needs nothing else of this module.
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
    """The arguments of the command that runs, in which ``--lang`` is looked for when there is an error to report."""

    arguments: ClassVar[list[str]] = []


def listen(arguments: list[str]) -> list[str]:
    """Remember the arguments of the command that runs: their ``--lang`` is the language of its help and errors.

    Returns the arguments with a ``--lang`` before the command moved behind it, where the options of a command stand;
    without a command it is left out, since a help page follows.

    >>> listen(["--lang", "en", "check", "arbre"]), listen(["--lang=en", "--help"])
    (['check', '--lang', 'en', 'arbre'], ['--help'])
    """
    _CommandLine.arguments = arguments
    if not arguments or not (arguments[0] == _OPTION or arguments[0].startswith(f"{_OPTION}=")):
        return arguments
    taken = 2 if arguments[0] == _OPTION else 1
    option, rest = arguments[:taken], arguments[taken:]
    return [rest[0], *option, *rest[1:]] if rest and not rest[0].startswith("-") else rest


def answer_language() -> str:
    """Return the language of answers without ``--lang``: "fr" or "en".

    Raises ArgumentError if BELETTRE_LANG is set to anything else.
    """
    chosen = os.environ.get(VARIABLE, "")
    if chosen and chosen not in LANGUAGES:
        raise ArgumentError(f"{VARIABLE} {chosen!r:.40}: expected one of {', '.join(LANGUAGES)}")
    return chosen or _of_locale() or LANGUAGES[0]


def message_language() -> str:
    """Return the language of help and errors of the command that runs: "fr" or "en"."""
    chosen = _typed(_CommandLine.arguments) or os.environ.get(VARIABLE, "")
    return chosen if chosen in LANGUAGES else _of_locale() or "en"


def translation(language: str | None = None) -> Translation | None:
    """Return the translation of help pages and errors into *language*; None stands for that of the running command.

    Returns None for English, and also if the file of the translation is missing or damaged: the error that is to be
    reported is then printed in English.
    """
    if (language or message_language()) == "en":
        return None
    from ...referee.translation import Translation  # most commands end without an error

    try:
        return Translation.load()
    except LexiconError:
        return None


def spoken(message: str, language: str | None = None) -> str:
    """Return an English error message translated into *language*; None stands for that of the running command.

    Pass the language of the sentence into which the message is inserted, if it is another one.
    """
    translated = translation(language)
    return message if translated is None else translated.message(message)


def _typed(arguments: list[str]) -> str | None:
    """Return the last value of ``--lang`` among the arguments; None if there is none that we speak."""
    values = [arguments[place] for place in range(1, len(arguments)) if arguments[place - 1] == _OPTION]
    values += [text.partition("=")[2] for text in arguments if text.startswith(f"{_OPTION}=")]
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
    """Return the locale of the user of a Windows system, which says it in no variable; "" for others."""
    if sys.platform != "win32":
        return ""
    import locale  # imports re, which takes as long as all of this package

    return locale.getlocale()[0] or ""
