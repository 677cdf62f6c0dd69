"""`/api/config` and `/api/examples`: what the page offers to choose from."""

from __future__ import annotations

import json
from importlib.resources import files
from typing import Any

import matgrad as mg
from matgrad.api.data import assumptions
from matgrad.api.limits import FILE_BYTES
from matgrad.api.values import LARGEST
from matgrad.errors import MatgradError
from matgrad.optional import available
from matgrad.server.tasks.answers import Data
from matgrad.server.tasks.documents import FORMATS
from matgrad.server.tasks.given import Request, read

TARGETS = {
    "numpy": "NumPy",
    "jax": "JAX",
    "torch": "PyTorch",
    "matlab": "MATLAB",
    "julia": "Julia",
    "c": "C",
    "array_api": "Array API",
}
USUAL: Data = {"kind": "gradient", "mode": "auto", "shapes": {}, "assume": {}}


def examples(request: Request) -> Data:
    """Functions to begin with, typeset."""
    found: list[Data] = []
    text = (files("matgrad") / "page" / "examples.json").read_text(encoding="utf-8")
    examples: list[dict[str, Any]] = json.loads(text)
    for example in examples:
        each = {**USUAL, **example}
        try:
            function = read(each).problem.function
        except MatgradError:
            continue
        name = each["title"].lower().replace(",", "").replace(" ", "-")
        found.append({"id": name, **each, "latex": function.latex()})
    return {"ok": True, "examples": found, "error": None}


def config(request: Request) -> Data:
    """Languages, assumptions and limits."""
    return {
        "ok": True,
        "version": mg.__version__,
        "links": bool(request.get("links")),
        "targets": [{"id": key, "name": name} for key, name in TARGETS.items()],
        "assumptions": assumptions(),
        "limits": {
            "bytes": mg.Limits().bytes,
            "question_bytes": FILE_BYTES,
            "seconds": 2,
            "size": LARGEST,
        },
        "formats": [name for name in FORMATS if name != "pdf" or available("typst")],
        "numbers": available("numpy"),
        "error": None,
    }
