"""`matgrad mcp`, driven by a client of the package that speaks the protocol."""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from matgrad.cli.output import Environment
from matgrad.mcp.schemas import TOOLS

mcp = pytest.importorskip("mcp", reason="the package mcp is not installed")
PARAMETERS = {"command": sys.executable, "args": ["-m", "matgrad.cli.commands", "mcp"]}
SLOW = {"function": " + ".join(f"logdet(X{i}*inv(X{i} + A*B))" for i in range(60)), "wrt": "A"}


def with_client(talk: Callable[[Any], Awaitable[None]]) -> None:
    async def whole() -> None:
        parameters = mcp.StdioServerParameters(**PARAMETERS, env=dict(Environment().variables))
        async with mcp.Client(parameters) as client:
            await talk(client)

    asyncio.run(asyncio.wait_for(whole(), 120))


def test_the_tools_are_listed_with_schemas_and_hints() -> None:
    async def talk(client: Any) -> None:
        tools = (await client.list_tools()).tools
        assert [tool.name for tool in tools] == [tool.name for tool in TOOLS]
        for tool in tools:
            assert tool.annotations.read_only_hint
            assert not tool.annotations.open_world_hint
            assert "ok" in tool.output_schema["required"]

    with_client(talk)


def test_tools_answer_with_data() -> None:
    async def talk(client: Any) -> None:
        found = await client.call_tool("same", {"a": "2A^T(Ax-b)", "b": "2A'Ax - 2A'b"})
        assert (found.is_error, found.structured_content["status"]) == (False, "same")
        found = await client.call_tool("derive", {"function": "x'*A*x", "wrt": "x"})
        assert found.structured_content["answers"][0]["result"] == "(A + A')*x"
        assert "certificates" not in found.content[0].text

    with_client(talk)


def test_bad_input_is_an_error_with_options() -> None:
    async def talk(client: Any) -> None:
        found = await client.call_tool("derive", {"function": "x*y", "wrt": "x"})
        assert found.is_error
        assert found.structured_content["error"]["options"]
        found = await client.call_tool("nothing", {})
        assert found.is_error

    with_client(talk)


def test_a_call_that_is_cancelled_ends_and_the_next_one_is_answered() -> None:
    async def talk(client: Any) -> None:
        await client.call_tool("same", {"a": "x", "b": "x"})  # the worker is there
        slow = asyncio.create_task(client.call_tool("derive", SLOW))
        await asyncio.sleep(0.3)
        slow.cancel()
        with pytest.raises(asyncio.CancelledError):
            await slow
        found = await client.call_tool("same", {"a": "x", "b": "x"})
        assert found.structured_content["status"] == "same"

    with_client(talk)
