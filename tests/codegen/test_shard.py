"""JAX functions are spread over devices by the names of sizes, in one process or in two."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import matgrad as mg
from matgrad.errors import UnknownNameError, UnsupportedError

ROOT = Path(__file__).parents[2]


def run(*command: str, devices: int = 1) -> str:
    paths = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
    flags = f"--xla_force_host_platform_device_count={devices}"
    settings = {"PYTHONPATH": paths, "XLA_FLAGS": flags, "JAX_PLATFORMS": "cpu"}
    done = subprocess.run(
        [sys.executable, *command], env={**os.environ, **settings}, cwd=ROOT, timeout=120,
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return done.stdout


def asked():
    return mg.gradient("norm2(X*w)^2", "w", shapes={"X": ("N", "n"), "w": ("n",)}, check=False)


def test_every_array_with_the_size_is_split():
    f: Any = asked().compile("jax", shard={"N": "data"})
    assert f.specs == {"X": ("data", None), "w": (None,)}
    assert f.result_specs == ((None,),)
    both: Any = mg.hessian("norm2(X*w)^2", "w", shapes={"X": ("N", "n"), "w": ("n",)}, check=False)
    assert both.compile("jax", shard={"n": "a"}).result_specs == (("a", None),)


def test_intermediates_stay_where_the_samples_are():
    d = mg.gradient("sum(exp(X*w))", "w", shapes={"X": ("N", "n"), "w": ("n",)}, check=False)
    assert "x = split(X @ w, 'data')" in d.compile("jax", shard={"N": "data"}).source
    assert "split" not in d.compile("jax").source


def test_what_cannot_be_split_is_said():
    with pytest.raises(UnsupportedError, match="torch code does not run on a mesh"):
        asked().compile("torch", shard={"N": "data"})
    with pytest.raises(UnknownNameError, match="no size is called M"):
        asked().compile("jax", shard={"M": "data"})


def test_what_is_no_mesh_is_refused():
    pytest.importorskip("jax")
    f: Any = asked().compile("jax", shard={"N": "data"})
    for wrong in (None, 3, ("data",)):
        with pytest.raises(UnsupportedError, match="a mesh is wanted, not a"):
            f.on(wrong)


def test_four_devices_agree_with_numpy():
    pytest.importorskip("jax")
    assert "all agree" in run("-m", "tests.codegen.sharded", devices=4)


def test_two_processes_agree_with_one():
    pytest.importorskip("jax")
    said = run("examples/two_processes.py")
    assert said.count("agrees with one process") == 2
