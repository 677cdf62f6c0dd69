"""What an answer is called behind it, or by its place in the question."""

import pytest

from matgrad.app.ask import ask

F = "Let $f(x)=x^TAx$. "
BOTH = [("gradient", "right"), ("hessian", "right")]
KINDS = [
    F + "I have $(A+A^T)x$ for the gradient and $A+A^T$ for the Hessian.",
    F + "My results: $(A+A^T)x$ for the gradient, $A+A^T$ for the Hessian.",
    F + "I got $(A+A^T)x$ as the gradient and $A+A^T$ as the Hessian.",
    F + "For the gradient I have $(A+A^T)x$ and for the Hessian $A+A^T$.",
    F + "As the gradient I get $(A+A^T)x$, as the Hessian $A+A^T$.",
    F + "I obtained $(A+A^T)x$ (gradient) and $A+A^T$ (Hessian).",
    F + "Find gradient and Hessian. I have $(A+A^T)x$ for the first and $A+A^T$ for the second.",
    F + "Find the gradient and the Hessian. The first is $(A+A^T)x$, the second $A+A^T$.",
]


def judged(text: str) -> list[tuple[str, str]]:
    """What each claim is called, and whether it is right."""
    claims = ask(text).claims
    return [(x.latex.partition("{")[2].partition("}")[0].lower(), x.status) for x in claims]


@pytest.mark.parametrize("text", KINDS, ids=range(len(KINDS)))
def test_each_answer_is_of_the_kind_it_is_called(text: str) -> None:
    assert judged(text) == BOTH


def test_kinds_in_the_other_order() -> None:
    text = F + "For the Hessian I have $2A$, and for the gradient $(A+A^T)x$."
    assert judged(text) == [("hessian", "wrong"), ("gradient", "right")]
    text = F + "My book has $2A$ for the Hessian and $(A+A^T)x$ for the gradient."
    assert judged(text) == [("hessian", "wrong"), ("gradient", "right")]


def test_a_letter_may_be_named_by_such_words() -> None:
    assert not ask(F + "Write $g$ for the gradient and $H$ for the Hessian. What are they?").claims


def test_the_score_is_the_gradient_of_a_log_likelihood() -> None:
    text = (
        r"The log likelihood is $\ell(\beta)=\sum_{i=1}^n(y_ix_i^T\beta-e^{x_i^T\beta})$. Compute "
        r"score and Hessian. I've $\sum_i x_i(y_i-e^{x_i^T\beta})$ for the score and "
        r"$-\sum_i e^{x_i^T\beta}x_ix_i^T$ for the Hessian."
    )
    assert judged(text) == BOTH


PLACES = [
    (
        "Let $f(x,y)=x^TAy$. Find the derivatives with respect to $x$ and $y$. I think the first "
        "is $Ax$ and the second is $A^Tx$.",
        ["wrong", "right"],
    ),
    (
        r"Lagrangian $L=\frac12m\ell^2\dot\theta^2+mg\ell\cos\theta$. Compute "
        r"$\frac{\partial L}{\partial\theta}$ and $\frac{\partial L}{\partial\dot\theta}$. I think "
        r"the first is $mg\ell\sin\theta$ and the second is $m\ell^2\dot\theta$.",
        ["wrong", "right"],
    ),
    (
        r"Let $f(x,y)=x^TAy$. What are $\nabla_x f$ and $\nabla_y f$? I got $A^Tx$ for the second "
        r"and $Ay$ for the first.",
        ["right", "right"],
    ),
    (
        "Let $f(x)=x^TAx$ and $g(x)=b^Tx$. Find the gradients of $f$ and $g$. The first is $2Ax$, "
        "the second $b$.",
        ["wrong", "right"],
    ),
]


@pytest.mark.parametrize(("text", "statuses"), PLACES, ids=range(len(PLACES)))
def test_the_first_and_the_second_are_those_of_the_question(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


S = "Let $f(x)=x^TAx$ with symmetric $A$. "
BOTH_WAYS = [
    S + "Is $2Ax$ right for the gradient and $2A$ for the Hessian?",
    S + "Is $2Ax$ the gradient and $2A$ the Hessian?",
    S + "Are $2Ax$ and $2A$ the gradient and the Hessian?",
    S + "I found $2Ax$ and $2A$ for gradient and Hessian.",
    S + "Gradient and Hessian: $2Ax$ and $2A$.",
    S + "$2Ax$ is the gradient and $2A$ is the Hessian.",
    S + "I get $2Ax$. For the Hessian: $2A$.",
]


@pytest.mark.parametrize("text", BOTH_WAYS, ids=range(len(BOTH_WAYS)))
def test_two_kinds_in_one_sentence(text: str) -> None:
    assert judged(text) == BOTH


def test_the_gradient_of_a_variable() -> None:
    text = "Let $f(x,y)=x^TAy$. I have $Ay$ for the $x$-gradient and $A^Ty$ for the $y$-gradient."
    assert judged(text) == [("gradient", "right"), ("gradient", "wrong")]


SAMPLE = r"The log likelihood is $\ell(\lambda)=n\log\lambda-\lambda s$. "
NAMED = [
    (r"I get $n/\lambda-s$ for the score and $n/\lambda^2$ for the information.", ["right"] * 2),
    (r"I get $n/\lambda-s$ for the score and $-n/\lambda^2$ for the observed information.",
     ["right", "wrong"]),
    (r"I have $n/\lambda-s$ as the score and $n/\lambda^2$ as the observed information.",
     ["right"] * 2),
    (r"The score is $n/\lambda-s$, and the information matrix is $n/\lambda^2$.", ["right"] * 2),
    (r"The observed information is $n/\lambda^2$. Is that right?", ["right"]),
    (r"I get $n/\lambda-s$ for the score and $n/\lambda^2$ for the expected information.",
     ["right"]),
    (r"I get $n/\lambda-s$ for the score and $-n/\lambda^2$ for its derivative.", ["right"] * 2),
    (r"I get $n/\lambda-s$ for the gradient and $n/\lambda^3$ for the curvature.", ["right"]),
    (r"I get $n/\lambda$ for the first term and $-s$ for the second.", []),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), NAMED, ids=range(len(NAMED)))
def test_what_is_no_gradient_is_not_judged_as_one(text: str, statuses: list[str]) -> None:
    assert [each.status for each in ask(SAMPLE + text).claims] == statuses
