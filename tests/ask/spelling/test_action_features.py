"""Features of a state and an action in a softmax over actions are vectors with an index."""

import pytest

from matgrad.app.ask import ask

POLICY = r"Let $\pi_\theta(a|s) = \frac{\exp(\theta^T\phi(s,a))}{\sum_b \exp(\theta^T\phi(s,b))}$. "
PREFERENCES = (
    r"The policy is $\pi(a|s,\theta) = \frac{e^{h(s,a,\theta)}}{\sum_b e^{h(s,b,\theta)}}$ with "
    r"linear preferences $h(s,a,\theta) = \theta^Tx(s,a)$. "
)
MODEL = r"The model is $p(y|x; w) = \frac{\exp(w^T f(x,y))}{\sum_{y'}\exp(w^Tf(x,y'))}$. "


@pytest.mark.parametrize(
    ("text", "status"),
    [
        (POLICY + r"Is $\nabla_\theta\log\pi_\theta(a|s) = \phi(s,a) - "
         r"\sum_b\pi_\theta(b|s)\phi(s,b)$?", "right"),
        (POLICY + r"Is $\nabla_\theta\log\pi_\theta(a|s) = \phi(s,a) - \sum_b\phi(s,b)$?", "wrong"),
        (POLICY.replace("_b", "_{a'}").replace("(s,b)", "(s,a')")
         + r"I get $\nabla_\theta\log\pi_\theta(a|s) = \phi(s,a) - "
         r"\sum_{a'}\pi_\theta(a'|s)\phi(s,a')$.", "right"),
        (PREFERENCES + r"Prove $\nabla\ln\pi(a|s,\theta) = x(s,a) - "
         r"\sum_b\pi(b|s,\theta)x(s,b).$", "right"),
        (PREFERENCES + r"Prove $\nabla\ln\pi(a|s,\theta) = x(s,a) + "
         r"\sum_b\pi(b|s,\theta)x(s,b).$", "wrong"),
        (MODEL + r"What is the gradient of $\log p(y|x;w)$ with respect to $w$? I get $f(x,y) - "
         r"\sum_{y'} p(y'|x;w) f(x,y')$.", "right"),
    ],
)  # fmt: skip
def test_claims_about_the_score(text: str, status: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]


def test_the_score_of_a_policy_with_a_temperature() -> None:
    reply = ask(
        r"Let $\pi(a|s) = \frac{\exp(\theta^T\phi(s,a)/\tau)}{\sum_{b\in\mathcal{A}}"
        r"\exp(\theta^T\phi(s,b)/\tau)}$. Find $\nabla_\theta\log\pi(a|s)$."
    )
    assert str(reply.results["theta"]) == "Phi'*(e_a - softmax(Phi*theta/tau))/tau"


@pytest.mark.parametrize(
    "text",
    [
        r"Let $Q(s,a) = w^T\phi(s,a)$, $L = (r + \max_b Q(s,b) - Q(s,a))^2$. What is $\nabla_wL$?",
        POLICY + r"What is the gradient of $\log\pi_\theta(a|s)$ with respect to $s$?",
        r"Let $f(x) = \sum_b g(x,b)^2 + g(x,a)^2$. What is $\nabla f$?",
    ],
)
def test_features_that_move_or_that_no_sum_runs_over_are_asked_about(text: str) -> None:
    assert not ask(text).results
