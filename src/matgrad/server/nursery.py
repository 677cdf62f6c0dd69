"""The process that workers are forked from: the engine is loaded and warm, so a fork is ready.

It computes nothing for anyone. The front sends the far end of a new worker's channel and gets
the number of the worker's process back; when the front goes away, so does everything here.
"""

from __future__ import annotations

import gc
import os
import signal
import struct
import sys
from socket import AF_UNIX, SOCK_STREAM, recv_fds, socket

from matgrad.errors import MatgradError
from matgrad.optional import available
from matgrad.server.tasks import TASKS, File
from matgrad.server.worker import confine, serve

NUMBER = struct.Struct(">i")
ORDER = struct.Struct(">QI")  # bytes of memory, jobs
CODE = ["numpy", "jax", "torch", "matlab", "julia"]
# Each touches other parts of the engine, so that workers find them loaded.
WARM: tuple[tuple[str, dict[str, object]], ...] = (
    ("preview", {"input": "norm2(A*x - b)^2"}),
    ("derive", {"input": "sum(log(1 + exp(-y .* (X*w)))) + c*w'*w", "wrt": ["w"], "code": CODE}),
    ("derive", {"input": r"\log\det(X) + \operatorname{tr}(A X^{-1})", "level": "full"}),
    ("derive", {"input": "softmax(W*x)", "forms": ["closed", "chain"], "steps": True}),
    ("derive", {"input": "x'*A*x", "kind": "hessian"}),
    ("derive", {"input": "What is the gradient of $x^T A x$ by $x$? Is it $2Ax$?"}),
    ("check", {"input": "x'*A*x", "wrt": ["x"], "claim": "2*A*x"}),
    ("evaluate", {"input": "norm2(tanh(W*x))", "wrt": ["W"]}),
    ("graph", {"input": "norm2(sin(W*x))^2"}),
    ("document", {"input": "x'*x", "format": "html"}),
)


def warm() -> None:
    """Use every part of the engine once, then keep all of it out of the collector's way."""
    for task, request in WARM:
        try:
            found = TASKS[task](request)
        except MatgradError:
            continue
        assert isinstance(found, dict | File)
    available("typst")
    gc.collect()
    gc.freeze()


def tend(front: socket) -> None:
    """Fork a worker for each order, until the front goes away."""
    while True:
        order, fds, _, _ = recv_fds(front, ORDER.size, 1)
        if len(order) < ORDER.size or not fds:
            return
        child = os.fork()
        if child == 0:
            front.close()
            work(fds[0], *ORDER.unpack(order))
        os.close(fds[0])
        front.sendall(NUMBER.pack(child))


def work(fd: int, memory: int, jobs: int) -> None:
    """Be a worker, then end without any of the nursery's leave-taking."""
    code = 0
    try:
        confine(memory)
        with socket(AF_UNIX, SOCK_STREAM, fileno=fd) as channel:
            serve(channel, jobs)
    except BaseException:
        code = 1
    os._exit(code)


def main() -> None:
    """Get ready, say so, and tend."""
    for stop in (signal.SIGINT, signal.SIGTERM):
        signal.signal(stop, signal.SIG_IGN)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for workers
    with socket(AF_UNIX, SOCK_STREAM, fileno=int(sys.argv[1])) as front:
        warm()
        front.sendall(NUMBER.pack(os.getpid()))
        tend(front)


if __name__ == "__main__":
    main()
