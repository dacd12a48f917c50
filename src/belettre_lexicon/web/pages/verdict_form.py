"""Floor 5. What the judge is asked in a form, as it stands in an address: a link shows the same verdict again.

    /verdict?word=Portes&maj=P&min=t,e&played=volonté,école&plural_only=true

A form is read more kindly than the API's query, which it becomes. Start reading at ``read_inquiry``.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import msgspec

from ...errors import ArgumentError, BelettreError
from ...letters import parse_demand, parse_initial
from ...lexicon.lexicon import Lexicon
from ...words.judge import Judge
from ...words.verdicts import Verdict
from ..api.requests import MOST_PLAYED, VerdictQuery

#: House rules that a form switches, each with the value that is not the published one; W9 is a matter of games alone.
SWITCHES = {
    "plural_only": "true",
    "compounds": "false",
    "current_only": "true",
    "letters_shared": "true",
    "accents_differ": "true",
    "refuse_near_kin": "true",
}
#: What a form asks beside house rules.
FIELDS = ("word", "maj", "min", "played")


class InquiryError(BelettreError):
    """A form that asks for no verdict: ``name`` is the field, ``value`` what stands in it."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {value!r:.60}")
        self.name = name
        self.value = value[:60]


def read_inquiry(asked: Mapping[str, str]) -> VerdictQuery:
    """The inquiry of a form's fields; those of other names, and empty ones, ask nothing.

    Raises InquiryError for what is no word, no letter, too long, or no value of an option.
    """
    said = {name: value for name, value in asked.items() if name in VerdictQuery.__struct_fields__ and value.strip()}
    said["word"] = asked.get("word", "").strip()
    said["maj"] = said.get("maj", "").strip()
    said["min"] = "".join(said.get("min", "").lower().replace("joker", "?").split())
    said["played"] = ",".join(said.get("played", "").splitlines())
    try:
        query = msgspec.convert(said, VerdictQuery, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].strip("`")
        raise InquiryError(name, said.get(name, "")) from error
    for name, read in (("maj", parse_initial), ("min", parse_demand)):
        try:
            read(said[name])
        except ArgumentError as error:
            raise InquiryError(name, said[name]) from error
    if len(query.words()) > MOST_PLAYED:
        raise InquiryError("played", said["played"])
    return query


def judged(query: VerdictQuery, lexicon: Lexicon) -> Verdict:
    """What the judge says."""
    judge = Judge(lexicon, query.rules())
    history = judge.history(query.words())
    return judge(query.word, initial=query.maj or None, letters=query.min, played=history)


def address_of(query: VerdictQuery, **more: str) -> str:
    """The address of its verdict; *more* are parameters beside those of the inquiry.

    >>> address_of(VerdictQuery(word="Portes", maj="P", min="t,e"), edition="2026.11")
    '/verdict?word=Portes&maj=P&min=t%2Ce&edition=2026.11'
    """
    published = msgspec.to_builtins(VerdictQuery(word=""))
    said = {name: value for name, value in msgspec.to_builtins(query).items() if value != published[name]}
    said.pop("lang", None)
    ordered = {name: said.pop(name) for name in FIELDS if name in said} | said
    return f"/verdict?{urlencode({name: _text(value) for name, value in ordered.items()} | more)}"


def _text(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
