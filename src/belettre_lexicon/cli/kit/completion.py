"""The completion scripts that ``belettre completion`` and ``belote completion`` print. Start at ``completion_script``.

They are files of the package, which ``scripts/make_completions.py`` generates.
"""

from __future__ import annotations

from pathlib import Path

from .commands import SHELLS

__all__ = ["FOLDER", "SHELLS", "completion_script"]

#: The folder of the scripts, which are named after their command and shell.
FOLDER = Path(__file__).parent / "completions"


def completion_script(command: str, shell: str) -> str:
    """Return the script that completes a command, "belettre" or "belote", in one of the shells in ``SHELLS``."""
    return (FOLDER / f"{command}.{shell}").read_text(encoding="utf-8")
