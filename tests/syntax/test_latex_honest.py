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


@pytest.mark.parametrize("formula", ["x[1]^2 + x[2]", "x[2]", "A[1]", "A[1,2]"])
def test_a_number_in_square_brackets_behind_a_letter_is_no_factor(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="an entry of"):
        mg.parse_latex(formula)


@pytest.mark.parametrize("formula", ["E[x^Tx]", "E[xx^T]", r"\mathbf E[x^Tx]", "V[x]"])
def test_moments_are_no_products(formula: str) -> None:
    with pytest.raises(UnsupportedError, match="before square brackets"):
        mg.parse_latex(formula)


def test_a_declared_letter_before_square_brackets_is_a_factor() -> None:
    assert str(mg.parse_latex("E[x+y]", {"E": ("m", "n")}).function) == "E*(x + y)"


@pytest.mark.parametrize(
    "formula",
    [
        r"\operatorname{tr} A\cdot X",
        r"\det A\cdot B",
        r"\log\det A\cdot B",
        r"\cos k\cdot x",
        r"\cos\mathbf k\cdot\mathbf x",
        r"\exp x\cdot y",
        r"\log x\cdot (y+z)",
        r"\log 1+e^x",
        r"\ln 1 - x",
    ],
)
def test_where_an_argument_ends_is_asked_about(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="where does the argument"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"\rm tr AX", "tr(A*X)"),
        (r"\rm det A", "det(A)"),
        (r"\cos(k)\cdot x", "cos(k) : x"),
        (r"\ln 2\cdot x", "log(2)*x"),
        (r"\det A\cdot\det B", "det(A)*det(B)"),
        (r"2\times x", "2*x"),
        (r"2\cdot x\cdot y", "2*x : y"),
        (r"(x\cdot y)\cdot z", "(x : y)*z"),
        ("x_i^Tx_i", "x_i'*x_i"),
        (r"\sum_{i,j} A_{ij}x_ix_j", "sum(x .* (A*x))"),
        (r"g(x)=x^Ta,\ h(a)=g(2a),\ h(b)", "(2*b)'*a"),
        (r"k(x)=x^TAx,\ h(A)=k(Ax),\ h(B)", "(B*x)'*A*B*x"),
    ],
)
def test_what_is_clear_is_read(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


@pytest.mark.parametrize(
    "formula",
    ["x_iA_{ij}x_j", "A_{ij}x_j", "A_{ij}B_{jk}", "x_ix_i", r"\Sigma_i x_i", r"\Sigma_i x_i^2"],
)
def test_an_index_that_stands_twice_without_a_sum_is_asked_about(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="summed over"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "words"),
    [
        ("x'^T x'", "a prime and a transpose"),
        (r"\|\omega\times r\|^2", "cross product"),
        (r"x\cdot y\cdot z", "three factors"),
    ],
)
def test_signs_with_two_meanings_are_asked_about(formula: str, words: str) -> None:
    with pytest.raises(AmbiguousError, match=words):
        mg.parse_latex(formula)


SQUARE = {"x": "n", "A": "n,n"}


@pytest.mark.parametrize(
    ("formula", "by"),
    [
        (r"\frac{\partial}{\partial x_i}x^\top Ax", "x"),
        (r"\nabla_{x_k}(x^\top Ax)", "x"),
        (r"\frac{\partial}{\partial A_{ij}}x^\top Ax", "A"),
        (r"\frac{\partial}{\partial x_j}\sum_{i=1}^nx_i^2", "x"),
    ],
)
def test_a_note_says_that_a_derivative_by_an_entry_is_asked_by_the_whole(
    formula: str, by: str
) -> None:
    problem = mg.parse_latex(formula, {name: SQUARE[name] for name in SQUARE if name in formula})
    assert problem.asked == ("gradient", (by,))
    assert any(note.startswith(f"asked by the whole {by}:") for note in problem.notes)


@pytest.mark.parametrize(
    "formula", [r"\frac{\partial}{\partial x_1}x^\top Ax", r"\nabla_{x_2}x^\top Ax"]
)
def test_a_derivative_by_one_entry_of_a_vector_is_refused(formula: str) -> None:
    with pytest.raises(UnsupportedError, match="by an entry") as error:
        mg.parse_latex(formula, SQUARE)
    assert error.value.position is not None


@pytest.mark.parametrize(
    ("formula", "by"),
    [
        (r"\frac{\partial}{\partial x_1}(x_1^2+x_2)", "x1"),
        (r"\nabla_{W_1}\|W_2W_1x\|^2", "W1"),
    ],
)
def test_a_variable_with_a_number_below_is_one_of_its_own(formula: str, by: str) -> None:
    problem = mg.parse_latex(formula)
    assert problem.asked == ("gradient", (by,))
    assert not any("asked by" in note for note in problem.notes)


@pytest.mark.parametrize(
    "formula",
    ["(a+b)x", "(s+t)x", "2(a-b)x", r"\|(a+b)x\|^2", r"(a-b)x^\top x", r"(a-b)\|x\|^2"],
)
def test_a_sum_of_letters_before_a_number_may_be_a_number_itself(formula: str) -> None:
    with pytest.raises(AmbiguousError, match="vectors here, or numbers"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "read"),
    [
        (r"(a-b)\lambda", "lambda*(a - b)"),
        (r"(x-y)\|x-y\|^2", "norm2(x - y)^2*(x - y)"),
        (r"(x-y)x^\top y", "(x - y)*x'*y"),
        ("(A+B)x", "(A + B)*x"),
        (r"(\lambda+\mu)x", "(lambda + mu)*x"),
        (r"(\mathbf a+\mathbf b)x", "x*(a + b)"),
    ],
)
def test_a_sum_of_letters_that_something_speaks_for_is_read(formula: str, read: str) -> None:
    assert str(mg.parse_latex(formula).function) == read


@pytest.mark.parametrize(
    "formula",
    [
        r"f:\mathbb R^n\to\mathbb R,\ f(x)=Ax",
        r"f(x)=Ax,\ f:\mathbb R^n\to\mathbb R",
        r"f:\mathbb R^n\to\mathbb R^m,\ f(x)=x^\top x",
        r"f:\mathbb R^{n\times n}\to\mathbb R^{n\times n},\ f(X)=\operatorname{tr}(X)",
        r"f:\mathbb R^n\to\mathbb R^n,\ f(x)=xx^\top",
    ],
)
def test_a_formula_that_is_not_in_the_stated_range_is_refused(formula: str) -> None:
    with pytest.raises(ShapeError, match="f is stated to be"):
        mg.parse_latex(formula)


@pytest.mark.parametrize(
    ("formula", "shape"),
    [
        (r"f:\mathbb R^n\to\mathbb R^m,\ f(x)=Ax", "m×1"),
        (r"f:\mathbb R^n\to\mathbb R,\ f(x)=x^\top Ax", "1×1"),
        (r"f:\mathbb R^n\to\mathbb R_+,\ f(x)=\|x\|^2", "1×1"),
        (r"f:\mathbb R^n\to\mathbb R,\ f(x)=x^\top x+c", "1×1"),
        (r"f:\mathbb R^n\to\mathbb R,\ f(x)=c\|x\|^2", "1×1"),
    ],
)
def test_the_stated_range_helps_to_tell_numbers_from_vectors(formula: str, shape: str) -> None:
    assert str(mg.parse_latex(formula).function.shape) == shape
