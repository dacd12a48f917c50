"""Validators for the JSON of verdicts, which several tests use."""

from __future__ import annotations

import copy
from functools import cache
from typing import Any

import jsonschema_rs

from belettre_lexicon.words.objects import verdict_schema


@cache
def shipped() -> jsonschema_rs.Draft202012Validator:
    """Return the validator of the schema as it is shipped, which allows more keys than it names."""
    return jsonschema_rs.Draft202012Validator(verdict_schema())


@cache
def closed() -> jsonschema_rs.Draft202012Validator:
    """Return a validator of the same schema that allows no other keys: what is not documented must not get out."""
    schema = copy.deepcopy(verdict_schema())
    for definition in schema["$defs"].values():
        definition["additionalProperties"] = False
    return jsonschema_rs.Draft202012Validator(schema)


def faults(described: Any) -> list[str]:
    """Return what is wrong with the JSON object of a verdict, as messages; [] if it fits the closed schema."""
    return [f"{error.instance_path}: {error.message:.300}" for error in closed().iter_errors(described)]
