"""What somebody differentiates is the function, and what stands beside a solution no derivative."""

import pytest

from matgrad.app.ask import ask

ROWS = [
    (r"Maximise $b^Tx$ subject to $\|x\|=1$. Differentiating $b^Tx-\lambda(x^Tx-1)$ with respect "
     r"to $x$ I get $b-2\lambda x$.", "b - 2*lambda*x", ["right"]),
    (r"In PCA one maximises $w^TSw$ s.t. $\|w\|=1$. ($S$ is symmetric.) Differentiating "
     r"$w^TSw-\lambda(w^Tw-1)$ with respect to $w$ yields $2Sw-\lambda w$, they say.",
     "2*(S*w - lambda*w)", ["wrong"]),
    ("Differentiating $x^TAx$ with respect to $x$ gives $2Ax$. Right?", "(A + A')*x", ["wrong"]),
    (r"Minimise $\|Ax-b\|^2$ over $x$. By differentiating $x^TA^TAx-2b^TAx$ with respect to $x$, "
     "I get $2A^TAx-2A^Tb$.", "2*A'*(A*x - b)", ["right"]),
    ("Let $f(x)=x^TAx+b^Tx$. Differentiating the first term $x^TAx$ gives $(A+A^T)x$. What is the "
     "gradient?", "(A + A')*x + b", ["right"]),
    # A sign of a derivative and what it is applied to, in two formulas; helpers are no functions.
    (r"Compute $\nabla_x$ of $\frac{x^TAx}{x^TBx}$ where A and B are symmetric. My answer is "
     r"$\frac{2}{x^TBx}(A - \rho B)x$ with $\rho = x^TAx$.",
     "2*(A - (x'*A*x)*B/(x'*B*x))*x/(x'*B*x)", ["wrong"]),
    (r"Compute $\nabla_x$ of $\|Ax-b\|^3$. My answer is $3 r^2 A^T(Ax-b)$ with $r = \|Ax-b\|$.",
     "3*norm2(A*x - b)*A'*(A*x - b)", ["wrong"]),
    (r"Find $\nabla_w$ of $\log(1 + e^{-y w^Tx})$. I get $-y s x$ with "
     r"$s = \frac{1}{1+e^{yw^Tx}}$.", "-y*sigmoid(-y*w'*x)*x", ["right"]),
    (r"Find $\nabla_W$ of $\|WX - Y\|_F^2$. I get $2EX^T$ with $E = WX - Y$.", "2*(W*X - Y)*X'",
     ["right"]),
    (r"What is $\nabla_\theta$ of the loss $\exp(-\|\theta - \mu\|^2)$? I have $-2k(\theta-\mu)$ "
     r"where $k = \exp(-\|\theta-\mu\|^2)$.", "-2*exp(-(theta - mu)'*(theta - mu))*(theta - mu)",
     ["right"]),
    (r"Let $u = Ax$ and $f = u^Tu$. What is $\nabla_x$ of it? I get $2A^Tu$.", "2*A'*A*x",
     ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "answer", "statuses"), ROWS, ids=range(len(ROWS)))
def test_what_is_differentiated(text: str, answer: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [str(x) for x in reply.results.values()] == [answer]
    assert [claim.status for claim in reply.claims] == statuses


def test_what_books_have_in_a_solution_is_no_gradient() -> None:
    reply = ask(
        r"Let $J(\beta)=\|y-X\beta\|^2+\lambda\|\beta\|^2$. I get "
        r"$\hat\beta=(X^TX+\frac\lambda2 I)^{-1}X^Ty$, but every book has $\lambda I$. What is the "
        "gradient?"
    )
    assert [claim.latex.partition(" ")[0] for claim in reply.claims] == [r"\hat"]
    assert r"\lambda I" in reply.unused


@pytest.mark.parametrize(
    "words", ["the length scale $s$", "the (isotropic) bandwidth $s$", "its scale $s$"]
)
def test_a_variable_behind_a_noun_is_not_dropped(words: str) -> None:
    text = r"Let $x,y\in\mathbb R^n$, $k(x,y)=\exp(-\|x-y\|^2/(2s^2))$. I need derivatives w.r.t. "
    assert list(ask(f"{text} $x$ and {words}.").results) == ["x", "s"]


def test_the_hessian_of_a_function_is_no_variable() -> None:
    text = r"Let $f(x)=x^TAx$. Find the gradient with respect to $x$ and the Hessian of $f$."
    assert list(ask(text).results) == ["x"]


def test_what_is_that_of_another_is_asked_as_well() -> None:
    trace = r"\operatorname{tr}(X^{-1})"
    reply = ask(rf"What is the derivative of $\log\det X$ by $X$, and what is that of ${trace}$?")
    assert not reply.unused
