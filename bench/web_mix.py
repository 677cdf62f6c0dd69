"""What the load generator sends: distinct requests of a typical size, and bombs."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from random import Random

import matgrad as mg
from tests.cases.bombs import BOMBS, LAYERS, variable


@dataclass(frozen=True)
class Typical:
    """A function with a number in it that makes each request another one, and its gradient."""

    text: str
    wrt: str
    claim: str


TYPICAL = (
    Typical("norm2(A*x - b)^2 + {c}*norm2(x)^2", "x", "2*A'*(A*x - b) + 2*{c}*x"),
    Typical(
        "sum(log(1 + exp(-y .* (X*w)))) + {c}*w'*w", "w",
        "2*{c}*w - X'*(y .* sigmoid(-y .* (X*w)))",
    ),
    Typical(
        "norm2(sin(W2*cos({c}*W1*x)))^2", "x",
        "-2*{c}*W1'*(sin({c}*W1*x) .* (W2'*(cos(W2*cos({c}*W1*x)) .* sin(W2*cos({c}*W1*x)))))",
    ),
    Typical("tr(X'*A*X) + {c}*logdet(X'*X)", "X", "(A + A')*X + 2*{c}*X*inv(X'*X)"),
    Typical("{c}*sum(tanh(W*x + b)) + x'*x", "x", "{c}*W'*(1 - tanh(W*x + b).^2) + 2*x"),
    Typical("normF(T - {c}*U*V')^2", "U", "-2*{c}*(T - {c}*U*V')*V"),
    Typical("log(sum(exp({c}*A*x + b)))", "x", "{c}*A'*softmax({c}*A*x + b)"),
    Typical("tr(inv(X)*A) + {c}*tr(X'*X)", "X", "-inv(X)'*A'*inv(X)' + 2*{c}*X"),
    Typical("(a'*X*b)^2 + {c}*tr(X'*X)", "X", "2*(a'*X*b)*a*b' + 2*{c}*X"),
    Typical("sum(relu(W*x - {c}*b)) + y'*x", "x", "W'*step(W*x - {c}*b) + y"),
    Typical("x'*A*x/(x'*x + {c})", "x", "(A + A')*x/(x'*x + {c}) - 2*(x'*A*x)*x/(x'*x + {c})^2"),
    Typical("{c}*norm2(A*x - b) + sum(x.^4)", "x", "{c}*A'*(A*x - b)/norm2(A*x - b) + 4*x.^3"),
    Typical(
        "sum(log(1 + exp(-y .* (X*w)))) + {c}*w'*w + norm2(B*w - d)^2", "w",
        "2*{c}*w - X'*(y .* sigmoid(-y .* (X*w))) + 2*B'*(B*w - d)",
    ),
    Typical(
        "normF(T - {c}*U*V')^2 + tr(U'*U) + tr(V'*A*V)", "U", "-2*{c}*(T - {c}*U*V')*V + 2*U"
    ),
    Typical(
        "norm2(tanh(W2*tanh(W1*x + a) + b) - y)^2 + {c}*x'*x", "x",
        "2*{c}*x + 2*W1'*((1 - tanh(W1*x + a).^2) .* (W2'*((1 - tanh(W2*tanh(W1*x + a) + b).^2)"
        " .* (tanh(W2*tanh(W1*x + a) + b) - y))))",
    ),
    Typical(
        "(x - m)'*A*(x - m) + log(sum(exp({c}*B*x + b))) + norm2(x)^2", "x",
        "(A + A')*(x - m) + {c}*B'*softmax({c}*B*x + b) + 2*x",
    ),
)  # fmt: skip
FEWEST, MOST = 10, 40  # nodes


def check_sizes() -> tuple[int, int]:
    """The smallest and the largest number of nodes among the functions."""
    sizes = [mg.parse(each.text.replace("{c}", "1.5")).function.size for each in TYPICAL]
    assert min(sizes) >= FEWEST and max(sizes) <= MOST, sizes
    return min(sizes), max(sizes)


def typical(seed: int) -> Iterator[tuple[str, bytes]]:
    """Requests without end, no two alike: three derivations with steps and code, then a check."""
    random = Random(seed)
    for number in count(1):
        each = random.choice(TYPICAL)
        constant = f"{1 + number % 97}.{seed % 10}{number:05d}"
        request = {"input": each.text.replace("{c}", constant), "wrt": [each.wrt]}
        if number % 4:
            yield "/api/derive", _body({**request, "steps": True, "code": ["numpy"]})
        else:
            yield "/api/check", _body({**request, "claim": each.claim.replace("{c}", constant)})


def bombs(seed: int) -> Iterator[tuple[str, bytes]]:
    """Bombs without end, each a little different where that leaves it a bomb."""
    random = Random(seed)
    names = sorted(BOMBS)
    for number in count(1):
        text, _ = BOMBS[random.choice(names)]
        apart = f"{text} + {number}" if len(text) < 2000 and "\n" not in text else text
        yield "/api/derive", _body({"input": apart, "wrt": [variable(text)]})


def slow(seed: int) -> Iterator[tuple[str, bytes]]:
    """Hessians without end that take all the time they may; no two look alike."""
    random = Random(seed)
    while True:
        depth = random.randint(46, 60)
        names = [random.choice(("sin", "cos", "tanh", "sigmoid")) for _ in range(depth)]
        inner = "".join(f"{name}({random.choice('ABCVW')}*" for name in names)
        text = f"norm2({inner}x{')' * depth})^2"
        yield "/api/derive", _body({"input": text, "wrt": ["x"], "kind": "hessian"})


def heavy(seed: int) -> Iterator[tuple[str, bytes]]:
    """Hessians of deep networks without end, which differ in a number."""
    for number in count(1000 * seed):
        text = f"{LAYERS} + {number}"
        yield "/api/derive", _body({"input": text, "wrt": ["x"], "kind": "hessian"})


def _body(request: dict[str, object]) -> bytes:
    return json.dumps(request).encode()
