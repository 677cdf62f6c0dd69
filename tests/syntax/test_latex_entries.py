r"""Entries at places that are letters: x_k, of a class k, is e_k^T x."""

import pytest

import matgrad as mg
from matgrad.errors import MatgradError, UnsupportedError


@pytest.mark.parametrize(
    ("latex", "shapes", "meant"),
    [
        (r"-\log p_k", {"p": ("n",)}, "-log(e_k'*p)"),
        (r"-z_k+\log\sum_j e^{z_j}", {}, "-e_k'*z + log(sum(exp(z)))"),
        (r"-\log\frac{e^{z_c}}{\sum_j e^{z_j}}", {}, "-log(exp(e_c'*z)/sum(exp(z)))"),
        (r"A_{kl}", {"A": ("m", "n")}, "e_k'*A*e_l"),
    ],
)
def test_an_entry_may_stand_at_a_letter(
    latex: str, shapes: dict[str, tuple[str, ...]], meant: str
) -> None:
    problem = mg.parse_latex(latex, shapes)
    assert str(problem.function) == meant
    assert any("is the unit vector with its 1 at place" in note for note in problem.notes)


def test_an_entry_of_what_the_text_defines_is_no_other_name() -> None:
    problem = mg.parse_latex(r"p = \operatorname{softmax}(z),\ -\log p_k")
    assert str(problem.function) == "-log(e_k'*p)"


def test_an_iterate_that_is_transposed_is_a_vector_of_its_own() -> None:
    problem = mg.parse_latex(r"x\in\mathbb{R}^n,\ x_k^TAx_k")
    assert str(problem.function) == "x_k'*A*x_k"


def test_an_entry_at_i_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="bound by no sum"):
        mg.parse_latex("x_i^2", {"x": ("n",)})


@pytest.mark.parametrize(
    ("latex", "code"),
    [
        (r"\sum_ka_k^\top x-a_c^\top x", "E_AMBIG"),
        (r"\sum_ia_i^\top x+a_1^\top x", "E_AMBIG"),
        (r"\sum_ix^{(i)}x^{(j)}", "E_AMBIG"),
        (r"\sum_{ij}c_{ij}x_ix_j", "E_UNSUP"),
    ],
)
def test_a_member_is_no_new_variable(latex: str, code: str) -> None:
    declared = {"A": ("m", "n"), "x": ("n",), "c": ()}
    shapes = {name: shape for name, shape in declared.items() if name.lower() in latex}
    with pytest.raises(MatgradError) as caught:
        mg.parse_latex(latex, shapes)
    assert caught.value.code == code


def test_a_declared_member_and_a_word_are_names_of_their_own() -> None:
    shapes = {"A": ("m", "n"), "x": ("n",), "a_c": ("n",)}
    problem = mg.parse_latex(r"\sum_ka_k^\top x-a_c^\top x+a_{new}^\top x", shapes)
    assert str(problem.function) == "sum(A*x) - a_c'*x + a_new'*x"


ENTRIES = [
    (r"A^{-1}_{ij}", {}, "e_i'*inv(A)*e_j"),
    (r"A^{-1}_{ij}", {"A": ("n", "n")}, "e_i'*inv(A)*e_j"),
    (r"A_{12}\Sigma^{-1}_{22}A_{21}", {}, "A12*inv(Sigma22)*A21"),  # blocks
]


@pytest.mark.parametrize(("latex", "shapes", "read"), ENTRIES, ids=range(len(ENTRIES)))
def test_an_index_behind_a_power_is_that_of_the_whole(
    latex: str, shapes: dict[str, tuple[str, str]], read: str
) -> None:
    assert str(mg.parse_latex(latex, shapes).function) == read


@pytest.mark.parametrize("latex", [r"A_{ij}^{-1}", r"A^3_{ii}", r"X^{-1}_{11}", r"X^2_{11}"])
def test_powers_beside_indices_are_asked_about(latex: str) -> None:
    with pytest.raises(MatgradError) as caught:
        mg.parse_latex(latex)
    assert caught.value.code == "E_AMBIG"


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        ("x_n", "x[n:n]"),
        (r"\sum_{i=1}^nx_i^2-x_n^2", "sum(x.^2) - x[n:n]^2"),
        ("A_{nn}", "A[n:n,n:n]"),
        ("A_{n,n}", "A[n:n,n:n]"),
    ],
)
def test_the_declared_size_is_the_place_of_the_last_entry(latex: str, meant: str) -> None:
    shapes = {"A": ("n", "n")} if "A" in latex else {"x": ("n",)}
    problem = mg.parse_latex(latex, shapes)
    assert str(problem.function) == meant
    assert any("the last entry" in note for note in problem.notes)


@pytest.mark.parametrize(
    ("latex", "shapes"),
    [("x_m", {"x": ("n",)}), ("A_{mn}", {"A": ("m", "n")}), (r"x_n^\top x", {"x": ("n",)})],
)
def test_another_size_is_no_place(latex: str, shapes: dict[str, tuple[str, ...]]) -> None:
    with pytest.raises(UnsupportedError, match="bound by no sum"):
        mg.parse_latex(latex, shapes)
