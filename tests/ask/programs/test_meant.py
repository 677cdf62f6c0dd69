"""A derivative that does not name its variable is by the first argument, or by the weights."""

import pytest

from matgrad.app.ask import ask
from tests.ask.programs.programs import code

SQUARE = "def loss({0}, x):\n    return 0.5 * np.sum((x - {0})**2)\n"


@pytest.mark.parametrize("by", ["mu", "theta", "c", "m", "w", "centre"])
@pytest.mark.parametrize(("sign", "status"), [("{0} - x", "right"), ("x - {0}", "wrong")])
def test_the_first_argument_is_the_variable(by: str, sign: str, status: str) -> None:
    program = f"{SQUARE}def grad({{0}}, x):\n    return {sign}".format(by)
    reply = ask(code(program))
    assert [*reply.results] == [by]
    assert [claim.status for claim in reply.claims] == [status]


VARIABLES = [  # the arguments, the value, its derivative, by what
    ("X, y, w", "np.sum((X @ w - y)**2)", "2 * X.T @ (X @ w - y)", "w"),
    ("x, w, y", "(x @ w - y)**2", "2 * (x @ w - y) * x", "w"),
    ("x, theta", "np.sum(x**2) / theta", "2 * x / theta", "x"),
    ("x, a", "np.log(1 + np.exp(a @ x))", "a * sigmoid(a @ x)", "x"),
    ("y, p", "-np.sum(y * np.log(p))", "-y / p", "p"),
    ("y_true, y_pred", "np.mean((y_true - y_pred)**2)",
     "2 * (y_pred - y_true) / np.size(y_true)", "y_pred"),
    ("lam, w, X, y", "np.sum((X @ w - y)**2) + lam * w @ w",
     "2 * X.T @ (X @ w - y) + 2 * lam * w", "w"),
    ("A, x", "x @ A @ x", "(A + A.T) @ x", "x"),
]  # fmt: skip


@pytest.mark.parametrize(("given", "value", "derivative", "by"), VARIABLES)
def test_data_are_not_the_variable(given: str, value: str, derivative: str, by: str) -> None:
    program = f"def f({given}):\n    return {value}\ndef grad({given}):\n    return {derivative}"
    reply = ask(code(program))
    assert [*reply.results] == [by]
    assert [claim.status for claim in reply.claims] == ["right"]


def test_what_is_right_by_another_argument_is_open() -> None:
    given = "def f(x, w):\n    return np.log(1 + np.exp(w @ x))\ndef grad(x, w):\n    return "
    (claim,) = ask(code(f"{given}w * sigmoid(w @ x)")).claims
    assert claim.status == "undecided"
    assert claim.words.startswith("it is right by x, but wrong by w")


@pytest.mark.parametrize("name", ["loss_grad", "cost_gradient", "loss_backward"])
def test_a_routine_named_for_the_gradient_of_the_loss_is_no_loss(name: str) -> None:
    program = f"{SQUARE}def {name}({{0}}, x):\n    return {{0}} - x".format("mu")
    reply = ask(code(program))
    assert str(reply.results["mu"]) == "mu - x"
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize("name", ["cos_grad_u", "cos_grad_wrt_u", "grad_cos_u", "grad_u"])
def test_the_name_of_a_routine_tells_the_variable(name: str) -> None:
    program = (
        f"def cos(u, v):\n    return np.exp(u @ v)\ndef {name}(u, v):\n    return v * cos(u, v)"
    )
    reply = ask(code(program))
    assert [*reply.results] == ["u"]
    assert [claim.status for claim in reply.claims] == ["right"]


TUPLES = [  # what is returned without names
    ("def grad(w, b, X, y):\n    r = X @ w + b - y\n    return X.T @ r, 2 * np.sum(r)", "rw"),
    ("def grad(X, y, w, b):\n    r = X @ w + b - y\n    return -X.T @ r, np.sum(r)", "wr"),
    ("def loss_and_grad(w, b, X, y):\n    r = X @ w + b - y\n"
     "    return 0.5 * np.sum(r**2), X.T @ r, np.sum(r)", "rr"),
]  # fmt: skip


@pytest.mark.parametrize(("routine", "verdicts"), TUPLES)
def test_derivatives_without_names_are_in_the_order_of_arguments(
    routine: str, verdicts: str
) -> None:
    loss = "def loss(w, b, X, y):\n    return 0.5 * np.sum((X @ w + b - y)**2)\n"
    program = routine if routine.startswith("def loss") else loss + routine
    assert "".join(claim.status[0] for claim in ask(code(program)).claims) == verdicts


TRIPLET = """def loss(a, p, n):
    return np.sum((a - p)**2) - np.sum((a - n)**2)
def grads(a, p, n):
    da = 2 * (n - p)
    dn = {0}
    return da, dn"""


@pytest.mark.parametrize(("claim", "verdicts"), [("2*(a - n)", "rr"), ("2*(a + n)", "rw")])
def test_a_letter_for_counts_is_a_vector_where_it_is_differentiated_by(
    claim: str, verdicts: str
) -> None:
    reply = ask(code(TRIPLET.format(claim)))
    assert "".join(claim.status[0] for claim in reply.claims) == verdicts
    assert "a, p, n: n" not in reply.text("short")


COUNTS = [
    ("loss = np.sum((a - n)**2)", "a", "2*(a - n)"),
    ("loss = np.sum((x - m)**2) / n", "x", "2*(x - m)/n"),
    ("s = np.sum(x**2) / (n - 1)", "x", "2*x/(n - 1)"),
]


@pytest.mark.parametrize(("program", "by", "gradient"), COUNTS)
def test_a_letter_that_is_only_added_is_no_count(program: str, by: str, gradient: str) -> None:
    reply = ask(code(program, f"What is the gradient with respect to {by}?"))
    assert str(reply.results[by]) == gradient


def test_a_routine_that_does_not_fit_is_wrong_by_its_own_variable() -> None:
    program = """def f(A, B):
    return np.sum((A @ B)**2)
def grad_A(A, B):
    return 2 * A @ B @ B.T
def grad_B(A, B):
    return 2 * A @ A.T @ B"""
    first, second = ask(code(program)).claims
    assert (first.status, second.status) == ("right", "wrong")
    assert second.words.startswith("the shapes do not fit")


def test_a_number_that_comes_first_is_not_the_variable_of_a_vector() -> None:
    given = "def f(k, x):\n    return 0.5 * k * np.sum(x**2)\ndef grad(k, x):\n    return k * x"
    reply = ask(code(given, "x is a vector. Is it right?"))
    assert [*reply.results] == ["x"]
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_count_that_a_routine_sets_is_the_same_outside() -> None:
    loss = "def loss(W, X, Y):\n    n = X.shape[0]\n    return np.sum((X @ W - Y)**2) / n\n"
    (claim,) = ask(code(f"{loss}dW = 2 * X.T @ (X @ W - Y) / n")).claims
    assert claim.status == "right"


ENTROPY = """class SoftmaxCrossEntropy:
    def forward(self, logits, y):
        # logits: (N, C), y: (N, C) one-hot
        z = logits - logits.max(axis=1, keepdims=True)
        self.p = np.exp(z) / np.exp(z).sum(axis=1, keepdims=True)
        self.y = y
        return -np.sum(y * np.log(self.p)) / len(y)

    def backward(self):
        return (self.p - self.y) / {}"""


@pytest.mark.parametrize(
    ("number", "found"), [("self.y.shape[0]", "right"), ("self.y.size", "wrong")]
)
def test_a_backward_pass_without_arguments_is_by_what_forward_takes(
    number: str, found: str
) -> None:
    reply = ask(f"{ENTROPY.format(number)}\n\nis this backward correct?")
    assert [*reply.results] == ["logits"]
    assert [claim.status for claim in reply.claims] == [found]
