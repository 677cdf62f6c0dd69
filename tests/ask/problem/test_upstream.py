import pytest

import matgrad as mg

CLAIMS = [
    ("Given Y = XW and dL/dY = G, then dL/dW = G X^T. Correct?", ["wrong"]),
    ("Given Y = XW and dL/dY = G, then dL/dW = X^T G. Correct?", ["right"]),
    (r"Let $Y = XW$ and $\frac{\partial L}{\partial Y} = G$. The gradient of $L$ with respect to "
     "$W$ is $X^TG$. Right?", ["right"]),
    (r"Let $Y = XW$. Given $\partial L/\partial Y = G$, the gradient of the loss $L$ with respect "
     "to $W$ is $GX^T$. Right?", ["wrong"]),
    ("Let y = tanh(Wx) and g = ∂L/∂y be known. Show that ∂L/∂x = W^T((1-y^2) ⊙ g).", ["right"]),
]  # fmt: skip
GIVEN = [
    r"Let $Y = XW$ and $\frac{\partial L}{\partial Y} = G$. What is the gradient of $L$ wrt $W$?",
    r"Let $Y = XW$, $G = \frac{\partial L}{\partial Y}$. Find the gradient of the loss $L$ by $W$.",
    "Let Y = X W and dL/dY = G. What is the gradient of L with respect to W?",
    r"Let $Y = XW$. $\frac{\partial L}{\partial Y}$ is known. What is the gradient of $L$ by $W$?",
]
UNKNOWN = [
    "Let Y = XW. What is dL/dW?",
    "Let $Y = XW$. What is the gradient of $L$ w.r.t. $W$?",
    r"Let $y = Wx$. What is the gradient of the loss $\mathcal{L}$ with respect to $W$?",
]


@pytest.mark.parametrize(("text", "verdicts"), CLAIMS, ids=range(len(CLAIMS)))
def test_one_derivative_of_a_loss_gives_the_others(text: str, verdicts: list[str]) -> None:
    reply = mg.ask(text)
    assert [claim.status for claim in reply.claims] == verdicts
    assert "only ∂L/∂" in reply.text()


@pytest.mark.parametrize("text", GIVEN, ids=range(len(GIVEN)))
def test_words_may_want_the_others(text: str) -> None:
    assert str(mg.ask(text).results["W"]) == "X'*G"


def test_a_loss_that_words_name_has_several_gradients() -> None:
    reply = mg.ask(
        r"Let $O = \mathrm{softmax}(QK^T)V$ where the softmax is applied row-wise. Suppose that "
        r"$\frac{\partial L}{\partial O} = G$ is known. What are the gradients of $L$ w.r.t. $V$ "
        "and $Q$?"
    )
    assert str(reply.results["V"]) == "softmax_rows(Q*K')'*G"


@pytest.mark.parametrize("text", UNKNOWN, ids=range(len(UNKNOWN)))
def test_a_loss_of_which_nothing_is_known_is_asked_for(text: str) -> None:
    assert mg.ask(text).questions == ["What is L? Write it as an equation, such as L = …"]


@pytest.mark.parametrize("text", ["Let $J = w^Tw$.", "We minimise $w^Tw$.", "$y = w$, $L = y^Ty$."])
def test_a_loss_with_another_name_or_none_is_the_function(text: str) -> None:
    assert (
        str(mg.ask(f"{text} What is the gradient of the loss $L$ wrt $w$?").results["w"]) == "2*w"
    )


@pytest.mark.parametrize("words", ["$L$ is a scalar function of $y$", "$L$ is a smooth function"])
def test_a_loss_with_one_derivative_is_no_function_of_entries(words: str) -> None:
    text = rf"Let $y=Ax$, and suppose that {words} with $\partial L/\partial y=g$."
    reply = mg.ask(rf"{text} Show that $\partial L/\partial A=gx^T$.")
    assert [claim.status for claim in reply.claims] == ["right"]
    assert "each entry" not in reply.text("short")
