"""C code is compiled, called with any arrays, and replaced by NumPy where it cannot be compiled."""

import re
from pathlib import Path

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import Wanted, compile_program, program
from matgrad.codegen.c import native
from matgrad.codegen.c.native import compiler
from matgrad.codegen.plan.program import Options
from matgrad.errors import ShapeError, UnsupportedError
from matgrad.ops import symbol

A, x, b, c = symbol("A", "m", "n"), symbol("x", "n"), symbol("b", "m"), symbol("c")
ARRAYS = {"A": np.arange(6.0).reshape(2, 3), "x": np.ones(3), "b": np.array([1.0, 2.0])}
needs_compiler = pytest.mark.skipif(compiler() is None, reason="no C compiler")


@needs_compiler
def test_arrays_of_any_layout_and_type_are_taken():
    f = compile_program("c", program(A @ x - b))
    wanted = [2.0, 10.0]
    assert f(**ARRAYS).tolist() == wanted
    assert f(**ARRAYS).tolist() == wanted
    assert f(np.asfortranarray(ARRAYS["A"]), [1, 1, 1], ARRAYS["b"][::-1][::-1]).tolist() == wanted
    single = {name: array.astype(np.float32) for name, array in ARRAYS.items()}
    assert f(**single).dtype == np.float32
    with pytest.raises(ShapeError):
        f(A=np.ones((2, 4)), x=np.ones(3), b=np.ones(2))


@needs_compiler
def test_results_are_new_arrays_and_scalars_are_numbers():
    f = compile_program("c", program((c * x, x.T @ x)))
    first, square = f(c=2.0, x=np.ones(3))
    second, _ = f(c=3.0, x=np.ones(3))
    assert (first.tolist(), second.tolist(), square) == ([2.0] * 3, [3.0] * 3, 3.0)


@needs_compiler
def test_products_of_all_sizes():
    B = symbol("B", "n", "k")
    f = compile_program("c", program((A @ B, B.T @ A.T, A.T @ (A @ B), x.T @ B)))
    rng = np.random.default_rng(0)
    for m, n, k in [(1, 1, 1), (3, 5, 2), (4, 16, 17), (32, 32, 32), (33, 130, 18), (5, 300, 40)]:
        P, Q, v = rng.normal(size=(m, n)), rng.normal(size=(n, k)), rng.normal(size=n)
        got = f(A=P, B=Q, x=v)
        for one, other in zip(got, (P @ Q, Q.T @ P.T, P.T @ P @ Q, (v @ Q)[None]), strict=True):
            np.testing.assert_allclose(one, other, rtol=1e-10, atol=1e-10)


@needs_compiler
def test_one_matrix_is_factored_once():
    M = symbol("M", "n", "n")
    expr = (o.logdet(M), o.inv(M) @ x, o.inv(M))
    source = compile_program("c", program(expr)).source
    assert source.count("    lu(") == 1


@needs_compiler
@pytest.mark.parametrize("dtype", ["float64", "float32"])
def test_products_with_transposed_factors(dtype):
    P, Q = symbol("P", "k", "m"), symbol("Q", "n", "k")
    f = compile_program("c", program((P.T @ Q.T, Q @ P), options=Options(dtype=dtype)))
    rng = np.random.default_rng(0)
    for m, n, k in [(8, 8, 8), (16, 24, 9), (20, 16, 40), (7, 40, 64)]:
        p, q = rng.normal(size=(k, m)).astype(dtype), rng.normal(size=(n, k)).astype(dtype)
        most = 1e-4 if dtype == "float32" else 1e-12
        for one, other in zip(f(P=p, Q=q), (p.T @ q.T, q @ p), strict=True):
            np.testing.assert_allclose(one, other, rtol=most, atol=most)


@needs_compiler
def test_softmax_and_logsumexp_share_their_exponentials():
    f = compile_program("c", program((o.logsumexp_rows(A), o.softmax_rows(A))))
    assert f.source.count("= exp(") == 1
    given = ARRAYS["A"] + 700
    total, shares = f(A=given)
    np.testing.assert_allclose(total, np.logaddexp.reduce(given, axis=1))
    np.testing.assert_allclose(shares, np.exp(given - total[:, None]))


@needs_compiler
@pytest.mark.parametrize("shape", [(1, 3), (130, 4), (3, 700), (200, 9)])
def test_strips_of_rows_have_all_of_them(shape):
    f = compile_program("c", program((o.logsumexp_rows(A), o.softmax_rows(A))))
    given = np.random.default_rng(6).normal(size=shape)
    total, shares = f(A=given)
    np.testing.assert_allclose(total, np.log(np.exp(given).sum(1)))
    np.testing.assert_allclose(shares, np.exp(given) / np.exp(given).sum(1)[:, None])


@needs_compiler
@pytest.mark.parametrize("columns", [1, 3, 7, 8, 10, 13, 16, 21])
def test_products_with_a_few_columns_more(columns):
    B = symbol("B", "n", "k")
    f = compile_program("c", program((A @ B, o.sin(B).T @ A.T)))
    rng = np.random.default_rng(7)
    given = {"A": rng.normal(size=(11, 37)), "B": rng.normal(size=(37, columns))}
    product, other = f(**given)
    np.testing.assert_allclose(product, given["A"] @ given["B"])
    np.testing.assert_allclose(other, np.sin(given["B"]).T @ given["A"].T)


@needs_compiler
def test_sums_over_all_entries_are_one_loop():
    B = symbol("B", *A.shape)
    f = compile_program("c", program(o.frobenius(A, B)))
    assert "A[i] * B[i]" in f.source
    plain = compile_program("c", program(o.total(o.hadamard(A, B.T.T + A))))
    given = np.arange(6.0).reshape(2, 3)
    assert f(A=given, B=given) == 55.0
    assert plain(A=given, B=given) == 110.0


@needs_compiler
def test_words_of_c_may_be_names():
    names = [symbol(name, "n") for name in ("double", "i", "work", "exp")]
    f = compile_program("c", program(o.exp(o.add(*names))))
    assert f(*([np.zeros(2)] * 4)).tolist() == [1.0, 1.0]


@needs_compiler
def test_words_of_compilers_may_be_names_and_sizes():
    """GCC has words of its own, its preprocessor replaces some, and so do we."""
    x, A = symbol("linux", "unix"), symbol("VECTOR", "typeof", "unix")
    f = compile_program("c", program(o.exp(A @ x) + symbol("asm", "typeof")))
    assert f(VECTOR=np.eye(2), linux=np.zeros(2), asm=np.ones(2)).tolist() == [2.0, 2.0]


@needs_compiler
def test_loops_side_by_side_are_one_and_those_that_repeat_are_a_function():
    W, value = symbol("W", "n", "n"), x
    for _ in range(6):
        value = o.tanh(W @ value)
    f = compile_program("c", program((value, o.exp(value), o.sin(value))))
    assert len(re.findall(r"\btanh\(\w", f.source)) <= 3
    assert "exp(" in f.source.partition("sin(result1[i])")[0].rpartition("for (")[2]
    w, wanted = np.arange(9.0).reshape(3, 3) / 10, np.ones(3)
    for _ in range(6):
        wanted = np.tanh(w @ wanted)
    for got, right in zip(
        f(W=w, x=np.ones(3)), (wanted, np.exp(wanted), np.sin(wanted)), strict=True
    ):
        np.testing.assert_allclose(got, right)


@needs_compiler
def test_what_a_loop_reads_elsewhere_is_complete_before():
    M = symbol("M", "n", "n")
    f = compile_program("c", program((o.hadamard(o.sin(M), o.sin(M).T), o.sin(M) + x @ x.T)))
    m, v = np.arange(9.0).reshape(3, 3), np.array([1.0, 2, 3])
    product, added = f(M=m, x=v)
    np.testing.assert_allclose(product, np.sin(m) * np.sin(m).T)
    np.testing.assert_allclose(added, np.sin(m) + np.outer(v, v))


@needs_compiler
@pytest.mark.parametrize("kernels", [None, Path("nowhere.o")])
def test_kernels_that_cannot_be_linked_are_compiled_with_the_function(monkeypatch, kernels):
    monkeypatch.setattr(native, "kernel_object", lambda *given: kernels)
    f = compile_program("c", program(A @ x - b))
    assert f(**ARRAYS).tolist() == [2.0, 10.0]


@needs_compiler
def test_kernels_are_kept_in_the_cache_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    native.folder.cache_clear()
    command = compiler()
    assert command is not None
    for _ in range(2):
        native.kernel_object.cache_clear()
        made = native.kernel_object(command, ("-lm",), "double")
        assert made is not None
        assert list((tmp_path / "matgrad").iterdir()) == [made]
    native.folder.cache_clear()
    native.kernel_object.cache_clear()


@pytest.mark.parametrize("shared", ["", "matgrad"], ids=["the folder above it", "the folder"])
def test_a_cache_in_which_others_may_write_is_not_used(monkeypatch, tmp_path, shared):
    place = tmp_path / "cache"
    (place / "matgrad").mkdir(parents=True)
    (place / shared).chmod(0o777)
    monkeypatch.setenv("XDG_CACHE_HOME", str(place))
    native.folder.cache_clear()
    assert place not in native.folder().parents
    native.folder.cache_clear()


def test_numpy_computes_where_there_is_no_compiler(monkeypatch):
    monkeypatch.setattr(native, "compiler", lambda: None)
    f = compile_program("c", program(A @ x - b))
    with pytest.warns(RuntimeWarning, match="no C compiler"):
        assert f(**ARRAYS).tolist() == [2.0, 10.0]


@pytest.mark.parametrize("script", ["#!/bin/sh\nexit 1\n", "#!/bin/sh\nexit 0\n", "no program"])
def test_numpy_computes_where_the_compiler_makes_nothing(monkeypatch, tmp_path, script):
    broken = tmp_path / "cc"
    broken.write_text(script)
    broken.chmod(0o755)
    monkeypatch.setattr(native, "compiler", lambda: str(broken))
    f = compile_program("c", program(A @ A.T @ b))
    with pytest.warns(RuntimeWarning, match="the C compiler makes nothing that can be loaded"):
        assert f(A=ARRAYS["A"], b=ARRAYS["b"]).tolist() == [33.0, 114.0]


@needs_compiler
def test_code_that_a_working_compiler_refuses_is_an_error(monkeypatch):
    refused = native.native(program(A @ x))._replace(source="no C at all")
    monkeypatch.setattr(native, "native", lambda _: refused)
    with pytest.raises(UnsupportedError, match="the C compiler refuses the code"):
        assert compile_program("c", program(A @ x)).function


def test_what_c_lacks_is_said():
    M = symbol("M", "n", "n")
    with pytest.raises(UnsupportedError, match="operator 'sylvester' has no c code"):
        compile_program("c", program(o.sylvester(M, M, M)))


def test_the_source_is_a_function_with_its_formula():
    source = compile_program(
        "c", program(Wanted(A @ x - b, name="residual", docstring="A*x - b"))
    ).source
    assert "/* A*x - b\n" in source
    assert "void residual(long m, long n, const double *restrict A, " in source


@needs_compiler
def test_the_adjugate_of_singular_and_of_large_matrices():
    f = compile_program("c", program(o.adj(symbol("M", "n", "n"))))
    np.testing.assert_allclose(f(M=[[1.0, 2.0], [2.0, 4.0]]), [[4, -2], [-2, 1]], atol=1e-12)
    large = np.random.default_rng(0).normal(size=(14, 14))
    wanted = np.linalg.det(large) * np.linalg.inv(large)
    np.testing.assert_allclose(f(M=large), wanted, rtol=1e-8, atol=1e-8)


@needs_compiler
@pytest.mark.parametrize("n", [1, 5, 16, 17, 50, 130])
def test_factors_and_equations_of_all_sizes(n):
    M, R = symbol("M", "n", "n"), symbol("R", "n", 3)
    S = symbol("S", "n", "n", facts=["positive_definite"])
    outputs = (o.inv(M), o.inv(M) @ R, o.det(M), o.inv(S), o.inv(S) @ R, o.logdet(S), M.T @ M)
    f = compile_program("c", program(outputs))
    rng = np.random.default_rng(n)
    m, r = rng.normal(size=(n, n)) / np.sqrt(n), rng.normal(size=(n, 3))
    s = m @ m.T + np.eye(n)
    inverse, definite = np.linalg.inv(m), np.linalg.inv(s)
    wanted = (inverse, inverse @ r, np.linalg.det(m), definite, definite @ r,
              np.linalg.slogdet(s)[1], m.T @ m)  # fmt: skip
    for got, right in zip(f(M=m, S=s, R=r), wanted, strict=True):
        scale = np.abs(right).max() * np.linalg.cond(m)
        np.testing.assert_allclose(got, right, atol=1e-13 * scale)


@needs_compiler
def test_a_function_called_as_one_of_the_c_library_is_itself():
    f = compile_program("c", program(Wanted(A @ x, name="step")))
    assert f(np.eye(2), np.array([1.0, 2.0])).tolist() == [1, 2]
