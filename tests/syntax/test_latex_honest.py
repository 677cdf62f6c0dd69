r"""Formulas that were read as something else than what stands there."""

import pytest

import matgrad as mg
from matgrad.errors import AmbiguousError, ShapeError, UnsupportedError


@pytest.mark.parametrize(
    "formula",
    [r"\operatorname{tr}(A dX)", r"\|dX\|^2", "dX", r"x^\top dx", "x + dx", r"\log\det(X+dX)"],
)
def test_a_differential_of_a_name_that_is_not_declared_is_refused(formula: str) -> None:
    with pytest.raises(UnsupportedError, match="a differential is not read"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        ("ax^3+bx^2+cx+d", "a*x^3 + b*x^2 + c*x + d"),
        ("Dx + dx", "D*x + d*x"),
        (r"d\cdot X", "d*X"),
        (r"d^\top x", "d'*x"),
    ],
)
def test_a_d_that_no_differential_can_be_is_a_variable(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"\norm*{Ax-b}_2^2", "norm2(A*x - b)^2"),
        (r"\norm[\big]{Ax-b}_1", "norm1(A*x - b)"),
        (r"\abs*{c^\top x}", "abs(c'*x)"),
    ],
)
def test_the_size_of_bars_means_nothing(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


@pytest.mark.parametrize("formula", [r"\norm[1]{x}", r"\norm[F]{X}", r"\norm[2]{Ax-b}^2"])
def test_what_stands_in_square_brackets_behind_norm_is_asked_about(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="which"):
        mg.parse_latex(formula)


@pytest.mark.parametrize("formula", ["x^Ty + yx^T", r"x^\top y + xy^\top", "x^TAx + A"])
def test_what_is_transposed_is_not_made_a_number_to_fit(formula: str) -> None:
    with pytest.raises(ShapeError, match="is transposed"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "(Xw)^2",
        "(Ax)^3",
        r"\|(Ax)^2\|",
        r"\mathbf 1^T(Ax)^2",
        r"\exp(-(Xw)^2)",
        "Xw^2",
        "A^Tx^2",
        "(A+B)x^2",
        r"z = Wx,\ a=z^2,\ a^Ta",
    ],
)
def test_a_letter_behind_a_matrix_is_not_made_a_number(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="stands behind a matrix"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    "formula",
    [
        "(Xw)^2+c",
        r"r=Ax-b \\ s=r^2 \\ s^Ts",
        r"\operatorname{tr} X + A",
        r"\log\det X + A",
        r"\det A+B",
        r"\operatorname{tr} A:B",
        r"\frac{1}{A}",
        "A/B",
        "x/A",
        r"\frac{A}{B}",
        "x^Tx + Q",
    ],
)
def test_a_capital_is_not_made_a_number(formula: str) -> None:
    with pytest.raises(AmbiguousError):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    "formula",
    [
        r"\vec p^2/2m",
        r"\mathbf{x}^2",
        r"\mathbf x^2+\mathbf y^2",
        r"e^{-\vec x^2}",
        r"\mathbf A\mathbf x^2",
        r"\frac{\vec p^2}{2m}",
    ],
)
def test_a_marked_vector_is_not_made_a_number(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="is written as a vector"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    "formula", ["e^{At}x_0", "e^{At}b", "e^{-At}v", r"\exp(tA)x", "x^Te^{At}x", r"\exp(At)"]
)
def test_the_exponential_of_a_matrix_and_a_time_is_asked_about(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="the matrix function, or each entry"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "shapes", "read"),
    [
        ("(Xw)^2", {"w": (), "X": ("n", "n")}, "(w*X)^2"),
        ("Xw^2", {"w": ()}, "w^2*X"),
        (r"\mathbf{x}^2", {"x": ()}, "x^2"),
        (r"\operatorname{tr} X + A", {"A": ()}, "tr(X) + A"),
        ("x/A", {"A": ()}, "x/A"),
        ("e^{At}b", {"A": ("m", "n"), "t": ("n",), "b": ()}, "b*exp(A*t)"),
        ("ax^2+bx+c", None, "a*x^2 + b*x + c"),
        (r"\frac{x}{y}", None, "x/y"),
        (r"\frac1N\|Xw-y\|^2", None, "norm2(X*w - y)^2/N"),
        (r"C\|x\|^2+x^Tx", None, "C*norm2(x)^2 + x'*x"),
        ("xy^Tc + Z", {"c": ()}, "c*x*y' + Z"),
        (r"A\cos(\omega t)", None, "A*cos(omega*t)"),
    ],
)
def test_what_is_declared_or_is_a_number_on_paper_is_read(
    formula: str, shapes: dict[str, tuple[str, ...]] | None, read: str
) -> None:
    assert str(mg.parse_latex(formula, shapes).function) == read


@pytest.mark.parametrize("formula", [r"\operatorname{diag}(A)x", r"\operatorname{diag}(AA^T)x"])
def test_diag_before_a_vector_is_the_diagonal_part(formula: str) -> None:
    problem = mg.parse_latex(formula)
    assert str(problem.function).startswith("Diag(diag(A")
    assert not problem.symbols["x"].is_scalar
