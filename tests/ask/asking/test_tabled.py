"""Answers in tables and lists are judged by the variable of their row."""

import pytest

import matgrad as mg

NORM = r"Let $f(x, W) = \|Wx\|^2$. What are the gradients?"
ROWS = [
    "\n\n| variable | claim |\n|---|---|\n| $x$ | $2W^TWx$ |\n| $W$ | $2Wx$ |\n",
    "\n\nvariable | my answer\n:---|---\n$x$ | $2W^TWx$\n$W$ | $2Wx$\n",
    "\n\n| by | derivative |\n|:-:|:-:|\n| $x$ | $2W^TWx$ |\n| $W$ | $2Wx$ |\n\nIs this right?",
    " My answers:\n\n- $x$: $2W^TWx$\n- $W$: $2Wx$\n",
    " I got:\n1. $x$ → $2W^TWx$\n2. $W$ → $2Wx$\n",
]


@pytest.mark.parametrize("rows", ROWS, ids=range(len(ROWS)))
def test_each_row_is_a_claim_by_its_variable(rows: str) -> None:
    claims = mg.ask(NORM + rows).claims
    assert [claim.status for claim in claims] == ["right", "wrong"]
    assert str(claims[1].true) == "2*W*x*x'"


def test_each_column_has_its_own_claims() -> None:
    table = "\n\n| by | mine | ChatGPT |\n|---|---|---|\n| $x$ | $2W^TWx$ | $2Wx$ |\n"
    claims = mg.ask(f"{NORM}{table}| $W$ | $2Wx$ | $2Wxx^T$ |\n").claims
    assert [(claim.status, claim.who) for claim in claims] == [
        ("right", ""),
        ("wrong", "ChatGPT"),
        ("wrong", ""),
        ("right", "ChatGPT"),
    ]


def test_a_table_of_shapes_is_no_table_of_claims() -> None:
    table = "| symbol | shape |\n|---|---|\n| $x$ | $n$ |\n| $W$ | $m\\times n$ |"
    reply = mg.ask(f"Let $f(x, W) = \\|Wx\\|^2$ with\n\n{table}\n\nWhat is $\\nabla_x f$?")
    assert not reply.claims
    assert [*reply.results] == ["x"]
