"""The French catalogue of the commands, with the messages that they say today.

The catalogue is ``src/belettre_lexicon/cli/kit/fr.po``, a gettext file for any editor of such files. New English
messages (``english_messages``) are added without French, which is then to be written; messages that nobody says any
more are removed.
"""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path

from babel.messages import Catalog, Message
from babel.messages.pofile import read_po, write_po

from scripts.generated.english_messages import PACKAGE, argparse_templates, english_messages

CATALOGUE = PACKAGE / "cli" / "kit" / "fr.po"
#: Singular and plural, as ``Translation`` reads them. Versions of Babel differ: some have a form for millions as well.
PLURAL_FORMS = "nplurals=2; plural=(n > 1);"


def read_catalogue() -> Catalog:
    """Return the French catalogue as it is in the repository."""
    with CATALOGUE.open("rb") as stream:
        return read_po(stream, locale="fr")


def updated(old: Catalog) -> Catalog:
    """Return a catalogue with every English message that the commands may say, and the French of *old*.

    The words of argparse differ between versions of Python: those of other versions are kept.
    """
    new = Catalog(
        locale="fr",
        project="belettre-lexicon",
        version="1",
        header_comment="# What the commands say in French. python -m scripts.regenerate keeps it up to date.",
        last_translator="The belettre-lexicon maintainers",
        language_team="The belettre-lexicon maintainers",
        msgid_bugs_address="CONTRIBUTING.md",
        creation_date=old.creation_date,
        revision_date=old.revision_date,
        fuzzy=False,
    )
    new.mime_headers = [("Plural-Forms", PLURAL_FORMS)]
    ours = english_messages()
    others = [key for message in old if message.id and "argparse" in message.auto_comments and (key := _key(message))]
    of_argparse = {*argparse_templates(), *others}
    for english in dict.fromkeys([*ours, *others]):
        before = old.get(english)
        comments = ["argparse"] if english in of_argparse else []
        plural = before is not None and before.pluralizable
        french = before.string if before is not None else ""
        new.add((english, english) if plural else english, french, auto_comments=comments)
    return new


def _key(message: Message) -> str:
    """Return the English text of a message: its singular, which is the same as its plural."""
    return message.id if isinstance(message.id, str) else message.id[0]


def as_bytes(catalogue: Catalog) -> bytes:
    """Return the file of a catalogue, the same with every version of Babel."""
    stream = BytesIO()
    write_po(stream, catalogue, width=100, omit_header=False, sort_output=True)
    return re.sub(rb'^"Generated-By: Babel .*\n', b"", stream.getvalue(), flags=re.MULTILINE)


def untranslated(catalogue: Catalog) -> list[str]:
    """Return the messages of a catalogue that have no French."""
    return [_key(message) for message in catalogue if message.id and not all(_french(message))]


def _french(message: Message) -> tuple[str, ...]:
    """Return the French texts of a message: one, or two if it has a plural."""
    return (message.string,) if isinstance(message.string, str) else tuple(message.string or ("",))


def generated() -> dict[Path, str]:
    """Return the catalogue as it should be now. Raises ValueError if a message of it has no French yet."""
    new = updated(read_catalogue())
    text = as_bytes(new).decode("utf-8")
    if missing := untranslated(new):
        CATALOGUE.write_text(text, encoding="utf-8", newline="\n")
        raise ValueError(
            f"{CATALOGUE.name}: {len(missing)} messages have no French: {', '.join(map(repr, missing)):.2000}"
        )
    return {CATALOGUE: text}
