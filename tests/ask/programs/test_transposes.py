"""x.T of a vector is that vector; pairs of functions are judged, as defs or without names."""

import pytest

from matgrad.app.ask import ask

PAIRS = [
    ("np.log(1 + x.T @ x)", "2 * x / (1 + x.T @ x)", "right"),
    ("np.log(1 + x.T @ x)", "x / (1 + x.T @ x)", "wrong"),
    ("0.5 * x.T @ A @ x - b.T @ x + np.log(1 + x.T @ x)",
     "0.5 * (A + A.T) @ x - b + 2 * x / (1 + x.T @ x)", "right"),
    ("0.5 * x.T @ A @ x - b.T @ x", "A @ x - b", "wrong"),
    ("np.sqrt(c + x.T @ x) + b.T @ x", "x / np.sqrt(c + x.T @ x) + b", "right"),
]  # fmt: skip
FORMS = ["f = lambda x: {0}\ndf = lambda x: {1}",
         "def f(x):\n    return {0}\n\ndef df(x):\n    return {1}"]  # fmt: skip


@pytest.mark.parametrize("form", FORMS, ids=["lambda", "def"])
@pytest.mark.parametrize(("value", "derivative", "status"), PAIRS)
def test_x_is_a_vector(form: str, value: str, derivative: str, status: str) -> None:
    program = form.format(value, derivative)
    reply = ask(f"Quick question, is df the derivative of f?\n\n{program}\n")
    assert reply.problem is not None
    assert reply.problem.symbols["x"].shape.is_vector
    assert [claim.status for claim in reply.claims] == [status]


def test_a_gram_matrix_to_which_a_number_is_added_stays_one() -> None:
    program = "K = (X @ X.T + 1)**2\nf = np.sum(K)"
    reply = ask(f"```python\n{program}\n```\nWhat is the gradient of f with respect to X?")
    assert str(reply.results["X"]) == "4*(X*X' + ones(n,n))*X"
