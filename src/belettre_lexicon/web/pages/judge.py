"""The judge of a table with real cards and one phone: no game is stored on the server.

The page ``/judge`` has a keypad with all cards. Its script keeps the cards of the pli, the words of the game and the
rulings of the table on the device, and asks this module for everything with sentences in it: the verdict on a word, and
what the lexicon knows about a word. Without scripts, the page has the form of ``verdict`` instead. Start reading at
``table_verdict``.
"""

from __future__ import annotations

from typing import NamedTuple

import msgspec
from litestar import Response

from ...french.cards import FACES, Case
from ...lexicon.lexicon import Lexicon
from ...referee.catalogue import Catalogue
from ...referee.sentences import first_proof, near_words, printable, remark_text, verdict_head, verdict_text
from ...words.verdicts import Verdict
from ..api.call import json_answer
from ..api.operations import judge_query
from ..api.requests import VerdictQuery
from ..edge.request_context import catalogue_of, server_url
from ..services import Request, services_of
from .render import card_macros, drawn_size, names_of_cards, page, render_page, render_template
from .verdict import FormError, family_tree, house_fields, problem_text, read_form, sheet_values, verdict_url

#: Maximum number of characters of the reason for a ruling.
MAX_REASON = 500


class Ruling(NamedTuple):
    """The decision of a table about a word, against the judge.

    accept  whether the table accepts the word
    reason  why, as somebody typed it
    """

    accept: bool
    reason: str


class TableBand(NamedTuple):
    """The verdict on a word, as ``_band.html`` draws it.

    word   the word
    valid  whether it counts as valid, after the ruling of the table if there is one
    why    the ruling, or the first reason or reading, as a short sentence
    rule   the id of the rule behind the first reason; "" if the word is valid or the table decided
    """

    word: str
    valid: bool
    why: str
    rule: str


class TableVerdict(msgspec.Struct):
    """The answer to the script of the page: the verdict on a word.

    valid   whether the judge accepts the word
    html    the band with the verdict, and what helps after it
    said    the verdict with its proof as sentences, for screen readers
    shared  the ruling as a text to share, with the verdict, its link and the edition; "" without a ruling
    """

    valid: bool
    html: str
    said: str
    shared: str


class LookedUp(msgspec.Struct):
    """The answer to the script of the page: what the lexicon knows about a word, without a verdict.

    html  the readings and families of the word
    """

    html: str


class Problem(msgspec.Struct):
    """The answer to an invalid question.

    text  what is wrong with it, as a sentence
    """

    text: str


@page("/judge", words=True)
def judge_page(request: Request) -> Response[bytes]:
    """Return the page of the judge for a table with one phone."""
    say = catalogue_of(request)
    return render_page(
        request,
        "judge_table.html",
        form={},
        house_fields=house_fields(say),
        problem="",
        cards=card_macros(say),
        names_of_cards=names_of_cards(say),
        majuscules=[face.text for face in FACES if face.case is Case.MAJ],
        minuscules=[face.text for face in FACES if face.case is Case.MIN],
        max_reason=MAX_REASON,
    )


@page("/judge/verdict", words=True)
def table_verdict(request: Request) -> Response[bytes]:
    """Return the verdict on the word in the URL as a ``TableVerdict``; a ``Problem`` if a parameter is invalid.

    The parameters are those of the page with the verdict (``verdict.verdict_page``), and those of a ruling against the
    verdict: ``accept`` (true or false) and ``reason``.
    """
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    try:
        query = read_form(request.query_params)
        ruling = read_ruling(request)
    except FormError as error:
        return json_answer(Problem(problem_text(error, say)), 400)
    verdict = judge_query(query, lexicon)
    if ruling is not None and ruling.accept == verdict.valid:
        ruling = None
    sheet = verdict_url(query, **lexicon.identity)
    near = near_words(verdict, lexicon)
    said = verdict_text(verdict, say, near)
    shared = ""
    if ruling is not None:
        ruled = say(f"judge.{'accepted' if ruling.accept else 'refused'}_by_table", reason=printable(ruling.reason))
        edition = say("web.lexicon", edition=lexicon.edition)
        shared = "\n".join([said, ruled, f"{edition} ({lexicon.hash[:12]})", server_url(request) + sheet])
        said = ruled
    html = render_template(
        "_table_verdict.html",
        say,
        band=verdict_band(verdict, ruling, say),
        drawn_size=drawn_size,
        remarks=[remark_text(remark, say, query.word) for remark in verdict.remarks],
        near=near if ruling is None else [],
        siblings=_valid_spellings(verdict) if ruling is None else [],
        head=verdict_head(query.word, verdict.valid, say),
        sheet=sheet,
        shared=shared,
    )
    return json_answer(TableVerdict(verdict.valid, html, said, shared))


@page("/judge/word", words=True)
def looked_up(request: Request) -> Response[bytes]:
    """Return what the lexicon knows about the word in the URL as ``LookedUp``; a ``Problem`` if it is no word."""
    say, lexicon = catalogue_of(request), services_of(request).games.lexicon
    try:
        query = read_form({"word": request.query_params.get("word", "")})
    except FormError as error:
        return json_answer(Problem(problem_text(error, say)), 400)
    return json_answer(LookedUp(word_fragment(query, lexicon, say)))


def word_fragment(query: VerdictQuery, lexicon: Lexicon, say: Catalogue) -> str:
    """Return the readings and families of the word of a query, without a verdict, as HTML.

    An inflected form has no family of its own: its families are those of the words that it is a form of.
    """
    values = sheet_values(query, judge_query(query, lexicon), lexicon, say)
    if not values["trees"]:
        lemmas = dict.fromkeys(reading.lemma for reading in lexicon.readings(query.word))
        families = {family.root: (family, lemma) for lemma in lemmas for family in lexicon.family(lemma)}
        values["trees"] = [family_tree(family, lemma, frozenset(), say) for family, lemma in families.values()]
    return render_template("_looked_up.html", say, **values)


def read_ruling(request: Request) -> Ruling | None:
    """Return the ruling in the URL of a request; None if there is none.

    Raises FormError if the reason is empty or too long, or if the ruling is neither "true" nor "false".
    """
    accept, reason = request.query_params.get("accept", ""), request.query_params.get("reason", "").strip()
    if not accept:
        return None
    if accept not in ("true", "false"):
        raise FormError("accept", accept)
    if not 0 < len(reason) <= MAX_REASON:
        raise FormError("reason", reason)
    return Ruling(accept == "true", reason)


def verdict_band(verdict: Verdict, ruling: Ruling | None, say: Catalogue) -> TableBand:
    """Return what the band shows: the verdict, or the ruling of the table against it."""
    if ruling is not None:
        return TableBand(verdict.word, ruling.accept, say("judge.ruled", reason=printable(ruling.reason)), "")
    rule = verdict.refusals[0].rule if verdict.refusals else ""
    return TableBand(verdict.word, verdict.valid, first_proof(verdict, say), rule)


def _valid_spellings(verdict: Verdict) -> list[str]:
    """Return the other spellings of the letters of a refused word that would be valid (W4)."""
    if verdict.valid:
        return []
    return [remark.evidence["reading"].spelling for remark in verdict.remarks if remark.reason == "other_spelling"]
