"""LaTeX as people write it, and what it is read as."""

from typing import Any

import pytest

from matgrad.errors import LimitError, MatgradError
from matgrad.render import text as text_of
from matgrad.syntax import Limits, parse_latex, parse_latex_expression
from tests.syntax.agreement import whole


def read(latex: str, **options: Any) -> str:
    """What is read, as text."""
    return text_of(parse_latex(latex, **options).function)


def refusal(latex: str, **options: Any) -> MatgradError:
    with pytest.raises(MatgradError) as caught:
        parse_latex(latex, **options)
    assert caught.value.source == latex
    assert caught.value.position is not None
    return caught.value


@pytest.mark.parametrize(
    "latex",
    [
        "X^T", r"X^\top", r"X^{\mathsf T}", r"X^\mathsf{T}", r"X^{\mathrm{T}}", r"X^{\rm T}",
        r"X^{\intercal}", "X'", r"X^{\prime}", "{X}^{T}", "Xᵀ", "X⊤",
    ],
)  # fmt: skip
def test_transposes(latex: str):
    assert read(latex) == "X'"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"X^{-\top}", "inv(X)'"),
        (r"X^{-\mathsf T}", "inv(X)'"),
        ("X^{-1T}", "inv(X)'"),
        ("X^+", "pinv(X)"),
        (r"x^{\odot 2}", "x.^2"),
        (r"x^{\circ 1/2}", "x.^(1/2)"),
        ("X^{-2}", "X^(-2)"),
        (r"\lambda^{-1}x", "x/lambda"),
        (r"\sqrt[3]{c}", "c^(1/3)"),
        (r"x_1^2", "x1^2"),
        (r"x^2_1", "x1^2"),
        (r"(A^\top)^{-1}", "inv(A')"),
    ],
)
def test_powers_and_marks(latex: str, expected: str):
    assert read(latex) == expected


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\|x\|", "norm2(x)"),
        (r"||x||_2^2", "norm2(x)^2"),
        (r"\Vert x\Vert_2", "norm2(x)"),
        (r"\left\Vert x\right\Vert", "norm2(x)"),
        (r"\lVert x\rVert_1", "norm1(x)"),
        (r"\bigl\|Ax-b\bigr\|_{2}^{2}", "norm2(A*x - b)^2"),
        (r"\|X\|", "normF(X)"),
        (r"\|X\|_{\mathrm F}^2", "normF(X)^2"),
        (r"\|X\|_2", "normspec(X)"),
        (r"\|X\|_*", "normnuc(X)"),
        (r"\|x\|_2\|y\|_2", "norm2(x)*norm2(y)"),
        (r"\log|\det X|", "log(abs(det(X)))"),
    ],
)
def test_norms_and_bars(latex: str, expected: str):
    assert read(latex) == expected


def test_a_norm_of_a_matrix_without_index_says_which_it_is():
    notes = parse_latex(r"\|X\|^2", {"X": ("m", "n")}).notes
    assert notes == ("the norm of a matrix without an index is read as the Frobenius norm",)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\operatorname{tr}(AX)", "tr(A*X)"),
        (r"\text{Tr}(AX)", "tr(A*X)"),
        (r"\operatorname*{tr}(AX)", "tr(A*X)"),
        (r"\operatorname{Tr}\{AX\}", "tr(A*X)"),
        (r"\operatorname{tr}\,(A+B)^{-1}", "tr(inv(A + B))"),
        (r"\det X^\top X", "det(X'*X)"),
        (r"\log\det[C\Sigma C^T]", "logdet(C*Sigma*C')"),
        (r"\sin 2x", "sin(2*x)"),
        (r"\sin 2\pi x", "sin(2*pi*x)"),
        (r"\sin^2(x)", "sin(x)^2"),
        (r"\exp\left\{-\tfrac12x^\top x\right\}", "exp(-1/2*x'*x)"),
        (r"e^{-\|x\|^2/2}", "exp(-norm2(x)^2/2)"),
        (r"\max\{x,0\}", "max(x, zeros(n))"),
        (r"\mathrm{ReLU}(Wx+b)", "relu(W*x + b)"),
        (r"\log\frac{a^\top x}{b^\top x}", "log(a'*x/(b'*x))"),
        (r"\begin{cases}x & x>0\\0&\text{otherwise}\end{cases}", "relu(x)"),
        (r"\begin{cases}x, & x>0,\\0,&\text{otherwise.}\end{cases}", "relu(x)"),
        (r"\begin{cases}0 & x\le 0\\x&x>0\end{cases}", "relu(x)"),
        (r"\begin{cases}2x & x>0\\x&x\le 0\end{cases}", "step(x) .* (2*x) + (1 - step(x)) .* x"),
        (r"\mathbf 1[x>0]\odot x", "step(x) .* x"),
        (r"\det\begin{pmatrix}1&2\\3&4\end{pmatrix}", "det([1, 2; 3, 4])"),
    ],
)
def test_functions(latex: str, expected: str):
    assert read(latex) == expected


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"A\odot B", "A .* B"),
        (r"A\circ B", "A .* B"),
        (r"A\oslash B", "A ./ B"),
        (r"A\otimes B", "kron(A, B)"),
        (r"A:B", "A : B"),
        (r"\langle A,B\rangle", "A : B"),
        (r"\left\langle A,B\right\rangle", "A : B"),
        (r"v\cdot Wx", "v : W*x"),
        (r"x^\top\cdot A\cdot x", "x'*A*x"),
        (r"2\cdot 3\times c^2", "2*3*c^2"),
        (r"\tfrac12x\odot y", "(x/2) .* y"),
        (r"\frac1{2n}\mathbf 1_n^\top x", "ones(n)'*x/(2*n)"),
        (r"-x\odot y", "-(x .* y)"),
    ],
)
def test_products(latex: str, expected: str):
    assert read(latex) == expected


@pytest.mark.parametrize(
    ("latex", "names"),
    [
        (r"\mathbf{x}^\top x", ["xbf", "x"]),
        (r"\mathbf{x}^\top \boldsymbol y", ["x", "y"]),
        (r"{\bf A}{\bf x}", ["A", "x"]),
        (r"\mathbf{Ax}", ["A", "x"]),
        (r"\hat x^\top\tilde x", ["xhat", "xtilde"]),
        (r"W^{(1)}x+W_1y", ["W__1", "x", "W1", "y"]),
        (r"W^{(1)\top}x", ["W__1", "x"]),
        (r"\varepsilon\epsilon c^2", ["varepsilon", "epsilon", "c"]),
        (r"\mathit{loss}^\top x_{i}", ["loss", "x_i"]),
        (r"\theta_{\max}^\top x", ["theta_max", "x"]),
    ],
)
def test_distinct_names_stay_distinct(latex: str, names: list[str]):
    assert sorted(parse_latex(latex).symbols) == sorted(names)


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\mathbf 1^\top x", "ones(n)'*x"),
        (r"\mathbf{1}_{n}^\top x", "ones(n)'*x"),
        (r"{\tt1}^T x", "ones(n)'*x"),
        (r"1_n^\top x", "ones(n)'*x"),
        (r"\mathbb{1}^\top x", "ones(n)'*x"),
        (r"A+I", "A + I(n)"),
        (r"A+\lambda\mathbf{I}_n", "A + lambda*I(n)"),
        (r"X-\tfrac1m\mathbf 1\mathbf 1^\top X", "X - ones(m)*ones(m)'*X/m"),
    ],
)
def test_constants(latex: str, expected: str):
    assert read(latex, shapes={"X": ("m", "n")} if "X" in latex else None) == expected


def test_the_symbol_table_decides_between_call_and_product():
    assert read(r"f(x+y)", shapes={"f": (), "x": (), "y": ()}) == "f*(x + y)"
    assert read("A(x+y)") == "A*(x + y)"
    assert refusal("f(x+y)").code == "E_AMBIG"
    assert refusal(r"\sigma(Wx)").code == "E_AMBIG"
    assert refusal(r"\operatorname{foo}(x)").code == "E_NAME"


def test_a_whole_text_has_declarations_definitions_and_a_function():
    problem = parse_latex(
        r"""\begin{align}
              r &= \max\{Wz, 0\} \\
              f &= a^\top r
                   + c^\top r, \quad W \in \mathbb{R}^{k\times d}
            \end{align}"""
    )
    assert text_of(problem.function) == "a'*r + c'*r"
    assert [text_of(part.value) for part in problem.definitions] == ["max(W*z, zeros(k))"]
    assert str(problem.symbols["W"].shape) == "k×d"


def test_definitions_may_stand_after_the_function():
    problem = parse_latex(
        r"b^TD^{-1}b,\ D=\mathrm{diag}(t)\,\Omega\,\mathrm{diag}(t)", {"t": ("n",)}
    )
    assert text_of(whole(problem)) == "b'*inv(Diag(t)*Omega*Diag(t))*b"


def test_abbreviations_of_the_text_itself_are_expanded():
    defined = r"\def\LR#1{\left(#1\right)}\def\op#1{\operatorname{#1}}"
    defined += r"\newcommand{\tra}[1]{\op{Tr}\LR{#1}}"
    assert read(defined + r"\tra{AX}") == "tr(A*X)"
    assert read(r"\DeclareMathOperator{\diagonal}{diag}\diagonal(A)") == "diag(A)"
    assert read(r"\def\L{\left}\def\R{\right}\L(A+B\R)x") == "(A + B)*x"


@pytest.mark.parametrize(
    "head",
    [
        *(r"D(p \| q)", r"D_{\mathrm{KL}}(p\,\|\,q)", r"\mathrm{KL}\left(p||q\right)", "L(p;q)"),
        *(r"L(p\mid q)", "L(p|q)", r"\mathcal{L}(p\parallel q)", "f(p,q)"),
    ],
)
def test_bars_between_the_arguments_of_what_is_defined_are_commas(head: str):
    assert read(rf"{head} = p^\top\log q") == "p'*log(q)"


def test_bars_around_an_argument_are_not():
    assert refusal("f(|x|) = x^2").code == "E_PARSE"


def test_a_derivative_before_a_formula_is_the_question():
    for latex in (
        r"\frac{\partial}{\partial x}\|Ax\|^2",
        r"\nabla_x\|Ax\|^2",
        r"\frac{d\|Ax\|^2}{dx}",
    ):
        problem = parse_latex(latex)
        assert (text_of(problem.function), problem.asked) == ("norm2(A*x)^2", ("gradient", ("x",)))


@pytest.mark.parametrize(
    ("latex", "code", "place"),
    [
        (r"a\odot Bx", "E_AMBIG", "x"),
        (r"x/2y", "E_AMBIG", "y"),
        ("x^10", "E_AMBIG", "10"),
        (r"\log x\,y", "E_AMBIG", r"\log x\,y"),
        ("sin(x)", "E_AMBIG", "sin"),
        (r"\Phi(w)", "E_AMBIG", r"\Phi"),
        ("A^H", "E_AMBIG", "H"),
        ("f'(x)", "E_AMBIG", "f"),
        (r"\mathbb{E}[x]", "E_UNSUP", r"\mathbb{E}"),
        (r"\|x\|_H", "E_UNSUP", "H"),
        (r"\|x\|_0", "E_UNSUP", "0"),
        (r"11^\top x", "E_AMBIG", "11"),
        ("x1", "E_AMBIG", "x1"),
        (r"-\log\frac{e^{z_i}}{\sum_j e^{z_j}}", "E_UNSUP", "z_i"),
        (r"\mathrm{d}\operatorname{tr}(X)", "E_UNSUP", r"\mathrm"),
        (r"A\succ B,\ \operatorname{tr}(A^{-1}B)", "E_UNSUP", r"\succ"),
        ("(AX)_{11}", "E_AMBIG", "11"),
        ("W^{[1](i)}x", "E_AMBIG", "[1](i)"),
        (r"\mathrm{CE}(y,p)", "E_NAME", r"\mathrm{CE}"),
        (r"\frac{e^{x_i}}{\sum_j e^{x_j}}", "E_UNSUP", "x_i"),
        (r"\operatorname{argmin}_x x^\top x", "E_UNSUP", "x"),
        (r"\min_x x^\top x\text{ s.t. }Ax", "E_UNSUP", r"\text{ s.t. }"),
        (r"\|AX\|_2=\sigma_{\max}(AX)", "E_UNSUP", r"\|AX\|_2=\sigma_{\max}(AX)"),
        (r"x\text{ is a vector}", "E_UNSUP", r"\text"),
        (r"x_{t-1}", "E_UNSUP", "t"),
        (r"\foo x", "E_PARSE", r"\foo"),
        (r"(x]", "E_PARSE", "(x]"),
        (r"\frac{x}", "E_PARSE", "}"),
        (r"x+", "E_PARSE", "+"),
        (r"x^2^3", "E_PARSE", "^"),
    ],
)
def test_refusals_point_at_the_place(latex: str, code: str, place: str):
    caught = refusal(latex)
    assert (caught.code, latex[slice(*caught.position or (0, 0))]) == (code, place)


def test_shapes_decide_between_readings():
    vectors = {"a": ("m",), "B": ("m", "n"), "x": ("n",)}
    assert read(r"a\odot Bx", shapes=vectors) == "a .* (B*x)"


def test_pi_is_a_number_beside_a_declared_p_that_occurs_nowhere():
    assert read(r"x\log(2\pi)", shapes={"x": (), "p": ()}) == read(r"x\log(2\pi)", shapes={"x": ()})


def test_letters_resemble_declared_names_that_occur_nowhere_else():
    problem = parse_latex(r"\|x-\alpha\circ y\|_2^2", {"x": ("n",), "a": ("n",), "y": ("n",)})
    assert sorted(problem.symbols) == ["a", "x", "y"]
    assert problem.notes == ("alpha is read as the declared a, which occurs nowhere else",)
    lost = refusal(r"\beta^\top x", shapes={"x": ("n",), "a": ("n",)})
    assert (lost.code, lost.message) == (
        "E_NAME",
        "beta is not declared, and a is declared but does not occur",
    )


def test_limits_hold():
    for latex in ("x" * 5000, "1" * 50, "(" * 300 + "x" + ")" * 300 + "+x" * 900):
        with pytest.raises(LimitError):
            parse_latex(latex, limits=Limits())


def test_expressions_know_differentials_and_functions():
    problem = parse_latex("x^T x")
    x = problem.symbols["x"]
    assert parse_latex_expression(r"\sigma'(x)", {"x": x}, {"sigma"}).data == ("sigma", 1)
    with pytest.raises(MatgradError):
        parse_latex_expression("y", {"x": x})


@pytest.mark.parametrize(
    ("latex", "expected"),
    [(r"\operatorname{relu}'(z)", "step(z)"), (r"a^T\tanh'(Wx)", "a'*(1 - tanh(W*x).^2)")],
)
def test_a_prime_behind_a_function_is_its_derivative(latex: str, expected: str):
    assert read(latex) == expected


def test_the_norm_with_infinity_is_the_largest_entry_of_a_vector():
    problem = parse_latex(r"\|x\|_\infty", {"x": ("n",)})
    assert text_of(problem.function) == "max(abs(x))"


def test_the_norm_with_infinity_of_a_matrix_is_asked_about():
    with pytest.raises(MatgradError, match="sum along a row"):
        parse_latex(r"\|A\|_\infty", {"A": ("m", "n")})
