"""Functions that are called by a name and then written, “the ridge loss, i.e. …”."""

import pytest

from matgrad.app.ask import ask

WRITTEN = [
    ("What is the gradient of the product between u and v, i.e. u'v + ||v||^2, wrt u?", "u", "v"),
    ("What is the gradient of the ridge loss, i.e. ||Xw-y||^2 + lambda*||w||^2, w.r.t. w?",
     "w", "2*(X'*(X*w - y) + lambda*w)"),
    ("What is the derivative of the Rayleigh form of $A$, that is $x^TAx$, with respect to $x$?",
     "x", "(A + A')*x"),
    ("gradient of the penalty (i.e. ||w||^2) wrt w?", "w", "2*w"),
    ("What is the gradient of twice the loss, namely 2||w||^2, w.r.t. w?", "w", "4*w"),
    ("What is the gradient of the log of the determinant of X, i.e. log det X, wrt X?",
     "X", "inv(X)'"),
    ("what is the gradient of the KL divergence between p and q, that is sum(p*log(p/q)), wrt q?",
     "q", "-(p ./ q)"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "name", "result"), WRITTEN, ids=range(len(WRITTEN)))
def test_the_formula_behind_the_words_is_the_function(text: str, name: str, result: str) -> None:
    reply = ask(text)
    assert reply.questions == []
    assert str(reply.results[name]) == result


@pytest.mark.parametrize(
    ("claim", "status"),
    [("v/(||u|| ||v||) - (u'v) u/(||u||^3 ||v||)", "right"), ("v/(||u|| ||v||)", "wrong")],
)
def test_a_claim_about_it_is_judged(claim: str, status: str) -> None:
    text = "I want the gradient of the cosine similarity between u and v, i.e. u'v/(||u|| ||v||), "
    (found,) = ask(f"{text}w.r.t. u. I got {claim}. Correct?").claims
    assert found.status == status


def test_words_between_are_asked_about() -> None:
    text = "What is the gradient of the squared loss, i.e. the square of ||Xw-y||^2, w.r.t. w?"
    assert not ask(text).results
