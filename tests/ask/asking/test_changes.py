"""Words that change the function."""

import pytest

from matgrad import ask

F = r"Let $f(x)=\|Ax-b\|^2$. "
ASKED = [
    ("What is the gradient without the square?", "without the square"),
    ("What does the gradient look like for the 1-norm instead?", "for the 1-norm instead"),
    (r"What is the gradient of the regularised problem, with $\lambda\|x\|^2$ added?",
     "with λ‖x‖² added"),
    ("What changes if we drop the square?", "drop the square"),
]  # fmt: skip


@pytest.mark.parametrize(("question", "words"), ASKED, ids=range(len(ASKED)))
def test_a_change_that_is_asked_for_and_not_made_is_named(question: str, words: str) -> None:
    reply = ask(F + question)
    assert [x for x in reply.questions if x.startswith(f"“{words}” changes the function")]


CLAIMED = [
    ("f(b) = ||y - Xb||^2 + a*r*||b||_1. Grad of the smooth part wrt b = 2X'(Xb - y)",
     ["undecided"]),
    (r"Let $f(x)=x^TAx+b^Tx$. The gradient of the linear term is $b$, that of $f$ is $(A+A^T)x+b$.",
     ["undecided", "right"]),
    (r"Let $f(x)=\sum_ix_i^2$. The gradient is $2x$ and for the mean instead of the sum it's "
     r"$\frac2nx$.", ["right", "undecided"]),
    (F + "With $A$ replaced by $A^TA$ and $b$ by $A^Tb$, it is $2A^TA(A^TAx-A^Tb)$.",
     ["undecided"]),
    (F + r"Suppose instead we had $f(x)=\|Ax-b\|$, then the gradient would be "
     r"$A^T(Ax-b)/\|Ax-b\|$.", ["right"]),
    (F + r"If I use $\|Ax+b\|^2$ instead, is the gradient still $2A^T(Ax-b)$?", ["wrong"]),
    (r"Let $f(H)=\frac12\|V-WH\|_F^2$. I get $\nabla_H f = W^T(WH-V)$. If I use the cost without "
     r"the half, i.e. $\|V-WH\|_F^2$, is the gradient by $H$ still $W^T(WH-V)$?",
     ["right", "wrong"]),
    (r"$N(p)=-y\log p$ is the negative log-likelihood. The gradient of the log-likelihood with "
     "respect to $p$ is $y/p$.", ["undecided"]),
    (r"What's the derivative of $d(M)=\sqrt{x^TMx}$ with respect to $M$? I recall that for the "
     "squared distance it's $xx^T$.", ["undecided"]),
    (r"I know the gradient of the squared norm is $2x$. What is the gradient of $f(x)=\|x\|$?",
     ["undecided"]),
    (r"What is the gradient of $f(x)=\|x\|^2$? The gradient of the squared norm is $x$.",
     ["wrong"]),
    (r"What is the gradient of $\|x\|^2$ with respect to $x$? I get $2x$ instead of $x$.",
     ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMED, ids=range(len(CLAIMED)))
def test_a_claim_about_another_function_is_not_judged_as_one_about_this(
    text: str, statuses: list[str]
) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


ROUGHLY = [
    (r"Let $f(x)=\log(1+e^x)$. For large $x$ the derivative is $1$.", "undecided"),
    (r"Let $f(x)=\log(1+e^x)$. For large $x$ the derivative is $\frac{1}{1+e^{-x}}$.", "right"),
    (r"Let $f(x)=\log(1+e^x)$. The derivative is $1$.", "wrong"),
    (r"In expectation over $\epsilon\sim N(0,I)$, $f(x) = \|x + \sigma\epsilon\|^2$ has gradient "
     r"$2x$.", "undecided"),
    (r"Let $f(x)=\sqrt{x^2+\epsilon}$. When $\epsilon$ is small, "
     r"$f'(x) = \operatorname{sign}(x)$.", "undecided"),
    (r"Let $f(x)=x^3$. To first order the derivative is $2x^2$.", "undecided"),
    (r"Let $f(x)=x^3$. To first order $f(x+h) = f(x) + 3x^2h$, so I think the derivative "
     "is $2x^2$.", "wrong"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), ROUGHLY, ids=range(len(ROUGHLY)))
def test_what_is_claimed_of_a_limit_or_a_mean_is_not_wrong(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_what_is_treated_as_independent_is_held_fixed() -> None:
    text = (
        r"Let $y = Ax$ and treat $y$ as independent of $x$. Is the gradient of $y^Tx$ by $x$ $y$?"
    )
    assert [claim.status for claim in ask(text).claims] == ["right"]
