"""The gate that every request passes: lengths, times, rates, answers already known, headers."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Awaitable, Callable, Collection, Mapping, MutableMapping
from math import isinf
from typing import Any, cast

from matgrad.server.guard import Cache, Kept, Rates, Refused
from matgrad.server.record import Meter, log
from matgrad.server.settings import Settings

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; "
    "font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
SECURITY: tuple[tuple[bytes, bytes], ...] = (
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), geolocation=(), microphone=()"),
)
DRAINED = 2 << 20  # bytes of a body that are read only to be thrown away
UNSAID = "/*"  # a path that is not ours is not written into logs or metrics


class Gate:
    """Lets requests through to the application, and answers by itself what it can."""

    def __init__(self, app: App, settings: Settings, paths: Mapping[str, Collection[str]]) -> None:
        self.app = app
        self.settings = settings
        self.paths = paths  # with the methods of each
        self.cache = Cache(settings.cache)
        self.rates = Rates(settings.rate, settings.burst)
        self.meter = Meter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        begun = time.perf_counter()
        status = 500

        async def noted(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                message["headers"] = [*message.get("headers", ()), *SECURITY]
            await send(message)

        try:
            await self._pass(scope, receive, noted)
        except Refused as refused:
            close = (b"connection", b"close")  # there may be more of it that nobody reads
            await _give(Kept(refused.status, (*refused.headers, close), refused.body), noted)
        finally:
            self._note(scope, status, time.perf_counter() - begun)

    async def _pass(self, scope: Scope, receive: Receive, send: Send) -> None:
        client = scope["client"][0] if scope.get("client") else ""
        if scope["method"] != "POST" or "POST" not in self.paths.get(scope["path"], ()):
            self._admit(client, self.settings.cached_cost)
            await self.app(scope, receive, send)
            return
        body = await self._body(scope, receive)
        known = self.cache.get(scope["path"], body)
        self._admit(client, 1.0 if known is None else self.settings.cached_cost)
        if known is not None:
            await _give(known, send)
            return
        try:
            loads(body)
        except Malformed as error:
            raise Refused(400, "E_REQUEST", str(error)) from None
        scope["matgrad.body"] = body
        await self.app(scope, _again(body, receive), send)

    def _admit(self, client: str, cost: float) -> None:
        wait = self.rates.wait(client, cost, time.monotonic())
        if wait:
            raise Refused(429, "E_RATE", "too many requests from one client", wait)

    async def _body(self, scope: Scope, receive: Receive) -> bytes:
        """The whole body, as far as it is short, plain and does not dawdle."""
        headers = dict(scope["headers"])
        kind = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
        if kind != b"application/json":
            raise Refused(415, "E_REQUEST", "the request has to be application/json")
        if headers.get(b"content-encoding", b"identity") != b"identity":
            raise Refused(415, "E_REQUEST", "the request has to be sent as it is, not compressed")
        length = headers.get(b"content-length", b"0")
        if not length.isdigit() or len(length) > 12 or int(length) > DRAINED:
            raise self._too_long()
        try:
            async with asyncio.timeout(self.settings.body_seconds):
                return await self._collected(receive)
        except TimeoutError:
            raise Refused(408, "E_REQUEST", "the request took too long to arrive") from None

    async def _collected(self, receive: Receive) -> bytes:
        """The parts of a body; what is a little too long is read, so that the refusal is seen."""
        parts: list[bytes] = []
        size = 0
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                raise Refused(400, "E_REQUEST", "the request ended early")
            part: bytes = message.get("body", b"")
            size += len(part)
            if size <= self.settings.body:
                parts.append(part)
            if size > DRAINED or (size > self.settings.body and not message.get("more_body")):
                raise self._too_long()
            if not message.get("more_body"):
                return b"".join(parts)

    def _too_long(self) -> Refused:
        limit = self.settings.body
        return Refused(413, "E_LIMIT", f"the request has more than {limit:,} bytes")

    def _note(self, scope: Scope, status: int, seconds: float) -> None:
        path = scope["path"] if scope["path"] in self.paths else UNSAID
        self.meter.add(path, status, seconds)
        more: dict[str, Any] = {}
        if self.settings.log_content and "matgrad.body" in scope:
            more["content"] = scope["matgrad.body"].decode("utf-8", "backslashreplace")
        log(
            "request", method=scope["method"], path=path, status=status,
            ms=round(seconds * 1e3, 1), **more,
        )  # fmt: skip


async def _give(known: Kept, send: Send) -> None:
    headers = [*known.headers, (b"content-length", str(len(known.body)).encode())]
    await send({"type": "http.response.start", "status": known.status, "headers": headers})
    await send({"type": "http.response.body", "body": known.body})


def _again(body: bytes, receive: Receive) -> Receive:
    """The body that was read already, and then whatever comes."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return messages.pop() if messages else await receive()

    return next_message


DIGITS = 40


class Malformed(ValueError):
    """The text is not the JSON that is expected."""


def _number(digits: str) -> int:
    if len(digits) > DIGITS:
        raise Malformed(f"a number has more than {DIGITS} digits")
    return int(digits)


def _decimal(digits: str) -> float:
    value = float(digits)
    if isinf(value):
        raise Malformed("a number is too large")
    return value


def _constant(name: str) -> Any:
    raise Malformed(f"{name} is not a number of JSON")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise Malformed("a key is given twice")
    return found


_DECODER = json.JSONDecoder(
    object_pairs_hook=_once,
    parse_int=_number,
    parse_float=_decimal,
    parse_constant=_constant,
)


def loads(body: bytes) -> dict[str, Any]:
    """The object in a request.

    >>> loads(b'{"a": 1}')
    {'a': 1}
    """
    try:
        found: Any = _DECODER.decode(body.decode())
        json.dumps(found, ensure_ascii=False).encode()  # half a character cannot be encoded
    except UnicodeError:
        raise Malformed("the request is not UTF-8") from None
    except RecursionError:
        raise Malformed("the request is nested too deeply") from None
    except json.JSONDecodeError as error:
        raise Malformed(f"the request is not JSON: character {error.pos + 1}") from None
    if not isinstance(found, dict):
        raise Malformed("the request is not an object of JSON")
    return cast("dict[str, Any]", found)
