r"""What a fresh reader of the language met: factors, line breaks, hints, ends of derivatives."""

import pytest

from matgrad.errors import AmbiguousError, MatgradError, ShapeError
from matgrad.render.text import text
from matgrad.syntax.latex_problem import parse_latex
from matgrad.syntax.problem import parse_problem


def read(latex: str) -> str:
    return text(parse_latex(latex).function)


# ---------------------------------------------------------------- factors before parentheses


@pytest.mark.parametrize(
    "latex",
    [r"\|F(x)-y\|^2", "D(G(z))", "H(p)", r"J(\theta)", r"R(w) + \lambda w^Tw", "F(Wx)",
     r"\lambda(x)", r"\lambda(x+y)", r"\sigma(x^Tx-1)", r"\rho(y-x^Tw)"],
)  # fmt: skip
def test_what_may_be_a_function_of_what_follows_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="a function of what follows"):
        read(latex)


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        ("A(x+y)", "A*(x + y)"),
        ("A(-x)", "A*(-x)"),
        ("A(BC)", "A*B*C"),
        (r"A(X\odot B)", "A*(X .* B)"),
        ("A(B^TB)^{-1}C", "A*inv(B'*B)*C"),
        ("Ax + A(x)", "A*x + A*x"),
        (r"x^TQx - \lambda(x^Tx - 1)", "x'*Q*x - lambda*(x'*x - 1)"),
        (r"\lambda_1(a^Tx-b)", "lambda1*(a'*x - b)"),
        (r"\mu(A+B)", "mu*(A + B)"),
        (r"\lambda(\|U\|_F^2+\|V\|_F^2)", "lambda*(normF(U)^2 + normF(V)^2)"),
    ],
)
def test_parentheses_that_are_needed_follow_a_factor(latex: str, meant: str) -> None:
    assert read(latex) == meant


# ---------------------------------------------------------------- several lines


@pytest.mark.parametrize("space", ["", r"\ ", r"\quad ", "~", r"\;", " "])
def test_a_space_before_the_definition_of_a_square_means_nothing(space: str) -> None:
    latex = rf"\mu = a^Tx,{space}\sigma^2 = x^Tx,{space}\mu\sigma^2"
    assert read(latex) == "mu*sigma_sq"


def test_a_square_may_be_an_argument() -> None:
    assert read(r"\ell(\mu,\sigma^2) = \mu^2 + \log\sigma^2") == "mu^2 + log(sigma_sq)"


@pytest.mark.parametrize(
    "end", [r"\\", r"\\[4pt]", r"\\*", r"\\[-0.5ex]", r"\\ [1mm]", r"\\[\jot]"]
)
def test_distances_between_lines_mean_nothing(end: str) -> None:
    assert read(rf"\begin{{align}} z &= Wx {end} L &= \|z\|^2 \end{{align}}") == "norm2(z)^2"
    assert read(rf"\begin{{bmatrix}} a & b {end} c & d \end{{bmatrix}}") == "[a, b; c, d]"


def test_brackets_behind_a_line_are_no_distance() -> None:
    assert read(r"\begin{bmatrix} a & b \\ [c] & d \end{bmatrix}") == "[a, b; c, d]"


# ---------------------------------------------------------------- hints


@pytest.mark.parametrize(
    ("latex", "hint"),
    [
        (r"\frac{x+x}{x}", r"(x+x) \oslash x"),
        (r"x^{-1}", r"x^{\odot -1}"),
        (r"(1+e^{-x})^{-1}", r"(1+e^{-x})^{\odot -1}"),
    ],
)
def test_a_hint_can_be_typed(latex: str, hint: str) -> None:
    with pytest.raises(ShapeError) as caught:
        parse_latex(latex, {"x": ("n",)})
    assert hint in (caught.value.hint or "")
    assert str(parse_latex(hint, {"x": ("n",)}).function.shape) == "n×1"


# ---------------------------------------------------------------- where a derivative ends


@pytest.mark.parametrize(
    "latex",
    [r"\frac{d}{dx} x^2 + x", r"\frac{d}{dt}\sin t + t^2", r"\frac{d^2}{dx^2} x^3 - x",
     r"\frac{\partial}{\partial\lambda}\lambda x^Tx - \lambda^2"],
)  # fmt: skip
def test_the_end_of_a_derivative_by_a_number_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="where does the derivative end"):
        read(latex)


@pytest.mark.parametrize(
    "latex",
    [r"\frac{d}{dx} (x^2 + x)", r"\frac{d(x^2+x)}{dx}", r"\frac{d}{dx} -x^2",
     r"\nabla_x x^TAx - b^Tx", r"\frac{d}{dx}\frac{x+1}{x}"],
)  # fmt: skip
def test_other_ends_are_clear(latex: str) -> None:
    assert parse_latex(latex).asked == ("gradient", ("x",))


# ---------------------------------------------------------------- numbers


@pytest.mark.parametrize("latex", [r"e^{i\theta}", "e^{ix}", r"\exp(-i\omega t)", r"e^{j\omega t}"])
def test_the_imaginary_unit_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="imaginary unit"):
        read(latex)


@pytest.mark.parametrize("latex", [r"\sum_i e^{x_i}", r"i \in \mathbb{R}, e^{i\theta}", "e^{x_i}"])
def test_an_index_is_no_imaginary_unit(latex: str) -> None:
    assert "exp" in read(latex)


@pytest.mark.parametrize("read_as", [parse_latex, parse_problem], ids=["latex", "text"])
def test_letters_before_numbers_are_numbers(read_as: object) -> None:
    formula = "ax^2+bx+c" if read_as is parse_latex else "a*x^2 + b*x + c"
    problem = (parse_latex if read_as is parse_latex else parse_problem)(formula)
    assert all(symbol.is_scalar for symbol in problem.symbols.values())


@pytest.mark.parametrize("latex", ["c^2x", r"\lambda x", r"\frac{x}{c}", r"\sin(x)", "uv^Tx"])
def test_vectors_behind_numbers_stay_vectors(latex: str) -> None:
    assert not parse_latex(latex).function.is_scalar


@pytest.mark.parametrize("latex", [r"\log(1+e^{-y w^\top x})", r"\max(0,1-y\,w^Tx)"])
def test_a_label_before_an_inner_product_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="is y a number here, or a vector"):
        read(latex)
    assert parse_latex(latex, scalar=True).symbols["y"].is_scalar
    with pytest.raises(MatgradError):
        parse_latex(latex, {"y": ("m", "m")}, scalar=True)


# ---------------------------------------------------------------- spellings


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\max_{1\le i\le n}|x_i|", "max(abs(x))"),
        (r"\min_{1\leq i\leq n} x_i", "min(x)"),
        (r"\sum_{1\le i\le n} x_i^2", "sum(x.^2)"),
        (r"\max_{i,j}|X_{ij}|", "max(abs(X))"),
        (r"f(x) \triangleq \|Ax-b\|^2", "norm2(A*x - b)^2"),
        (r"f(x) \stackrel{\text{def}}{=} \|Ax-b\|^2", "norm2(A*x - b)^2"),
        (r"L(W) \overset{\Delta}{=} \|Wx\|^2", "norm2(W*x)^2"),
        (r"\nicefrac12 x^Tx", "x'*x/2"),
        (r"1{,}000x^Tx", "1000*x'*x"),
        (r"1{,}000{,}000x^Tx", "1000000*x'*x"),
        (r"\mathbf 1_{x>0}", "step(x)"),
        (r"\mathbb 1_{\{x>y\}}", "step(x - y)"),
        (r"\mathbf 1_n^Tx", "ones(n)'*x"),
    ],
)
def test_usual_spellings_are_read(latex: str, meant: str) -> None:
    assert read(latex) == meant


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        ("||x|-1|", "abs(abs(x) - 1)"),
        ("|1-|x||", "abs(1 - abs(x))"),
        ("||x|-|y||", "abs(abs(x) - abs(y))"),
        ("||x|-1||y|", "abs(abs(x) - 1)*abs(y)"),
        ("|x||y|", "abs(x)*abs(y)"),
    ],
)
def test_bars_side_by_side_of_numbers(latex: str, meant: str) -> None:
    assert text(parse_latex(latex, {"x": (), "y": ()}).function) == meant


SQUARE = {"A": ("n", "n"), "x": ("n",)}


@pytest.mark.parametrize(
    ("latex", "meant"),
    [
        (r"\operatorname{tr}(A)+A_{12}", "tr(A) + A[1,2]"),
        (r"\operatorname{tr}(A)+a_{12}", "tr(A) + A[1,2]"),
        (r"\log A_{1,2}", "log(A[1,2])"),
    ],
)
def test_two_digits_are_two_indices_of_a_declared_matrix(latex: str, meant: str) -> None:
    assert text(parse_latex(latex, SQUARE).function) == meant


@pytest.mark.parametrize("latex", ["x^TA_{12}x", "A_{11}^Tx", "A_1x", "x_{12}"])
def test_what_may_be_a_block_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="an entry, or another name"):
        parse_latex(latex, SQUARE)
