"""Letters that would have to be numbers, though nobody would take them for some."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    "text",
    [
        "gradient of $(Xw)^2$ wrt w",
        r"Find the gradient of $\|y-(Xw)^2\|^2$ with respect to w",
        r"derivative of $\frac{\vec p^2}{2m}$ with respect to p",
        r"gradient of $\mathbf x^2$ wrt $\mathbf x$",
        r"gradient of $\operatorname{tr} X + A$ wrt X",
    ],
)
def test_such_a_letter_is_asked_about(text: str) -> None:
    reply = mg.ask(text)
    assert not reply.results
    assert "number here" in reply.questions[0]


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("A is a scalar. Gradient of $x^Tx + A$ wrt x", {"x": "2*x"}),
        (r"The derivative of $f(r) = A/r$ where A is a number", {"r": "-A/r^2"}),
        (r"$\mathbf x$ is a number. Derivative of $\mathbf x^2$ wrt $\mathbf x$", {"x": "2*x"}),
        (r"gradient of $\mathbf x^T\mathbf x$ wrt $\mathbf x$", {"x": "2*x"}),
    ],
)
def test_what_the_text_says_decides(text: str, result: dict[str, str]) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == result


def test_a_claim_may_tell_that_letters_are_numbers() -> None:
    reply = mg.ask(r"Spring: $U(x) = \frac12Kx^2$, so $F(x) = -U'(x) = -Kx$.")
    assert [claim.status for claim in reply.claims] == ["right"]


@pytest.mark.parametrize(
    "text",
    [
        "x is a scalar. x is a vector in R^n. gradient of $x^T x$ wrt x",
        r"Let x be a number. Let $x\in\mathbb{R}^n$. Gradient of $x^Tx$ with respect to x?",
        "A is a scalar. A is an n x n matrix. gradient of $x^TAx$ wrt x",
    ],
)
def test_a_number_that_is_declared_otherwise_is_named(text: str) -> None:
    reply = mg.ask(text)
    assert any("both cannot be" in line for line in reply.understood.notes)
    assert not any("as the text says" in line for line in reply.understood.notes)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        (r"gradient of $\frac12\|x\|^2 + C$ wrt x", {"x": "x"}),
        (r"gradient of $v^T\exp(Kq/T)$ wrt q", {"q": "K'*(v .* exp(K*q/T))/T"}),
    ],
)
def test_a_constant_term_and_a_temperature_are_numbers(text: str, result: dict[str, str]) -> None:
    assert {name: str(value) for name, value in mg.ask(text).results.items()} == result


@pytest.mark.parametrize("text", [r"gradient of $\log\det X + A$ wrt X", "gradient of $x/A$ wrt x"])
def test_other_capitals_are_asked_about(text: str) -> None:
    reply = mg.ask(text)
    assert not reply.results
    assert "Is A a number here" in reply.questions[0]
