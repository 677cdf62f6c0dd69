"""Broadcasting is what `ones(n)`, written out, would be; guesses are listed, doubts are asked."""

from typing import Any

import numpy as np
import pytest
from scipy import special

import matgrad as mg
from matgrad.codegen import compile_program, program
from matgrad.syntax import parse_expression, parse_latex, parse_problem
from tests.syntax.reading import error, outcome, shapes

X = {"X": ("m", "n")}
WRITTEN: list[tuple[str, dict[str, Any], str]] = [
    ("x - mean(x)", {}, "x - mean(x)*ones(n)"),
    ("(x - mu)/sigma", {}, "(x - mu*ones(n))/sigma"),
    ("exp(x - max(x))/sum(exp(x))", {}, "exp(x - max(x)*ones(n))/sum(exp(x))"),
    ("x - mu", {"mu": ()}, "x - mu*ones(n)"),
    ("x'*x + x", {}, "x'*x*ones(n) + x"),
    ("X*w + b", {"b": ()}, "X*w + b*ones(m)"),
    ("X*w + b", {}, "X*w + b"),
    ("sum(log(1 + exp(-y.*(X*w + b))))", {"b": ()}, "sum(log(1 + exp(-y.*(X*w + b*ones(m)))))"),
    ("X*W + b", {}, "X*W + ones(m)*b'"),
    ("relu(X*W + b')", {}, "relu(X*W + ones(m)*b')"),
    ("softmax(X*W + b)", {}, "softmax_rows(X*W + ones(m)*b')"),
    ("log_softmax(X)", {}, "X - logsumexp_rows(X)*ones(n)'"),
    ("X + 1", X, "X + ones(m,n)"),
    ("X - mu", {}, "X - mu*ones(m,n)"),
    ("X + b", X | {"b": ("m",)}, "X + b*ones(n)'"),
    ("X + b", X | {"b": ("n",)}, "X + ones(m)*b'"),
    ("X + b", X | {"b": (1, "n")}, "X + ones(m)*b"),
    ("X .* b", X | {"b": ("m",)}, "X .* (b*ones(n)')"),
    ("X ./ b", X | {"b": ("n",)}, "X ./ (ones(m)*b')"),
    ("X - mean_cols(X)", X, "X - ones(m)*mean_cols(X)'"),
    ("X ./ sum_rows(X)", X, "X ./ (sum_rows(X)*ones(n)')"),
    ("a/x", {"a": (), "x": ("n",)}, "a ./ x"),
    ("gamma .* (x - mean(x))/std(x) + beta", {"gamma": ("n",)},
     "gamma .* (x - mean(x)*ones(n))/std(x) + beta"),
    ("sum(sqrt(x.^2 + c^2))", {}, "sum(sqrt(x.^2 + c^2*ones(n)))"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "declared", "strict"), WRITTEN)
def test_it_is_what_is_written_out(text: str, declared: dict[str, Any], strict: str) -> None:
    problem = parse_problem(text, declared)
    assert problem.function is parse_expression(strict, problem.symbols)


def test_latex_is_broadcast_as_well() -> None:
    problem = parse_latex(r"\operatorname{softmax}(XW + b)")
    strict = "softmax_rows(X*W + ones(m)*b')"
    assert problem.function is parse_expression(strict, problem.symbols)


@pytest.mark.parametrize(
    ("text", "declared", "note"),
    [
        ("x - mean(x)", {}, "the number mean(x) is subtracted from every entry of the vector"),
        ("X + b", X | {"b": ("m",)}, "b is added to every column of X"),
        ("X ./ b", X | {"b": ("n",)}, "every row of X is divided by b, entry by entry"),
        ("1/x", {"x": ("n",)}, "1 is divided by every entry of x"),
        ("softmax(X)", X, "softmax is taken of each row"),
    ],
)
def test_what_was_broadcast_is_said(text: str, declared: dict[str, Any], note: str) -> None:
    problem = parse_problem(text, declared)
    assert note in problem.notes
    assert problem.reading.status == "read"


@pytest.mark.parametrize(
    ("text", "words", "alternative"),
    [
        ("X*W + b", "b is added to every row of X*W", "X: m x n; W: n x k; b: m"),
        ("A + c", "c is read as a number that is added to every entry of the matrix",
         "A: m x n; c: m"),
    ],
)  # fmt: skip
def test_a_guess_comes_with_what_says_otherwise(text: str, words: str, alternative: str) -> None:
    reading = parse_problem(text).reading
    assert reading.status == "assumed"
    assert [(guess.words, guess.alternative) for guess in reading.guesses] == [(words, alternative)]
    assert parse_problem(f"{alternative}; {text}").reading.status == "read"


@pytest.mark.parametrize(
    ("text", "declared"),
    [
        ("X + 1", {"X": ("n", "n")}),
        ("X + b", {"X": ("n", "n"), "b": ("n",)}),
        ("X - mean(X)", X),
    ],
)
def test_what_fits_in_two_ways_is_asked(text: str, declared: dict[str, Any]) -> None:
    assert outcome(text, shapes=declared) == "E_AMBIG"


@pytest.mark.parametrize("text", ["x + y'", "a/x'*x", "A*x + b'", "x'*A + y"])
def test_nothing_is_stretched_to_fit(text: str) -> None:
    assert outcome(text) == "E_SHAPE"


def test_a_second_point_with_a_prime_needs_a_name() -> None:
    assert "a second point" in (error("exp(-norm2(x - x')^2)").hint or "")


def test_columns_and_rows_have_a_sum_of_pairs() -> None:
    declared = {"x": ("n",), "y": ("m",)}
    assert error("x + y'", shapes=declared).hint == ("x*ones(m)' + ones(n)*y'")


@pytest.mark.parametrize("text", ["exp(x)/sum(exp(x))", "x/sum(x)", "x - mean(x)", "solve(A, b)"])
def test_no_vector_becomes_a_number_because_a_gradient_is_asked_for(text: str) -> None:
    assert outcome(text, scalar=True) == "E_SHAPE"
    assert not any(shape == "1×1" for shape in shapes(text).values())


# ---------------------------------------------------------------- values

rng = np.random.default_rng(3)
A, G = rng.normal(size=(4, 3)), rng.normal(size=(4, 3))
g, b = rng.normal(size=3), rng.normal(size=3)
mu, var = A.mean(axis=0), A.var(axis=0)
VALUES: list[tuple[str, Any]] = [
    ("mean_rows(A)", A.mean(axis=1)),
    ("mean_cols(A)", mu),
    ("var_rows(A)", A.var(axis=1)),
    ("std_cols(A)", A.std(axis=0)),
    ("max_rows(A)", A.max(axis=1)),
    ("min_cols(A)", A.min(axis=0)),
    ("prod_rows(A)", A.prod(axis=1)),
    ("logsumexp_cols(A)", special.logsumexp(A, axis=0)),
    ("softmax_cols(A)", special.softmax(A, axis=0)),
    ("log_softmax_rows(A)", special.log_softmax(A, axis=1)),
    ("log_softmax_cols(A)", special.log_softmax(A, axis=0)),
    ("layernorm_cols(A)", (A - mu) / np.sqrt(var)),
    ("layernorm(A, 1/8)", (A - A.mean(1)[:, None]) / np.sqrt(A.var(1) + 1 / 8)[:, None]),
    ("g .* ((A - mean_cols(A)) ./ sqrt(var_cols(A) + 1/8)) + b",
     g * (A - mu) / np.sqrt(var + 1 / 8) + b),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected"), VALUES)
def test_values_are_those_of_numpy(text: str, expected: Any) -> None:
    sizes = {"A": (4, 3), "g": (3,), "b": (3,)}
    problem = parse_problem(text, {k: v for k, v in sizes.items() if k in text})
    value = compile_program("numpy", program(problem.function))
    assert np.allclose(value(**{k: globals()[k] for k in value.inputs}), expected)


@pytest.mark.parametrize(
    "text",
    [text for text, value in VALUES if np.shape(value) == (4, 3)] + ["exp(A) ./ sum_rows(A)"],
)
def test_gradients_agree_with_differences(text: str) -> None:
    sizes = {"A": (4, 3), "G": (4, 3), "g": (3,), "b": (3,)}
    given = {k: v for k, v in sizes.items() if k in text or k == "G"}
    d = mg.gradient(f"G : ({text})", "A", shapes=given)
    assert d.verdict.ok
    value = compile_program("numpy", program(d.problem.function))
    gradient = d.compile("numpy")
    points = {k: globals()[k] for k in given}

    def at(matrix: Any) -> Any:
        return value(**{k: points[k] for k in value.inputs} | {"A": matrix})

    D, h = rng.normal(size=(4, 3)), 1e-6
    slope = (at(A + h * D) - at(A - h * D)) / (2 * h)
    found = np.sum(gradient(**{k: points[k] for k in gradient.inputs}) * D)
    assert np.allclose(found, slope, rtol=1e-5)
