"""The smallest problem that shows the same finding."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from campaign.case import TEXT, Case
from matgrad.core.expr import Expr
from matgrad.core.walk import postorder, substitute
from matgrad.errors import MatgradError
from matgrad.ops import filled, symbol

ROUNDS = 60  # successful replacements, at most


def minimised(case: Case, shows: Callable[[Case], bool]) -> Case:
    """Replace parts by simpler ones as long as the finding stays."""
    for plainer in (replace(case, spelling=TEXT), replace(case, spelling=TEXT, options=())):
        if plainer != case and shows(plainer):
            case = plainer
    if case.definitions and shows(case.inlined()):
        case = case.inlined()
    if case.definitions:
        return case
    for _ in range(ROUNDS):
        better = next((c for c in _simpler(case) if shows(c)), None)
        if better is None:
            return case
        case = better
    return case


def _simpler(case: Case) -> Iterator[Case]:
    """Problems with one part replaced: by its own part, by a symbol, by ones."""
    if len(case.wrt) > 1:
        yield from (replace(case, wrt=(name,)) for name in case.wrt)
    nodes = sorted(postorder(case.function), key=lambda node: -node.size)
    for node in nodes:
        for other in _instead(node):
            try:
                smaller = replace(case, function=substitute(case.function, {node: other}))
            except MatgradError:
                continue
            if smaller.function.size < case.function.size and set(case.wrt) & set(smaller.symbols):
                yield replace(smaller, wrt=tuple(w for w in case.wrt if w in smaller.symbols))


def _instead(node: Expr) -> Iterator[Expr]:
    below = sorted({n for n in postorder(node) if n.shape == node.shape}, key=lambda n: n.size)
    yield from (n for n in below if n is not node)
    if node.args:
        yield symbol(f"g{node.shape.rows}{node.shape.cols}".replace("*", ""), *node.shape)
        yield filled(1, node.shape)
