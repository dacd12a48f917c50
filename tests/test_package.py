"""The package as a whole: its public names, and what importing it costs."""

from __future__ import annotations

import subprocess
import sys

import pytest

import belettre_lexicon


@pytest.mark.parametrize("name", belettre_lexicon.__all__)
def test_every_public_name_can_be_imported(name: str) -> None:
    """A name of ``__all__`` is defined by the module that the package names for it."""
    value = getattr(belettre_lexicon, name)

    (defining,) = [module for module, names in belettre_lexicon._EXPORTS.items() if name in names.split()]
    module = f"belettre_lexicon.{defining}"
    assert getattr(value, "__module__", module) == module
    assert value is getattr(sys.modules[module], name)


def test_dir_lists_every_public_name() -> None:
    """``dir`` shows the names that are not imported yet, so that completion in a shell finds them."""
    assert set(belettre_lexicon.__all__) <= set(dir(belettre_lexicon))


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The error names the package and the name."""
    with pytest.raises(AttributeError, match="module 'belettre_lexicon' has no attribute 'Juge'"):
        _ = belettre_lexicon.Juge  # type: ignore[attr-defined]  # on purpose


def test_importing_the_package_loads_no_module_of_it() -> None:
    """``import belettre_lexicon`` imports nothing: no lexicon, no engine, no third-party library."""
    code = (
        "import sys; before = set(sys.modules); import belettre_lexicon, os\n"
        "print(sorted(name for name in set(sys.modules) - before if '.' in name or name == 'msgspec'))"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"
