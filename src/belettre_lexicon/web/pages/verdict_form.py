"""Floor 5. The judge's form and the URLs of verdicts. A link shows the same verdict again.

    /verdict?word=Portes&maj=P&min=t,e&played=volonté,école&plural_only=true

A form is read with more tolerance than a query of the API, and converted into one. Start reading at ``read_form``.
"""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import urlencode

import msgspec

from ...errors import ArgumentError, BelettreError
from ...letters import demand, initial_letter
from ..api.requests import MAX_PLAYED, VerdictQuery

#: House rules that a form can switch, each with its unpublished value. ``memory`` (W9) matters in games only.
SWITCHES = {
    "plural_only": "true",
    "compounds": "false",
    "current_only": "true",
    "letters_shared": "true",
    "accents_differ": "true",
    "refuse_near_kin": "true",
}
#: The fields of a form apart from house rules.
FIELDS = ("word", "maj", "min", "played")


class FormError(BelettreError):
    """Raised for an invalid form: ``name`` is the field, ``value`` its text."""

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {value!r:.60}")
        self.name = name
        self.value = value[:60]


def read_form(form: Mapping[str, str]) -> VerdictQuery:
    """Return the query of a submitted form. Unknown and empty fields are ignored.

    Raises FormError for an empty word, invalid letters, texts that are too long, and invalid option values.
    """
    fields = {name: value for name, value in form.items() if name in VerdictQuery.__struct_fields__ and value.strip()}
    fields["word"] = form.get("word", "").strip()
    fields["maj"] = fields.get("maj", "").strip()
    fields["min"] = "".join(fields.get("min", "").lower().replace("joker", "?").split())
    fields["played"] = ",".join(fields.get("played", "").splitlines())
    try:
        query = msgspec.convert(fields, VerdictQuery, strict=False)
    except msgspec.ValidationError as error:
        name = str(error).rpartition("$.")[2].strip("`")
        raise FormError(name, fields.get(name, "")) from error
    for name, read in (("maj", initial_letter), ("min", demand)):
        try:
            read(fields[name])
        except ArgumentError as error:
            raise FormError(name, fields[name]) from error
    if len(query.words()) > MAX_PLAYED:
        raise FormError("played", fields["played"])
    return query


def verdict_url(query: VerdictQuery, **more: str) -> str:
    """Return the URL of the verdict on a query; *more* are additional parameters.

    >>> verdict_url(VerdictQuery(word="Portes", maj="P", min="t,e"), edition="2026.11")
    '/verdict?word=Portes&maj=P&min=t%2Ce&edition=2026.11'
    """
    defaults = msgspec.to_builtins(VerdictQuery(word=""))
    changed = {name: value for name, value in msgspec.to_builtins(query).items() if value != defaults[name]}
    changed.pop("lang", None)
    ordered = {name: changed.pop(name) for name in FIELDS if name in changed} | changed
    return f"/verdict?{urlencode({name: _text(value) for name, value in ordered.items()} | more)}"


def _text(value: object) -> str:
    """A value as a URL parameter: true and false for booleans."""
    return str(value).lower() if isinstance(value, bool) else str(value)
