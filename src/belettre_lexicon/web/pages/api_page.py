"""The page about the API for programs, made of the OpenAPI document: start reading at ``api_page``.

The page needs no script and no other host. What the document says stays in English; the rest is in the language of the
page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple

from litestar import Response

from ..api.operations import document_of
from ..services import Request, services_of
from .render import page, render_page

#: A type in writing, as pieces of text; True if a piece is the name of another type.
TypeText = list[tuple[str, bool]]


class ApiField(NamedTuple):
    """A parameter, or a field of an object.

    name      the name
    type      its type in writing
    required  whether it must be present
    about     its meaning; "" if the name says it all
    """

    name: str
    type: TypeText
    required: bool
    about: str


class ApiAnswer(NamedTuple):
    """A response of an operation: its HTTP status, what it means, and the type of its body ([] for none)."""

    status: str
    about: str
    type: TypeText


class ApiOperation(NamedTuple):
    """An operation: its method, path and summary, the parameters, the type of the body ([] for none), the responses."""

    method: str
    path: str
    summary: str
    parameters: list[ApiField]
    body: TypeText
    answers: list[ApiAnswer]


class ApiType(NamedTuple):
    """A type that the operations refer to; it has no fields if it is not an object with named fields."""

    name: str
    about: str
    fields: list[ApiField]
    type: TypeText


@page("/api/docs")
def api_page(request: Request) -> Response[bytes]:
    """Return the page with all operations of the API and the types of their bodies."""
    info, operations, types = contents(document_of(services_of(request).games.kinds))
    return render_page(request, "api.html", info=info, operations=operations, types=types)


@cache
def contents(encoded: bytes) -> tuple[dict[str, str], list[ApiOperation], list[ApiType]]:
    """Return the head of an OpenAPI document, its operations and its types."""
    document = json.loads(encoded)
    operations = [
        _operation(method.upper(), path, described)
        for path, methods in document["paths"].items()
        for method, described in methods.items()
    ]
    types = [
        ApiType(name, schema.get("description", ""), _fields(schema), list(type_text(schema)))
        for name, schema in sorted(document["components"]["schemas"].items())
    ]
    return document["info"], operations, types


def _operation(method: str, path: str, described: Mapping[str, Any]) -> ApiOperation:
    parameters = [
        ApiField(one["name"], list(type_text(one["schema"])), one["required"], one["schema"].get("description", ""))
        for one in described["parameters"]
    ]
    answers = [
        ApiAnswer(status, answer["description"], _body(answer)) for status, answer in described["responses"].items()
    ]
    return ApiOperation(
        method, path, described["summary"], parameters, _body(described.get("requestBody", {})), answers
    )


def _body(described: Mapping[str, Any]) -> TypeText:
    return [part for content in described.get("content", {}).values() for part in type_text(content["schema"])]


def _fields(schema: Mapping[str, Any]) -> list[ApiField]:
    required = schema.get("required", ())
    return [
        ApiField(name, list(type_text(field)), name in required, field.get("description", ""))
        for name, field in schema.get("properties", {}).items()
    ]


def type_text(schema: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a JSON schema in writing, such as ``"fr" | "en"`` or ``[Seat]``."""
    if "$ref" in schema:
        yield schema["$ref"].rpartition("/")[2], True
    elif choices := schema.get("anyOf") or schema.get("oneOf"):
        yield from _joined(choices, " | ")
    elif "enum" in schema or "const" in schema:
        values = schema.get("enum") or [schema["const"]]
        yield " | ".join(json.dumps(value, ensure_ascii=False) for value in values), False
    elif "prefixItems" in schema:
        yield "[", False
        yield from _joined(schema["prefixItems"], ", ")
        yield "]", False
    elif isinstance(schema.get("items"), dict):
        yield "[", False
        yield from type_text(schema["items"])
        yield ", …]", False
    else:
        kinds = schema.get("type", "object")
        yield kinds if isinstance(kinds, str) else " | ".join(kinds), False


def _joined(schemas: list[Mapping[str, Any]], mark: str) -> Iterator[tuple[str, bool]]:
    for number, schema in enumerate(schemas):
        if number:
            yield mark, False
        yield from type_text(schema)
