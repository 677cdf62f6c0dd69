"""The page that describes the API: written from its OpenAPI description, without any script."""

from __future__ import annotations

import json
from html import escape
from typing import Any

STYLE = """body { max-width: 60rem; margin: 2rem auto; padding: 0 1rem; font: 16px/1.5 sans-serif;
  color: #1c2330; background: #fff; }
code, pre { font: 14px/1.4 ui-monospace, monospace; }
pre { background: #f4f4f2; padding: .7rem; overflow-x: auto; }
table { border-collapse: collapse; } td, th { text-align: left; padding: .2rem .8rem .2rem 0;
  vertical-align: top; } h2 { margin-top: 2rem; font-size: 1.1rem; }
@media (prefers-color-scheme: dark) { body { color: #e6e6e6; background: #16181c; }
  pre { background: #22252b; } a { color: #8ab4f8; } }
"""


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
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    if "anyOf" in field:
        return " | ".join(_one(each) for each in field["anyOf"])
    return _one(field)


def _one(field: dict[str, Any]) -> str:
    if "enum" in field:
        return " | ".join(map(str, field["enum"]))
    kind = str(field.get("type", "any"))
    return f"{kind} of {field['items'].get('type', 'any')}" if "items" in field else kind
