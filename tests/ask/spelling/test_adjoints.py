"""Bars that are adjoints, where a text speaks of a backward pass."""

import pytest

from matgrad.app.ask import ask


@pytest.mark.parametrize(
    ("text", "statuses"),
    [
        (r"Given $C = AB$ and upstream gradient $\bar C$, show $\bar A=\bar CB^T$ and "
         r"$\bar B=A^T\bar C$.", ["right", "right"]),
        (r"Given $C = AB$ and upstream gradient $\bar C$, I get $\bar A=\bar CB$.", ["wrong"]),
        (r"Backprop: $y = Wx$, with adjoint $\bar y$ known. Then $\bar W = \bar y x^T$ and "
         r"$\bar x = W\bar y$. Right?", ["right", "wrong"]),
        (r"Let $q=Wx$, $k=Vx$ and $s=q^Tk$. Using reverse mode with $\bar s=1$: $\bar q=k$, "
         r"$\bar k=q$, $\bar W=qx^T$. Right?", ["right", "right", "wrong"]),
    ],
)  # fmt: skip
def test_bars_are_derivatives_of_a_loss(text: str, statuses: list[str]) -> None:
    assert [claim.status for claim in ask(text).claims] == statuses


def test_adjoints_are_asked_for() -> None:
    reply = ask(r"In reverse mode, $Y=AX$, $Z=BY$ and $\bar Z$ is the adjoint of $Z$. What are "
                r"$\bar A$ and $\bar X$?")  # fmt: skip
    found = {name: str(x) for name, x in reply.results.items()}
    assert found == {"A": "B'*G*X'", "X": "A'*B'*G"}


def test_a_mean_stays_a_mean() -> None:
    reply = ask(r"Let $\bar x$ be the mean of $x$ and $f(x)=\|x-\bar x\mathbf 1\|^2$. What does "
                "backprop give for the gradient?")  # fmt: skip
    assert "∂L" not in str(reply)
