"""Compile the message catalogues ``referee/*.toml`` to ``data/*.messages``, which load quickly at run time.

A *catalogue* holds the sentences of one language. All catalogues are checked at build time. A compiled catalogue has
one line « key TAB text » per message.
"""

from __future__ import annotations

import string
import tomllib
from pathlib import Path

from ..errors import LayerError


def compile_messages(folder: Path, target: Path) -> None:
    """Compile every catalogue of *folder* into the folder *target*, which is created if it does not exist.

    Raises LayerError if the catalogues do not all have the same keys and placeholders, or if a message contains a tab
    or a line break.
    """
    catalogues = {path.stem: _flat(path) for path in sorted(folder.glob("*.toml"))}
    reference = catalogues["fr"]
    for language, messages in catalogues.items():
        if missing := sorted(set(reference) ^ set(messages)):
            raise LayerError(f"{language}.toml: {missing[0]!r} is not in every catalogue")
        for key, text in messages.items():
            if _placeholders(text) != _placeholders(reference[key]):
                raise LayerError(f"{language}.toml: {key}: placeholders differ from fr.toml")
            if "\t" in text or "\n" in text:
                raise LayerError(f"{language}.toml: {key}: a message is one line without tabs")
        target.mkdir(parents=True, exist_ok=True)
        lines = "".join(f"{key}\t{text}\n" for key, text in messages.items())
        (target / f"{language}.messages").write_text(lines, encoding="utf-8")


def _flat(path: Path) -> dict[str, str]:
    """Return the messages of a catalogue as a mapping « section.key » → text."""
    sections = tomllib.loads(path.read_text(encoding="utf-8"))
    return {f"{section}.{key}": text for section, messages in sections.items() for key, text in messages.items()}


def _placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}
