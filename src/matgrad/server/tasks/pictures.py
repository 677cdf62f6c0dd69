"""`/api/graph`: the computation as a picture, with forward and backward propagation."""

from __future__ import annotations

import re

from matgrad.server.tasks.answers import derived
from matgrad.server.tasks.given import Request, read
from matgrad.server.tasks.shown import Data

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
