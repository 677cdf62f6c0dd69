"""Inputs of up to 4 kB that are as deep, as wide or as entangled as the limits allow."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from matgrad.syntax.limits import Limits
from matgrad.syntax.tokens import tokenise

Shapes = dict[str, tuple[str, ...]]
SCALAR: Shapes = {"x": ()}
VECTOR: Shapes = {"x": ("n",)}
SQUARE: Shapes = {"A": ("n", "n")}
FACTORS = 190  # as many as the limit on nesting allows in a product
LAYERS = 60


class Input(NamedTuple):
    """A function and what is asked of it, or a whole question."""

    text: str
    wrt: str = "x"
    kind: str = "gradient"
    shapes: Shapes | None = None
    is_latex: bool = False


def nested(name: str, inner: str, depth: int, end: str = ")") -> str:
    """name(name(…inner…))."""
    return f"{name}(" * depth + inner + end * depth


def joined(sign: str, term: Callable[[int], str], most: int = 2000) -> str:
    """term(1) + term(2) + …, as many as fit."""
    limits = Limits()
    low, high = 1, most
    while low < high:
        middle = (low + high + 1) // 2
        text = sign.join(map(term, range(1, middle + 1)))
        fits = len(text) <= limits.bytes and len(tokenise(text)) <= limits.tokens
        low, high = (middle, high) if fits else (low, middle - 1)
    return sign.join(map(term, range(1, low + 1)))


def steps(count: int, step: Callable[[str, int], str], result: str = "sum({})") -> str:
    """y0 = x, y1 = step(y0), …"""
    lines = [f"y{i + 1} = {step(f'y{i}', i)}" for i in range(count)]
    return "\n".join(["y0 = x", *lines, result.format(f"y{count}")])


DEEP: dict[str, Input] = {
    "deep sin": Input(nested("sin", "x", 198), shapes=SCALAR),
    "deep sin of a vector": Input(f"sum({nested('sin', 'x', 190)})", shapes=VECTOR),
    "deep exp": Input(nested("exp", "x", 190), shapes=SCALAR),
    "deep sqrt": Input(nested("sqrt", "x", 190), shapes=SCALAR),
    "deep softmax": Input(f"sum({nested('softmax', 'x', 150)})", shapes=VECTOR),
    "deep layers": Input(f"sum({'tanh(W*' * 95}x{')' * 95})"),
    "deep layers with names": Input(
        f"sum({''.join(f'tanh(W{i}*' for i in range(LAYERS))}x{')' * LAYERS})"
    ),
    "deep inverses": Input(f"tr({nested('inv', 'X', 190)})", "X"),
    "deep resolvents": Input(f"tr({'inv(A+' * 95}X{')' * 95})", "X"),
    "deep expm": Input(f"tr({nested('expm', 'X', 12)})", "X"),
    "deep fractions": Input("1/(" * 95 + "x" + "+1)" * 95, shapes=SCALAR),
    "deep powers": Input(nested("", "x", 190, "^2)"), shapes=SCALAR),
    "deep tower": Input("x^" * 190 + "x", shapes=SCALAR),
    "deep brackets in LaTeX": Input(
        r"\left(" * 150 + "x" + r"\right)^2" * 150, shapes=SCALAR, is_latex=True
    ),
    "deep sin in LaTeX": Input(r"\sin(" * 190 + "x" + ")" * 190, shapes=SCALAR, is_latex=True),
    "deep fractions in LaTeX": Input(
        r"\frac{1}{1+" * 95 + "x" + "}" * 95, shapes=SCALAR, is_latex=True
    ),
    "deep kron": Input(f"tr({'kron(A,' * 14}A{')' * 14})", "A", shapes=SQUARE),
}
WIDE: dict[str, Input] = {
    "wide sum": Input(joined("+", lambda k: "x"), shapes=SCALAR),
    "wide sum of sin": Input(joined("+", lambda k: f"sin({k}*x)"), shapes=SCALAR),
    "wide sum of norms": Input(joined("+", lambda k: f"norm2(A*x-{k}*b)^2")),
    "wide sum of traces": Input(joined("+", lambda k: f"tr(A*X^{k}*B)"), "X"),
    "wide sum of log det": Input(joined("+", lambda k: f"logdet(X+{k}*A)"), "X"),
    "wide sum of kinks": Input(joined("+", lambda k: f"sum(relu(W*x-{k}*b))")),
    "wide sum of powers": Input(joined("+", lambda k: f"{k}*x^{k}"), shapes=SCALAR),
    "wide sum in LaTeX": Input("+".join(rf"\|A x-{k} b\|_2^2" for k in range(130)), is_latex=True),
    "product of one factor": Input(joined("*", lambda k: "(x'*x)", FACTORS)),
    "product of factors": Input(joined("*", lambda k: f"(x+{k})", FACTORS), shapes=SCALAR),
    "product of quadratic forms": Input(joined("*", lambda k: f"(x'*x+{k})", FACTORS)),
    "product of sin": Input(joined("*", lambda k: f"sin({k}*x)", FACTORS), shapes=SCALAR),
    "product of det": Input(joined("*", lambda k: f"det(X+{k}*A)", FACTORS), "X"),
    "product of matrices": Input(f"tr({joined('*', lambda k: 'A*X', 98)})", "X"),
    "product of names": Input(f"tr({'*'.join(f'A{k}*X' for k in range(60))})", "X"),
    "product by entries": Input(
        f"sum({joined('.*', lambda k: f'(x+{k})', FACTORS)})", shapes=VECTOR
    ),
    "product in LaTeX": Input(
        " ".join(f"(x+{k})" for k in range(180)), shapes=SCALAR, is_latex=True
    ),
    "quotients": Input(joined("/", lambda k: f"(x+{k})", FACTORS), shapes=SCALAR),
    "power of a sum": Input("(x+y+z+1)^120"),
    "many variables": Input("+".join(f"a{i}'*A*a{i + 1}" for i in range(60)), "a3"),
    "by many variables": Input(
        "+".join(f"norm2(a{i}-a{i + 1})^2" for i in range(60)),
        ",".join(f"a{i}" for i in range(61)),
    ),
    "letters in LaTeX": Input("ABCD" * 45, "A", "jacobian", is_latex=True),
}
NAMED: dict[str, Input] = {
    "named squares": Input(steps(10, lambda y, i: f"{y}*{y}", "tr({})").replace("x", "X"), "X"),
    "named sums": Input(steps(180, lambda y, i: f"{y} + sin({y})")),
    "named products": Input(steps(170, lambda y, i: f"{y} .* sin({y})")),
    "named layers": Input(steps(180, lambda y, i: f"tanh(W*{y}+b)")),
    "named residual layers": Input(steps(LAYERS, lambda y, i: f"{y} + tanh(W{i}*{y})")),
}
SECOND: dict[str, Input] = {
    "second: deep sin": Input(nested("sin", "x", 190), "x", "hessian", SCALAR),
    "second: layers": Input(f"sum({'tanh(W*' * 60}x{')' * 60})", "x", "hessian"),
    "second: named layers": Input(steps(30, lambda y, i: f"tanh(W*{y}+b)"), "x", "hessian"),
    "second: wide sum": Input(joined("+", lambda k: f"sin({k}*x)"), "x", "hessian", SCALAR),
    "second: exponentials": Input(joined("+", lambda k: f"sum(exp(A{k % 9}*x))"), "x", "hessian"),
    "second: product": Input(joined("*", lambda k: f"(x'*x+{k})", FACTORS), "x", "hessian"),
    "second: traces": Input(joined("+", lambda k: f"tr(A*X^{k}*B)"), "X", "hessian"),
    "second: log det": Input(
        f"logdet({'+'.join(f'''A{k}*X*A{k}' ''' for k in range(60))})", "X", "hessian"
    ),
    "Jacobian of layers": Input("tanh(W*" * 95 + "x" + ")" * 95, "x", "jacobian"),
    "Jacobian of inverses": Input("inv(" * 90 + "X" + "*A)" * 90, "X", "jacobian"),
    "Jacobian of softmax": Input("softmax(A*" * 60 + "x" + ")" * 60, "x", "jacobian"),
    "differential of layers": Input("tanh(W*" * 95 + "x" + ")" * 95, "x", "differential"),
}
LONG = "+".join(rf"\|A x-{k} b\|^2" for k in range(150))
ASKED: dict[str, Input] = {
    "question with assumptions": Input(
        r"Find the gradient of $\|Ax-b\|^2$ with respect to $x$. "
        + "Let $A$ be symmetric and $x^T A x$ large. " * 80,
        kind="ask",
    ),
    "question of many functions": Input(
        "What is the derivative of "
        + " and of ".join(f"$x^T A_{{{k}}} x$" for k in range(120))
        + " by $x$?",
        kind="ask",
    ),
    "question of a long function": Input(
        f"Compute the gradient of ${LONG}$ w.r.t. $x$.", kind="ask"
    ),
    "question of a deep function": Input(
        "Compute the gradient of $" + r"\sin(" * 150 + "x" + ")" * 150 + "$ w.r.t. $x$.", kind="ask"
    ),
    "question without an end": Input("the gradient of the function f of x where " * 95, kind="ask"),
    "question with many claims": Input(
        "Is it true that $\\nabla f = "
        + " = ".join(f"{k} A^T(Ax-b)" for k in range(150))
        + r"$ for $f=\|Ax-b\|^2$?",
        kind="ask",
    ),
}
INPUTS: dict[str, Input] = {**DEEP, **WIDE, **NAMED, **SECOND, **ASKED}
