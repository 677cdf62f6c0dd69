"""Claims that are about another variable or function than the first one that is meant."""

import pytest

import matgrad as mg

L = r"Let $L(W,b)=\|Wx+b-y\|^2$. "
UV = r"Let $f(U,V)=\|X-UV^T\|_F^2$. "
RIGHT = [
    L + "What of $b$? $2(Wx+b-y)x^T$ is the gradient with respect to $W$.",
    L + "I want the derivative with respect to $b$. For $W$ I got $2(Wx+b-y)x^T$.",
    UV + "The gradient with respect to $U$ is $-2(X-UV^T)V$, and by symmetry for $V$ it is "
    "$-2(X-UV^T)^TU$.",
    UV + "What is the gradient with respect to $V$? My friend got $2(UV^T-X)V$ for $U$.",
    r"Let $f(x)=\frac12\|x-y\|^2$. The gradient in $x$ is $x-y$, the one in $y$ is $y-x$.",
    r"Let $f(x)=\frac12\|x-y\|^2$. The partial gradients are $x-y$ and $-(x-y)$.",
    "Let $f(x,y)=x^TAy$. The gradients are $Ay$ and $A^Tx$ respectively. Is this right?",
]


@pytest.mark.parametrize("text", RIGHT)
def test_the_words_beside_a_formula_name_its_variable(text: str) -> None:
    assert {claim.status for claim in mg.ask(text).claims} == {"right"}


def test_a_claim_that_is_right_for_another_function_is_not_wrong() -> None:
    text = r"Let $g(x)=\|x\|$ and $f(x)=x^TAx$. I get $x/\|x\|$. What is $\nabla f$?"
    (claim,) = mg.ask(text).claims
    assert claim.status == "undecided"
    assert claim.words == "it is not the gradient of f, but that of g"


def test_a_wrong_claim_says_for_which_variable_it_is_right() -> None:
    text = r"Let $f(x)=\frac12\|x-y\|^2$. The gradient with respect to $y$ is $x-y$."
    (claim,) = mg.ask(text).claims
    assert claim.status == "wrong"
    assert claim.words.endswith("but that with respect to x")


def test_a_claim_may_be_of_a_formula_before_it() -> None:
    (claim,) = mg.ask("For $x^2$ I know the derivative is $2x$. What about $x^3$?").claims
    assert claim.status == "undecided"
    assert claim.words == "it is not the gradient of f, but that of x²"


def test_what_someone_insists_on_is_judged() -> None:
    text = (
        r"Let $f(X) = \log\det(I + X^TX)$. I computed $2X(I+X^TX)^{-1}$. My colleague insists on "
        "$2(I+XX^T)^{-1}X$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "right"]


@pytest.mark.parametrize("words", ["show that the gradient of", "is it true that the gradient of"])
def test_a_column_is_no_gradient_by_a_matrix_whose_gradient_is_zero(words: str) -> None:
    (claim,) = mg.ask(rf"Let $A$ be skew-symmetric; {words} $\frac12x^TAx$ is $Ax$.").claims
    assert claim.status == "wrong"
    assert "with respect to A" not in claim.words


def test_a_claim_for_the_second_function_that_is_asked_for() -> None:
    reply = mg.ask(
        r"Let $M(t)=A+tB$. I need $\frac{d}{dt}\det M(t)$ and $\frac{d}{dt}M(t)^{-1}$. "
        "For the second I think $-M^{-1}BM^{-1}$."
    )
    assert [claim.status for claim in reply.claims] == ["right"]
