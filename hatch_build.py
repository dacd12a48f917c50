"""Build hook: compiles lexicon, messages and rules into the data folder, and makes completion scripts."""

from __future__ import annotations

import os
import sys
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

ROOT = Path(__file__).resolve().parent
#: The compiled lexicon in a wheel.
LEXICON = "belettre_lexicon/data/fr.lexicon"
#: The data folder of the package, which version control ignores.
DATA = "src/belettre_lexicon/data"


class CompileLexicon(BuildHookInterface):  # type: ignore[type-arg]
    """Compiles for wheels and editable installs; an sdist contains the text layers instead.

    The environment variable ``BELETTRE_LAYERS`` names the layers of readings, separated by spaces:
    ``BELETTRE_LAYERS=core`` compiles only the layer under the MPL. ``BELETTRE_WITHOUT`` names the parts to leave out,
    also separated by spaces: ``attestations``, ``frequency``. NOTICE.md says which licence each of them is under.

    The compiled lexicon is verified twice: when it is written (``compile_folder``), and in the finished wheel. No code
    can run when a wheel is installed; the installer unpacks it, which checks the CRC-32 of each file in it.
    """

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the data folder of the package."""
        if self.target_name != "wheel":
            return
        sys.path.insert(0, str(ROOT / "src"))
        from belettre_lexicon.cli.completions import write_completions
        from belettre_lexicon.lexicon.compile.lexicon import compile_folder, parse_layers
        from belettre_lexicon.referee.rule_pages import compile_rules
        from belettre_lexicon.referee.translation import compile_messages, compile_translation

        data = ROOT / DATA
        layers = parse_layers(os.environ.get("BELETTRE_LAYERS"))
        package = ROOT / "src" / "belettre_lexicon"
        messages = [
            *compile_messages(package / "referee", data),
            compile_translation(package / "cli" / "kit" / "fr.po", data),
        ]
        rules = compile_rules(ROOT, data)
        without = os.environ.get("BELETTRE_WITHOUT", "").split()
        compile_folder(ROOT / "lexicons" / "fr", data / "fr.lexicon", layers, without)
        scripts = [f"completions/{name}" for name in write_completions(data / "completions")]
        # A wheel gets what was just compiled and nothing else that the folder may have from earlier builds.
        build_data["artifacts"] += [f"/{DATA}/{name}" for name in ("fr.lexicon", *messages, *rules, *scripts)]
        # No platform tag is needed: the compiled lexicon is the same on every little-endian machine.
        build_data["pure_python"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Verify the compiled lexicon in a finished wheel; an editable wheel contains none."""
        if self.target_name != "wheel" or version == "editable":
            return
        from belettre_lexicon.lexicon.file.container import read_container

        with zipfile.ZipFile(artifact_path) as wheel:
            packed = wheel.read(LEXICON)
        read_container(memoryview(packed), f"{artifact_path}: {LEXICON}").verify()
