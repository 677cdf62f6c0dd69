"""How the front and its workers talk: a length, a line of JSON, and bytes."""

from __future__ import annotations

import json
import struct
from asyncio import StreamReader
from socket import socket
from typing import Any

Head = dict[str, Any]
_LENGTHS = struct.Struct(">II")
LARGEST_HEAD = 64 << 10


class TooLong(Exception):
    """A frame is longer than allowed."""


def pack(head: Head, body: bytes = b"") -> bytes:
    """A frame."""
    line = json.dumps(head).encode()
    return _LENGTHS.pack(len(line), len(body)) + line + body


def _exactly(channel: socket, size: int) -> bytes:
    parts: list[bytes] = []
    while size:
        part = channel.recv(min(size, 1 << 20))
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def receive(channel: socket) -> tuple[Head, bytes]:
    """The next frame; EOFError if the other side has gone."""
    head, body = _LENGTHS.unpack(_exactly(channel, _LENGTHS.size))
    return json.loads(_exactly(channel, head)), _exactly(channel, body)


async def read(stream: StreamReader, largest: int) -> tuple[Head, bytes]:
    """The next frame, if it is not too long."""
    head, body = _LENGTHS.unpack(await stream.readexactly(_LENGTHS.size))
    if head > LARGEST_HEAD or body > largest:
        raise TooLong
    return json.loads(await stream.readexactly(head)), await stream.readexactly(body)
