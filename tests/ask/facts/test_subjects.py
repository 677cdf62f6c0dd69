"""Words beside a list of names are about those of them that they stand with."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.facts.said import Said
from matgrad.app.ask.facts.unheard import leave_to_others
from matgrad.core.facts import facts_of

F = "$f(x)=x^TAx+x^TBx$"
GRADIENT = "What is the gradient with respect to $x$?"
BOTH, ONLY_A, ONLY_B = "2*(A + B)*x", "(2*A + B + B')*x", "(A + A' + 2*B)*x"
SPACE = r"\in\mathbb{R}^{n\times n}"


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (f"Let $A{SPACE}$, $B$ symmetric, {F}.", ONLY_B),
        (f"Let $A{SPACE}$, $B{SPACE}$ symmetric, $x\\in\\mathbb{{R}}^n$. Let {F}.", ONLY_B),
        (f"Let $A,B{SPACE}$, $B$ symmetric, and {F}.", ONLY_B),
        (f"Let $A,B{SPACE}$, $B$ diagonal, and {F}.", ONLY_B),
        (f"Let {F}, $A,B{SPACE}$, $B$ symmetric.", ONLY_B),
        (f"Let $A,B{SPACE}$ symmetric and {F}.", BOTH),
        (f"Let $A$, $B{SPACE}$ symmetric and {F}.", BOTH),
        (f"Let $A{SPACE}$ and $B{SPACE}$ be symmetric and {F}.", BOTH),
        (f"Let $A$, $B$ be symmetric and {F}.", BOTH),
        (f"Let {F} with $A$, $B$ symmetric.", BOTH),
        (f"Let {F} with $A$ and $B$ symmetric.", BOTH),
        (f"Let {F}, where $A$ and $B$ are symmetric.", BOTH),
        (f"Let {F} with symmetric $A$ and $B$.", BOTH),
        (f"Let {F} with symmetric $A$, $B$.", BOTH),
        (f"Let {F} with symmetric matrices $A,B$ and $x$ a vector.", BOTH),
        (f"Let {F} with symmetric $A$, $B$ general.", ONLY_A),
        (f"Let {F} with symmetric $A$ and $B$ arbitrary.", ONLY_A),
        (f"Let {F} with symmetric $A$ and $B$ square.", ONLY_A),
        (f"Let {F} with symmetric $A$ and $B$ not necessarily symmetric.", ONLY_A),
        (f"Let {F} with a symmetric matrix $A$ and $B$ a matrix.", ONLY_A),
        (f"Let {F}. $A$ is symmetric, unlike $B$.", ONLY_A),
        (f"Let {F}. $A$ is symmetric and so is not $B$.", ONLY_A),
        (f"Let {F}, where $A$ is symmetric, but not $B$.", ONLY_A),
        (f"Let {F}. $A$ is symmetric and so is $B$.", BOTH),
        (f"Let {F}. $A$ is not symmetric, unlike $B$.", ONLY_B),
        (f"Let {F}. $B$ is not symmetric, $A$ is.", ONLY_A),
        (f"Let {F}, where $A{SPACE}$ and $B$ is symmetric.", ONLY_B),
        (f"Let {F}, where $A{SPACE}$ and $B$ is a covariance matrix.", ONLY_B),
        (f"Let {F}, where $A,C{SPACE}$ and $B$ denotes a symmetric matrix.", ONLY_B),
        (f"Let {F}, where $A{SPACE}$ and $B$, $C$ are symmetric.", ONLY_B),
        (f"Let {F}, where $A{SPACE}$ and $B,C$ are symmetric.", ONLY_B),
        (f"Let {F}, where $A{SPACE}$ and $B$ are symmetric.", BOTH),
        (f"Bob's criterion {F}, $A$ and $B$ symmetric.", BOTH),
        ("Bob's criterion f(x) = x^T A x + x^T B x, A and B symmetric.", BOTH),
    ],
)
def test_whom_a_property_is_said_of(text: str, answer: str) -> None:
    assert str(ask(f"{text} {GRADIENT}").results["x"]) == answer


def test_a_variable_does_not_take_what_is_said_of_the_matrix_behind_it() -> None:
    reply = ask(
        rf"Let $X{SPACE}$, $S{SPACE}$ symmetric, $f(X)=\log\det X+\operatorname{{tr}}(SX)$. "
        "What is the gradient with respect to $X$?"
    )
    assert str(reply.results["X"]) == "inv(X)' + S"


def test_an_equation_is_not_said_of_the_matrix_before() -> None:
    reply = ask(
        r"Given $A\in\mathbb{R}^{m\times n}$, $Q$ orthogonal, $f(x)=\|Ax\|^2+\|Qx\|^2$. "
        r"Is $\nabla f=4x$?"
    )
    assert [each.status for each in reply.claims] == ["wrong"]


def test_a_noun_for_one_matrix_says_nothing_of_the_next() -> None:
    text = (
        r"$f(W)=\operatorname{tr}(W^TLW)$ with graph Laplacian $L$, $W\in\mathbb{R}^{n\times n}$. "
        r"Is $\nabla f=2LW$?"
    )
    reply = ask(text)
    assert str(reply.results["W"]) == "2*L*W"
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    ("words", "facts"),
    [
        ("$A = A^T$ and $B$ is diagonal", {"A": "symmetric", "B": "diagonal"}),
        (r"$A \succ 0$ and $B$ is diagonal", {"A": "positive_definite", "B": "diagonal"}),
        ("$A^TA = I$ and $B$ diagonal", {"A": "orthogonal", "B": "diagonal"}),
        (r"$A\succ 0$ and $B\succ 0$ are diagonal", {"A": "diagonal", "B": "diagonal"}),
    ],
)
def test_what_states_something_by_itself_is_no_subject_of_what_follows(
    words: str, facts: dict[str, str]
) -> None:
    problem = ask(f"Let $f(x) = x^TABx$ where {words}. What is the gradient?").problem
    assert problem is not None
    for name, fact in facts.items():
        assert fact in facts_of(problem.symbols[name])
        assert fact == "diagonal" or "diagonal" not in facts_of(problem.symbols[name])


def test_what_is_said_of_a_list_is_not_passed_over_for_one_of_its_names() -> None:
    a, b = ("A", "symmetric"), ("B", "symmetric")
    said = Said(doubtful=[a], places={a: 5, b: 5}, stated_at={b: [5]})
    leave_to_others(said)
    assert said.not_assumed == []  # an eigenvector A of symmetric B
    said = Said(doubtful=[a], places={a: 5, b: 5}, stated_at={b: [5]}, lists=[frozenset("AB")])
    leave_to_others(said)
    assert "A is not taken to be symmetric" in said.not_assumed[0]


def test_a_criterion_in_a_title_leaves_no_matrix_out() -> None:
    text = "Fisher's criterion J(w) = (w^T S_b w)/(w^T S_w w), S_b and S_w symmetric. gradient?"
    problem = ask(text).understood.problem
    assert problem is not None
    assert all("symmetric" in facts_of(problem.symbols[name]) for name in ("S_b", "S_w"))


LEAST = r"Find the gradient of $\|y-X\beta\|^2$ with respect to $\beta$."
LEAST_ANSWER = "-2*X'*(y - X*beta)"
QUADRATIC = "what is the gradient of $x^TAx$ with respect to $x$?"


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (f"The response is $y$ and $X$ is the design matrix. {LEAST}", "beta", LEAST_ANSWER),
        (f"The target is $y$, and $X$ is the data matrix. {LEAST}", "beta", LEAST_ANSWER),
        (f"Let the target be $y$ and $X$ be the data matrix. {LEAST}", "beta", LEAST_ANSWER),
        (f"We have the target $y$ and $X$ is the data matrix. {LEAST}", "beta", LEAST_ANSWER),
        (f"The targets are $y$ and $X$ is $n\\times p$. {LEAST}", "beta", LEAST_ANSWER),
        (f"If the input is $x$ and $A$ is a symmetric matrix, {QUADRATIC}", "x", "2*A*x"),
        (f"The input is $x$ and $A$ is symmetric; {QUADRATIC}", "x", "2*A*x"),
        ("the response is y and X is the design matrix. Gradient of ||y - X b||^2 wrt b?", "b",
         "-2*X'*(y - X*b)"),
        (r"The state is $z$, the data are $y$, and $B$ and $R$ are the error covariance matrices. "
         r"What is the gradient of $(x-z)^TB^{-1}(x-z)+(y-x)^TR^{-1}(y-x)$ with respect to $x$?",
         "x", "2*(inv(B)*(x - z) - inv(R)*(y - x))"),
        (r"The weights are $w$ and $b$ is a scalar. Gradient of $(w^Tx+b)^2$ by $w$?", "w",
         "2*(w'*x + b)*x"),
    ],
)  # fmt: skip
def test_clauses_that_meet_between_two_names(text: str, variable: str, answer: str) -> None:
    assert str(ask(text).results[variable]) == answer


def test_what_is_called_the_covariance_is_symmetric() -> None:
    text = r"The covariance is $\Sigma$. Is $\nabla_x\frac12x^T\Sigma^{-1}x = \Sigma^{-1}x$?"
    assert [each.status for each in ask(text).claims] == ["right"]
