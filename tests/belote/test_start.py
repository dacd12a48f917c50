"""The start-up of what checks a card: the pure rules load nothing that a bare interpreter does not have."""

from __future__ import annotations

import subprocess
import sys

from tests.conftest import ROOT

#: The modules that know no game, and what takes longer to import than a check may take.
PURE = ["annonces", "cards", "ends", "play", "prise", "rounding", "rules", "scores", "totals"]
SLOW = ["collections", "dataclasses", "enum", "functools", "json", "marisa_trie", "msgspec", "re", "typing"]


def test_pure_modules_load_nothing_slow() -> None:
    """They import each other and the errors, and no module of the library besides."""
    imports = ", ".join(f"belettre_lexicon.belote.{name}" for name in PURE)
    program = f"import sys; sys.path.insert(0, {str(ROOT / 'src')!r}); old = {{*sys.modules}}; import {imports}; "
    program += "print(*sorted({*sys.modules} - old))"

    run = subprocess.run([sys.executable, "-I", "-S", "-c", program], capture_output=True, text=True, check=True)

    loaded = run.stdout.split()
    assert not set(SLOW) & set(loaded)
    own = {name for name in loaded if name.startswith("belettre_lexicon")}
    expected = {"belettre_lexicon", "belettre_lexicon.belote", "belettre_lexicon.errors"}
    assert own == expected | {f"belettre_lexicon.belote.{name}" for name in PURE}
