r"""\operatorname{diag} of a matrix: the column of its diagonal, or the matrix of it."""

import pytest

import matgrad as mg

READ = [
    (r"\|X-\operatorname{diag}(X)\|_F^2", "normF(X - Diag(diag(X)))^2"),
    (r"\operatorname{tr}(\operatorname{Diag}(XX^T)^{-1}S)", "tr(inv(Diag(diag(X*X')))*S)"),
    (r"\det X-\det\operatorname{diag}(X)", "det(X) - det(Diag(diag(X)))"),
    (r"\|X-\operatorname{diag}(x)\|_F^2", "normF(X - Diag(x))^2"),
    (r"y^T\operatorname{diag}(X)", "y'*diag(X)"),
    (r"\operatorname{tr}(\operatorname{diag}(x)A)", "tr(Diag(x)*A)"),
]


@pytest.mark.parametrize(("latex", "text"), READ, ids=range(len(READ)))
def test_the_reading_that_fits_is_taken(latex: str, text: str) -> None:
    problem = mg.parse_latex(latex)
    assert str(problem.function) == text
    assert any("diagonal part" in note for note in problem.notes) == ("Diag(diag" in text)


def test_what_never_fits_says_what_the_usual_reading_misses() -> None:
    with pytest.raises(mg.MatgradError) as caught:
        mg.parse_latex(r"\operatorname{diag}(A)b + c^Tc, A \in \mathbb{R}^{2\times 3}")
    assert "3" in caught.value.message


def test_the_text_language_has_a_name_for_it() -> None:
    shown = str(mg.gradient("tr(diagonal_part(X)*A)", "X").result)
    assert shown == str(mg.gradient("tr(Diag(diag(X))*A)", "X").result)


CONVENTION = "right by convention"
LOG = r"For symmetric A, is $\partial\log|A|/\partial A = 2A^{-1}"
CLAIMS = [
    (LOG + r"-\text{diag}(A^{-1})$?", CONVENTION),
    (LOG + r"+\text{diag}(A^{-1})$?", "wrong"),
    (
        r"For symmetric $X$, $\frac{\partial}{\partial X} a^TXb = ab^T+ba^T-"
        r"\operatorname{diag}(ab^T)$. True?",
        CONVENTION,
    ),
]


@pytest.mark.parametrize(("text", "status"), CLAIMS, ids=range(len(CLAIMS)))
def test_claims_about_symmetric_matrices_subtract_the_diagonal(text: str, status: str) -> None:
    assert [claim.status for claim in mg.ask(text).claims] == [status]
