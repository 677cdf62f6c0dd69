"""Greek letters behind members of sums that are vectors."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"Find the gradient of $f(\beta)=\sum_i(y_i-x_i^T\beta)^2$, $x_i\in\mathbb{R}^d$.",
         {"beta": "-2*X'*(y - X*beta)"}),
        (r"Find the gradient of $f(\beta)=\sum_i\exp(x_i^T\beta)$, $x_i\in\mathbb{R}^d$.",
         {"beta": "X'*exp(X*beta)"}),
        ("f(beta) = sum_i (y_i - x_i'beta)^2, x_i in R^d. gradient wrt beta?",
         {"beta": "-2*X'*(y - X*beta)"}),
        (r"Let $x_i\in\mathbb{R}^d$. Gradient of $\sum_i \log(1+e^{-y_ix_i^T\theta})$ by $\theta$?",
         {"theta": "-X'*(y .* sigmoid(-(y .* (X*theta))))"}),
    ],
    ids=["squares", "exponentials", "typed", "logistic"],
)  # fmt: skip
def test_they_are_vectors(text: str, answer: dict[str, str]) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == answer


@pytest.mark.parametrize(
    ("term", "answer"),
    [(r"e^{x_i^T\beta}", "X'*exp(X*beta)"), (r"(x_i^T\beta)^4", "4*X'*(X*beta).^3")],
    ids=range(2),
)
@pytest.mark.parametrize("rows", ["are the rows", "is the $i$-th row"], ids=range(2))
def test_rows_of_a_matrix_are_vectors(term: str, answer: str, rows: str) -> None:
    reply = mg.ask(
        rf"Find the gradient of $f(\beta) = \sum_i {term}$, where $x_i^T$ {rows} of $X$."
    )
    assert [str(x) for x in reply.results.values()] == [answer]
