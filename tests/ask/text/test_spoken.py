"""Words that are typed as if they were signs reach as far as these do."""

import pytest

import matgrad as mg
from matgrad.app.ask.text.spoken import with_spoken, without_constants
from tests.ask.reading import by, function_of


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("log sum exp(x)", "log(sum(exp(x)))"),
        ("ln sum exp(x)", "log(sum(exp(x)))"),
        ("log-sum-exp(Ax + b)", "log(sum(exp(A*x + b)))"),
        ("log mean exp(x)", "log(mean(exp(x)))"),
        ("neg log(x)", "-log(x)"),
        ("neg log sigmoid(w'x)", "-log(sigmoid(w'*x))"),
        ("neg x'Ax", "-x'*A*x"),
        ("minus x'Ax + b'x", "-x'*A*x + b'*x"),
        ("half x'Ax + b'x", "x'*A*x/2 + b'*x"),
        ("twice x'x + b'x", "2*x'*x + b'*x"),
        ("x'Ax minus b'x + c'x", "x'*A*x - b'*x + c'*x"),
        ("x'Ax plus a constant", "x'*A*x"),
        ("x'Ax + a constant", "x'*A*x"),
        ("arc sin(x)", "asin(x)"),
    ],
)
def test_words_are_read_as_signs(typed: str, meant: str) -> None:
    assert by(typed) == meant


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("Let f(x) = neg log(x). Find f'(x).", "-log(x)"),
        ("d/dx of neg x^2", "-x^2"),
        ("gradient of $x^TAx$ plus a constant wrt $x$", "x'*A*x"),
        ("f(x) = x'Ax plus some constant. Gradient?", "x'*A*x"),
        ("gradient of log sum exp(x_i) wrt x", "log(sum(exp(x)))"),
    ],
)
def test_words_are_read_wherever_a_function_stands(text: str, meant: str) -> None:
    assert function_of(text) == meant


@pytest.mark.parametrize(
    "text",
    [
        "the gradient of the negative log of $b^Tx$",
        "it is negative of course",
        "the log sum of exp",
        "x plus its transpose",
        "gradient of twice the trace of X",
    ],
)
def test_words_of_a_sentence_stay(text: str) -> None:
    assert with_spoken(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "I get 2Ax plus a constant",
        "the gradient of x'Ax is 2Ax plus a constant",
        "gradient of x'Ax plus a constant vector $c$",
        "gradient of x'Ax plus a constant c",
        "gradient of x'Ax plus a constant times $b^Tx$",
    ],
)
def test_a_constant_counts_in_a_claim_and_if_it_has_a_name(text: str) -> None:
    assert without_constants(text) == (text, [])


def test_what_is_left_out_is_told() -> None:
    notes = mg.ask("gradient of x'Ax plus a constant wrt x").text("short")
    assert "the constant that is added is left out" in notes


@pytest.mark.parametrize("typed", ["inverse sin(x)", "the inverse tan(x)"])
def test_an_inverse_of_a_function_is_asked_about(typed: str) -> None:
    (question,) = mg.ask(f"derivative of {typed}").questions
    assert question.startswith("The inverse function of")


@pytest.mark.parametrize(
    "text",
    ["Differentiate x^3 twice.", "Differentiate twice x^3.", "Differentiate $x^3$ twice wrt $x$."],
)
def test_twice_is_said_of_the_derivative(text: str) -> None:
    assert str(mg.ask(text).results["x"]) == "6*x"
