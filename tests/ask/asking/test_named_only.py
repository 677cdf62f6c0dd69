"""What only names a derivative is no answer, what stands behind “my answer” is one."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "text",
    [
        "potential is U(q) = 1/2 q' K q - f' q where K is the stiffness matrix. Force is -dU/dq. "
        "I obtain dU/dq = K q - f. Correct?",
        r"Let $U(q) = \frac12q^TKq$ with $K$ symmetric. Force is $-\partial U/\partial q$. "
        r"I obtain $\partial U/\partial q = Kq$.",
    ],
)
def test_a_force_is_no_claim(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    ("answer", "status"),
    [("$2x\\cos x$", "wrong"), ("$2x\\sin x + x^2\\cos x$", "right")],
)
def test_my_answer_without_a_verb(answer: str, status: str) -> None:
    reply = mg.ask(rf"Differentiate $x^2\sin x$. My answer {answer}.")
    assert [claim.status for claim in reply.claims] == [status]
