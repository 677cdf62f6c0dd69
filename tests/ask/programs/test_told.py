"""Shapes that words, comments and docstrings tell, and derivatives that they say are given."""

import time

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.programs.told import told_shapes
from tests.ask.programs.programs import code

SHAPES = [
    ("x: (d,), h, c: (n,)", {"x": ("d",), "h": ("n",), "c": ("n",)}),
    ("v: center word vector, shape (d,)", {"v": ("d",)}),
    ("U: K negative sample vectors, shape (K, d)", {"U": ("K", "d")}),
    ("W is the weight matrix of shape (d, k)", {"W": ("d", "k")}),
    ("X, y: (n, d), (n,)", {"X": ("n", "d"), "y": ("n",)}),
    ("X, W and Y have shapes (n, d), (d, k) and (n, k)",
     {"X": ("n", "d"), "W": ("d", "k"), "Y": ("n", "k")}),
    ("X: data, y: labels, shape (n,)", {"y": ("n",)}),
    ("student logits S, teacher logits T, both (N, C)", {"S": ("N", "C"), "T": ("N", "C")}),
    ("Scores S (student) and T (teacher), each of shape (N, C).",
     {"S": ("N", "C"), "T": ("N", "C")}),
    ("where m is the margin and the temperature T = 2", {"m": (), "T": ()}),
    ("with X, Y and Z all n x d", {"X": ("n", "d"), "Y": ("n", "d"), "Z": ("n", "d")}),
    ("given a matrix X and vectors a, b, c, all of length n",
     {"a": ("n",), "b": ("n",), "c": ("n",)}),
    ("W is (d, k), u and v, both (d,)", {"W": ("d", "k"), "u": ("d",), "v": ("d",)}),
]  # fmt: skip


@pytest.mark.parametrize(("words", "shapes"), SHAPES)
def test_shapes_are_told(words: str, shapes: dict[str, tuple[str, ...]]) -> None:
    found = told_shapes("", words)
    assert {name: x for name, x in found.items() if len(name) == 1} == shapes


def test_docstrings_tell_shapes() -> None:
    doc = (
        '"""\n    v: centre word vector, shape (d,)\n    U: K other vectors, shape (K, d)\n    """'
    )
    program = (
        f"def f(v, U):\n    {doc}\n    loss = np.sum(np.log(1 + np.exp(U @ v)))\n    return loss"
    )
    reply = ask(code(program, "What is the gradient with respect to v?"))
    assert reply.problem is not None
    assert str(reply.problem.symbols["U"].shape) == "K×d"


def test_derivatives_that_come_from_the_next_step_are_not_asked_for() -> None:
    program = "c = i * c_prev\nh = np.tanh(c)\ndc = dh * (1 - h**2)\ndc_prev = dc * i"
    words = "dc and dh come from the next step. Are these right?"
    reply = ask(code(program, words))
    assert [*reply.results] == ["c_prev"]
    assert [claim.status for claim in reply.claims] == ["right", "right"]


@pytest.mark.parametrize("part", ["a, ", "a is the ", "dc and ", "a: ", "a of ", "(n, "])
def test_long_texts_take_no_long_time(part: str) -> None:
    start = time.process_time()
    told_shapes("", part * 4000)
    assert time.process_time() - start < 4


LOGITS = """ps = softmax(zs / T, axis=1)
pt = softmax(zt / T, axis=1)
loss = -T**2 * np.sum(pt * np.log(ps)) / N
dzs = (ps - pt) * T / (N * C)"""


def test_a_size_that_words_tell_of_a_list_is_a_size_in_the_program() -> None:
    words = "Student logits zs, teacher logits zt, both (N, C), temperature T. Is dzs right?"
    reply = ask(code(LOGITS, words))
    assert str(reply.results["zs"].shape) == "N×C"
    assert [claim.words for claim in reply.claims] == ["the claim is 1/C times the right answer"]


def test_an_array_with_a_second_axis_is_no_vector() -> None:
    reply = ask(code(LOGITS.replace(" / (N * C)", " / N"), "Is dzs right?"))
    assert reply.problem is not None
    assert not reply.problem.symbols["zs"].shape.is_vector
    assert [claim.status for claim in reply.claims] == ["right"]
