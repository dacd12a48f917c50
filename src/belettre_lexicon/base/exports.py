"""Loads the public names of a package when they are first used, so that importing the package takes no time.

A package maps its modules to their public names in ``_EXPORTS``, builds ``__all__`` from this mapping, and calls
``load`` in its ``__getattr__``. For type checkers it also imports the names under ``if TYPE_CHECKING``, in the form
``import Judge as Judge``, which exports a name without ``__all__``.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def load(package: str, exports: Mapping[str, str], name: str, source: str = "") -> object:
    """Return the object with a public name of a package, after importing its module and storing it in the package.

    package  the dotted name of the package, which must have been imported
    exports  module path below *source*, such as "words.judge" → the public names in this module, separated by spaces
    source   the dotted name of the package that contains these modules; "" for *package* itself

    Raises AttributeError if *exports* does not list *name*.

    >>> load("belettre_lexicon", {"french.letters": "ALPHABET MAX_WORD"}, "ALPHABET")[:3]
    'abc'
    """
    for module, names in exports.items():
        if name in names.split():
            value: object = getattr(import_module(f"{source or package}.{module}"), name)
            setattr(sys.modules[package], name, value)
            return value
    raise AttributeError(f"module {package!r} has no attribute {name!r}")
