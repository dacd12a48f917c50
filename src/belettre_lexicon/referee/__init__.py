"""All sentences for players (``fr.toml``, ``en.toml``) and the functions that fill in their placeholders.

Start reading at ``sentences`` (verdicts on words) or ``game`` (events, refused moves, questions). The parameter ``say``
is always the ``Catalogue`` of the language to use; calling it with a key returns a message.

The public names below are imported only when they are first used, because a one-word check needs few of them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:  # the same names as in _EXPORTS, for type checkers
    from .catalogue import LANGUAGES as LANGUAGES
    from .catalogue import Catalogue as Catalogue
    from .dossier import Dossier as Dossier
    from .dossier import ReadingLine as ReadingLine
    from .dossier import build_dossier as build_dossier
    from .families import TreeLine as TreeLine
    from .families import chain_text as chain_text
    from .families import kinship_text as kinship_text
    from .families import link_text as link_text
    from .families import tree_lines as tree_lines
    from .game import awaits_text as awaits_text
    from .game import event_text as event_text
    from .game import move_refusal_text as move_refusal_text
    from .game import question_text as question_text
    from .json_objects import BriefReporter as BriefReporter
    from .json_objects import family_object as family_object
    from .json_objects import kinship_object as kinship_object
    from .json_objects import search_object as search_object
    from .json_objects import verdict_object as verdict_object
    from .json_objects import word_object as word_object
    from .names import card_text as card_text
    from .names import cards_text as cards_text
    from .names import points_text as points_text
    from .names import seat_text as seat_text
    from .names import seats_text as seats_text
    from .names import team_heading as team_heading
    from .names import team_text as team_text
    from .names import with_players as with_players
    from .sentences import editions_text as editions_text
    from .sentences import grammar_text as grammar_text
    from .sentences import labels_text as labels_text
    from .sentences import near_words as near_words
    from .sentences import refusal_text as refusal_text
    from .sentences import remark_text as remark_text
    from .sentences import verdict_head as verdict_head
    from .sentences import verdict_proof as verdict_proof
    from .sentences import verdict_text as verdict_text

#: The public names by the module that defines them.
_EXPORTS = {
    "catalogue": "LANGUAGES Catalogue",
    "dossier": "Dossier ReadingLine build_dossier",
    "families": "TreeLine chain_text kinship_text link_text tree_lines",
    "game": "awaits_text event_text move_refusal_text question_text",
    "json_objects": "BriefReporter family_object kinship_object search_object verdict_object word_object",
    "names": "card_text cards_text points_text seat_text seats_text team_heading team_text with_players",
    "sentences": (
        "editions_text grammar_text labels_text near_words refusal_text remark_text verdict_head "
        "verdict_proof verdict_text"
    ),
}
__all__ = sorted(name for names in _EXPORTS.values() for name in names.split())


def _load(name: str) -> object:
    from ..base.exports import load  # importing the package needs nothing

    return load(__name__, _EXPORTS, name)


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
