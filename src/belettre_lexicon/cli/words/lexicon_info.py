"""The command ``belettre lexicon``, which describes the compiled lexicon or checks that its file is undamaged.

A layer is one of the data files that the lexicon is compiled from; their licences differ. Start reading at
``run_info``.
"""

from __future__ import annotations

from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ..kit.terminal import EXIT_OK, write


def run_verify(language: str, lexicon_path: str | None) -> int:
    """Check every byte of the lexicon and return EXIT_OK. Raises LexiconError if the file is damaged."""
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path, verify=True)
    write(say("lexicon.sound", hash=lexicon.hash))
    return EXIT_OK


def run_info(language: str, lexicon_path: str | None) -> int:
    """Print facts about the lexicon and return EXIT_OK.

    These are the edition, the numbers of words and readings, the size (in MB), the hash, and for each layer the number
    of rows, the licence and the sources.
    """
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path, verify=True)
    about, store = lexicon.about, lexicon.store
    megabytes = sum(part.size for part in store.container.parts.values()) / 1e6
    write(
        say(
            "lexicon.info",
            edition=lexicon.edition,
            words=lexicon.store.key_count,
            readings=store.reading_count,
            size=say.number(megabytes, ".1f"),
        )
    )
    write(say("lexicon.hash", hash=lexicon.hash))
    for name in (key.removesuffix(".licence") for key in about if key.endswith(".licence")):
        values = {key: about[f"{name}.{key}"] for key in ("rows", "licence", "sources")}
        write(say("lexicon.layer", name=name, **values))
    return EXIT_OK
