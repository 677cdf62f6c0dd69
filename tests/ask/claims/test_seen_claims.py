"""Claims that a reader sees at once: in which words they are made, and with which letters."""

import pytest

from matgrad import ask

A = r"What is the gradient of $\operatorname{tr}(AXBX^T)$ with respect to $X$? "
INVERSE = "What is the derivative of $a^TX^{-1}b$ with respect to $X$? "
TWO = (
    r"Let $f(m,S) = (m-a)^TP(m-a) + \operatorname{tr}(PS) - \log\det S$ with symmetric $P$, $S$. "
    "I need the gradients with respect to $m$ and $S$. "
)
SOFTMAX = "What is the Jacobian of softmax(z) with respect to z? "
RESIDUAL = r"Let $f(x) = \|r(x)\|^2$, where $r:\mathbb{R}^n\to\mathbb{R}^m$ is smooth "
LIKELY = r"The log-likelihood is $\ell(b) = \sum_{i=1}^n (y_i x_i^Tb - e^{x_i^Tb})$. "
OPENED = r"For the function $f(X) = \operatorname{tr}(X^TBX)$ is the gradient "
CASES = [
    (OPENED + "$(B+B^T)X$ or $X(B+B^T)$?", ["right", "wrong"]),
    (OPENED + "$2BX$, $BX$ or $(B+B^T)X$?", ["wrong", "wrong", "right"]),
    ("When $f(x)=x^TAx$ is its gradient $2Ax$ or $Ax$?", ["wrong", "wrong"]),
    (A + "I get $AXB + AXB = 2AXB$.", ["wrong", "wrong"]),
    (A + "I believe that the answer is $A^TXB^T + AXB = AXB + A^TXB^T$.", ["right", "right"]),
    (A + "I get $3AXB + AXB = 2AXB$.", []),
    (INVERSE + "My book gives $-X^{-T}ab^TX^{-T}$ without a proof.", ["right"]),
    (INVERSE + "Without further explanation, the notes say $-X^{-T}ba^TX^{-T}$.", ["wrong"]),
    (TWO + "I get $2P(m-a)$ for the mean. For the covariance I have $P - S^{-1}$.",
     ["right", "right"]),
    (TWO + "For the mean, I have $P(m-a)$.", ["wrong"]),
    (SOFTMAX + "I have p_i(1 - p_j) for the entry i,j", ["wrong"]),
    (SOFTMAX + "I get diag(s) - s s^T.", ["right"]),
    (SOFTMAX + "I get diag(p) - p p^T, where p is a known vector.", ["not checked"]),
    (RESIDUAL + "with Jacobian $J$. Is the gradient $2J^Tr(x)$?", ["right"]),
    (RESIDUAL + "and $J(x)$ is its Jacobian. The gradient is $J(x)^Tr(x)$.", ["wrong"]),
    (RESIDUAL + "with Jacobian $J$. I get $2J^Tr(x)$, but a colleague has it without the 2.",
     ["right"]),
    (LIKELY + r"I know the score should be $X^T(y-\mu)$, where $\mu_i = e^{x_i^Tb}$.", ["right"]),
]  # fmt: skip


@pytest.mark.parametrize(("text", "statuses"), CASES, ids=range(len(CASES)))
def test_a_claim_is_judged(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_what_a_letter_is_taken_for_is_said() -> None:
    notes = ask(SOFTMAX + "I get $p_i(1 - p_j)$.").understood.notes
    assert "p is taken to be softmax(z)" in notes
