"""Generates the OpenAPI 3.1 document from the table of operations.

Start reading at ``build_document``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from ...french.cards import CARDS, Card
from ...french.letters import MAX_WORD
from ...words.objects import VerdictObject, verdict_schema
from ...words.verdicts import Verdict
from ..edge.problems import STATUS
from ..edge.request_context import KEY
from ..tables.registry import CODE_LENGTH, CODE_LETTERS, AnyGame
from .call import RefusedRule
from .operation import Operation

#: Version of the API. The first number is increased with every incompatible change.
VERSION = "1.0"
_ABOUT = (
    "Judges French words for the game Belettre, and referees its games; keeps score sheets of Belote. The answer to a "
    "refused request is the object « Problem ». Anyone with the code of a game can view it. Changing it needs its "
    "token: as a bearer token, or as the cookie that the answer to {created} sets. Wrong codes are limited for each "
    "address; a request with the token, or with the view key of the game, is not."
)
#: The description of a refused request, and when it has a snapshot.
_PROBLEM = """The reason why a request was refused.

    problem   the name of the problem, for programs
    text      a sentence that describes the problem, in the language of the response
    detail    the offending value and what was expected; omitted if there is nothing to add
{snapshots}    refusals  the reasons why a move is illegal; present only for illegal moves
    """
_STALE = "present only if the device had not seen all entries"
_REF = "#/components/schemas/{name}"
#: The name of a type that several games have, as msgspec writes it to tell them apart. In the document the type of
#: Belettre has its own name, such as « Seat », and that of Belote is called « BeloteSeat ».
_QUALIFIED = re.compile(rb"belettre_lexicon\.games\.(\w+)\.[\w.]+\.(\w+)")
#: The name of a type about a seat, or the reference to it: in the document it is called « SeatOnly », not
#: « SeatOnly[Seat] ».
_ABOUT_SEAT = re.compile(rb"(?<=\w)(?:\[Seat\]|_Seat_)(?=\")")
#: The JSON schemas of the parameters in URL paths, by parameter name.
_PATH_PARAMETERS = {
    "code": {"type": "string", "pattern": f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"},
    "word": {"type": "string", "minLength": 1, "maxLength": MAX_WORD},
}


def problem_type(kinds: Sequence[type[AnyGame]]) -> type[msgspec.Struct]:
    """Return the type of the answer to a refused request, with a field for the snapshots of each kind."""
    snapshots: list[Any] = []
    about: list[str] = []
    for kind in kinds:
        field, name = kind.CHANGED.__struct_fields__[1], kind.CHANGED.__struct_encode_fields__[1]
        named = f" (Python field ``{field}``)" if field != name else ""
        told = f"the same for a {kind.TITLE}" if about else f"a snapshot of the game{named}; {_STALE}"
        snapshots.append((field, kind.SNAPSHOT | None, msgspec.field(default=None, name=name)))
        about.append(f"    {name:8}  {told}\n")
    fields: list[Any] = [
        ("problem", str),
        ("text", str),
        ("detail", str, ""),
        *snapshots,
        ("refusals", list[RefusedRule], []),
    ]
    namespace = {"__doc__": _PROBLEM.format(snapshots="".join(about))}
    return msgspec.defstruct("Problem", fields, namespace=namespace, omit_defaults=True)


def build_document(operations: Iterable[Operation], kinds: Sequence[type[AnyGame]]) -> bytes:
    """Return the OpenAPI document of *operations*, encoded as JSON. *kinds* are the kinds of games of the server."""
    table, problem = list(operations), problem_type(kinds)
    types: dict[Any, None] = {problem: None}
    for one in table:
        types.update(dict.fromkeys(kind for kind in (one.body, one.answer, one.query) if kind is not None))
    types.pop(VerdictObject, None)  # msgspec has no unions of objects; the verdict has a schema of its own
    schemas, components = msgspec.json.schema_components(types, schema_hook=_schema, ref_template=_REF)
    of = dict(zip(types, schemas, strict=True)) | {VerdictObject: {"$ref": _REF.format(name="VerdictObject")}}
    components |= json.loads(json.dumps(verdict_schema()["$defs"]).replace("#/$defs/", _REF.format(name="")))
    components["ListedGame"]["properties"]["kind"] = {"enum": sorted(name for kind in kinds for name in kind.NAMES)}
    paths: dict[str, dict[str, Any]] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, of, components, of[problem])
    created = " or ".join(f"« POST /api/{kind.API} »" for kind in kinds)
    document = msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Belettre", "version": VERSION, "description": _ABOUT.format(created=created)},
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer", "description": "the token of the game"},
                    "key": {"type": "apiKey", "in": "query", "name": KEY, "description": "the view key of the game"},
                },
            },
        }
    )
    document = _QUALIFIED.sub(_short_name, document)
    return _ABOUT_SEAT.sub(b"", document)


def _short_name(found: re.Match[bytes]) -> bytes:
    """Return the name in the document of a type that several games have."""
    return (b"" if found[1] == b"belettre" else found[1].capitalize()) + found[2]


def _operation(
    one: Operation, of: dict[Any, Any], components: dict[str, Any], problem: dict[str, Any]
) -> dict[str, Any]:
    in_path = re.findall(r"{(\w+)}", one.path)
    described: dict[str, Any] = {
        "summary": one.summary,
        "operationId": f"{one.method} {one.path}",
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _PATH_PARAMETERS[name]} for name in in_path),
            *_parameters(of[one.query], components),
        ],
        "responses": {
            str(one.status): _answer(one, of),
            **{str(status): _problem(status, problem) for status in _problem_statuses(one, in_path)},
        },
    }
    if "code" in in_path:
        described["security"] = [{"token": []}, {"key": []}, {}]
    if one.body is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[one.body]}}}
    return described


def _parameters(query: dict[str, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the query parameters of an operation. *query* refers to the schema of its query type in *components*."""
    fields = components[query["$ref"].rpartition("/")[2]]
    required = fields.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in fields["properties"].items()
    ]


def _answer(one: Operation, of: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {"description": one.description or "the answer"}
    if one.answer is not None:
        schema = of[one.answer] if one.media == "application/json" else {"type": "string"}
        described["content"] = {one.media: {"schema": schema}}
    return described


def _problem(status: int, schema: dict[str, Any]) -> dict[str, Any]:
    names = ", ".join(name for name, own in STATUS.items() if own == status)
    return {"description": names, "content": {"application/json": {"schema": schema}}}


def _problem_statuses(one: Operation, in_path: list[str]) -> list[int]:
    statuses = {400, 403, 414, 422, 429, 503}
    if in_path:
        statuses.add(404)
    if one.body is not None:
        statuses |= {413, 415}
    if one.body is not None and in_path:
        statuses.add(409)
    return sorted(statuses)


def _schema(kind: type) -> dict[str, Any]:
    """Return the JSON schema of a type for which msgspec cannot generate one. Raises TypeError for unknown types."""
    if kind is Card:
        return {"type": "string", "enum": list(CARDS)}
    if kind is Verdict:
        return {"type": "object"}
    raise TypeError(f"no schema for {kind!r:.40}")
