"""A process that answers one line of JSON after another, within limits of time and memory."""

from __future__ import annotations

import json
import os
import resource
import sys
import traceback
from typing import Any, TextIO

from matgrad.api.limits import LIMITS, load_engine, processor_time
from matgrad.errors import InternalError, LimitError, MatgradError
from matgrad.mcp.tools import answered

MEMORY = 512 << 20  # bytes that answers may take, besides what is loaded
SECONDS = 6.0  # of processor time: a function, its claim, and the proof of it
OURS = "matgrad failed here; this is a mistake in matgrad, not in the input"


def answer(request: dict[str, Any]) -> dict[str, Any]:
    """The answer to one request, whatever goes wrong."""
    try:
        with processor_time(request.get("seconds", SECONDS)):
            found = answered(request["name"], request["arguments"])
        LIMITS.check_response(json.dumps(found, ensure_ascii=False))
        return found
    except MatgradError as error:
        return _failed(error)
    except MemoryError:
        return _failed(LimitError("this takes more memory than one answer may use"))
    except RecursionError:
        return _failed(LimitError("this is nested too deeply"))
    except Exception:
        traceback.print_exc()
        return _failed(InternalError(OURS))


def _failed(error: MatgradError) -> dict[str, Any]:
    return {"ok": False, "error": {"options": [], **error.to_json(error.source)}}


def confine() -> None:
    """Limit what this process can take, beyond the memory that it has now."""
    with open("/proc/self/statm", encoding="ascii") as statm:  # noqa: PTH123
        used = int(statm.read().split()[0]) * resource.getpagesize()
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, used + MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def main() -> None:
    """Answer until there are no more lines; what anything prints goes to standard error."""
    answers: TextIO = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    load_engine()
    confine()
    for line in sys.stdin:
        answers.write(json.dumps(answer(json.loads(line))) + "\n")
        answers.flush()


if __name__ == "__main__":
    main()
