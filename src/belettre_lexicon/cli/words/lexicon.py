"""The command ``belettre lexicon``: describes, verifies or exports the compiled lexicon.

A layer is one of the data files that the lexicon is compiled from; their licences differ. ``lexicon.tables`` writes
the exported tables. In all functions *language* is that of the output, "fr" or "en", and *lexicon_path* the path of
the lexicon; None for the one in the package. Start reading at ``run_info``.
"""

from __future__ import annotations

from pathlib import Path

from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue, printable
from ..kit.long_work import progress_bar
from ..kit.terminal import EXIT_OK, UnusableInputError, write


def run_verify(language: str, lexicon_path: str | None) -> int:
    """Check every byte of the lexicon and return EXIT_OK. Raises LexiconError if the file is damaged."""
    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path, verify=True)
    write(say("lexicon.sound", hash=lexicon.hash))
    return EXIT_OK


def run_info(language: str, lexicon_path: str | None) -> int:
    """Print facts about the lexicon and return EXIT_OK. Raises LexiconError if the file is damaged.

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


def run_export(families: str | None, readings: str | None, language: str, lexicon_path: str | None) -> int:
    """Write the requested tables, print the number of rows of each, and return EXIT_OK.

    families  the path of the file for the word families; None to write no families
    readings  the path of the file for the readings; None to write no readings

    Raises UnusableInputError if both are None or name the same file, ArgumentError if a name has an unknown ending or
    its file cannot be written, BelettreError if a library is missing. Both files are checked before one is written.
    """
    if families is None and readings is None:
        raise UnusableInputError("lexicon export: expected --families FILE, --readings FILE or both")
    if families is not None and readings is not None and Path(families).absolute() == Path(readings).absolute():
        raise UnusableInputError(f"lexicon export: --families and --readings name the same file: {families!r}")
    from ...lexicon.kin.kinship import count_family_trees
    from ...lexicon.tables import FAMILIES, READINGS, check_target, export_families, export_readings

    say = Catalogue.load(language)
    lexicon = Lexicon.open(lexicon_path, verify=True)
    wanted = [
        (table, path, export)
        for table, path, export in ((FAMILIES, families, export_families), (READINGS, readings, export_readings))
        if path is not None
    ]
    for table, path, _ in wanted:
        check_target(table, path)
    for table, path, export in wanted:
        size = count_family_trees(lexicon.family_index) if table is FAMILIES else lexicon.store.reading_count
        with progress_bar(size, table.name) as progress:
            rows = export(lexicon, path, progress=progress)
        write(say("lexicon.exported", path=printable(path), rows=rows))
    return EXIT_OK
