"""Indices that no sum runs over pick an entry, by unit vectors."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("written", "wrt", "gradient"),
    [
        ("A[i,j]", "A", "e_i*e_j'"),
        ("inv(X)[k,l]", "X", "-inv(X)'*e_k*e_l'*inv(X)'"),
        ("norm2(A[:,j])^2", "A", "2*A*e_j*e_j'"),
        ("x[i]*x[1]", "x", "(e_i'*x)*e(1,n) + x[1]*e_i"),
        ("logsumexp(z) - z[c]", "z", "softmax(z) - e_c"),
        ("-log(softmax(W*x)[c])", "W", "(softmax(W*x) - e_c)*x'"),
        ("sum(i,1,n, X[i,j]^2)", "X", "2*X*e_j*e_j'"),
    ],
)
def test_a_free_index_picks_an_entry(written: str, wrt: str, gradient: str) -> None:
    d = mg.gradient(written, wrt)
    assert str(d.result) == gradient
    assert d.verdict.ok
    assert any("is the unit vector with its 1 at place" in note for note in d.trace.problem.notes)


@pytest.mark.parametrize(
    ("latex", "text"),
    [
        ("(X^{-1})_{ij}", "e_i'*inv(X)*e_j"),
        ("[A X B]_{k,l}", "e_k'*A*X*B*e_l"),
    ],
)
def test_a_free_index_in_latex(latex: str, text: str) -> None:
    assert str(mg.parse_latex(latex).function) == text


@pytest.mark.parametrize("written", ["x: n; x[n]", "x[i+1]"])
def test_an_index_that_stands_elsewhere_is_no_free_one(written: str) -> None:
    with pytest.raises(mg.MatgradError, match="an index is an integer"):
        mg.parse(written)
