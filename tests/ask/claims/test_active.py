"""Claims about one case of a function with pieces are judged in that case."""

import pytest

import matgrad as mg

HINGE = r"Let $f=\max(0,1-yw^Tx)$. "
CASES = [
    (r"When the hinge is active, $\nabla_wf=-yx$. Correct?", "right", "1 − ywᵀx > 0"),
    ("In the active case the gradient with respect to $w$ is $-yx$.", "right", "> 0"),
    ("If the margin is violated the gradient with respect to $w$ is $-yx$.", "right", "> 0"),
    ("The gradient by $w$ is $-yx$ in the active case and $0$ otherwise.", "right", "> 0"),
    ("When inactive, the gradient with respect to $w$ is $0$.", "right", "< 0"),
    ("What is the gradient by $w$? If it's active I get $-yx$.", "right", "> 0"),
    (r"When the hinge is active, $\nabla_wf=yx$.", "wrong", "the sign is wrong"),
    (r"When the loss is positive, $\nabla_wf=-yx$.", "right", "1 − ywᵀx > 0"),
    (r"If the loss is nonzero, the gradient with respect to $w$ is $-yx$.", "right", "> 0"),
    (r"When $f>0$, $\nabla_wf=-yx$.", "right", "> 0"),
    (r"Where $f$ is nonzero, $\nabla_wf=yx$.", "wrong", "the sign is wrong"),
    (r"If $f \neq 0$, then $\nabla_wf=-yx$.", "right", "> 0"),
    (r"The gradient with respect to $w$ is $-yx$.", "wrong", "step"),
]


@pytest.mark.parametrize(("words", "status", "why"), CASES, ids=range(len(CASES)))
def test_the_case_of_a_claim_is_supposed(words: str, status: str, why: str) -> None:
    (claim,) = mg.ask(HINGE + words).claims
    assert claim.status == status
    assert why in claim.words


def test_a_claim_about_each_of_several_hinges() -> None:
    text = (
        r"Let $f(w)=\sum_i\max(0,1-y_iw^Tx_i)$. If all margins are violated, "
        "the gradient is $-X^Ty$."
    )
    (claim,) = mg.ask(text).claims
    assert claim.status == "right"


def test_a_square_is_taken_in_its_case() -> None:
    text = (
        r"Let $f(w)=\max(0,1-yw^Tx)^2$. In the region where the max is positive, "
        r"$\nabla f=-2(1-yw^Tx)yx$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["right"]


def test_a_case_that_is_not_known_leaves_a_claim_undecided() -> None:
    text = (
        r"Let $f(r)=\frac12r^2$ if $|r|\le1$ and $|r|-\frac12$ otherwise. "
        "In the quadratic region the derivative is $r$."
    )
    assert [claim.status for claim in mg.ask(text).claims] == ["undecided"]


def test_words_about_no_piece_change_nothing() -> None:
    text = r"Let $f(X)=\log\det X$. When $X$ is positive definite, the gradient is $X$."
    assert [claim.status for claim in mg.ask(text).claims] == ["wrong"]


SIGNS = [
    (r"Let $f(x)=\max(0,a^Tx)$. If $f(x)>0$, then $\nabla f(x)=a$.", "right"),
    (r"Let $f(x)=\max(0,a^Tx)^2$. Where $f(x)$ is positive, $\nabla f(x)=2(a^Tx)a$.", "right"),
    (r"Let $f(x)=x^Tx$. If $f(x)>0$, then $\nabla f(x)=x$.", "wrong"),
    (r"Let $f(x)=\max(0,a^Tx)+1$. If $f(x)>0$, then $\nabla f(x)=a$.", "undecided"),
    ("loss = max(0, 1 - y*w'x). If the loss is positive, the gradient wrt w is -y*x.", "right"),
]


@pytest.mark.parametrize(("text", "status"), SIGNS, ids=range(len(SIGNS)))
def test_the_sign_of_the_function_is_a_case(text: str, status: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == [status]
    assert "Not used" not in reply.text("short") or status != "right"


def test_a_rival_claim_is_one_of_the_same_case() -> None:
    reply = mg.ask(
        r"Take $\ell(w) = \max(0, 1 - w^Tx)^2$. When the hinge is active the gradient is "
        "$-(1-w^Tx)x$, says Bob. I say $-2(1-w^Tx)x$."
    )
    assert [claim.status for claim in reply.claims] == ["wrong", "right"]
