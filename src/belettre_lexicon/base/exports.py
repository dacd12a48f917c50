"""Loads the public names of a package when they are first used, so that importing the package takes no time.

A package names them in a mapping, and calls ``load`` from its ``__getattr__``.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def load(package: str, modules: Mapping[str, str], name: str, source: str = "") -> object:
    """Import a public name of a package, keep it there as an attribute, and return it.

    package  the name of the package
    modules  public name → the module that defines it, as a path below *source*: "words.judge"
    source   the package that has the modules; by default *package* itself

    Raises AttributeError if the package has no such public name.

    >>> load("belettre_lexicon", {"ALPHABET": "french.letters"}, "ALPHABET")[:3]
    'abc'
    """
    if name not in modules:
        raise AttributeError(f"module {package!r} has no attribute {name!r}")
    value: object = getattr(import_module(f"{source or package}.{modules[name]}"), name)
    setattr(sys.modules[package], name, value)
    return value
