"""The database of ``belettre serve``: where its URL comes from, and what the command does with it before it serves.

Start reading at ``database_url``. The extra ``web`` must be installed.
"""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path

from ..kit.terminal import EXIT_OK, UnusableInputError, write

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...referee.catalogue import Catalogue
    from ..commands import ServeOptions

#: The environment variable that holds the URL if no option does. Unlike an option, it is not in the list of processes.
VARIABLE = "BELETTRE_DATABASE"
#: The largest number of characters in a file that holds a URL.
_MAX_URL = 4096


def database_url(options: ServeOptions) -> str:
    """Return the URL that the options name, or the environment; otherwise that of a file in the user's data folder.

    Raises UnusableInputError if two options name one, or if the file of the URL cannot be read or holds none, and
    StoreError if the data folder cannot be created. No error shows what is in the file.
    """
    from ...web.store.database import default_url

    if options.database and options.database_file:
        raise UnusableInputError("--database and --database-file name two databases; give one of them")
    if options.database_file:
        return _url_in(options.database_file)
    return options.database or os.environ.get(VARIABLE, "").strip() or default_url()


def back_up(url: str, target: str, say: Catalogue) -> int:
    """Copy the database to a new file, say how many games are in it, and return the exit status."""
    from ...web.store.database_schema import back_up

    games = back_up(url, Path(target))
    write(say("serve.backed_up", count=games, file=target))
    return EXIT_OK


def migrate(url: str, say: Catalogue) -> int:
    """Convert the database to the present format if it has an older one, say so, and return the exit status."""
    from ...web.store.database import GameStore
    from ...web.store.database_schema import FORMAT

    store = GameStore(url, migrate=True)
    store.close()
    say_migrated(store.format_before, say)
    if store.format_before == FORMAT:
        write(say("serve.current", format=FORMAT))
    return EXIT_OK


def say_migrated(before: int, say: Catalogue) -> None:
    """Say that the database was converted, if it had an older format before."""
    from ...web.store.database_schema import FORMAT

    if before < FORMAT:
        write(say("serve.migrated", before=before, format=FORMAT))


def _url_in(name: str) -> str:
    """Return the first line of a file. Warn on standard error if other users can read the file."""
    try:
        with Path(name).open(encoding="utf-8") as file:
            mode = os.fstat(file.fileno()).st_mode
            lines = file.read(_MAX_URL).splitlines()
    except OSError as error:
        raise UnusableInputError(f"--database-file {name}: cannot be read: {error.strerror or error}") from error
    except UnicodeDecodeError:
        raise UnusableInputError(f"--database-file {name}: cannot be read: it is not text in UTF-8") from None
    url = lines[0].strip() if lines else ""
    if not url:
        raise UnusableInputError(f"--database-file {name}: its first line is empty; expected the URL of a database")
    if os.name == "posix" and mode & stat.S_IROTH:
        sys.stderr.write(f"belettre: --database-file {name}: all users of this machine can read it\n")
    return url
