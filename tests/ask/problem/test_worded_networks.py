"""Networks in words, with letters for their weights."""

import pytest

import matgrad as mg

OUTPUTS = [
    ("A network has input x, one hidden layer with sigmoid activation and weights W, and a linear "
     "scalar output with weights v. No biases. What is the gradient of the output with respect to "
     "W?", "(v ⊙ s ⊙ (1 − s))xᵀ"),
    (r"A feedforward net with one hidden layer of tanh units and weights $W$, $v$ maps $x$ to the "
     r"scalar output $y$. There are no biases. Compute $\partial y/\partial W$.",
     "(v ⊙ (1 − tanh(a)²))xᵀ"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "shown"), OUTPUTS, ids=range(len(OUTPUTS)))
def test_the_gradient_of_an_output_needs_no_loss(text: str, shown: str) -> None:
    assert f"∂y/∂W = {shown}" in mg.ask(text).text()


@pytest.mark.parametrize(
    "text",
    [
        "A network has input x, one hidden layer with sigmoid activation and weights W, and a "
        "scalar output with weights v. What is the gradient of the output with respect to W?",
        "A network has input x, one hidden layer with linear activation and weights W, and a "
        "scalar sigmoid output with weights v. No biases. What is the gradient of the output with "
        "respect to W?",
    ],
)
def test_what_words_leave_open_is_asked(text: str) -> None:
    reply = mg.ask(text)
    assert reply.questions and not reply.results


def test_a_softmax_of_a_linear_layer_with_cross_entropy() -> None:
    reply = mg.ask(
        "Input x goes through a linear layer with weight matrix W and bias b, then a softmax, "
        "giving p. The loss is cross-entropy with one-hot target y. What is the gradient with "
        "respect to W and b?"
    )
    results = {name: str(each) for name, each in reply.results.items()}
    assert results == {"W": "(softmax(W*x + b) - y)*x'", "b": "softmax(W*x + b) - y"}
    assert "not used" not in reply.text()
