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


TWO = r"Let $L = \|WVx - y\|^2$. "
LABELS = [
    TWO + "My gradients are\n\n- W.r.t. $V$: $2W^T(WVx-y)x^T$\n- W.r.t. $W$: $2(WVx-y)x^T$\n",
    TWO + "For $V$: $2W^T(WVx-y)x^T$. For $W$, $2(WVx-y)x^T$. Which is wrong?",
    TWO + "I found\nfor $V$: $2W^T(WVx-y)x^T$\nfor $W$: $2(WVx-y)x^T$\nIs this correct?",
    TWO + "I got\ngradient with respect to $V$: $2W^T(WVx-y)x^T$,\n"
    "gradient with respect to $W$: $2(WVx-y)x^T$.",
    TWO + "\n\n**w.r.t. $V$:** $2W^T(WVx-y)x^T$\n\n**w.r.t. $W$:** $2(WVx-y)x^T$",
    TWO + "By V: $2W^T(WVx-y)x^T$ (chain rule). By W: $2(WVx-y)x^T$ (outer product).",
    TWO + "I get these two gradients: $2W^T(WVx-y)x^T$ ($V$) and $2(WVx-y)x^T$ ($W$).",
    "L = ||W V x - y||^2\nGradient wrt V = 2 W^T (W V x - y) x^T\n"
    "Gradient wrt W = 2 (W V x - y) x^T",
    "L = ||W V x - y||^2. my results\nV: 2 W^T (W V x - y) x^T\nW: 2 (W V x - y) x^T",
    "f = ||W V x - y||^2. What I have:\nw.r.t. V: 2 W^T (W V x - y) x^T\n"
    "w.r.t. W: 2(W V x - y) x^T\nCorrect?",
    "L = ||W V x - y||^2\ndL/dV: 2 W^T (W V x - y) x^T\ndL/dW: 2(W V x - y) x^T\nAre these right?",
    "L = ||W V x - y||^2. grad_V = 2 W^T (W V x - y) x^T, grad_W = 2(W V x - y) x^T. Right?",
]


@pytest.mark.parametrize("text", LABELS, ids=range(len(LABELS)))
def test_a_label_says_by_what_its_formula_is(text: str) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]
    assert [*reply.results] == ["V", "W"]


def test_numbered_weights_are_labels() -> None:
    text = r"Let $L = \frac12\|W_2 W_1 x - y\|^2$. For W1: $W_2^T(W_2W_1x-y)x^T$. "
    claims = mg.ask(text + "For W_2, $(W_2W_1x-y)x^T$.").claims
    assert [claim.status for claim in claims] == ["right", "wrong"]


def test_a_list_of_labels_is_said_by_one() -> None:
    text = TWO + "The book gives:\n- for $V$: $2W^T(WVx-y)x^T$\n- for $W$: $2(WVx-y)x^T$\n"
    assert [claim.who for claim in mg.ask(text).claims] == ["the book", "the book"]


def test_labels_of_tasks_are_no_answers() -> None:
    reply = mg.ask("Find the derivatives: w.r.t. $x$: $x^TAx$, w.r.t. $X$: $\\log\\det X$.")
    assert not reply.claims


def test_a_label_is_about_the_derivative_that_was_named_last() -> None:
    text = "L = ||Xw - y||^2/n + lam*||w||_1. wrt w: 2/n X'(Xw - y) + lam*sign(w). "
    claims = mg.ask(text + "Also, is the Hessian 2/n X'X?").claims
    assert [claim.status for claim in claims] == ["right", "right"]


def test_each_label_of_a_line_asks_for_its_variable() -> None:
    reply = mg.ask(
        "Let $f(x,y) = x^3y - y^2$. Partial derivatives: by $x$: $3x^2y$, by $y$: $x^3 - y$."
    )
    assert [*reply.results] == ["x", "y"]
    assert [claim.status for claim in reply.claims] == ["right", "wrong"]


def test_typed_gradients_with_a_colon_are_labels() -> None:
    text = "y = Wx + b, L = sum(y^2).\ngrad_W: 2 y x^T\ngrad_b: 2 y\ngrad_x: 2 W y\n"
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "right", "wrong"]


def test_a_name_alone_is_an_answer_behind_a_label() -> None:
    text = "KL = 0.5*(sigma^2 + mu^2 - 1 - log(sigma^2)). wrt mu: mu. wrt sigma: sigma - 1/sigma^2."
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "wrong"]


@pytest.mark.parametrize(
    "text",
    [
        r"cosine similarity $c(a)=\frac{a^Tb}{\|a\|\|b\|}$, derivative in $a$." "\n\n"
        r"Alice: $\frac{1}{\|a\|}\left(\frac{b}{\|b\|}-c(a)\frac{a}{\|a\|}\right)$" "\n\n"
        r"Bob: $\frac{b}{\|a\|\|b\|}-c(a)\frac{a}{\|a\|}$" "\n\nI am inclined to trust Bob.",
        "$q(w)=\\frac{w^TAw}{w^Tw}$ with $A$ symmetric, gradient?\n\n"
        "Tom: $\\frac{2}{w^Tw}(Aw-q(w)w)$\n\nAnn: $\\frac{2}{w^Tw}(Aw-q(w)Aw)$",
    ],
)  # fmt: skip
def test_what_two_people_say_on_lines_of_their_own(text: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == ["right", "wrong"]
