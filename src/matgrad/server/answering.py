"""One request, answered: in a worker of the service, or in the reader's own browser."""

from __future__ import annotations

import json
import sys
import traceback
from math import inf
from pathlib import Path
from typing import Any

from matgrad.api.limits import LIMITS, processor_time
from matgrad.errors import InternalError, LimitError, MatgradError
from matgrad.server.tasks import TASKS, File

Head = dict[str, Any]
Reply = tuple[Head, bytes]
JSON = "application/json"
FILE = 8 << 20  # bytes of a file made in a browser
OURS = "matgrad failed here; this is a mistake in matgrad, not in the input"


def answer(head: Head, request: dict[str, Any]) -> Reply:
    """The answer to one request; whatever goes wrong becomes an answer too."""
    try:
        with processor_time(head["seconds"]):
            return reply(head, TASKS[head["task"]](request))
    except MatgradError as error:
        return failure(error, request)
    except MemoryError:
        meta, body = failure(LimitError("this takes more memory than one answer may use"), request)
        return {**meta, "last": True}, body
    except RecursionError:
        return failure(LimitError("this is nested too deeply"), request)
    except Exception:
        return fault()


def reply(head: Head, found: dict[str, Any] | File) -> Reply:
    """Data or a file, if it is not too long."""
    if isinstance(found, File):
        meta = {"status": 200, "type": found.media_type, "name": found.name, "code": ""}
        content, largest = found.content, head["file"]
    else:
        meta = {"status": 200, "type": JSON, "code": ""}
        content, largest = encode(found), head["response"]
    if len(content) > largest:
        raise LimitError(
            f"the answer has {len(content):,} bytes; the limit (response) is {largest:,}",
            hint="ask for less: level short, one variable at a time",
        )
    return meta, content


def encode(data: dict[str, Any]) -> bytes:
    """JSON without spaces; what cannot be written is replaced, since it came from outside."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    return text.encode("utf-8", "replace")


def failure(error: MatgradError, request: dict[str, Any]) -> Reply:
    """An error about the input is an answer."""
    where = getattr(error, "field", "input")
    mode = getattr(error, "mode", request.get("mode", "auto"))
    found = {**error.to_json(request.get(where)), "field": where}
    nothing: dict[str, Any] = {"shapes": {}, "answers": []}
    data = {"ok": False, "mode": mode, **nothing, "error": found}
    return {"status": 200, "type": JSON, "code": error.code}, encode(data)


def fault() -> Reply:
    """Our own mistake: the log gets the place in our code, and nothing of the request."""
    kind, _, trail = sys.exc_info()
    places = [f"{Path(f.filename).name}:{f.lineno}" for f in traceback.extract_tb(trail)[-4:]]
    name = kind.__name__ if kind else "?"
    meta, body = failure(InternalError(OURS), {})
    return {**meta, "status": 500, "fault": [name, *places]}, body


# ---------------------------------------------------------------- in a browser


def in_browser(task: str, body: str) -> tuple[int, str, str, bytes]:
    """The answer to a request of the page: its status, its kind, the name of a file, and bytes.

    No limit of time is set: the page ends the engine if it takes too long.
    """
    largest = LIMITS.response
    head = {"task": task, "seconds": inf, "response": largest, "file": FILE}
    meta, content = answer(head, json.loads(body))
    return meta["status"], meta["type"], meta.get("name", ""), content
