"""Functions that go by a name elsewhere and are written out here: what to write instead."""

from __future__ import annotations

WRITTEN = {
    "mse": "mean(square(y - z))",
    "mae": "mean(abs(y - z))",
    "rmse": "sqrt(mean(square(y - z)))",
    "crossentropy": "-y'*log(p), with p = softmax(z) for scores z",
    "bce": "-sum(y .* log(p) + (1 - y) .* log(1 - p)), with p = sigmoid(z) for scores z",
    "kl": "sum(p .* log(p ./ q))",
    "entropy": "-sum(p .* log(p))",
    "huber": "sum(0.5*min(abs(x), c).^2 + c*max(abs(x) - c, 0))",
    "hinge": "sum(max(0, 1 - y.*z))",
    "leakyrelu": "max(x, 0.01*x)",
    "elu": "max(x, 0) + min(exp(x) - 1, 0)",
    "hardtanh": "max(min(x, 1), -1)",
    "softsign": "x ./ (1 + abs(x))",
    "mish": "x .* tanh(softplus(x))",
    "logistic": "sigmoid(x)",
    "logit": "log(x ./ (1 - x))",
    "logsoftmax": "z - logsumexp(z)*ones(n), or log(softmax(z))",
    "log1p": "log(1 + x)",
    "expm1": "exp(x) - 1",
    "clip": "min(max(x, a), b)",
    "clamp": "min(max(x, a), b)",
    "cossim": "x'*y/(norm2(x)*norm2(y))",
    "cosine": "x'*y/(norm2(x)*norm2(y))",
    "cosinesimilarity": "x'*y/(norm2(x)*norm2(y))",
    "distance": "norm2(x - y)",
    "normalize": "x/norm2(x)",
    "attention": "softmax_rows(Q*K'/sqrt(d))*V",
    "batchnorm": "layernorm(x) for one feature x over the batch",
    "dropout": "x .* m with a mask m",
    "transpose": "A'",
    "hadamard": "A .* B",
    "multiply": "A .* B",
    "matmul": "A*B",
    "inner": "x'*y, or A : B for matrices",
    "frobenius": "A : B",
    "concat": "[x; y]",
    "concatenate": "[x; y]",
    "vstack": "[A; B]",
    "hstack": "[A, B]",
    "argmax": "onehot_max(x); argmax itself has no derivative",
}


def written(name: str) -> str | None:
    """How a function is written in this language, if it is one that people know."""
    return WRITTEN.get(name.lower().replace("_", "")) or WRITTEN.get(name.lower())
