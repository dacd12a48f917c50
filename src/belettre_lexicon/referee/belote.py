"""Floor 4. Sentences of Belote: deals of the sheet, refusals, and the rules of a table.

They stand in ``belote_fr.toml`` and ``belote_en.toml``. The parameter ``say`` is always ``load_belote(language)``.
Start reading at ``load_belote``.
"""

from __future__ import annotations

from .catalogue import Catalogue


def load_belote(language: str) -> Catalogue:
    """Return the sentences of Belote in *language*, which must be one of ``LANGUAGES``.

    Raises ArgumentError if the language is unknown, and LexiconError if the sentences were not built or are damaged.

    >>> load_belote("fr")("seats.sud")
    'Sud'
    """
    return Catalogue.load(language, "belote")
