"""Floor 5. The API document (OpenAPI 3.1), made of the table of operations: start reading at ``document``."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any

import msgspec

from ...cards import CARDS, Card
from ...words.verdicts import Verdict
from ..edge.problems import STATUS
from ..games.games import CODE_LENGTH, CODE_LETTERS
from ..games.snapshot import Snapshot
from .call import Answer, Operation
from .games import Refused

#: Version of the API: the first number changes when a program that uses it has to.
VERSION = "1.0"
_ABOUT = (
    "Judges French words for the game Belettre, and referees its games. A request that is refused is answered by one "
    "object, « Problem ». Games are seen by who has their code, and changed by who has their token: as a bearer token, "
    "or as the cookie that the answer to « POST /api/games » sets."
)
_REF = "#/components/schemas/{name}"
#: What stands in a path.
_IN_PATH = {
    "code": {"type": "string", "pattern": f"^[{CODE_LETTERS}]{{{CODE_LENGTH}}}$"},
    "word": {"type": "string", "minLength": 1, "maxLength": 64},
}


class Problem(msgspec.Struct, omit_defaults=True):
    """Why a request was refused: a name for programs, a sentence for people, the value that offends. The game as it
    stands when somebody was quicker; the rules against a move that is not legal."""

    problem: str
    text: str
    detail: str = ""
    sight: Snapshot | None = None
    refusals: list[Refused] = []


def document(operations: Iterable[Operation]) -> bytes:
    """The document as JSON."""
    table = list(operations)
    kinds: dict[Any, None] = {Problem: None}
    for one in table:
        kinds.update(dict.fromkeys(kind for kind in (one.body, *_kinds(one)) if kind is not None))
        kinds[one.query] = None
    schemas, components = msgspec.json.schema_components(kinds, schema_hook=_schema, ref_template=_REF)
    of = dict(zip(kinds, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for one in table:
        paths.setdefault(one.path, {})[one.method.lower()] = _operation(one, of, components)
    return msgspec.json.encode(
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


def _kinds(one: Operation) -> list[Any]:
    return [answer.kind for answer in one.answers.values() if answer.kind is not None]


def _operation(one: Operation, of: dict[Any, Any], components: dict[str, Any]) -> dict[str, Any]:
    in_path = re.findall(r"{(\w+)}", one.path)
    described: dict[str, Any] = {
        "summary": one.about,
        "operationId": f"{one.method} {one.path}",
        "parameters": [
            *({"name": name, "in": "path", "required": True, "schema": _IN_PATH[name]} for name in in_path),
            *_parameters(of[one.query], components),
        ],
        "responses": {
            **{str(status): _answer(answer, of) for status, answer in one.answers.items()},
            **{str(status): _problem(status, of) for status in _refusals(one, in_path)},
        },
    }
    if "code" in in_path:
        described["security"] = [{"token": []}, {}]
    if one.body is not None:
        described["requestBody"] = {"required": True, "content": {"application/json": {"schema": of[one.body]}}}
    return described


def _parameters(query: dict[str, Any], components: dict[str, Any]) -> list[dict[str, Any]]:
    """The fields of a query as parameters."""
    fields = components[query["$ref"].rpartition("/")[2]]
    required = fields.get("required", ())
    return [
        {"name": name, "in": "query", "required": name in required, "schema": schema}
        for name, schema in fields["properties"].items()
    ]


def _answer(answer: Answer, of: dict[Any, Any]) -> dict[str, Any]:
    described: dict[str, Any] = {"description": answer.about or "the answer"}
    if answer.kind is not None:
        schema = of[answer.kind] if answer.media == "application/json" else {"type": "string"}
        described["content"] = {answer.media: {"schema": schema}}
    return described


def _problem(status: int, of: dict[Any, Any]) -> dict[str, Any]:
    names = ", ".join(name for name, own in STATUS.items() if own == status)
    return {"description": names, "content": {"application/json": {"schema": of[Problem]}}}


def _refusals(one: Operation, in_path: list[str]) -> list[int]:
    """The statuses of problems that an operation may have."""
    found = {400, 403, 414, 422, 429, 503}
    if in_path:
        found.add(404)
    if one.body is not None:
        found |= {413, 415}
    if one.body is not None and in_path:
        found.add(409)
    return sorted(found)


def _schema(kind: type) -> dict[str, Any]:
    """The schema of what msgspec does not know."""
    if kind is Card:
        return {"type": "string", "enum": list(CARDS)}
    if kind is Verdict:
        return {"type": "object"}
    raise TypeError(f"{kind!r:.40} is in no answer")
