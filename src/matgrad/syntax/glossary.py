"""Functions that go by a name elsewhere and are written out here: what to write instead."""

from __future__ import annotations

WRITTEN = {
    "crossentropy": "-y'*log(p), with p = softmax(z) for scores z",
    "ce": "-y'*log(p), with p = softmax(z) for scores z",
    "bce": "-sum(y .* log(p) + (1 - y) .* log(1 - p)), with p = sigmoid(z) for scores z",
    "huber": "sum(0.5*min(abs(x), c).^2 + c*max(abs(x) - c, 0))",
    "leakyrelu": "max(x, 0.01*x)",
    "attention": "softmax_rows(Q*K'/sqrt(d))*V",
    "batchnorm": "layernorm(x) for one feature x over the batch",
    "dropout": "x .* m with a mask m",
    "concat": "[x; y]",
    "concatenate": "[x; y]",
    "argmax": "onehot_max(x); argmax itself has no derivative",
}


def written(name: str) -> str | None:
    """How a function is written in this language, if it is one that people know."""
    return WRITTEN.get(name.lower().replace("_", "")) or WRITTEN.get(name.lower())
