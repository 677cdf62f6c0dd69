"""What a text says of the variable that moves is a constraint, and simplifies nothing before."""

import pytest

from matgrad.app.ask import ask

LAGRANGIAN = r"$L(x,\lambda)=x^TAx-\lambda(x^Tx-1)$"


@pytest.mark.parametrize(
    ("said", "function", "by", "answer"),
    [
        ("$x$ is a unit vector", LAGRANGIAN, "x", "(A + A')*x - 2*lambda*x"),
        (r"$\|x\|=1$", LAGRANGIAN, "x", "(A + A')*x - 2*lambda*x"),
        ("$x^Tx = 1$", r"$f(x)=\|x\|^2$", "x", "2*x"),
        ("$Q$ is orthogonal", r"$f(Q)=\|AQ-B\|_F^2$", "Q", "2*A'*(A*Q - B)"),
        ("$Q^TQ = I$", r"$f(Q)=\operatorname{tr}(Q^TQA)$", "Q", "Q*(A + A')"),
        ("$p$ is on the simplex", r"$f(p)=c^Tp+(\mathbf{1}^Tp)^2$", "p", "c + 2*sum(p)*ones(n)"),
    ],
)
def test_a_constraint_does_not_simplify_the_function(
    said: str, function: str, by: str, answer: str
) -> None:
    reply = ask(f"Suppose that {said}. What is the gradient of {function} with respect to ${by}$?")
    assert str(reply.results[by]) == answer
    assert reply.ok
    assert any(f"a free {by}" in note for note in reply.understood.notes)


def test_of_what_is_held_fixed_the_same_words_are_used() -> None:
    reply = ask(r"Let $\|u\|=1$. What is the gradient of $\|uu^TX\|_F^2$ with respect to $X$?")
    assert str(reply.results["X"]) == "2*u*u'*X"


def test_the_gradient_within_the_constraint_is_given_besides() -> None:
    reply = ask(r"Let $Q$ be orthogonal. What is the gradient of $f(Q)=\|AQ-B\|_F^2$?")
    (case,) = reply.cases
    assert case.words == "Q stays orthogonal"
    assert str(case.derivation.result) == "Q*B'*A*Q - A'*B"


@pytest.mark.parametrize(
    ("claim", "status", "words"),
    [
        ("2Ax", "right", ""),
        (r"2\|x\|^2Ax", "right", "where x is a unit vector"),
        ("2Ax - 2(x^TAx)x", "right by convention", "if x stays a unit vector"),
        ("2Ax + 5x", "wrong", "the term 5x is too much"),
    ],
)
def test_a_claim_may_be_right_where_a_constraint_holds(claim: str, status: str, words: str) -> None:
    text = rf"Minimise $f(x)=x^TAx$ subject to $\|x\|=1$, with $A=A^T$. Is $\nabla f = {claim}$?"
    (verdict,) = ask(text).claims
    assert (verdict.status, verdict.words) == (status, words)


def test_a_claim_about_another_variable_does_not_use_its_constraint() -> None:
    claim = r"\frac{\partial f}{\partial u}=(X+X^T)u"
    text = f"Let $u$ be a unit vector and $f(X)=u^TXu$. I get ${claim}$."
    verdicts = ask(f"{text} What is the gradient with respect to $X$?").claims
    assert [verdict.status for verdict in verdicts] == ["right"]


@pytest.mark.parametrize(
    "problem",
    [
        r"Minimize $x^TQx$ subject to $Ax=b$, with $Q\succ0$. Write",
        r"Minimise $x^TQx$ s.t. $Ax=b$, $Q\succeq0$. The Lagrangian is",
        r"We minimize $x^TQx$ subject to $Ax=b$, where $Q=Q^T$. Set",
    ],
)
def test_what_holds_of_the_data_of_a_lagrangian_is_assumed(problem: str) -> None:
    text = rf"{problem} $L(x,\lambda)=x^TQx+\lambda^T(Ax-b)$. I get $\nabla_xL=2Qx+A^T\lambda$."
    assert [verdict.status for verdict in ask(text).claims] == ["right"]


@pytest.mark.parametrize(
    ("said", "words"),
    [(r"$x\ge0$", "x is nonnegative"), (r"$\lambda>0$", "λ is positive")],
)
def test_what_holds_of_the_arguments_of_a_lagrangian_is_named_as_unused(
    said: str, words: str
) -> None:
    problem = rf"Minimize $\|x\|_1$ subject to $Ax=b$, {said}."
    reply = ask(rf"{problem} Let $L(x,\lambda)=\|x\|_1+\lambda^T(Ax-b)$. What is $\nabla_xL$?")
    assert str(reply.results["x"]) == "A'*lambda + sign(x)"
    assert f"{words}: a constraint, which is not used" in reply.understood.notes
