"""Measure generated code in both precisions and write the tables: `python -m bench.perf_record`.

Every library is pinned to one thread; words are passed on to bench.perf.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from time import time

from bench import perf_docs

PINNED = {
    **dict.fromkeys(("NPROC", "PJRT_NPROC", "OMP_NUM_THREADS"), "1"),
    **dict.fromkeys(("OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1"),
    "XLA_FLAGS": "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1",
}


def main(words: Sequence[str]) -> int:
    """Both runs, one after the other."""
    start = time()
    for more in ((), ("f32", "quick")):
        command = [sys.executable, "-m", "bench.perf", *words, *more]
        subprocess.run(command, env=os.environ | PINNED, check=True)
    print(f"measured in {(time() - start) / 60:.1f} minutes")
    return perf_docs.main([])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
