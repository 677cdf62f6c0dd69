"""The part of JSON Schema that our own schemas use, checked without another package."""

from collections.abc import Iterator
from typing import Any

TYPES: dict[str, type | tuple[type, ...]] = {
    "object": dict,
    "array": (list, tuple),
    "string": str,
    "integer": int,
    "null": type(None),
}
KNOWN = {
    "$schema", "$defs", "title", "description", "type", "properties", "required", "items",
    "additionalProperties", "enum", "anyOf", "$ref", "minItems", "maxItems",
}  # fmt: skip


def faults(value: Any, schema: dict[str, Any], root: dict[str, Any], at: str = "") -> Iterator[str]:
    """What is wrong with a value, each fault with its place."""
    assert schema.keys() <= KNOWN, schema.keys() - KNOWN
    if "$ref" in schema:
        yield from faults(value, root["$defs"][schema["$ref"].rpartition("/")[2]], root, at)
        return
    if "anyOf" in schema:
        found = [list(faults(value, each, root, at)) for each in schema["anyOf"]]
        yield from min(found, key=len)
        return
    if "enum" in schema and value not in schema["enum"]:
        yield f"{at}: {value!r} is none of {schema['enum']}"
    names = schema.get("type", [])
    wanted = [names] if isinstance(names, str) else names
    if wanted and not any(isinstance(value, TYPES[name]) for name in wanted):
        yield f"{at}: {value!r} is no {' or '.join(wanted)}"
    elif isinstance(value, dict):
        yield from _of_object(value, schema, root, at)
    elif isinstance(value, list | tuple):
        yield from _of_array(value, schema, root, at)


def _of_object(
    value: dict[str, Any], schema: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    properties = schema.get("properties", {})
    for name in schema.get("required", ()):
        if name not in value:
            yield f"{at}: {name} is missing"
    for name, each in value.items():
        if name in properties:
            yield from faults(each, properties[name], root, f"{at}.{name}")
        elif schema.get("additionalProperties") is False:
            yield f"{at}: {name} is not known"


def _of_array(
    value: list[Any] | tuple[Any, ...], schema: dict[str, Any], root: dict[str, Any], at: str
) -> Iterator[str]:
    if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
        yield f"{at}: {len(value)} items"
    for number, each in enumerate(value):
        yield from faults(each, schema.get("items", {}), root, f"{at}[{number}]")
