"""Questions for a differential, by its sign or by its name, and answers that are one."""

import pytest

import matgrad as mg

ASKED = [
    (r"If $Y = X^{-1}$, what is the derivative, i.e. what is $dY$?", "-inv(X)*dX*inv(X)"),
    (r"What is the derivative of $Y=X^2$? I need $dY$ in terms of $dX$.", "dX*X + X*dX"),
    (r"Let $F(X) = X^TAX$. What is the differential of $F$?", "dX'*A*X + X'*A*dX"),
    (r"Compute the differential of $F(X)=AXB$ with respect to $X$.", "A*dX*B"),
]


@pytest.mark.parametrize(("text", "answer"), ASKED, ids=range(len(ASKED)))
def test_a_differential_is_given_where_one_is_asked_for(text: str, answer: str) -> None:
    reply = mg.ask(text)
    assert [(d.kind, *map(str, d.answers.values())) for d in reply.derivations] == [
        ("differential", answer)
    ]
    assert not reply.unused


@pytest.mark.parametrize(
    "words",
    [
        "Find the gradient of $f(x)=x^TAx$ using differentials.",
        "By the differential approach, what is the gradient of $f(x)=x^TAx$?",
        "No differential equation here: what is the derivative of $f(x)=x^TAx$?",
    ],
)
def test_words_about_the_way_do_not_change_what_is_asked(words: str) -> None:
    assert [d.kind for d in mg.ask(words).derivations] == ["gradient"]


def test_a_differential_beside_a_gradient_is_given_as_well() -> None:
    reply = mg.ask(r"Let $f(X)=\log\det X$. Find the differential $df$ and the gradient.")
    assert [d.kind for d in (*reply.derivations, *reply.further)] == ["gradient", "differential"]


@pytest.mark.parametrize(("claim", "verdict"), [("dX^TX + X^TdX", "right"), (r"2X^T\,dX", "wrong")])
def test_what_words_call_the_differential_is_judged_as_one(claim: str, verdict: str) -> None:
    reply = mg.ask(f"Let $F(X) = X^TX$. The differential of $F$ is ${claim}$. Right?")
    assert [each.status for each in reply.claims] == [verdict]


def test_a_differential_entropy_is_no_differential() -> None:
    text = r"The differential entropy is $h(S)=\frac12\log\det S$. What is its derivative?"
    assert [d.kind for d in mg.ask(text).derivations] == ["gradient"]


CASES = [
    (r"Let $y=x^TAx$. Then $dy=2x^TA\,dx$ if $A$ is symmetric. Right?", "right"),
    (r"Let $y=x^TAx$. If $A$ is symmetric, $dy=x^TA\,dx$. Right?", "wrong"),
    (r"Let $y=x^TAx$. Then $dy=2x^TA\,dx$. Right?", "wrong"),
]


@pytest.mark.parametrize(("text", "status"), CASES, ids=range(len(CASES)))
def test_a_differential_may_be_that_of_a_case(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
