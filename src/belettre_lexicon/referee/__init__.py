"""All sentences for players (``fr.toml``, ``en.toml``) and the functions that fill in their placeholders.

Start reading at ``sentences`` (verdicts on words) or ``game`` (events, refused moves, questions). The parameter ``say``
is always the ``Catalogue`` of the language to use; calling it with a key returns a message.

The public names below are imported when they are first used, because a one-word check needs few of them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .catalogue import LANGUAGES, Catalogue
    from .dossier import Dossier, ReadingLine, build_dossier
    from .families import TreeLine, chain_text, link_text, tree_lines
    from .game import awaits_text, event_text, move_refusal_text, question_text
    from .json_objects import BriefReporter, family_object, kinship_object, search_object, verdict_object, word_object
    from .kinship import kinship_text
    from .names import card_text, cards_text, points_text, seat_text, seats_text, team_heading, team_text, with_players
    from .sentences import (
        editions_text,
        grammar_text,
        labels_text,
        near_words,
        refusal_text,
        remark_text,
        verdict_head,
        verdict_proof,
        verdict_text,
    )

__all__ = [
    "LANGUAGES",
    "BriefReporter",
    "Catalogue",
    "Dossier",
    "ReadingLine",
    "TreeLine",
    "awaits_text",
    "build_dossier",
    "card_text",
    "cards_text",
    "chain_text",
    "editions_text",
    "event_text",
    "family_object",
    "grammar_text",
    "kinship_object",
    "kinship_text",
    "labels_text",
    "link_text",
    "move_refusal_text",
    "near_words",
    "points_text",
    "question_text",
    "refusal_text",
    "remark_text",
    "search_object",
    "seat_text",
    "seats_text",
    "team_heading",
    "team_text",
    "tree_lines",
    "verdict_head",
    "verdict_object",
    "verdict_proof",
    "verdict_text",
    "with_players",
    "word_object",
]

#: Public name → the module that defines it.
_MODULES = {
    "LANGUAGES": "catalogue",
    "BriefReporter": "json_objects",
    "Catalogue": "catalogue",
    "Dossier": "dossier",
    "ReadingLine": "dossier",
    "TreeLine": "families",
    "awaits_text": "game",
    "build_dossier": "dossier",
    "card_text": "names",
    "cards_text": "names",
    "chain_text": "families",
    "editions_text": "sentences",
    "event_text": "game",
    "family_object": "json_objects",
    "grammar_text": "sentences",
    "kinship_object": "json_objects",
    "kinship_text": "kinship",
    "labels_text": "sentences",
    "link_text": "families",
    "move_refusal_text": "game",
    "near_words": "sentences",
    "points_text": "names",
    "question_text": "game",
    "refusal_text": "sentences",
    "remark_text": "sentences",
    "search_object": "json_objects",
    "seat_text": "names",
    "seats_text": "names",
    "team_heading": "names",
    "team_text": "names",
    "tree_lines": "families",
    "verdict_head": "sentences",
    "verdict_object": "json_objects",
    "verdict_proof": "sentences",
    "verdict_text": "sentences",
    "with_players": "names",
    "word_object": "json_objects",
}


def _load(name: str) -> object:
    from ..base.exports import load  # importing the package needs nothing

    return load(__name__, _MODULES, name)


if not TYPE_CHECKING:  # a type checker would take every name for one that exists
    __getattr__ = _load


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
