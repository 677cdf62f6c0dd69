"""Sums whose index begins at 0, and sums that are written out term by term."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.spelling.from_zero import with_sums_from_zero
from matgrad.app.ask.text.segments import Cut, Segment
from tests.ask.reading import function_of


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (r"Let $f(x) = \sum_{k=0}^{n-1} x_k^2$. Find the gradient with respect to $x$.",
         "sum(x.^2)"),
        ("gradient of sum_{k=0}^{n-1} (x_k - y_k)^2 wrt x", "sum((x - y).^2)"),
        (r"Let $f(x) = \sum_{i=0}^{n} x_i^2$. gradient wrt x?", "sum(x.^2)"),
        (r"Let $J = \sum_{k=0}^{N-1} x_k^2 + \lambda\sum_{k=0}^{N-1} |x_k|$. Gradient w.r.t. x?",
         "sum(x.^2) + lambda*sum(abs(x))"),
    ],
)  # fmt: skip
def test_a_sum_from_zero_is_one_over_all_entries(text: str, function: str) -> None:
    assert function_of(text) == function


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"Let $f(x) = \sum_{k=0}^{3} a_k x^k$. Derivative?", "3*a3*x^2 + 2*a2*x + a1"),
        (r"Let $J = \sum_{k=0}^{2} \gamma^k r_k$. Derivative wrt $\gamma$?", "2*gamma*r2 + r1"),
        (r"Let $J(\gamma) = \sum_{k=0}^{K} \gamma^k r_k$ with $K = 2$. Derivative wrt $\gamma$?",
         "2*gamma*r2 + r1"),
        (r"Let $f(x) = \sum_{k=0}^{2} (-1)^k x^{2k}$. Derivative?", "2*x*(2*x^2 - 1)"),
        (r"Let $f(t) = \sum_{k=0}^{3} \frac{t^k}{k!}$. Derivative?", "t^2/2 + t + 1"),
        (r"Let $f(x) = \sum_{k=1}^{3} k x^k$. Derivative?", "9*x^2 + 4*x + 1"),
        (r"Let $f(x) = \left(\sum_{k=1}^{2} \left(x\right)^k \right)^2 - x$. Derivative?",
         "2*x*(2*x + 1)*(x + 1) - 1"),
    ],
)  # fmt: skip
def test_a_sum_with_an_index_as_a_number_is_written_out(text: str, answer: str) -> None:
    reply = ask(text)
    assert [str(x) for x in reply.results.values()] == [answer]
    assert not reply.unused


def test_steps_of_a_recurrence_stand_below_a_sum() -> None:
    text = (
        r"Let $x_{t+1} = Ax_t + Bu_t$, $t=0,1$, and $J = \sum_{t=0}^{1} x_t^TQx_t + x_2^TPx_2$. "
        r"Gradient with respect to $u_1$?"
    )
    assert {k: str(v) for k, v in ask(text).results.items()} == {
        "u1": "B'*(P + P')*(A*(A*x0 + B*u0) + B*u1)"
    }


@pytest.mark.parametrize(
    "text",
    [
        r"Let $x_{t+1} = Ax_t$ for all $t$ and $J = \sum_{t=0}^{3} x_t^Tx_t$. Gradient by $x_0$?",
        r"Let $f(x) = \sum_{k=0}^{3} a_k x^k + k$. Derivative?",
        r"Let $f(x) = \sum_{k=0}^{K} a_k x^k$. Derivative with respect to x?",
        r"Discounted return $G = \sum_{k=0}^{\infty} \gamma^k r_k$. Derivative in $\gamma$?",
    ],
)
def test_other_sums_are_not_guessed(text: str) -> None:
    assert function_of(text) is None


def test_nested_sums_do_not_grow_without_end() -> None:
    many = r"\sum_{k=0}^{9} \gamma^k " * 8
    cut = Cut((Segment(False, "Let "), Segment(True, f"f = {many} x")), "", ())
    assert with_sums_from_zero(cut) == cut


@pytest.mark.parametrize(
    ("text", "function"),
    [
        (r"Let $p(x) = \sum_{k=0}^3 a_kx^k$. What is $p'(x)$?", "a0 + a1*x + a2*x^2 + a3*x^3"),
        (r"Let $p(x) = \sum_{k=1}^3 ka_kx^{k-1}$. What is $p'(x)$?", "1*a1 + 2*a2*x + 3*a3*x^2"),
        (
            r"Gradient of $\operatorname{tr}(\sum_{k=0}^{2} c_k A^k)$ with respect to $A$?",
            "tr(c0*I(n) + c1*A + c2*A^2)",
        ),
        (
            r"Let $f(A) = b^T\sum_{k=0}^2 \alpha^kA^kb$. What is the gradient by $A$?",
            "b'*(I(n)*b + alpha*A*b + alpha^2*A^2*b)",
        ),
        (
            r"Let $f(x) = \sum_{k=0}^2 c_k (x-1)^k$. What is $f'(x)$?",
            "c0*(x - 1)^0 + c1*(x - 1) + c2*(x - 1)^2",
        ),
    ],
)
def test_powers_and_indices_that_stand_close_are_written_out(text: str, function: str) -> None:
    assert function_of(text) == function
