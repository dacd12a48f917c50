"""Reads the judge's form, and writes the URL of a verdict.

The URL contains the whole query, so that a link leads to the same verdict again::

    /verdict?word=Portes&maj=P&min=t,e&played=volonté,école&plural_only=true

A form is converted into a query of the API. Its fields may be written more freely than those of the query, for example
with spaces between the letters. Start reading at ``read_form``.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import msgspec

from ...base.errors import ArgumentError, BelettreError
from ...french.letters import SPACES, parse_initial, parse_pli
from ..api.requests import MAX_PLAYED, VerdictQuery

#: The house rules that a form can switch, each with the value that differs from the published rules. A form has no
#: switch for ``memory`` (W9), because that rule matters only in a game.
SWITCHES = {
    "accents": "free",
    "plural_only": "true",
    "compounds": "false",
    "current_only": "true",
    "refuse_labels": "familiar,vulgar",
    "letters_shared": "true",
    "accents_differ": "true",
    "refuse_near_kin": "true",
}
#: The fields of a form except house rules: the word, the majuscule, the minuscules and the earlier words.
FIELDS = ("word", "maj", "min", "played")


class FormError(BelettreError):
    """Raised if a form has an invalid field.

    name   the name of the field
    value  the text of the field, truncated to 60 characters
    """

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {value!r:.60}")
        self.name = name
        self.value = value[:60]


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
    """Return the fields of a form with a query, as ``read_form`` reads them; defaults are left out."""
    defaults = msgspec.to_builtins(VerdictQuery(word=""))
    changed = {name: value for name, value in msgspec.to_builtins(query).items() if value != defaults[name]}
    changed.pop("lang", None)
    ordered = {name: changed.pop(name) for name in FIELDS if name in changed} | changed
    return {name: _text(value) for name, value in ordered.items()}


def _text(value: object) -> str:
    """Return a value as the text of a URL parameter; booleans become "true" and "false"."""
    return str(value).lower() if isinstance(value, bool) else str(value)
