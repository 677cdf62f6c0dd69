"""How operators curve: facts that they declare, and from which convexity is proved.

A function of one argument may curve otherwise where its argument has a sign, as x³ does, so an
operator has several of these facts. With several arguments they hold jointly.
"""

from __future__ import annotations

from typing import NamedTuple


class Curve(NamedTuple):
    """How a function curves in its argument, and whether it grows or falls.

    `where` is a sign of the argument that this needs, such as ≥0. Matrices are compared entry by
    entry, or in the order of their quadratic forms, A ⪯ B. Some functions are said to have a trace
    that is convex, or convex on a logarithmic scale. With an `argument` it holds in that one only.
    """

    shape: str  # convex, concave, affine; log-convex, …; matrix-convex, …; trace-convex, …
    goes: str = ""  # grows or falls with its argument
    where: str = ""
    order: str = "entries"  # or matrix
    argument: int | None = None


Curves = tuple[Curve, ...]
LINEAR: Curves = (Curve("affine", "grows"),)  # with weights that are never negative
CONVEX_GROWING: Curves = (Curve("convex", "grows"),)
CONCAVE_GROWING: Curves = (Curve("concave", "grows"),)
EVEN: Curves = (Curve("convex"), Curve("convex", "grows", "≥0"), Curve("convex", "falls", "≤0"))
NORM: Curves = (Curve("convex"),)
# Odd, and convex to the right of zero or to the left of it.
RIGHT: Curves = (Curve("convex", "grows", "≥0"), Curve("concave", "grows", "≤0"))
LEFT: Curves = (Curve("concave", "grows", "≥0"), Curve("convex", "grows", "≤0"))
