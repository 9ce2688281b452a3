"""The expected verdict of the decoders on a record, from code that they do not share: Python's JSON parser and jsonschema."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from pathlib import Path

DEPTH_MAX = 64


class Repeated(dict):
    """An object whose text has the same member name twice."""


def from_pairs(pairs: list) -> dict:
    members = dict(pairs)
    return members if len(members) == len(pairs) else Repeated(members)


def refuse(word: str):
    raise ValueError(word)


def steps(value):
    return value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()


def depth_of(value) -> int:
    if not isinstance(value, (dict, list)):
        return 0
    return 1 + max((depth_of(child) for _, child in steps(value)), default=0)


def has_half_pair(value) -> bool:
    if isinstance(value, str):
        return any("\ud800" <= c <= "\udfff" for c in value)
    return any(has_half_pair(name) or has_half_pair(child) for name, child in steps(value))


def pointer(path) -> str:
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def repeated_places(value, path=()) -> set[tuple[str, str]]:
    found = {(pointer(path), "unique names")} if isinstance(value, Repeated) else set()
    for name, child in steps(value):
        found |= repeated_places(child, (*path, name))
    return found


def inlined(schema, definitions: dict):
    """The schema with references replaced by their definitions, which makes the validator much faster."""
    if isinstance(schema, list):
        return [inlined(child, definitions) for child in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return inlined(definitions[schema["$ref"].removeprefix("#/$defs/")], definitions)
    return {name: inlined(child, definitions) for name, child in schema.items() if name != "$defs"}


def places(error) -> set[tuple[str, str]]:
    """Pointer and rule of a violation, in the form in which the decoders write them."""
    bound = error.validator_value
    if error.validator == "required":
        return {(pointer((*error.absolute_path, name)), "required") for name in bound if name not in error.instance}
    rule = error.validator
    if rule == "type":
        rule += " " + ("|".join(bound) if isinstance(bound, list) else bound)
    elif rule not in ("enum", "pattern"):
        rule += f" {bound}"
    return {(pointer(error.absolute_path), rule)}


class Reference:
    """Raises ImportError if jsonschema is not installed."""

    def __init__(self, schema_file: Path):
        import jsonschema

        sys.set_int_max_str_digits(0)
        schema = json.loads(schema_file.read_text())
        base = jsonschema.Draft202012Validator
        base.check_schema(schema)
        is_type = base.TYPE_CHECKER.is_type
        types = base.TYPE_CHECKER.redefine(
            "integer",
            lambda _, value: value == value.to_integral_value() if isinstance(value, Decimal) else is_type(value, "integer"))
        self.validator = jsonschema.validators.extend(base, type_checker=types)(inlined(schema, schema.get("$defs", {})))

    def verdict(self, document: bytes) -> tuple[str, set[tuple[str, str]]]:
        """The reason of the refusal and, for `schema`, each place with the rule that it breaks."""
        try:
            text = document.decode("utf-8")
        except UnicodeDecodeError:
            return "invalid_utf8", set()
        try:
            value = json.loads(text, parse_float=Decimal, parse_constant=refuse, object_pairs_hook=from_pairs)
        except ValueError:
            return "invalid_json", set()
        if "\\u" in text and has_half_pair(value):
            return "invalid_json", set()
        if depth_of(value) > DEPTH_MAX:
            return "too_deep", set()
        broken = repeated_places(value)
        for error in self.validator.iter_errors(value):
            broken |= places(error)
        return ("schema", broken) if broken else ("accepted", set())
