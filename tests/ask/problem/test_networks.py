"""Networks described in words, and what is asked when the words leave something open."""

import pytest

from matgrad.app.ask import ask
from matgrad.app.network import Backpropagation


@pytest.mark.parametrize(
    ("text", "widths", "hidden", "loss"),
    [
        ("A two-layer network with ReLU hidden layer and softmax output and cross-entropy; "
         "derive the gradients.", ["k×n", "m×k"], ["relu"], "softmax_cross_entropy"),
        ("Consider a network with one hidden layer of 10 sigmoid units, input of size 4 and 3 "
         "softmax outputs, trained with cross-entropy. Derive the backpropagation equations.",
         ["10×4", "3×10"], ["sigmoid"], "softmax_cross_entropy"),
        ("I have an MLP with two hidden layers of 64 and 32 tanh units, 10 inputs, a linear output "
         "and mean squared error. How do I compute the gradients of the weights?",
         ["64×10", "32×64", "m×32"], ["tanh", "tanh"], "squared_error"),
        ("Suppose a feedforward net has $d$ inputs, $h$ hidden units with tanh activation and "
         "a single sigmoid output, with binary cross-entropy loss. Find all gradients.",
         ["h×d", "1×h"], ["tanh"], "binary_cross_entropy"),
        ("Backprop for a network with two hidden layers: the first one uses ReLU, the second "
         "tanh, and the output layer is a softmax with cross-entropy loss.",
         ["k1×n", "k2×k1", "m×k2"], ["relu", "tanh"], "softmax_cross_entropy"),
        ("A one-layer network with softmax output and cross entropy loss: what is the gradient "
         "with respect to the weights?", ["m×n"], [], "softmax_cross_entropy"),
    ],
)  # fmt: skip
def test_a_network_in_words_is_understood(
    text: str, widths: list[str], hidden: list[str], loss: str
) -> None:
    reply = ask(text)
    (d,) = reply.derivations
    assert isinstance(d, Backpropagation) and d.verdict.ok
    symbols, values = d.net.symbols, {e.symbol.name: e.value.op.name for e in d.net.definitions}
    assert [str(x.shape) for n, x in symbols.items() if n.startswith("W")] == widths
    assert [values[f"h__{i}"] for i in range(1, len(hidden) + 1)] == hidden
    assert d.net.settings["loss"] == loss
    assert not reply.questions


def test_biases_weight_decay_and_batches_are_read() -> None:
    text = "Gradients of a network with one hidden layer of ReLU units, no biases, weight decay, "
    (d,) = ask(text + "squared error, for a mini-batch of size N.").derivations
    assert isinstance(d, Backpropagation)
    assert d.net.parameters == ("W__1", "W__2")
    assert "lambda" in d.net.symbols and str(d.net.batch) == "N"


@pytest.mark.parametrize(
    ("text", "questions"),
    [
        ("Derive backpropagation for a neural network with one hidden layer and squared error.",
         ["Which activation function do the hidden layers have?"]),
        ("Derive backpropagation for a neural network with one hidden layer and ReLU activations.",
         ["Which loss is the network trained with?"]),
        ("Backpropagation for a network with hidden layers that use ReLU, and squared error.",
         ["How many hidden layers does it have?"]),
        ("Backprop for a network with two hidden layers of 5, 4 and 3 ReLU units, hinge loss.",
         ["How wide is each of the layers?"]),
        ("How does backpropagation work in a convolutional network with one hidden layer?",
         ["Which function? Write it as an equation, such as f(x) = …"]),
    ],
)  # fmt: skip
def test_what_the_words_leave_open_is_asked_for(text: str, questions: list[str]) -> None:
    reply = ask(text)
    assert (reply.questions, reply.derivations) == (questions, [])
