"""Jacobians and Hessians: the map, its matrix, and arrays in code."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.render import plain

JACOBIANS = [
    ("sin(A*x)", "x", "Diag(cos(Ax)) A"),
    ("x*x'*x", "x", "(xᵀx)I + 2xxᵀ"),
    ("softmax(x)", "x", "Diag(softmax(x)) − softmax(x) softmax(x)ᵀ"),
    ("x ./ norm2(x)", "x", "(I − xxᵀ/(xᵀx))/‖x‖"),
    ("A*X*B", "X", "Bᵀ ⊗ A"),
    ("inv(X)", "X", "−X⁻ᵀ ⊗ X⁻¹"),
]


@pytest.mark.parametrize(("function", "variable", "answer"), JACOBIANS)
def test_the_matrix_of_a_jacobian(function: str, variable: str, answer: str) -> None:
    d = mg.jacobian(function, variable)
    assert plain(d.result) == answer
    assert d.verdict.ok


HESSIANS = [
    ("x'*A*x", "x", "A + Aᵀ"),
    ("norm2(X*w - y)^2 + c*norm2(w)^2", "w", "2(XᵀX + cI)"),
    ("sum(exp(X*w)) - y'*X*w", "w", "Xᵀ Diag(exp(Xw)) X"),
    ("tr(X'*A*X)", "X", "I ⊗ (A + Aᵀ)"),
    ("normF(T - U*V')^2", "U", "2VᵀV ⊗ I"),
    ("logsumexp(x)", "x", "Diag(softmax(x)) − softmax(x) softmax(x)ᵀ"),
]


@pytest.mark.parametrize(("function", "variable", "answer"), HESSIANS)
def test_the_matrix_of_a_hessian(function: str, variable: str, answer: str) -> None:
    d = mg.hessian(function, variable)
    assert plain(d.result) == answer
    assert d.verdict.ok


def test_the_map_is_always_given() -> None:
    d = mg.jacobian("A*H'", "H")
    assert plain(d.trace.maps["H"]) == "A dHᵀ"


def test_a_jacobian_in_code_has_the_axes_of_value_and_variable() -> None:
    fn = mg.jacobian("A*X*B", "X").compile()
    rng = np.random.default_rng(1)
    A, X, B = rng.normal(size=(2, 3)), rng.normal(size=(3, 4)), rng.normal(size=(4, 5))
    J = fn(A=A, X=X, B=B)
    assert J.shape == (2, 5, 3, 4)
    np.testing.assert_allclose(J, np.einsum("ik,lj->ijkl", A, B))


def test_a_mixed_second_derivative() -> None:
    d = mg.hessian("x'*A*y", ["x", "y"])
    assert plain(d.result) == "A"
    assert d.verdict.ok


def test_a_hessian_tells_how_the_gradient_was_found() -> None:
    d = mg.hessian("logdet(X)", "X")
    assert d.trace.before is not None
    assert plain(d.trace.before.results["X"]) == "X⁻ᵀ"


@pytest.mark.parametrize(
    ("function", "variable", "arrangement", "answer"),
    [
        ("W*x", "W", {"order": "rows"}, "I ⊗ xᵀ"),
        ("A*X*B", "X", {"order": "rows"}, "A ⊗ Bᵀ"),
        ("sin(A*x)", "x", {"layout": "denominator"}, "Aᵀ Diag(cos(Ax))"),
        ("W*x", "W", {"order": "rows", "layout": "denominator"}, "I ⊗ x"),
    ],
)
def test_the_layout_is_chosen_and_named(
    function: str, variable: str, arrangement: dict[str, Any], answer: str
) -> None:
    d = mg.jacobian(function, variable, **arrangement)
    assert plain(d.result) == answer
    assert d.trace.arrangement
    assert d.trace.arrangement in d.text()
    assert d.verdict.ok


@pytest.mark.parametrize(
    ("function", "variables", "arrangement", "answer"),
    [
        ("tr(X'*A*X*B)", "X", {"order": "rows"}, "Aᵀ ⊗ B + A ⊗ Bᵀ"),
        ("normF(T - U*V')^2", "U", {"order": "rows"}, "2I ⊗ VᵀV"),
        ("x'*A*y", ["x", "y"], {"layout": "denominator"}, "Aᵀ"),
    ],
)
def test_the_layout_of_a_hessian_is_chosen_and_named(
    function: str, variables: Any, arrangement: dict[str, Any], answer: str
) -> None:
    d = mg.hessian(function, variables, **arrangement)
    assert plain(d.result) == answer
    assert d.trace.arrangement in d.text()
    assert d.verdict.ok


MAPS = [
    ("sqrtm(X)", "X", "(sqrtm(X)ᵀ ⊗ I + I ⊗ sqrtm(X))⁻¹"),
    ("tril(A*X)", "X", "Diag(vec(tril(𝟏𝟏ᵀ))) (I ⊗ A)"),
    ("toeplitz(x,x)", "x", "C(n,n) + R(n,n)"),
    ("lower_sums(X)", "X", "C(m,n)ᵀ"),
    ("correlate(x, y)", "x", "toeplitz(e[1:3] y, 0)ᵀ"),
    ("kron_left(A, X)", "X", "(vec(A)ᵀ ⊗ I)(I ⊗ K(2,3) ⊗ I)"),
    ("kron(x, y, x)", "x", "I ⊗ y ⊗ x + x ⊗ y ⊗ I"),
]
SIZES = {
    "correlate(x, y)": {"x": (5,), "y": (3,)},
    "kron_left(A, X)": {"A": (2, 2), "X": (4, 6)},
}


@pytest.mark.parametrize(("function", "variable", "answer"), MAPS)
def test_a_map_that_is_no_product_has_a_matrix(function: str, variable: str, answer: str) -> None:
    d = mg.jacobian(function, variable, SIZES.get(function))
    assert plain(d.result) == answer
    assert d.verdict.ok


def test_a_product_of_many_matrices_stays_a_map() -> None:
    shapes = {"X": ("a", "b"), "Y": ("c", "d")}
    d = mg.jacobian("kron(X, Y, X)", "X", shapes, check=False)
    assert plain(d.result) == "dX ⊗ Y ⊗ X + X ⊗ Y ⊗ dX"


def test_the_layout_is_named_in_the_answer() -> None:
    assert "numerator layout: rows are outputs" in mg.jacobian("sin(A*x)", "x").text()
    assert "layout" not in mg.gradient("x'*x", "x").text()
