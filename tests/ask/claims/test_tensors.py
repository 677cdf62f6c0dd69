r"""Entries of derivatives with three or four indices."""

import pytest

from matgrad.app.ask import ask

ENTRIES = (
    (
        "right",
        r"$F(X)=AXB$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=A_{ik}B_{lj}$?",
    ),
    (
        "wrong",
        r"$F(X)=AXB$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=A_{ik}B_{jl}$?",
    ),
    (
        "right",
        r"$y=Ax$. "
        r"Is $\frac{\partial y_i}{\partial A_{jk}}=\delta_{ij}x_k$?",
    ),
    (
        "wrong",
        r"$y=Ax$. "
        r"Is $\frac{\partial y_i}{\partial A_{jk}}=\delta_{ik}x_j$?",
    ),
    (
        "right",
        r"$F(X)=X^2$ for square matrices $X$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=\delta_{ik}X_{lj}+X_{ik}\delta_{jl}$?",
    ),
    (
        "right",
        r"$F(X)=X^TX$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=\delta_{il}X_{kj}+\delta_{jl}X_{ki}$?",
    ),
    (
        "wrong",
        r"$F(X)=X^TX$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=\delta_{il}X_{kj}$?",
    ),
    (
        "right",
        r"$F(X)=X^{-1}$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=-(X^{-1})_{ik}(X^{-1})_{lj}$?",
    ),
    (
        "wrong",
        r"$F(X)=X^{-1}$. "
        r"Is $\frac{\partial F_{ij}}{\partial X_{kl}}=-(X^{-1})_{il}(X^{-1})_{kj}$?",
    ),
    (
        "right",
        r"$F(x)=xx^T$. "
        r"Is $\frac{\partial F_{ij}}{\partial x_k}=\delta_{ik}x_j+x_i\delta_{jk}$?",
    ),
)


@pytest.mark.parametrize(("status", "text"), ENTRIES)
def test_entries_with_many_indices_are_judged(status: str, text: str) -> None:
    assert [claim.status for claim in ask(text).claims] == [status]
