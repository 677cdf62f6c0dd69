"""Functions of which a text says no more than that they are smooth."""

import pytest

from matgrad import ask

CASES = [
    (r"If $f(x)=g(Ax)$ with $g$ smooth, is $\nabla f(x)=A^T\nabla g(Ax)$ and "
     r"$\nabla^2f(x)=A^T\nabla^2g(Ax)A$?", ["right", "right"]),
    (r"Let $f(x)=g(Ax+b)$ for some differentiable function $g$. Is $\nabla f=A\nabla g(Ax+b)$?",
     ["wrong"]),
    (r"Suppose $L$ is a differentiable loss and $f(W)=L(Wx)$. Is $\nabla f(W)=\nabla L(Wx)x^T$?",
     ["right"]),
    (r"Let $f(x)=h(a^Tx)$, $h$ smooth. I get $\nabla f=h'(a^Tx)a$.", ["right"]),
    (r"Let $f(x)=\phi(\|x\|)$ where $\phi$ is twice differentiable. Is "
     r"$\nabla f=\phi'(\|x\|)x$?", ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_what_is_only_smooth_has_a_chain_rule(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert "is only named: scalar" in reply.text("short")
