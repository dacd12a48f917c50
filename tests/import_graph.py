"""The import graph of the package and of ``lexicons.build``, read from the source.

Imports for annotations alone and inside functions count too.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.conftest import ROOT

PACKAGE = ROOT / "src" / "belettre_lexicon"


def module_name(path: Path) -> str:
    """The dotted name of a source file: ``words.judge`` below the package, "" for the package itself,
    ``lexicons.build``.
    """
    parts = path.relative_to(PACKAGE if path.is_relative_to(PACKAGE) else ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


#: Dotted name of every module → its file.
MODULES = {
    module_name(path): path for path in [*sorted(PACKAGE.rglob("*.py")), *sorted((ROOT / "lexicons").rglob("*.py"))]
}


def imports(module: str, tree: ast.Module | None = None) -> Iterator[tuple[str, ast.ImportFrom]]:
    """The modules of the package that *module* imports, anywhere in its code, each with the statement in *tree*."""
    path = MODULES[module]
    package = module.split(".") if path.name == "__init__.py" else module.split(".")[:-1]
    for node in ast.walk(tree or ast.parse(path.read_text(encoding="utf-8"))):
        if not isinstance(node, ast.ImportFrom):
            continue
        if node.level:
            base = [part for part in package if part][: len(package) - node.level + 1]
            target = ".".join([*base, *(node.module.split(".") if node.module else [])])
        elif node.module and node.module.split(".")[0] == "belettre_lexicon":
            target = node.module.removeprefix("belettre_lexicon").removeprefix(".")
        elif node.module and node.module.split(".")[0] == "lexicons":
            target = node.module
        else:
            continue
        for alias in node.names:
            named = f"{target}.{alias.name}".lstrip(".")
            yield (named if named in MODULES else target), node


def run_time_imports(module: str) -> Iterator[str]:
    """Everything that *module* imports when it runs, also inside functions: ``.words.judge`` of the package, or ``os``.

    What stands under ``if TYPE_CHECKING`` is left out.
    """
    path = MODULES[module]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for_types = {
        id(node)
        for branch in ast.walk(tree)
        if isinstance(branch, ast.If) and isinstance(branch.test, ast.Name) and branch.test.id == "TYPE_CHECKING"
        for statement in branch.body
        for node in ast.walk(statement)
    }
    yield from (f".{target}" for target, node in imports(module, tree) if id(node) not in for_types)
    for node in ast.walk(tree):
        if id(node) in for_types:
            continue
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level and node.module:
            yield node.module


def import_graph() -> dict[str, set[str]]:
    """Every module with the modules that it imports."""
    return {module: {target for target, _ in imports(module)} - {module} for module in MODULES}


def function_level_imports() -> set[tuple[str, str]]:
    """Importer and imported of every import of the package that stands inside a function."""
    found = set()
    for module, path in MODULES.items():
        tree = ast.parse(path.read_text(encoding="utf-8"))
        inside = {
            node.lineno
            for function in ast.walk(tree)
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef)
            for node in ast.walk(function)
            if isinstance(node, ast.ImportFrom)
        }
        found |= {(module, target) for target, node in imports(module) if node.lineno in inside}
    return found


def circles(graph: Mapping[str, set[str]]) -> list[list[str]]:
    """The strongly connected components of more than one module (Tarjan), each sorted.

    >>> circles({"a": {"b"}, "b": {"a"}, "c": {"a"}})
    [['a', 'b']]
    """
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        index[module] = low[module] = len(index)
        stack.append(module)
        for target in sorted(graph[module]):
            if target not in index:
                visit(target)
                low[module] = min(low[module], low[target])
            elif target in stack:
                low[module] = min(low[module], index[target])
        if low[module] == index[module]:
            place = stack.index(module)
            component = stack[place:]
            del stack[place:]
            if len(component) > 1:
                found.append(sorted(component))

    for module in sorted(graph):
        if module not in index:
            visit(module)
    return found
