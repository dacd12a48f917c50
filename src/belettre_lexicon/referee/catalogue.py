"""Floor 4. The sentences of one language, loaded from the file that the build makes of ``fr.toml`` or ``en.toml``.

The built file has one line per message, ``section.key TAB text``. Parsing TOML at run time would take as long as the
rest of a one-word check.
"""

from __future__ import annotations

import os

from ..errors import ArgumentError, LexiconError

LANGUAGES = ("fr", "en")


class Catalogue:
    """The messages of one language by ``section.key``. Call it with a key and the values of the placeholders.

    >>> Catalogue.load("fr")("reason.plural", lemma="porte", pos="nom")
    'pluriel de « porte » (nom)'
    """

    __slots__ = ("_messages", "language")

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self._messages = messages

    @classmethod
    def load(cls, language: str) -> Catalogue:
        """Load one of ``LANGUAGES``.

        Raises ArgumentError for any other language, LexiconError when the catalogue has not been built.
        """
        if language not in LANGUAGES:
            raise ArgumentError(f"unknown language {language!r}, expected one of {', '.join(LANGUAGES)}")
        path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", f"{language}.messages")
        try:
            with open(path, encoding="utf-8") as stream:
                rows = [line.rstrip("\n").split("\t", 1) for line in stream]
        except OSError as error:
            raise LexiconError(f"{path}: no message catalogue; build it with « pip install . »") from error
        return cls(language, dict(rows))

    def __call__(self, key: str, **values: object) -> str:
        """Return the message of *key* with its placeholders filled in. Raises KeyError for an unknown key."""
        return self._messages[key].format_map(values) if values else self._messages[key]

    def with_messages(self, messages: dict[str, str]) -> Catalogue:
        """Return a copy in which *messages*, plain texts without placeholders, replace those of the same keys.

        >>> Catalogue.load("fr").with_messages({"seats.levantin": "Chloé"})("awaits.lay", seats="Chloé")
        'Chloé joue.'
        """
        return Catalogue(self.language, self._messages | messages)

    def keys(self) -> set[str]:
        """Return every key of the catalogue."""
        return set(self._messages)
