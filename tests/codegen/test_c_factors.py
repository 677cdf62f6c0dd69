"""Factors of matrices and equations in C, which are done a few rows or columns at a time."""

import numpy as np
import pytest

from matgrad import ops as o
from matgrad.codegen import compile_program, program
from matgrad.codegen.c.native import compiler
from matgrad.ops import symbol

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C compiler")

SIZES = [1, 2, 7, 8, 9, 15, 16, 17, 23, 24, 31, 40, 61, 64, 65, 72, 83]


def close(got, wanted, condition):
    np.testing.assert_allclose(got, wanted, rtol=0, atol=1e-14 * condition * np.abs(wanted).max())


@pytest.mark.parametrize("columns", [1, 5, 19])
def test_equations_whose_matrix_is_any_transposed_triangular_or_definite(columns):
    M, R = symbol("M", "n", "n"), symbol("R", "n", "m")
    S = symbol("S", "n", "n", facts=["positive_definite"])
    L = o.tril(M)
    f = compile_program(
        "c", program((o.inv(M) @ R, o.inv(M.T) @ R, o.inv(L) @ R, o.inv(L.T) @ R, o.inv(S) @ R))
    )
    for n in SIZES:
        rng = np.random.default_rng(n)
        m = rng.normal(size=(n, n)) / np.sqrt(n) + 2 * np.eye(n)
        r, s, t = rng.normal(size=(n, columns)), m @ m.T, np.tril(m)
        for got, A in zip(f(M=m, R=r, S=s), (m, m.T, t, t.T, s), strict=True):
            close(got, np.linalg.solve(A, r), np.linalg.cond(A))


def test_equations_with_vectors():
    M, x = symbol("M", "n", "n"), symbol("x", "n")
    S = symbol("S", "n", "n", facts=["positive_definite"])
    L = o.tril(M)
    f = compile_program(
        "c", program((o.inv(M) @ x, o.inv(M.T) @ x, o.inv(L) @ x, o.inv(L.T) @ x, o.inv(S) @ x))
    )
    for n in SIZES:
        rng = np.random.default_rng(n)
        m = rng.normal(size=(n, n)) / np.sqrt(n) + 2 * np.eye(n)
        v, s, t = rng.normal(size=n), m @ m.T, np.tril(m)
        for got, A in zip(f(M=m, x=v, S=s), (m, m.T, t, t.T, s), strict=True):
            close(got, np.linalg.solve(A, v), np.linalg.cond(A))


def test_inverses_factors_and_products_that_are_symmetric():
    M = symbol("M", "n", "n")
    S = symbol("S", "n", "n", facts=["positive_definite"])
    f = compile_program("c", program((o.inv(M), o.inv(S), o.chol(S), M @ M.T, o.det(M))))
    for n in SIZES:
        rng = np.random.default_rng(n)
        m = rng.normal(size=(n, n)) / np.sqrt(n) + np.eye(n)
        s = m @ m.T + np.eye(n)
        inverse, definite, factor, square, det = f(M=m, S=s)
        close(inverse, np.linalg.inv(m), np.linalg.cond(m))
        close(definite, np.linalg.inv(s), np.linalg.cond(s))
        close(factor, np.linalg.cholesky(s), n)
        close(square, m @ m.T, n)
        close(det, np.linalg.det(m), n)
        assert (definite == definite.T).all() and (square == square.T).all()
        assert (factor == np.tril(factor)).all()


@pytest.mark.parametrize("n", [2, 20])
def test_the_determinant_of_a_singular_matrix_is_zero(n):
    f = compile_program("c", program(o.det(symbol("M", "n", "n"))))
    m = np.random.default_rng(0).normal(size=(n, n))
    m[:, 0] = 0
    assert f(M=m) == 0
    assert f(M=np.zeros((n, n))) == 0


def test_entries_below_the_smallest_normal_number_are_divided_by():
    f = compile_program("c", program(o.inv(symbol("M", "n", "n")) @ symbol("x", "n")))
    m = np.array([[2.0, 1.0], [1.0, 3.0]]) * 2.0**-1040
    assert f(m, np.array([3.0, 4.0]) * 2.0**-1040).tolist() == [1, 1]


def test_a_matrix_that_is_nearly_singular_keeps_its_residual_small():
    f = compile_program("c", program(o.inv(symbol("M", "n", "n")) @ symbol("R", "n", 9)))
    rng = np.random.default_rng(1)
    u, v = (np.linalg.qr(rng.normal(size=(40, 40)))[0] for _ in range(2))
    m, r = u @ np.diag(np.logspace(0, -13, 40)) @ v, rng.normal(size=(40, 9))
    x = f(m, r)
    assert np.abs(m @ x - r).max() < 1e-13 * np.abs(x).max()


def test_a_matrix_that_is_not_definite_is_refused_wherever_that_shows():
    S = symbol("S", "n", "n", facts=["positive_definite"])
    f = compile_program("c", program(o.inv(S)))
    for n, k in ((3, 2), (40, 37), (90, 70)):
        s = np.eye(n)
        s[k, k] = -1
        with pytest.raises(Exception, match="definite"):
            f(S=s)


def test_numbers_whose_reciprocals_overflow_divide_all_the_same():
    M, R = symbol("M", "n", "n"), symbol("R", "n", "m")
    f = compile_program("c", program((o.inv(M) @ R, o.inv(M.T) @ R, o.inv(o.tril(M)) @ R)))
    for n in (1, 5, 8, 11):
        rng = np.random.default_rng(n)
        m = np.tril(rng.normal(size=(n, n))) / n + 2 * np.eye(n)
        r = rng.normal(size=(n, 3))
        r[0] = 0
        m[-1] *= 2.0**-1025
        r[-1] *= 2.0**-1025  # the equations are those of numbers of usual size
        fitting = np.linalg.solve(m * np.r_[np.ones(n - 1), 2.0**1000][:, None],
                                  r * np.r_[np.ones(n - 1), 2.0**1000][:, None])  # fmt: skip
        got = f(M=m, R=r)
        np.testing.assert_allclose(got[0], fitting, rtol=1e-11, atol=1e-11)
        np.testing.assert_allclose(got[2], fitting, rtol=1e-11, atol=1e-11)


def test_of_a_definite_matrix_the_lower_triangle_is_read_as_by_numpy():
    S = symbol("S", "n", "n", facts=["positive_definite"])
    written = program((o.inv(S), o.logdet(S), o.chol(S)))
    rng = np.random.default_rng(0)
    m = rng.normal(size=(12, 12))
    whole = m @ m.T + np.eye(12)
    lower = np.tril(whole) + np.triu(rng.normal(size=(12, 12)), 1)
    for target in ("c", "numpy"):
        f = compile_program(target, written)
        for got, wanted in zip(f(S=lower), f(S=whole), strict=True):
            np.testing.assert_allclose(got, wanted, rtol=1e-12, atol=1e-13)


def test_of_any_other_matrix_the_symmetric_part_is_factored():
    M = symbol("M", "n", "n")
    given = np.array([[4.0, 1, 0], [0.5, 5, 1], [0.2, 0, 6]])
    wanted = np.linalg.cholesky((given + given.T) / 2)
    np.testing.assert_allclose(compile_program("c", program(o.chol(M)))(M=given), wanted)
