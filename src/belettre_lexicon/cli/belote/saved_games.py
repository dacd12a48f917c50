"""The files that ``belote play`` and ``belote score`` save, and why one cannot be used, as sentences."""

from __future__ import annotations

from ...referee.belote.names import printable_name
from ...referee.catalogue import Catalogue
from ..kit.language import spoken
from ..kit.save_file import SavegameError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ...base.file_kinds import FileKind

#: What the files of ``belote play`` and of ``belote score`` may be (``cli.kit.saved_journal``).
GAMES: tuple[FileKind, ...] = ("belote_journal",)
SHEETS: tuple[FileKind, ...] = ("score_sheet",)
#: The kinds of files that commands of Belote write, and that have a sentence of their own where another is expected.
_OTHER_FILES: tuple[FileKind, ...] = (*GAMES, *SHEETS, "belote_record")


def savegame_text(error: SavegameError, say: Catalogue) -> str:
    """Return why a file cannot be used, as a sentence in the catalogue of Belote."""
    key = f"foreign_{error.why}" if error.key == "foreign" and error.why in _OTHER_FILES else error.key
    return say(
        f"savegame.{key}",
        path=printable_name(str(error.path)),
        line=error.line,
        why=printable_name(spoken(error.why, say.language)),
    )


def not_kept_text(error: OSError, say: Catalogue) -> str:
    """Return the sentence that an entry was not made because its line could not be saved."""
    path = printable_name(str(error.filename or ""))
    return say("savegame.not_kept", path=path, why=spoken(error.strerror or str(error), say.language))
