"""A function that is written out is the function; what it lacks is said in contrast to another."""

import pytest

from matgrad import ask

KNOWN = r"I know that the gradient of $\|x\|_2^2$ is $2x$. "
NORM = "A'*(A*x - b)/norm2(A*x - b)"
CASES = [
    (KNOWN + r"But what about $f(x) = \|Ax-b\|_2$ without the square?", NORM),
    (KNOWN + r"How about $f(x) = \|Ax-b\|$ with a matrix inside?", NORM),
    (KNOWN + r"Now consider $f(x) = \|Ax-b\|$, without the square. What is its gradient?", NORM),
    (KNOWN + r"What about $f(x) = x^TBx$ without the symmetry?", "(B + B')*x"),
    (r"Find the gradient of $f(x) = \|Ax-b\|$ (without the square).", NORM),
    (r"Consider $\|Ax-b\|$ without the square. Find the gradient with respect to $x$.", NORM),
]


@pytest.mark.parametrize(("text", "gradient"), CASES, ids=range(len(CASES)))
def test_words_behind_a_function_describe_it(text: str, gradient: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == gradient
    assert not reply.questions
    assert all(claim.status == "right" for claim in reply.claims)


@pytest.mark.parametrize(
    "text",
    [
        KNOWN + r"But what about $f(x) = \|Ax-b\|_2^2$ without the square?",
        r"What is the gradient of $f(x) = \frac12\|Ax-b\|^2$ without the factor?",
        KNOWN + r"But what about $\|Ax-b\|$ without the square?",
    ],
)
def test_what_does_not_fit_the_function_is_asked(text: str) -> None:
    assert "changes the function" in " ".join(ask(text).questions)
