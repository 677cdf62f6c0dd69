"""The larger and the smaller of two, and elementwise functions that are only named."""

from __future__ import annotations

from collections.abc import Callable

from matgrad.core.curves import CONCAVE_GROWING, CONVEX_GROWING
from matgrad.core.expr import Condition, Expr, Op, make, operator
from matgrad.core.notation import Call, Spelling
from matgrad.core.shape import same
from matgrad.ops.code import CALLED, Either, code, is_number
from matgrad.ops.elementwise import one, step
from matgrad.ops.sugar import entrywise


def _bound(clip: str, whole: str, side: str) -> Either:
    """In libraries that take a number on one side by another function."""
    return Either(
        is_number(1),
        f"{clip}({{0}}, {side}={{1}})",
        Either(is_number(0), f"{clip}({{1}}, {side}={{0}})", f"{whole}({{0}}, {{1}})"),
    )


def _pairwise(name: str, first: Callable[[Expr, Expr], Expr], doc: str) -> Op:
    """max or min: the differential of whichever argument is taken."""
    other_name = "min" if name == "max" else "max"

    def taken(Y: Expr, A: Expr, B: Expr, dA: Expr) -> Expr:
        return entrywise(first(A, B), dA)

    def other(Y: Expr, A: Expr, B: Expr, dB: Expr) -> Expr:
        chosen = first(A, B)
        return entrywise(one(chosen) - chosen, dB)

    return operator(
        name,
        shape=lambda args, data: same(*(arg.shape for arg in args)),
        notation=Call(Spelling(name, name, rf"\{name}")),
        value=lambda R, node, A, B: R.apply2(name, A, B),
        code=code(
            numpy=f"np.{name}imum({{0}}, {{1}})",
            torch=_bound("torch.clamp", f"torch.{name}imum", other_name),
            array_api=_bound("xp.clip", f"xp.{name}imum", other_name),
            julia=f"{name}{{dot}}({{0}}, {{1}})",
            matlab=f"{name}({{0}}, {{1}})",
            c=f"{'larger' if name == 'max' else 'smaller'}({{0}}, {{1}})",
        ),
        partials=(taken, other),
        entrywise=True,
        why=f"elementwise: d {name}(A, B) is the differential of the entry that is taken",
        conditions=lambda node: [
            Condition(
                "convention",
                node.args[0] - node.args[1],
                f"{{0}} ≠ 0 for {name} to be differentiable; at a tie the second argument is taken",
            )
        ],
        curves=CONVEX_GROWING if name == "max" else CONCAVE_GROWING,
        samples=((("m", "n"), ("m", "n")), (("n",), ("n",)), ((), ())),
        doc=doc,
    )


maximum = _pairwise("max", lambda A, B: step(A - B), "elementwise larger of two")
minimum = _pairwise("min", lambda A, B: step(B - A), "elementwise smaller of two")


unspecified_op = operator(
    "unspecified",
    shape=lambda args, data: args[0].shape,
    notation=Call(Spelling("", "", "")),
    value=lambda R, node, X: R.unspecified(node.data, X),
    code=CALLED,
    partials=(lambda data, Y, X, dX: entrywise(unspecified(data[0], X, data[1] + 1), dX),),
    why="elementwise: dσ(X) = σ′(X) ⊙ dX",
    samples=(),
    doc="an elementwise function that is only named; its derivative is σ′",
)


def unspecified(name: str, X: Expr, primes: int = 0) -> Expr:
    """A named elementwise function, differentiated `primes` times."""
    return make(unspecified_op, (X,), (name, primes))
