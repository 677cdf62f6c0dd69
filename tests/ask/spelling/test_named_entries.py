"""Words that give the entries of something define it."""

import pytest

import matgrad as mg

LOSS = r"Let $f(\beta) = \sum_i \log(1 + e^{\beta^Tx_i})$ and $p_i = \frac{1}{1+e^{-\beta^Tx_i}}$. "
DIAGONAL = [
    ("$W$ is the diagonal matrix with entries $p_i(1-p_i)$", "right"),
    ("$W$ is diagonal with diagonal entries $p_i(1-p_i)$", "right"),
    (
        r"$W$ is the $N\times N$ diagonal matrix whose $i$-th diagonal entry is $p_i(1-p_i)$",
        "right",
    ),
    ("$W$ is a diagonal matrix of weights with $i$th diagonal element $p_i(1-p_i)$", "right"),
    ("$W$ has $p_i(1-p_i)$ on its diagonal", "right"),
    ("$W$ is diagonal with entries $p_i^2$", "wrong"),
    ("$W$ has $1-p_i$ on the diagonal", "wrong"),
]
SQUARES = (
    r"Let $f(\beta) = \|y - X\beta\|^2$ and $h(x) = \beta^Tx$. The gradient is $-2X^Tr$ where "
)
VECTORS = [
    (r"$r$ is the vector with entries $y_i - h(x_i)$", "right"),
    (r"$r$ is a vector whose $i$th component is $y_i - x_i^T\beta$", "right"),
    (r"$r$ is the vector of components $h(x_i) - y_i$", "wrong"),
]


@pytest.mark.parametrize(("words", "status"), DIAGONAL, ids=range(len(DIAGONAL)))
def test_a_diagonal_matrix_has_the_entries_that_words_give(words: str, status: str) -> None:
    reply = mg.ask(f"{LOSS}The Hessian is $X^TWX$ where {words}. Right?")
    assert [claim.status for claim in reply.claims] == [status]


@pytest.mark.parametrize(("words", "status"), VECTORS, ids=range(len(VECTORS)))
def test_a_vector_has_the_entries_that_words_give(words: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(f"{SQUARES}{words}. Right?").claims] == [status]


def test_a_vector_may_be_called_like_a_function() -> None:
    reply = mg.ask(
        r"$p(x;\beta) = \frac{1}{1+e^{-\beta^Tx}}$. Let $\ell(\beta) = \sum_i y_i\log p(x_i;\beta) "
        r"+ (1-y_i)\log(1-p(x_i;\beta))$. Let $W$ be a diagonal matrix with $i$th diagonal element "
        r"$p(x_i;\beta)(1-p(x_i;\beta))$ and $p$ the vector with entries $p(x_i;\beta)$. Then "
        r"$\frac{\partial\ell}{\partial\beta} = X^T(y - p)$ and "
        r"$\frac{\partial^2\ell}{\partial\beta\partial\beta^T} = -X^TWX$, right?"
    )
    assert [claim.status for claim in reply.claims] == ["right", "right"]


@pytest.mark.parametrize("words", ["collects the residuals", "holds all of"])
def test_an_entry_in_an_explanation_is_not_the_function(words: str) -> None:
    reply = mg.ask(rf"{SQUARES}$r$ {words} $y_i - h(x_i)$. Right?")
    assert str(reply.results["beta"]) == "-2*X'*(y - X*beta)"
    assert [claim.status for claim in reply.claims] == ["not checked"]
