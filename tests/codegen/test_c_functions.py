"""Functions of matrices, eigenvalues and singular values in C are those of SciPy and NumPy."""

import subprocess
from functools import cache

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import Options, compile_program, program
from matgrad.codegen.c.native import compiler
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


TURNED = np.linalg.qr(np.random.default_rng(1).normal(size=(4, 4)))[0]
SKEWED = np.random.default_rng(2).normal(size=(4, 4))
WITHOUT_ROOT = {
    "negative": -np.eye(4),
    "one negative eigenvalue": TURNED @ np.diag([-1.0, 1, 2, 3]) @ TURNED.T,
    "a small one": TURNED @ np.diag([-1e-9, 1, 2, 3]) @ TURNED.T,
    "not symmetric": SKEWED @ np.diag([-1.0, 1, 2, 3]) @ np.linalg.inv(SKEWED),
    "two alike": SKEWED @ np.diag([-2.0, -2, 1, 3]) @ np.linalg.inv(SKEWED),
    "nilpotent": np.diag(np.ones(3), 1),
}


@pytest.mark.parametrize("name", WITHOUT_ROOT)
@pytest.mark.parametrize("of", ["sqrtm", "logm", "the derivative of logm"])
def test_what_has_no_root_is_refused(name, of):
    """An iteration that finds nothing gave whatever it had reached."""
    f = compiled("c", SQUARE[of])
    given = {"X": WITHOUT_ROOT[name], "E": np.eye(4)}
    with pytest.raises(DomainError, match="singular"):
        f(**{each: given[each] for each in f.inputs})


@pytest.mark.parametrize("w", [(0, 0, 0, 0), (0, 1, 2, 3), (1e-12, 1e-3, 1, 1e3)])
def test_roots_of_singular_matrices(w):
    M = TURNED @ np.diag(np.array(w, float)) @ TURNED.T
    found = compiled("c", o.sqrtm(X))(X=M)
    np.testing.assert_allclose(found, TURNED @ np.diag(np.sqrt(w)) @ TURNED.T, atol=1e-7)
    with pytest.raises(DomainError, match="singular"):  # no derivative there
        compiled("c", o.sylvester(o.sqrtm(Q), o.sqrtm(X).T, C))(Q=M, X=M, C=np.ones((4, 4)))


@pytest.mark.parametrize("scale", [1e-200, 1e-20, 1e20, 1e200])
def test_functions_of_small_and_large_matrices(scale):
    M, way = definite(4), {"E": np.eye(4)}
    root, logarithm = compiled("c", o.sqrtm(X)), compiled("c", o.logm(X))
    np.testing.assert_allclose(root(X=scale * M), np.sqrt(scale) * root(X=M), rtol=1e-12)
    shifted = logarithm(X=M) + np.log(scale) * np.eye(4)
    np.testing.assert_allclose(logarithm(X=scale * M), shifted, rtol=1e-12, atol=1e-11)
    f = compiled("c", SQUARE["the derivative of logm"])
    np.testing.assert_allclose(f(X=scale * M, **way) * scale, f(X=M, **way), rtol=1e-10)


@pytest.mark.parametrize("name", ["expm", "logm"])
@pytest.mark.parametrize("dtype", ["", "float32"])
@pytest.mark.parametrize("scale", [2.0**-60, 2.0**20, 2.0**60])
def test_derivatives_are_linear_in_their_direction(name, dtype, scale):
    """A large direction is no reason to halve the matrix until nothing is left of it."""
    expr = {"expm": o.frechet_expm(X, E), "logm": o.frechet_logm(X, E)}[name]
    f = compile_program("c", program(expr, Options(dtype=dtype)))
    M, way = definite(4), RNG.normal(size=(4, 4))
    tolerance = 1e-4 if dtype else 1e-12
    wanted = f(X=M, E=way)
    np.testing.assert_allclose(
        f(X=M, E=scale * way) / scale, wanted, rtol=tolerance, atol=tolerance
    )


@pytest.mark.parametrize(("dtype", "scale"), [("", 1e-200), ("", 1e200), ("float32", 1e-25)])
def test_singular_values_do_not_overflow_or_vanish(dtype, scale):
    M = np.random.default_rng(3).normal(size=(5, 3))
    for name, power in {
        "polar": 0,
        "the largest singular pair": 0,
        "the sum of singular values": 1,
        "the largest of them": 1,
        "pinv": -1,
    }.items():
        f = compile_program("c", program(ANY[name], Options(dtype=dtype)))
        wanted = np.asarray(compiled("numpy", ANY[name])(A=M))
        found = np.asarray(f(A=scale * M), float) / scale**power
        tolerance = 1e-4 if dtype else 1e-12
        np.testing.assert_allclose(found, wanted, rtol=tolerance, atol=tolerance)


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
