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
      ["gradient of f = (A + Aᵀ)x    right", "gradient = 2x          right"]),
     ("Signal processing: E(w) = |d - w^T x|^2 with everything real. LMS says the gradient is -2 e "
      "x with e = d - w^T x. But Haykin has -e x, for J = e^2/2 of course. Is -2 e x right for E?",
      ["the function: E = |d − wᵀx|²", "gradient of J = −ex right (Haykin): for J = e²/2",
       "gradient = −2ex right"]),
     ("L(w) = (y - w'x)^2, gradient is -2(y - w'x)x. The book has -(y - w'x)x, but for L/2.",
      ["the function: L = (y − wᵀx)²", "gradient = −2(y − w'x)x right",
       "gradient = −(y − w'x)x right (the book): for L/2"]),
     ("L(w) = (y - w'x)^2. The book has -2(y - w'x)x, but for L/2.",
      ["gradient = −2(y − w'x)x wrong (the book): for L/2"]),
     ("f(w) = (d - w'x)^2. The gradient is -2 e x where e = d - w'x. And J = e^2/2 has gradient "
      "-e x.", ["gradient = −2ex right", "gradient of J = −ex right: for J = e²/2"]),
     ("f(x) = x'x. I get 2x. My friend gets 4 (x'x) x, but for f^2.",
      ["the function: f = xᵀx", "gradient = 2x right", "right (my friend): for f²"]),
     (r"Let $E(w) = \|Xw - y\|^2$. I get $2X^T(Xw - y)$. But Bishop has $X^T(Xw-y)$, for "
      r"$J = \frac12\|Xw-y\|^2$ of course.",
      ["the function: E = ‖Xw − y‖²", "gradient = 2Xᵀ(Xw − y) right",
       "gradient of J = Xᵀ(Xw − y) right (Bishop)"]),
     ("e = d - w^T x, J = e^2/2. dJ/dw = -e x. Right?", ["∂J/∂w = −ex right"]),
     ("The error e = d - w'x, J(w) = e^2/(2 s^2). I get dJ/dw = -e x/s^2.",
      ["∂J/∂w = −ex/s² right"]),
     ("E = ||Xw - y||^2, gradient by w? My friend has X'(Xw - y), but for J = E/2. Who is right?",
      ["the function: E = ‖Xw − y‖²", "gradient of J = X'(Xw − y) right (my friend)"]),
     ("C(w) = ||Xw - y||^2. I get 2X'(Xw - y). Someone has 2X'(Xw - y)/n, for C/n.",
      ["gradient = 2X'(Xw − y) right", "(Xw − y)/n right (someone): for C/n"]),
     (r"Let $J(\theta) = \frac{1}{2m}\|X\theta-y\|^2$. Ng has $\frac1m X^T(X\theta-y)$. In my "
      r"notes it is $X^T(X\theta-y)$, for $J = \frac12\|X\theta-y\|^2$.",
      ["J = ‖Xθ − y‖²/(2m)", "= Xᵀ(Xθ − y) right (my notes): for J = 1/2 ‖Xθ − y‖²"]),
     ("Let $f(x) = g(x)^2$ with $g(x) = a^Tx$. I get $2ga$, and $a$ for $g$.",
      ["gradient = 2ga right", "gradient of g = a right"])],
    ids=("at the identity", "everywhere", "own e", "half", "not of half", "has", "square", "J", "e",
         "e over", "of half", "per sample", "anew", "name"),
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
     r"Let $f(x)=h(Ax)$. With $h(y)=\|y\|^2$ the gradient is $2A^TAx$.",
     r"Let $f(x) = x^TAx$. The gradient is $2x$, for $A = I$. Right?",
     r"Let $f(x) = \|Ax-b\|^2$. My gradient is $2A^Tr$, but for $r = Ax - b$.",
     r"Let $f(x) = \|x\|^p$. I get $4\|x\|^2x$, for $p = 4$.",
     r"Let $f(x) = \log(x)$. I get $1/x$, but only for $x > 0$."],
)  # fmt: skip
def test_a_part_of_the_function_is_not_what_a_claim_is_about(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]
