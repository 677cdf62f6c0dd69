"""The prime of a function u(x) is a derivative, no transpose."""

import pytest

from matgrad import ask

U = "Physics-informed net: u(x) = v^T tanh(wx + b), with scalar x. "
CASES = [
    (U + "Is u' = v^T(w ⊙ (1 - tanh^2(wx+b)))?", ["right"]),
    (U + "Is u' = v^T(w * (1 - tanh(wx+b)^2)) right?", ["right"]),
    (U + "Is u'' = -2 v^T (w^2 * tanh(wx+b) * (1 - tanh(wx+b)^2))?", ["right"]),
    (U + "Is u' = v^T(w ⊙ (1 + tanh^2(wx+b)))?", ["wrong"]),
    (r"Let $u(x) = v^T\tanh(wx+b)$, $x$ scalar. Is $u' = v^T(w\odot(1-\tanh^2(wx+b)))$ and "
     r"$u'' = -2v^T(w\odot w\odot\tanh(wx+b)\odot(1-\tanh^2(wx+b)))$?", ["right", "right"]),
    ("PINN with ansatz u(x) = sum_i c_i tanh(w_i x + b_i). Is u' = "
     "sum_i c_i w_i (1 - tanh(w_i x + b_i)^2)?", ["right"]),
    ("Let $f(x) = e^{2x}$. Is $f'' = 2f'$?", ["right"]),
    (r"Let $\varphi(t)=\log\det(I+tA)$. For the second derivative Max has "
     r"$\varphi''(0)=-(\operatorname{tr}A)^2$ and Sophie has "
     r"$\varphi''(0)=-\operatorname{tr}(A^2)$.", ["wrong", "right"]),
    (r"Let $\varphi(t)=\log\det(I+tA)$. For the second derivative we have "
     r"$\varphi''(0)=-\operatorname{tr}(A^2)$.", ["right"]),
    ("Let $g(t) = e^{at}$. As for the Hessian we find $g''(1) = a^2e^a$.", ["right"]),
    (r"Let $\psi(t)=\|x+td\|^2$. For its derivative I obtained $\psi'(0)=x^Td$.", ["wrong"]),
    (r"Let $\gamma(t)=\sin(t)$. Regarding the second derivative one finds $\gamma''(\pi/2)=1$.",
     ["wrong"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_primes_are_derivatives(text: str, statuses: list[str]) -> None:
    reply = ask(text)
    assert [claim.status for claim in reply.claims] == statuses
    assert "not used" not in reply.text("short")
