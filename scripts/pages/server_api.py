"""The page about the API of the server, made from its OpenAPI document."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from belettre_lexicon.web.api.operations import document_of
from belettre_lexicon.web.kinds import KINDS
from belettre_lexicon.web.pages.site import type_text


def pages() -> dict[str, str]:
    """Return the page of the API by its path below the folder of the reference."""
    document = json.loads(document_of(KINDS))
    info = document["info"]
    lines = [
        "# The API of the server",
        "",
        f"Version {info['version']}. {info['description']}",
        "",
        "A running server has the OpenAPI document at `/api/openapi.json`, from which this page is made. "
        "[The page for the table](../serve.md#for-programs) shows how to begin.",
        "",
        "## Operations",
        "",
    ]
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            lines += [f"### `{method.upper()} {path}`", "", *_operation(operation)]
    lines += ["## Types", ""]
    for name, schema in sorted(document["components"]["schemas"].items()):
        lines += [f"(api-{name.lower()})=", "", f"### {name}", "", *_type(schema)]
    return {"api.md": "\n".join(lines) + "\n"}


def _operation(one: Mapping[str, Any]) -> list[str]:
    """Return the section of an operation, as the OpenAPI document describes it."""
    lines = [
        one["summary"],
        "",
        *_fields((each["name"], each["schema"], each["required"]) for each in one["parameters"]),
    ]
    if "requestBody" in one:
        lines += [f"Body: {_body(one['requestBody'])}", ""]
    lines += ["| status | answer |", "|---|---|"]
    for status, answer in one["responses"].items():
        kind = f": {_body(answer)}" if "content" in answer else ""
        lines.append(f"| {status} | {_cell(answer['description'])}{kind} |")
    return [*lines, ""]


def _type(schema: Mapping[str, Any]) -> list[str]:
    """Return the section of a type."""
    lines, required = [schema.get("description", ""), ""], schema.get("required", ())
    fields = [(name, field, name in required) for name, field in schema.get("properties", {}).items()]
    return [*lines, *_fields(fields)] if fields else [*lines, _text(schema), ""]


def _fields(fields: Iterable[tuple[str, Mapping[str, Any], bool]]) -> list[str]:
    """Return a table of parameters or of the fields of an object (name, schema, required); [] for none."""
    rows = [
        f"| `{name}` | {_text(schema)} | {'yes' if required else 'no'} | {_cell(schema.get('description', ''))} |"
        for name, schema, required in fields
    ]
    return ["| name | type | required | meaning |", "|---|---|---|---|", *rows, ""] if rows else []


def _body(described: Mapping[str, Any]) -> str:
    """Return the type of the body of a request or a response in writing."""
    return "".join(_text(content["schema"]) for content in described["content"].values())


def _text(schema: Mapping[str, Any]) -> str:
    """Return a type in writing, with links to the types that it names."""
    return "".join(
        f"[{text}](#api-{text.lower()})" if is_name else _cell(text).replace("[", r"\[").replace("<", r"\<")
        for text, is_name in type_text(schema)
    )


def _cell(text: str) -> str:
    """Return text as the cell of a table."""
    return " ".join(text.split()).replace("|", r"\|").replace("*", r"\*")
