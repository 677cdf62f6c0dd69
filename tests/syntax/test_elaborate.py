"""Formulas become the expressions of the operators, and errors point at what is at fault."""

from fractions import Fraction

import pytest

from matgrad import ops
from matgrad.core.expr import Expr, number_value
from matgrad.errors import UnknownNameError
from matgrad.render import text as written
from matgrad.syntax import parse_expression, parse_problem
from tests.syntax.reading import KNOWN, error, formula, outcome, place

A, B, M, x, y, a, b, c = (KNOWN[name] for name in "ABMxyabc")


@pytest.mark.parametrize(
    ("text", "expression"),
    [
        ("A*x", ops.matmul(A, x)),
        ("A@B*x", ops.matmul(A, B, x)),
        ("c*A*x", ops.scale(c, ops.matmul(A, x))),
        ("A*c*x", ops.scale(c, ops.matmul(A, x))),
        ("x'*y*A", ops.scale(ops.matmul(ops.transpose(x), y), A)),
        ("x.*y", ops.hadamard(x, y)),
        ("A : B", ops.frobenius(A, B)),
        ("dot(x,y)", ops.frobenius(x, y)),
        ("outer(x,y)", ops.matmul(x, ops.transpose(y))),
        ("x - y", ops.add(x, ops.scale(ops.number(-1), y))),
        ("x - 2*y", ops.add(x, ops.scale(ops.number(-2), y))),
        ("--x", x),
        ("x/2", ops.scale(ops.number(Fraction(1, 2)), x)),
        ("1/2*x", ops.scale(ops.number(Fraction(1, 2)), x)),
        ("0.5*x", ops.scale(ops.number(Fraction(1, 2)), x)),
        ("3*x/4", ops.scale(ops.number(Fraction(3, 4)), x)),
        ("x/c", ops.scale(ops.power(c, -1), x)),
        ("x/c^2", ops.scale(ops.power(c, -2), x)),
        ("x/(a*b)", ops.scale(ops.power(a, -1), ops.power(b, -1), x)),
        ("A*x/c", ops.scale(ops.power(c, -1), ops.matmul(A, x))),
        ("1/c", ops.power(c, -1)),
        ("x./y", ops.hadamard(x, ops.power(y, -1))),
        ("1./x", ops.power(x, -1)),
        ("c./x", ops.scale(c, ops.power(x, -1))),
        ("x./c", ops.scale(ops.power(c, -1), x)),
        ("a^b", ops.power(a, b)),
        ("x.^2", ops.power(x, 2)),
        ("A^2", ops.matrix_power(A, 2)),
        ("A^-1", ops.inv(A)),
        ("e^a", ops.exp(a)),
        ("e.^x", ops.exp(x)),
        ("diag(x)", ops.diag_matrix(x)),
        ("diag(A)", ops.diag(A)),
        ("A[1,2]", ops.entry(A, 1, 2)),
        ("x[3]", ops.entry(x, 3)),
        ("x'[3]", ops.entry(ops.transpose(x), 1, 3)),
        ("I(n)", ops.eye("n")),
        ("I*x", ops.matmul(ops.eye("n"), x)),
        ("ones(n,2)", ops.ones("n", 2)),
        ("e(1,n)", ops.unit(1, "n")),
        ("sum(x)/n", ops.scale(ops.power(ops.size("n"), -1), ops.total(x))),
        ("max(0, x)", ops.maximum(ops.filled(0, x.shape), x)),
        ("min(x, c)", ops.minimum(x, ops.filled(c, x.shape))),
        ("ln(c)", ops.log(c)),
        ("norm(x)", ops.norm2(x)),
        ("s(x)", ops.unspecified("s", x)),
        ("s''(x)", ops.unspecified("s", x, 2)),
        ("b*vector(1) + x", ops.add(ops.scale(b, ops.ones("n")), x)),
        ("1 + x", ops.add(ops.ones("n"), x)),
        ("1 - M", ops.add(ops.ones("m", "n"), ops.scale(ops.number(-1), M))),
    ],
)
def test_formula(text: str, expression: Expr):
    assert formula(text) is expression


def test_integer_powers_of_numbers_are_worked_out():
    assert number_value(formula("2^3^2")) == 512
    assert number_value(formula("(1/2)^-2")) == 4


def test_a_large_exponent_is_just_a_number():
    (base, exponent) = formula("c^(10^12)").args
    assert base is c
    assert number_value(exponent) == 10**12


@pytest.mark.parametrize("text", ["9^9^9^9*x", "2^(10^9)", "0.1^(10^9)", "A^(10^9)"])
def test_a_power_too_large_to_write_is_refused_at_once(text: str):
    assert outcome(text) == "E_LIMIT"


@pytest.mark.parametrize("text", ["x/0", "x/(1-1)*0^-1", "0^-1*x"])
def test_division_by_the_number_zero(text: str):
    assert outcome(text) == "E_DOMAIN"


DECLARED = {"A": ("m", "n"), "B": ("k", "p"), "S": ("n", "n"), "x": ("n",), "y": ("m",), "b": ()}


@pytest.mark.parametrize(
    ("text", "at", "message", "hint"),
    [
        ("tr(A*B)", "A*B", "cannot multiply A (m×n) by B (k×p): n and k differ", "n = k"),
        ("A*y", "A*y", "cannot multiply A (m×n) by y (m×1): n and m differ", "A'*y"),
        ("x + y", "x + y", "cannot add x (n×1) and y (m×1): n and m differ", ""),
        ("2*inv(A)", "A", "inv needs a square matrix, this is m×n: m and n differ", ""),
        ("x/y", "x/y", "cannot divide by y, which is m×1", "x ./ y"),
        ("x .* y", "x .* y", ".* needs equal shapes: x is n×1, y is m×1: n and m differ", ""),
        ("A : B", "A : B", ": needs equal shapes: A is m×n, B is k×p: m and k differ", ""),
        ("A[1]", "A[1]", "A is m×n, so it has two indices", "A[1,2]"),
        ("Diag(A)", "A", "Diag needs a column vector, this is m×n", ""),
    ],
)
def test_shape_errors(text: str, at: str, message: str, hint: str):
    caught = error(text, shapes=DECLARED)
    assert caught.code == "E_SHAPE"
    assert caught.message == message
    assert place(text, shapes=DECLARED) == at
    assert hint in (caught.hint or "")


@pytest.mark.parametrize("text", ["1 + S", "e^S", "S^0.5", "2^S", "x*x"])
def test_two_meanings_are_a_question(text: str):
    assert outcome(text, shapes=DECLARED) == "E_AMBIG"


def test_readings_are_said():
    notes = parse_problem("sum(1 + exp(A)) + norm2(A)", shapes=DECLARED).notes
    assert notes == (
        "exp of a matrix is taken elementwise",
        "the number 1 is added to every entry of the matrix",
        "norm2 of a matrix is the Euclidean norm of all its entries",
    )


@pytest.mark.parametrize(
    ("text", "code", "at"),
    [
        ("tr", "E_NAME", "tr"),
        ("inv'*x", "E_NAME", "inv"),
        ("exp+1", "E_NAME", "exp"),
        ("sine(x)", "E_PARSE", "sine(x)"),
        ("x'(y)", "E_SHAPE", "x'(y)"),
        ("gamma(x)", "E_PARSE", "gamma"),
        ("find the gradient", "E_PARSE", "find the"),
        ("print(hello)", "E_PARSE", "print(hello)"),
        ("sum(x, 3)", "E_PARSE", "sum(x, 3)"),
        ("x[0]", "E_SHAPE", "0"),
        ("S^b", "E_AMBIG", "S^b"),
        ("A*S^2'", "E_AMBIG", "S^2'"),
        ("x.^-1'", "E_AMBIG", "x.^-1'"),
    ],
)
def test_names_and_calls(text: str, code: str, at: str):
    shapes = {name: sizes for name, sizes in DECLARED.items() if name in text}
    assert outcome(text, shapes=shapes) == code
    assert place(text, shapes=shapes) == at


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("A*x + b'", "A*x + b"),
        ("A*x + c'*B", "(A*x)' + c'*B"),
        ("x .* S", "ones(n)*(x)', or (x)*ones(n)'"),
        ("A–B", "-"),
    ],
)
def test_a_hint_says_what_would_work(text: str, hint: str):
    shapes = {"A": ("m", "n"), "B": ("k", "m"), "S": ("n", "n"), "x": ("n",), "b": ("m",)}
    shapes |= {"c": ("k",)}
    caught = error(text, shapes={name: s for name, s in shapes.items() if name in text})
    assert caught.hint == hint


def test_the_signs_of_printed_answers_are_read():
    for sign, other in (("∘", ".*"), ("⊘", "./"), ("⊙", ".*")):
        assert formula(f"x {sign} y") is formula(f"x {other} y")


def test_names_run_together_are_a_product():
    assert written(parse_problem("xy", shapes={"x": (), "y": ()}).function) == "x*y"


def test_a_known_world_has_no_other_names():
    assert parse_expression("x", KNOWN) is x
    with pytest.raises(Exception, match="unknown name z"):
        parse_expression("z", KNOWN)


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("relu'(x)", "step(x)"),
        ("relu′(x)", "step(x)"),
        ("sin'(x)", "cos(x)"),
        ("abs'(x)", "sign(x)"),
    ],
)
def test_a_prime_behind_an_elementwise_function_is_its_derivative(text: str, meaning: str):
    assert written(parse_problem(text).function) == meaning


@pytest.mark.parametrize("text", ["norm2'(x)", "exp''(x)"])
def test_a_prime_that_is_no_derivative_is_refused(text: str):
    assert error(text).code == "E_PARSE"


def test_wrt_is_a_word_and_no_variable() -> None:
    with pytest.raises(UnknownNameError, match="wrt is no variable"):
        parse_problem("x'*A*x + wrt")
