"""A gradient that is called behind the routines is judged as the routine that it is."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code

ROUTINES = """def loss(w, X, y):
    return 0.5 * np.sum((X @ w - y)**2)
def grad(w, X, y):
    return X.T @ (X @ w {0} y)
"""
NUMERICAL = """def numerical_grad(f, w, eps=1e-6):
    g = np.zeros_like(w)
    for i in range(len(w)):
        e = np.zeros_like(w)
        e[i] = eps
        g[i] = (f(w + e, X, y) - f(w - e, X, y)) / (2 * eps)
    return g
"""
USES = [
    "g = grad(w, X, y)",
    "w = np.zeros(3)\ng = grad(w, X, y)\nw -= 0.1 * g",
    "w -= 0.1 * grad(w, X, y)",
    "for i in range(100):\n    g = grad(w, X, y)\n    w = w - 0.1 * g",
    "for i in range(100):\n    w -= 0.1 * grad(w, X, y)\n    J = loss(w, X, y)",
    "for i in range(9):\n    w -= grad(w, X, y)\n    if i % 3 == 0:\n        print(loss(w, X, y))",
    "w0 = np.zeros(3)\nL = loss(w0, X, y)\ng1 = grad(w0, X, y)",
    "history = []\nfor i in range(9):\n    w -= grad(w, X, y)\n    history.append(loss(w, X, y))",
    f"{NUMERICAL}w = np.random.randn(3)\ng1 = grad(w, X, y)\ng2 = numerical_grad(loss, w)\n"
    "print(np.linalg.norm(g1 - g2) / np.linalg.norm(g1 + g2))",
    f"{NUMERICAL}err = np.abs(numerical_grad(loss, w) - grad(w, X, y)).max()",
]


@pytest.mark.parametrize(("sign", "status"), [("-", "right"), ("+", "wrong")])
@pytest.mark.parametrize("use", USES, ids=range(len(USES)))
def test_a_gradient_is_judged_though_it_is_called(use: str, sign: str, status: str) -> None:
    reply = ask(code(f"{ROUTINES.format(sign)}\n{use}", "Where is the bug?"))
    assert [*reply.results] == ["w"]
    assert [claim.status for claim in reply.claims] == [status]


def test_values_from_which_a_program_starts_are_no_part_of_its_function() -> None:
    given = "w = np.zeros(3)\nb = 0.0\nlam = 0.1\n"
    loss = "def loss(w, b, X, y, lam):\n    return np.sum((X @ w + b - y)**2) + lam * w @ w\n"
    gradient = "def grad(w, b, X, y, lam):\n    return 2 * X.T @ (X @ w + b - y) + lam * w\n"
    reply = ask(code(f"{loss}{gradient}{given}g = grad(w, b, X, y, lam)"))
    assert str(reply.results["w"]) == "2*(X'*(b*ones(n) + X*w - y) + lam*w)"
    assert reply.claims[0].words == "the claim has 1/2 times the term 2λw"


def test_a_routine_called_d_and_the_name_of_another_is_its_gradient() -> None:
    given = "def k(c, x):\n    return np.exp(-np.sum((x - c)**2))\n"
    (claim,) = ask(code(f"{given}def dk(c, x):\n    return 2 * (x - c) * k(c, x)")).claims
    assert claim.status == "right"


def test_arguments_in_words_are_no_sizes() -> None:
    given = "def k(c, x):\n    return np.exp(-np.sum((x - c)**2))\n"
    program = f"{given}def grad(c, x):\n    return 2 * (x - c) * k(c, x)"
    reply = ask(code(program, "The kernel is k(x, c) = exp(-|x - c|^2). Is grad right?"))
    assert reply.problem is not None
    assert reply.problem.symbols["x"].shape.is_vector
    assert [claim.status for claim in reply.claims] == ["right"]
