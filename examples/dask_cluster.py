"""Newton's method for logistic regression on a Dask cluster, with more data than a worker's memory.

    python examples/dask_cluster.py            # 600 MB of samples, workers of 400 MB each
    python examples/dask_cluster.py --samples 20000

Samples lie in files; a worker reads the chunk it works on and nothing else. The second time, a
worker is killed before the last step: the result is the same, bit for bit.
"""

from __future__ import annotations

import argparse
import os
import signal
from pathlib import Path
from tempfile import TemporaryDirectory

import numpy as np
from distributed import Client, LocalCluster

import matgrad as mg

FEATURES = 30
ROWS = 50_000  # samples in a chunk: 12 MB
LOSS = "sum(log(1 + exp(-y.*(X*w)))) + lam*w'*w"
SHAPES = {"y": ("N",), "X": ("N", "n"), "w": ("n",), "lam": ()}


def write(folder: Path, samples: int) -> dict[str, Path]:
    """Random samples, written piece by piece."""
    rng = np.random.default_rng(0)
    files = {"X": folder / "X.npy", "y": folder / "y.npy"}
    X = np.lib.format.open_memmap(files["X"], "w+", float, (samples, FEATURES))
    y = np.lib.format.open_memmap(files["y"], "w+", float, (samples,))
    for start in range(0, samples, ROWS):
        part = slice(start, start + ROWS)
        X[part] = rng.standard_normal(X[part].shape)
        y[part] = np.where(X[part, 0] + rng.standard_normal(len(y[part])) > 0, 1, -1)
    return files


def newton(files, executor=None, before_last=lambda: None, steps=3):
    """The weights after some steps; gradient and Hessian are sums over chunks."""
    gradient = mg.value_and_grad(LOSS, "w", shapes=SHAPES).map_reduce(over="N")
    hessian = mg.hessian(LOSS, "w", shapes=SHAPES).map_reduce(over="N")
    w = np.zeros(FEATURES)
    for step in range(steps):
        if step == steps - 1:
            before_last()
        params = {"w": w, "lam": 0.1}
        value, g = gradient(gradient.chunks(ROWS, **files), params, executor)
        H = hessian(hessian.chunks(ROWS, **files), params, executor)
        print(f"step {step}: loss {value:.6f}, gradient {np.abs(g).max():.2e}", flush=True)
        w = w - np.linalg.solve(H, g)
    return w


def main() -> None:
    """Write samples, run Newton's method twice on the cluster and once without, compare."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--samples", type=int, default=2_500_000)
    parser.add_argument("--memory", default="400MiB", help="of a worker")
    asked = parser.parse_args()
    with TemporaryDirectory() as folder:
        files = write(Path(folder), asked.samples)
        size = sum(path.stat().st_size for path in files.values())
        print(f"{size / 1e6:.0f} MB of samples, workers with {asked.memory}")
        options = {"n_workers": 2, "threads_per_worker": 1, "memory_limit": asked.memory}
        with LocalCluster(**options, dashboard_address=None) as cluster, Client(cluster) as client:

            def kill_one() -> None:
                pids = list(client.run(os.getpid).values())
                os.kill(pids[0], signal.SIGKILL)
                print("killed a worker")

            w = newton(files, client.get_executor())
            again = newton(files, client.get_executor(), kill_one)
        assert np.array_equal(w, again), "the results differ"
        print("the same bits both times")
        # Here the linear algebra may use more threads than in a worker, so digits may differ.
        np.testing.assert_allclose(w, newton(files), rtol=1e-9)
        print("one process without Dask agrees")


if __name__ == "__main__":
    main()
