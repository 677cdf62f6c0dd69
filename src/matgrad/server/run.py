"""Running the service: connections that dawdle are closed, and SIGTERM ends it in good order."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import resource
import signal
import socket
from collections.abc import Generator
from typing import Any

import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from matgrad.server.application import Service
from matgrad.server.record import JsonLog
from matgrad.server.settings import Settings

STOP = (signal.SIGTERM, signal.SIGINT)


class Bounded(HttpToolsProtocol):
    """A connection that has to say what it wants in time, and briefly."""

    settings: Settings  # of the service
    deadline: asyncio.TimerHandle | None = None
    heading = 0  # bytes since the last request began
    busy = False  # between the end of its headers and the end of the answer

    def connection_made(self, transport: Any) -> None:
        """Begin to wait for a request; one connection too many is closed."""
        super().connection_made(transport)
        sock = transport.get_extra_info("socket")
        with contextlib.suppress(OSError):  # headers and body leave without waiting for others
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if len(self.connections) > self.settings.connections:
            transport.abort()
        self.deadline = self.loop.call_later(self.settings.idle_seconds, self._too_slow)

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no longer."""
        self._expected()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take what comes, unless it is more than a request may have."""
        if not self.busy:
            self.heading += len(data)
        if self.heading > self.settings.header_bytes + self.settings.body:
            self.transport.abort()
        else:
            super().data_received(data)

    def on_headers_complete(self) -> None:
        """A request has come in time."""
        self.heading, self.busy = 0, True
        self._expected()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self.busy = False
        super().on_response_complete()
        self._expected()
        self.deadline = self.loop.call_later(self.settings.idle_seconds, self._too_slow)

    def _expected(self) -> None:
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _too_slow(self) -> None:
        self.transport.abort()


def protocol(settings: Settings) -> type[HttpToolsProtocol]:
    """The protocol of one service, with its limits on connections."""
    return type("Limited", (Bounded,), {"settings": settings})


class Server(uvicorn.Server):
    """Ends with exit code 0 when it is asked to stop."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None]:
        """Finish what runs at the first signal."""
        loop = asyncio.get_running_loop()
        for each in STOP:
            loop.add_signal_handler(each, self._stop)
        try:
            yield
        finally:
            for each in STOP:
                loop.remove_signal_handler(each)

    def _stop(self) -> None:
        self.force_exit = self.should_exit  # the second signal does not wait
        self.should_exit = True


def more_descriptors() -> None:
    """Allow as many connections as the system lets us."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def listen(host: str, port: int) -> socket.socket:
    """A socket at an address; port 0 is any that is free."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.create_server((host, port), family=family, backlog=4096)
    # Connections inherit this: a body must not wait 40 ms until its head is acknowledged.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listening


def serve(listening: socket.socket, settings: Settings) -> None:
    """Serve until asked to stop."""
    more_descriptors()
    logging.basicConfig(handlers=[JsonLog()], level=logging.WARNING)
    service = Service(settings)
    config = uvicorn.Config(
        service.gate, http=protocol(settings), ws="none", loop="asyncio", lifespan="on",
        access_log=False, log_config=None, server_header=False,
        timeout_keep_alive=int(settings.idle_seconds),
        timeout_graceful_shutdown=int(settings.drain_seconds),
    )  # fmt: skip
    asyncio.run(Server(config).serve(sockets=[listening]))
