"""A loss that a text only names is asked for; what it is taken of is not answered instead."""

import pytest

import matgrad as mg


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("for the Huber loss of the residual $r = Xw - y$, gradient wrt w?", "Huber loss"),
        (r"With the hinge loss of the margin $m = yw^Tx$, the gradient by $w$?", "hinge loss"),
        ("I use the mean squared error of $Xw$ against $y$. Gradient in w?", "mean squared error"),
        (
            r"We train with cross-entropy loss on $p = \mathrm{softmax}(Wx)$. Gradient by $W$?",
            "cross-entropy loss",
        ),
    ],
)
def test_its_formula_is_asked_for(text: str, said: str) -> None:
    reply = mg.ask(text)
    assert not reply.results
    assert said in reply.questions[0]


@pytest.mark.parametrize(
    "text",
    [
        r"For a cross-entropy loss I need the gradient of $p = \mathrm{softmax}(z)$ wrt $z$.",
        r"The squared error of $f(w) = \|Xw - y\|^2$: what is the gradient wrt $w$?",
        r"Mean squared error: $L = \frac1n\|Xw - y\|^2$. Gradient in $w$?",
    ],
)
def test_what_has_a_formula_is_answered(text: str) -> None:
    assert mg.ask(text).results


@pytest.mark.parametrize(
    "begin",
    [
        "For the squared norm of the residual",
        "Take the squared norm of",
        "We have the squared norm of",
    ],
)
def test_words_that_begin_a_sentence_belong_to_the_function(begin: str) -> None:
    reply = mg.ask(f"{begin} $r = Xw - y$, gradient wrt w?")
    assert str(reply.derivations[0].problem.function) in ("norm2(r)^2", "normF(r)^2")
