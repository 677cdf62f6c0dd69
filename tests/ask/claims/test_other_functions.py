"""Claims that words make about another function than the one that is asked about."""

import pytest

import matgrad as mg

ROOT = r"Let $f(x)=\|Ax-b\|$. "
RIDGE = r"Let $f(w)=\|Xw-y\|^2+\lambda\|w\|^2$. "
RIGHT = r"$\frac{A^T(Ax-b)}{\|Ax-b\|}$"


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"$d_M(x,y)=\sqrt{(x-y)^TM(x-y)}$. What's the derivative of the distance with respect to "
         r"$M$? I recall that for the squared distance it's $(x-y)(x-y)^T$, so for $d_M$ I'd guess "
         r"$\frac{1}{2d_M(x,y)}(x-y)(x-y)^T$.", ["undecided", "right"]),
        (f"{ROOT}For the squared error I know it is $2A^T(Ax-b)$. For $f$ I get {RIGHT}.",
         ["undecided", "right"]),
        (f"{ROOT}I know that the gradient of the squared error is $2A^T(Ax-b)$.", ["undecided"]),
        (f"{ROOT}Its square has the gradient $2A^T(Ax-b)$.", ["undecided"]),
        ("f(x) = sqrt(x'Ax), A symmetric. For the squared thing it's 2Ax.", ["undecided"]),
        (f"{ROOT}I get $2A^T(Ax-b)$.", ["wrong"]),
        (r"Let $f(x)=\|Ax-b\|^2$. For the squared error I get $A^T(Ax-b)$.", ["wrong"]),
        (rf"Let $f(x)=\|Ax-b\|^2$. For the unsquared error it is {RIGHT}.", ["undecided"]),
        (f"{RIDGE}In ordinary least squares it is $2X^T(Xw-y)$, and here I get "
         r"$2X^T(Xw-y)+\lambda w$.", ["right", "wrong"]),
        (f"{RIDGE}For the unregularised loss it is $2X^T(Xw-y)$.", ["right"]),
        (f"{RIDGE}In ordinary least squares it is $X^T(Xw-y)$.", ["undecided"]),
        (f"{RIDGE}For the usual loss it is $2X^T(Xw-y)$.", ["wrong"]),
        (r"Let $f(w)=\|Xw-y\|^2$. The usual least-squares gradient is $X^T(Xw-y)$.", ["wrong"]),
    ],
)  # fmt: skip
def test_a_claim_about_another_function_is_not_called_wrong(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


@pytest.mark.parametrize(
    ("text", "shown"),
    [(r'Show that for $f(X)=\det(X)$, $X\in\mathbb{R}^{n\times n}$, the gradient at $X=I$ is $I$.'
      r' Then a student wrote: "for $g(X)=\det(X^2)$ the gradient at $X=I$ is also $I$". True?',
      ["gradient of f = I    right", "gradient = I    wrong"]),
     (r"For $f(x)=x^TAx$ the gradient is $(A+A^T)x$. For $g(x)=x^Tx$ the gradient is $2x$.",
      ["gradient of f = (A + Aᵀ)x    right", "gradient = 2x          right"])],
    ids=("at the identity", "everywhere"),
)  # fmt: skip
def test_each_claim_is_about_the_function_of_its_sentence(text: str, shown: list[str]) -> None:
    lines = " ".join(mg.ask(text).text("short").split())
    assert all(" ".join(line.split()) in lines for line in shown)


@pytest.mark.parametrize(
    "text",
    [r"Let $F(x)=x^Tx+g(x)$. The gradient with $g(x)=a^Tx$ is $2x+a$.",
     r"Let $F(x)=x^Tx+g(x)$. For $g(x)=a^Tx$ the gradient is $2x+a$.",
     r"Let $L(w)=\sum_i\phi(w^Tx_i)$. For $\phi(t)=\frac12t^2$, the gradient is"
     r" $\sum_i(w^Tx_i)x_i$.",
     r"Let $f(x)=h(Ax)$. With $h(y)=\|y\|^2$ the gradient is $2A^TAx$."],
)  # fmt: skip
def test_a_part_of_the_function_is_not_what_a_claim_is_about(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
