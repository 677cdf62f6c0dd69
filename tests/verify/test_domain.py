import pytest

from matgrad.core.expr import Expr
from matgrad.core.steps import Problem
from matgrad.errors import DomainError
from matgrad.ops import (
    acos,
    adj,
    det,
    eigvals_sym,
    exp,
    inv,
    log,
    logdet,
    logm,
    norm2,
    number,
    ones,
    sqrt,
    symbol,
    total,
    trace,
    unspecified,
    zeros,
)
from matgrad.render import text
from matgrad.verify.domain import check_domain

u, x = symbol("u"), symbol("x", "n")
A, X = symbol("A", 3, 3), symbol("X", "m", "n")
WIDE, TALL, Y = symbol("X", 2, 3), symbol("X", 3, 2), symbol("Y", 2, 3)

NOWHERE = [
    trace(inv(ones(3, 3) @ A)),
    1 / (u - u),
    log(number(0)) * u,
    sqrt(number(-1)) * u,
    trace(inv(A - A)),
    trace(inv(WIDE.T @ WIDE)),
    log(det(TALL @ Y)),
    trace(inv(symbol("Z", 200, 300).T @ symbol("Z", 200, 300))),
    u / logm(exp(number(0))),
    log(-exp(u)),
    sqrt(-1 - u**2),
    total(log(-symbol("p", "n", facts=("positive",)))),
    total(eigvals_sym(A) / (x.T @ zeros("n"))),
]
SOMEWHERE = [
    trace(inv(X.T @ X)),
    trace(inv(symbol("T", 3, 2).T @ symbol("T", 3, 2))),
    logdet(A),
    total(sqrt(X)),
    total(acos(X)),
    log(log(log(u))),
    norm2(x - x),
    total(log(symbol("X", 30, 20))),
    total(unspecified("sigma", x)),
    trace(adj(A - A)),
    total(eigvals_sym(A - A)),
]


@pytest.mark.parametrize("f", NOWHERE, ids=text)
def test_a_function_that_is_defined_nowhere_is_refused(f: Expr) -> None:
    with pytest.raises(DomainError):
        check_domain(Problem(f))


@pytest.mark.parametrize("f", SOMEWHERE, ids=text)
@pytest.mark.parametrize("seed", range(5))
def test_a_function_that_is_defined_somewhere_is_not(f: Expr, seed: int) -> None:
    check_domain(Problem(f), seed)
