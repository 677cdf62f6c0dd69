"""Entries of derivatives that words tell."""

import pytest

import matgrad as mg

ENTROPY = r"Let $f(x)=\sum_i x_i\log x_i$. "
TOLD = [
    (r"Its gradient has entries $\log x_i + 1$. Am I right?", ["right"]),
    (r"Its gradient has components $\log x_i$. Am I right?", ["wrong"]),
    (r"The Hessian is diagonal with entries $1/x_i$. Right?", ["right"]),
    (r"The Hessian is a diagonal matrix with diagonal entries $1/x_i^2$. Right?", ["wrong"]),
]


@pytest.mark.parametrize(("text", "statuses"), TOLD, ids=range(len(TOLD)))
def test_entries_are_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(ENTROPY + text).claims] == statuses


SECOND = r"Let $\sigma$ be the sigmoid. Is $\frac{d^2}{dw dw^T}\log\sigma(w^Tx)="
MORE = [
    (rf"{SECOND}-\sigma(w^Tx)(1-\sigma(w^Tx))xx^T$?", ["right"]),
    (rf"{SECOND}\sigma(w^Tx)(1-\sigma(w^Tx))xx^T$?", ["wrong"]),
    ("J(w) = (y - Xw)'(y - Xw) + lambda w'w. is the hessian 2X'X + 2 lambda I ?", ["right"]),
    (r"Let $J(w)=\frac{\lambda}{2}\|w\|^2+\frac1n\sum_{i=1}^n\max(0,1-y_iw^Tx_i)$. A subgradient "
     r"would be $\lambda w-\frac1n\sum_{i:y_iw^Tx_i<1}y_ix_i$, I think?", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), MORE, ids=range(len(MORE)))
def test_second_derivatives_and_subgradients_are_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("claim", "status"),
    [
        (r"The $k$-th component should be $\sum_j (A_{kj}+A_{jk})x_j$.", "right"),
        (r"The $k$-th component of the gradient is $\sum_j A_{kj}x_j$.", "wrong"),
        (r"I think it's $2\sum_j A_{kj}x_j$ for component $k$.", "wrong"),
    ],
    ids=["right", "half", "behind"],
)
def test_one_entry_by_its_number_is_judged(claim: str, status: str) -> None:
    reply = mg.ask(f"Let $f(x) = x^TAx$. What is the gradient? {claim}")
    assert [each.status for each in reply.claims] == [status]


@pytest.mark.parametrize(
    ("text", "status"),
    [(r"Let $H(p)=-\sum_{i=1}^np_i\log p_i$. The gradient is $-(\log p_i+1)$ in the $i$th"
      " component, correct?", "right"),
     (r"Let $f(x)=\sum_ix_i^3$. The gradient has $3x_k^2$ in its $k$-th entry.", "right"),
     (r"Let $f(x)=\sum_ix_i^3$. The gradient is $x_k^2$ in the component $k$.", "wrong")],
)  # fmt: skip
def test_the_place_may_stand_behind_the_entry(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
