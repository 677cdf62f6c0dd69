"""Recurrences: h_{t-1} beside h_t is a name of its own."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "variable", "answer"),
    [
        (r"Let $\mathbf{h}_t = \tanh(\mathbf{W}\mathbf{h}_{t-1}+\mathbf{U}\mathbf{x}_t)$. Find "
         r"$\frac{\partial \mathbf{h}_t}{\partial \mathbf{h}_{t-1}}$.",
         "h_prev", "Diag(1 - tanh(U*x_t + W*h_prev).^2)*W"),
        (r"Kalman: $J(x_k)=\|x_k-Ax_{k-1}\|^2$. Gradient w.r.t. $x_{k-1}$?",
         "x_prev", "-2*A'*(x_k - A*x_prev)"),
        (r"$c_t=f_t\odot c_{t-1}+i_t\odot g_t$. What is $\partial c_t/\partial c_{t-1}$?",
         "c_prev", "Diag(f_t)"),
    ],
)  # fmt: skip
def test_the_one_before_is_a_variable(text: str, variable: str, answer: str) -> None:
    reply = mg.ask(text)
    assert {name: str(result) for name, result in reply.results.items()} == {variable: answer}
    assert any("is called" in note for note in reply.understood.notes)


@pytest.mark.parametrize(
    ("claim", "status"),
    [(r"\mathrm{diag}(1-h_t^2)W", "right"), (r"\mathrm{diag}(h_t^2)W", "wrong")],
)
def test_claims_speak_of_it_as_well(claim: str, status: str) -> None:
    reply = mg.ask(
        rf"$h_t=\tanh(Wh_{{t-1}}+Ux_t)$. Jacobian of $h_t$ wrt $h_{{t-1}}$ is ${claim}$?"
    )
    assert [each.status for each in reply.claims] == [status]


@pytest.mark.parametrize(
    "text",
    [
        r"$f(x)=\sum_{i=1}^{n-1}(x_{i+1}-x_i)^2$. Gradient?",
        r"Let $x=(x_1,\dots,x_{n+1})$ and $f(x)=\|x\|^2$. Gradient?",
    ],
)
def test_an_index_that_runs_makes_no_name(text: str) -> None:
    assert list(mg.ask(text).results) == ["x"]
