"""Floor 5. The judge's page: a verdict with all its evidence. Printed, it is the dispute sheet."""

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
from ..api.words import judge_query
from ..edge.request_context import catalogue_of
from ..services import services_of
from .render import render_page, server_url
from .verdict_form import FIELDS, SWITCHES, FormError, read_form, verdict_url

#: Families with more words than this are folded away.
_MAX_UNFOLDED = 14
#: Maximum number of words in a family picture. Graphviz lays out this many in about 200 ms.
_MAX_PICTURED = 120
#: Held while a picture is drawn, so that pictures never use more than one processor.
_DRAWING = threading.Lock()


class Branch(NamedTuple):
    """A word of a family tree with the words derived from it; ``earlier`` if it was played before."""

    line: TreeLine
    earlier: bool
    children: list[Branch]


class FamilyTree(NamedTuple):
    """A family as a page shows it: its root, its number of words, and whether it is folded away."""

    root: Branch
    size: int
    folded: bool


def verdict_page(request: Request) -> Response:
    """The page of the verdict that the URL asks for; the empty form if it names no word."""
    say = catalogue_of(request)
    parameters = dict(request.query_params)
    form = {name: value[:500] for name, value in parameters.items()}
    if "word" not in parameters:
        return render_page(request, "judge.html", form=form, switches=SWITCHES, problem="")
    try:
        query = read_form(parameters)
    except FormError as error:
        problem = say(f"web.bad_{'option' if error.name not in FIELDS else error.name}", value=error.value)
        return render_page(request, "judge.html", status=400, form=form, switches=SWITCHES, problem=problem)
    lexicon = services_of(request).games.lexicon
    verdict = judge_query(query, lexicon)
    evidence = build_dossier(lexicon, verdict, say)
    linked_edition = {name: parameters[name][:80] for name in ("edition", "hash") if parameters.get(name)}
    is_other_edition = any(lexicon.identity[name] != value for name, value in linked_edition.items())
    return render_page(
        request,
        "verdict.html",
        form=form | {"word": ""},  # the next word for the same cards
        switches=SWITCHES,
        problem="",
        query=query,
        played=query.words(),
        house=_house_rules(query, say),
        verdict=verdict,
        dossier=evidence,
        near=[(word, verdict_url(msgspec.structs.replace(query, word=word))) for word in evidence.near],
        trees=[family_tree(family, query.word, earlier_words(verdict), say) for family in evidence.families],
        pictured=bool(evidence.families) and has_graphviz() and sum(map(len, evidence.families)) <= _MAX_PICTURED,
        link=server_url(request) + verdict_url(query, **lexicon.identity),
        other_edition=linked_edition if is_other_edition else None,
    )


def family_picture(request: Request) -> Response:
    """The families of a word as an SVG picture; status 404 without families or without Graphviz."""
    word = request.query_params.get("word", "")[:MAX_WORD]
    picture = _picture(services_of(request).games.lexicon, word, catalogue_of(request)) if has_graphviz() else ""
    if not picture:
        return Response(status_code=404)
    return Response(picture, media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


def earlier_words(verdict: Verdict) -> frozenset[str]:
    """The earlier words that a verdict mentions, folded (without case and accents)."""
    mentioned = (entry.evidence.get("earlier") for entry in (*verdict.refusals, *verdict.remarks))
    return frozenset(fold(word) for word in mentioned if word)


@lru_cache(maxsize=1)
def has_graphviz() -> bool:
    """Whether Graphviz is installed. The answer is cached."""
    try:
        draw_families((), "", Catalogue.load("fr"))
    except BelettreError:
        return False
    return True


@lru_cache(maxsize=64)
def _picture(lexicon: Lexicon, word: str, say: Catalogue) -> str:
    """Draw the families of a word as SVG; "" if there are none or they are too large."""
    families = lexicon.family(word)
    if not families or sum(map(len, families)) > _MAX_PICTURED:
        return ""
    with _DRAWING:
        return draw_families(families, word, say)


def family_tree(family: Family, word: str, earlier: frozenset[str], say: Catalogue) -> FamilyTree:
    """Return a family as nested branches; *word* is marked, and the words in *earlier* are marked as played."""
    path: list[Branch] = []
    for line in tree_lines(family, word, say):
        branch = Branch(line, fold(line.word) in earlier, [])
        if line.depth:
            path[line.depth - 1].children.append(branch)
        path[line.depth :] = [branch]
    size = len({lexeme.spelling for lexeme in family.members})
    return FamilyTree(path[0], size, size > _MAX_UNFOLDED)


def _house_rules(query: VerdictQuery, say: Catalogue) -> list[str]:
    """The house rules that differ from the published rules, as sentences."""
    published, rules = HouseRules().as_dict(), query.rules().as_dict()
    changed = [name for name in rules if rules[name] != published[name]]
    return [f"{say(f'web.rule_{name}')}{f' : {rules[name]}' if name not in SWITCHES else ''}" for name in changed]


ROUTES = [Route("/verdict", verdict_page), Route("/family.svg", family_picture)]
