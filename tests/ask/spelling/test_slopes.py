"""The slope of a leaky ReLU in words, and that it is no ReLU."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.ask.spelling.slopes import WHICH

GIVEN = r"$L = c^Th$. Find $\partial L/\partial W$."


def result(text: str) -> str:
    return str(ask(f"{text} {GIVEN}").results["W"])


@pytest.mark.parametrize(
    "text",
    [
        r"Let $h = \operatorname{LeakyReLU}(Wx)$ with slope 0.1 and",
        r"Let $h = \text{LeakyReLU}\left(Wx\right)$ with a negative slope of $0.1$ and",
        r"Let $h = \operatorname{LeakyReLU}_{0.1}(Wx)$ and",
        r"Let $h=\sigma(Wx)$ where $\sigma$ is the leaky ReLU with slope $0.1$, and",
        r"Let $h=\phi(Wx)$ with the leaky ReLU $\phi$ whose slope is 0.1, and",
    ],
)
def test_words_give_the_slope(text: str) -> None:
    direct = result(r"Let $h = \operatorname{LeakyReLU}(Wx, 0.1)$ and")
    assert result(text) == direct


def test_the_slope_may_be_a_letter() -> None:
    text = r"Let $h=\operatorname{LeakyReLU}(Wx)$ with slope $\alpha$,"
    assert "alpha" in result(text)
    assert "α = 1/5" in str(ask(f"{text[:-2]}=0.2$, {GIVEN}"))


@pytest.mark.parametrize(
    "text",
    [
        r"Let $h = \operatorname{LeakyReLU}(Wx)$ and",
        r"Let $h=\sigma(Wx)$ where $\sigma$ is the leaky ReLU and",
    ],
)
def test_a_slope_that_is_not_given_is_asked_for(text: str) -> None:
    reply = ask(f"{text} {GIVEN}")
    assert reply.questions == [WHICH]
    assert reply.results == {}


@pytest.mark.parametrize("kind", ["squared ReLU", "parametric ReLU"])
def test_what_is_made_of_a_relu_is_no_relu(kind: str) -> None:
    reply = ask(rf"Let $h=\sigma(Wx)$ where $\sigma$ is the {kind}, $L=c^Th$. Find "
                r"$\partial L/\partial W$.")  # fmt: skip
    assert "step" not in "".join(map(str, reply.results.values()))
