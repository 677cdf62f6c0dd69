"""Recurrences with a known number of steps."""

import pytest

from matgrad.app.ask import ask

J = r"$J=\|x_3-z\|^2$. What is $\partial J/\partial x_0$?"


@pytest.mark.parametrize(
    "text",
    [
        f"Let $x_{{t+1}}=Ax_t$ for $t=0,1,2$ and {J}",
        rf"Let $x_{{t+1}}=Ax_t,\quad t=0,1,2$ and {J}",
        rf"Let $x_k=Ax_{{k-1}}$ for $k=1,\dots,3$ and {J}",
        rf"Let $x_{{k}} = A x_{{k-1}}$, $k=1,2,3$, and {J}",
    ],
)
def test_the_steps_are_written_out(text: str) -> None:
    reply = ask(f"{text} I'd say $2(A^3)^T(A^3x_0-z)$.")
    assert list(reply.results) == ["x0"]
    assert [claim.status for claim in reply.claims] == ["right"]


def test_two_steps_are_no_decimal() -> None:
    reply = ask(r"Let $x_{k+1}=Ax_k+Bu_k$ for $k=0,1$ and $J=\|x_2\|^2$. What are "
                r"$\partial J/\partial u_0$ and $\partial J/\partial u_1$?")  # fmt: skip
    assert list(reply.results) == ["u0", "u1"]
    assert reply.unused == []


def test_layers_have_weights_of_their_own() -> None:
    reply = ask(r"Let $h_l=\tanh(W_lh_{l-1})$, $l=1,2$, and $L=\frac12\|h_2-y\|^2$. What is "
                r"$\partial L/\partial W_1$?")  # fmt: skip
    assert list(reply.results) == ["W1"]


def test_the_weights_of_a_recurrent_network_are_shared() -> None:
    reply = ask(r"An RNN: $h_t=\tanh(Wh_{t-1}+Ux_t)$ for $t=1,2$, loss $L=\|h_2-y\|^2$. Find "
                r"$\partial L/\partial W$. I have $2((h_2-y)\odot(1-h_2^2))h_1^T$.")  # fmt: skip
    assert [claim.status for claim in reply.claims] == ["wrong"]  # the first step is missing


@pytest.mark.parametrize(
    "text",
    [
        r"$x_{k+1}=x_k-\alpha\nabla f(x_k)$ for $k=0,1,2$ and $f(x)=\|Ax-b\|^2$. Find $\nabla f$.",
        r"Let $a_{i+1}=2a_i$ for $i=0,1,2,\dots$ and $f(x)=\|Ax-b\|^2$. Gradient of $f$ by $x$?",
    ],
)
def test_a_recurrence_that_the_function_does_not_use(text: str) -> None:
    assert {name: str(x) for name, x in ask(text).results.items()} == {"x": "2*A'*(A*x - b)"}


@pytest.mark.parametrize(
    ("text", "answer"),
    [
        (r"$x_{k+1} = A x_k + B u_k$ and $J = x_2^TQx_2$ where $x_0$ is fixed. The gradient with "
         r"respect to $u_0$?", {"u0": "B'*A'*(Q + Q')*(A*(A*x0 + B*u0) + B*u1)"}),
        (r"RNN: $h_t = Wh_{t-1}$, loss $L = \frac12\|h_2 - y\|^2$ with $h_0$ given. What is "
         r"$\partial L/\partial h_0$?", {"h0": "(W^2)'*(W^2*h0 - y)"}),
    ],
    ids=["forward", "backward"],
)  # fmt: skip
def test_steps_run_from_the_first_that_is_named_to_the_last(
    text: str, answer: dict[str, str]
) -> None:
    assert {name: str(value) for name, value in ask(text).results.items()} == answer


def test_of_an_open_number_of_steps_nothing_is_answered() -> None:
    text = (
        r"RNN: $h_t = \tanh(Wh_{t-1})$, loss $L = \|h_T - y\|^2$. What is $\partial L/\partial W$?"
    )
    assert not ask(text).results


def test_inputs_tell_where_a_recurrence_begins() -> None:
    reply = ask(
        r"$x_{k+1}=Ax_k+Bu_k$, $J=\|u_0\|^2+\|x_2\|^2$. What is the gradient with respect to $u_0$?"
    )
    (answer,) = reply.results.values()
    assert str(answer) == "2*(B'*A'*(A*(A*x0 + B*u0) + B*u1) + u0)"
