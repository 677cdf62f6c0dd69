"""C multiplies by BLAS where that is asked for, SciPy's if it is run from here."""

import subprocess
from functools import cache

import numpy as np
import pytest

from matgrad.codegen import Options, compile_program, program
from matgrad.codegen.c import native
from matgrad.codegen.c.native import compiler
from matgrad.ops import symbol

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")
A, B = symbol("A", "m", "n"), symbol("B", "n", "k")
PRODUCTS = (A @ B, B.T @ A.T, A.T @ (A @ B), A @ A.T, A.T @ A)
SIZES = [(1, 1, 1), (3, 5, 2), (40, 50, 60), (1, 300, 200), (300, 1, 200), (200, 300, 1)]


@cache
def products(dtype):
    return compile_program("c", program(PRODUCTS, options=Options(dtype=dtype, blas=True)))


@pytest.mark.parametrize("dtype", ["float64", "float32"])
@pytest.mark.parametrize(("m", "n", "k"), SIZES)
def test_products_agree_with_numpy(dtype, m, n, k):
    f = products(dtype)
    rng = np.random.default_rng(0)
    P, Q = rng.normal(size=(m, n)), rng.normal(size=(n, k))
    wanted = (P @ Q, Q.T @ P.T, P.T @ (P @ Q), P @ P.T, P.T @ P)
    rtol = 1e-10 if dtype == "float64" else 2e-4
    for one, other in zip(f(P, Q), wanted, strict=True):
        assert str(one.dtype) == dtype
        np.testing.assert_allclose(one, other, rtol=rtol, atol=rtol * n * 10)


def test_the_source_names_what_to_link_with():
    plain = compile_program("c", program(A @ B)).source
    source = compile_program("c", program(A @ B, options=Options(blas=True))).source
    assert "link with -lblas" in source
    assert "dgemm_(" in source
    assert "dgemm_" not in plain
    single = compile_program("c", program(A @ B, options=Options(dtype="float32", blas=True)))
    assert "sgemm_(" in single.source
    assert "double" not in single.source


def test_the_source_compiles_by_itself(tmp_path):
    source = tmp_path / "product.c"
    code = compile_program("c", program(PRODUCTS, options=Options(blas=True))).source
    source.write_text(code, encoding="utf-8")
    command = [str(compiler()), "-std=gnu99", "-Wall", "-Werror", "-Wno-unknown-pragmas", "-c"]
    line = [*command, "-o", str(tmp_path / "product.o"), str(source)]
    done = subprocess.run(line, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_without_scipy_our_own_loops_multiply(monkeypatch):
    monkeypatch.setattr(native, "available", lambda name: False)
    f = compile_program("c", program(A @ B, options=Options(blas=True)))
    assert f(np.ones((2, 3)), np.ones((3, 4))).tolist() == [[3.0] * 4] * 2
