"""The example programs run and find what they claim."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]


def test_a_dask_cluster_loses_a_worker_and_no_bits():
    pytest.importorskip("distributed")
    paths = {"PYTHONPATH": os.pathsep.join([str(ROOT / "src"), os.environ.get("PYTHONPATH", "")])}
    done = subprocess.run(
        [sys.executable, "examples/dask_cluster.py", "--samples", "120000", "--memory", "1GiB"],
        cwd=ROOT, env={**os.environ, **paths}, timeout=200, capture_output=True, text=True,
        check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "killed a worker" in done.stdout
    assert "the same bits both times" in done.stdout
