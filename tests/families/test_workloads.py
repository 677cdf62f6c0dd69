"""The workloads of the benchmark of families: their code against JAX and against NumPy by hand."""

import pytest

from bench.perf import agree
from bench.perf_families import SMALL, WORKLOADS, calls
from matgrad.api.code import compile_trace
from matgrad.optional import available, load


@pytest.mark.skipif(not available("jax"), reason="JAX is not installed")
@pytest.mark.parametrize("name", WORKLOADS)
def test_code_computes_what_jax_does(name: str) -> None:
    load("jax").config.update("jax_enable_x64", True)
    targets = ("numpy", "jax", *(["torch"] if available("torch") else []))
    agree(calls(name, SMALL, targets), 1e-10)


@pytest.mark.parametrize("name", [name for name, work in WORKLOADS.items() if work.hand])
def test_code_computes_what_is_written_by_hand(name: str) -> None:
    work = WORKLOADS[name]
    given = work.arrays(SMALL)
    found = compile_trace(work.derived, "numpy")
    assert work.hand is not None
    by_hand = work.hand(**given)
    agree({"jit": lambda: by_hand, "numpy": lambda: found(*map(given.get, found.inputs))})
