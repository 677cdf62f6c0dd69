"""Claims up to a factor."""

import pytest

import matgrad as mg

F = r"Let $f(x)=\frac1n\|Ax-b\|^2$. "
RIGHT = [
    F + "Up to a constant factor, the gradient is $A^T(Ax-b)$.",
    F + "The gradient is proportional to $A^T(Ax-b)$.",
    F + r"Up to scaling, $\nabla f=A^T(Ax-b)$, right?",
    F + r"Then $\nabla f\propto A^T(Ax-b)$.",
    F + "Ignoring constants, I get $A^T(Ax-b)$ for the gradient.",
    r"Let $f(x)=\|x\|^2$. The gradient is proportional to $x$. Is it?",
    r"For $f(x)=\|Ax-b\|^2$, up to constants the gradient is $A^T(Ax-b)$.",
    r"The gradient of $f(x)=\|Ax-b\|^2$ is $A^T(Ax-b)$ up to a constant.",
]


@pytest.mark.parametrize("text", RIGHT)
def test_a_multiple_is_right_where_the_text_says_so(text: str) -> None:
    (claim,) = mg.ask(text).claims
    assert (claim.status, claim.words) == ("right", "up to a constant factor")


WRONG = [
    F + "The gradient is $A^T(Ax-b)$.",
    F + "The gradient is proportional to $A^T(Ax+b)$.",
    F + r"Then $\nabla f\propto A^T(b+Ax)$.",
    F + "The gradient is not just proportional to $A^T(Ax-b)$, it is $A^T(Ax-b)$.",
    r"Let $f(t)=t^2$, $t$ a real number. Up to a constant factor, the derivative is $t^2$.",
]


# The function is told up to constants; of the gradient nothing is said.
Q = r"$\ell(\mu) = -\frac12\|x-\mu\|^2$"
G = r"$\nabla\ell = 2(x-\mu)$"
WRONG += [
    f"The log-likelihood is {Q} up to constants, and its gradient is {G}.",
    f"The log-likelihood is, up to constants, {Q}, so {G}.",
    f"Up to a constant, the log-likelihood is {Q} and its gradient {G}.",
    rf"We have {Q} up to constants independent of $\mu$, with gradient {G}.",
    r"The log density is $-\frac12\|x-\mu\|^2$ up to a constant, so its gradient with respect to "
    r"$\mu$ is $2(x-\mu)$.",
    r"Dropping constants, $f(x)=\|Ax-b\|^2$, whose gradient is $A^T(Ax-b)$.",
]


@pytest.mark.parametrize("text", WRONG)
def test_what_is_no_multiple_is_wrong(text: str) -> None:
    assert {claim.status for claim in mg.ask(text).claims} == {"wrong"}


def test_a_factor_that_depends_on_the_variable_is_named() -> None:
    (claim,) = mg.ask(r"Let $f(x)=\|x\|$. The gradient is proportional to $x$.").claims
    assert claim.words == "up to a factor that is not constant"


B = r"Let $f(x)=\frac12\|b-x\|^2$. "
NAMED = [
    (r"The gradient of $f(x) = x^Tx$ is $x$, up to a factor of 2.", "up to a factor of 2"),
    (r"The gradient of $f(x) = x^Tx$ is proportional to $x$.", "up to a constant factor"),
    (r"Up to sign, the gradient of $f(x) = \frac12\|b-x\|^2$ is $b - x$.", "up to sign"),
    (B + "I get $b-x$, except for the sign.", "up to sign"),
    (
        B + "Up to the sign and a constant factor, the gradient is $3(b-x)$.",
        "up to a constant factor",
    ),
    (r"Let $f(x)=\|b-x\|^2$. It equals $b-x$ up to a factor of $-2$.", "up to a factor of -2"),
    (
        r"Let $f(x)=\|x\|^2$. The gradient is $x$ up to a factor of one half.",
        "up to a factor of 1/2",
    ),
]


@pytest.mark.parametrize(("text", "words"), NAMED, ids=range(len(NAMED)))
def test_a_named_factor_is_the_only_one_that_is_allowed(text: str, words: str) -> None:
    (claim,) = mg.ask(text).claims
    assert (claim.status, claim.words) == ("right", words)


@pytest.mark.parametrize(
    "text",
    [r"The gradient of $f(x) = (x^Tx)^2$ is $x^Txx$ up to a factor of two.",
     r"Up to a minus sign, the gradient of $f(x) = \frac12\|b-x\|^2$ is $2(b - x)$."],
)  # fmt: skip
def test_another_factor_than_the_named_one_is_wrong(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]
