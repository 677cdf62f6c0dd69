"""`/api/document`: the derivation as a file to keep."""

from __future__ import annotations

import re
from typing import NamedTuple

from matgrad.api.data import source
from matgrad.api.derivation import Derivation
from matgrad.api.limits import LIMITS
from matgrad.api.pages import notebook
from matgrad.ask.reply import Reply
from matgrad.server.tasks.answers import Data, derived
from matgrad.server.tasks.given import Request, read

Laid = Derivation | Reply


class File(NamedTuple):
    """A file to download."""

    name: str
    media_type: str
    content: bytes


class Format(NamedTuple):
    """A kind of file."""

    name: str
    media_type: str
    write: str = ""  # the method that writes it


FORMATS: dict[str, Format] = {
    "latex": Format("derivation.tex", "application/x-tex", "tex"),
    "markdown": Format("derivation.md", "text/markdown", "markdown"),
    "pdf": Format("derivation.pdf", "application/pdf", "pdf"),
    "html": Format("derivation.html", "text/html", "html"),
    "notebook": Format("derivation.ipynb", "application/x-ipynb+json"),
}


def document(request: Request) -> File:
    """The derivation in the format that is asked for."""
    given = read(request)
    d = derived(given, request)
    laid: Laid = d if given.reply is None else given.reply.about(d)
    chosen = FORMATS[request.get("format") or "latex"]
    level: str = request.get("level") or "normal"
    if chosen.write:
        content: str | bytes = getattr(laid, chosen.write)(level)
    else:
        content = notebook(laid, [source(d, "numpy")], level)
    LIMITS.check_response(content)
    return File(
        chosen.name, chosen.media_type, content.encode() if isinstance(content, str) else content
    )


_SIZE = re.compile(r'width="(\d+)" height="(\d+)"')


def graph(request: Request) -> Data:
    """The picture as SVG, and how many steps it has."""
    picture = derived(read(request), request).graph(step=request.get("step"))
    drawn = picture.svg
    size = _SIZE.search(drawn)
    width, height = (int(size[1]), int(size[2])) if size else (0, 0)
    return {
        "ok": True,
        "svg": drawn,
        "steps": len(picture.steps),
        "forward": len(picture.graph.nodes),
        "width": width,
        "height": height,
        "title": picture.graph.title,
        "error": None,
    }
