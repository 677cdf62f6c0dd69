"""A vector of which the text gives the entries is known to claims."""

import pytest

from matgrad.app.ask import ask

F = r"$f(x)=\sum_{i=1}^m e^{a_i^Tx}$. "


@pytest.mark.parametrize("name", ["s", "d"])
def test_a_claim_may_use_the_vector_of_entries(name: str) -> None:
    reply = ask(rf"{F} Put ${name}_i=e^{{a_i^Tx}}$. Then $\nabla f=A^T{name}$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "Not used" not in reply.text("short")


def test_a_wrong_claim_with_the_vector_of_entries_is_wrong() -> None:
    reply = ask(rf"{F} Put $s_i=e^{{a_i^Tx}}$. Then $\nabla f=2A^Ts$.")
    assert [claim.status for claim in reply.claims] == ["wrong"]


@pytest.mark.parametrize(
    ("text", "gradient"),
    [
        ("loss = mean(log(1 + exp(z)) - y * z), y and z in R^N. dloss/dz?", "(sigmoid(z) - y)/N"),
        ("loss = mean((y - z)^2 * c), y and z and c are vectors in R^N. dloss/dz?",
         "-2*c .* (y - z)/N"),
    ],
)  # fmt: skip
def test_a_star_inside_of_a_mean_is_a_product_of_entries(text: str, gradient: str) -> None:
    reply = ask(f"{text} I get {gradient}")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "* is the product of each entry" in reply.text("short")


def test_a_square_inside_of_a_sum_makes_no_matrix_a_number() -> None:
    reply = ask("y = Wx + b, L = sum(y^2). What is dL/dx? I get 2 W y.")
    assert [str(each) for each in reply.results.values()] == ["2*W'*(W*x + b)"]
    assert [claim.status for claim in reply.claims] == ["wrong"]


@pytest.mark.parametrize(
    ("text", "function", "scalars"),
    [
        ("f = sum(exp(t*A*x)) what's the derivative with respect to t?", "sum(exp(t*A*x))", "t"),
        ("f = sum(exp(A*x*t)) what's the derivative with respect to t?", "sum(exp(t*A*x))", "t"),
        ("f = ||t*A*x||^2 what's the derivative with respect to t?", "norm2(t*A*x)^2", "t"),
        ("What's the gradient of sum(log(1+exp(-y*X*w))) wrt w?",
         "sum(log(1 + exp(-(y .* (X*w)))))", ""),
        ("f = sum(W*x*y) derivative with respect to W?", "sum((W*x) .* y)", ""),
    ],
)  # fmt: skip
def test_a_star_beside_a_matrix_and_a_vector(text: str, function: str, scalars: str) -> None:
    problem = ask(text).problem
    assert problem is not None
    assert str(problem.function) == function
    assert "".join(name for name, x in problem.symbols.items() if x.is_scalar) == scalars


def test_entries_below_a_sum_may_have_another_index_than_their_definition() -> None:
    text = r"Let $p_i=e^{z_i}/\sum_k e^{z_k}$ and $L=-\sum_k y_k\log p_k$ with $\sum_k y_k=1$. "
    assert ask(text + r"Is $\partial L/\partial z=p-y$?").claims[0].is_right
