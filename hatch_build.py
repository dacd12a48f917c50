"""Build hook: compile the text layers and the message catalogues into the package's data folder."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent


class CompileLexicon(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles for wheels and editable installs; an sdist contains the text layers instead.

    The environment variable ``BELETTRE_LAYERS`` names the layers of readings, separated by spaces:
    ``BELETTRE_LAYERS=core`` compiles only the layer under the MPL. ``BELETTRE_WITHOUT`` names the parts to leave out,
    also separated by spaces: ``attestations``, ``frequency``. NOTICE.md says which licence each of them is under.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the data folder of the package."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, str(ROOT / "src"))
        from belettre_lexicon.pipeline.compile.lexicon import READING_LAYERS, compile_folder
        from belettre_lexicon.pipeline.messages import compile_messages

        package = ROOT / "src" / "belettre_lexicon"
        layers = tuple(os.environ.get("BELETTRE_LAYERS", " ".join(READING_LAYERS)).split())
        compile_messages(package / "referee", package / "data")
        without = os.environ.get("BELETTRE_WITHOUT", "").split()
        compile_folder(ROOT / "lexicons" / "fr", package / "data" / "fr.lexicon", layers, without)
        # No platform tag is needed: the compiled lexicon is the same on every little-endian machine.
        build_data["pure_python"] = True
