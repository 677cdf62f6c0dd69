"""A formula of which no use is made is told once: as a note with its reason, or in the list."""

import matgrad as mg

TEXT = (
    r"Let $f(x) = x^\top A x$. It is useful to recall that $P:Q = Q:P$. "
    r"Find the gradient of $f$."
)


def test_an_identity_between_other_letters_is_listed_and_no_more() -> None:
    printed = str(mg.ask(TEXT))
    assert printed.count("P:Q = Q:P") == 1
    assert printed.rstrip().endswith("Not used\n  P:Q = Q:P")


def test_a_product_that_looks_like_a_call_of_a_variable_is_listed() -> None:
    text = r"Let $f(X) = \operatorname{tr}(X^TAX)$. What is its gradient? Compare $X(A+A^T)$ to it."
    assert mg.ask(text).unused == ["X(A+A^T)"]


def test_the_function_in_another_spelling_is_not_listed() -> None:
    text = r"We minimize the trace of $P^+=(I-KH)P(I-KH)^T+KRK^T$. Here P and R are symmetric."
    reply = mg.ask(rf"{text} Compute $\partial\,\mathrm{{tr}}(P^+)/\partial K$.")
    assert "K" in reply.results
    assert not reply.unused


def test_a_case_with_the_same_answer_is_told_once() -> None:
    case = "if X is a tall matrix of full column rank"
    reply = mg.ask(f"What is the gradient of log det(X'X) with respect to X, {case}?")
    assert str(reply.results["X"]) == "2*X*inv(X'*X)"
    assert "is not taken to be" not in str(reply)
