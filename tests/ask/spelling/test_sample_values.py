r"""Where p(x;\beta) is defined, p_i is its value at the sample x_i."""

import pytest

import matgrad as mg

LOSS = r"Let $f(\beta) = \sum_i \log(1 + e^{\beta^Tx_i})$ and "
CLAIMS = [
    (r"$p(x;\beta) = \frac{e^{\beta^Tx}}{1+e^{\beta^Tx}}$. Is the Hessian $X^TWX$ with "
     r"$W = \mathrm{diag}(p_i(1-p_i))$?", "right"),
    (r"$p(x;\beta) = \frac{e^{\beta^Tx}}{1+e^{\beta^Tx}}$. Is the Hessian $X^TWX$ with "
     r"$W = \mathrm{diag}(p_i)$?", "wrong"),
    (r"$p(x) = \frac{1}{1+e^{-\beta^Tx}}$. The gradient is $\sum_i p_ix_i$. Right?", "right"),
    (r"$p(x) = \frac{1}{1+e^{-\beta^Tx}}$. The gradient is $\sum_i (1-p_i)x_i$. Right?", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("words", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_a_value_at_a_sample_needs_no_equation(words: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(LOSS + words).claims] == [status]


def test_a_function_may_be_made_of_them() -> None:
    reply = mg.ask(
        r"Let $h(x) = w^Tx$ and $L(w) = \sum_i (y_i - h_i)^2$ where $x_i^T$ are the rows of $X$. "
        "What is the gradient?"
    )
    assert str(reply.results["w"]) == "-2*X'*(y - X*w)"


def test_beside_entries_it_is_something_else() -> None:
    reply = mg.ask(r"Let $f(x) = \sum_i x_i^2$ and $g = \sum_i f_ix_i$. What is $\nabla f$?")
    assert "f_i is f(x_i)" not in reply.text("short")
