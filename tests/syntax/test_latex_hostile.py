"""LaTeX that misled other tools, and LaTeX that does things."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matgrad.errors import MatgradError
from matgrad.render import text as text_of
from matgrad.syntax import Limits, parse_latex
from tests.cases import Record, records

SQUARE = {"A": ("n", "n")}
SCALAR = {"x": ()}


def outcome(latex: str, shapes: Any = None, **options: Any) -> str:
    """What is read, as text, or the code of the error."""
    try:
        return text_of(parse_latex(latex, shapes, **options).function)
    except MatgradError as refusal:
        return refusal.code


def record(key: str) -> Record:
    return next(r for r in records("hostile") if r["id"] == key)


# What each input of the hostile records in LaTeX mode is read as.
EXPECTED: dict[str, list[str]] = {
    "P04": ["sin(x^2)", "log(x)^2", "exp(x)^2", "sin(x)^2"],
    "P05": ["sin(x)^2", "E_AMBIG", "E_AMBIG"],
    "P07": ["inv(A)", "inv(A)'", "inv(A)'", "inv(A)'", "inv(A)*B", "A^(-2)"],
    "P08": ["E_AMBIG"] * 5,
    "P10": ["E_AMBIG"] * 4,
    "P11": ["tr(A*X)"] * 5,
    "P13": ["logdet(X)", "logdet(X)", "log(det(X))", "logdet(inv(X))"],
    "P16": ["x'*x", "beta'*beta", "x", "xhat", "xtilde", "x1", "x12", "x_ij", "x_i"],
    "P17": ["[1; 2; 3]*[1, 2, 3]"],
    "P25": ["x'*x", "E_UNSUP", "E_UNSUP", "E_UNSUP", "E_PARSE", "E_PARSE", "x'*x", "E_PARSE"],
    "P28": ["E_AMBIG"] * 5,
    **{key: ["E_PARSE"] * count for key, count in (("I05", 3), ("I07", 1), ("I08", 1), ("I10", 6))},
}


@pytest.mark.parametrize("key", EXPECTED)
def test_hostile_records_are_read_as_expected(key: str):
    given = record(key)["in"]
    inputs = [given] if isinstance(given, str) else given
    assert [outcome(latex) for latex in inputs] == EXPECTED[key]


def test_letters_side_by_side_are_a_product_of_scalars():
    shapes = dict.fromkeys("abcdefgh", ())
    products = [outcome(latex, shapes) for latex in record("P14")["in"][:2]]
    assert products == ["b*d*e", "a*b*c*d*e*f*g*h"]
    assert outcome(record("P14")["in"][2]) == "E_UNSUP"


def test_delimiters_and_spaces_are_read_and_nothing_else_is_dropped():
    results = [outcome(latex) for latex in record("P26")["in"]]
    assert results == ["x'*x"] * 5 + ["E_UNSUP", "E_AMBIG", "E_UNSUP", "E_UNSUP"]
    assert outcome(r"x\,\;\quad y", {"x": (), "y": ()}) == "x*y"


@pytest.mark.parametrize(
    ("latex", "expected"),
    [
        (r"\exp(A)", "exp(A)"),
        (r"\log(A)", "log(A)"),
        (r"\sqrt{A}", "sqrt(A)"),
        (r"\sin(A)", "sin(A)"),
        ("A^{0.5}", "E_AMBIG"),
        ("e^A", "E_AMBIG"),
    ],
)
def test_functions_of_a_matrix_are_elementwise_and_say_so(latex: str, expected: str):
    assert outcome(latex, SQUARE) == expected
    if not expected.startswith("E_"):
        notes = parse_latex(latex, SQUARE).notes
        assert any("elementwise" in note for note in notes)


def test_bars_are_an_absolute_value_or_a_length_as_the_shapes_have_it():
    assert outcome("|x|", SCALAR) == "abs(x)"
    assert outcome("|x|^2", {"x": ("n",)}) == "norm2(x)^2"
    assert outcome(r"\mathbf 1^\top|x|", {"x": ("n",)}) == "ones(n)'*abs(x)"


def test_the_end_of_an_argument_is_asked_for_where_it_is_unclear():
    assert outcome(r"\operatorname{Tr}AX B") == "E_AMBIG"
    assert outcome(r"\log x y") == "E_AMBIG"
    assert outcome(r"\log x(1-x)") == "E_AMBIG"
    assert outcome(r"\operatorname{tr}(A)^{-1}") == "E_AMBIG"


@pytest.mark.parametrize(
    "name", "input include write read openin csname catcode special href url html unicode".split()
)
def test_commands_that_do_things_are_refused_wherever_they_stand(name: str):
    for latex in (rf"x+\{name}", rf"\frac{{\{name}{{x}}}}{{2}}", rf"\def\a{{\{name}}}x"):
        assert outcome(latex) == "E_PARSE"


@pytest.mark.parametrize(
    "latex",
    [r"\def\a{\a\a}\a", r"\def\a#1{\a{#1#1}}\a x", r"\newcommand{\a}{\b\b}\newcommand{\b}{\a}\a"],
)
def test_abbreviations_that_grow_are_stopped(latex: str):
    assert outcome(latex) == "E_LIMIT"


def test_cases_inside_conditions_do_not_double_without_end():
    depth = 40
    latex = r"\begin{cases}2&" * depth + "x" + r">0\\1&\text{otherwise}\end{cases}" * depth
    assert outcome(latex) == "E_LIMIT"


@pytest.mark.parametrize(
    "latex", ["(" * 3000 + "c" + ")" * 3000, r"\sqrt{" * 3000 + "c" + "}" * 3000, "x_{" * 3000]
)
def test_no_nesting_is_too_deep(latex: str):
    assert outcome(latex, {"c": ()}) != "E_LIMIT"
    assert outcome(latex, limits=Limits()) == "E_LIMIT"


@given(st.text(alphabet="x^_{}()|\\frac sumlog,&=+-1AT'[]<>%#$~.", max_size=60))
def test_any_text_is_read_or_refused_with_a_place(latex: str):
    try:
        parse_latex(latex)
    except MatgradError as refusal:
        assert refusal.source == latex
        start, end = refusal.position or (0, 0)
        assert 0 <= start <= end <= len(latex)


@pytest.mark.parametrize(
    "text", [r"x \end{}", r"\end{} x }", r"{ x \end{group}", r"\begin{group} x }"]
)
def test_an_environment_closes_nothing_but_itself(text):
    with pytest.raises(MatgradError):
        parse_latex(text)
