"""Entries of a Jacobian that are claimed by cases: for equal indices, and for others."""

import pytest

import matgrad as mg

SOFTMAX = r"Let $y_i = \frac{e^{x_i}}{\sum_j e^{x_j}}$. "
ENTRY = r"\frac{\partial y_i}{\partial x_j}"
RIGHT, SIGN = r"-y_iy_j", r"y_iy_j"
CLAIMS = [
    (rf"If $i=j$ then ${ENTRY} = y_i(1-y_i)$; if $i \neq j$, ${ENTRY} = {RIGHT}$.", "right"),
    (rf"If $i=j$ then ${ENTRY} = y_i(1-y_i)$; if $i \neq j$, ${ENTRY} = {SIGN}$.", "wrong"),
    (rf"Then ${ENTRY} = \begin{{cases}} y_i(1-y_i) & i=j\\ {RIGHT} & i\ne j\end{{cases}}$.",
     "right"),
    (rf"Then ${ENTRY} = \begin{{cases}} y_i(1-y_i) & \text{{if }} i=j\\ {SIGN} & "
     r"\text{otherwise}\end{cases}$.", "wrong"),
    (rf"What is ${ENTRY}$? For $i=j$ I get $y_i(1-y_i)$ and for $i\ne j$ I get ${RIGHT}$.",
     "right"),
    (rf"The derivative ${ENTRY}$ is $y_i(1-y_i)$ when $i=j$ and ${RIGHT}$ otherwise.", "right"),
    (rf"The derivative ${ENTRY}$ is $y_i(1-y_i)$ when $i=j$ and ${SIGN}$ otherwise.", "wrong"),
    (rf"I computed ${ENTRY}$: for $i=j$ it is $y_i(1-y_j)$, and for $i\neq j$ it equals ${RIGHT}$.",
     "right"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_each_case_is_judged_by_itself(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(SOFTMAX + text).claims] == ["right", status]


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        ("p = softmax(z). dp_i/dz_j = p_i(1-p_i) if i = j and -p_i p_j if i != j. correct?",
         ["right", "right"]),
        ("p = softmax(z). dp_i/dz_j = p_i(1-p_i) if i=j, else p_i p_j", ["right", "wrong"]),
        (r"Let $f(x)=\sum_{i<j} (x_i - x_j)^2$. The second derivative "
         r"$\frac{\partial^2 f}{\partial x_i\partial x_j}$ is $-2$ for $i\ne j$ and $2(n-1)$ for "
         r"$i=j$.", ["right", "right"]),
    ],
)  # fmt: skip
def test_cases_may_be_typed_and_of_second_order(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == statuses


def test_what_a_derivation_uses_is_not_the_question() -> None:
    reply = mg.ask(
        r"For $L = -\sum_k y_k\log p_k$ with $p = \mathrm{softmax}(z)$ I use "
        r"$\frac{\partial p_k}{\partial z_i} = p_k(1-p_k)$ if $i=k$ and $-p_kp_i$ otherwise, and "
        r"get $\frac{\partial L}{\partial z_i} = p_i - y_i$ since $\sum_k y_k = 1$."
    )
    assert reply.problem is not None
    assert reply.problem.name == "L"
    assert [claim.status for claim in reply.claims] == ["right"] * 3
