r"""Where the argument of a function ends that stands without brackets, or before several."""

import pytest

from matgrad.core.steps import Problem
from matgrad.errors import AmbiguousError, UnsupportedError
from matgrad.render import text
from matgrad.syntax import parse_latex

_SHAPES: dict[str, tuple[str, ...]] = {
    **dict.fromkeys("abc", ()),
    **dict.fromkeys("xy", ("n",)),
    **dict.fromkeys("AB", ("n", "n")),
}


def read(latex: str, used: str) -> Problem:
    return parse_latex(latex, {name: _SHAPES[name] for name in used})


@pytest.mark.parametrize(
    ("latex", "used"),
    [
        (r"\sin a/2", "a"),
        (r"\tanh a / 2", "a"),
        (r"\log\|x\|/2", "x"),
        (r"\sin 2a/3", "a"),
        (r"\log a\sum_i x_i", "ax"),
        (r"\log a\det A", "aA"),
        (r"\log a e^{b}", "ab"),
        (r"\ln 2\sin a", "a"),
        (r"2^a\ln 2\log a", "a"),
        (r"\ln 2\, e^{a}", "a"),
        (r"\log\det A\det B", "AB"),
        (r"\log\det(A)\det(B)", "AB"),
        (r"\log (a+b)(a-c)", "abc"),
        (r"\operatorname{tr}(A-B)(A-B)^T", "AB"),
        (r"\det(A)(B)", "AB"),
        (r"\operatorname{tr}A\log A", "A"),
        (r"\prod_ix_ic", "xc"),
        (r"{A+B}A", "AB"),
        (r"{AB}^\top", "AB"),
        (r"a-{b-c}", "abc"),
        (r"\max_ix_ic", "xc"),
        (r"\sigma(z)=\frac1{1+e^{-z}},\ \sigma(a)+\sigma^2\|x\|^2", "ax"),
        (r"\operatorname{tr}A\operatorname{diag}(x)", "Ax"),
        (r"\log\sum_i e^{x_i} - x_iy_i", "xy"),
    ],
)
def test_an_argument_that_may_end_in_two_places_is_asked_about(latex: str, used: str) -> None:
    with pytest.raises(AmbiguousError):
        read(latex, used)


@pytest.mark.parametrize(
    ("latex", "used", "meant"),
    [
        (r"\exp -a^2/2", "a", "exp(-a^2/2)"),
        (r"\exp -\frac12 x^TAx", "xA", "exp(-1/2*x'*A*x)"),
        (r"\exp -a b + c", "abc", "exp(-a*b) + c"),
        (r"\log\frac1n\sum_i e^{x_i}", "x", "log(sum(exp(x))/n)"),
        (r"\operatorname{tr}(A-B)^T(A-B)", "AB", "tr((A - B)'*(A - B))"),
        (r"\operatorname{tr}(A-B)'(A-B)", "AB", "tr((A - B)'*(A - B))"),
        (r"\operatorname{tr}(A-B)(A-B)^T+a", "aAB", "tr((A - B)*(A - B)') + a"),
        (r"\operatorname{tr}(AB)^2", "AB", "tr(A*B)^2"),
    ],
)
def test_the_likely_reading_is_taken_with_a_note(latex: str, used: str, meant: str) -> None:
    problem = read(latex, used)
    assert text(problem.function) == meant
    assert any("is read" in note for note in problem.notes)


@pytest.mark.parametrize(
    ("latex", "used", "meant"),
    [
        (r"\exp -a", "a", "exp(-a)"),
        (r"\log\det A/2", "A", "logdet(A)/2"),
        (r"\sin a\cos b", "ab", "sin(a)*cos(b)"),
        (r"\det A\log b", "Ab", "det(A)*log(b)"),
        (r"\log(a)(a-c)", "ac", "log(a)*(a - c)"),
        (r"\det(A)(1+x^TA^{-1}y)", "xyA", "det(A)*(1 + x'*inv(A)*y)"),
        (r"\operatorname{tr}(A)I-A", "A", "tr(A)*I(n) - A"),
        (r"\exp\!\left(a\right)^2", "a", "exp(a)^2"),
        (r"\log\,(a)^2", "a", "log(a)^2"),
        (r"\det\!\left(A\right)B", "AB", "det(A)*B"),
        (r"\max\!\left(0,a\right)", "a", "max(0, a)"),
        (r"\sin{(a)}^2", "a", "sin(a)^2"),
        (r"\frac a{(b)}", "ab", "a/b"),
        (r"{A^{-1}}^\top{B}", "AB", "inv(A)'*B"),
        (r"a+{b-c}", "abc", "a + b - c"),
        (r"A\!\left(x+y\right)", "Axy", "A*(x + y)"),
        (r"\sum_i \operatorname{tr}(A)(x_i-1)", "xA", "sum(tr(A)*(x - 1))"),
        (r"\log\sum_i e^{x_i} - x^Ty", "xy", "log(sum(exp(x))) - x'*y"),
    ],
)
def test_what_has_one_reading_has_no_note(latex: str, used: str, meant: str) -> None:
    problem = read(latex, used)
    assert text(problem.function) == meant
    assert not any("is read" in note for note in problem.notes)


@pytest.mark.parametrize(
    "latex",
    [
        r"\mathop{\mathrm{tr}}(A)", r"\mathop{\mathrm{tr}}\nolimits A", r"\mathop{\rm tr} A",
        r"\operatorname{\mathrm{tr}}(A)", r"{\mathrm{tr}}(A)", r"\mathop{\operatorname{tr}} A",
    ],
)  # fmt: skip
def test_operators_are_set_upright_in_many_ways(latex: str) -> None:
    assert text(read(latex, "A").function) == "tr(A)"


def test_a_derivative_on_one_line_is_no_quotient() -> None:
    with pytest.raises(AmbiguousError, match="a derivative, or a quotient"):
        parse_latex("d(x^TAx)/dx")


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"R(t)=tA, f=\|R(t)v\|^2", "norm2(R*v)^2"), (r"f=\|R(t)v\|^2, R(t)=tA", "norm2(R*v)^2"),
        (r"K(t)=tA+B, f=K(t)x", "K*x"), (r"f(x)=Ax+b, f(f(y))", "A*(A*y + b) + b"),
        (r"g(u,v)=u^\top Av, g(x,y)", "x'*A*y"), (r"f\!\left(x\right)=a^\top x, f\,(y)", "a'*y"),
    ],
)  # fmt: skip
def test_a_function_of_the_text_is_no_factor(latex: str, expected: str) -> None:
    assert text(parse_latex(latex).function) == expected


@pytest.mark.parametrize("use", ["f[y]", r"f\{x+y\}", r"f^\top(y)", r"f\circ f", r"(f \circ f)(x)"])
def test_a_function_of_the_text_beside_other_signs_is_asked_about(use: str) -> None:
    with pytest.raises(AmbiguousError):
        parse_latex(rf"f(x)=Ax,\ {use}", {"A": ("n", "n"), "x": ("n",)})


@pytest.mark.parametrize("latex", [r"\operatorname{tr}(A\,d\,A)", r"\operatorname{tr}(A\,d{A})"])
def test_a_differential_with_a_space_is_no_factor(latex: str) -> None:
    with pytest.raises(UnsupportedError, match="a differential is not read"):
        read(latex, "A")


def test_a_function_that_sums_over_the_index_of_its_argument_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="sums over i itself"):
        parse_latex(r"g(z)=\sum_iz_i^2, \sum_ig(x_i)", {"X": ("n", "d")})


@pytest.mark.parametrize(
    "latex",
    [r"\operatorname{tr}(A+B)A", r"\operatorname{tr}(AB)A^{-1}", r"\|\mathrm{tr}(A^TB)B\|_F"],
)
def test_a_matrix_behind_the_brackets_of_a_trace_is_asked_about(latex: str) -> None:
    with pytest.raises(AmbiguousError, match="of the first brackets, or of the product"):
        read(latex, "AB")


@pytest.mark.parametrize(
    ("latex", "used", "meant"),
    [
        (r"\operatorname{tr}(A+B)A+c", "ABc", "tr((A + B)*A) + c"),
        (
            r"f:\mathbb R^{n\times n}\to\mathbb R,\ f(X)=\operatorname{tr}(X+A)B",
            "AB",
            "tr((X + A)*B)",
        ),
        (r"\operatorname{tr}(AB)B+A", "AB", "tr(A*B)*B + A"),
        (r"\operatorname{tr}(A)B", "AB", "tr(A)*B"),
        (r"A-\operatorname{tr}(AB)I", "AB", "A - tr(A*B)*I(n)"),
    ],
)
def test_the_shapes_decide_about_a_matrix_behind_a_trace(latex: str, used: str, meant: str) -> None:
    assert text(read(latex, used).function) == meant
