"""Every module of the pipeline is used by a test: the pipeline runs rarely, so nothing else would notice a break."""

from __future__ import annotations

import ast
from pathlib import Path

from tests.conftest import ROOT
from tests.import_graph import MODULES, import_graph

#: Modules that no test imports, with the tested module that runs them.
RUN_BY_ANOTHER = {
    "lexicon.compile.families": "lexicon.compile.lexicon",
    "lexicon.compile.search": "lexicon.compile.lexicon",
}


def imported_modules(test: Path) -> set[str]:
    """The modules of the package that a test file imports, as ``lexicons.build.kin.build``."""
    found = set()
    for node in ast.walk(ast.parse(test.read_text(encoding="utf-8"))):
        if (
            isinstance(node, ast.ImportFrom)
            and node.module
            and node.module.startswith(("belettre_lexicon", "lexicons"))
        ):
            module = node.module.removeprefix("belettre_lexicon").lstrip(".")
            found |= {module, *(f"{module}.{alias.name}".lstrip(".") for alias in node.names)}
    return found & set(MODULES)


def test_every_module_of_the_pipeline_is_run_by_a_test() -> None:
    """Each module is imported by a test, or listed with the module through which a test runs it."""
    tested = {module for path in (ROOT / "tests").rglob("*.py") for module in imported_modules(path)}
    folders = ("lexicon.compile.", "lexicons.build.")
    modules = {name for name, path in MODULES.items() if name.startswith(folders) and path.name != "__init__.py"}

    assert len(modules) > 25
    assert modules - tested - set(RUN_BY_ANOTHER) == set()


def test_modules_run_by_another_are_listed_truly() -> None:
    """A listed module exists, no test imports it, and the module that is named does and is tested."""
    tested = {module for path in (ROOT / "tests").rglob("*.py") for module in imported_modules(path)}
    graph = import_graph()

    for module, runner in RUN_BY_ANOTHER.items():
        assert module not in tested, f"{module} needs no entry"
        assert module in graph[runner]
        assert runner in tested
