"""Reads the judge's form, and writes the URL of a verdict.

The URL contains the whole query, so that a link leads to the same verdict again::

    /verdict?word=Portes&maj=P&min=t,e&played=volonté,école&plural_only=true

A form is converted into a query of the API. Its fields may be written more freely than those of the query, for example
with spaces between the letters. Start reading at ``read_form``.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple
from urllib.parse import urlencode

import msgspec

from ...base.errors import ArgumentError, BelettreError
from ...base.options import Option, OptionSet
from ...french.letters import SPACES, parse_initial, parse_pli
from ...french.rules import HELP_PREFIX, HouseRules
from ...referee.catalogue import Catalogue
from ...referee.translation import Translation
from ..api.requests import MAX_PLAYED, VerdictQuery

#: The fields of a form except house rules: the word, the majuscule, the minuscules and the earlier words.
FIELDS = ("word", "maj", "min", "played")


#: The topics of the house rules in a form, in its order. Those of a whole game (W9, P9) are in the form for a new game.
_TOPICS, _GAME_TOPICS = ("words", "cards", "kin"), ("game",)


class HouseField(NamedTuple):
    """A field of a form for a house rule.

    name     the option
    label    what it is about
    kind     "box", "number" or "choice"
    value    what a ticked box says, which differs from the published rules; the default of another field
    least    the smallest number, and *most* the greatest
    choices  the values of a choice with their texts, the default first
    """

    name: str
    label: str
    kind: str
    value: str
    least: int | None = None
    most: int = 0
    choices: tuple[tuple[str, str], ...] = ()


class FormError(BelettreError):
    """Raised if a form has an invalid field.

    name   the name of the field
    value  the text of the field, truncated to 60 characters
    """

    def __init__(self, name: str, value: str) -> None:
        super().__init__(f"{name}: {value!r:.60}")
        self.name = name
        self.value = value[:60]


def house_fields(say: Catalogue, *, game: bool = False, rules: type[OptionSet] = HouseRules) -> list[HouseField]:
    """Return the fields of a form for the house rules about words; with *game*, those that matter only in a game."""
    topics = _GAME_TOPICS if game else _TOPICS
    options = [option for option in rules.OPTIONS if option.topic in topics]
    return [_field(option, say) for option in sorted(options, key=lambda option: topics.index(option.topic))]


def _field(option: Option, say: Catalogue) -> HouseField:
    label = house_label(option, say)
    if option.least is not None:
        return HouseField(option.name, label, "number", str(option.default), option.least, option.most)
    if ticked := ticked_value(option):
        return HouseField(option.name, label, "box", ticked)
    choices = tuple((str(value), say(f"web.{option.name}_{value}")) for value in option.values)
    return HouseField(option.name, label, "choice", str(option.default), choices=choices)


def ticked_value(option: Option) -> str:
    """Return what the ticked box of an option says; "" for an option that has no box: a number, or three values."""
    if option.ticked or option.takes_number or len(option.values) > 2:
        return option.ticked
    return _text(option.values[1])


def house_label(option: Option, say: Catalogue) -> str:
    """Return what a form calls an option: its own sentence, or else the help text of its flag."""
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
    """Return the fields of a form with a query, as ``read_form`` reads them; defaults are left out."""
    defaults = msgspec.to_builtins(VerdictQuery(word=""))
    changed = {name: value for name, value in msgspec.to_builtins(query).items() if value != defaults[name]}
    changed.pop("lang", None)
    ordered = {name: changed.pop(name) for name in FIELDS if name in changed} | changed
    return {name: _text(value) for name, value in ordered.items()}


def _text(value: object) -> str:
    """Return a value as the text of a URL parameter; booleans become "true" and "false"."""
    return str(value).lower() if isinstance(value, bool) else str(value)
