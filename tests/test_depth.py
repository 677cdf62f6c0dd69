"""Depth: thousands of layers and levels go through, with Python's recursion limit as it is."""

import sys
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.core.walk import count
from matgrad.rules import simplify

LAYERS = 2_000
LEVELS = 10_000
WIDTH = 3
Vector = Any
# The next layer from the last, and the gradient on its way back: x, W, tanh(W x), G -> G.
Layer = Callable[[Vector, Vector], Vector]
Back = Callable[[Vector, Vector, Vector], Vector]
KINDS: dict[str, tuple[str, Layer, Back]] = {
    "plain": ("tanh(W{k}*h{j})", lambda x, t: t, lambda W, t, G: W.T @ (G * (1 - t**2))),
    "residual": (
        "h{j} + tanh(W{k}*h{j})",
        lambda x, t: x + t,
        lambda W, t, G: G + W.T @ (G * (1 - t**2)),
    ),
}


def network(kind: str, layers: int) -> str:
    rule = KINDS[kind][0]
    lines = [f"h{k} = " + rule.format(k=k, j=k - 1) for k in range(1, layers + 1)]
    return "\n".join([*lines, f"f = norm2(h{layers} - y)^2"])


def arrays(kind: str, layers: int) -> dict[str, Any]:
    """Weights with which the gradient neither vanishes nor explodes."""
    rng = np.random.default_rng(1)
    scale = 1 / layers
    base = np.eye(WIDTH) if kind == "plain" else np.zeros((WIDTH, WIDTH))
    given = {f"W{k}": base + scale * rng.normal(size=base.shape) for k in range(1, layers + 1)}
    return given | {"h0": 0.01 * rng.normal(size=WIDTH), "y": rng.normal(size=WIDTH)}


def backpropagation(kind: str, layers: int, given: dict[str, Any]) -> Vector:
    """The gradient by the first weight, written by hand."""
    _, forward, back = KINDS[kind]
    h, tanhs = given["h0"], list[Vector]()
    for k in range(1, layers + 1):
        tanhs.append(np.tanh(given[f"W{k}"] @ h))
        h = forward(h, tanhs[-1])
    G = 2 * (h - given["y"])
    for k in range(layers, 1, -1):
        G = back(given[f"W{k}"], tanhs[k - 1], G)
    return np.outer(G * (1 - tanhs[0] ** 2), given["h0"])


@pytest.fixture(autouse=True)
def _recursion_limit_stays() -> Any:  # pyright: ignore[reportUnusedFunction]
    limit = sys.getrecursionlimit()
    yield
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize("kind", KINDS)
def test_a_deep_network_compiles_and_prints(kind: str) -> None:
    """One derivation for all that is asked of it, as it takes seconds."""
    d = mg.gradient(network(kind, LAYERS), "W1", check=False)
    _compiles_to_its_backpropagation(kind, d)
    _prints_in_as_many_lines_as_it_has_names(d)
    _has_a_closed_form_that_is_too_long(d)


def _compiles_to_its_backpropagation(kind: str, d: Derivation) -> None:
    given = arrays(kind, LAYERS)
    expected = backpropagation(kind, LAYERS, given)
    assert np.abs(expected).max() > 1e-9
    np.testing.assert_allclose(d.compile()(**given), expected, rtol=1e-9)


def _prints_in_as_many_lines_as_it_has_names(d: Derivation) -> None:
    text = d.text("short")
    assert len(text.splitlines()) < len(d.definitions) + 2 * LAYERS + 50
    assert max(map(len, text.splitlines())) <= 200


def _has_a_closed_form_that_is_too_long(d: Derivation) -> None:
    assert "closed" not in d.forms
    with pytest.raises(mg.MatgradError, match="cascade") as caught:
        str(d.result)
    assert caught.value.code == "E_LIMIT"


@pytest.mark.parametrize("kind", KINDS)
def test_a_network_of_hundreds_of_layers_is_verified(kind: str) -> None:
    assert mg.gradient(network(kind, 200), "W1").verdict.ok


def test_a_network_in_one_expression_is_as_deep_as_memory_allows() -> None:
    text = "sum(" + "sin(" * 500 + "x" + ")" * 500 + ")"
    d = mg.gradient(text, "x", {"x": ("n",)}, check=False)
    x = np.array([0.3, -1.2])
    expected, value = np.ones(2), x
    for _ in range(500):
        expected, value = expected * np.cos(value), np.sin(value)
    np.testing.assert_allclose(d.compile()(x=x), expected)


def squarings(times: int) -> str:
    lines = ["y1 = X*X", *(f"y{k} = y{k - 1}*y{k - 1}" for k in range(2, times + 1))]
    return "\n".join([*lines, f"f = tr(y{times})"])


def test_repeated_squaring_is_answered_with_named_parts() -> None:
    d = mg.gradient(squarings(10), "X")  # tr(X^1024)
    assert d.verdict.ok
    assert count(d.forms["cascade"]) < 50
    X = np.array([[0.6, 0.4], [0.3, 0.7]])
    np.testing.assert_allclose(d.compile()(X=X), 1024 * np.linalg.matrix_power(X, 1023).T)


def test_repeated_squaring_written_out_is_refused_at_once() -> None:
    y = "X"
    for _ in range(10):
        y = f"({y})*({y})"
    with pytest.raises(mg.MatgradError) as caught:
        mg.gradient(f"tr({y})", "X")
    assert caught.value.code == "E_LIMIT"


def test_a_tree_without_end_is_not_printed() -> None:
    f = mg.parse("x'*x").function
    for _ in range(40):
        f = f * f + f
    with pytest.raises(mg.MatgradError) as caught:
        str(f)
    assert caught.value.code == "E_LIMIT"


@pytest.mark.parametrize(
    ("text", "simple"),
    [
        ("x" + "'" * LEVELS, "x"),
        ("(x - " * LEVELS + "x" + ")" * LEVELS, "x"),
        ("(x + " * 1_000 + "x" + ")" * 1_000, "1001*x"),
        ("+".join(["x"] * LEVELS), f"{LEVELS}*x"),
        ("-" * LEVELS + "x", "x"),
        ("(" * LEVELS + "x" + ")" * LEVELS, "x"),
    ],
    ids=["transposes", "differences", "sums", "terms", "signs", "brackets"],
)
def test_ten_thousand_levels_parse_and_simplify(text: str, simple: str) -> None:
    assert str(simplify(mg.parse(text, {"x": ("n",)}).function)) == simple
