"""Gradient descent in two JAX processes, each with half of the samples.

    python examples/two_processes.py

Starts itself twice; the processes meet on this machine (`jax.distributed`, over the loopback
interface). On a cluster, start one process per machine with `--process i --address host:port`.
The program is compiled once for all, `shard={"N": "data"}` says how it is spread; the result is
compared with that of NumPy in one process.
"""

from __future__ import annotations

import argparse
import socket
import subprocess
import sys

import jax
import numpy as np

import matgrad as mg

LOSS = "sum(log(1 + exp(-y.*(X*w))))/N + lam*w'*w"
SHAPES = {"y": ("N",), "X": ("N", "n"), "w": ("n",), "lam": ()}
SAMPLES, FEATURES, STEPS = 4000, 10, 20


def samples() -> tuple[np.ndarray, np.ndarray]:
    """All samples; a program with more of them reads its own part only."""
    rng = np.random.default_rng(0)
    X = rng.standard_normal((SAMPLES, FEATURES))
    return X, np.where(X[:, 0] + rng.standard_normal(SAMPLES) > 0, 1.0, -1.0)


def descend(gradient, w):
    """Some steps of gradient descent."""
    for _ in range(STEPS):
        w = w - gradient(w)
    return w


def work(process: int, count: int, address: str) -> None:
    """What each process does."""
    jax.config.update("jax_enable_x64", True)
    jax.config.update("jax_cpu_collectives_implementation", "gloo")
    jax.distributed.initialize(address, count, process)
    mesh = jax.make_mesh((jax.device_count(),), ("data",), axis_types=(jax.sharding.AxisType.Auto,))
    d = mg.gradient(LOSS, "w", shapes=SHAPES)
    gradient = d.compile("jax", shard={"N": "data"}).on(mesh)
    X, y = samples()
    mine = slice(process * SAMPLES // count, (process + 1) * SAMPLES // count)
    held = gradient.put_local(X=X[mine], y=y[mine])
    print(f"process {process}: X is {held['X'].shape}, here {X[mine].shape}", flush=True)
    w = descend(lambda w: np.asarray(gradient(**held, w=w, lam=0.01)), np.zeros(FEATURES))
    alone = d.compile()
    wanted = descend(lambda w: alone(X=X, y=y, w=w, lam=0.01), np.zeros(FEATURES))
    np.testing.assert_allclose(w, wanted, rtol=1e-12)
    print(f"process {process}: agrees with one process, w[0] = {w[0]:.6f}", flush=True)


def main() -> int:
    """Work as one of the processes, or start them."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--process", type=int, help="which of them this is")
    parser.add_argument("--address", help="host:port of the first")
    asked = parser.parse_args()
    if asked.process is not None:
        work(asked.process, asked.processes, asked.address)
        return 0
    with socket.socket() as free:
        free.bind(("localhost", 0))
        address = f"localhost:{free.getsockname()[1]}"
    line = [sys.executable, __file__, "--processes", str(asked.processes), "--address", address]
    started = [subprocess.Popen([*line, "--process", str(i)]) for i in range(asked.processes)]
    return max(each.wait() for each in started)


if __name__ == "__main__":
    sys.exit(main())
