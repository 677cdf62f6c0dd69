r"""Names that a text varies: L_\delta and L, x^* that is defined and differentiated."""

import pytest

import matgrad as mg

HUBER = r"Let $L_\delta(r)=\delta^2\left(\sqrt{1+(r/\delta)^2}-1\right)$. "
RIDGE = r"Let $x^*=(A^TA+\lambda I)^{-1}A^Tb$ be the ridge solution. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (HUBER + r"Then $\frac{dL}{dr}=\frac{r}{\sqrt{1+(r/\delta)^2}}$.", "right"),
        (HUBER + r"Then $\frac{dL}{dr}=\frac{2r}{\sqrt{1+(r/\delta)^2}}$.", "wrong"),
        (RIDGE + r"I think $dx^*/d\lambda=-(A^TA+\lambda I)^{-1}x^*$.", "right"),
        (RIDGE + r"I think $\frac{dx^{*}}{d\lambda}=(A^TA+\lambda I)^{-1}x^{*}$.", "wrong"),
        (r"Let $L_\lambda(w)=\|Xw-y\|^2+\lambda\|w\|^2$ and $L(w)=\|Xw-y\|^2$. Then "
         r"$\nabla L=2X^T(Xw-y)$.", "right"),
    ],
)  # fmt: skip
def test_claims_about_them_are_judged(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]


@pytest.mark.parametrize(
    ("text", "results"),
    [
        (r"Let $h_\theta(x)=e^{-\theta^Tx}$. What is $\nabla_\theta h$?",
         {"theta": "-exp(-theta'*x)*x"}),
        (r"The ridge solution is $w^\star=(X^TX+\lambda I)^{-1}X^Ty$. What is the derivative of "
         r"$w^\star$ with respect to $\lambda$?", {"lambda": "-(X'*X + lambda*I(n))^(-2)*X'*y"}),
    ],
)  # fmt: skip
def test_they_are_answered(text: str, results: dict[str, str]) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == results


def test_an_optimum_that_is_not_differentiated_stays_one() -> None:
    text = r"Let $f(x)=\|Ax-b\|^2$. Setting it to zero gives $x^*=(A^TA)^{-1}A^Tb$."
    (claim,) = mg.ask(text).claims
    assert (claim.status, claim.words) == ("right", "the gradient is zero there")
