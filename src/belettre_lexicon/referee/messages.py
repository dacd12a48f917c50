"""Compile the message catalogues ``referee/*.toml`` to ``data/*.messages``, which load quickly at run time.

A *catalogue* holds the sentences of one language. All catalogues are checked at build time. A compiled catalogue has
one line « key TAB text » per message. ``fr.toml`` and ``en.toml`` are about Belettre. The names of another game's
catalogues begin with that game, as in ``belote_fr.toml``, so that a command loads the sentences of its own game only.

The French of help pages and errors is in a gettext file, ``cli/fr.po``, because its English stands in the code.
"""

from __future__ import annotations

import string
import tomllib
from pathlib import Path

from ..base.errors import LayerError


def compile_messages(folder: Path, target: Path) -> list[str]:
    """Compile every catalogue of *folder* into the folder *target*, which is created if it does not exist.

    Returns the names of the files written, such as "fr.messages".

    Raises LayerError if the catalogues of a game do not all have the same keys and placeholders, or if a message
    contains a tab or a line break.
    """
    games: dict[str, dict[str, dict[str, str]]] = {}
    for path in sorted(folder.glob("*.toml")):
        games.setdefault(path.stem.rpartition("_")[0], {})[path.stem] = _flat(path)
    for game, catalogues in games.items():
        _compile_catalogues(catalogues, f"{game}_fr" if game else "fr", target)
    return [f"{name}.messages" for catalogues in games.values() for name in catalogues]


def compile_translation(path: Path, target: Path) -> str:
    """Compile a gettext file of the commands, ``cli/fr.po``, to ``commands_fr.messages`` in the folder *target*.

    The compiled file has one line « English TAB French » per message, with a second French text behind another tab for
    a message with a plural, and ``\\n`` for a line break. Returns the name of the file written.

    Raises LayerError if a message has no French, or not the placeholders of the English, or contains a tab.
    """
    from babel.messages.pofile import read_po  # the rest of the pipeline does without Babel

    with path.open("rb") as stream:
        catalogue = read_po(stream)
    lines = []
    for message in catalogue:
        if not message.id:
            continue
        english = message.id if isinstance(message.id, str) else message.id[0]
        french = [message.string] if isinstance(message.string, str) else list(message.string or ("",))
        for text in french:
            if not text or _placeholders(text) != _placeholders(english):
                raise LayerError(f"{path.name}: {english!r}: expected a text with the same placeholders, got {text!r}")
        fields = "\t".join([english, *french])
        if fields.count("\t") != len(french):
            raise LayerError(f"{path.name}: {english!r}: a message has no tabs")
        lines.append(fields.replace("\n", "\\n") + "\n")
    target.mkdir(parents=True, exist_ok=True)
    name = f"commands_{path.stem}.messages"
    (target / name).write_text("".join(lines), encoding="utf-8")
    return name


def _compile_catalogues(catalogues: dict[str, dict[str, str]], first: str, target: Path) -> None:
    """Compile the catalogues of one game, by their names. *first* is the one with which the others are compared."""
    reference = catalogues[first]
    for name, messages in catalogues.items():
        if missing := sorted(set(reference) ^ set(messages)):
            raise LayerError(f"{name}.toml: {missing[0]!r} is not in every catalogue")
        for key, text in messages.items():
            if _placeholders(text) != _placeholders(reference[key]):
                raise LayerError(f"{name}.toml: {key}: placeholders differ from {first}.toml")
            if "\t" in text or "\n" in text:
                raise LayerError(f"{name}.toml: {key}: a message is one line without tabs")
        target.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{key}\t{text}\n" for key, text in messages.items())
        (target / f"{name}.messages").write_text(lines, encoding="utf-8")


def _flat(path: Path) -> dict[str, str]:
    """Return the messages of a catalogue as a mapping « section.key » → text."""
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, messages in sections.items() for key, text in messages.items()}


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
