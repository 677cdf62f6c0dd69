"""What a text says of its function and no answer may pass over."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Let $f(x)=x^TA(x)x$ where $A(x)$ is a matrix depending on $x$. What is the gradient?",
         "How does A depend on x?"),
        ("Let $f(x)=x^TBx$ where $B$ depends on $x$. What is the gradient of $f$?",
         "How does B depend on x?"),
        (r"Let $S$ be the sample covariance of $X$. Gradient of $\operatorname{tr}(AS)$ by $X$?",
         "How does S depend on X?"),
        (r"Let $G$ be the Gram matrix of the rows of $X$. Gradient of $\log\det G$ wrt $X$?",
         "How does G depend on X?"),
        (r"Let $z=Wx+b$, $p=\operatorname{sigmoid}(z)$ and $L=-\log p_y$. What is "
         r"$\frac{\partial L}{\partial z}$?", "p_y is an entry of p"),
        (r"Let $f(X)=\operatorname{tr}(X^TX)$. What is $\frac{df}{dt}$?", "t does not occur"),
        (r"Let $T\in\mathbb{R}$ and $f(x)=x^T$ with $x\in\mathbb{R}$. What is $f'(x)$?",
         "the power T?"),
    ],
)  # fmt: skip
def test_it_is_asked_about_and_not_answered(text: str, words: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert words in reply.questions[0]


@pytest.mark.parametrize(
    "text",
    [
        "Let $f(x)=x^TBx$ where $B=xx^T$ is held constant. What is the gradient of $f$?",
        "Let $f(x)=x^TBx$ and $B=xx^T$. What is the gradient of $f$, holding $B$ fixed?",
        "Let $f(x)=x^TBx$ where $B$ does not depend on $x$. What is the gradient of $f$?",
    ],
)
def test_what_is_held_fixed_is_not_differentiated(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(B + B')*x"
    assert not reply.questions


def test_a_second_definition_in_other_letters_is_said() -> None:
    reply = ask("Let $f(x)=x^TAx$. Or let $f(x)=x^TBx$. What is the gradient of $f$?")
    assert reply.questions == ["f is defined again, as xᵀBx; the answer is for xᵀAx."]


def test_a_definition_that_is_taken_back_is_left_out() -> None:
    reply = ask("Let $f(x)=x^TAx$. I mean $f(x)=x^TBx$. What is the gradient of $f$?")
    assert str(reply.results["x"]) == "(B + B')*x"
    assert not reply.questions


@pytest.mark.parametrize(
    ("claim", "status"), [("gradient $(A+A^T)x$", "right"), ("the gradient $2Ax$", "wrong")]
)
def test_what_a_function_has_as_its_gradient_is_a_claim(claim: str, status: str) -> None:
    reply = ask(f"The function $f(x)=x^TAx$ has {claim}, hasn't it?")
    assert str(reply.results["x"]) == "(A + A')*x"
    assert [each.status for each in reply.claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        r"Let $A\in\mathbb{R}^{2\times 3}$. Find the gradient of $\operatorname{tr}(A^2)$ by $A$.",
        "Let A be 2 x 3 and f(X) = tr(A^2 X). What is the gradient with respect to X?",
    ],
)
def test_a_size_in_numbers_that_does_not_fit_is_asked_about(text: str) -> None:
    reply = ask(text)
    assert not reply.derivations
    assert reply.questions == [
        "A is declared as 2×3, which does not fit: A is 2×3, only scalars and square matrices have "
        "powers. Correct the size or the function."
    ]


@pytest.mark.parametrize(
    "text",
    [
        "u = Wx, v = u - mu with scalar mu. What is the gradient of v^T v wrt x?",
        r"Let $u = Wx$, $v = u-\mu$ with scalar $\mu$. What is the derivative of $\|v\|^2$ by $x$?",
        r"A layer computes $u = Wx + b$, with loss $L = u^3$. What is $\partial L/\partial W$?",
    ],
)
def test_a_matrix_times_a_vector_is_not_silently_a_product_of_numbers(text: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert reply.questions


@pytest.mark.parametrize(
    "text",
    [
        "Let $f(x) = Ax^2 + Bx + C$ with scalars $A$, $B$ and $C$. What is the derivative?",
        r"Let $u = Wx$, $v = u-\mu\mathbf{1}$ with scalar $\mu$. Derivative of $\|v\|^2$ by $x$?",
        r"Let $L = \|Wx - \lambda b\|^2$ with scalar $\lambda$. Gradient with respect to $x$?",
    ],
)
def test_numbers_that_are_told_and_products_that_fit_are_not_asked_about(text: str) -> None:
    assert [*ask(text).results] == ["x"]


@pytest.mark.parametrize("text", [
    r"Let $u(t)$ be a scalar function and $J = u' + ku$. Derivative with respect to $k$?",
    r"Let $y(t)$ satisfy $y' = -ky$. $L = (y' + ky)^2$. $dL/dk$?",
    r"$F = \frac12 (u')^2 + ku$, where $u$ is a scalar. dF/dk?",
])  # fmt: skip
def test_the_prime_of_a_number_is_no_transpose(text: str) -> None:
    reply = ask(text)
    assert not reply.results
    assert "a derivative of" in reply.questions[0]
