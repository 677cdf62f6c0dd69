"""Code of one line, and programs in languages other than Python."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.text.listings import CODE, READ, with_listings


def test_assignments_are_formulas() -> None:
    text, notes = with_listings("```matlab\nr = A*x - b;  % residual\nf = r'*r;\n```")
    assert [line.strip("`.") for line in text.split("\n") if line] == ["r = A*x - b", "f = r'*r"]
    assert READ in notes


def test_programs_that_do_more_are_not_read() -> None:
    code = "r = A*x - b;\nfor i = 1:n\n  f = f + r(i);\nend"
    reply = ask(f"```matlab\n{code}\n```\nWhat is the gradient with respect to x? I get $2x$.")
    assert not reply.results
    assert CODE in reply.to_json()["understood"]


def test_formulas_between_fences_stay() -> None:
    text = "```\nf = x'Ax + b'x\n```"
    assert with_listings(text) == (text, ())


JUDGED = [
    ("L = ||X w - y||^2. For the gradient wrt w I get\n```\n2 * X.T @ (X @ w - y)\n```", "right"),
    ("My gradient check fails:\n```matlab\nN = size(X,1);\nJ = sum((X*w - y).^2)/N;\n"
     "grad = (1/N)*X'*(X*w - y);\n```", "wrong"),
    ("`L = torch.logsumexp(z, dim=0) - z @ y`. gradient wrt z? I get softmax(z) - y", "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "verdict"), JUDGED, ids=range(len(JUDGED)))
def test_claims_about_code_are_judged(text: str, verdict: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [verdict]


LEAST = "h = X*theta;\nJ = sum((h - y).^2)/(2*m);\ngrad = X'*(h - y)/m{};\n"


@pytest.mark.parametrize(
    "words",
    [
        "the grader says the gradient is wrong:",
        "Is the gradient right in the following:",
        "My gradient is off, here is the code:",
        "My gradient is wrong?",
    ],
)
@pytest.mark.parametrize(("more", "verdict"), [("", "right"), (" + theta", "wrong")])
def test_a_sentence_before_a_program_ends_there(words: str, more: str, verdict: str) -> None:
    reply = ask(f"{words}\n\n```matlab\n{LEAST.format(more)}```\n")
    assert [claim.status for claim in reply.claims] == [verdict]
    assert reply.problem is not None
    assert reply.problem.name == "J"
