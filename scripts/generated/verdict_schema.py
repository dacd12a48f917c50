"""Write the JSON Schema of verdicts, ``src/belettre_lexicon/words/verdict.schema.json``, from their types.

The types are those of ``words.objects``. A test fails while the file is out of date. Keys may be added to a verdict
without a new version, so the schema allows keys that it does not name.
"""

from __future__ import annotations

import json
import re
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

from belettre_lexicon.words.objects import SCHEMA_FILE, ReasonObject, ReasonText, VerdictObject
from belettre_lexicon.words.verdicts import SCHEMA

_SIMPLE = {str: "string", int: "integer", float: "number", bool: "boolean", NoneType: "null"}
#: The names and descriptions of the reasons and remarks, by the first reason of each kind.
_REASONS = {
    "too_short": ("TooShortObject", "The word has too few letters (W1)."),
    "wrong_initial": ("WrongInitialObject", "The word does not start with the majuscule (W2)."),
    "missing_letters": ("MissingLettersObject", "The word lacks letters for the minuscules (W3)."),
    "too_many_jokers": ("TooManyJokersObject", "More than one joker lies face up (J1)."),
    "unknown": ("UnknownObject", "The word is not in the lexicon (W5)."),
    "proper_noun": ("NameObject", "The word is a proper name or an abbreviation (W5)."),
    "plural": ("FormObject", "The word is an inflected form (W6)."),
    "participle": ("ParticipleObject", "The word is a participle that is not listed as a word of its own (W6a)."),
    "plural_only": ("PluralOnlyObject", "The word is a noun that exists in the plural only (W6b)."),
    "compound": ("CompoundObject", "The word has a hyphen or an apostrophe (W6c)."),
    "repeated": ("RepeatedObject", "The word repeats an earlier word, or has the same letters (W7)."),
    "same_family": ("SameFamilyObject", "The word is of the same family as an earlier word (W8)."),
    "house_list": ("HouseObject", "The table refuses the word: by its house list, or by the option refuse_labels."),
    "other_spelling": (
        "OtherSpellingObject",
        "A remark: another spelling of the letters of a refused word would be valid (W4).",
    ),
}
#: A line of a docstring that describes a key: its name, two spaces or more, its description.
_KEY = re.compile(r"^(\w+) +(\S.*)$")


def schema_text() -> str:
    """Return the text of the schema file."""
    definitions: dict[str, Any] = {}
    schema = {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": f"urn:belettre:verdict:{SCHEMA}",
        "title": "The verdict on a word for the game Belettre",
        **_schema(VerdictObject, {}, definitions),
        "$defs": definitions,
    }
    return json.dumps(schema, ensure_ascii=False, indent=1) + "\n"


def _schema(kind: Any, bound: dict[Any, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a type. TypedDicts are added to *definitions* and referred to.

    *bound* maps type variables to the types that stand for them. Raises TypeError for a type that JSON has not.
    """
    kind = bound.get(kind, kind)
    origin, arguments = get_origin(kind), get_args(kind)
    if kind in _SIMPLE:
        return {"type": _SIMPLE[kind]}
    if origin is Literal:
        return {"const": arguments[0]} if len(arguments) == 1 else {"enum": list(arguments)}
    if origin in (Union, UnionType):
        return _union([_schema(part, bound, definitions) for part in arguments])
    if origin is list:
        return {"type": "array", "items": _schema(arguments[0], bound, definitions)}
    if origin is dict:
        return {"type": "object", "additionalProperties": _schema(arguments[1], bound, definitions)}
    if is_typeddict(origin or kind):
        parameters = getattr(origin or kind, "__parameters__", ())
        name, summary = (origin or kind).__name__, None  # in JSON, each parameter stands for one type only
        if origin is ReasonObject:  # but for the parameters of this one
            name, summary = _REASONS[get_args(arguments[0])[0]]
        if name not in definitions:
            definitions[name] = {}  # its place, before those of the types that it holds
            described = _object(origin or kind, dict(zip(parameters, arguments, strict=True)), definitions)
            definitions[name] = {**described, "description": summary or described["description"]}
        return {"$ref": f"#/$defs/{name}"}
    raise TypeError(f"{kind!r} has no JSON schema")


def _union(parts: list[dict[str, Any]]) -> dict[str, Any]:
    """Return the schema of a union; a union of simple types has one ``type``."""
    if all(set(part) == {"enum"} or set(part) == {"const"} for part in parts):
        return {"enum": [value for part in parts for value in part.get("enum", [part.get("const")])]}
    if all(set(part) == {"type"} for part in parts):
        return {"type": [part["type"] for part in parts]}
    return {"anyOf": parts}


def _object(kind: Any, bound: dict[Any, Any], definitions: dict[str, Any]) -> dict[str, Any]:
    """Return the schema of a TypedDict, with the descriptions of its docstring."""
    summary, keys = _described(kind)
    properties = {}
    required = []
    for name, hint in get_type_hints(kind, include_extras=True).items():
        is_optional = get_origin(hint) is NotRequired
        if name in kind.__required_keys__ and not is_optional:
            required.append(name)
        schema = _schema(get_args(hint)[0] if is_optional else hint, bound, definitions)
        is_described = name in keys and (kind is not ReasonObject or name == "text")
        properties[name] = {**schema, "description": keys[name]} if is_described else schema
    return {
        "type": "object",
        "description": summary,
        "properties": properties,
        "required": required,
    }


def _described(kind: Any) -> tuple[str, dict[str, str]]:
    """Return the first paragraph of a docstring, and the descriptions of the keys that it lists."""
    summary, *paragraphs = re.sub(r"``?", "", kind.__doc__).strip().split("\n\n")
    keys = _described(ReasonText)[1] if "text" in kind.__annotations__ and kind is not ReasonText else {}
    for line in "\n".join(paragraphs).splitlines():
        key = _KEY.match(line.strip())
        if key and key[1] in get_type_hints(kind) and line.startswith("    ") and line[4] != " ":
            name = key[1]
            keys[name] = key[2].strip()
        elif keys and line.strip():
            keys[name] += f" {line.strip()}"
    return " ".join(summary.split()), keys


def generated() -> dict[Path, str]:
    """Return the files of this module with their text as it should be now."""
    return {SCHEMA_FILE: schema_text()}
