"""Answers as people see them: layouts, remarks, conditions, entries, guesses, in all spellings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any

import matgrad as mg
from matgrad.api.derivation import Derivation
from matgrad.errors import MatgradError
from matgrad.render.page import Chapter
from matgrad.render.paper import Typst


@dataclass(frozen=True)
class Shown:
    """A question whose answer is looked at in every spelling."""

    kind: str
    text: str
    wrt: str
    shapes: Mapping[str, Any] = field(default_factory=dict[str, Any])
    assume: Mapping[str, Any] = field(default_factory=dict[str, Any])
    options: Mapping[str, str] = field(default_factory=dict[str, str])
    with_entries: bool = False

    def answer(self) -> Derivation:
        """The answer with all its checks."""
        d = getattr(mg, self.kind)(self.text, self.wrt, self.shapes, self.assume, **self.options)
        if self.with_entries:
            d.entries()
        return d.in_entries() if self.with_entries else d

    def spellings(self) -> Iterator[str]:
        """Everything that is shown of it, or what is said instead."""
        try:
            d = self.answer()
        except MatgradError as error:
            yield f"{error}"
            return
        yield from (d.text(level) for level in ("short", "normal", "full"))
        yield from (d.text(color=True, width=60), d.latex("full"), d.markdown(), d.html(), d.tex())
        yield Typst().write("Derivation", [Chapter("", d.document())])
        yield f"{d.reading.to_json()} {d.remarks} {d.assumptions} {d.explain()}"


def _by(kind: str, *cases: tuple[str, str], **more: Any) -> Iterator[Shown]:
    return (Shown(kind, text, wrt, **more) for text, wrt in cases)


SMALL = {"A": (2, 2), "x": (2,), "y": (2,), "W": (2, 2), "c": (), "X": (2, 2)}
ROWS = {"order": "rows"}
TURNED = {"layout": "denominator"}
RESIDUALS = "A_i: m x n for i = 1..N; b_i: m for i = 1..N; x: n; sum(i, norm2(A_i*x - b_i)^2)"
HEADS = "P_bh: t x t for b = 1..B, h = 1..H; v: t; sum(b, sum(h, v'*P_bh*v))"
FAMILIES = (
    *((RESIDUALS, each) for each in "xAb"), (HEADS, "P"),
    ("x_i: d for i = 1..N; sum(i, sum(j, x_i'*x_j))", "x"),
    ("A_i: m x n for i = 1..N; 1/N*sum(i, tr(inv(A_i'*A_i)))", "A"),
    ("A_i: m x n for i = 1..N; w_i: scalar; sum(i, w_i*norm2(A_i*x)^2)", "w"),
)  # fmt: skip
SHOWN: tuple[Shown, ...] = (
    *_by("gradient", *FAMILIES),
    *_by("gradient",
         ("||Ax - b||^2", "x"), ("x'A x + 2b'x", "x"), ("tr(inv(X)*A)", "X"), ("logdet(X)", "X"),
         ("sum(log(1 + exp(-y.*(X*w + b))))", "w"), ("a*x^2 + sin(x)/x", "x"), ("tr(VW)", "V, W"),
         ("r = A*x - b; p = softmax(r); sum(p.*log(p))", "x"), ("norm1(x) + norm2(x)^3", "x"),
         ("function f; sum(f(A*x))", "x"), ("function F(X): n x n; tr(A*F(X))", "X"),
         ("e^(-x'*x/(2*s^2))/sqrt(2*pi)", "x"), ("sum(x[1:3])^2 + x[2]", "x"), ("c(x - a)", "x"),
         ("\\frac{1}{2} \\|y - X \\beta\\|_2^2 + \\lambda \\|\\beta\\|_2^2", "\\beta"),
         ("9*8^s*x'*x", "s"), ("max(X)*yhat'*yhat", "yhat"), ("(x ./ y)'*(x ./ y.^2)", "y"),
         ("sum(kron(A, B))^2", "A"), ("sum(relu(W2*relu(W1*x + b1) + b2))", "W1, b1"),
         ("x/n", "x"), ("A*x", "x"), ("sum(sqrt(x)) + sum(1 ./ x) + det(X*X')", "x, X")),
    *_by("gradient", ("tr(S*inv(A*S*A'))", "S"), assume={"S": "symmetric"}),
    *_by("gradient", ("x'*S*x", "S"), assume={"S": "symmetric"},
         options={"structure": "independent"}),
    *_by("gradient", ("logdet(S) + tr(R*B)", "S, R"),
         assume={"S": "positive_definite", "R": "skew"}),
    *_by("differential", ("inv(X)*A*X'", "X"), ("sin(A*x) .* (B*y)", "x, y")),
    *_by("jacobian", ("sin(A*x)", "x"), ("A*X*B", "X"), ("X*X", "X"), ("softmax(x)", "x"),
         ("[x; 2*x]", "x"), ("toeplitz(x, y)", "y"), ("expm(X)", "X"), ("X'*y*s", "X")),
    *_by("jacobian", ("A*X*B", "X"), ("X'*y", "X"), ("sin(A*x)", "x"), ("x*y'", "y"), options=ROWS),
    *_by("jacobian", ("A*X*B", "X"), ("X'*y", "X"), ("sin(A*x)", "x"), ("y'*X*y", "X"),
         options=TURNED),
    *_by("jacobian", ("X*A*X", "X"), ("X", "X"), options=ROWS | TURNED),
    *_by("jacobian", ("X*A", "X"), assume={"X": "symmetric"},
         options=ROWS | {"structure": "independent"}),
    *_by("hessian", ("norm2(A*x - b)^2", "x"), ("sum(exp(x))", "x"), ("log(sum(exp(x)))", "x"),
         ("-sum(log(x))", "x"), ("(c'*x)^2", "x"), ("x'*A*x*y'*y", "x, y"), ("b'*x", "x"),
         ("normF(A*X*B - C)^2", "X"), ("sum(log(1 + exp(-y.*(X*w))))", "w"), ("s^4 + 3*s", "s"),
         ("norm2(A*x - y)^2", "x, y"), ("norm2(x)^2/2", "x"), ("logdet(X)", "X"),
         ("sum(x.^3)", "x"),
         ("x'*Diag(y)*x", "x"), ("sum(abs(x)) + x'*x", "x"), ("-logdet(X)", "X")),
    *_by("hessian", ("x'*P*x", "x"), assume={"P": "positive_definite"}),
    *_by("hessian", ("normF(A*X)^2", "X"), options=ROWS),
    *_by("gradient", ("x'*A*x", "x"), ("tr(A*X*X)", "X"), ("norm2(A*x)", "x"), shapes=SMALL,
         with_entries=True),
    *_by("jacobian", ("W*x", "W"), ("x .* y", "x"), ("c*X*x", "X"), shapes=SMALL,
         with_entries=True),
    *_by("jacobian", ("W*x", "W"), ("X*X", "X"), shapes=SMALL, options=ROWS, with_entries=True),
    *_by("hessian", ("x[1]^2*x[2]", "x"), ("sum(exp(A*x))", "x"), shapes=SMALL, with_entries=True),
    *_by("gradient", ("x'*X*x", "X"), shapes=SMALL, assume={"X": "symmetric"}, with_entries=True),
    *_by("differential", ("sin(A*x)", "x"), shapes=SMALL, with_entries=True),
)  # fmt: skip
