"""The chain form, against the lines of the lecture."""

from dataclasses import replace
from typing import Any

import pytest

import matgrad as mg
from matgrad.derive.chain import Chain, chain
from matgrad.errors import MatgradError, UnknownNameError, UnsupportedError, VerifyError
from matgrad.render.terminal import WIDTH, columns

FACTORS = """\
Chain rule
  ∂f/∂W⁽¹⁾ = ∂f/∂ŷ · ∂ŷ/∂z⁽²⁾ · ∂z⁽²⁾/∂h⁽¹⁾ · ∂h⁽¹⁾/∂z⁽¹⁾ · ∂z⁽¹⁾/∂W⁽¹⁾

How does f depend on ŷ?
      f = −yᵀ log(ŷ)
  ∂f/∂ŷ = (−y ⊘ ŷ)ᵀ

How does ŷ depend on z⁽²⁾?
         ŷ = softmax(z⁽²⁾)
  ∂ŷ/∂z⁽²⁾ = Diag(ŷ) − ŷŷᵀ

How does z⁽²⁾ depend on h⁽¹⁾?
         z⁽²⁾ = W⁽²⁾h⁽¹⁾ + b⁽²⁾
  ∂z⁽²⁾/∂h⁽¹⁾ = W⁽²⁾

How does h⁽¹⁾ depend on z⁽¹⁾?
         h⁽¹⁾ = relu(z⁽¹⁾)
  ∂h⁽¹⁾/∂z⁽¹⁾ = Diag(relu′(z⁽¹⁾))

How does z⁽¹⁾ depend on W⁽¹⁾?
         z⁽¹⁾ = W⁽¹⁾x + b⁽¹⁾
  ∂z⁽¹⁾/∂W⁽¹⁾ = I ⊗ xᵀ
"""
PRODUCT = [
    "= (−y ⊘ ŷ)ᵀ(Diag(ŷ) − ŷŷᵀ)W⁽²⁾ Diag(relu′(z⁽¹⁾)) (I ⊗ xᵀ)",
    "= (ŷ − y)ᵀW⁽²⁾ Diag(relu′(z⁽¹⁾)) (I ⊗ xᵀ)",
    "= ((ŷ − y)ᵀW⁽²⁾ ⊙ relu′(z⁽¹⁾)ᵀ)(I ⊗ xᵀ)",
    "= gᵀ(I ⊗ xᵀ)",
    "= gᵀ ⊗ xᵀ",
    "∇W⁽¹⁾ = gxᵀ",
    "g = (W⁽²⁾ᵀ(ŷ − y)) ⊙ relu′(z⁽¹⁾)",
]
ENTRIES = """\
How does h⁽¹⁾ depend on z⁽¹⁾?
         h⁽¹⁾ = relu(z⁽¹⁾)
        h₁⁽¹⁾ = relu(z₁⁽¹⁾)
        h₂⁽¹⁾ = relu(z₂⁽¹⁾)
  ∂h⁽¹⁾/∂z⁽¹⁾ = Diag(relu′(z⁽¹⁾))
              = ⎡relu′(z₁⁽¹⁾)  0           ⎤
                ⎣0             relu′(z₂⁽¹⁾)⎦

How does z⁽¹⁾ depend on W⁽¹⁾?
         z⁽¹⁾ = W⁽¹⁾x + b⁽¹⁾
        z₁⁽¹⁾ = W₁₁⁽¹⁾x₁ + W₁₂⁽¹⁾x₂ + b₁⁽¹⁾
        z₂⁽¹⁾ = W₂₁⁽¹⁾x₁ + W₂₂⁽¹⁾x₂ + b₂⁽¹⁾
  ∂z⁽¹⁾/∂W⁽¹⁾ = I ⊗ xᵀ
              = ⎡x₁  x₂  0   0 ⎤
                ⎣0   0   x₁  x₂⎦

Together
  ∂f/∂W⁽¹⁾ = ∂f/∂ŷ · ∂ŷ/∂z⁽²⁾ · ∂z⁽²⁾/∂h⁽¹⁾ · ∂h⁽¹⁾/∂z⁽¹⁾ · ∂z⁽¹⁾/∂W⁽¹⁾
           = (−y ⊘ ŷ)ᵀ (Diag(ŷ) − ŷŷᵀ) W⁽²⁾ ⎡relu′(z₁⁽¹⁾)  0           ⎤ ⎡x₁  x₂  0   0 ⎤
                                            ⎣0             relu′(z₂⁽¹⁾)⎦ ⎣0   0   x₁  x₂⎦
           = (ŷ − y)ᵀ W⁽²⁾ ⎡relu′(z₁⁽¹⁾)  0           ⎤ ⎡x₁  x₂  0   0 ⎤
                           ⎣0             relu′(z₂⁽¹⁾)⎦ ⎣0   0   x₁  x₂⎦
                 together they are ∂f/∂z⁽²⁾
           = ((ŷ − y)ᵀW⁽²⁾ ⊙ [relu′(z₁⁽¹⁾)  relu′(z₂⁽¹⁾)]) ⎡x₁  x₂  0   0 ⎤
                                                           ⎣0   0   x₁  x₂⎦
                 multiplying by a diagonal matrix is a Hadamard product
           = [g₁  g₂] ⎡x₁  x₂  0   0 ⎤    the definition of g
                      ⎣0   0   x₁  x₂⎦
           = gᵀ ⊗ xᵀ                      each entry of the row is multiplied by the same row
           = [g₁x₁  g₁x₂  g₂x₁  g₂x₂]     entry by entry
     ∇W⁽¹⁾ = gxᵀ                          the outer product, read row by row
         g = (W⁽²⁾ᵀ(ŷ − y)) ⊙ relu′(z⁽¹⁾)

Checked
  factors, each against its differential: 5 exact
  lines of the product, down to the gradient: 5 exact
"""


def in_order(lines: list[str], shown: str) -> bool:
    position = 0
    for line in lines:
        position = shown.find(line, position)
        if position < 0:
            return False
    return True


@pytest.mark.parametrize("widths", [[2, 2, 4], ["n", "k", "m"]])
def test_the_chain_of_the_lecture(widths: list[Any]):
    form = mg.backpropagate(mg.network(widths)).chain("W1")
    assert form.report.ok
    assert form.text(width=120).startswith(FACTORS)
    assert in_order(PRODUCT, form.text(width=120))


def test_the_chain_of_the_lecture_in_entries():
    form = mg.backpropagate(mg.network([2, 2, 4])).chain("W1", entries=True)
    assert form.text().endswith(ENTRIES)


def test_no_line_of_a_chain_in_entries_is_wider_than_a_terminal():
    form = mg.backpropagate(mg.network([2, 2, 4, 4])).chain("W1", entries=True)
    assert max(map(columns, form.text().splitlines())) <= WIDTH


def test_sizes_that_are_names_stay_symbolic():
    form = mg.backpropagate(mg.network(["n", "k", "m"])).chain("W1", entries=True)
    assert "I ⊗ xᵀ" in form.text()
    assert "entries are written out if all sizes are numbers" in form.text()


@pytest.mark.parametrize(
    ("function", "variable", "factors"),
    [
        ("norm2(sin(W2*cos(W1*x)))^2", "x", 5),
        ("logdet(A*X*B)", "X", 2),
        ("sum(exp(A*tanh(B*X)))", "X", 4),
    ],
)
def test_every_composition_has_a_chain(function: str, variable: str, factors: int):
    form = mg.gradient(function, variable).chain()
    assert form.report.ok
    assert len(form.factors) == factors


def test_paths_that_part_and_meet_are_one_factor():
    net = mg.network(["n", "k", "k", "m"], "tanh", residual=True)
    form = mg.backpropagate(net).chain("W1")
    assert "∂h⁽²⁾/∂h⁽¹⁾ = Diag(1 − tanh(z⁽²⁾)²) W⁽²⁾ + I" in form.text()
    assert form.report.ok


def test_the_chain_is_a_form_of_the_gradient():
    d = mg.gradient("norm2(A*x - b)^2", "x")
    assert str(d.forms["chain"]) == "(2*r)'*A"


def test_a_function_in_one_piece_has_no_chain_form():
    assert "chain" not in mg.gradient("x'*A*x", "x").forms


def test_the_chain_is_about_a_variable():
    with pytest.raises(MatgradError, match="no gradient by b"):
        mg.gradient("norm2(A*x - b)^2", "x").chain("b")


def test_an_unknown_weight_is_answered_with_those_there_are():
    with pytest.raises(UnknownNameError, match="no gradient by W9") as error:
        mg.backpropagate(mg.network([2, 2, 4]), check=False).chain("W9")
    assert error.value.hint == "there are W1, b1, W2, b2"


def test_a_wrong_factor_withholds_the_chain(monkeypatch: pytest.MonkeyPatch):
    def doubled(trace: Any, variable: str) -> Chain:
        found = chain(trace, variable)
        first, *rest = found.links
        return replace(found, links=(replace(first, jacobian=2 * first.jacobian), *rest))

    monkeypatch.setattr("matgrad.api.chain.chain", doubled)
    with pytest.raises(VerifyError):
        mg.gradient("norm2(A*x - b)^2", "x").chain()


def test_every_name_of_the_product_is_defined_below_it():
    deep = mg.backpropagate(mg.network(["n", "k", "k", "k", "m"], "sigma"), check=False)
    after = str(deep.chain("W1")).partition("∇W⁽¹⁾ = δ⁽¹⁾xᵀ")[2]
    assert "δ⁽⁴⁾ = ŷ − y" in after
    assert "δ⁽ˡ⁾ = (W⁽ˡ⁺¹⁾ᵀδ⁽ˡ⁺¹⁾) ⊙ σ′(z⁽ˡ⁾)" in after
    assert "for l = 3, 2, 1" in after


def test_where_there_are_two_ways_the_names_on_them_are_defined():
    printed = str(mg.gradient("x'*B*sin(A*x)", "x").chain())
    assert "f = xᵀB sin(a)\n      a = Ax\n" in printed


def test_terms_without_names_are_added_to_the_chain_of_the_others():
    form = mg.backpropagate(mg.network([2, 2, 4], weight_decay=True), check=False).chain("W1")
    assert form.report.ok and len(form.factors) == 5
    printed = str(form)
    assert "∂f/∂W⁽¹⁾ = ∂E/∂W⁽¹⁾ + ∂R/∂W⁽¹⁾\n" in printed
    assert "∂R/∂W⁽¹⁾ = λW⁽¹⁾" in printed
    assert "∇W⁽¹⁾ = gxᵀ + λW⁽¹⁾" in printed


def test_the_row_of_one_output_is_its_weights():
    printed = str(mg.backpropagate(mg.network([2, 3, 1], loss="bce"), check=False).chain("W1"))
    assert "∂z⁽²⁾/∂h⁽¹⁾ = W⁽²⁾\n" in printed


@pytest.mark.parametrize("function", ["x + y", "y", "a = x + y; b = a - z; b"])
def test_a_chain_of_identities_is_the_identity(function: str):
    assert str(mg.jacobian(function, "y").chain().product) == "I(n)"


def test_the_jacobian_of_a_vector_is_a_chain():
    form = mg.jacobian("sin(A*cos(B*x))", "x").chain()
    assert form.report.ok
    assert [str(J) for J in form.factors] == ["Diag(cos(b))", "A", "-Diag(s)", "B"]
    assert "= −Diag(cos(b)) A Diag(s) B" in str(form)


@pytest.mark.parametrize("function", ["A*X*B", "X*X'"])
def test_the_jacobian_of_a_matrix_has_no_chain(function: str):
    with pytest.raises(UnsupportedError, match="vector by a vector"):
        mg.jacobian(function, "X").chain()
