"""Derivatives by structured variables: what each convention gives, and that it is checked."""

from typing import Any

import numpy as np
import pytest

import matgrad as mg
from matgrad.errors import UnsupportedError
from matgrad.render import text
from matgrad.verify.claim import CONVENTION

SQUARE = {"X": ("n", "n"), "A": ("n", "n")}

PROJECTED = [
    ("symmetric", "tr(A*X)", "(A + A')/2", "projected onto symmetric matrices, (G + Gᵀ)/2"),
    ("symmetric", "logdet(X)", "inv(X)", "projected onto symmetric matrices"),
    ("diagonal", "tr(A*X)", "Diag(diag(A))", "projected onto diagonal matrices, Diag(diag(G))"),
    ("skew", "tr(A*X)", "(A' - A)/2", "projected onto skew matrices, (G − Gᵀ)/2"),
    ("lower_triangular", "tr(A'*X)", "tril(A)", "projected onto lower triangular matrices"),
    ("upper_triangular", "tr(A'*X)", "triu(A)", "projected onto upper triangular matrices"),
    ("toeplitz", "tr(A'*X)", "toeplitz_part(A)", "the averages of G along its diagonals"),
    ("orthogonal", "tr(A'*X)", "(A - X*A'*X)/2", "G − X sym(XᵀG) = X skew(XᵀG)"),
    ("lower_triangular", "logdet(X)", "Diag(1 ./ diag(X))", "tril(G)"),
]
INDEPENDENT = [
    ("symmetric", "tr(A*X)", "A + A' - (A .* I(n))", "G + Gᵀ − I ⊙ G"),
    ("symmetric", "logdet(X)", "2*inv(X) - (inv(X) .* I(n))", "G + Gᵀ − I ⊙ G"),
    ("skew", "tr(A*X)", "A' - A", "G − Gᵀ"),
    ("diagonal", "tr(A*X)", "Diag(diag(A))", "Diag(diag(G))"),
    ("lower_triangular", "tr(A'*X)", "tril(A)", "on and below the diagonal"),
    ("toeplitz", "tr(A'*X)", "toeplitz(lower_sums(A), upper_sums(A))", "sums of G along"),
]


def gradient(fact: str, function: str, **chosen: Any) -> Any:
    shapes = {name: shape for name, shape in SQUARE.items() if name in function}
    return mg.gradient(function, "X", shapes, {"X": [fact]}, **chosen)


@pytest.mark.parametrize(("fact", "function", "answer", "words"), PROJECTED)
def test_a_gradient_is_projected_onto_the_structure(
    fact: str, function: str, answer: str, words: str
) -> None:
    d = gradient(fact, function)
    assert text(d.result) == answer
    assert any(words in str(a) for a in d.assumptions)
    assert d.verdict.ok


@pytest.mark.parametrize(("fact", "function", "answer", "words"), INDEPENDENT)
def test_a_gradient_by_the_independent_entries(
    fact: str, function: str, answer: str, words: str
) -> None:
    d = gradient(fact, function, structure="independent")
    assert text(d.result) == answer
    assert any("independent entries" in str(a) and words in str(a) for a in d.assumptions)
    assert d.verdict.ok


def test_a_free_gradient_forgets_the_structure_and_says_so() -> None:
    d = gradient("symmetric", "tr(A*X)", structure="free")
    assert text(d.result) == "A'"
    assert any("not projected" in str(a) for a in d.assumptions)
    assert d.verdict.ok


@pytest.mark.parametrize(
    ("fact", "answer"),
    [("unit", "exp(x) - (x'*exp(x))*x"), ("simplex", "exp(x) - mean(exp(x))*ones(n)")],
)
def test_a_vector_moves_within_its_surface(fact: str, answer: str) -> None:
    d = mg.gradient("sum(exp(x))", "x", {"x": ("n",)}, {"x": [fact]})
    assert text(d.result) == answer
    assert d.verdict.ok


def test_two_structures_are_projected_onto_one_after_the_other() -> None:
    d = mg.gradient("tr(A'*X)", "X", SQUARE, {"X": ["toeplitz", "symmetric"]})
    assert text(d.result) == "toeplitz_part(A + A')/2"
    assert d.verdict.ok


def test_a_symmetric_triangular_matrix_is_diagonal() -> None:
    d = mg.gradient("tr(A'*X)", "X", SQUARE, {"X": ["symmetric", "lower_triangular"]})
    assert text(d.result) == "Diag(diag(A))"


def test_an_orthogonal_matrix_with_a_second_structure_is_not_projected() -> None:
    d = mg.gradient("tr(A'*X)", "X", SQUARE, {"X": ["orthogonal", "symmetric"]})
    assert text(d.result) == "A"
    assert any("orthogonal and symmetric" in str(a) and "free" in str(a) for a in d.assumptions)
    assert d.verdict.ok


def test_a_unit_vector_has_length_one() -> None:
    d = mg.gradient("x'*A*x/(x'*x)", "x", {"A": ("n", "n")}, {"x": ["unit"]})
    assert text(d.result) == "(A + A')*x - 2*(x'*A*x)*x"


def test_what_holds_on_a_curved_set_is_not_used_before_a_second_derivative() -> None:
    """X⁻¹ = Xᵀ holds for an orthogonal X, and their differentials differ."""
    d = mg.hessian("tr(inv(X))", "X", SQUARE, {"X": ["orthogonal"]})
    assert d.verdict.ok
    assert "X^(-2)" in text(d.result)


def test_orthogonal_matrices_have_no_independent_entries() -> None:
    with pytest.raises(UnsupportedError, match="orthogonal"):
        gradient("orthogonal", "tr(A'*X)", structure="independent")


def test_a_convention_that_does_not_exist_is_an_error() -> None:
    with pytest.raises(UnsupportedError, match="projected, independent, free"):
        gradient("symmetric", "tr(A'*X)", structure="half")


@pytest.mark.parametrize("kind", ["jacobian", "hessian"])
def test_jacobians_and_hessians_are_not_projected(kind: str) -> None:
    with pytest.raises(UnsupportedError, match="is projected onto a structure"):
        getattr(mg, kind)("logdet(X)", "X", assume={"X": ["symmetric"]}, structure="projected")


VECH = [
    ("inv(X)", "symmetric", "-kron(inv(X), inv(X))*duplication(n)", "d vec(f)/d vech(X)"),
    ("vech(inv(X))", "symmetric", "-elimination(n)*kron(inv(X), inv(X))*duplication(n)",
     "df/d vech(X)"),
    ("X*a", "diagonal", "Diag(a)", "df/d diag(X)"),
    ("X*a", "lower_triangular", "kron(a', I(n))*elimination(n)'", "df/d vech(X)"),
]  # fmt: skip


@pytest.mark.parametrize(("function", "fact", "answer", "label"), VECH)
def test_a_jacobian_by_the_independent_entries(
    function: str, fact: str, answer: str, label: str
) -> None:
    shapes = {"X": ("n", "n")} | ({"a": ("n",)} if "a" in function else {})
    d = mg.jacobian(function, "X", shapes, {"X": [fact]}, structure="independent")
    assert text(d.result) == answer
    assert label.replace("d ", "∂").replace("df", "∂f") in d.text()
    assert d.verdict.ok


def test_a_jacobian_by_vech_is_an_array_with_one_axis_for_it() -> None:
    d = mg.jacobian("inv(X)", "X", assume={"X": ["symmetric"]}, structure="independent")
    J = d.compile()(X=np.diag([1.0, 2.0]))
    assert J.shape == (2, 2, 3)
    assert J[0, 1].tolist() == [0, -0.5, 0]


def test_a_hessian_by_vech() -> None:
    d = mg.hessian("logdet(X)", "X", assume={"X": ["symmetric"]}, structure="independent")
    assert text(d.result) == "-duplication(n)'*kron(inv(X), inv(X))*duplication(n)"
    assert "∂²f/∂vech(X)²" in d.text()
    assert d.verdict.ok


def test_either_convention_for_symmetric_matrices_is_right_in_a_claim() -> None:
    given: Any = {"assume": {"X": ["symmetric"]}}
    for claim in ("2*inv(X) - Diag(diag(inv(X)))", "2*inv(X) - I(n) .* inv(X)"):
        assert mg.check("logdet(X)", "X", claim, **given).status == CONVENTION
    assert not mg.check("logdet(X)", "X", "2*inv(X)", **given).right


def test_the_other_convention_for_symmetric_matrices_is_told() -> None:
    d = gradient("symmetric", "logdet(X)")
    assert any("by the independent entries it is 2P − I ⊙ P" in str(a) for a in d.assumptions)


def test_a_map_has_no_layout() -> None:
    assert not mg.jacobian("expm(X)", "X", order="rows").trace.arrangement


def test_the_step_into_a_structure_is_shown() -> None:
    shown = mg.gradient("tr(A*X)", "X", assume={"X": "symmetric"}, structure="independent").text()
    assert "∂f/∂X = Aᵀ + A − Diag(diag(Aᵀ))    by the convention below" in shown
    shown = mg.jacobian("inv(X)", "X", assume={"X": "symmetric"}, structure="independent").text()
    assert "vec(dX) = D(n) dvech(X)" in shown


def test_a_unit_vector_on_the_simplex_has_no_projection_here() -> None:
    d = mg.gradient("a'*x", "x", {"x": ("n",)}, {"x": ["unit", "simplex"]})
    assert str(d.result) == "a"
    assert d.verdict.ok


@pytest.mark.parametrize(
    ("function", "answer"),
    [
        ("sum(eigvals_sym(X))", "I(n)"),
        ("sum(eigvals_sym(X).^3)", "3*X^2"),
        ("norm2(eigvals_sym(X))", "X/normF(X)"),
        ("prod(eigvals_sym(X))", "adj(X)"),
        ("sum(exp(eigvals_sym(X)))", "expm(X)"),
    ],
)
def test_functions_of_all_eigenvalues_are_functions_of_the_matrix(
    function: str, answer: str
) -> None:
    d = mg.gradient(function, "X", assume={"X": "symmetric"})
    assert str(d.result) == answer
    assert d.verdict.ok


def test_a_matrix_of_zeros_and_ones_is_its_own_square() -> None:
    d = mg.gradient("sum(M .* M .* (A*X))", "X", assume={"M": ["mask"]})
    assert str(d.result) == "A'*M"
    assert d.verdict.status.startswith("exact")


def test_orthonormal_columns_cancel() -> None:
    shapes, assume = {"W": ("n", "p"), "x": ("p",)}, {"W": ["orthogonal_columns"]}
    assert str(mg.gradient("norm2(W*x)^2", "x", shapes, assume).result) == "2*x"


def test_a_gradient_on_the_stiefel_manifold_is_tangent() -> None:
    shapes, assume = {"W": ("n", "p")}, {"W": ["orthogonal_columns"], "A": ["symmetric"]}
    d = mg.gradient("tr(W'*A*W)", "W", shapes, assume, structure="projected")
    assert d.verdict.status.startswith("exact")
    assert "Stiefel" in str(d)
