"""Functions that are short for formulas, and hints for those that are not known."""

from typing import Any

import numpy as np
import pytest
from scipy import special

import matgrad as mg
from matgrad.codegen import compile_program, program
from matgrad.core.facts import IMPLIES
from matgrad.errors import MatgradError, ParseError
from matgrad.syntax.functions import FUNCTIONS
from matgrad.syntax.hints import HINTS
from matgrad.syntax.macros import FORMULAS, plain

A = np.array([[0.3, 0.7], [0.2, 0.9]])
x = np.array([0.4, -0.3, 0.8])
u = abs(x)
y = np.array([0.1, 0.5, 0.2])
VALUES: list[tuple[str, Any]] = [
    ("acosh(2*u + vector(2))", np.arccosh(2 * u + 2)),
    ("asinh(x)", np.arcsinh(x)),
    ("atanh(x)", np.arctanh(x)),
    ("asinh(A)", np.arcsinh(A)),
    ("blkdiag(A, x)", np.block([[A, np.zeros((2, 1))], [np.zeros((3, 2)), x[:, None]]])),
    ("cbrt(x)", np.cbrt(x)),
    ("ceil(3*x)", np.ceil(3 * x)),
    ("clip(x, 0, 1/2)", np.clip(x, 0, 0.5)),
    ("cot(x)", 1 / np.tan(x)),
    ("coth(x)", 1 / np.tanh(x)),
    ("csc(x)", 1 / np.sin(x)),
    ("cumsum(x)", np.cumsum(x)),
    ("elu(x)", np.where(x > 0, x, np.exp(x) - 1)),
    ("erfc(x)", special.erfc(x)),
    ("exp2(x)", 2**x),
    ("expm1(A)", np.expm1(A)),
    ("hardtanh(2*x)", np.clip(2 * x, -1, 1)),
    ("hypot(x, y)", np.hypot(x, y)),
    ("kl(u, y)", (u * np.log(u / y)).sum()),
    ("leaky_relu(x, 1/10)", np.where(x > 0, x, x / 10)),
    ("leaky_relu(x, 2)", np.where(x > 0, x, 2 * x)),
    ("leaky_relu(x, -1)", abs(x)),
    ("log10(u)", np.log10(u)),
    ("log1p(x)", np.log1p(x)),
    ("log1p(A)", np.log1p(A)),
    ("log1p(x'*x)", np.log1p(x @ x)),
    ("log2(u)", np.log2(u)),
    ("mae(x, y)", abs(x - y).mean()),
    ("rmse(x, y)", np.sqrt(((x - y) ** 2).mean())),
    ("entropy(u)", -(u * np.log(u)).sum()),
    ("cosine_similarity(x, y)", x @ y / np.linalg.norm(x) / np.linalg.norm(y)),
    ("distance(x, y)", np.linalg.norm(x - y)),
    ("hinge(x, y)", np.maximum(0, 1 - x * y).sum()),
    ("matmul(A, A)", A @ A),
    ("hadamard(A, A)", A * A),
    ("block_diag(A, A)", np.kron(np.eye(2), A)),
    ("LogSoftmax(x)", special.log_softmax(x)),
    ("log_softmax(x)", special.log_softmax(x)),
    ("logit(u)", special.logit(u)),
    ("mish(x)", x * np.tanh(np.log1p(np.exp(x)))),
    ("mse(x, y)", ((x - y) ** 2).mean()),
    ("normalize(x)", x / np.linalg.norm(x)),
    ("norminf(x)", abs(x).max()),
    ("pow(u, 3)", u**3),
    ("relu6(10*x)", np.clip(10 * x, 0, 6)),
    ("reshape(A, 4, 1)", A.T.ravel()),
    ("sec(x)", 1 / np.cos(x)),
    ("sech(x)", 1 / np.cosh(x)),
    ("softmin(x)", special.softmax(-x)),
    ("softsign(x)", x / (1 + abs(x))),
    ("std(x)", x.std()),
    ("sumsq(x)", x @ x),
    ("transpose(A)", A.T),
    ("logistic(x)", special.expit(x)),
    ("inner(x, y)", x @ y),
    ("frobenius(A, A)", (A * A).sum()),
]


@pytest.mark.parametrize(("text", "value"), VALUES)
def test_a_function_that_is_short_for_a_formula(text: str, value: Any) -> None:
    problem = mg.parse("A: 2 x 2; x: 3; u: 3; y: 3; " + text)
    compiled = compile_program("numpy", program(problem.function))
    given = {"A": A, "x": x, "u": u, "y": y}
    found = compiled(**{name: given[name] for name in compiled.inputs})
    assert np.asarray(found) == pytest.approx(np.asarray(value))


def test_their_derivatives_are_checked() -> None:
    d = mg.gradient("sum(log1p(x.^2)) + norm2(normalize(x) - y)^2", "x")
    assert d.verdict.ok
    assert mg.gradient("sum(leaky_relu(W*x, alpha))", "x").verdict.ok


def test_a_name_of_ones_own_is_no_abbreviation() -> None:
    assert str(mg.parse("function normalize; sum(normalize(x))").function) == "sum(normalize(x))"
    assert str(mg.parse("log2: scalar; log2*x").function) == "log2*x"


def test_abbreviations_and_hints_are_for_names_that_mean_nothing_else() -> None:
    for table in (FORMULAS, HINTS):
        assert not table.keys() & FUNCTIONS.keys()
        assert not table.keys() & IMPLIES.keys()
    assert HINTS.keys() & FORMULAS.keys() <= {"leakyrelu"}
    for name in (*FORMULAS, *HINTS):
        assert name == plain(name)


def test_a_wrong_number_of_arguments_shows_the_formula() -> None:
    with pytest.raises(ParseError) as caught:
        mg.parse("clip(x)")
    assert "min(max(a, b), c)" in str(caught.value)


@pytest.mark.parametrize("name", sorted(HINTS.keys() - FORMULAS.keys()))
def test_a_function_that_is_not_known_says_what_to_use(name: str) -> None:
    with pytest.raises(MatgradError) as caught:
        mg.gradient(f"sum({name}(X))", "X")
    assert HINTS[name] in str(caught.value)


@pytest.mark.parametrize(
    ("text", "function"),
    [("sum(abs2, A*x .- b)", "sum((A*x - b).^2)"), ("mean(exp, x)", "mean(exp(x))")],
)
def test_julia_gives_the_function_of_entries_first(text: str, function: str) -> None:
    assert mg.parse(text).function is mg.parse(function).function
