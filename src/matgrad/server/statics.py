"""The files of the page, read once at the start: nothing in a request becomes a path."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from html import escape
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import Any, NamedTuple

_HASHED = re.compile(r"[.-][0-9a-zA-Z]{8,}\.\w+$")
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".map": "application/json"}
PAGE = files("matgrad") / "page"
MISSING = b"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>matgrad</title></head>
<body><h1>matgrad</h1><p>The page is not built here. <a href="/docs">The service</a> works.</p>
</body></html>
"""


class Static(NamedTuple):
    """A file of the page."""

    content: bytes
    media_type: str
    tag: str
    forever: bool  # its name changes with its content


def static(name: str, content: bytes) -> Static:
    """A file as it is sent."""
    ending = "." + name.rpartition(".")[2]
    media_type = TYPES.get(ending) or guess_type(name)[0] or "application/octet-stream"
    if media_type.startswith("text/") or media_type == "image/svg+xml":
        media_type += "; charset=utf-8"
    tag = f'"{hashlib.sha256(content).hexdigest()[:20]}"'
    return Static(content, media_type, tag, bool(_HASHED.search(name)))


def _walk(folder: Traversable) -> Iterator[tuple[str, Traversable]]:
    waiting = [("", folder)]
    while waiting:
        prefix, place = waiting.pop()
        for each in place.iterdir():
            name = f"{prefix}{each.name}"
            if each.is_dir():
                waiting.append((f"{name}/", each))
            else:
                yield name, each


def page_files() -> dict[str, Static]:
    """All files of the page by name; without a built page, one that says so."""
    folder = PAGE / "static"
    found = dict(_walk(folder)) if folder.is_dir() else {}
    table = {name: static(name, each.read_bytes()) for name, each in found.items()}
    table.setdefault("index.html", static("index.html", MISSING))
    return table


def manual(description: dict[str, Any]) -> str:
    """All endpoints, with the fields that each takes."""
    schemas: dict[str, Any] = description["components"]["schemas"]
    parts: list[str] = []
    for path, methods in description["paths"].items():
        for method, about in methods.items():
            parts.append(f"<h2><code>{method.upper()} {escape(path)}</code></h2>")
            parts.append(f"<p>{escape(about.get('description') or about.get('summary', ''))}</p>")
            content = about.get("requestBody", {}).get("content", {})
            name = content.get("application/json", {}).get("schema", {}).get("$ref", "")
            if name:
                parts.append(_fields(schemas[name.rpartition("/")[2]]))
    body = "\n".join(parts)
    info = description["info"]
    return (
        '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        f"<title>{escape(info['title'])}</title>"
        '<link rel="stylesheet" href="/docs.css"></head>\n<body>'
        f"<h1>{escape(info['title'])} {escape(info['version'])}</h1>"
        f"<p>{escape(info.get('description', ''))} "
        '<a href="/openapi.json">The description as data</a>, <a href="/">the page</a>.</p>\n'
        f"{body}\n</body></html>\n"
    )


def _fields(schema: dict[str, Any]) -> str:
    needed = set(schema.get("required", ()))
    rows = [
        f"<tr><td><code>{escape(name)}</code></td><td>{escape(_kind(field))}</td>"
        f"<td>{'required' if name in needed else escape(_default(field))}</td></tr>"
        for name, field in schema.get("properties", {}).items()
    ]
    return (
        "<table><tr><th>field</th><th>type</th><th>default</th></tr>" + "".join(rows) + "</table>"
    )


def _default(field: dict[str, Any]) -> str:
    return json.dumps(field["default"]) if "default" in field else "{}"


def _kind(field: dict[str, Any]) -> str:
    if "anyOf" in field:
        return " | ".join(map(_kind, field["anyOf"]))
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    kind = str(field.get("type", "any"))
    return f"{kind} of {field['items'].get('type', 'any')}" if "items" in field else kind
