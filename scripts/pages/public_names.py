"""The public names of the package: what its reference must have, and where each name is defined."""

from __future__ import annotations

import ast
import importlib
import inspect
import sys
from collections.abc import Iterator
from types import ModuleType, UnionType
from typing import NamedTuple

#: The packages whose names are public, in the order in which the reference shows them.
PACKAGES = ("belettre_lexicon", "belettre_lexicon.engine", "belettre_lexicon.belote", "belettre_lexicon.referee")


class PublicName(NamedTuple):
    """A name that a package offers.

    package  the package that offers it
    name     the name
    module   the module that defines it
    value    what it stands for
    """

    package: str
    name: str
    module: str
    value: object

    @property
    def path(self) -> str:
        """The name as a program imports it: "belettre_lexicon.engine.Lay"."""
        return f"{self.package}.{self.name}"


def public_names(package: str) -> list[PublicName]:
    """Return the public names of one of ``PACKAGES``, in the order of its ``__all__``.

    >>> [name.path for name in public_names("belettre_lexicon") if name.name == "Judge"]
    ['belettre_lexicon.Judge']
    """
    module = importlib.import_module(package)
    imported = _imported_from(module)
    return [PublicName(package, name, imported[name], getattr(module, name)) for name in module.__all__]


def _imported_from(package: ModuleType) -> dict[str, str]:
    """Return the module that defines each name that a package imports, for type checkers alone or for all."""
    found: dict[str, str] = {}
    for node in ast.walk(ast.parse(inspect.getsource(package))):
        if isinstance(node, ast.ImportFrom):
            base = package.__name__.rsplit(".", node.level - 1)[0] if node.level > 1 else package.__name__
            found |= {alias.asname or alias.name: f"{base}.{node.module}" for alias in node.names}
    return found


def resolve_type_imports() -> None:
    """Carry out what the modules of the package keep for type checkers.

    The annotations of the package name types that its modules neither import nor define when they run. With them,
    Sphinx finds each type and makes a link of it. Raises ImportError if an import cannot be carried out.
    """
    for package in PACKAGES:
        for one in public_names(package):
            importlib.import_module(one.module)
    done: set[tuple[str, str]] = set()
    known = 0  # modules; an import may load more of them, with statements of their own
    while True:  # a module may import what another one defines for type checkers alone
        modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "belettre_lexicon"]
        waiting = [
            (module, statement, (module.__name__, ast.unparse(statement)))
            for module in modules
            for statement in _for_type_checkers(module)
        ]
        waiting = [one for one in waiting if one[2] not in done]
        if not waiting:
            return
        carried_out = {key for module, statement, key in waiting if _carried_out(module, statement)}
        if not carried_out and len(modules) == known:
            raise ImportError(": ".join(waiting[0][2]))
        done |= carried_out
        known = len(modules)


def _for_type_checkers(module: ModuleType) -> Iterator[ast.stmt]:
    """Yield the statements of a module that stand below ``if TYPE_CHECKING``."""
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            yield from node.body


def _carried_out(module: ModuleType, statement: ast.stmt) -> bool:
    """Carry out a statement in a module; return whether every name in it was there."""
    try:
        exec(compile(ast.Module([statement], []), module.__name__, "exec"), vars(module))
    except (ImportError, NameError):
        return False
    return True


def is_documented_by_autodoc(value: object) -> bool:
    """Whether a value has a docstring of its own: a class or a function, and no union of types or constant."""
    return not isinstance(value, UnionType) and (inspect.isclass(value) or inspect.isfunction(value))
