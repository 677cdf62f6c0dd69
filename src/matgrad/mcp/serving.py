"""The protocol: tools are listed and called over standard input and output.

The package `mcp` speaks it; a worker beside computes, so that a call can be cancelled, and one that
takes too long can be ended.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from asyncio.subprocess import DEVNULL, PIPE, Process
from contextlib import suppress
from typing import Any

import matgrad as mg
from matgrad.errors import LimitError
from matgrad.mcp.schemas import TOOLS
from matgrad.optional import load

INSTRUCTIONS = (
    "Exact derivatives of functions of matrices, and verdicts on formulas. Every answer is checked "
    "by exact arithmetic. An error has options where a text has several meanings: choose one and "
    "send it."
)
PATIENCE = 30.0  # seconds by the clock, after which a worker is ended whatever it does
LINE = 1 << 20  # bytes of an answer of a worker
ONE_THREAD = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class Workshop:
    """One worker, started when it is needed and again after it was ended."""

    def __init__(self) -> None:
        self.worker: Process | None = None
        self.one_at_a_time = asyncio.Lock()

    async def started(self) -> Process:
        """The worker."""
        if self.worker is None or self.worker.returncode is not None:
            self.worker = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "matgrad.mcp.worker",
                stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=LINE,
                env={**os.environ, **ONE_THREAD},
            )  # fmt: skip
        return self.worker

    async def answer(self, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
        """What the worker says; it is ended if it takes too long, or if the call is cancelled."""
        async with self.one_at_a_time:
            worker = await self.started()
            assert worker.stdin is not None
            assert worker.stdout is not None
            try:
                request = json.dumps({"name": name, "arguments": arguments})
                worker.stdin.write(f"{request}\n".encode())
                await worker.stdin.drain()
                line = await asyncio.wait_for(worker.stdout.readline(), PATIENCE)
                return json.loads(line)
            except (OSError, ValueError, TimeoutError):
                self.end()
                error = LimitError("this takes more time or memory than one answer may use")
                return {"ok": False, "error": {"options": [], **error.to_json("")}}
            except asyncio.CancelledError:
                self.end()
                raise

    def end(self) -> None:
        """End the worker."""
        worker, self.worker = self.worker, None
        if worker is not None and worker.returncode is None:
            with suppress(ProcessLookupError):
                worker.kill()


def server(workshop: Workshop) -> Any:
    """The server of the package `mcp`."""
    types = load("mcp.types")
    hints = {"read_only_hint": True, "destructive_hint": False, "idempotent_hint": True,
             "open_world_hint": False}  # fmt: skip
    tools = [
        types.Tool(
            name=tool.name,
            title=tool.title,
            description=tool.description,
            input_schema=tool.input_schema,
            output_schema=tool.output_schema,
            annotations=types.ToolAnnotations(title=tool.title, **hints),
        )
        for tool in TOOLS
    ]

    async def listed(*_: Any) -> Any:
        return types.ListToolsResult(tools=tools)

    async def called(_: Any, params: Any) -> Any:
        found = await workshop.answer(params.name, params.arguments or {})
        shown = {name: value for name, value in found.items() if name != "certificates"}
        text = types.TextContent(type="text", text=json.dumps(shown, ensure_ascii=False))
        return types.CallToolResult(
            content=[text], structured_content=found, is_error=not found["ok"]
        )

    return load("mcp.server").Server(
        "matgrad",
        version=mg.__version__,
        instructions=INSTRUCTIONS,
        on_list_tools=listed,
        on_call_tool=called,
    )


async def _serve() -> None:
    workshop = Workshop()
    own = server(workshop)
    await workshop.started()
    try:
        async with load("mcp.server.stdio").stdio_server() as (incoming, outgoing):
            await own.run(incoming, outgoing, own.create_initialization_options())
    finally:
        workshop.end()


def serve() -> None:
    """Serve until standard input ends."""
    load("mcp.server")
    with suppress(KeyboardInterrupt):
        asyncio.run(_serve())
