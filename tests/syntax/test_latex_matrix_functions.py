r"""The logarithm of a square matrix, or of each entry: asked where it makes a difference."""

import pytest

from matgrad.errors import AmbiguousError
from matgrad.render import text
from matgrad.syntax import parse_latex

SQUARE = {"X": ("n", "n")}


@pytest.mark.parametrize(
    "latex",
    [
        r"\operatorname{tr}(X\log X)",
        r"\operatorname{tr}(\log X)",
        r"v^T\exp(X)v",
        r"\operatorname{tr}(\exp(X)^TX)",
        r"\operatorname{tr}(X\sqrt{X})",
    ],
)
def test_a_function_that_is_multiplied_or_traced_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="the matrix function, or of each entry"):
        parse_latex(latex, SQUARE)


@pytest.mark.parametrize(
    ("latex", "read"),
    [
        (r"\mathbf 1^T\exp(X)\mathbf 1", "ones(n)'*exp(X)*ones(n)"),
        (r"\operatorname{diag}(\log X)", "diag(log(X))"),
        (r"\operatorname{tr}(\operatorname{logm}(X)X)", "tr(logm(X)*X)"),
        (r"\operatorname{tr}(XL),\ L = \log(X)", "tr(X*L)"),
    ],
)
def test_what_is_clear_is_read(latex: str, read: str) -> None:
    assert text(parse_latex(latex, SQUARE).function) == read
