"""Functions that words make of those before them."""

import pytest

from matgrad import ask

P = r"Let $p(w)=\exp(-w^TAw)$. "
TWO = "Let $f(x)=a^Tx$ and $g(x)=x^Tx$. "
F = r"Let $f(x)=\|Ax-b\|^2$. "
L = r"Let $f(w)=\|Xw-y\|^2$"
CASES = [
    (P + "I need the gradient of its log with respect to $w$.", "-(A + A')*w"),
    (P + "What is the gradient of its reciprocal?", "(A + A')*w/exp(-w'*A*w)"),
    (TWO + "What is the gradient of their sum?", "a + 2*x"),
    (TWO + "What is the gradient of the product of the two?", "2*(a'*x)*x + (x'*x)*a"),
    ("Let $f(x)=x^Tx$. What is the gradient of half of it?", "x"),
    ("Let $f(x)=x^Tx$. The gradient of twice this is $4x$.", "4*x"),
    (L + r", scaled by $\frac1n$. What is the gradient?", "2*X'*(X*w - y)/n"),
    (L + r", divided by the number of samples $n$, plus the usual ridge penalty "
     r"$\lambda\|w\|^2$. What is the gradient?", "2*(X'*(X*w - y)/n + lambda*w)"),
    (L + r", to which I add $\lambda\|w\|^2$. What is the gradient?",
     "2*(X'*(X*w - y) + lambda*w)"),
    (F + "What is the gradient with $b$ replaced by $Bx$?", "2*(A - B)'*(A - B)*x"),
    (F + "How does the gradient change if we replace $b$ by $Bx$?", "2*(A - B)'*(A - B)*x"),
    (F + r"What would the gradient be with an additional factor $\frac12$?", "A'*(A*x - b)"),
    (F + r"What is the gradient if I add $\lambda\|x\|^2$?", "2*(A'*(A*x - b) + lambda*x)"),
    ("I know the gradient of ‖x‖ is x/‖x‖. What is then the gradient of its reciprocal?",
     "-x/norm2(x)^3"),
    ("I know the gradient of $x^TAx$ is $(A+A^T)x$. And of its square?",
     "2*(x'*A*x)*(A + A')*x"),
    ("I know ∇(x^T x) = 2x. What's the gradient of its inverse?", "-2*x/(x'*x)^2"),
    ("I know d/dx (x^3) = 3x^2. What is the derivative of its reciprocal?", "-3/x^4"),
]  # fmt: skip
CLAIMS = [
    ("I know the gradient of ‖x‖ is x/‖x‖. What is then the gradient of its reciprocal? I'd guess "
     "−x/‖x‖^3.", ["right", "right"]),
    ("The gradient of ‖x‖ is x/‖x‖. And the gradient of its square? I guess 2x.",
     ["right", "right"]),
    ("I know ∇(x^T x) = 2x. What's the gradient of its inverse, I think −2x/(x^T x)^2?",
     ["right", "right"]),
    ("The derivative of det(X) is det(X) X^{-T}. What is the derivative of its reciprocal? I guess "
     "−X^{-T}/det(X).", ["right", "right"]),
    (r"I remember $\partial (x^T x)/\partial x = 2x$. What is the gradient of its inverse? I guess "
     "$2x/(x^Tx)^2$.", ["right", "wrong"]),
    (r"The gradient of $a^Tx$ is $a$, and the gradient of $\|x\|$ is $x/\|x\|$. What's the "
     r"gradient of its reciprocal? I'd say $-x/\|x\|^3$.", ["right", "right", "undecided"]),
    ("The derivative of tan(x) is 1 + tan(x)^2. What is the derivative of its inverse? I guess "
     "1/(1+x^2).", ["right", "undecided"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CLAIMS, ids=range(len(CLAIMS)))
def test_what_is_claimed_of_a_function_that_words_make(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


@pytest.mark.parametrize(("text", "answer"), CASES, ids=range(len(CASES)))
def test_words_make_a_function_of_others(text: str, answer: str) -> None:
    assert [str(x) for x in ask(text).results.values()] == [answer]
