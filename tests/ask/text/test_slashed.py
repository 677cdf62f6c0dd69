"""Derivatives that are typed on one line."""

import pytest

from matgrad.app.ask.text.slashed import with_quotients
from matgrad.app.ask.understand import understand


@pytest.mark.parametrize(
    ("typed", "function", "kind", "variables"),
    [
        ("d(x'Ax)/dx", "x'*A*x", "gradient", ("x",)),
        ("What is d(x'Ax)/dx?", "x'*A*x", "gradient", ("x",)),
        ("∂(x'Ax)/∂x", "x'*A*x", "gradient", ("x",)),
        ("d(log det X)/dX", "logdet(X)", "gradient", ("X",)),
        ("d tr(AX)/dX", "tr(A*X)", "gradient", ("X",)),
        ("d||Ax-b||^2/dx", "norm2(A*x - b)^2", "gradient", ("x",)),
        ("d^2L/dW^2 where L = ||W||_F^2", "normF(W)^2", "hessian", ("W",)),
        ("d^2/dx^2 x'Ax", "x'*A*x", "hessian", ("x",)),
    ],
)
def test_a_derivative_on_one_line_is_asked_for(
    typed: str, function: str, kind: str, variables: tuple[str, ...]
) -> None:
    found = understand(typed)
    assert found.problem is not None
    assert str(found.problem.function) == function
    assert (found.kind, found.variables) == (kind, variables)


@pytest.mark.parametrize("text", ["(a+b)/c", "x/d", "d(x, y)/2", "2d(x+1)/3", "and (x)/dx"])
def test_other_quotients_are_left(text: str) -> None:
    assert with_quotients(text) == text
