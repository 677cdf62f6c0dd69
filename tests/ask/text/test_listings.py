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


RIDGE = """m = length(y);
h = X*theta;
J = sum((h - y).^2)/(2*m) + lambda/(2*m)*sum(theta.^2);
grad = X'*(h - y)/m + lambda{0}*theta;
"""
FUNCTION = "function [J, grad] = ridgeCost(theta, X, y, lambda)\n"
FUNCTIONS = [
    (f"{FUNCTION}{RIDGE.format('/m')}end", ["right"]),
    (f"{FUNCTION}{RIDGE.format('/m')}", ["right"]),
    (f"{FUNCTION}% J = RIDGECOST(theta)\n\n{RIDGE.format('')}endfunction", ["wrong"]),
    (f"{FUNCTION}J = 0;\ngrad = zeros(size(theta));\n{RIDGE.format('/m')}end", ["right"]),
    (f"{FUNCTION}for i = 1:m\n{RIDGE.format('/m')}end\nend", []),
]


@pytest.mark.parametrize(("program", "verdicts"), FUNCTIONS, ids=range(len(FUNCTIONS)))
def test_a_function_of_lines_that_only_assign_is_read(program: str, verdicts: list[str]) -> None:
    reply = ask(f"```matlab\n{program}\n```\nIs grad correct?")
    assert [claim.status for claim in reply.claims] == verdicts


def test_zeros_that_are_used_stay() -> None:
    text, _ = with_listings("```matlab\nJ = 0;\nJ = J + x'*x;\n```")
    assert "`J = 0`" in text
