"""The wings of the web package import each other in one direction only, as ``web/__init__`` says."""

from __future__ import annotations

from tests.import_graph import import_graph

#: The parts of the web package. Each may import only those to its left.
ORDER = ("games", "pictures", "services", "edge", "api", "pages", "app")


def test_wings_import_only_those_before_them() -> None:
    """No module of a wing imports a wing that comes later in ORDER, annotations included."""
    imports = [
        (importer, imported)
        for importer, targets in import_graph().items()
        for imported in targets
        if importer.startswith("web.") and imported.startswith("web.")
    ]

    wrong = [
        f"{importer} → {imported}"
        for importer, imported in imports
        if ORDER.index(imported.split(".")[1]) > ORDER.index(importer.split(".")[1])
    ]

    assert imports
    assert wrong == []
