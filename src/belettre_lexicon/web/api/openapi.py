"""Generates the OpenAPI 3.1 document from the table of operations.

Start reading at ``build_document``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from typing import Any

import msgspec

from ...french.cards import CARDS, Card
from ...french.letters import MAX_WORD
from ...words.objects import VerdictObject, verdict_schema
from ...words.verdicts import Verdict
from ..edge.problems import STATUS
from ..kinds.belote_snapshot import SheetSnapshot
from ..tables.registry import CODE_LENGTH, CODE_LETTERS
from ..tables.snapshot import Snapshot
from .changes import RefusedRule
from .operation import AnswerType, Operation

#: Version of the API. The first number is increased with every incompatible change.
VERSION = "1.0"
_ABOUT = (
    "Judges French words for the game Belettre, and referees its games; keeps score sheets of Belote. The answer to a "
    "refused request is the object « Problem ». Anyone with the code of a game can view it. Changing it needs its "
    "token: as a bearer token, or as the cookie that the answer to « POST /api/games » or « POST /api/belote » sets."
)
_REF = "#/components/schemas/{name}"
#: The name of a type that both games have, as msgspec writes it to tell them apart. In the document the type of
#: Belettre has its own name, such as « Seat », and that of Belote is called « BeloteSeat ».
_QUALIFIED = re.compile(rb"belettre_lexicon\.(belote\.)?[\w.]+\.(\w+)")
#: The JSON schemas of the parameters in URL paths, by parameter name.
_PATH_PARAMETERS = {
    "code": {"type": "string", "pattern": f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"},
    "word": {"type": "string", "minLength": 1, "maxLength": MAX_WORD},
}


class Problem(msgspec.Struct, omit_defaults=True):
    """The reason why a request was refused.

    problem   the name of the problem, for programs
    text      a sentence that describes the problem, in the language of the response
    detail    the offending value and what was expected; omitted if there is nothing to add
    sight     a snapshot of the game (Python field ``snapshot``); present only if the device had not seen all entries
    sheet     the same for a score sheet of Belote
    refusals  the reasons why a move is illegal; present only for illegal moves
    """

    problem: str
    text: str
    detail: str = ""
    snapshot: Snapshot | None = msgspec.field(default=None, name="sight")
    sheet: SheetSnapshot | None = None
    refusals: list[RefusedRule] = []


def build_document(operations: Iterable[Operation]) -> bytes:
    """Return the OpenAPI document of *operations*, encoded as JSON."""
    table = list(operations)
    kinds: dict[Any, None] = {Problem: None}
    for one in table:
        kinds.update(dict.fromkeys(kind for kind in (one.body, *_answer_types(one)) if kind is not None))
        kinds[one.query] = None
    kinds.pop(VerdictObject, None)  # msgspec has no unions of objects; the verdict has a schema of its own
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=_schema, ref_template=_REF)
    of = dict(zip(kinds, schemas, strict=True)) | {VerdictObject: {"$ref": _REF.format(name="VerdictObject")}}
    components |= _verdict_components()
    paths: dict[str, dict[str, Any]] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, of, components)
    document = msgspec.json.encode(
        {
            "openapi": "3.1.0",
            "info": {"title": "Belettre", "version": VERSION, "description": _ABOUT},
            "paths": paths,
            "components": {
                "schemas": components,
                "securitySchemes": {
                    "token": {"type": "http", "scheme": "bearer", "description": "the token of the game"}
                },
            },
        }
    )
    return _QUALIFIED.sub(lambda found: (b"Belote" if found[1] else b"") + found[2], document)


def _verdict_components() -> dict[str, Any]:
    """Return the definitions of the schema of verdicts, with references to where they stand in the document."""
    text = json.dumps(verdict_schema()["$defs"]).replace("#/$defs/", _REF.format(name=""))
    components: dict[str, Any] = json.loads(text)
    return components


def _answer_types(one: Operation) -> list[Any]:
    return [answer.type for answer in one.answers.values() if answer.type is not None]


def _operation(one: Operation, of: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    in_path = re.findall(r"{(\w+)}", one.path)
    described: dict[str, Any] = {
        "summary": one.summary,
        "operationId": f"{one.method} {one.path}",
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _PATH_PARAMETERS[name]} for name in in_path),
            *_parameters(of[one.query], components),
        ],
        "responses": {
            **{str(status): _answer(answer, of) for status, answer in one.answers.items()},
            **{str(status): _problem(status, of) for status in _problem_statuses(one, in_path)},
        },
    }
    if "code" in in_path:
        described["security"] = [{"token": []}, {}]
    if one.body is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[one.body]}}}
    return described


def _parameters(query: dict[str, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the OpenAPI description of each query parameter of an operation.

    *query* is a reference to the schema of the operation's query type, which *components* contains.
    """
    fields = components[query["$ref"].rpartition("/")[2]]
    required = fields.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in fields["properties"].items()
    ]


def _answer(answer: AnswerType, of: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {"description": answer.description or "the answer"}
    if answer.type is not None:
        schema = of[answer.type] if answer.media == "application/json" else {"type": "string"}
        described["content"] = {answer.media: {"schema": schema}}
    return described


def _problem(status: int, of: dict[Any, Any]) -> dict[str, Any]:
    names = ", ".join(name for name, own in STATUS.items() if own == status)
    return {"description": names, "content": {"application/json": {"schema": of[Problem]}}}


def _problem_statuses(one: Operation, in_path: list[str]) -> list[int]:
    """Return the HTTP statuses of the error responses that an operation may return, in ascending order."""
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
