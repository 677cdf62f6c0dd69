"""Forces of potentials are negative gradients."""

import pytest

from matgrad import ask

V = r"Let $V(x)=\frac14(x^Tx-1)^2$. "
CASES = [
    (V + "I believe the force is $F=-(x^Tx-1)x$. Is it?", ["right"]),
    (V + "The force is $F=(x^Tx-1)x$.", ["wrong"]),
    (V + "The force on the particle is $-(x^Tx-1)x$, and the gradient is $(x^Tx-1)x$.",
     ["right", "right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_force_is_minus_the_gradient(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert [str(x) for x in reply.results.values()] == ["(x'*x - 1)*x"]


def test_what_follows_from_a_function_is_not_the_function() -> None:
    reply = ask("Let $V(x)=x^2$, so $F=-2x$. What is the gradient?")
    assert [str(x) for x in reply.results.values()] == ["2*x"]


ENERGY = r"Let $E(x) = \frac12 x^TKx$ with symmetric $K$. "


@pytest.mark.parametrize(
    "words",
    [
        "What is the force, i.e. minus the gradient of $E$ with respect to $x$?",
        "What is the negative gradient?",
        "Compute the negative of the gradient.",
        "Find minus the gradient of $E$.",
    ],
)
def test_the_negative_gradient_is_given(words: str) -> None:
    reply = ask(ENERGY + words)
    assert [(each.title, str(each.value)) for each in reply.made] == [("Negative gradient", "-K*x")]
    assert not reply.questions


@pytest.mark.parametrize(("claim", "status"), [("-Kx", "right"), ("Kx", "wrong")])
def test_an_answer_to_the_negative_gradient(claim: str, status: str) -> None:
    reply = ask(f"{ENERGY}What is the negative gradient of $E$? I get ${claim}$.")
    assert [each.status for each in reply.claims] == [status]


def test_the_negative_gradient_in_passing_is_not_asked_for() -> None:
    assert not ask(f"{ENERGY}We go along the negative gradient. What is the gradient?").made
