"""Norms with a matrix below are products; softmax acts on rows where words behind it say so."""

from matgrad.app.ask import ask


def test_a_norm_with_a_matrix_is_a_quadratic_form() -> None:
    reply = ask(r"$f(x)=\frac12\|x-y\|_A^2$ with $A$ positive definite. $\nabla f=A(x-y)$?")
    assert [claim.status for claim in reply.claims] == ["right"]


def test_softmax_behind_which_rows_are_named_acts_on_rows() -> None:
    reply = ask(r"Let $L=\operatorname{tr}(Y^TS)$, $S=\mathrm{softmax}(XW)$ row-wise. $\nabla_WL$?")
    assert "softmax_rows(XW)" in reply.text("short")


def test_rows_that_are_one_hot_sum_to_one() -> None:
    reply = ask(
        r"$L(W)=-\operatorname{tr}(Y^T\log S)$, $S=\mathrm{softmax}(XW)$ row-wise, rows of $Y$ "
        r"one-hot. $\nabla_WL=X^T(S-Y)$. Right?"
    )
    assert [claim.status for claim in reply.claims] == ["right"]
