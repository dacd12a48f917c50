"""Loads the public names of a package when they are first used, so that importing the package takes no time.

A package names them by module in ``_EXPORTS``, from which its ``__all__`` follows, and calls ``load`` from its
``__getattr__``. Type checkers see the imports of the same names, in the form ``import Judge as Judge``, which exports
a name without ``__all__``.
"""

from __future__ import annotations

import sys
from importlib import import_module

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


def load(package: str, exports: Mapping[str, str], name: str, source: str = "") -> object:
    """Import a public name of a package, keep it there as an attribute, and return it.

    package  the name of the package
    exports  the modules that define its public names, as paths below *source*, each with these names: "words.judge"
    source   the package that has the modules; by default *package* itself

    Raises AttributeError if the package has no such public name.

    >>> load("belettre_lexicon", {"french.letters": "ALPHABET MAX_WORD"}, "ALPHABET")[:3]
    'abc'
    """
    for module, names in exports.items():
        if name in names.split():
            value: object = getattr(import_module(f"{source or package}.{module}"), name)
            setattr(sys.modules[package], name, value)
            return value
    raise AttributeError(f"module {package!r} has no attribute {name!r}")
