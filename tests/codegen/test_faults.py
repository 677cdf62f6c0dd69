"""What NumPy and PyTorch refuse is told in the same words."""

import numpy as np
import pytest

import matgrad as mg
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
