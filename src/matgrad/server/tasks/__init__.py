"""What workers compute, by the name of the endpoint; each takes a request and gives data."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from matgrad.server.tasks.answers import check, code, derive, evaluate, preview
from matgrad.server.tasks.documents import File, document, graph
from matgrad.server.tasks.given import Request
from matgrad.server.tasks.offers import config, examples

TASKS: dict[str, Callable[[Request], dict[str, Any] | File]] = {
    "preview": preview,
    "derive": derive,
    "code": code,
    "check": check,
    "evaluate": evaluate,
    "graph": graph,
    "document": document,
    "config": config,
    "examples": examples,
}

__all__ = ["TASKS", "File", "Request"]
