"""Greek letters that prose spells as words are those of the formulas."""

import pytest

from matgrad.app.ask import ask

DISTANCE = r"(x-\mu)^T\Sigma^{-1}(x-\mu)"


@pytest.mark.parametrize(
    ("text", "answers"),
    [
        (r"$L(x,\lambda) = c^Tx + \lambda^T(Ax-b)$. Derivative with respect to x and lambda?",
         {"x": "A'*lambda + c", "lambda": "A*x - b"}),
        (r"gradient wrt beta: $\|y-X\beta\|^2$", {"beta": "-2*X'*(y - X*beta)"}),
        (rf"What's the gradient with respect to mu of ${DISTANCE}$ for a symmetric Sigma?",
         {"mu": "-2*inv(Sigma)*(x - mu)"}),
        (rf"Let $d={DISTANCE}$. Gradient with respect to x? Sigma is a covariance matrix.",
         {"x": "2*inv(Sigma)*(x - mu)"}),
        ("gradient of theta^T A theta wrt theta", {"theta": "(A + A')*theta"}),
        ("derivative of ||y - X beta||^2 + lambda ||beta||^2 with respect to beta",
         {"beta": "2*(lambda*beta - X'*(y - X*beta))"}),
        (r"Let $\varepsilon=y-Xw$ and $f=\varepsilon^T\varepsilon$. Gradient wrt epsilon?",
         {"epsilon": "2*epsilon"}),
        (r"We use a beta distribution. Gradient of $x^TAx$ with respect to x?",
         {"x": "(A + A')*x"}),
    ],
)  # fmt: skip
def test_a_word_for_a_letter_is_that_letter(text: str, answers: dict[str, str]) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == answers


def test_a_claim_may_rest_on_what_is_said_of_such_a_word() -> None:
    reply = ask(rf"Is $\nabla_\mu {DISTANCE} = -2\Sigma^{{-1}}(x-\mu)$? Sigma symmetric.")
    assert reply.claims[0].is_right


def test_what_is_asked_next_is_answered_as_well() -> None:
    reply = ask(
        r"Compute the derivative of $\theta^TA\theta$ with respect to theta. Then the Hessian."
    )
    assert str(reply.results["theta"]) == "A + A'"


def test_a_letter_behind_a_sign_is_the_one_that_words_speak_of() -> None:
    reply = ask(
        "What is the gradient of ||A*x - mu||^2 wrt x, where mu is a scalar and A is a row?"
    )
    assert reply.problem is None or reply.problem.symbols["mu"].is_scalar


@pytest.mark.parametrize(
    ("text", "status"),
    [
        ("R(w) = lambda * sum_j |w_j|^p / p with p > 1. so dR/dw_j = lambda |w_j|^(p-1), yes?",
         "wrong"),
        ("g(w) = lambda w'w. So dg/dw = lambda w, yes?", "wrong"),
        ("R(w) = lambda * ||w||_1. Is dR/dw = lambda sign(w)?", "right"),
        ("h(w) = lambda ||w||^2. Then dh/dw = lambda * 2 w.", "right"),
    ],
)  # fmt: skip
def test_a_number_that_is_spelled_lambda_is_no_program(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_a_derivative_by_a_letter_that_is_spelled() -> None:
    text = r"KL is $K = -\frac12\sum_{j=1}^J(1+\log\sigma_j^2-\mu_j^2-\sigma_j^2)$. "
    reply = ask(text + "What are dK/dmu_j and dK/dsigma_j?")
    assert [*reply.results] == ["mu", "sigma"]


def test_one_letter_in_another_form_is_the_same_in_all_claims() -> None:
    reply = ask(
        r"$u = \cos\varphi$, $v = \rho\sin\varphi$. I have "
        r"$\frac{\partial u}{\partial\varphi} = -\sin\varphi$ and "
        r"$\frac{\partial v}{\partial\varphi} = \rho\cos\varphi$. Correct?"
    )
    assert [claim.status for claim in reply.claims] == ["right", "right"]
