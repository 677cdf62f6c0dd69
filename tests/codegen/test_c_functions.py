"""Functions of matrices, eigenvalues and singular values in C are those of SciPy and NumPy."""

import subprocess
from functools import cache

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import Options, compile_program, program
from matgrad.codegen.native import compiler
from matgrad.errors import DomainError
from matgrad.ops import symbol

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")

X, E, D = (symbol(name, "n", "n") for name in "XED")
A, C, Q = symbol("A", "m", "n"), symbol("C", "m", "n"), symbol("Q", "m", "m")
RNG = np.random.default_rng(0)
SQUARE = {
    "expm": o.expm(X),
    "its derivative": o.frechet_expm(X, E),
    "its second derivative": o.frechet_expm(X, E, D),
    "sqrtm": o.sqrtm(X),
    "logm": o.logm(X),
    "the derivative of logm": o.frechet_logm(X, E),
    "the largest eigenvalue": o.eigmax(X),
    "eigenvalues": o.eigvals_sym(X),
    "eigenvectors": o.eigvecs_sym(X),
    "the projector onto the last": o.eigproj_max(X),
    "the resolvent on the others": o.eigres_max(X),
    "of a transpose": o.expm(X.T) @ o.sqrtm(X.T),
}
ANY = {
    "pinv": o.pinv(A),
    "polar": o.polar(A),
    "the largest singular pair": o.top_singular(A),
    "the sum of singular values": o.normnuc(A),
    "the largest of them": o.normspec(A),
    "of a transpose": o.pinv(A.T),
    "sylvester": o.sylvester(o.sqrtm(Q), o.sqrtm(X).T, C),
}


@cache
def compiled(target, expr):
    return compile_program(target, program(expr))


def both(expr, given):
    functions = [compiled(target, expr) for target in ("numpy", "c")]
    return [np.asarray(f(**{name: given[name] for name in f.inputs})) for f in functions]


def definite(n):
    M = RNG.normal(size=(n, n))
    return M @ M.T / n + np.eye(n)


@pytest.mark.parametrize("name", SQUARE)
@pytest.mark.parametrize("n", [2, 7])
def test_functions_of_square_matrices(name, n):
    given = {"X": definite(n), "E": RNG.normal(size=(n, n)), "D": RNG.normal(size=(n, n))}
    wanted, found = both(SQUARE[name], given)
    np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("name", ANY)
@pytest.mark.parametrize(("m", "n"), [(3, 5), (5, 3), (4, 4)])
def test_functions_of_any_matrix(name, m, n):
    shapes = {"A": (m, n), "C": (m, n)}
    given = {name: RNG.normal(size=shape) for name, shape in shapes.items()}
    wanted, found = both(ANY[name], {**given, "X": definite(n), "Q": definite(m)})
    np.testing.assert_allclose(found, wanted, rtol=1e-10, atol=1e-11)


@pytest.mark.parametrize("name", ["expm", "sqrtm", "logm", "eigenvalues", "eigenvectors"])
def test_in_single_precision(name):
    M = definite(4)
    wanted = compiled("numpy", SQUARE[name])(X=M)
    found = compile_program("c", program(SQUARE[name], Options(dtype="float32")))(X=M)
    assert found.dtype == np.float32
    np.testing.assert_allclose(found, wanted, rtol=1e-3, atol=1e-4)


def test_an_exponential_of_a_large_matrix_that_is_not_symmetric():
    wanted, found = both(o.expm(X), {"X": 30 * np.array([[0.0, 1, 2], [-1, 0, 3], [0.5, -3, 0]])})
    np.testing.assert_allclose(found, wanted, rtol=1e-9)


def test_roots_of_a_matrix_whose_eigenvalues_lie_far_apart():
    Q = np.linalg.qr(RNG.normal(size=(4, 4)))[0]
    given = {"X": Q @ np.diag([1e-6, 1e-2, 1, 1e4]) @ Q.T}
    for expr in (o.sqrtm(X), o.logm(X)):
        wanted, found = both(expr, given)
        np.testing.assert_allclose(found, wanted, rtol=1e-6, atol=1e-6 * abs(wanted).max())


def test_equal_eigenvalues_and_singular_values():
    for M in (np.eye(3), np.zeros((3, 3)), np.diag([1.0, 2, 2])):
        wanted, found = both(o.eigvals_sym(X), {"X": M})
        np.testing.assert_allclose(found, wanted, atol=1e-14)
        wanted, found = both(o.pinv(A), {"A": M})
        np.testing.assert_allclose(found, wanted, atol=1e-14)


def test_a_pseudoinverse_leaves_out_what_is_zero_but_for_rounding():
    M = RNG.normal(size=(6, 2)) @ RNG.normal(size=(2, 4))
    wanted, found = both(o.pinv(A), {"A": M})
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-12)


def test_what_has_no_root_is_refused():
    with pytest.raises(DomainError, match="singular"):
        compiled("c", o.sqrtm(X))(X=np.zeros((2, 2)))


def test_no_number_leads_to_none():
    for wrong in (np.nan, np.inf):
        M = np.diag([1.0, wrong, 2.0])
        for expr in (o.expm(X), o.normspec(X), o.eigmax(X), o.eigproj_max(X), o.top_singular(X)):
            assert not np.isfinite(compiled("c", expr)(X=M)).any()


def test_a_strict_compiler_has_nothing_to_say():
    strict = "-std=c99 -O2 -pedantic -Wall -Wextra -Werror -fopenmp-simd -c -o /dev/null -x c -"
    for dtype in ("", "float32"):
        planned = program((*SQUARE.values(), *ANY.values()), Options(dtype=dtype))
        source = compile_program("c", planned).source
        line = [str(compiler()), *strict.split()]
        done = subprocess.run(line, input=source, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
