"""Outputs that are called numbers: the matrix before them has one row."""

import pytest

from matgrad.app.ask import ask

NET = r"Let $a=\sigma(Vx+b)$, $u=Wa+c$, $E=\frac12(u-y)^2$, $\sigma$ the sigmoid. "


@pytest.mark.parametrize(
    "words",
    [
        "Here $u$ is a scalar.",
        r"Here $u\in\mathbb{R}$.",
        "The output $u$ is a number.",
        "The label $y$ is a scalar.",
    ],
)
def test_a_number_is_made_with_a_row(words: str) -> None:
    reply = ask(rf"{NET}{words} Find $\partial E/\partial W$ and $\partial E/\partial V$.")
    assert list(reply.results) == ["W", "V"]
    assert reply.results["W"].shape.rows.value == 1


def test_layers_with_indices() -> None:
    reply = ask(r"$a^{(1)}=\sigma(W^{(1)}x+b^{(1)})$, $\hat y=W^{(2)}a^{(1)}+b^{(2)}$, "
                r"$E=\frac12(\hat y-y)^2$, where $\hat y$ is a scalar and $\sigma$ is the sigmoid. "
                r"I have $\frac{\partial E}{\partial W^{(2)}}=(\hat y-y)a^{(1)T}$.")  # fmt: skip
    assert [claim.status for claim in reply.claims] == ["right"]


def test_a_number_may_be_taken_from_each_entry() -> None:
    reply = ask(r"Let $z=Wx$ and $f=\|z-\mu\mathbf{1}\|^2$ where $\mu$ is a scalar. Find "
                r"$\partial f/\partial W$.")  # fmt: skip
    assert reply.results["W"].shape.rows.value is None


def test_a_declaration_is_not_the_subject_of_what_follows() -> None:
    reply = ask(r"Let $h=\sigma(Wx)$ and $f=\lambda c^Th$, where $\lambda\in\mathbb{R}$ and "
                r"$\sigma$ is the sigmoid. Find $\partial f/\partial W$.")  # fmt: skip
    assert list(reply.results) == ["W"]
