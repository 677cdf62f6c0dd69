"""What NumPy, PyTorch and C refuse is told in the same words."""

import numpy as np
import pytest

import matgrad as mg
from matgrad.codegen.c.native import compiler
from matgrad.errors import DomainError
from matgrad.optional import available


@pytest.mark.parametrize("target", ["numpy", *(["torch"] if available("torch") else [])])
def test_a_singular_matrix_is_outside_the_domain(target):
    f = mg.gradient("a'*inv(X)*b", "X", check=False).compile(target)
    with pytest.raises(DomainError, match="singular"):
        f(X=np.zeros((2, 2)), a=np.ones(2), b=np.ones(2))


def test_a_matrix_without_a_cholesky_factor_is_outside_the_domain():
    assume = {"P": ["positive_definite"]}
    f = mg.gradient("x'*inv(P)*x", "x", assume=assume, check=False).compile()
    with pytest.raises(DomainError, match="positive definite"):
        f(P=-np.eye(2), x=np.ones(2))


def test_other_errors_stay_what_they_are():
    f = mg.gradient("function g; sum(g(x))", "x", check=False).compile()

    def broken(x):
        raise ValueError("broken")

    with pytest.raises(ValueError, match="broken"):
        f(x=np.ones(2), **dict.fromkeys(f.functions, broken))


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
@pytest.mark.parametrize("X", [np.zeros((2, 2)), [[0, 1], [0, 2]]])
def test_c_returns_a_status_where_a_matrix_is_singular(X):
    f = mg.gradient("a'*inv(X)*b", "X", check=False).compile("c")
    assert "int gradient(" in f.source
    regular = f(X=np.eye(2), a=np.ones(2), b=np.ones(2))
    with pytest.raises(DomainError, match="singular"):
        f(X=np.array(X, float), a=np.ones(2), b=np.ones(2))
    assert (f(X=np.eye(2), a=np.ones(2), b=np.ones(2)) == regular).all()


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_c_returns_a_status_where_a_matrix_has_no_cholesky_factor():
    assume = {"P": ["positive_definite"]}
    f = mg.gradient("x'*inv(P)*x", "x", assume=assume, check=False).compile("c")
    with pytest.raises(DomainError, match="positive definite"):
        f(P=-np.eye(2), x=np.ones(2))


@pytest.mark.skipif(compiler() is None, reason="no C compiler")
def test_a_determinant_may_be_zero_in_c():
    f = mg.value_and_grad("det(X)", "X", check=False).compile("c")
    value, gradient = f(X=np.array([[1.0, 2.0], [2.0, 4.0]]))
    assert value == 0
    np.testing.assert_allclose(gradient, [[4, -2], [-2, 1]])


@pytest.mark.parametrize("fact", ["positive_definite", "lower_triangular"])
def test_a_matrix_without_numbers_has_no_inverse_in_numpy(fact: str):
    f = mg.gradient("x'*inv(S)*x", "x", assume={"S": [fact]}, check=False).compile()
    with pytest.raises(DomainError, match="infs or NaNs"):
        f(S=np.full((2, 2), np.nan), x=np.ones(2))
