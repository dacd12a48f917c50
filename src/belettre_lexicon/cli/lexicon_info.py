"""``belettre lexicon``: edition, layers and licences of the compiled lexicon, and a check of its integrity."""

from __future__ import annotations

from ..lexicon.lexicon import Lexicon
from ..referee.catalogue import Catalogue
from .terminal import EXIT_OK, write


def run_verify(language: str, lexicon_path: str | None) -> int:
    """Check every byte of the lexicon and return the exit status. Raises LexiconError when it is damaged."""
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path)
    lexicon.verify()
    write(say("lexicon.sound", hash=lexicon.hash))
    return EXIT_OK


def run_info(language: str, lexicon_path: str | None) -> int:
    """Print edition, size (in MB), hash, and the licence and sources of each layer; return the exit status."""
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path)
    about, store = lexicon.about, lexicon.store
    megabytes = sum(part.size for part in store.container.parts.values()) / 1e6
    write(
        say(
            "lexicon.info",
            edition=lexicon.edition,
            words=len(lexicon),
            readings=store.reading_count,
            size=f"{megabytes:.1f}",
        )
    )
    write(say("lexicon.hash", hash=lexicon.hash))
    for name in [*about["layers"].split(), "frequency", "families"]:
        values = {key: about[f"{name}.{key}"] for key in ("rows", "licence", "sources")}
        write(say("lexicon.layer", name=name, **values))
    return EXIT_OK
