"""The judge's page: shows the verdict on a word with all its evidence, and can be printed as a dispute sheet.

Start reading at ``verdict_page``.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import msgspec
from litestar import Response

from ...french.letters import MAX_WORD, fold
from ...french.rules import HouseRules
from ...lexicon.kin.kinship import Family
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.dossier import build_dossier
from ...referee.families import TreeLine, tree_lines
from ...words.verdicts import Verdict
from ..api.operations import judge_query
from ..api.requests import VerdictQuery
from ..edge.request_context import catalogue_of
from ..pictures import MAX_PICTURED, has_graphviz
from ..services import Request, services_of
from .render import page, render_page, server_url
from .verdict_form import FIELDS, FormError, house_fields, house_label, read_form, ticked_value, verdict_url

#: Families with more words than this are initially folded: the page shows their words only on a click.
_MAX_UNFOLDED = 14


class Branch(NamedTuple):
    """A word of a family tree with the words derived from it.

    line      the word and its description
    earlier   whether the verdict mentions the word as an earlier word of the game
    children  the words derived directly from this word
    """

    line: TreeLine
    earlier: bool
    children: list[Branch]


class FamilyTree(NamedTuple):
    """A word family as a page shows it.

    root    the word that all other words of the family are derived from
    size    the number of words in the family
    folded  whether the page initially hides the words
    """

    root: Branch
    size: int
    folded: bool


@page("/verdict")
def verdict_page(request: Request) -> Response[bytes]:
    """Return the page with the verdict on the word in the URL.

    If the URL has no parameter ``word``, return the page with only the form. If a parameter is invalid, return the form
    with an error message and status 400.
    """
    say = catalogue_of(request)
    parameters = dict(request.query_params)
    form = {name: value[:500] for name, value in parameters.items()}
    if "word" not in parameters:
        return render_page(request, "judge.html", form=form, house_fields=house_fields(say), problem="")
    try:
        query = read_form(parameters)
    except FormError as error:
        problem = say(f"web.bad_{'option' if error.name not in FIELDS else error.name}", value=error.value)
        return render_page(
            request, "judge.html", status=400, form=form, house_fields=house_fields(say), problem=problem
        )
    lexicon = services_of(request).games.lexicon
    linked_edition = {name: parameters[name][:80] for name in ("edition", "hash") if parameters.get(name)}
    is_other_edition = any(lexicon.identity[name] != value for name, value in linked_edition.items())
    return render_page(
        request,
        "verdict.html",
        **sheet_values(query, judge_query(query, lexicon), lexicon, say),
        said=None,
        form=form | {"word": ""},  # the form is ready for the next word on the same cards
        json=f"/api{verdict_url(query)}",
        link=server_url(request) + verdict_url(query, **lexicon.identity),
        other_edition=linked_edition if is_other_edition else None,
    )


def sheet_values(
    query: VerdictQuery, verdict: Verdict, lexicon: Lexicon, say: Catalogue, *, linked: bool = True
) -> dict[str, Any]:
    """Return what the template of a verdict sheet shows of a verdict.

    query   the word, the cards, the earlier words and the house rules
    linked  whether other words lead to their own sheets: a sheet of the judge's page knows no house list
    """
    evidence = build_dossier(lexicon, verdict, say)
    others = _other_spellings(verdict, query) if linked else [""] * len(verdict.remarks)
    return {
        "query": query,
        "played": query.words(),
        "house": house_rules(query.rules(), say),
        "verdict": verdict,
        "dossier": evidence,
        "remarks": list(zip(evidence.remarks, others, strict=True)),
        "near": [
            (word, verdict_url(msgspec.structs.replace(query, word=word)) if linked else "") for word in evidence.near
        ],
        "trees": [family_tree(family, query.word, earlier_words(verdict), say) for family in evidence.families],
        "pictured": bool(evidence.families) and has_graphviz() and sum(map(len, evidence.families)) <= MAX_PICTURED,
        "house_fields": house_fields(say),
        "problem": "",
    }


@page("/family.svg")
async def family_picture(request: Request) -> Response[bytes]:
    """Return a picture (SVG) of the families of a word.

    The status is 404 if the word has no family, if its families are too large, or if Graphviz is not installed.
    """
    word = request.query_params.get("word", "")[:MAX_WORD]
    picture = await services_of(request).pictures.draw(word, catalogue_of(request))
    if not picture:
        return Response(b"", status_code=404)
    return Response(picture.encode(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


def earlier_words(verdict: Verdict) -> frozenset[str]:
    """Return the earlier words that the refusals and remarks of a verdict mention.

    The words are folded: written in lower case, without accents, hyphens and apostrophes.
    """
    mentioned = (
        entry.evidence["earlier"]
        for entry in (*verdict.refusals, *verdict.remarks)
        if entry.reason in ("repeated", "same_spelling", "same_family")
    )
    return frozenset(map(fold, mentioned))


def family_tree(family: Family, word: str, earlier: frozenset[str], say: Catalogue) -> FamilyTree:
    """Return a family as a tree. The branches of *word* and of the words in *earlier* are marked as such."""
    path: list[Branch] = []
    for line in tree_lines(family, word, say):
        branch = Branch(line, fold(line.word) in earlier, [])
        if line.depth:
            path[line.depth - 1].children.append(branch)
        path[line.depth :] = [branch]
    size = len({lexeme.spelling for lexeme in family.members})
    return FamilyTree(path[0], size, size > _MAX_UNFOLDED)


def _other_spellings(verdict: Verdict, query: VerdictQuery) -> list[str]:
    """Return for each remark the URL of the verdict on the spelling that it names (W4); "" for any other remark."""
    return [
        verdict_url(msgspec.structs.replace(query, word=remark.evidence["reading"].spelling))
        if remark.reason == "other_spelling"
        else ""
        for remark in verdict.remarks
    ]


def house_rules(rules: HouseRules, say: Catalogue) -> list[str]:
    """Return the house rules that differ from the published rules, one sentence for each."""
    published = HouseRules().as_dict()
    return [
        _rule_text(name, value, say) for name, value in rules.as_dict().items() if value != published.get(name, False)
    ]


def _rule_text(name: str, value: bool | int | str, say: Catalogue) -> str:
    """Return a house rule as text: its name, and its value unless the name says it all."""
    option = HouseRules.OF_NAME[name]
    if isinstance(value, bool) or value == ticked_value(option):
        return house_label(option, say)
    if name == "refuse_labels":
        groups = ", ".join(say(f"label.{group}") for group in str(value).split(","))
        return f"{say('web.rule_labels')} : {groups}"
    key = f"web.{name}_{value}"
    return f"{house_label(option, say)} : {say(key) if name == 'participles' else value}"


ROUTES = [verdict_page, family_picture]
