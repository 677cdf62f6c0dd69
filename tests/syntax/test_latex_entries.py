r"""Entries at places that are letters: x_k, of a class k, is e_k^T x."""

import pytest

import matgrad as mg
from matgrad.errors import UnsupportedError


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
