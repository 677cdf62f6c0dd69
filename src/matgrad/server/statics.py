"""The files of the page, read once at the start: nothing in a request becomes a path."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from importlib.resources import files
from importlib.resources.abc import Traversable
from mimetypes import guess_type
from typing import NamedTuple

_HASHED = re.compile(r"[.-][0-9a-zA-Z]{8,}\.\w+$")
TYPES = {".js": "text/javascript", ".woff2": "font/woff2", ".map": "application/json"}
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
    folder = files("matgrad") / "page" / "static"
    found = dict(_walk(folder)) if folder.is_dir() else {}
    table = {name: static(name, each.read_bytes()) for name, each in found.items()}
    table.setdefault("index.html", static("index.html", MISSING))
    return table
