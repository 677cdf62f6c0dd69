"""Code of one or several lines is read as a program; its numbers are those of NumPy."""

import re
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import MatgradError
from matgrad.programs import is_code
from tests.programs.code_cases import CASES, Case

STEP = 1e-6


def differences(case: Case, given: dict[str, Any]) -> Any:
    """The derivative by central differences: axes of the function, then of the variable."""

    def at(x: Any) -> Any:
        return np.asarray(case.meaning(**{**given, case.wrt: x}), float)

    x = given[case.wrt]
    columns = []
    for place in np.ndindex(x.shape):
        away = np.zeros(x.shape)
        away[place] = STEP
        columns.append((at(x + away) - at(x - away)) / (2 * STEP))
    return np.stack(columns, -1).reshape((*at(x).shape, *x.shape))


@pytest.mark.parametrize("case", CASES, ids=[case.code[:60] for case in CASES])
def test_code_means_what_numpy_computes(case: Case) -> None:
    d = getattr(mg, case.kind)(case.code, case.wrt)
    assert d.reading.status == ("read" if case.is_sure else "assumed")
    compiled = d.compile("numpy")
    for seed in (1, 2):
        given = case.inputs(seed)
        assert {*compiled.inputs} <= {*given}
        got = np.asarray(compiled(**{name: given[name] for name in compiled.inputs}))
        np.testing.assert_allclose(got, differences(case, given), rtol=1e-5, atol=1e-6)


@pytest.mark.parametrize(
    ("code", "words", "place"),
    [
        ("loss.backward()", "no line computes loss", "loss.backward()"),
        ("np.sum(x) + np.summ(y)", "summ is not read", "np.summ(y)"),
        ("np.sum((X @ w - y)^2)", "^ is no power in Python", "(X @ w - y)^2"),
        ("X @ w\nnp.sum(X @ v)", "is no part of the function", "X @ w"),
        ("@jax.grad\ndef f(x):\n    return x @ x", "makes another function of f", "jax.grad"),
        ("g = jax.grad(f)(w)\nnp.sum(g**2)", "a derivative is not read", "g"),
        ("w.data = X @ w\nloss = np.sum(w)", "a change of .data", "w.data = X @ w"),
        ("λ * foo(w).sum()", "foo(…) is not defined", "foo(w)"),
        ("jax.lax.stop_gradient(x) @ x", "holds a part of the function fixed", ""),
        ("10**10**10 * np.sum(x)", "too large", "10**10**10"),
        ("np.tanh(W @ w + b)", "a gradient needs a scalar function", ""),
        (
            "s = 9**60\nfor i in range(50):\n    s *= s\nnp.sum(w*s)",
            "a whole number is too large",
            "",
        ),
        ("s = 0\nfor i in range(n):\n    s += (X[i] @ w - y[i])**2", "a loop over samples", ""),
        ("s = 0\nfor x, t in zip(X, y):\n    s += (x @ w - t)**2", "a loop over samples", ""),
        ("for i in range(10**6):\n    x = x + 1\nnp.sum(x)", "a loop is too long", ""),
    ],
)
def test_what_is_not_read_is_said_with_its_place(code: str, words: str, place: str) -> None:
    with pytest.raises(MatgradError, match=re.escape(words)) as refused:
        mg.gradient(code, "w")
    if place:
        start, end = refused.value.position or (0, 0)
        assert code[start:end] == place


CODE = [
    "np.sum(x)",
    "x.sum()",
    "A @ x",
    "x[0]*x[1]",
    "sum(x, axis=0)",
    "lambda x: x",
    "x**2 + y**2",
]
NO_CODE = [
    "A*x", "x'*A*x", "norm(A*x - b)^2", "norm(A*x - b)**2", "tr(X**2)", "f = sum(x)\ng = f^2",
    "x[1:3]", "X.T*y", "tr(A @ X)", "I - A @ B", "sum(A @ x)", "A: m x n\nA*x", "np.sum(x", "",
]  # fmt: skip


def test_code_is_told_from_formulas() -> None:
    assert [x for x in CODE if not is_code(x)] == []
    assert [x for x in NO_CODE if is_code(x)] == []


def test_a_guess_tells_what_it_is_and_what_else_could_be_meant() -> None:
    code = "def loss(w, b):\n    return jnp.mean((X @ w + b - y) ** 2)"
    (guess,) = mg.gradient(code, "b").reading.guesses
    assert (guess.words, guess.alternative) == ("b is read as a number", "b: n")
    declared = mg.gradient(code, "b", shapes={"b": ("n",), "y": ("n",)})
    assert declared.reading.guesses == ()
    assert str(declared.problem.function) == "mean((X*w + b - y).^2)"


@pytest.mark.parametrize("code", ["X @ w + b - y", "y - X @ w - b", "b + X @ w - y"])
def test_a_bias_is_a_number_wherever_it_stands_in_a_sum(code: str) -> None:
    assert [guess.words for guess in mg.parse(code).reading.guesses] == ["b is read as a number"]


def test_shapes_and_assumptions_are_used() -> None:
    shapes, assume = {"X": (7, 3)}, {"A": ["symmetric"]}
    d = mg.gradient("np.trace(X @ A @ X.T)", "X", shapes=shapes, assume=assume)
    assert str(d.result) == "2*X*A"
    with pytest.raises(MatgradError, match="Q does not occur"):
        mg.gradient("x @ A @ x", "x", assume={"Q": ["symmetric"]})


@pytest.mark.parametrize(
    ("text", "wrt", "result"),
    [
        ("b: scalar; np.sum((X @ w + b - y)**2)", "b", "2*(sum(X*w) + m*b - sum(y))"),
        ("A: n x n symmetric\nnp.sum(x @ A @ x)", "x", "2*A*x"),
        (r"b: scalar; \|Xw + b - y\|^2", "b", "2*(sum(X*w) + m*b - sum(y))"),
    ],
)
def test_declarations_before_code_and_latex_count(text: str, wrt: str, result: str) -> None:
    d = mg.gradient(text, wrt)
    assert str(d.result).replace("n*b", "m*b") == result
    assert d.reading.status == "read"


def test_a_guess_of_code_is_settled_by_what_it_says() -> None:
    text = "np.mean((X @ w + b - y)**2)"
    (guess,) = mg.parse(text).reading.guesses
    again = mg.parse(f"{guess.alternative}; {text}")
    assert again.reading.status == "read"
    assert again.symbols["b"].shape.is_column and not again.symbols["b"].is_scalar
