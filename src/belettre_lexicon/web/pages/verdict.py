"""The judge's page: shows the verdict on a word with all its evidence, and can be printed as a dispute sheet.

The URL contains the whole query, so that a link leads to the same verdict again::

    /verdict?word=Portes&maj=P&min=t,e&played=volonté,école&plural_only=true

A form is converted into a query of the API. Its fields may be written more freely than those of the query, for example
with spaces between the letters. Start reading at ``verdict_page``; ``read_form`` reads the form.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from urllib.parse import urlencode

import msgspec
from litestar import Response

from ...base.errors import ArgumentError, BelettreError
from ...base.options import Option, OptionSet
from ...french.letters import MAX_WORD, SPACES, fold, parse_initial, parse_pli
from ...french.rules import HELP_PREFIX, HouseRules
from ...lexicon.kin.kinship import Family
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.dossier import build_dossier
from ...referee.families import TreeLine, tree_lines
from ...referee.translation import Translation
from ...words.verdicts import Verdict
from ..api.operations import judge_query
from ..api.requests import MAX_PLAYED, VerdictQuery
from ..edge.request_context import catalogue_of, server_url
from ..services import Request, services_of
from ..slow_tasks import MAX_PICTURED, has_graphviz
from .render import page, render_page

#: Families with more words than this are initially folded: the page shows their words only on a click.
_MAX_UNFOLDED = 14
#: The fields of a form except house rules: the word, the majuscule, the minuscules and the earlier words.
FIELDS = ("word", "maj", "min", "played")


#: The topics of the house rules in a form, in its order. Those of a whole game (W9, P9) are in the form for a new game.
_TOPICS, _GAME_TOPICS = ("words", "cards", "kin"), ("game",)


class Branch(NamedTuple):
    """A word of a family tree with the words derived from it.

    line      the word and its description
    earlier   whether the verdict mentions the word as an earlier word of the game
    children  the words derived directly from this word
    """

    line: TreeLine
    earlier: bool
    children: list[Branch]


class FormError(BelettreError):
    """Raised if a form has an invalid field.

    name   the name of the field
    value  the text of the field, truncated to 60 characters
    """

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {value!r:.60}")
        self.name = name
        self.value = value[:60]


@page("/verdict", words=True)
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
        problem = problem_text(error, say)
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


def problem_text(error: FormError, say: Catalogue) -> str:
    """Return what is wrong with a form as a sentence that names the invalid value."""
    return say(f"web.bad_{error.name if error.name in FIELDS else 'option'}", value=error.value)


def sheet_values(
    query: VerdictQuery, verdict: Verdict, lexicon: Lexicon, say: Catalogue, *, linked: bool = True
) -> dict[str, Any]:
    """Return the variables for the template of a verdict sheet.

    query   the word, the cards, the earlier words and the house rules
    linked  whether other words link to their own sheets. False if the verdict used a house list, because the sheets of
            the judge's page do not use one
    """
    published = HouseRules().as_dict()
    evidence = build_dossier(lexicon, verdict, say)
    others = _other_spellings(verdict, query) if linked else [""] * len(verdict.remarks)
    return {
        "query": query,
        "played": query.words(),
        "house": [
            _rule_text(name, value, say)
            for name, value in query.rules().as_dict().items()
            if value != published.get(name, False)
        ],
        "verdict": verdict,
        "dossier": evidence,
        "remarks": list(zip(evidence.remarks, others, strict=True)),
        "near": [
            (word, verdict_url(msgspec.structs.replace(query, word=word)) if linked else "") for word in evidence.near
        ],
        "trees": [family_tree(family, query.word, _earlier_words(verdict), say) for family in evidence.families],
        "max_unfolded": _MAX_UNFOLDED,
        "pictured": bool(evidence.families) and has_graphviz() and sum(map(len, evidence.families)) <= MAX_PICTURED,
        "house_fields": house_fields(say),
        "problem": "",
    }


@page("/family.svg")
async def family_picture(request: Request) -> Response[bytes]:
    """Return a picture (SVG) of the families of a word.

    The status is 404 if the word has no family, if its families are too large, or if Graphviz is missing or fails.
    """
    word = request.query_params.get("word", "")[:MAX_WORD]
    picture = await services_of(request).pictures.draw(word, catalogue_of(request))
    if not picture:
        return Response(b"", status_code=404)
    return Response(picture.encode(), media_type="image/svg+xml", headers={"Cache-Control": "private, max-age=3600"})


def _earlier_words(verdict: Verdict) -> frozenset[str]:
    """Return the earlier words that the refusals and remarks of a verdict mention.

    The words are folded: written in lower case, without accents, hyphens and apostrophes.
    """
    mentioned = (
        entry.evidence["earlier"]
        for entry in (*verdict.refusals, *verdict.remarks)
        if entry.reason in ("repeated", "same_spelling", "same_family")
    )
    return frozenset(map(fold, mentioned))


def family_tree(family: Family, word: str, earlier: frozenset[str], say: Catalogue) -> tuple[Branch, int]:
    """Return a family as a tree: its root, from which all other words are derived, and the number of its words.

    The branches of *word* and of the words in *earlier* are marked as such.
    """
    path: list[Branch] = []
    for line in tree_lines(family, word, say):
        branch = Branch(line, fold(line.word) in earlier, [])
        if line.depth:
            path[line.depth - 1].children.append(branch)
        path[line.depth :] = [branch]
    return path[0], len({lexeme.spelling for lexeme in family.members})


def _other_spellings(verdict: Verdict, query: VerdictQuery) -> list[str]:
    """Return for each remark the URL of the verdict on the spelling that it names (W4); "" for any other remark."""
    return [
        verdict_url(msgspec.structs.replace(query, word=remark.evidence["reading"].spelling))
        if remark.reason == "other_spelling" and not verdict.valid
        else ""
        for remark in verdict.remarks
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


def house_fields(
    say: Catalogue, *, game: bool = False, rules: type[OptionSet] = HouseRules
) -> list[tuple[Option, str, str]]:
    """Return the fields of a form for the house rules about words; if *game* is True, those that matter only in a game.

    A field is a tuple: the option, its label, and the value that its ticked box stands for (``ticked_value``), which
    differs from the published rules. The value is "" for an option without a box: a number or a choice.

    rules  the class of the options
    """
    topics = _GAME_TOPICS if game else _TOPICS
    options = [option for option in rules.OPTIONS if option.topic in topics]
    return [
        (option, house_label(option, say), ticked_value(option) if option.least is None else "")
        for option in sorted(options, key=lambda option: topics.index(option.topic))
    ]


def ticked_value(option: Option) -> str:
    """Return the value that the ticked box of an option stands for.

    "" for an option without a box: a number, or a choice between more than two values.
    """
    if option.ticked or option.takes_number or len(option.values) > 2:
        return option.ticked
    return _text(option.values[1])


def house_label(option: Option, say: Catalogue) -> str:
    """Return the label of an option in a form: its own sentence, or the help text of its flag if it has none."""
    key = f"web.rule_{option.name}"
    known = say.keys()
    if key in known:
        return say(key)
    prefix, text = HELP_PREFIX, option.help
    if say.language != "en":
        translation = Translation.load()
        prefix, text = translation.text(prefix), translation.text(text)
    text = text.removeprefix(prefix).removeprefix(HELP_PREFIX)  # a text that nobody has translated is English
    return text[:1].upper() + text[1:]


def read_form(form: Mapping[str, str]) -> VerdictQuery:
    """Return a submitted form as a query. Unknown fields and empty optional fields are ignored.

    Raises FormError if the word is empty, a letter or an option is invalid, there are more minuscules than a pli has
    (P3), or a text or the list of words is too long.
    """
    fields = {name: value for name, value in form.items() if name in VerdictQuery.__struct_fields__ and value.strip()}
    fields["word"] = form.get("word", "").strip(SPACES)
    fields["maj"] = fields.get("maj", "").strip(SPACES)
    fields["min"] = "".join(fields.get("min", "").lower().replace("joker", "?").split())
    fields["played"] = fields.get("played", "").replace("\r", "").replace("\n", ",")
    try:
        query = msgspec.convert(fields, VerdictQuery, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].strip("`")
        raise FormError(name, fields.get(name, "")) from error
    for name, read in (("maj", parse_initial), ("min", parse_pli)):
        try:
            read(fields[name])
        except ArgumentError as error:
            raise FormError(name, fields[name]) from error
    if len(query.words()) > MAX_PLAYED:
        raise FormError("played", fields["played"])
    return query


def verdict_url(query: VerdictQuery, **more: str) -> str:
    """Return the URL of the page with the verdict on a query. *more* are additional parameters of the URL.

    >>> verdict_url(VerdictQuery(word="Portes", maj="P", min="t,e"), edition="2026.11")
    '/verdict?word=Portes&maj=P&min=t%2Ce&edition=2026.11'
    """
    return f"/verdict?{urlencode(form_fields(query) | more)}"


def form_fields(query: VerdictQuery) -> dict[str, str]:
    """Return a query as the fields of a form, as ``read_form`` reads them; fields with their defaults are left out."""
    defaults = msgspec.to_builtins(VerdictQuery(word=""))
    changed = {name: value for name, value in msgspec.to_builtins(query).items() if value != defaults[name]}
    changed.pop("lang", None)
    ordered = {name: changed.pop(name) for name in FIELDS if name in changed} | changed
    return {name: _text(value) for name, value in ordered.items()}


def _text(value: object) -> str:
    """Return a value as the text of a URL parameter; booleans become "true" and "false"."""
    return str(value).lower() if isinstance(value, bool) else str(value)
