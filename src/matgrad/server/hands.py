"""The front's side of the nursery: starting it, and asking it for workers."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
import subprocess
import sys
import time
from asyncio import StreamReader, StreamWriter
from dataclasses import dataclass
from pathlib import Path
from socket import AF_UNIX, SOCK_STREAM, send_fds, socket, socketpair

from matgrad.server.settings import Settings

NUMBER_SIZE = 4
TICKS = os.sysconf("SC_CLK_TCK")
TELLS = Path("/proc/self/stat").exists()  # what processes have used
ONE_THREAD = dict.fromkeys(
    ("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS"), "1"
)


@dataclass(eq=False)
class Worker:
    """A worker as the front sees it."""

    number: int  # of its process
    handle: int | None  # a descriptor for that very process, where the system has such
    reader: StreamReader
    writer: StreamWriter
    is_slow: bool = False

    def kill(self) -> None:
        """End it at once, whatever it does."""
        with contextlib.suppress(OSError):
            if self.handle is not None:
                signal.pidfd_send_signal(self.handle, signal.SIGKILL)
            else:
                os.kill(self.number, signal.SIGKILL)
        self.close()

    def close(self) -> None:
        """Let go of it: it ends when it sees that nobody listens."""
        self.writer.transport.abort()
        if self.handle is not None:
            os.close(self.handle)
            self.handle = None

    def processor_seconds(self) -> float:
        """What it has computed; 0 if it is gone, and the clock where the system does not tell."""
        try:
            stat = Path(f"/proc/{self.number}/stat").read_text(encoding="utf-8", errors="replace")
            used = stat.rpartition(")")[2].split()[11:13]
            return sum(map(int, used)) / TICKS
        except OSError:
            return 0.0 if TELLS else time.monotonic()

    def step_back(self) -> None:
        """Let others compute first."""
        self.is_slow = True
        with contextlib.suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, self.number, 15)


class Nursery:
    """The process that workers come from; started again if it should end."""

    def __init__(self, settings: Settings) -> None:
        self.settings = settings
        self.process: subprocess.Popen[bytes] | None = None
        self.channel: socket | None = None
        self.ready = 0.0  # since when, by the clock of the loop
        self.one_at_a_time = asyncio.Lock()

    async def worker(self) -> Worker:
        """A fresh worker."""
        async with self.one_at_a_time:
            for attempt in range(3):
                try:
                    return await self._fork()
                except OSError:
                    self.close()
                    if attempt == 2:
                        raise
        raise AssertionError

    async def _fork(self) -> Worker:
        channel = self.channel or await self._start()
        ours, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        ours.setblocking(False)
        order = self.settings.memory.to_bytes(8, "big") + self.settings.jobs.to_bytes(4, "big")
        try:
            send_fds(channel, [order], [theirs.fileno()])
            number = await self._number(channel)
        except OSError:
            ours.close()
            raise
        finally:
            theirs.close()
        reader, writer = await asyncio.open_connection(sock=ours)
        return Worker(number, _handle(number), reader, writer)

    async def _start(self) -> socket:
        ours, theirs = socketpair(AF_UNIX, SOCK_STREAM)
        ours.setblocking(False)
        command = [sys.executable, "-m", "matgrad.server.nursery", str(theirs.fileno())]
        with theirs:
            self.process = subprocess.Popen(
                command,
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                env={**os.environ, **ONE_THREAD},
                start_new_session=True,
            )
        await self._number(ours)  # it is warm
        self.channel = ours
        self.ready = asyncio.get_running_loop().time()
        return ours

    async def _number(self, channel: socket) -> int:
        found = await asyncio.get_running_loop().sock_recv(channel, NUMBER_SIZE)
        if len(found) < NUMBER_SIZE:
            raise ConnectionError("the nursery has ended")
        return int.from_bytes(found, "big")

    def close(self) -> None:
        """End the nursery; its workers end by themselves."""
        if self.channel is not None:
            self.channel.close()
            self.channel = None
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process = None


def _handle(number: int) -> int | None:
    try:
        return os.pidfd_open(number)
    except (OSError, AttributeError):
        return None
