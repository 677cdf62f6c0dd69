"""How derivatives of functions that are only named are written: A′(t), ∇f(X), J_g(x), F′(X)[E]."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from matgrad.core.expr import Expr
from matgrad.ops import Data, Derivative, Form, Weighted
from matgrad.render.rope import Piece, Rope, between


@dataclass(frozen=True)
class Marks:
    """The signs of one spelling; {0} is the order or the names, {1} the function."""

    name: Callable[[str], str]
    prime: str
    gradient: str  # of one argument
    higher: str
    jacobian: str
    partial: str  # by some of several arguments
    nabla: str
    star: str
    power: Callable[[int], str]


def head(marks: Marks, data: Data) -> str:
    """What stands before the arguments."""
    if isinstance(data, Weighted):
        return _second(marks, data)
    base = data if isinstance(data, Derivative) else data.base
    directions = () if isinstance(data, Derivative) else data.directions
    function, name = base.function, marks.name(base.function.name)
    by = (*base.by, *directions)
    if not by:
        return name
    if len(function.params) > 1:
        sign = marks.nabla if function.shape.is_scalar and function.wide(by) else marks.partial
        shown = ", ".join(marks.name(function.params[i]) for i in by)
        return sign.replace("{0}", shown).replace("{1}", name)
    jacobian = not function.shape.is_scalar
    if not function.wide(base.by) or (jacobian and "_{" in name):  # J_{g_{1}} is hard to read
        return name + marks.prime * len(by)
    if jacobian:
        return marks.jacobian.replace("{1}", name) + marks.prime * len(directions)
    sign = marks.gradient if len(by) == 1 else marks.higher
    return sign.replace("{0}", marks.power(len(by))).replace("{1}", name)


def _second(marks: Marks, data: Weighted) -> str:
    """∇²g, which takes the weights of the entries of g as its last argument."""
    name, params = marks.name(data.function.name), data.function.params
    if len(params) == 1:
        return marks.higher.replace("{0}", marks.power(2)).replace("{1}", name)
    shown = ", ".join(marks.name(params[i]) for i in data.by)
    return marks.nabla.replace("{0}", shown).replace("{1}", name)


def spelled(
    marks: Marks, node: Expr, parts: Sequence[Rope], fence: tuple[str, str] = ("(", ")")
) -> Rope:
    """The whole of it: head(arguments)*[directions]."""
    data = node.data
    count = len(data.function.params) if isinstance(data, Form) else len(parts)
    opening, closing = fence
    called: tuple[Rope, ...] = (head(marks, data), opening, between(", ", parts[:count]), closing)
    if not isinstance(data, Form):
        return called
    star = marks.star if data.turned else ""
    left, right = (r"\left[", r"\right]") if fence != ("(", ")") else ("[", "]")
    return (*called, star, left, between(", ", parts[count:]), right)


def typed(node: Expr, parts: Sequence[Rope]) -> Piece:
    """As it is typed: grad_f(X), D_F(X, E), A'(t)."""
    data = node.data
    return Piece((data.label(), "'" * data.primes, "(", between(", ", parts), ")"))
