"""The page about the API for programs, made of the OpenAPI document: start reading at ``api_page``.

The page needs no script and no other host. What the document says stays in English; the rest is in the language of the
page.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from litestar import Response

from ..api.operations import document_of
from ..services import Request, services_of
from .render import page, render_page


@page("/api/docs")
def api_page(request: Request) -> Response[bytes]:
    """Return the page with all operations of the API and the types of their bodies."""
    document = json.loads(document_of(services_of(request).games.kinds))
    return render_page(request, "api.html", document=document, type_text=type_text)


def type_text(schema: Mapping[str, Any]) -> Iterator[tuple[str, bool]]:
    """Yield the pieces of a JSON schema in writing, such as ``"fr" | "en"`` or ``[Seat]``.

    Each piece is its text, and whether it is the name of another type, to which a page links.
    """
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
