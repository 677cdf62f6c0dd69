"""A worker: takes one request after another, within limits of time, memory and length."""

from __future__ import annotations

import gc
import json
import resource
import signal
import sys
import time
import traceback
from pathlib import Path
from socket import socket
from typing import Any

from matgrad.api.limits import processor_time
from matgrad.errors import InternalError, LimitError, MatgradError
from matgrad.server import frames
from matgrad.server.tasks import TASKS, File

Reply = tuple[frames.Head, bytes]
JSON = "application/json"
OURS = "matgrad failed here; this is a mistake in matgrad, not in the input"
TIDY = 500  # jobs between two collections of what refers to itself
GROWN = 320 << 10  # kilobytes of memory after which a worker makes way for a fresh one


def confine(memory: int) -> None:
    """Limit what this process can take; nothing it does can be undone by a request."""
    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)  # the front decides when workers end


def serve(channel: socket, jobs: int) -> None:
    """Answer requests until the front goes away, or until it is time for a fresh worker."""
    gc.disable()  # it would run in the middle of answers
    for job in range(jobs):
        if job % TIDY == TIDY - 1:
            gc.collect()
        try:
            head, body = frames.receive(channel)
        except (EOFError, OSError):
            return
        begun = time.process_time()
        meta, content = answer(head, json.loads(body))
        meta["cpu"] = time.process_time() - begun
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > GROWN
        channel.sendall(frames.pack({**meta, "last": grown or meta.get("last", False)}, content))
        if grown or meta.get("last"):
            return


def answer(head: frames.Head, request: dict[str, Any]) -> Reply:
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


def reply(head: frames.Head, found: dict[str, Any] | File) -> Reply:
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
