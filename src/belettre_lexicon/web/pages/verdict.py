"""Floor 5. The judge's page: a verdict with all that proves it, which is the dispute sheet when it is printed."""

from __future__ import annotations

import threading
from functools import lru_cache
from typing import NamedTuple

import msgspec
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from ...errors import BelettreError
from ...letters import MAX_WORD, fold
from ...lexicon.kinship import Family
from ...lexicon.lexicon import Lexicon
from ...options import HouseRules
from ...referee.catalogue import Catalogue
from ...referee.dossier import build_dossier
from ...referee.families import TreeLine, tree_lines
from ...referee.picture import draw_families
from ...words.verdicts import Verdict
from ..api.requests import VerdictQuery
from ..edge import request_context as device
from .render import own_address, page
from .verdict_form import FIELDS, SWITCHES, InquiryError, address_of, judged, read_inquiry

#: Words of a family that are shown at once; more are folded away.
_UNFOLDED = 14
#: Words of a picture at most: Graphviz lays this many out in some 200 ms.
_PICTURED = 120
#: One picture is drawn at a time, so that pictures never take more than one processor from the games.
_DRAWING = threading.Lock()


class Branch(NamedTuple):
    """A word of a family tree with what is built on it; ``earlier``: it is a word that was played before."""

    line: TreeLine
    earlier: bool
    children: list[Branch]


class Tree(NamedTuple):
    """A family as a page shows it: how many words it has, and whether they are folded away, being many."""

    root: Branch
    size: int
    folded: bool


def verdict_page(request: Request) -> Response:
    """The verdict that the address asks for; the empty form when it asks for nothing."""
    say = device.say_of(request)
    asked = dict(request.query_params)
    form = {name: value[:500] for name, value in asked.items()}
    if "word" not in asked:
        return page(request, "judge.html", form=form, switches=SWITCHES, problem="")
    try:
        query = read_inquiry(asked)
    except InquiryError as error:
        problem = say(f"web.bad_{'option' if error.name not in FIELDS else error.name}", value=error.value)
        return page(request, "judge.html", status=400, form=form, switches=SWITCHES, problem=problem)
    lexicon = device.tables_of(request).lexicon
    verdict = judged(query, lexicon)
    found = build_dossier(lexicon, verdict, say)
    asked_for = {name: asked[name][:80] for name in ("edition", "hash") if asked.get(name)}
    return page(
        request,
        "verdict.html",
        form=form | {"word": ""},  # the next word for the same cards
        switches=SWITCHES,
        problem="",
        query=query,
        played=query.words(),
        house=_house_rules(query, say),
        verdict=verdict,
        dossier=found,
        near=[(word, address_of(msgspec.structs.replace(query, word=word))) for word in found.near],
        trees=[family_tree(family, query.word, earlier_words(verdict), say) for family in found.families],
        pictured=bool(found.families) and drawable() and sum(map(len, found.families)) <= _PICTURED,
        link=own_address(request) + address_of(query, **lexicon.identity),
        other_edition=asked_for if any(lexicon.identity[name] != value for name, value in asked_for.items()) else None,
    )


def family_picture(request: Request) -> Response:
    """The families of a word as an SVG picture; 404 when there is none, or no Graphviz."""
    word = request.query_params.get("word", "")[:MAX_WORD]
    picture = _picture(device.tables_of(request).lexicon, word, device.say_of(request)) if drawable() else ""
    if not picture:
        return Response(status_code=404)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


def earlier_words(verdict: Verdict) -> frozenset[str]:
    """The words of other turns that a verdict names, folded."""
    named = (entry.evidence.get("earlier") for entry in (*verdict.refusals, *verdict.remarks))
    return frozenset(fold(word) for word in named if word)


@lru_cache(maxsize=1)
def drawable() -> bool:
    """Whether Graphviz is there; asked once."""
    try:
        draw_families((), "", Catalogue.load("fr"))
    except BelettreError:
        return False
    return True


@lru_cache(maxsize=64)
def _picture(lexicon: Lexicon, word: str, say: Catalogue) -> str:
    families = lexicon.family(word)
    if not families or sum(map(len, families)) > _PICTURED:
        return ""
    with _DRAWING:
        return draw_families(families, word, say)


def family_tree(family: Family, word: str, earlier: frozenset[str], say: Catalogue) -> Tree:
    """The lines of a family as nested branches."""
    path: list[Branch] = []
    for line in tree_lines(family, word, say):
        branch = Branch(line, fold(line.word) in earlier, [])
        if line.depth:
            path[line.depth - 1].children.append(branch)
        path[line.depth :] = [branch]
    size = len({lexeme.spelling for lexeme in family.members})
    return Tree(path[0], size, size > _UNFOLDED)


def _house_rules(query: VerdictQuery, say: Catalogue) -> list[str]:
    """The house rules that are not the published ones."""
    published, rules = HouseRules().as_dict(), query.rules().as_dict()
    changed = [name for name in rules if rules[name] != published[name]]
    return [f"{say(f'web.rule_{name}')}{f' : {rules[name]}' if name not in SWITCHES else ''}" for name in changed]


ROUTES = [Route("/verdict", verdict_page), Route("/family.svg", family_picture)]
