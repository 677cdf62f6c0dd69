"""A word right before the function names it, or it is asked about: weighted x'x."""

import pytest

import matgrad as mg
from matgrad.app.ask.spelling.modifiers import changing


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("total exp(x)", "total"),
        ("arg max(x)", "arg"),
        ("weighted x'x", "weighted"),
        ("the weighted $x^Tx$", "weighted"),
        ("frob x'x", "frob"),
        ("smoothed x'x", "smoothed"),
        ("the mean exp(x)", "mean"),
        ("the norm $Ax - b$", "norm"),
        ("the inverse function of sin(x)", "inverse function"),
        ("inverse of sin(x)", "inverse"),
        ("sin(x) over x", "over"),
        ("sin(x) composed with x^2", "composed"),
        ("reciprocal x^2 + 1", "reciprocal"),
    ],
)
def test_a_word_that_changes_the_function_is_asked_about(words: str, said: str) -> None:
    reply = mg.ask(f"What is the derivative of {words}?")
    assert not reply.derivations
    assert said in reply.questions[0]


@pytest.mark.parametrize(
    "text",
    [
        "Let f(x) = total exp(x). f'(x)?",
        "f = weighted x'x. gradient wrt x",
        "L = smoothed x'x. gradient wrt x",
        "Differentiate frobbed x^2.",
        "d/dx of weighted x^2",
        "Minimize weighted ||x||^2 + b'x. Gradient wrt x?",
    ],
)
def test_such_a_word_is_asked_about_wherever_it_stands(text: str) -> None:
    reply = mg.ask(text)
    assert not reply.derivations
    assert reply.questions[0].startswith("What is “")


@pytest.mark.parametrize(
    ("lead", "formula"),
    [
        ("", "x'x"),
        ("the", "x'x"),
        ("my simple", "x'x"),
        ("the quadratic form", "x'x"),
        ("quadratic form", "x'x"),
        ("the frobulon", "x'x"),  # whatever it is, an article makes it a noun
        ("MSE", r"\|Xw - y\|^2"),
        ("Rosenbrock", "(1-x)^2 + y^2"),
        ("potential", "V"),
        ("softplus", r"g(t) = \log(1+e^t)"),
        ("the mean", r"\frac{1}{n}\sum_i x_i"),
        ("the squared norm", r"\|x\|^2"),
        ("regularised", r"\|x\|^2 + \|y\|^2"),
        ("weighted", "x^TWx"),
    ],
)
def test_words_that_name_a_function_are_no_question(lead: str, formula: str) -> None:
    assert changing(lead, formula) is None


@pytest.mark.parametrize(
    ("words", "gradient"),
    [
        ("reciprocal sin(x)", "-1/(sin(x)*tan(x))"),
        ("x^2 over y", "2*x/y"),
        ("sin(x) over x", "(cos(x) - sin(x)/x)/x"),
        ("neg $x^2$", "-2*x"),
    ],
)
def test_what_is_plain_is_read(words: str, gradient: str) -> None:
    assert str(mg.ask(f"derivative of {words} wrt x").results["x"]) == gradient


@pytest.mark.parametrize(
    "text", ["f(x) = sin(x) over x. f'(x)?", "Let f(t) = sin(t) over t. f'(t)?"]
)
def test_a_definition_with_over_divides(text: str) -> None:
    reply = mg.ask(text)
    assert reply.problem is not None
    assert "/" in str(reply.problem.function)


def test_over_the_variable_of_a_minimum_divides_nothing() -> None:
    reply = mg.ask(r"We minimise $Q(m)=\|x-m\|^2$ over $m$. Gradient with respect to $m$?")
    assert str(reply.results["m"]) == "-2*(x - m)"
