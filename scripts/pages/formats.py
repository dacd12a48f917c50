"""The page about file formats: each is specified beside its reader, in the docstring of a module."""

from __future__ import annotations

import importlib
import inspect
import re

from scripts.pages.docstrings import as_rest

#: The formats, each with the module that specifies it.
FORMATS = {
    "Decks": "french.decks",
    "House lists": "words.house_list",
    "Records of Belettre": "games.belettre.records.json_lines",
    "Shorthand of Belettre": "games.belettre.records.shorthand",
    "Records of Belote": "games.belote.records",
    "Shorthand of Belote": "games.belote.shorthand",
    "Score sheets of Belote": "games.belote.marque.marque",
    "Journals": "games.kit.journal",
    "Chained lines": "games.kit.chain",
    "The compiled lexicon": "lexicon.file.container",
    "The compiled lexicon: readings": "lexicon.file.packing",
    "The compiled lexicon: families": "lexicon.file.family_packing",
    "The compiled lexicon: search": "lexicon.find.bitsets",
}
_INTRODUCTION = """\
File formats
============

Each format is specified beside its reader; this page has what the modules say. All text files are UTF-8. Verdicts as
JSON have a page of their own: :doc:`../verdict-json`.
"""


def pages() -> dict[str, str]:
    """Return the page of file formats by its path below the folder of the reference."""
    lines = [_INTRODUCTION]
    for title, name in FORMATS.items():
        module = importlib.import_module(f"belettre_lexicon.{name}")
        text = re.sub(r"^Floor \d\. | Floor \d\.$", "", inspect.getdoc(module) or "", flags=re.MULTILINE)
        lines += [title, "-" * len(title), "", f"Module ``{name}``.", "", *as_rest(text, lambda code: None), ""]
    return {"formats.rst": "\n".join(lines) + "\n"}
