"""Facts that formulas state become assumptions; those that none covers are used for claims."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("fact", "function", "claim"),
    [
        ("$Q^TQ = I$", r"\|QX\|_F^2", "2X"),
        (r"$Q \in \mathbb{R}^{n\times n}$ with $Q^\top Q = I_n$", r"\|QX\|_F^2", "2X"),
        ("$QQ^T = I$", r"\|QX\|_F^2", "2X"),
        ("$Q^{-1} = Q^T$", r"\|QX\|_F^2", "2X"),
        ("$Q^TQ = QQ^T = I$", r"\|QX\|_F^2", "2X"),
        ("$A = A^T$", r"\operatorname{tr}(X^TAX)", "2AX"),
        (r"$A^\top = A \in \mathbb{R}^{n\times n}$", r"\operatorname{tr}(X^TAX)", "2AX"),
        (r"$\Sigma \succ 0$", r"\operatorname{tr}(X^T\Sigma^{-1}X)", r"2\Sigma^{-1}X"),
        (r"$0 \prec \Sigma$", r"\operatorname{tr}(X^T\Sigma^{-1}X)", r"2\Sigma^{-1}X"),
        (
            r"$\Sigma \in \mathbb{S}_{++}^n$",
            r"\operatorname{tr}(X^T\Sigma^{-1}X)",
            r"2\Sigma^{-1}X",
        ),
        (r"$A \in \mathcal{S}^n$", r"\operatorname{tr}(X^TAX)", "2AX"),
        (r"$\|u\| = 1$", r"\|uu^TX\|_F^2", "2uu^TX"),
        (r"$\lVert u\rVert_2^2 = 1$", r"\|uu^TX\|_F^2", "2uu^TX"),
        ("$u^Tu = 1$", r"\|uu^TX\|_F^2", "2uu^TX"),
        (r"$\lambda > 0$", r"|\lambda|\,\|X\|_F^2", r"2\lambda X"),
    ],
)
def test_a_fact_in_a_formula_is_assumed(fact: str, function: str, claim: str) -> None:
    reply = ask(rf"Let {fact}. I get $\nabla_X {function} = {claim}$. Is this right?")
    assert [c.status for c in reply.claims] == ["right"]
    assert not reply.to_json()["unused"]


@pytest.mark.parametrize(
    ("fact", "function", "claim", "words"),
    [
        ("$P^2 = P$ and $P^T = P$", r"\|Px\|^2", "2Px", "with P² = P"),
        ("$P$ be an orthogonal projection matrix", r"\|Px-b\|^2", "2P(x-b)", "with P² = P"),
        (r"$U\in\mathbb{R}^{m\times r}$ with $U^TU=I$", r"\|Ux\|^2", "2x", "with UᵀU = I"),
        (r"$U\in\mathbb{R}^{m\times r}$ be orthogonal", r"\|Ux\|^2", "2x", "with UᵀU = I"),
        ("the columns of $U$ be orthonormal", r"\|x-UU^Tx\|^2", "2(x-UU^Tx)", "with UᵀU = I"),
        ("$Ab = 0$", r"\|A(x+b)\|^2", "2A^TAx", "with Ab = 0"),
    ],
)
def test_an_equation_that_no_assumption_covers_is_used_for_claims(
    fact: str, function: str, claim: str, words: str
) -> None:
    reply = ask(rf"Let {fact}. I get $\nabla_x {function} = {claim}$. Is this right?")
    assert [(c.status, c.words) for c in reply.claims] == [("right", words)]


def test_a_claim_that_may_need_an_equation_is_not_called_wrong() -> None:
    reply = ask(r"Let $U^TU=I$. What is the gradient of $\|U^Tx\|^2$ by $x$? I get $2x$.")
    assert [c.status for c in reply.claims] == ["undecided"]
    assert "UᵀU = I" in reply.claims[0].words


def test_orthonormal_columns_are_not_taken_for_orthonormal_rows() -> None:
    reply = ask(r"Let $U^TU=I$. What is the gradient of $\|x - UU^Tx\|^2$ by $x$?")
    assert str(reply.results["x"]) != "0"


@pytest.mark.parametrize(
    "text",
    [
        r"Minimise $f(x) = x^TAx$ subject to $\|x\| = 1$. What is $\nabla f$?",
        r"$$\min_x x^TAx \quad\text{s.t.}\quad x^Tx = 1$$ The gradient of $x^TAx$ by $x$?",
    ],
)
def test_a_constraint_is_not_a_fact(text: str) -> None:
    reply = ask(text)
    assert str(reply.results["x"]) == "(A + A')*x"
    assert any("constraints" in line for line in reply.to_json()["understood"])


@pytest.mark.parametrize(
    "question",
    [
        "Is $A = A^T$ necessary for it?",
        "Is $A$ symmetric here?",
        "Must $A$ be symmetric?",
        "Can we assume that $A$ is symmetric?",
        "Does it hold for symmetric $A$?",
        "What about symmetric $A$?",
        "What if $A = A^T$?",
    ],
)
def test_a_question_is_no_fact(question: str) -> None:
    reply = ask(f"What is the gradient of $x^TAx$ with respect to $x$? {question}")
    assert str(reply.results["x"]) == "(A + A')*x"


@pytest.mark.parametrize("question", ["What if $A$ is symmetric?", "What changes if $A = A^T$?"])
def test_the_case_that_is_asked_about_is_answered_besides(question: str) -> None:
    reply = ask(f"What is the gradient of $x^TAx$ with respect to $x$? {question}")
    (case,) = reply.cases
    assert (case.words, str(case.derivation.result)) == ("A is symmetric", "2*A*x")
    assert "If A is symmetric\n  ∂f/∂x = 2Ax" in str(reply)


def test_a_case_that_changes_nothing_is_said_to() -> None:
    reply = ask("What is the gradient of $x^TAx$ by $x$? And if $A$ is invertible?")
    assert [case.is_same for case in reply.cases] == [True]


@pytest.mark.parametrize(
    ("said", "answer"),
    [
        ("is positive", "ones(n)"),
        ("is a positive vector", "ones(n)"),
        ("has positive entries", "ones(n)"),
        ("is nonnegative", "sign(x)"),
    ],
)
def test_entries_that_are_positive_have_no_sign(said: str, answer: str) -> None:
    reply = ask(rf"Suppose that $x$ {said}. Gradient of $\|x\|_1$ with respect to $x$?")
    assert str(reply.results["x"]) == answer


def test_of_a_capital_letter_positive_may_mean_definite() -> None:
    reply = ask("Let $A$ be positive. What is the gradient of $x^TAx$ with respect to $x$?")
    assert reply.problem is not None
    assert not reply.problem.symbols["A"].data.facts
