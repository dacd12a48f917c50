"""Floor 4. The sentences of one language, loaded from the form that the build makes of ``fr.toml``.

The build writes one line a message, ``section.key TAB text``: reading TOML at run time would
take as long as the rest of a one-word check.
"""

from __future__ import annotations

import os

from ..errors import ArgumentError, LexiconError

LANGUAGES = ("fr", "en")


class Catalogue:
    """Messages by ``section.key``; call it with the values of the placeholders.

    >>> Catalogue.load("fr")("reason.plural", lemma="porte", pos="nom")
    'pluriel de « porte » (nom)'
    """

    __slots__ = ("_messages", "language")

    def __init__(self, language: str, messages: dict[str, str]) -> None:
        self.language = language
        self._messages = messages

    @classmethod
    def load(cls, language: str) -> Catalogue:
        """Load a language of ``LANGUAGES``. Raises ArgumentError for another, LexiconError when not built."""
        if language not in LANGUAGES:
            raise ArgumentError(f"language {language!r} is none of {', '.join(LANGUAGES)}")
        path = os.path.join(os.path.dirname(os.path.dirname(__file__)), "data", f"{language}.messages")
        try:
            with open(path, encoding="utf-8") as stream:
                rows = [line.rstrip("\n").split("\t", 1) for line in stream]
        except OSError as error:
            raise LexiconError(f"{path}: no message catalogue; build it with « pip install . »") from error
        return cls(language, dict(rows))

    def __call__(self, key: str, **values: object) -> str:
        """The message with its placeholders filled."""
        return self._messages[key].format_map(values) if values else self._messages[key]

    def saying(self, messages: dict[str, str]) -> Catalogue:
        """The same catalogue with some messages of its own, which have no placeholders.

        >>> Catalogue.load("fr").saying({"seats.levantin": "Chloé"})("awaits.lay", seats="Chloé")
        'Chloé joue.'
        """
        return Catalogue(self.language, self._messages | messages)

    def keys(self) -> set[str]:
        """Every key of the catalogue."""
        return set(self._messages)
