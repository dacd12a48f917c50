"""Write the pages of docs/cookbook anew: the programs of recipes/ that they quote, and what their sessions print.

A page has the same name as its program, and quotes it in the code block below the heading « The program ». A console
session is a block of commands, each followed by its output. « $ cat FILE » shows a file that later commands read. The
sessions need a POSIX shell.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PAGES = ROOT / "docs" / "cookbook"
RECIPES = ROOT / "recipes"
#: The heading and the code block that quotes the program, which ends the page.
_PROGRAM = re.compile(r"^## The program\n\n`recipes/(\w+)\.py`:\n\n```python\n.*?^```\n\Z", re.MULTILINE | re.DOTALL)
#: A console session, and in it a command with its output.
SESSION = re.compile(r"^```console\n(.*?)^```\n", re.MULTILINE | re.DOTALL)
_STEP = re.compile(r"^\$ (.*)\n((?:[^$\n].*\n|\n(?!\$))*)", re.MULTILINE)


def recipe_pages() -> list[Path]:
    """The pages of the cookbook, without its index."""
    return sorted(path for path in PAGES.glob("*.md") if path.stem != "index")


def page_with_program(page: Path) -> str:
    """The text of a page with the program as it is now. Raises ValueError if the page has no place for its program."""
    text = page.read_text(encoding="utf-8")
    code = (RECIPES / f"{page.stem}.py").read_text(encoding="utf-8")
    quoted = f"## The program\n\n`recipes/{page.stem}.py`:\n\n```python\n{code}```\n"
    written, places = _PROGRAM.subn(lambda _: quoted, text)
    if places != 1:
        raise ValueError(f"{page.name}: expected to end with « ## The program », the file's name and a code block")
    return written


def page_as_it_is_now(page: Path) -> str:
    """The text of a page with the program and the output of every session as they are now."""
    return SESSION.sub(lambda found: f"```console\n{run_session(found[1])}```\n", page_with_program(page))


def run_session(session: str) -> str:
    """A console session with what its commands print now, errors included. They run in a folder of their own."""
    programs = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    modules = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    environment = {**os.environ, "PATH": programs, "PYTHONPATH": modules, "PYTHONUTF8": "1"}
    shown: list[str] = []
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(RECIPES / "english.tsv", folder)
        for command, output in _STEP.findall(session):
            if command.startswith("cat "):
                Path(folder, command.removeprefix("cat ")).write_text(output, encoding="utf-8")
                shown.append(f"$ {command}\n{output}")
            else:
                # The command of this working copy, which may not be the one that is installed.
                line = re.sub(r"^belettre ", "python -m belettre_lexicon ", command)
                done = subprocess.run(
                    ["sh", "-c", f"{line} 2>&1"],
                    cwd=folder,
                    env=environment,
                    capture_output=True,
                    encoding="utf-8",
                    check=False,
                )
                shown.append(f"$ {command}\n{done.stdout}")
    return "".join(shown)


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {page: page_as_it_is_now(page) for page in recipe_pages()}
